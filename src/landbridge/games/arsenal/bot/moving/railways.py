"""Strategic movement: reserves to where the line is thin, aircraft and guns behind the front."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import EVERYWHERE, FAST, FIRE
from landbridge.games.arsenal.bot.judging.lines import density
from landbridge.games.arsenal.bot.judging.threats import weight
from landbridge.games.arsenal.bot.moving.network import Network
from landbridge.games.arsenal.bot.moving.sea_moves import voyages
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, SIBERIA
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.supply_lines import overland_supply
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import AIR, FIGHTS, ID, STAVKA
from landbridge.games.arsenal.war.movement.passengers import may_entrain
from landbridge.games.arsenal.war.movement.strategic import Rail, Sail
from landbridge.games.arsenal.words import SIDES

SEA = 1.0
"""What a sea move must gain."""
BEHIND, ESCORT, MOVE_UP, BETTER = 2, 2.0, 1.3, 0.3
"""STAVKA by rail: so many lines behind the front, with such a guard, to chances so much better."""


def plan_railways(board: BotBoard) -> list[Action]:
    """Every strategic move of this turn, the most useful first."""
    state, side = board.state, board.side
    left = capacity_left(state, SIDES[side])
    if left < 1:
        return []
    network = Network(board)
    need, hot, strength = network.need, network.hot, network.strength
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
    planes = set(AIR)
    wishes: list[tuple[float, int, int]] = []
    for unit in units:
        place = state.at[unit]
        if unit in planes and place <= LAST_POINT:
            continue
        if unit == STAVKA:
            wishes += [(1.0, unit, end) for end in _headquarters(network)[:1]]
            continue
        # Those near the front can walk.
        if place <= LAST_POINT and need.away[place] <= (3 if FAST[unit] else 1):
            continue
        wish = network.best_end(unit)
        if wish is not None and wish[0] > (
            1.0 if unit in planes or _near(need.away, place) else 0.4
        ):
            wishes.append((wish[0], unit, wish[1]))
    wishes.sort(reverse=True)
    for _, unit, end in wishes:
        if left < 1:
            break
        if FIGHTS[unit]:
            wish = network.best_end(unit)
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
    found += _over_sea(network, left)
    return found


def _headquarters(network: Network) -> list[int]:
    """Where STAVKA should go by rail: behind the sector with the best chances, well guarded."""
    need, regions = network.need, network.regions
    place = network.board.at[STAVKA]
    if place > LAST_POINT:
        return []
    least = MOVE_UP * need.pull[place] + BETTER
    return sorted(
        (
            p
            for p in network.free
            if regions[p] == regions[place]
            and need.away[p] == BEHIND
            and network.strength[p] >= ESCORT
            and need.pull[p] > least
        ),
        key=lambda p: (-need.pull[p], p),
    )


def _over_sea(network: Network, left: int) -> list[Action]:
    """Units in ports without a way over land, as far as strategic moves are left."""
    board, need, strength, hot = network.board, network.need, network.strength, network.hot
    state = board.state
    ways = overland_supply(bytes(board.held), board.side)
    wishes: list[tuple[float, int, int]] = []
    for point in EVERYWHERE:
        if not POINTS[point].seas or ways[point] or hot[point]:
            continue
        for unit in board.own[point]:
            if unit in board.bound or not may_entrain(state, unit):
                continue
            now = network.worth_here(unit)
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
