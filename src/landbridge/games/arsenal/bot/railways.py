"""Strategic movement: reserves to where the line is thin, aircraft and guns behind the front."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.board import BotBoard
from landbridge.games.arsenal.bot.charts import COUNT, EVERYWHERE, FAST, FIRE, KEYS
from landbridge.games.arsenal.bot.hard_rules import folly
from landbridge.games.arsenal.bot.lines import Needs, density
from landbridge.games.arsenal.bot.sea_moves import voyages
from landbridge.games.arsenal.bot.threats import weight
from landbridge.games.arsenal.forces.siberia import siberian_entry_points
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, SIBERIA
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.map.supply_lines import overland_supply
from landbridge.games.arsenal.movement.strategic_movement import rail_reach
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import AIR, FIGHTS, ID, STAVKA
from landbridge.games.arsenal.war.movement.passengers import may_entrain
from landbridge.games.arsenal.war.movement.strategic import Rail, Sail
from landbridge.games.arsenal.war.restraints import kept_home
from landbridge.games.arsenal.words import SIDES, SOVIET

SEA = 1.0
"""What a sea move must gain."""
BEHIND, ESCORT, MOVE_UP, BETTER = 2, 2.0, 1.3, 0.3
"""STAVKA by rail: so many lines behind the front, with such a guard, to chances so much better."""
NEARBY = 4
"""Lines from the enemy within which the railways bring units, but for cities that count."""


def plan_railways(board: BotBoard) -> list[Action]:
    """Every strategic move of this turn, the most useful first."""
    state, side = board.state, board.side
    left = capacity_left(state, SIDES[side])
    if left < 1:
        return []
    need = board.needs
    hot = [_hot(board, p) for p in EVERYWHERE]
    strength = [sum(weight(board, u, True) for u in board.own[p]) for p in EVERYWHERE]
    regions = _regions(board)
    found: list[Action] = []
    units = [
        u
        for u in range(len(state.at))
        if state.side[u] == side
        and (state.at[u] == SIBERIA or (state.at[u] <= LAST_POINT and board.supply[state.at[u]]))
        and u not in board.bound
        and may_entrain(state, u)
        and (state.at[u] == SIBERIA or not hot[state.at[u]])
    ]
    free = [
        p
        for p in EVERYWHERE
        if board.held[p] == side
        and board.supply[p]
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
            wishes += [
                (1.0, unit, end) for end in _headquarters(board, need, strength, free, regions)[:1]
            ]
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
        found.append(Rail(ID[unit], PLACE_WORDS[end]))
        place = state.at[unit]
        if place <= LAST_POINT:
            strength[place] -= weight(board, unit, True)
        strength[end] += FIRE[unit]
        board.move(unit, end)
        left -= 1
    found += _over_sea(board, need, strength, hot, left)
    return found


def _headquarters(
    board: BotBoard, need: Needs, strength: list[float], free: list[int], regions: list[int]
) -> list[int]:
    """Where STAVKA should go by rail: behind the sector with the best chances, well guarded."""
    place = board.at[STAVKA]
    if place > LAST_POINT:
        return []
    least = MOVE_UP * need.pull[place] + BETTER
    return sorted(
        (
            p
            for p in free
            if regions[p] == regions[place]
            and need.away[p] == BEHIND
            and strength[p] >= ESCORT
            and need.pull[p] > least
        ),
        key=lambda p: (-need.pull[p], p),
    )


def _over_sea(
    board: BotBoard, need: Needs, strength: list[float], hot: list[bool], left: int
) -> list[Action]:
    """Units in ports without a way over land, as far as strategic moves are left."""
    state = board.state
    ways = overland_supply(bytes(board.held), board.side)
    wishes: list[tuple[float, int, int]] = []
    for point in EVERYWHERE:
        if not POINTS[point].seas or ways[point] or hot[point]:
            continue
        for unit in board.own[point]:
            if unit in board.bound or not may_entrain(state, unit):
                continue
            rest = max(strength[point] - weight(board, unit, True), 0.0)
            now = density(board, need, unit, point, rest, True)
            for end, risk in voyages(board, unit, hot):
                score = density(board, need, unit, end, strength[end], False) - now - risk
                wishes.append((score, unit, end))
    found: list[Action] = []
    gone: set[int] = set()
    for score, unit, end in sorted(wishes, reverse=True):
        if score < SEA or len(found) >= left:
            break
        if unit not in gone and (not FIGHTS[unit] or board.room(end) > 0):
            gone.add(unit)
            found.append(Sail(ID[unit], PLACE_WORDS[end]))
            board.move(unit, end)
    return found


def _near(away: list[int], place: int) -> bool:
    return place <= LAST_POINT and away[place] <= 2


def _hot(board: BotBoard, point: int) -> bool:
    """Whether an undispersed enemy stands next to a point."""
    return any(
        board.held[end] == board.foe_side
        and any(FIGHTS[u] and board.fresh(u) for u in board.foe[end])
        for end in NEIGHBOURS[point]
    )


def _regions(board: BotBoard) -> list[int]:
    """By point: which part of the railway net it belongs to; Siberia's is that of its entries."""
    state = board.state
    held, ruling = bytes(board.held), state.rulings.strategic_lines
    region = [0] * COUNT
    number = 0
    for point in EVERYWHERE:
        if board.held[point] == board.side and board.supply[point] and not region[point]:
            number += 1
            reach = rail_reach(held, board.supply, board.side, point, ruling)
            for end in EVERYWHERE:
                if reach[end]:
                    region[end] = number
    return region


def _from(board: BotBoard, unit: int, regions: list[int]) -> set[int]:
    place = board.state.at[unit]
    if place <= LAST_POINT:
        return {regions[place]}
    edges = siberian_entry_points(board.state.rulings.siberian_edges)
    return {regions[p] for p in edges if board.held[p] == SOVIET and regions[p]}


def _best_end(
    board: BotBoard,
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
    best: tuple[float, int] | None = None
    for end in free:
        if regions[end] not in mine or end == place:
            continue
        if FIGHTS[unit] and board.room(end) < 1:
            continue
        if kept_home(state, unit, end) or folly(board, unit, end):
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
        if best is None or score > best[0]:
            best = (score, end)
    return best
