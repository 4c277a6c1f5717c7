"""Seals: the word of a server that a file is a history which it gave out.

A hash chain only shows that a file fits itself: whoever strikes a rollback out and makes the chain
anew has a file that verifies. A seal is made from the head of the history with a key that only the
server has, and the server also knows how the match stands that it keeps.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from typing import Literal

import msgspec
from msgspec.structs import replace

from landbridge.engine.matches.heads import head_of
from landbridge.engine.matches.saves import Save, Seal

KEY = "seals"
"""The name of the key in the database."""

SealState = Literal["none", "good", "broken", "foreign"]
"""Whether a file carries a seal of this server, one that does not fit it, or another server's."""

Relation = Literal["unknown", "same", "earlier", "different"]
"""How a history stands to the one that the server keeps."""


def put_seal(save: Save, match_id: str, key: bytes) -> Save:
    """A save with the seal of a server."""
    sealed = Seal(match_id, _name(key), _mac(head_of(save), match_id, key))
    return Save(save.header, save.records, replace(save.footer, sealed=sealed))


def seal_state(save: Save, key: bytes) -> SealState:
    """Whether the seal of a save is this server's and fits its history."""
    sealed = save.footer.sealed
    if sealed is None:
        return "none"
    if sealed.key != _name(key):
        return "foreign"
    mac = _mac(head_of(save), sealed.match, key)
    return "good" if compare_digest(mac.encode(), sealed.mac.encode()) else "broken"


def relation(save: Save, ours: Save) -> Relation:
    """How a history stands to the one that is kept."""
    if head_of(save) == head_of(ours):
        return "same"
    count, taken = len(save.records), save.footer.taken_back
    begun_alike = replace(save.header, seed=None) == replace(ours.header, seed=None)
    follows = save.records == ours.records[:count] and taken == ours.footer.taken_back[: len(taken)]
    grown = save.footer.next_serial < ours.footer.next_serial
    return "earlier" if begun_alike and follows and grown else "different"


def describe_seal(state: SealState, found: Relation) -> tuple[bool, str]:
    """Whether the server vouches for a history, and what it says of it."""
    if state == "broken":
        return False, "The seal does not fit: the file was changed after this server gave it out."
    if found == "same":
        return True, "It is exactly the history that this server keeps."
    if state == "good" and found == "earlier":
        return True, "This server gave it out; the match has gone on since then."
    if state == "good" and found == "different":
        return True, "This server gave it out; what came last has been taken back since then."
    if state == "good":
        return True, "This server gave it out."
    if found == "different":
        return False, "It is not the history that this server keeps."
    if found == "earlier":
        return False, (
            "Its actions begin the history that this server keeps, but without a seal nobody can"
            " say what was taken back at its end."
        )
    if state == "foreign":
        return False, "Another server sealed it; ask that one."
    return False, "It carries no seal; this server cannot say where it comes from."


def _name(key: bytes) -> str:
    """What a key is called in public."""
    return blake2b(key, digest_size=8, person=b"landbridge name").hexdigest()


def _mac(head: str, match_id: str, key: bytes) -> str:
    text = msgspec.json.encode([match_id, head])
    return blake2b(text, key=key, digest_size=32, person=b"landbridge seal").hexdigest()
