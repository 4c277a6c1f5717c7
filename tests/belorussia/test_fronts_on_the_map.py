"""To which Front a unit on the map belongs, and that a theatre never mixes postures up."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.games.belorussia.fronts.display import FRONT_HQS, FRONTS, FrontState
from landbridge.games.belorussia.fronts.fronts_on_map import effects_on, front_at, front_of
from landbridge.games.belorussia.ledger.fronts.orders import FrontOrders, ShortDisplay
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.phases import own_rows
from landbridge.games.belorussia.map_game.set_out import (
    first_position,
    scenario_counters,
    scenario_land,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rulings import Rulings
from landbridge.referee.games import game

RESTING = {front: FrontState("regrouping", 1) for front in FRONTS}
ATTACKING = {front: FrontState("offensive", 2) for front in FRONTS}


def theatre_of(scenario: str, **more: object) -> Theatre:
    return Theatre(
        scenario_land(scenario),
        scenario_counters(scenario),
        first_position(scenario),
        **more,  # type: ignore[arg-type]
    )


def test_the_row_between_two_fronts_belongs_to_the_northern_one() -> None:
    theatre = theatre_of("map-1943")
    place = theatre.land.place
    found = {
        label: front_at(theatre, place(label))
        for label in ("B30.18", "B30.17", "D40.33", "D40.32", "D40.20", "D40.19", "C5.20", "A5.17")
    }
    assert found == {
        "B30.18": "1st_baltic",
        "B30.17": "western",
        "D40.33": "western",
        "D40.32": "2nd_belorussian",
        "D40.20": "2nd_belorussian",
        "D40.19": "1st_belorussian",
        "C5.20": "2nd_belorussian",
        "A5.17": "western",
    }


def test_by_ruling_the_nearest_hq_decides() -> None:
    theatre = theatre_of("map-1943", rulings=Rulings(front_boundaries="by_nearest_hq"))
    for front, id in FRONT_HQS.items():
        row = theatre.counters.row(id)
        if theatre.on_map(row):
            assert front_at(theatre, theatre.place_of(row)) == front


def test_axis_units_and_partisans_belong_to_no_front() -> None:
    theatre = theatre_of("map-1943", fronts=RESTING)
    assert {front_of(theatre, row) for row in own_rows(theatre, "axis")} == {None}
    for row in theatre.counters.partisans:
        assert front_of(theatre, row) is None
    soviet = {front_of(theatre, row) for row in own_rows(theatre, "soviet")}
    assert soviet - {None} == set(FRONTS)


def test_a_theatre_in_another_posture_knows_nothing_of_the_one_before() -> None:
    before = theatre_of("gomel-rechitsa", fronts=RESTING)
    rows = own_rows(before, "soviet")
    fighters = [row for row in rows if front_of(before, row)]
    assert {effects_on(before, row).attack_ar for row in fighters} == {-2}
    after = before.at_another_time("dry", False, "combat", "soviet", ATTACKING)
    assert {effects_on(after, row).attack_ar for row in fighters} == {0}
    moved = before.position.moved({fighters[0]: before.place_of(fighters[1])})
    assert effects_on(after.with_position(moved), fighters[0]).attack_ar == 0
    assert effects_on(before.with_position(moved), fighters[0]).attack_ar == -2


def test_the_fronts_of_a_match_are_those_of_its_theatre() -> None:
    match = Match.new(game("belorussia"), "orsha-road", seed=3)
    state = match.state
    assert state.fronts["western"].posture == "offensive"
    looked = state.theatre("combat", "soviet")
    assert looked.fronts == state.fronts


def after_display(scenario: str, turns: int = 1) -> tuple[Any, tuple[Any, ...]]:
    """A short scenario in which the display has moved on so often, and the events of the last."""
    state = Match.new(Belorussia(), scenario, seed=1).state
    for _ in range(turns):
        play = Play(ScriptedDice(()))
        state = ShortDisplay().run(replace(state, agenda=()), play)
    return state, tuple(play.events)


def test_the_display_moves_on_in_short_scenarios() -> None:
    state, events = after_display("orsha-road")
    assert state.fronts["western"] == FrontState("offensive", 1, 0)
    fronts = [event.values["front"] for event in events]
    assert fronts == ["Western Front", "2nd Belorussian Front"]
    assert (
        state.fronts["1st_belorussian"]
        == Match.new(Belorussia(), "orsha-road", seed=1).state.fronts["1st_belorussian"]
    )


def test_an_offensive_of_a_short_scenario_ends_after_eight_turns() -> None:
    assert after_display("orsha-road", 8)[0].fronts["western"].posture == "offensive"
    assert after_display("orsha-road", 9)[0].fronts["western"].posture == "regrouping"


def test_orders_are_asked_for_where_a_front_there_is_not_on_the_offensive() -> None:
    assert isinstance(after_display("vitebsk-winter")[0].agenda[0], FrontOrders)
    assert after_display("first-steps")[0].agenda == ()
