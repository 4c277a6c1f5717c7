"""Follies: what no bot leaves so at the end of its operations, in three scenarios."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import pytest

from landbridge.bots.known import bot
from landbridge.bots.seats import Seat
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import DISTANCE
from landbridge.games.arsenal.bot.judging.hard_rules import folly
from landbridge.games.arsenal.bot.keen import Keen
from landbridge.games.arsenal.bot.moving.redeployment import repair
from landbridge.games.arsenal.diary.follies import support_alone, support_on_map
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import FIGHTS, STAVKA
from landbridge.games.arsenal.war.industry.phase import Industry
from landbridge.games.arsenal.war.movement.operations import Operations
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase
from landbridge.games.arsenal.words import SOVIET, side_number
from landbridge.referee.games import new_match

MONTHS = 4
SCENARIOS = ("barbarossa", "case-blue", "bagration")


@lru_cache
def left(scenario: str, seed: int = 7) -> list[tuple[type, int, War]]:
    """The positions in which the keen bots end a phase, with the phase and the side."""
    match = new_match("arsenal", scenario, seed=seed)
    bots = {role: bot("arsenal", "keen", role) for role in match.game.roles}
    first, found = match.state.turn, []
    while match.outcome is None and match.state.turn < first + MONTHS:
        role = match.deciders[0]
        action = bots[role].choose(Seat(match, role))
        if isinstance(action, EndPhase):
            found.append((type(match.state.agenda[0]), side_number(role), match.state))
        match.do(action, role)
    return found


def ends(scenario: str, phase: type, seed: int = 7) -> list[tuple[int, War]]:
    return [(side, state) for kind, side, state in left(scenario, seed) if kind is phase]


def board(side: int, state: War) -> BotBoard:
    return Keen().look(state, side)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_who_could_leave_it_stays_in_folly(scenario: str) -> None:
    positions = ends(scenario, Operations)
    assert len(positions) == 2 * MONTHS
    for side, state in positions:
        steps = repair(board(side, state))
        assert not steps, (state.turn, side, steps)


def test_guns_and_aircraft_are_hardly_ever_alone_in_the_line() -> None:
    """Only where those beside them have just fallen, and nobody can come in their place."""
    alone = support = 0
    for scenario in SCENARIOS:
        for side, state in ends(scenario, Operations):
            alone += len(support_alone(state, side))
            support += len(support_on_map(state, side))
    assert support > 150
    assert alone <= 0.02 * support


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_line_is_manned(scenario: str) -> None:
    points = empty = 0
    for side, state in (*ends(scenario, Operations), *ends(scenario, Operations, 1)):
        seen = board(side, state)
        points += len(seen.needs.line.held)
        empty += sum(1 for point in seen.needs.line.held if not seen.fighters[point])
    assert points > 60
    assert empty <= 0.2 * points


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_few_fighters_stand_where_supply_fails_or_is_about_to_be_cut(scenario: str) -> None:
    fighters = wrong = 0
    for side, state in ends(scenario, Operations):
        seen = board(side, state)
        for unit, place in enumerate(state.at):
            if place <= LAST_POINT and FIGHTS[unit] and state.side[unit] == side:
                fighters += 1
                wrong += bool(folly(seen, unit, place))
    assert fighters > 400
    assert wrong <= 0.06 * fighters


def test_no_factory_waits_unguarded_for_the_enemy_while_a_train_is_free() -> None:
    looked = 0
    for _, state in ends("barbarossa", Industry):
        seen = board(SOVIET, state)
        if capacity_left(state, "soviet") < 1:
            continue
        for factory, place in enumerate(state.factory_at):
            if place in seen.exposed and not state.factory_flags[factory]:
                looked += 1
                assert seen.fighters[place], (state.turn, factory)
    assert looked


def test_headquarters_do_not_wander() -> None:
    places = [state.at[STAVKA] for side, state in ends("case-blue", Operations) if side == SOVIET]
    walked = sum(DISTANCE[a][b] for a, b in pairwise(places))
    assert walked <= 2 * max(DISTANCE[places[0]][places[-1]], 1) + 2
