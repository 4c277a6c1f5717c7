"""Asides: what players tell the ledger at any time, beside what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo

from landbridge.engine.actions import Action, Offer, Slot
from landbridge.engine.allowed import unwrap
from landbridge.engine.events import Play

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger


def _slot(field: FieldInfo) -> Slot:
    """What may be said for a field of an aside."""
    kind, _, _ = unwrap(field.type)
    words: tuple[str, ...] = ("yes", "no") if kind is bool else ()
    if get_origin(kind) is Literal:
        words = tuple(map(str, get_args(kind)))
    notes = [note for note in get_args(field.type) if isinstance(note, Meta)]
    low = next((note.ge for note in notes if note.ge is not None), None)
    high = next((note.le for note in notes if note.le is not None), None)
    return Slot(
        field.name,
        words,
        None if low is None else int(low),
        None if high is None else int(high),
        field.name.replace("_", " "),
        not field.required,
        tuple(str(word) for note in notes for word in note.examples or ()),
    )


class Aside(Action, frozen=True):
    """Something that is told at any time, beside what is asked."""

    @classmethod
    def offer(cls) -> Offer:
        """How it is offered."""
        slots = tuple(map(_slot, msgspec.structs.fields(cls)))
        text = (cls.__doc__ or "").strip().rstrip(".")
        return Offer(str(cls.__struct_config__.tag), text, slots, aside=True)

    def check(self, state: Ledger) -> None:
        """Refuse what cannot be."""

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        """What it changes."""
        raise AssertionError(type(self).__name__)
