"""What the map bot must not do: small positions in which it once did, and what it does now."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.bot.allocation import Allocation
from landbridge.games.belorussia.bot.answers import missed_least
from landbridge.games.belorussia.bot.front_line import draw_line, hex_cost
from landbridge.games.belorussia.bot.ground import goals_of, worth_of
from landbridge.games.belorussia.bot.leaving import emptied, plan_flights, price_of_going
from landbridge.games.belorussia.bot.levels import KEEN
from landbridge.games.belorussia.bot.moving import FULL, Errand, Way, actions_for
from landbridge.games.belorussia.bot.picture import Picture
from landbridge.games.belorussia.bot.player import Keen
from landbridge.games.belorussia.bot.postures import Posture
from landbridge.games.belorussia.bot.pursuit import SURE
from landbridge.games.belorussia.bot.stakes import points_of, stakes_of
from landbridge.games.belorussia.bot.tall_stacks import one_too_many, plan_thinning
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.sequence import ChooseOrder, Go
from landbridge.games.belorussia.map_game.arrivals.consolidating import Consolidate
from landbridge.games.belorussia.map_game.arrivals.short_arrivals import MapArrivals
from landbridge.games.belorussia.map_game.movement.overstacking import Eliminate, Overstacked
from landbridge.games.belorussia.map_game.phases import Finish
from landbridge.games.belorussia.map_game.supply.fuelling import Fuel
from landbridge.games.belorussia.movement.stacking import quarters_in
from landbridge.games.belorussia.position.sketch import read_sketch
from landbridge.games.belorussia.words import Side

LOSERS = """
around = 2
terrain = "open"
units = [
  {name = "Cavalry", side = "soviet", size = "XX", steps = 1, strength = 3, hex = "B18.19"},
  {name = "Rifles", side = "soviet", size = "XX", steps = 3, strength = 12, hex = "B18.19"},
]
"""


def beginning(scenario: str, moved: dict[str, str] | None = None) -> Ledger:
    """A scenario's first position, some units moved elsewhere."""
    state = Match.new(Belorussia(), scenario, seed=1).state
    land, counters = state.table.land, state.table.counters
    rows = {counter.id: row for row, counter in enumerate(counters)}
    where = {rows[id]: land.place(label) for id, label in (moved or {}).items()}
    return state.with_position(state.table.position.moved(where))


def looked_at(state: Ledger, side: Side) -> Picture:
    theatre = state.theatre("movement", side)
    stakes = stakes_of(state, side, theatre, points_of(state))
    return Picture(theatre, side, KEEN, None, stakes)


def row_of(picture: Picture, id: str) -> int:
    return next(row for row in picture.own if picture.theatre.counter(row).id == id)


def allocated(state: Ledger, picture: Picture, posture: Posture) -> Allocation:
    goals = goals_of(state)
    worth = worth_of(state.table.land, goals)
    return Allocation(state, picture, draw_line(picture), worth, goals, posture)


def test_whoever_is_cut_off_goes_back_to_where_it_is_fed() -> None:
    picture = looked_at(
        beginning("first-steps", {"S-RD-246": "D8.11", "G-ID-137": "D8.12"}), "axis"
    )
    row = row_of(picture, "G-ID-86")
    assert not picture.supply.in_trace(row)
    goals = {errand.row: errand.goal for errand in plan_flights(picture)}
    assert picture.fed(row, goals[row])
    assert not plan_flights(looked_at(beginning("first-steps"), "axis"))


def test_places_that_count_are_not_left_by_their_last_unit() -> None:
    state = beginning("first-steps")
    picture = looked_at(state, "axis")
    found = allocated(state, picture, "hold")
    for id in ("G-CAV-M", "G-KOR-580"):  # Khoiniki and Vasilevichi
        row = row_of(picture, id)
        assert found.bound[row] == picture.place(row)


def test_on_the_attack_nobody_who_faces_the_enemy_is_massed_elsewhere() -> None:
    state = beginning("orsha-road")
    picture = looked_at(state, "soviet")
    massed = [e.row for e in allocated(state, picture, "assault").errands if e.why == "mass"]
    assert massed, "those behind come up"
    assert not [row for row in massed if picture.touches_enemy(picture.place(row))]


def test_in_the_last_turn_nobody_is_massed() -> None:
    state = beginning("orsha-road")
    picture = looked_at(state, "soviet")
    picture.stakes = replace(picture.stakes, turns_left=0)
    found = allocated(state, picture, "assault")
    assert not [errand for errand in found.errands if errand.why == "mass"]


def test_no_overrun_is_worth_a_hedgehog_that_is_left_empty() -> None:
    picture = looked_at(beginning("orsha-road"), "axis")
    row = row_of(picture, "G-ID-252")
    here = picture.place(row)
    assert emptied(picture, (row,)) == {here}
    assert here in picture.theatre.position.hedgehogs
    target = next(there for there in picture.around(here) if there in picture.enemy_at)
    assert price_of_going(picture, (row,), target) > SURE


def test_a_hedgehog_in_which_one_stands_is_cheaper_for_the_line() -> None:
    picture = looked_at(beginning("orsha-road"), "axis")
    held = picture.place(row_of(picture, "G-ID-252"))
    bare = Picture(
        picture.theatre.with_position(replace(picture.theatre.position, hedgehogs={})), "axis", KEEN
    )
    # Two hexes farther back than the front: without its works the line would not run there.
    assert hex_cost(picture, held, 2) < hex_cost(bare, held, 2)


def test_a_division_of_one_step_is_not_lost_before_a_strong_one() -> None:
    theatre = read_sketch(LOSERS).theatre()
    assert theatre.counter(missed_least(theatre, (0, 1))).name == "Rifles"


TALL = dict.fromkeys(("S-RD-246", "S-RD-60", "S-RD-193", "S-RD-69"), "D9.10")
"""Four divisions more beside the two and a brigade that stand there."""


def test_of_a_stack_that_is_too_tall_as_many_go_as_must() -> None:
    picture = looked_at(beginning("first-steps", TALL), "soviet")
    place = picture.land.place("D9.10")
    assert quarters_in(picture.theatre, place, "soviet") > FULL
    gone = {errand.row: errand.goal for errand in plan_thinning(picture)}
    after = picture.theatre.with_position(picture.theatre.position.moved(gone))
    assert quarters_in(after, place, "soviet") <= FULL
    assert all(quarters_in(after, end, "soviet") <= FULL for end in gone.values())


def test_who_must_give_somebody_up_keeps_his_divisions() -> None:
    state = beginning("first-steps", {"S-GRD-37": "D9.10", "S-RD-246": "D9.10"})
    given = one_too_many(state, Overstacked("soviet"))
    assert isinstance(given, Eliminate)
    counters = state.table.counters
    assert next(one for one in counters if one.id == given.unit).size != "XX"


def test_a_formation_is_not_fuelled_for_one_of_its_units() -> None:
    picture = looked_at(beginning("first-steps"), "soviet")
    row = row_of(picture, "S-GTB-15")
    errand = Errand(row=row, goal=picture.land.place("D7.08"), why="capture")
    way = Way(None, errand.goal, 0)
    one, many = (
        [
            action.method
            for action in actions_for(picture.theatre, errand, way, n)
            if isinstance(action, Fuel)
        ]
        for n in (2, 5)
    )
    assert one == ["single"]
    assert many == ["formation"]


class Asked:
    """A seat that is asked something, where anything is legal."""

    role = "soviet"
    decisions = ()

    def __init__(self, view: Ledger) -> None:
        self.view = view

    def check(self, action: Any) -> tuple[()]:
        return ()

    def random_action(self, choose: Any) -> Consolidate:
        return Consolidate("S-RD-69", "S-RD-193")


def test_nobody_is_merged_away() -> None:
    state = replace(beginning("first-steps"), agenda=(MapArrivals("soviet"),))
    assert isinstance(Keen(1).choose(Asked(state)), Finish)  # type: ignore[arg-type]


def test_in_the_last_turn_it_wants_the_last_word() -> None:
    state = beginning("first-steps")
    state = replace(state, turn=state.last_turn, agenda=(ChooseOrder("soviet"),))
    assert Keen(1).choose(Asked(state)) == Go("second")  # type: ignore[arg-type]
