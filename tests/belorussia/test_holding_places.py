"""Who holds the places that are worth points, told by the map."""

from __future__ import annotations

from typing import Any

from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.sheets import atlas
from landbridge.games.belorussia.map_game.holding_places import note_places
from landbridge.referee.scripts import from_position

GAME = Belorussia()


def labels(*places: str) -> list[str]:
    return [atlas().label(hex) for name in places for hex in country().place(name).hexes]


def noted(scenario: str, **held: list[str]) -> tuple[Ledger, list[str]]:
    begun: Match[Any] = from_position(Match.new(GAME, scenario, seed=1), {"map": held})
    play = Play(Sampler(1))
    state = note_places(begun.state, play)
    return state, [GAME.sentence(event) for event in play.events]


def test_a_campaign_begins_with_what_each_side_holds() -> None:
    assert Match.new(GAME, "map-1943", seed=1).state.held == ()
    begun = Match.new(GAME, "map-1944", seed=1).state
    assert set(begun.held) == {"Gomel", "Rechitsa", "Mozyr", "Kalinkovichi", "Nevel", "Gorodok"}


def test_a_place_that_is_taken_is_noted() -> None:
    state, told = noted("map-1943", soviet_holds=labels("Gomel"))
    assert state.held == ("Gomel",)
    assert told == ["The Soviet side holds Gomel."]


def test_a_city_of_two_hexes_is_held_when_both_are() -> None:
    one, other = labels("Vitebsk")
    assert noted("map-1943", soviet_holds=[one])[0].held == ()
    state, told = noted("map-1943", soviet_holds=[one, other])
    assert state.held == ("Vitebsk",)
    assert any("emergency units" in line for line in told)


def test_a_city_behind_the_front_that_is_lost_is_noted() -> None:
    state, told = noted("map-1943", axis_holds=labels("Smolensk"))
    assert state.cities_lost == ("Smolensk",)
    assert told == ["The Soviet side does not hold Smolensk."]


def test_a_short_scenario_notes_places_and_calls_for_nobody() -> None:
    state, told = noted("vitebsk-winter", soviet_holds=labels("Vitebsk"))
    assert state.held == ("Nevel", "Vitebsk", "western Vitebsk", "eastern Vitebsk")
    assert told == [
        "western Vitebsk is Soviet now, worth 6 points.",
        "eastern Vitebsk is Soviet now, worth 6 points.",
    ]
