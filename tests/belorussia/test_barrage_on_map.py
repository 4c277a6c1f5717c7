"""Barrages and air missions on the map: exact odds equal every throw, and what a side may know."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.dice import dice
from landbridge.engine.chance.nature import Nature, NeedRoll, ScriptedDice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.air.bombing import bomb
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    by_air,
    ready_barrage,
    roll_barrage,
)
from landbridge.games.belorussia.map_game.barrage.barrage_odds import barrage_odds, forecast_barrage
from landbridge.games.belorussia.map_game.barrage.barrage_segments import (
    BarrageSegment,
    CombatBarrage,
    MovementBarrage,
)
from landbridge.games.belorussia.map_game.barrage.barraging import (
    against_barrage,
    circumstances,
    possible_barrages,
    shooters,
    targets_near,
)
from landbridge.games.belorussia.position.sketch import read_sketch
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side
from landbridge.referee.games import game

SKETCH = """
terrain = "open"
around = 1
phase = "exploitation"
units = [
  {name = "Guns", side = "soviet", duty = "artillery", strength = 30, rating = 1, move = 2,
   range = 3, hex = "B18.19", done = ["released"]},
  {name = "One", side = "soviet", kind = "plane", arm = "bomber", strength = 9, rating = 1,
   brackets = true, range = 20, steps = 2, hex = "B18.19"},
  {name = "Two", side = "soviet", kind = "plane", arm = "bomber", strength = 5, rating = 1,
   brackets = true, range = 20, steps = 2, lost = 1, hex = "B18.19"},
  {name = "Scouts", side = "soviet", strength = 3, rating = 3, move = 8, hex = "B18.21"},
  {name = "Top", side = "axis", strength = 5, rating = 3, move = 4, hex = "B18.22"},
  {name = "Below", side = "axis", strength = 5, rating = 3, move = 4, steps = 3, hex = "B18.22"},
]
bases = [
  {hex = "B18.19", side = "soviet", level = 1},
  {hex = "B18.22", side = "axis", level = 2},
]
dumps = [{hex = "B18.19", side = "soviet", sp = 5}]
""".replace(",\n   ", ", ")


@pytest.fixture(scope="module")
def theatre() -> Theatre:
    return read_sketch(SKETCH).theatre()


def order(theatre: Theatre, target: Any, *names: str) -> BarrageOrder:
    rows = tuple(theatre.counters.row(name) for name in names)
    return BarrageOrder(rows=rows, place=theatre.land.place("B18.22"), target=target)


def every_throw(resolve: Any) -> Dist[Any]:
    """The odds of a resolver by throwing every sequence of dice, one after the other."""
    shares: Counter[Any] = Counter()
    scale = 6**8

    def follow(given: tuple[tuple[int, ...], ...], ways: int) -> None:
        try:
            result = resolve(ScriptedDice(given))
        except NeedRoll as needed:
            count = dice(needed.chance.dice).count
            for faces in product(range(1, 7), repeat=count):
                follow((*given, faces), ways * 6**count)
            return
        shares[result] += scale // ways

    follow((), 1)
    return Dist(dict(shares))


@pytest.mark.parametrize(
    ("target", "names"),
    [
        ("units", ("Guns",)),
        ("air_base", ("Guns",)),
        ("units", ("One", "Two")),
        ("air_base", ("One", "Two")),
        ("trainbusting", ("One",)),
    ],
)
def test_odds_of_a_barrage_are_those_of_every_throw(
    theatre: Theatre, target: Any, names: tuple[str, ...]
) -> None:
    ordered = order(theatre, target, *names)

    def resolve(nature: Nature) -> Any:
        if by_air(theatre, ordered):
            return bomb(theatre, ordered, nature).result
        return roll_barrage(ready_barrage(theatre, ordered).result, nature).result

    assert barrage_odds(theatre, ordered) == every_throw(resolve)


def test_a_forecast_counts_only_what_is_seen(theatre: Theatre) -> None:
    ordered = order(theatre, "units", "Guns")
    found = forecast_barrage(theatre, ordered, "soviet")
    assert found is not None
    assert "-1: density, 1 RE" in found.notes
    ready = ready_barrage(theatre, ordered).result
    assert int(ready.shifts.total) == 1  # type: ignore[union-attr]
    assert sum(found.odds.chance(words) for words in found.odds) == Fraction(1)


@pytest.mark.parametrize("scenario", ["first-steps", "kovel"])
@pytest.mark.parametrize("segment", [MovementBarrage, CombatBarrage])
def test_what_is_offered_is_what_one_gun_or_plane_may_barrage(
    scenario: str, segment: type[BarrageSegment]
) -> None:
    state = Match.new(game("belorussia"), scenario, seed=5).state
    state = replace(state, ground="dry", flight="full")
    sides: tuple[Side, ...] = ("soviet", "axis")
    for side in sides:
        step = segment(side, side)
        theatre = step.theatre(state)
        every = {
            (place, kind)
            for row in shooters(state, step)
            for place, kind in targets_near(theatre, row)
            if not against_barrage(
                theatre, BarrageOrder(rows=(row,), place=place, target=kind), circumstances(state)
            )
        }
        assert set(possible_barrages(state, step)) == every
