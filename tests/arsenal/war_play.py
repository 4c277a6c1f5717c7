"""Wars for tests: begun, brought to a month or a verb, changed by hand."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.war.columns import AIR, put
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import SOVIET

GAME = Arsenal()


def begin(
    scenario: str = "barbarossa", options: dict[str, str] | None = None, **settings: Any
) -> Match[War]:
    """A match whose first turn has begun; every Soviet air army was caught on the ground.

    Months can pass in it without a move: points may be as full as they are.
    """
    options = {"stacking": "no_limit"} | (options or {})
    match = Match.new(GAME, scenario, seed=1, dice="either", options=options, **settings)
    state = match.state
    based = [u for u in AIR if state.side[u] == SOVIET and state.at[u] <= LAST_POINT]
    match.do("pick T-A", dice=[1] * len(based))
    return match


def skip(match: Match[War], verb: str) -> None:
    """End phases until one offers this verb."""
    while not any(offer.verb == verb for d in match.decisions() for offer in d.offers):
        match.do("done")


def to_month(match: Match[War], month: int, verb: str) -> None:
    """End phases until a turn and a verb of it."""
    while match.state.turn < month:
        match.do("done")
    skip(match, verb)


def changed(match: Match[War], **fields: Any) -> Match[War]:
    """The same match from another position."""
    return Match(GAME, match.header, replace(match.state, **fields), match.opening)


def at(match: Match[War], unit: str) -> int:
    return match.state.at[UNIT[unit]]


def moved(state: War, **places: str) -> War:
    """A position with units set on other points."""
    for unit, point in places.items():
        number = UNIT[unit.replace("_", "-")]
        state = replace(state, at=put(state.at, number, NUMBER[point]))
    return state


def open_verbs(match: Match[War]) -> set[str]:
    """What can be done now."""
    return {offer.verb for decision in match.decisions() for offer in decision.offers}
