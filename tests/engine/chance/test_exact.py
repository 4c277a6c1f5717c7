"""Exact odds: the enumerator finds what brute force over every face finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landbridge.engine.chance.dice import dice
from landbridge.engine.chance.exact import explained_odds, odds
from landbridge.engine.chance.nature import Given, Nature, NeedRoll, Sampler, ScriptedDice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import parse_table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import Muted, mute
from landbridge.engine.rules.findings import Finding, Why

HEAD = {"cites": "TFB-1", "source": "house", "modifiers": "-2..2"}
SMALL = parse_table(
    "small", {**HEAD, "title": "Small", "dice": "2d3", "rows": {"..3": 0, "4": 1, "5..": 0}}
)
WIDE = parse_table(
    "wide",
    {
        **HEAD,
        "title": "Wide",
        "dice": "1d4",
        "columns": ["a", "b"],
        "rows": {"..1": [0, 2], "2-3": [1, 1], "4..": [2, 2]},
    },
)
SEASON = parse_table(
    "season",
    {
        "title": "Season",
        "source": "house",
        "dice": "1d6",
        "column": [
            {"name": "winter", "cites": "TFB-7", "automatic": "freeze"},
            {"name": "spring", "cites": "TFB-8", "rows": {"1-2": "mud", "3-6": "dry"}},
        ],
    },
)

Resolver = Callable[[Nature], Any]


def by_faces(question: Resolver) -> Dist[Any]:
    """The odds by brute force: the live resolver with every face of every die."""

    def go_on(script: list[Given], ways: int) -> Iterator[tuple[Any, int, int]]:
        try:
            yield question(ScriptedDice(script)), 1, ways
        except NeedRoll as need:
            thrown = dice(need.chance.dice)
            for faces in product(range(1, thrown.sides + 1), repeat=thrown.count):
                yield from go_on([*script, faces], ways * thrown.ways)

    return Dist.of(go_on([], 1))


# Random resolvers: small trees of questions


@dataclass(frozen=True)
class Leaf:
    value: int

    def __call__(self, nature: Nature) -> int:
        return self.value


@dataclass(frozen=True)
class Rolls:
    name: str
    more_than: int
    then: tuple[Any, Any]

    def __call__(self, nature: Nature) -> int:
        total = nature.roll(self.name, "a roll")
        following: int = self.then[total > self.more_than](nature)
        return (following + total) % 4


@dataclass(frozen=True)
class Shows:
    then: tuple[Any, Any]

    def __call__(self, nature: Nature) -> int:
        first, second = nature.faces("2d3", "two dice")
        following: int = self.then[first == second](nature)
        return (following + first) % 4


@dataclass(frozen=True)
class Looks:
    shift: int
    column: str
    then: tuple[Any, Any]

    def __call__(self, nature: Nature) -> int:
        shift = tally(modifier(self.shift, "shift", "TFB-2"))
        found = nature.look(WIDE, shift, self.column) if self.column else nature.look(SMALL, shift)
        following: int = self.then[found == 1](nature)
        return (following + int(found)) % 4


@dataclass(frozen=True)
class Picks:
    then: tuple[Any, Any]

    def __call__(self, nature: Nature) -> int:
        chosen: int = nature.pick(self.then, "which")(nature)
        return chosen


@dataclass(frozen=True)
class Asks:
    inner: Any
    then: tuple[Any, Any]

    def __call__(self, nature: Nature) -> int:
        first: int = nature.sub(run, self.inner)
        following: int = self.then[first > 1](nature)
        return (following + nature.sub(run, self.inner)) % 4


def run(resolver: Resolver, nature: Nature) -> int:
    found: int = resolver(nature)
    return found


def grow(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    two = st.tuples(inner, inner)
    return st.one_of(
        st.builds(Rolls, st.sampled_from(["1d3", "2d3", "1d4"]), st.integers(1, 4), two),
        st.builds(Shows, two),
        st.builds(Looks, st.integers(-2, 2), st.sampled_from(["", "a", "b"]), two),
        st.builds(Picks, two),
        st.builds(Asks, inner.filter(lambda node: depth(node) < 2), two),
    )


def depth(node: Any) -> int:
    if isinstance(node, Leaf):
        return 0
    inside = 2 * depth(node.inner) if isinstance(node, Asks) else 0
    return 1 + inside + max(depth(after) for after in node.then)


resolvers = st.recursive(st.integers(0, 3).map(Leaf), grow, max_leaves=6).filter(
    lambda node: depth(node) <= 3
)


@settings(deadline=None, max_examples=150)
@given(resolvers)
def test_the_enumerator_finds_what_brute_force_finds(resolver: Resolver) -> None:
    assert odds(resolver) == by_faces(resolver)


@settings(deadline=None, max_examples=50)
@given(resolvers, st.integers(1, 3), st.integers(1, 3))
def test_dice_that_are_given_narrow_the_odds(resolver: Resolver, first: int, second: int) -> None:
    """With two dice given and the rest open, the odds are those of the ways with these dice."""

    def both(nature: Nature) -> tuple[int, int]:
        before = nature.roll("1d3", "known")
        found: int = resolver(nature)
        return found, before + nature.sub(known, 0)

    def known(less: int, nature: Nature) -> int:
        return nature.roll("1d3", "known") - less

    narrowed = odds(both, given={"known": [first, second]})
    assert narrowed == odds(resolver).map(lambda found: (found, first + second))


@pytest.mark.parametrize("shift", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("column", ["a", "b"])
def test_the_odds_of_a_look_are_those_of_the_table(column: str, shift: int) -> None:
    total = tally(modifier(shift, "shift", "TFB-2"))
    assert odds(lambda nature: nature.look(WIDE, total, column)) == WIDE.odds(column, shift)


def test_a_look_branches_over_cells_and_not_over_faces() -> None:
    runs = []

    def twice(nature: Nature) -> int:
        runs.append(1)
        return int(nature.look(SMALL)) + int(nature.look(SMALL))

    assert odds(twice).chance(2) == Fraction(1, 9)
    assert len(runs) == 4


def test_a_question_without_dice_is_certain() -> None:
    assert odds(lambda nature: "sure") == Dist.certain("sure")


def test_an_automatic_column_is_certain() -> None:
    assert odds(lambda nature: nature.look(SEASON, column="winter")) == Dist.certain("freeze")


def test_samples_stay_near_the_odds() -> None:
    def resolver(nature: Nature) -> int:
        return int(nature.look(WIDE, column="a")) + nature.roll("2d6", "more")

    runs = 20_000
    counts = Sampler(11).sample(resolver, runs=runs)
    for value, chance in odds(resolver).items():
        share = float(chance)
        assert abs(counts.get(value, 0) - runs * share) < 5 * (runs * share * (1 - share)) ** 0.5


# Findings and citations


def test_reasons_never_split_an_outcome() -> None:
    def resolver(nature: Nature) -> Finding[bool]:
        why = Why()
        roll = nature.roll("1d6", "a die", "TFB-3")
        if roll > 4:
            why("TFB-4", f"a {roll}")
        return why.so(roll > 4)

    chances, cited, _ = explained_odds(resolver)
    assert chances == Dist({True: 1, False: 2})
    assert cited == ("TFB-3", "TFB-4")


def test_every_rule_of_every_way_is_cited() -> None:
    def resolver(nature: Nature) -> Any:
        season = nature.pick(("winter", "spring"), "season", "TFB-5")
        more = tally(modifier(1, "late", "TFB-2")) if season == "spring" else tally()
        nature.faces("2d3", "two dice", "TFB-6")
        return nature.look(SEASON, tally(), season), nature.look(SMALL, more)

    assert set(explained_odds(resolver).rules) == {
        "TFB-1",
        "TFB-2",
        "TFB-5",
        "TFB-6",
        "TFB-7",
        "TFB-8",
    }


def test_given_dice_are_cited_too() -> None:
    def resolver(nature: Nature) -> Any:
        nature.roll("1d6", "one", "TFB-3")
        nature.faces("2d3", "two", "TFB-6")
        return nature.look(SEASON, column="spring")

    given_dice: dict[str, list[Given]] = {"one": [3], "two": [(1, 2)], "Season": [1]}
    chances, cited, _ = explained_odds(resolver, given=given_dice)
    assert chances == Dist.certain("mud")
    assert set(cited) == {"TFB-3", "TFB-6", "TFB-8"}


def test_a_muted_cell_has_no_odds() -> None:
    with mute("TFB-8"), pytest.raises(Muted):
        odds(lambda nature: nature.look(SEASON, column="spring"))


# Dice that are partly known


def test_a_total_leaves_the_single_dice_open() -> None:
    def equal(nature: Nature) -> bool:
        first, second = nature.faces("2d6", "two dice")
        return first == second

    assert odds(equal).chance(True) == Fraction(1, 6)
    assert odds(equal, given={"two dice": [4]}).chance(True) == Fraction(1, 3)
    assert odds(equal, given={"two dice": [7]}).chance(True) == 0
    assert odds(equal, given={"two dice": [(2, 2)]}) == Dist.certain(True)


def test_given_dice_must_be_possible() -> None:
    with pytest.raises(BadInput, match="one die cannot show 7"):
        odds(lambda nature: nature.roll("1d6", "a die"), given={"a die": [7]})


def test_given_dice_are_used_in_every_way_anew() -> None:
    def resolver(nature: Nature) -> tuple[int, int, int]:
        open_roll = nature.roll("1d3", "open")
        return open_roll, nature.roll("1d6", "known"), nature.roll("1d6", "known")

    expected = Dist({(roll, 5, second): 1 for roll in (1, 2, 3) for second in range(1, 7)})
    assert odds(resolver, given={"known": [5]}) == expected


def test_reasons_that_hold_in_every_way_explain_the_odds() -> None:
    def resolver(nature: Nature) -> Finding[bool]:
        why = Why()
        why("TFB-1", "always so")
        high = nature.roll("1d6", "a die") > 3
        if high:
            why("TFB-2", "only when high")
        return why.so(high)

    found = explained_odds(resolver)
    assert [reason.text for reason in found.why] == ["always so"]
    assert found.rules == ("TFB-1", "TFB-2")
