"""Barrages and air missions on the map: exact odds equal every throw, and what a side may know."""

from __future__ import annotations

import tomllib
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
from landbridge.games.belorussia.air.bombing import bomb, fly_in
from landbridge.games.belorussia.air.dogfights import Dogfight, fight_out
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    by_air,
    ready_barrage,
    roll_barrage,
)
from landbridge.games.belorussia.map_game.air.air_odds import fight_odds
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
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.sketch import read_sketch
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side
from landbridge.referee.games import game
from landbridge.referee.scripts import Script, play_script

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


AIR = """
terrain = "open"
around = 1
phase = "movement"
phasing = "soviet"
units = [
  {name = "Yak", side = "soviet", kind = "plane", arm = "fighter", strength = 3, rating = 4, range = 20, steps = 2, hex = "B18.19"},
  {name = "Bomber", side = "soviet", kind = "plane", arm = "bomber", strength = 9, rating = 1, brackets = true, range = 20, steps = 2, hex = "B18.19"},
  {name = "Jabo", side = "axis", kind = "plane", arm = "fighter", strength = 3, rating = 5, range = 20, steps = 2, hex = "B18.22"},
]
bases = [{hex = "B18.19", side = "soviet", level = 1}, {hex = "B18.22", side = "axis", level = 1}]
"""  # noqa: E501


@pytest.mark.parametrize("names", [("Yak",), ("Bomber",), ("Yak", "Bomber")])
def test_odds_of_an_air_combat_are_those_of_every_throw(names: tuple[str, ...]) -> None:
    over = read_sketch(AIR).theatre()
    rows = tuple(over.counters.row(name) for name in names)
    jabo, place = over.counters.row("Jabo"), over.land.place("B18.22")
    fight = Dogfight(place=place, attacker="soviet", attackers=rows, defenders=(jabo,))
    found = fight_odds(over, fight)
    assert found == every_throw(lambda nature: fight_out(over, fight, nature))
    alone = sum(found.chance(end) for end in found if end.left == (jabo,))
    # 4 against 5: the Yak is alone on 9 or more, the Jabo on 7 or less; the Jabo has 5 against 1.
    if names == ("Yak",):
        assert alone == Fraction(21, 36)
    if names == ("Bomber",):
        assert alone == Fraction(33, 36)


def test_odds_of_a_barrage_over_a_guarded_base_are_those_of_every_throw() -> None:
    over = read_sketch(AIR).theatre()
    row, jabo = over.counters.row("Bomber"), over.counters.row("Jabo")
    ordered = BarrageOrder(rows=(row,), place=over.land.place("B18.22"), target="air_base")
    thrown = every_throw(lambda nature: fly_in(over, ordered, (jabo,), nature).result)
    assert barrage_odds(over, ordered) == thrown


@pytest.mark.parametrize(("dice", "left"), [((9, 1), "Yak"), ((7, 1), "Jabo"), ((8, 1), "")])
def test_a_sweep_in_a_match_goes_as_its_forecast_resolves_it(
    dice: tuple[int, int], left: str
) -> None:
    own = tomllib.loads(AIR.replace("B18.19", "D20.03").replace("B18.22", "D20.06"))
    script = Script(
        play={"scenario": "first-steps"},
        position={
            "ground": "dry",
            "flight": "full",
            "agenda": [
                {"type": "MapMovement", "side": "soviet"},
                {"type": "MapSupply", "side": "soviet"},
            ],
            "map": {"clear": True, "units": own["units"], "bases": own["bases"]},
        },
    )
    match = play_script("belorussia", script, {}).match
    sweep = match.game.read("sweep D20.06 Yak")
    offered = match.game.forecast(match.view("soviet"), "soviet", sweep)
    assert offered is not None
    assert offered.odds.chance("they are driven off") == Fraction(10, 36)
    match.do("sweep D20.06 Yak", "soviet", dice=dice)
    position, counters = match.state.table.position, match.state.table.counters
    # A plane that has swept is Inactive in any case; the Jabo has to have stayed.
    gone = bool(position.done[counters.row("Jabo")] & INACTIVE)
    assert gone == (left != "Jabo")
