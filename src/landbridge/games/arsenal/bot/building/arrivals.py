"""Replacements and reinforcements: who comes back first, and where; Rumanians going home."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import BIG, COUNT, FIRE, TANKS
from landbridge.games.arsenal.bot.judging.hard_rules import folly
from landbridge.games.arsenal.bot.judging.lines import Needs, density
from landbridge.games.arsenal.bot.judging.threats import weight
from landbridge.games.arsenal.forces.homecoming import LIFT_MONTH, LIFTED
from landbridge.games.arsenal.map.places import DEAD, LAST_POINT, PLACE_WORDS, SIBERIA
from landbridge.games.arsenal.map.points import HOME
from landbridge.games.arsenal.war.arrivals.lift import Lift
from landbridge.games.arsenal.war.arrivals.phase import ReplacementPhase
from landbridge.games.arsenal.war.arrivals.placing import Raise
from landbridge.games.arsenal.war.arrivals.reserves import Call
from landbridge.games.arsenal.war.arrivals.sources import candidates, places
from landbridge.games.arsenal.war.columns import FIGHTS, ID
from landbridge.games.arsenal.war.state import Due
from landbridge.games.arsenal.words import AXIS


def _spot(
    board: BotBoard,
    need: Needs,
    strength: list[float],
    unit: int,
    where: tuple[int, ...],
    ready: bool,
) -> int:
    """Where a unit should come on."""
    if len(where) == 1:
        return where[0]

    def score(point: int) -> float:
        if point == SIBERIA or point > LAST_POINT:
            return 0.0
        if FIGHTS[unit] and board.room(point) < 1:
            return -50.0
        if folly(board, unit, point):
            return -40.0
        here = density(board, need, unit, point, strength[point], False)
        if not ready:
            # It comes dispersed, and is easily lost where the enemy stands.
            if need.front[point]:
                here = 0.4 * here - 0.4 * need.threat[point] / (1.0 + strength[point]) - 0.5
            elif need.away[point] == 2:
                here += 1.0
        return here

    return max(where, key=lambda p: (score(p), -p))


def plan_arrivals(board: BotBoard) -> list[Action]:
    """Everything that is placed in this phase."""
    state = board.state
    need = board.needs
    strength = [0.0] * COUNT
    for point in range(COUNT):
        strength[point] = sum(weight(board, u, True) for u in board.own[point])
    found: list[Action] = []
    taken: set[int] = set()
    for due in sorted(state.due, key=_rank):
        units = [u for u in candidates(state, due) if u not in taken and _mine(board, u)]
        if not units:
            continue
        unit = max(units, key=lambda u: (FIRE[u] + BIG[u], TANKS[u], -u))
        where = places(state, due, unit)
        if not where:
            continue
        spot = _spot(board, need, strength, unit, where, due.ready)
        taken.add(unit)
        found.append(Raise(ID[unit], PLACE_WORDS[spot]))
        if spot <= LAST_POINT:
            strength[spot] += weight(board, unit, False)
            board.fighters[spot] += FIGHTS[unit]
    return found


def _mine(board: BotBoard, unit: int) -> bool:
    return board.state.side[unit] == board.side


def _rank(due: Due) -> tuple[bool, bool, str]:
    """Those bound to a place first, so that the free ones can be chosen for the rest."""
    return (due.ready, due.place > LAST_POINT, due.what)


def plan_lift(board: BotBoard, step: ReplacementPhase) -> list[Action]:
    """Rumanian units that go home, spread over the points of their country."""
    if step.side != "axis" or board.now.month != LIFT_MONTH:
        return []
    home = HOME["rumanian"]
    away = [
        unit
        for unit in sorted(LIFTED)
        if board.at[unit] <= LAST_POINT and _mine(board, unit) and board.at[unit] not in home
    ]
    free = [p for p in home if board.held[p] == AXIS]
    if not free:
        return []
    found: list[Action] = []
    for number, unit in enumerate(away):
        found.append(Lift(ID[unit], PLACE_WORDS[free[number % len(free)]]))
    return found


def plan_call(board: BotBoard, step: ReplacementPhase) -> list[Action]:
    """Call the Siberian Reserves early when Moscow is in danger."""
    if step.side != "soviet" or step.called or board.state.reserves.released:
        return []
    need = board.needs
    moscow = PLACE_WORDS.index("MOS")
    danger = board.held[moscow] != board.side or need.away[moscow] <= 2
    dead = sum(1 for place in board.state.at if place == DEAD)
    return [Call()] if danger and dead > 10 else []
