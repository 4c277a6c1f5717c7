"""Industry: getting factories out in time, building new ones where nobody comes."""

from __future__ import annotations

from landbridge.engine.actions import Action
from landbridge.games.arsenal.bot.board import BotBoard
from landbridge.games.arsenal.bot.charts import EVERYWHERE
from landbridge.games.arsenal.bot.lines import needs
from landbridge.games.arsenal.bot.threats import approach
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.industry.factory_moves import lines_lead
from landbridge.games.arsenal.map.points import POINTS, SIBERIA
from landbridge.games.arsenal.map.seas import sea_links
from landbridge.games.arsenal.movement.strategic_movement import strategic_capacity
from landbridge.games.arsenal.war.columns import (
    LAST_POINT,
    OUT,
    STAVKA,
    box,
    supplied,
    word,
)
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.phase import Deploy, Entrain, Send, Ship
from landbridge.games.arsenal.war.industry.picks import Pick, picks
from landbridge.games.arsenal.war.industry.plants import WAITED
from landbridge.games.arsenal.words import SOVIET, figures

PICKS = ("T-A", "A-A", "T-B", "F-A", "T-C", "A-B", "T-D", "F-B", "T-E", "A-C", "F-C", "A-D", "F-D")
"""The order in which new factories are wanted: tanks, then guns, then aircraft."""


def industry(board: BotBoard) -> list[Action]:
    """All that is to be done in the industry phase, most urgent first."""
    state = board.state
    found: list[Action] = []
    wanted = pick_now(board)
    if wanted:
        found.append(wanted)
    for plant, turn in state.building:
        if turn <= state.turn:
            found.append(Deploy(FACTORIES[plant].id, "Siberia"))
    for plant, flags in enumerate(state.plant_flags):
        if flags & ENTRAINED and not flags & MOVED and state.plants[plant] <= LAST_POINT:
            sent = _onward(board, plant)
            if sent is not None:
                found.append(sent)
    left = _capacity(board) - state.used
    entrained = sum(flag & ENTRAINED for flag in state.plant_flags)
    for plant in threatened(board):
        if left < 1 or entrained >= _capacity(board):
            break
        found.append(Entrain(FACTORIES[plant].id))
        left -= 1
        entrained += 1
    return found


def pick_now(board: BotBoard) -> Action | None:
    """The factory to pick for the expansion, if one may be picked."""
    allowed = {FACTORIES[plant].id for plant in picks(board.state)}
    return next((Pick(one) for one in PICKS if one in allowed), None)


def threatened(board: BotBoard) -> list[int]:
    """Factories that the Axis may reach before they could leave, the nearest first."""
    state = board.state
    away = approach(board)
    level = supplied(state, SOVIET)
    found = []
    for plant, place in enumerate(state.plants):
        if place > LAST_POINT or state.plant_flags[plant] & (ENTRAINED | MOVED):
            continue
        if level[place] and away[place] <= board.temper.safe:
            found.append((away[place], plant))
    return [plant for _, plant in sorted(found)]


def _capacity(board: BotBoard) -> int:
    state = board.state
    lost = state.at[STAVKA] == OUT
    return strategic_capacity("soviet", box(state).month, lost, state.rulings["stavka"])


def _onward(board: BotBoard, plant: int) -> Action | None:
    """Where an entrained factory goes: to Siberia, to a safe point, or over the sea."""
    state = board.state
    strict: bool = figures("factory_lines", state.rulings["factory_lines"])["supplied"]
    level = supplied(state, SOVIET) if strict else None
    place, word_ = state.plants[plant], FACTORIES[plant].id
    if lines_lead(place, SIBERIA, state.held, level):
        return Send(word_, "Siberia")
    need = needs(board)
    for _, ports in sea_links(state.held, SOVIET, box(state).month_of_year):
        if place in ports and state.plant_flags[plant] & WAITED:
            open_ = [p for p in ports if p != place and lines_lead(p, SIBERIA, state.held, level)]
            if open_:
                best = max(open_, key=lambda p: (need.away[p], -p))
                return Ship(word_, word(best), True)
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
        return Send(word_, word(best), True)
    return None
