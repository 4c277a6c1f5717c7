"""Whole columns at once say what is said unit by unit, on positions of random wars."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arsenal.random_play import draw
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.columns import both
from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import mute
from landbridge.games.arsenal.forces.unit_values import may_fortify
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, NOWHERE, SIBERIA
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS, RAIL, regions
from landbridge.games.arsenal.map.supply_lines import OVERLAND, SOURCES, overland_supply
from landbridge.games.arsenal.remembering import remembered
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FORTIFIED,
    FOUGHT,
    FRESH,
    KIND_OF,
    MOVES_AS,
    RAILED,
    STEP,
    STEPS,
    units_on,
)
from landbridge.games.arsenal.war.front import enemy_near, front
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.masks import column_of, draw_marked, number, those
from landbridge.games.arsenal.war.month import TurnEnd, recover
from landbridge.games.arsenal.war.movement.march import ALLOWED, MUD, movable
from landbridge.games.arsenal.war.movement.passengers import may_entrain, sailors, travellers
from landbridge.games.arsenal.war.restraints import bound
from landbridge.games.arsenal.war.stacking import full_points, has_room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import in_supply, supplied
from landbridge.games.arsenal.war.weather import skies
from landbridge.games.arsenal.words import SIDES, own_points

GAME = Arsenal()
COLUMN = st.binary(min_size=3, max_size=3)


def positions(seed: int) -> Iterator[War]:
    """Every thirtieth position of a random war."""
    nature, rng = Sampler(seed), random.Random(seed)
    state = GAME.set_up("campaign", GAME.choose({}), Play(nature))
    count = 0
    while (drawn := draw(state, rng.randrange)) is not None:
        state = GAME.apply(state, *drawn, Play(nature))
        count += 1
        if count % 30 == 0:
            yield state


@given(COLUMN, COLUMN)
def test_columns_are_joined_byte_by_byte(first: bytes, second: bytes) -> None:
    assert both(first, second) == bytes(a & b for a, b in zip(first, second, strict=True))
    assert those(first) == [n for n, value in enumerate(first) if value]


def test_any_marked_number_is_drawn() -> None:
    rng = random.Random(1)
    for marked in (bytes(200), bytes(150) + b"\1" + bytes(49), bytes([0, 1, 1]) * 30):
        drawn = {draw_marked(marked, rng.randrange) for _ in range(2000)}
        assert drawn == set(those(marked)) or (drawn == {-1} and not any(marked))


def test_a_column_of_units_is_a_number_and_back() -> None:
    flags = next(positions(2)).flags
    assert column_of(number(flags)) == flags


def test_nothing_is_remembered_while_a_rule_is_muted() -> None:
    asked = []

    @remembered(4)
    def ask(number: int) -> int:
        asked.append(number)
        return number

    assert [ask(1), ask(1)] == [1, 1]
    with mute("DC-R01"):
        ask(1)
    assert asked == [1, 1]


def may_march(state: War, unit: int, side: int) -> bool:
    """Whether a unit may still move, said in full."""
    place, flags = state.at[unit], state.flags[unit]
    if place > LAST_POINT and place != SIBERIA:
        return False
    if flags & (DISPERSED | FRESH | RAILED | FOUGHT) or state.target[unit] != NOWHERE:
        return False
    north, south = skies(state)
    here = None
    if place != SIBERIA:
        here = north if POINTS[place].zone == "north" else south
    most = ALLOWED[MOVES_AS[unit]]
    if here == "mud":
        most = min(most, MUD)
    owner = state.side[unit] == side and UNITS[unit].side == SIDES[side]
    return owner and flags // STEP % (STEPS + 1) < most and not bound(state, unit)


@pytest.mark.parametrize("seed", range(3))
def test_who_may_move(seed: int) -> None:
    for state in positions(seed):
        for side in range(2):
            units = range(len(UNITS))
            assert movable(state, side) == [u for u in units if may_march(state, u, side)]
            rested = [u for u in units if state.side[u] == side and may_entrain(state, u)]
            on_map = [u for u in rested if state.at[u] <= LAST_POINT or state.at[u] == SIBERIA]
            behind = [
                u
                for u in on_map
                if state.at[u] == SIBERIA or not enemy_near(state, state.at[u], side)
            ]
            assert those(travellers(state, side)) == [u for u in behind if in_supply(state, u)]
            assert set(those(sailors(state, side))) <= {
                u for u in behind if state.at[u] <= LAST_POINT and POINTS[state.at[u]].seas
            }


@pytest.mark.parametrize("seed", range(3))
def test_where_the_front_is_and_where_it_is_crowded(seed: int) -> None:
    for state in positions(seed):
        for side in range(2):
            near = front(state, side)
            assert [bool(near[p]) for p in range(256)] == [
                p <= LAST_POINT and enemy_near(state, p, side) for p in range(256)
            ]
        full = [p for p in range(LAST_POINT + 1) if not has_room(state, p)]
        assert sorted(full_points(state)) == full


@pytest.mark.parametrize("seed", range(3))
def test_who_recovers_fortifies_and_starves(seed: int) -> None:
    for state in positions(seed):
        for side in range(2):
            level = supplied(state, side)
            after = recover(state, side, "recovery")
            closed = TurnEnd(SIDES[side]).run(state, Play(Sampler(1)))
            for unit, place in enumerate(state.at):
                flags = state.flags[unit]
                if state.side[unit] != side:
                    assert after.flags[unit] == flags
                    continue
                kept = flags & (FORTIFIED | DISPERSED)
                fed = place == SIBERIA or (place <= LAST_POINT and level[place] > 0)
                assert after.flags[unit] == (kept & ~DISPERSED if fed else kept)
                if place <= LAST_POINT and closed.at[unit] == place:
                    digs = not flags and may_fortify(KIND_OF[unit])
                    assert closed.flags[unit] == (FORTIFIED if digs else flags)
                    unsupplied_turns = (
                        0 if level[place] else min(state.unsupplied_turns[unit] + 1, 9)
                    )
                    assert closed.unsupplied_turns[unit] == unsupplied_turns


def reached(starts: list[int], free: bytes, lines: tuple[tuple[int, ...], ...]) -> set[int]:
    seen = {point for point in starts if free[point]}
    stack = list(seen)
    while stack:
        for end in lines[stack.pop()]:
            if free[end] and end not in seen:
                seen.add(end)
                stack.append(end)
    return seen


@given(st.lists(st.booleans(), min_size=len(POINTS), max_size=len(POINTS)), st.booleans())
def test_regions_are_what_lines_join(free: list[bool], rail: bool) -> None:
    found = regions(bytes(free), rail)
    lines = RAIL if rail else NEIGHBOURS
    for start, region in enumerate(found):
        if not free[start]:
            assert region == 0
            continue
        same = {point for point, other in enumerate(found) if other == region}
        assert same == reached([start], bytes(free), lines)


@given(st.lists(st.integers(0, 2), min_size=len(POINTS), max_size=len(POINTS)), st.integers(0, 1))
def test_overland_supply_is_a_way_to_the_edge(owners: list[int], side: int) -> None:
    held = bytes(owners)
    free = own_points(held, side)
    assert free == bytes(owner == side for owner in owners)
    level = overland_supply(held, side)
    fed = {point for point, value in enumerate(level) if value == OVERLAND}
    assert fed == reached(list(SOURCES[side]), free, NEIGHBOURS)


def test_units_on_a_point() -> None:
    state = next(positions(1))
    for point in range(len(POINTS)):
        assert units_on(state.at, point) == [u for u, p in enumerate(state.at) if p == point]
