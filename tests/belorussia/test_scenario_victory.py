"""What decides the short scenarios: places, losses, scoring events, levels, and who sees what."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.games.belorussia.armies.scenarios import map_scenario, map_scenarios
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.ledger.score import score_so_far
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.sheets import atlas, find_hex
from landbridge.games.belorussia.map_game.scenario_score import losses, settle_scoring_events
from landbridge.games.belorussia.map_game.score_tracks import score_tracks
from landbridge.games.belorussia.map_game.set_out import first_position, scenario_land
from landbridge.games.belorussia.position.position import UNUSED
from landbridge.games.belorussia.scenario_victory import Losses, all_terms
from landbridge.referee.scripts import from_position

GAME = Belorussia()
SHORT = sorted(all_terms())
SHORTER = {"scenario_length": "short"}


def arranged(scenario: str, **changes: Any) -> Ledger:
    begun = from_position(Match.new(GAME, scenario, seed=1), changes)
    state: Ledger = begun.state
    return state


def test_every_short_scenario_has_terms() -> None:
    windows = [plan.name for plan in map_scenarios().values() if plan.window is not None]
    assert sorted(windows) == SHORT


@pytest.mark.parametrize("scenario", SHORT)
def test_places_lie_in_play_and_are_axis_as_it_begins(scenario: str) -> None:
    land, names = scenario_land(scenario), country().places
    for place in all_terms()[scenario].places:
        assert find_hex(place.hex) in land.index
        known = place.name.removeprefix("western ").removeprefix("eastern ")
        assert find_hex(place.hex) in names[known].hexes
    assert score_so_far(Match.new(GAME, scenario, seed=1).state).result.points <= 0


@pytest.mark.parametrize("scenario", SHORT)
def test_everybody_sees_the_same_score(scenario: str) -> None:
    place = all_terms()[scenario].places[0]
    state = arranged(scenario, map={"soviet_holds": [place.hex]})
    seen = [score_tracks(GAME.view(state, role)) for role in ("axis", "soviet", SPECTATOR)]
    assert seen == [score_tracks(state)] * 3


def test_divisions_and_whole_formations_count_as_lost() -> None:
    scenario = "first-steps"
    counters = arranged(scenario).table.counters
    here = first_position(scenario)
    tanks = [
        {"id": counter.id, "hex": "dead"}
        for row, counter in enumerate(counters)
        if counter.formation == "1G.Tk" and counter.is_combat and here.place_of(row) != UNUSED
    ]
    rifles = [{"id": id, "hex": "dead"} for id in ("S-RD-307", "S-RD-73")]
    state = arranged(scenario, map={"units": [*tanks, *rifles]})
    assert losses(state, "soviet") == Losses(divisions=2, formations=1)
    assert score_so_far(state).result.points == -2
    most = arranged(scenario, map={"units": tanks[1:]})
    assert losses(most, "soviet") == Losses()


AGENDA = [{"type": "MapMovement", "side": "axis"}, {"type": "TurnEnd"}]


def end_turn(scenario: str, units: list[dict[str, Any]], **more: Any) -> Match[Any]:
    """A match in which only these units stand, when its first turn is over."""
    changes = {
        "ground": "dry",
        "flight": "none",
        "agenda": AGENDA,
        "map": {"clear": True, "units": units},
    }
    match: Match[Any] = from_position(Match.new(GAME, scenario, seed=1), changes | more)
    match.do("finish")
    return match


def rifles(side: str, *hexes: str) -> list[dict[str, Any]]:
    return [
        {"name": f"Rifles {at}", "side": side, "strength": 9, "rating": 3, "move": 6, "hex": at}
        for at in hexes
    ]


def test_kovel_that_is_cut_off_once_counts_for_good() -> None:
    assert Match.new(GAME, "kovel", seed=1).state.table.scored_events == ("in_trace",)
    garrison = rifles("axis", "C14.12")
    around = rifles("soviet", "C13.12", "C14.13", "C15.13", "C15.12", "C14.11", "C13.11")
    cut = end_turn("kovel", garrison + around)
    assert cut.state.table.scored_events == ("cut_off",)
    assert score_so_far(cut.state).result.points == 2
    told = [GAME.sentence(event) for _, event in cut.log()]
    assert "Worth 2 Soviet points: no Axis supply reaches Kovel at the end of a turn." in told
    table = replace(Match.new(GAME, "kovel", seed=1).state.table, deeds=("cut_off",))
    freed = settle_scoring_events(replace(cut.state, on_map=table), Play(Sampler(1)))
    assert freed.table.scored_events == ("cut_off", "in_trace")
    assert score_so_far(freed).result.points == -2


def test_the_short_length_ends_a_long_scenario_early() -> None:
    whole = Match.new(GAME, "orsha-road", seed=1).state
    first = Match.new(GAME, "orsha-road", seed=1, options=SHORTER).state
    assert (whole.turns_said, first.turns_said) == (15, 5)
    assert [goal.points for goal in score_tracks(first)[0].goals] == [8]
    kovel = Match.new(GAME, "kovel", seed=1, options=SHORTER).state
    assert kovel.last_turn == map_scenario("kovel").last_turn


def test_where_nobody_draws_no_side_is_told_how() -> None:
    ahead = arranged("first-steps", map={"soviet_holds": ["D10.15"]})
    for state in (ahead, arranged("first-steps")):
        track = score_tracks(state)[0]
        assert [goal.text for goal in track.goals] == ["Soviet victory at the end"]
        assert not any("draw" in need for need in track.needs.values())
    drawn = score_tracks(arranged("gomel-rechitsa"))[0]
    assert "to draw" in drawn.needs["soviet"]


def test_a_campaign_on_the_map_counts_and_ends_by_its_own_places() -> None:
    cities = ("Minsk", "Vitebsk", "Orsha", "Mogilev")
    hexes = [atlas().label(hex) for name in cities for hex in country().place(name).hexes]
    assert end_turn("map-1944", rifles("soviet", *hexes[1:])).state.ended is None
    match = end_turn("map-1944", rifles("soviet", *hexes))
    assert match.state.ended == "sudden"
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.winner == "soviet"
