"""How a match went, told from its log: figures turn by turn, what decided it, and luck.

A game makes the story from events alone (`Game.story`): whoever may know of the events may read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from landbridge.engine.chance.luck import LuckCount
from landbridge.engine.play.events import Event


class Chapter(NamedTuple):
    """What one action led to."""

    number: int
    """Of the action, as the reader counts them; 0 is the set-up."""
    events: Sequence[Event]


class Goal(Struct, frozen=True):
    """A figure that means something."""

    value: float
    text: str


class StorySeries(Struct, frozen=True, kw_only=True):
    """One figure of some sides, turn by turn."""

    title: str
    sides: dict[str, tuple[float | None, ...]]
    """By side, a figure for each turn; null before the first is known."""
    goals: tuple[Goal, ...] = ()


class Moment(Struct, frozen=True):
    """Something that mattered."""

    number: int
    """The action that led to it."""
    turn: str
    text: str
    weight: int


class SideLuck(Struct, frozen=True, kw_only=True):
    """What the dice gave a side, beside what dice give on average."""

    side: str
    what: str
    """What was counted, such as hits."""
    throws: int
    had: int
    expected: float
    """What such throws give on average."""
    better: float
    """How often they give at least as much."""


class Story(Struct, frozen=True, kw_only=True):
    """How a match went."""

    turns: tuple[str, ...]
    series: tuple[StorySeries, ...]
    moments: tuple[Moment, ...] = ()
    """What mattered most, in the order in which it happened."""
    luck: tuple[SideLuck, ...] = ()


def greatest(moments: Iterable[Moment], count: int) -> tuple[Moment, ...]:
    """The moments that mattered most, in their order; of equal ones the later."""
    ranked = sorted(moments, key=lambda one: (one.weight, one.number), reverse=True)
    return tuple(sorted(ranked[:count], key=lambda one: one.number))


def side_luck(side: str, what: str, counted: LuckCount) -> SideLuck:
    """What the dice gave a side."""
    return SideLuck(
        side=side,
        what=what,
        throws=counted.throws,
        had=counted.had,
        expected=float(counted.expected),
        better=counted.chance_of_as_much(),
    )
