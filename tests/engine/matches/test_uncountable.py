"""Resolvers whose odds cannot be counted: each is refused, and says why."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance.test_exact import WIDE
from landbridge.engine.chance import exact
from landbridge.engine.chance.dice import dice
from landbridge.engine.chance.exact import Impure, TooManyWays, odds
from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally


def test_a_resolver_that_asks_something_else_the_second_time() -> None:
    names = iter(["1d6", "1d3"])
    with pytest.raises(Impure, match="asked for 1d3 a die, but for 1d6 a die before"):
        odds(lambda nature: nature.roll(next(names), "a die"))


def test_a_resolver_that_asks_something_else_later_on() -> None:
    runs = []

    def resolver(nature: Nature) -> int:
        runs.append(1)
        first = nature.roll("1d3", "first")
        return first + nature.roll("1d3", "second" if len(runs) < 3 else "third")

    with pytest.raises(Impure, match="asked for 1d3 third, but for 1d3 second before"):
        odds(resolver)


def test_a_resolver_that_stops_asking() -> None:
    runs = []

    def resolver(nature: Nature) -> int:
        runs.append(1)
        return nature.roll("1d3", "first") + (nature.roll("1d3", "second") if len(runs) < 2 else 0)

    with pytest.raises(Impure, match="asked for nothing more, but for 1d3 second before"):
        odds(resolver)


def test_a_resolver_that_changes_its_modifiers() -> None:
    shifts = iter([0, 2, 0, 0])

    def resolver(nature: Nature) -> Any:
        return nature.look(WIDE, tally(modifier(next(shifts), "shift", "TFB-2")), "a")

    with pytest.raises(Impure, match=r"look wide a \+2, but for look wide a \+0"):
        odds(resolver)


def test_a_resolver_that_changes_its_sub_question() -> None:
    limits = iter([3, 7, 7, 7])

    def part(sides: int, nature: Nature) -> int:
        return nature.roll(f"1d{sides}", "part") if sides == 3 else 0

    with pytest.raises(Impure):
        odds(lambda nature: nature.sub(part, next(limits)))


def test_too_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "LIMIT", 100)
    six_by_six = odds(lambda nature: [nature.roll("1d6", "one"), nature.roll("1d6", "two")][1])
    assert len(six_by_six) == 6
    with pytest.raises(TooManyWays, match=r"more than 100 ways; .* nature\.sub"):
        odds(lambda nature: sum(nature.roll("1d6", f"die {n}") for n in range(3)))


def test_more_faces_than_can_be_counted_are_refused_at_once() -> None:
    with pytest.raises(TooManyWays, match="20d6 can lie in more than 20000 ways"):
        odds(lambda nature: max(nature.faces("20d6", "many")))


def test_an_open_throw_is_never_answered_by_the_enumerator_itself() -> None:
    nature = exact.Enumerator([], [], {}, {}, {})
    with pytest.raises(AssertionError, match="an open throw is a branch"):
        nature._throw(dice("1d6"), exact.Chance("1d6", "a die"))
