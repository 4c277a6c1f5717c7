"""No more units than may stay end their operations on a point, if they can leave it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arsenal.war_play import GAME, changed
from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.play.actions import Choice
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS
from landbridge.games.arsenal.map.points import NEIGHBOURS, NUMBER, POINTS
from landbridge.games.arsenal.war.columns import DISPERSED, FIGHTS, ID, put, units_on
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.movement.march import (
    ends,
    lines_on,
    may_move,
    movable,
    room_on,
)
from landbridge.games.arsenal.war.movement.operations import Operations
from landbridge.games.arsenal.war.stacking import room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, NOBODY, side_number

SUWALKI = NUMBER["SUW"]


def july(**settings: Any) -> Match[War]:
    """Axis operations of July 1941, after a June in which nobody moved."""
    match = Match.new(GAME, "barbarossa", seed=1, dice="either", **settings)
    while match.state.turn < 2 or match.decisions()[0].offers[0].verb != "move":
        match.do("done")
    return match


def overstacked(match: Match[War]) -> list[Violation]:
    """What is said of Suwalki."""
    return [v for v in match.decisions()[0].violations if v.text.startswith("Suwalki")]


def test_nine_units_may_stay_in_june_and_six_in_july_RUL_DC_6() -> None:
    match = july()
    assert room(match.state, SUWALKI) == -3
    (decision,) = match.decisions()
    (wrong,) = overstacked(match)
    assert wrong.text == "Suwalki holds 3 more combat units than may stay there"
    assert wrong.rules == ("DC-R12", "RUL-DC-6")
    before = match.state
    with pytest.raises(Refusal, match="Suwalki holds 3 more") as refused:
        match.do("done")
    assert refused.value.violations == decision.violations
    assert match.state is before
    while wrong := match.decisions()[0].violations:
        match.do(wrong[0].remedy)
    assert room(match.state, SUWALKI) == 0
    match.do("done")
    assert match.deciders[0] == "soviet"


def test_no_more_are_said_to_find_room_than_may_stay_RUL_DC_6() -> None:
    """Where a line carries more than may stay at its end, the smaller number is told."""
    state, fewer = july().state, 0
    for unit in (u for u in movable(state, AXIS) if FIGHTS[u]):
        slot = GAME.next_slot(state, "axis", "move", (ID[unit], PLACE_WORDS[state.at[unit]]))
        assert slot is not None
        costs = {one.word: one.cost for one in slot.choices if isinstance(one, Choice)}
        for line in lines_on(state, unit):
            cost = costs[PLACE_WORDS[line.end]]
            if cost and (state.held[line.end] == AXIS or not defended(state, line.end)):
                assert int(cost.split()[0]) <= room(state, line.end)
                fewer += room_on(state, line)[0] > room(state, line.end)
    assert fewer


def test_units_that_cannot_leave_stay_RUL_DC_6() -> None:
    match = july()
    state = match.state
    flags = state.flags
    for unit in units_on(state.at, SUWALKI):
        flags = put(flags, unit, flags[unit] | DISPERSED)
    assert overstacked(match)
    assert not overstacked(changed(match, flags=flags))


def test_attacking_is_no_way_to_leave_an_overstacked_point_RUL_DC_6() -> None:
    match = july()
    state = match.state
    held = state.held
    for point in NEIGHBOURS[SUWALKI]:
        if state.held[point] == AXIS or not defended(state, point):
            held = put(held, point, NOBODY)
    match = changed(match, held=held)
    assert any(ends(match.state, unit) for unit in units_on(state.at, SUWALKI))
    assert not overstacked(match)


def test_referee_may_let_overstacking_stand() -> None:
    match = july(mode="referee")
    match.do("done", declare=True)
    assert match.deciders[0] == "soviet"
    assert "RUL-DC-6" in match.history.records[-1].declared


def test_no_unit_must_leave_without_a_stacking_limit() -> None:
    match = july(options={"stacking": "no_limit"})
    assert not match.decisions()[0].violations
    match.do("done")


def too_full(state: War, side: int) -> list[int]:
    """The points of a side with more combat units than may stay, counted one by one."""
    here = Counter(
        point
        for unit, point in enumerate(state.at)
        if FIGHTS[unit] and state.side[unit] == side and point <= LAST_POINT
    )
    most = {point: 9 if state.turn == 1 or POINTS[point].city else 6 for point in here}
    return [point for point, count in here.items() if count > most[point]]


def can_leave(state: War, unit: int) -> bool:
    """Whether a unit could still go somewhere without a battle."""
    side = state.side[unit]
    return may_move(state, unit) and any(
        state.held[end] == side or not defended(state, end) for end in ends(state, unit)
    )


@pytest.mark.parametrize("name", ["random", "steady", "novice"])
def test_no_bot_leaves_points_overstacked(name: str) -> None:
    found = 0
    for scenario in ("tutorial", "case-blue"):
        match = Match.new(GAME, scenario, seed=7)
        play(match, {role: bot("arsenal", name, 7) for role in GAME.roles})
        assert match.outcome is not None
        assert not match.audit()
        before = match.at(0)
        for played in match.history:
            step = before.agenda[0]
            if isinstance(step, Operations):
                full = too_full(before, side_number(step.side))
                found += len(full)
                if played.record.do == "done":
                    staying = [u for p in full for u in units_on(before.at, p) if FIGHTS[u]]
                    assert not any(can_leave(before, unit) for unit in staying)
            before = played.state
    assert found, "nowhere did too many units stand"
