"""Matches: where they stand, what was done in them, and who plays."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from landbridge.store.rows.row import Row

Kind = Literal[
    "begin", "do", "undo", "rollback", "ask", "answer", "seat", "settings", "end", "clock"
]
"""What a change of a match was."""


class MatchRow(Row, frozen=True, kw_only=True):
    """A match: where it stands, and what a list of matches shows of it."""

    table = "matches"
    key = ("id",)
    sought = (("updated",), ("owner",), ("bots_due",), ("due",))

    id: str
    game: str
    scenario: str
    name: str
    owner: str
    private: int
    version: int
    """Rises with every change; a change is only taken from the version before it."""
    next_serial: int
    taken_back: str = "[]"
    state: str
    """The hash of the position."""
    actions: int
    to_decide: str = "[]"
    over: int = 0
    outcome: str = ""
    bots_due: int = 0
    """Whether a bot has something to decide."""
    rollback: str = ""
    """A rollback that was asked for and not yet agreed to."""
    ending: str = ""
    """How people ended the match, if they did before its rules."""
    draw_offer: str = ""
    """A draw that was offered, and who offered one last when."""
    clock: str = ""
    """The clock that was chosen, and who has had to decide since when."""
    due: float = 0.0
    """When somebody has to look at the clock again, in the server's time; 0: never."""
    noticed: str = "{}"
    """Where roles have secrets: by role, how many actions and changes it noticed."""
    sandbox_of: str = ""
    """The match from which a sandbox was begun."""
    rematch: str = ""
    """The match in which the same people go on when this one is over."""
    created: float
    updated: float
    """When it last changed so that everybody could notice."""


class OriginRow(Row, frozen=True):
    """The header of a match, its seed included; it never changes."""

    table = "origins"
    key = ("match_id",)

    match_id: str
    header: str


class EntryRow(Row, frozen=True):
    """One action of a match, as a line of a save."""

    table = "entries"
    key = ("match_id", "number")

    match_id: str
    number: int
    entry: str


class SnapshotRow(Row, frozen=True):
    """The position of a match after an action; it follows from the actions and is never missed."""

    table = "snapshots"
    key = ("match_id", "number")

    match_id: str
    number: int
    serial: int
    """Of the action. Serials never come back: it tells whether the history is still this one."""
    snapshot: str


class ChangeRow(Row, frozen=True):
    """One change of a match: by it a client learns exactly what it missed."""

    table = "changes"
    key = ("match_id", "version")

    match_id: str
    version: int
    kept: int
    """How many actions from the start it left untouched."""
    kind: str
    role: str
    user_id: str
    at: float
    noticed: str = "{}"
    """What each role counts after it, as in the row of the match."""


class MatchStep(Struct, frozen=True):
    """What one action writes: a match goes a step further."""

    match: MatchRow
    """The match with its next version."""
    entry: EntryRow
    change: ChangeRow


class SeatRow(Row, frozen=True):
    """Who sits where."""

    table = "seats"
    key = ("match_id", "role")
    sought = (("user_id",),)

    match_id: str
    role: str
    kind: str
    """`user`, `bot` or `open`."""
    user_id: str = ""
    bot: str = ""


class MemberRow(Row, frozen=True):
    """A role that somebody has ever held, or the leave to look at a private match."""

    table = "members"
    key = ("match_id", "user_id", "role")
    sought = (("user_id",),)

    match_id: str
    user_id: str
    role: str


class ChatRow(Row, frozen=True):
    """Something that was said beside a match."""

    table = "chat"
    key = ("match_id", "number")
    sought = (("user_id",),)

    match_id: str
    number: int
    room: str
    """`players` or `spectators`."""
    user_id: str
    text: str
    at: float
