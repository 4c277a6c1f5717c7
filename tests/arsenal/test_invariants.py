"""What holds in every position of every match, whatever is done: the document's standing limits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conformance.corpus import FIRST, played
from landbridge.games.arsenal.forces.composites import twin
from landbridge.games.arsenal.forces.units import UNIT, UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, OUT, is_in_play
from landbridge.games.arsenal.map.points import HOME
from landbridge.games.arsenal.war.capacity import capacity_of
from landbridge.games.arsenal.war.columns import NATION
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.war.industry.entrainment import TooManyEntrained
from landbridge.games.arsenal.war.month import TurnEnd
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import SOVIET
from landbridge.referee.games import game

GAME = game("arsenal")
IRREPLACEABLE = ("STAVKA", "1MMD", "1PA")
TANK_ARMIES = [unit.number for unit in UNITS if twin(unit.id) >= 0]


def wrong_in(state: War, before: War) -> list[str]:
    """The limits that a position breaks; `before` is the one from which it came."""
    return [*wrong_moves(state, before), *wrong_places(state), *wrong_returns(state, before)]


def wrong_moves(state: War, before: War) -> Iterator[str]:
    side = next((step.side for step in state.agenda if isinstance(step, TurnEnd)), None)
    if side is None or isinstance(state.agenda[0], TooManyEntrained):
        return
    moves = capacity_of(state, side)
    # STAVKA HQ may be lost after its moves were used.
    if state.used > moves == capacity_of(before, side):
        yield f"{state.used} strategic moves of {moves} (DC-R42)"
    trains = sum(flag & ENTRAINED for flag in state.factory_flags)
    if side == "soviet" and trains > moves == capacity_of(before, side):
        yield f"{trains} factories are entrained (DC-R40)"


def wrong_places(state: War) -> Iterator[str]:
    if any(p <= LAST_POINT and state.held[p] != SOVIET for p in state.factory_at):
        yield "a factory stands on an Axis point (DC-R35)"
    for unit in TANK_ARMIES:
        if is_in_play(state.at[unit]) and is_in_play(state.at[twin(UNITS[unit].id)]):
            yield f"{UNITS[unit].id} and its twin are in play (DC-R56c)"
    for unit, place in enumerate(state.at):
        if place <= LAST_POINT and state.held[place] != state.side[unit]:
            yield f"{UNITS[unit].id} stands on an enemy point"


def wrong_returns(state: War, before: War) -> Iterator[str]:
    for word in IRREPLACEABLE:
        if before.at[UNIT[word]] == OUT != state.at[UNIT[word]]:
            yield f"{word} comes again (DC-R10)"
    for unit, place in enumerate(state.at):
        turned = NATION[unit] != "soviet" and state.side[unit] == before.side[unit] == SOVIET
        if turned and place <= LAST_POINT and place not in (*HOME[NATION[unit]], before.at[unit]):
            yield f"{UNITS[unit].id} has left its country (DC-R19)"


@pytest.mark.parametrize("seed", [FIRST, FIRST + 1])
@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(one.name, marks=pytest.mark.xdist_group(f"arsenal-{one.name}"))
        for one in GAME.scenarios
    ],
)
def test_no_position_breaks_a_standing_limit(scenario: str, seed: int) -> None:
    match = played(GAME, scenario, seed)
    before = match.at(0)
    for number, one in enumerate(match.history, start=1):
        state = match.at(number)
        assert wrong_in(state, before) == [], f"action {number}, {one.record.do}"
        before = state
