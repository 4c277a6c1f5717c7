"""The steady player: it looks at the map, plans a phase, and plays the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Protocol

from msgspec.structs import replace

from landbridge.engine.play.actions import Action
from landbridge.engine.refusals import LandbridgeError
from landbridge.games.arsenal.bot.building.arrivals import plan_arrivals, plan_call, plan_lift
from landbridge.games.arsenal.bot.building.composites import plan_composites
from landbridge.games.arsenal.bot.building.factories import pick_now, plan_industry, plan_unloading
from landbridge.games.arsenal.bot.directives import press
from landbridge.games.arsenal.bot.fighting.advances import advance
from landbridge.games.arsenal.bot.fighting.aircraft import intercept, plan_bases
from landbridge.games.arsenal.bot.fighting.attacks import best_strike
from landbridge.games.arsenal.bot.fighting.battles import fight_on
from landbridge.games.arsenal.bot.fighting.drops import drop
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import box_of
from landbridge.games.arsenal.bot.moving.marches import Step
from landbridge.games.arsenal.bot.moving.overstacking import spread
from landbridge.games.arsenal.bot.moving.railways import plan_railways
from landbridge.games.arsenal.bot.moving.redeployment import redeploy, repair
from landbridge.games.arsenal.bot.temper import SIDES, Temper
from landbridge.games.arsenal.map.places import PLACE_WORDS
from landbridge.games.arsenal.war.arrivals.phase import ReplacementPhase
from landbridge.games.arsenal.war.battle.decisions import OngoingBattle
from landbridge.games.arsenal.war.battle.interception import Interception
from landbridge.games.arsenal.war.columns import ID
from landbridge.games.arsenal.war.industry.entrainment import TooManyEntrained
from landbridge.games.arsenal.war.industry.phase import Industry
from landbridge.games.arsenal.war.industry.picks import FirstPick
from landbridge.games.arsenal.war.movement.homeward import left_behind, railable_home
from landbridge.games.arsenal.war.movement.operations import Move, Operations
from landbridge.games.arsenal.war.movement.strategic import Rail, StrategicMovement
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase
from landbridge.games.arsenal.words import AXIS, SOVIET, side_number


class Seat(Protocol):
    """What the bot is given: its role, what the role sees, and the referee's opinion."""

    role: str

    @property
    def view(self) -> Any:
        """The position."""

    def check(self, action: Action) -> Any:
        """What an action would break; an impossible one is refused."""


def _calm(temper: Temper) -> Temper:
    """A judgement that looks at the line more than behind it, and believes in a threat late."""
    return replace(temper, marches=18, trains=2, doubt=12.0, margin=0.5, behind=0.1, gap=0.1)


JUDGEMENT: dict[int, Temper] = {
    AXIS: replace(_calm(SIDES[AXIS]), mass=3.0),
    SOVIET: replace(_calm(SIDES[SOVIET]), trains=4, mass=1.5),
}


def _careless(temper: Temper, **other: float) -> Temper:
    """A judgement that sees a threat when it is upon it, and a gap when somebody is through."""
    return replace(temper, margin=0.25, doubt=30.0, behind=0.0, gap=0.0, **other)


FRESH = replace(JUDGEMENT[AXIS], marches=24)
"""How the Axis judge while their columns are fresh: they move more units."""
TIRED = "1942-01"
"""From then on they are not."""
OFF_GUARD: dict[int, Temper] = {
    AXIS: _careless(JUDGEMENT[AXIS]),
    SOVIET: _careless(JUDGEMENT[SOVIET], trains=1, guard=0.0, warning=3.0, alarm=1.0),
}
"""How it judges while it is attacked rather than attacks; the Soviets man a city when the enemy is
before it."""
PREPARED = "1942-11"
"""From then on the Soviets are the ones who attack."""
IMPATIENT = replace(JUDGEMENT[SOVIET], own_mind=3.0)
"""How the Soviets judge then in a short scenario while their command spares its strength."""


def calm_judgement(turn: int, side: int) -> Temper:
    """How a steady player judges in a turn."""
    spares, month = press(turn, side) < 1.0, box_of(turn).month
    if spares if side == AXIS else month < PREPARED:
        return OFF_GUARD[side]
    if side == AXIS:
        return FRESH if month < TIRED else JUDGEMENT[AXIS]
    return IMPATIENT if spares else JUDGEMENT[SOVIET]


class Steady:
    """Plays either side of any scenario; the same position gets the same answer."""

    judgement: Mapping[int, Temper] = JUDGEMENT
    """Its judgement, by side."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._plan: list[Action] = []
        self._after: Any = None
        """The step for which the plan was made."""
        self._done: set[str] = set()
        """What this phase has finished with."""
        self._refused: set[Action] = set()

    def choose(self, seat: Seat) -> Action:
        """The next action of the plan; a new plan where there is none, or it came to nothing."""
        state: War = seat.view
        step = state.agenda[0]
        if isinstance(step, OngoingBattle):
            return self.fight(state, step)
        if isinstance(step, Interception):
            return intercept(state, step)
        mark = (state.turn, type(step), seat.role)
        if mark != self._after:
            self._after, self._plan = mark, []
            self._done, self._refused = set(), set()
        for _ in range(60):
            if not self._plan:
                self._plan = self._think(state, side_number(seat.role), step)[::-1]
                if not self._plan:
                    break
            action = self._plan.pop()
            if action in self._refused:
                continue
            try:
                if not seat.check(action):
                    return action
            except LandbridgeError:
                pass
            self._refused.add(action)
        if isinstance(step, Operations):
            return spread(state, side_number(seat.role))
        return _bring_home(state, side_number(seat.role))

    def fight(self, state: War, step: OngoingBattle) -> Action:
        """What to do between two rounds of a battle."""
        return fight_on(state, step)

    def look(self, state: War, side: int) -> BotBoard:
        """The map as it sees it."""
        return BotBoard(state, side, calm_judgement(state.turn, side))

    def _think(self, state: War, side: int, step: Any) -> list[Action]:
        """A plan for the rest of this phase, or for its next part; nothing when it is over."""
        board = self.look(state, side)
        if isinstance(step, FirstPick):
            wanted = pick_now(board)
            return [wanted] if wanted else []
        if isinstance(step, TooManyEntrained):
            return plan_unloading(board)
        if isinstance(step, Industry):
            return self._once("industry", board, plan_industry)
        if isinstance(step, ReplacementPhase):
            return self._reinforce(board, step)
        if isinstance(step, StrategicMovement):
            return self._once("rail", board, plan_railways)[: board.temper.trains]
        if isinstance(step, Operations):
            return self._operate(board)
        return []

    def _once(
        self, part: str, board: BotBoard, plan: Callable[[BotBoard], list[Action]]
    ) -> list[Action]:
        """The plan for a part of the turn, if it is not done yet."""
        if part in self._done:
            return []
        self._done.add(part)
        return [action for action in plan(board) if action not in self._refused]

    def _reinforce(self, board: BotBoard, step: ReplacementPhase) -> list[Action]:
        for part, plan in (("lift", plan_lift), ("call", plan_call)):
            found = self._once(part, board, partial(plan, step=step))
            if found:
                return found
        if "compose" not in self._done:
            made = [a for a in plan_composites(board) if a not in self._refused]
            if made:
                return made
            self._done.add("compose")
        return self._once("raise", board, plan_arrivals)

    def _operate(self, board: BotBoard) -> list[Action]:
        goals = board.goals()
        if "strikes" not in self._done:
            strike = best_strike(board, goals)
            if strike is not None:
                actions = strike.actions()
                if not self._refused.intersection(actions):
                    return actions
            self._done.add("strikes")
        landing = [a for a in drop(board, goals) if a not in self._refused]
        if landing:
            self._done.discard("strikes")
            return landing
        ahead = advance(board, goals)
        if ahead is not None:
            unit, way = ahead
            moves = _walk(board, unit, way)
            if not self._refused.intersection(moves):
                # What has been won may open the way for another attack.
                self._done.discard("strikes")
                return moves
        if "lines" not in self._done:
            self._done.add("lines")
            marches = _moves(redeploy(board))
            if marches:
                return marches
        bases = self._once("air", board, plan_bases)
        return bases or [action for action in _put_right(board) if action not in self._refused]


def _moves(steps: Iterable[Step]) -> list[Action]:
    return [Move(ID[unit], PLACE_WORDS[start], PLACE_WORDS[end]) for unit, start, end in steps]


def _put_right(board: BotBoard) -> list[Action]:
    """The last look round: whoever still breaks a hard rule."""
    return _moves(repair(board))


def _bring_home(state: War, side: int) -> Action:
    """Rumanians who have to go home are railed there; if there is none, the phase ends."""
    if isinstance(state.agenda[0], StrategicMovement) and left_behind(state, side):
        for found in railable_home(state, side):
            return Rail(ID[found.unit], PLACE_WORDS[found.to])
    return EndPhase()


def _walk(board: BotBoard, unit: int, way: tuple[int, ...]) -> list[Action]:
    found: list[Action] = []
    here = board.state.at[unit]
    for step in way:
        found.append(Move(ID[unit], PLACE_WORDS[here], PLACE_WORDS[step]))
        here = step
    return found
