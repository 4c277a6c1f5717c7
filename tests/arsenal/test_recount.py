"""Random and bot matches end with the books to which their logs add up, recounted independently."""

from __future__ import annotations

import pytest

from arsenal.recount import Books
from conformance.corpus import FIRST, played
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.map.places import (
    DEAD,
    DESTROYED,
    LAST_POINT,
    LATER,
    OUT,
    POOL,
    SIBERIA,
    UNBUILT,
)
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.victory_count import victory_count
from landbridge.games.arsenal.words import SIDES
from landbridge.referee.games import game

GAME = game("arsenal")
SCENARIOS = [scenario.name for scenario in GAME.scenarios]
BOXES = {DEAD: "dead", OUT: "out", POOL: "pool", LATER: "later", SIBERIA: "Siberia"}
FACTORY_BOXES = {SIBERIA: "Siberia", UNBUILT: "unbuilt", DESTROYED: "destroyed"}


def units_of(state: War) -> dict[str, str]:
    return {
        unit.id: POINTS[place].name if place <= LAST_POINT else BOXES[place]
        for unit, place in zip(UNITS, state.at, strict=True)
    }


def factories_of(state: War) -> dict[str, str]:
    return {
        factory.id: POINTS[place].name if place <= LAST_POINT else FACTORY_BOXES[place]
        for factory, place in zip(FACTORIES, state.factory_at, strict=True)
    }


def holders_of(state: War) -> dict[str, str]:
    return {
        point.name: SIDES[holder]
        for point, holder in zip(POINTS, state.held, strict=True)
        if holder < len(SIDES)
    }


STRIDE = 100
"""After so many actions the books are compared, on the way to the end."""


def recounted(match: Match[War]) -> Books:
    """The books of a match by its log, from its first position on; right all along the way."""
    first = match.at(0)
    books = Books(units_of(first), factories_of(first), holders_of(first))
    for number, one in enumerate(match.history, start=1):
        books.read(one.events)
        if number % STRIDE == 0:
            compare(books, match.at(number))
    return books


def compare(books: Books, state: War) -> None:
    """Find in a position what its log adds up to."""
    assert books.units == units_of(state)
    assert books.plants == factories_of(state)
    assert books.held == holders_of(state)
    trains = {f.id for f in FACTORIES if state.factory_flags[f.number] & ENTRAINED}
    assert books.trains == trains
    assert books.used == state.used
    due = [one.what for one in state.due]
    assert +books.due == {what: due.count(what) for what in due}


def agree(match: Match[War]) -> None:
    books = recounted(match)
    compare(books, match.state)
    assert match.outcome is not None
    assert match.outcome.score == {"axis": victory_count(match.state).held}
    assert books.score() == books.points


@pytest.mark.parametrize("seed", [FIRST, FIRST + 1])
@pytest.mark.parametrize(
    "scenario",
    [pytest.param(name, marks=pytest.mark.xdist_group(f"arsenal-{name}")) for name in SCENARIOS],
)
def test_random_match_has_the_books_of_its_log(scenario: str, seed: int) -> None:
    agree(played(GAME, scenario, seed))


@pytest.mark.parametrize("scenario", ["tutorial", "barbarossa", "case-blue", "bagration"])
def test_bot_match_has_the_books_of_its_log(scenario: str) -> None:
    match = Match.new(GAME, scenario, seed=7)
    play(match, {role: Steady(f"{role} 7") for role in GAME.roles})
    agree(match)
