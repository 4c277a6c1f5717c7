"""Who may read and write what beside a match.

Players talk among themselves, and so do those who look on, so that nobody who sees more than a
player can tell them of it. When the match is over everybody may read everything.
"""

from __future__ import annotations

import unicodedata

from msgspec import Struct

from landbridge.engine.refusals import BadInput
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.rights import Rights
from landbridge.server.play.seats import roles_held
from landbridge.server.play.shapes import Room
from landbridge.store.rows import MemberRow

LONGEST = 500
"""Letters of a message."""


class ChatRights(Struct, frozen=True):
    """What somebody may read and write beside a match."""

    reads: tuple[Room, ...]
    writes: Room | None
    why_not: str = ""
    """Why they may write nowhere."""


def chat_rights(live: LiveMatch, may: Rights, members: list[MemberRow], user_id: str) -> ChatRights:
    """The rooms of somebody who may look at a match."""
    home: Room | None = "players" if may.yours else "spectators"
    why_not = ""
    if not user_id:
        why_not = "To write you need an account."
    elif not may.yours and user_id in roles_held(live, members):
        # Whoever has left a seat knows what those who look on may not.
        home = None
        why_not = "You have left your seat; when the match is over you can read everything."
    reads: tuple[Room, ...] = () if home is None else (home,)
    if live.row.over:
        reads, home = ("players", "spectators"), home or "players"
        why_not = why_not if not user_id else ""
    return ChatRights(reads, None if why_not else home, why_not)


def tidy_message(text: str) -> str:
    """What somebody says, as it is kept: no empty lines at its ends, nothing invisible in it."""
    kept = "".join(
        letter for letter in text if letter == "\n" or unicodedata.category(letter)[0] != "C"
    )
    found = kept.strip()
    if not found:
        raise BadInput("There is nothing in this message.")
    if len(found) > LONGEST:
        raise BadInput(f"A message has at most {LONGEST} letters, not {len(found)}.")
    return found
