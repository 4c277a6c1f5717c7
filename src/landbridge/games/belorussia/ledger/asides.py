"""Asides: what players tell the ledger beside what is asked, each with whose word it is.

The map is on the table, and the ledger cannot see it. So a fact is noted by the side that it costs
something: its word is enough. The other side can only claim it, and the fact stands when the side
that it concerns confirms it (`claims.py`). A referee, and whoever holds every seat, speaks for
both. Every kind of aside says in three class attributes and one method who that is; what is
offered and what is refused (`noting.py`) follows from these alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo

from landbridge.engine.actions import Action, Offer, Slot
from landbridge.engine.allowed import unwrap
from landbridge.engine.events import Play
from landbridge.engine.rules import Rules
from landbridge.games.belorussia.words import Side

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger

When = Literal["any time", "own player turn"]
"""When a player may note a fact: always, or while he plays his turn on the map."""

SOVIET: tuple[Side, ...] = ("soviet",)
AXIS: tuple[Side, ...] = ("axis",)
BOTH: tuple[Side, ...] = ("soviet", "axis")


def other_side(side: str) -> Side:
    """The enemy of a side."""
    return "axis" if side == "soviet" else "soviet"


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
    """Something that is told beside what is asked."""

    said_by: ClassVar[tuple[Side, ...]]
    """The sides that may say it at all; it is offered to them."""
    when: ClassVar[When]
    rules: ClassVar[Rules]
    """The rules by which it is theirs, cited where it is refused to others."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        missing = [name for name in ("said_by", "when", "rules") if not hasattr(cls, name)]
        if missing or cls.concerns is Aside.concerns:
            raise TypeError(f"{cls.__name__} must say whose word it is: {missing or 'concerns'}")

    @classmethod
    def offer(cls) -> Offer:
        """How it is offered."""
        slots = tuple(map(_slot, msgspec.structs.fields(cls)))
        text = (cls.__doc__ or "").strip().rstrip(".")
        return Offer(str(cls.__struct_config__.tag), text, slots, cls.rules, aside=True)

    def may_say(self) -> tuple[Side, ...]:
        """The sides that may say just this; a kind narrows it where its words matter."""
        return type(self).said_by

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The sides that it costs something; without their word it does not stand."""
        raise AssertionError(type(self).__name__)

    def describe(self) -> str:
        """The fact in words, for those who are asked to confirm it."""
        raise AssertionError(type(self).__name__)

    def check(self, state: Ledger) -> None:
        """Refuse what cannot be. Players' asides are checked against what they may see."""

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        """What it changes."""
        raise AssertionError(type(self).__name__)
