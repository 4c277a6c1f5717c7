"""Strategic movement: reserves to where the line is thin, aircraft and guns behind the front."""

from __future__ import annotations

from landbridge.engine.actions import Action
from landbridge.games.arsenal.map import NEIGHBOURS
from landbridge.games.arsenal.siberia import siberian_entry_points
from landbridge.games.arsenal.strategic_movement import rail_reach
from landbridge.games.arsenal.war.columns import (
    AIR,
    FIGHTS,
    ID,
    IN_SIBERIA,
    LAST_POINT,
    STAVKA,
    WORDS,
    capacity_left,
    kept_home,
)
from landbridge.games.arsenal.war.strategic_moves import Rail, may_entrain
from landbridge.games.arsenal.words import SIDES, SOVIET

from .board import Board
from .charts import COUNT, EVERYWHERE, FAST, FIRE, KEYS
from .lines import Needs, density, needs
from .threats import weight

NEARBY = 4
"""Lines from the enemy within which the railways bring units, but for cities that count."""


def railways(board: Board) -> list[Action]:
    """Every strategic move of this turn, the most useful first."""
    state, side = board.state, board.side
    left = capacity_left(state, SIDES[side])
    if left < 1:
        return []
    need = needs(board)
    hot = [_hot(board, p) for p in EVERYWHERE]
    strength = [sum(weight(board, u, True) for u in board.own[p]) for p in EVERYWHERE]
    regions = _regions(board)
    found: list[Action] = []
    units = [
        u
        for u in range(len(state.at))
        if state.side[u] == side
        and (state.at[u] == IN_SIBERIA or (state.at[u] <= LAST_POINT and board.fed[state.at[u]]))
        and may_entrain(state, u)
        and (state.at[u] == IN_SIBERIA or not hot[state.at[u]])
    ]
    free = [
        p
        for p in EVERYWHERE
        if board.held[p] == side
        and board.fed[p]
        and not hot[p]
        and (need.away[p] <= NEARBY or KEYS[p])
    ]
    planes = set(AIR)
    wishes: list[tuple[float, int, int]] = []
    for unit in units:
        place = state.at[unit]
        if unit in planes and place <= LAST_POINT:
            continue
        if unit == STAVKA:
            continue
        # Those near the front can walk.
        if place <= LAST_POINT and need.away[place] <= (3 if FAST[unit] else 1):
            continue
        wish = _best_end(board, need, strength, unit, free, regions)
        if wish is not None and wish[0] > (
            1.0 if unit in planes or _near(need.away, place) else 0.4
        ):
            wishes.append((wish[0], unit, wish[1]))
    wishes.sort(reverse=True)
    for _, unit, end in wishes:
        if left < 1:
            break
        if FIGHTS[unit]:
            wish = _best_end(board, need, strength, unit, free, regions)
            if wish is None or wish[0] < 0.5:
                continue
            end = wish[1]
        found.append(Rail(ID[unit], WORDS[end]))
        place = state.at[unit]
        if place <= LAST_POINT:
            strength[place] -= weight(board, unit, True)
        strength[end] += FIRE[unit]
        board.move(unit, end)
        left -= 1
    return found


def _near(away: list[int], place: int) -> bool:
    return place <= LAST_POINT and away[place] <= 2


def _hot(board: Board, point: int) -> bool:
    """Whether an undispersed enemy stands next to a point."""
    return any(
        board.held[end] == board.foe_side
        and any(FIGHTS[u] and board.fresh(u) for u in board.foe[end])
        for end in NEIGHBOURS[point]
    )


def _regions(board: Board) -> list[int]:
    """By point: which part of the railway net it belongs to; Siberia's is that of its entries."""
    state = board.state
    held, ruling = bytes(board.held), state.rulings["strategic_lines"]
    region = [0] * COUNT
    number = 0
    for point in EVERYWHERE:
        if board.held[point] == board.side and board.fed[point] and not region[point]:
            number += 1
            reach = rail_reach(held, board.fed, board.side, point, ruling)
            for end in EVERYWHERE:
                if reach[end]:
                    region[end] = number
    return region


def _from(board: Board, unit: int, regions: list[int]) -> set[int]:
    place = board.state.at[unit]
    if place <= LAST_POINT:
        return {regions[place]}
    edges = siberian_entry_points(board.state.rulings["siberian_edges"])
    return {regions[p] for p in edges if board.held[p] == SOVIET and regions[p]}


def _best_end(
    board: Board,
    need: Needs,
    strength: list[float],
    unit: int,
    free: list[int],
    regions: list[int],
) -> tuple[float, int] | None:
    state = board.state
    place = state.at[unit]
    mine = _from(board, unit, regions)
    now = -4.0
    if place <= LAST_POINT:
        rest = max(strength[place] - weight(board, unit, True), 0.0)
        now = density(board, need, unit, place, rest, True)
        now += board.temper.theatre * FIRE[unit] * need.pressure[place]
    best: tuple[float, int] | None = None
    for end in free:
        if regions[end] not in mine or end == place:
            continue
        if FIGHTS[unit] and board.room(end) < 1:
            continue
        if kept_home(state, unit, end):
            continue
        ahead = max(
            (
                need.value[p] * need.threat[p] / (1.0 + strength[p])
                for p in NEIGHBOURS[end]
                if need.front[p]
            ),
            default=0.0,
        )
        score = density(board, need, unit, end, strength[end], False) + 0.04 * ahead - now
        score += board.temper.theatre * FIRE[unit] * need.pressure[end]
        if best is None or score > best[0]:
            best = (score, end)
    return best
