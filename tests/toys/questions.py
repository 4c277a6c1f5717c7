"""Questions of every shape that the engine can read."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why

Season = Literal["summer", "winter"]
Die = Annotated[int, Meta(ge=1, le=6, description="one die, unmodified")]


class Toll(Question, frozen=True, kw_only=True):
    """What it costs to use the ladder."""

    cites = ("DC-TOY-8", "DC-TOY-9")

    season: Annotated[Season, Meta(description="the season")]
    child: Annotated[bool, Meta(description="whether a child climbs")] = False

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        if self.child and why("DC-TOY-9", "children pay nothing"):
            return why.so(0)
        winter = modifier(1, "winter", "DC-TOY-8") if self.season == "winter" else None
        total = tally(winter, start=2)
        for reason in total.modifiers:
            why(reason.rules, str(total))
        return why.so(int(total.total))


class Gear(Question, frozen=True, kw_only=True):
    """What a side climbs with; only red has a rope."""

    belongs = {"rope": "red"}

    side: Literal["red", "blue"]
    rope: Annotated[int, Meta(ge=0, description="red: metres of rope")] = 0

    def answer(self, nature: Nature) -> Finding[int]:
        return Why().so(self.rope)


class Reach(Question, frozen=True, kw_only=True):
    """Whether a climber may go up to the roof; a child may not."""

    asks_permission = True
    cites = ("DC-TOY-9",)

    child: Annotated[bool, Meta(description="whether a child climbs")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        if self.child and in_force("DC-TOY-9"):
            raise Refusal("a child may not go up", "DC-TOY-9", "legal: grown-ups")
        return Why().so(True)


class Throws(Struct, frozen=True, order=True):
    """Two throws, the second of which follows from the first."""

    first: int
    second: int


def _second(high: bool, nature: Nature) -> int:
    return nature.roll("1d6", "second throw") if high else 0


class TwoThrows(Question, frozen=True, kw_only=True):
    """A first throw, and a second one only after 4 or more."""

    rolls = {"first": "first throw", "second": "second throw"}

    first: Die | None = None
    second: Die | None = None
    apart: Annotated[bool, Meta(description="whether the second is a question of its own")] = False

    def answer(self, nature: Nature) -> Finding[Throws]:
        first = nature.roll("1d6", "first throw", "DC-TOY-4")
        high = first >= 4
        second = nature.sub(_second, high) if self.apart else _second(high, nature)
        return Why().so(Throws(first, second))


class Everything(Question, frozen=True, kw_only=True):
    """An input of each kind."""

    day: Annotated[date, Meta(description="a day")] = date(1943, 10, 8)
    number: Annotated[int, Meta(description="any number")] = 0
    at_least: Annotated[int, Meta(ge=2, description="two or more")] = 2
    between: Annotated[int, Meta(ge=1, le=3)] = 1
    word: str = "word"
    sure: bool = False
    kind: Annotated[Season, Meta(description="a word of the language")] = field(
        name="class", default="summer"
    )
    seasons: Annotated[tuple[Season, ...], Meta(description="several")] = ()
    numbers: tuple[int, ...] = ()
    few: Annotated[tuple[Annotated[int, Meta(le=9)], ...], Meta(max_length=2)] = ()
    either: int | Season = 0
    maybe: Annotated[int, Meta(ge=0)] | None = None
    share: Annotated[str, Meta(description="a fraction as text")] = "1/2"

    def answer(self, nature: Nature) -> Finding[Fraction]:
        return Why().so(Fraction(self.share))
