"""Industry: getting factories out in time, and setting them up where they are worth most."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import EVERYWHERE
from landbridge.games.arsenal.bot.judging.lines import needs
from landbridge.games.arsenal.bot.judging.threats import approach
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.industry.factory_travel import lines_lead
from landbridge.games.arsenal.map.places import LAST_POINT, OUT, PLACE_WORDS, SIBERIA
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.seas import sea_links
from landbridge.games.arsenal.map.supply_lines import OVERLAND
from landbridge.games.arsenal.movement.strategic_movement import strategic_capacity
from landbridge.games.arsenal.war.columns import STAVKA, box
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.deployment import Deploy
from landbridge.games.arsenal.war.industry.entrainment import Entrain, Unload
from landbridge.games.arsenal.war.industry.evacuation import Send, Ship
from landbridge.games.arsenal.war.industry.factories_in_play import WAITED
from landbridge.games.arsenal.war.industry.picks import Pick, picks
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import SOVIET, figures

PICKS = ("T-A", "A-A", "T-B", "F-A", "T-C", "A-B", "T-D", "F-B", "T-E", "A-C", "F-C", "A-D", "F-D")
"""The order in which new factories are wanted: tanks, then guns, then aircraft."""


SECURE = 9.0
"""How far away the enemy must be, in lines and garrisons, where he is as strong as the own side."""
NEARER = 3.5
"""How much nearer a factory goes if the own side is twice as strong; farther if it is weaker."""
WALLS = 1.5
"""How much nearer the enemy may come to a fortress, whose workers help to hold it."""
CROWDED = 1.0
"""How much farther away each factory that stands there already moves a city."""


def best_site(board: BotBoard, points: Iterable[int]) -> int:
    """Where a factory is worth its risk: near the front, as far as the enemy will not come there.

    From a city on the map its units reach the front without a railway, and near the enemy its
    workers take up arms; from Siberia each needs a strategic move. A city must be out of reach for
    half a year, which a winning side can hope for sooner.
    """
    state, away = board.state, approach(board)
    level = supplied(state, SOVIET)
    distance = SECURE - NEARER * (board.initiative - 1.0)
    safe = [
        point
        for point in points
        if state.held[point] == SOVIET
        and POINTS[point].city
        and POINTS[point].owner == "soviet"
        and level[point] == OVERLAND
        and away[point] - CROWDED * board.factories[point] >= distance
    ]
    if not safe:
        return SIBERIA
    return min(safe, key=lambda p: (away[p] + CROWDED * board.factories[p], p))


def plan_industry(board: BotBoard) -> list[Action]:
    """All that is to be done in the industry phase, most urgent first."""
    state = board.state
    found: list[Action] = []
    wanted = pick_now(board)
    if wanted:
        found.append(wanted)
    for factory, turn in state.building:
        if turn <= state.turn:
            place = best_site(board, EVERYWHERE)
            found.append(Deploy(FACTORIES[factory].id, PLACE_WORDS[place]))
    for factory, flags in enumerate(state.factory_flags):
        if flags & ENTRAINED and not flags & MOVED and state.factory_at[factory] <= LAST_POINT:
            sent = _onward(board, factory)
            if sent is not None:
                found.append(sent)
    left = _capacity(board) - state.used
    entrained = sum(flag & ENTRAINED for flag in state.factory_flags)
    for factory in threatened(board):
        if left < 1 or entrained >= _capacity(board):
            break
        found.append(Entrain(FACTORIES[factory].id))
        left -= 1
        entrained += 1
    return found


def plan_unloading(board: BotBoard) -> list[Action]:
    """Factories that are set down for want of moves: those farthest from the enemy first."""
    state = board.state
    away = approach(board)
    trains = [factory for factory, flag in enumerate(state.factory_flags) if flag & ENTRAINED]

    def safety(factory: int) -> float:
        place = state.factory_at[factory]
        return away[place] if place <= LAST_POINT else LAST_POINT

    return [Unload(FACTORIES[factory].id) for factory in sorted(trains, key=safety)[::-1]]


def pick_now(board: BotBoard) -> Action | None:
    """The factory to pick for the expansion, if one may be picked."""
    allowed = {FACTORIES[factory].id for factory in picks(board.state)}
    return next((Pick(one) for one in PICKS if one in allowed), None)


def threatened(board: BotBoard) -> list[int]:
    """Factories that the Axis may reach before they could leave, the nearest first."""
    state = board.state
    away = approach(board)
    level = supplied(state, SOVIET)
    found = []
    for factory, place in enumerate(state.factory_at):
        if place > LAST_POINT or state.factory_flags[factory] & (ENTRAINED | MOVED):
            continue
        near = board.temper.safe - WALLS * POINTS[place].fortress
        if level[place] and away[place] <= near:
            found.append((away[place], factory))
    return [factory for _, factory in sorted(found)]


def _capacity(board: BotBoard) -> int:
    state = board.state
    lost = state.at[STAVKA] == OUT
    return strategic_capacity("soviet", box(state).month, lost, state.rulings.stavka)


def _onward(board: BotBoard, factory: int) -> Action | None:
    """Where an entrained factory goes: to a safe city or to Siberia, or over the sea."""
    state = board.state
    strict: bool = figures("factory_lines", state.rulings.factory_lines)["supplied"]
    level = supplied(state, SOVIET) if strict else None
    place, word_ = state.factory_at[factory], FACTORIES[factory].id
    if lines_lead(place, SIBERIA, state.held, level):
        ends = [p for p in EVERYWHERE if p != place and lines_lead(place, p, state.held, level)]
        return Send(word_, PLACE_WORDS[best_site(board, ends)])
    need = needs(board)
    for _, ports in sea_links(state.held, SOVIET, box(state).month_of_year):
        if place in ports and state.factory_flags[factory] & WAITED:
            open_ = [p for p in ports if p != place and lines_lead(p, SIBERIA, state.held, level)]
            if open_:
                best = max(open_, key=lambda p: (need.away[p], -p))
                return Ship(word_, PLACE_WORDS[best], True)
    safer = [
        p
        for p in EVERYWHERE
        if state.held[p] == SOVIET
        and POINTS[p].owner == "soviet"
        and need.away[p] > need.away[place] + 1
        and lines_lead(place, p, state.held, level)
    ]
    if safer:
        best = max(safer, key=lambda p: (need.away[p], -p))
        return Send(word_, PLACE_WORDS[best], True)
    return None
