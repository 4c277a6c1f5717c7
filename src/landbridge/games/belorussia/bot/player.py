"""The player itself: it is asked, thinks in the layers of this folder, and gives one action.

Whatever it has no opinion of it does like a player who takes any legal way, by its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from landbridge.engine.play.actions import Action
from landbridge.engine.refusals import LandbridgeError
from landbridge.games.belorussia.bot.advances import plan_advances
from landbridge.games.belorussia.bot.allocation import Allocation
from landbridge.games.belorussia.bot.answers import ASKED, answer
from landbridge.games.belorussia.bot.anything import Seat, anything
from landbridge.games.belorussia.bot.attacks import ENOUGH, Strike, best_strike, prize_of
from landbridge.games.belorussia.bot.barrages import best_barrages, front_barrage
from landbridge.games.belorussia.bot.captures import plan_captures, plan_marches
from landbridge.games.belorussia.bot.front_line import draw_line
from landbridge.games.belorussia.bot.front_orders import orders_to_fronts
from landbridge.games.belorussia.bot.ground import goals_of, worth_of
from landbridge.games.belorussia.bot.hard_rules import fighter_may_end, support_may_stand
from landbridge.games.belorussia.bot.leaving import plan_flights
from landbridge.games.belorussia.bot.levels import KEEN, NOVICE, STEADY, Level
from landbridge.games.belorussia.bot.logistics import carts, trains
from landbridge.games.belorussia.bot.moving import Errand, actions_for, find_way
from landbridge.games.belorussia.bot.picture import Picture, is_fighter
from landbridge.games.belorussia.bot.postures import Posture, next_posture
from landbridge.games.belorussia.bot.preparing import ready_for_battle
from landbridge.games.belorussia.bot.pursuit import best_overrun, hold_back, releases
from landbridge.games.belorussia.bot.stakes import NOTHING, points_of, stakes_of
from landbridge.games.belorussia.bot.tall_stacks import one_too_many, plan_thinning
from landbridge.games.belorussia.ledger.fronts.orders import FrontOrders
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.sequence import ChooseOrder, Go
from landbridge.games.belorussia.map_game.air.air_bases import MapRefit, RefitPlanes
from landbridge.games.belorussia.map_game.arrivals.arriving import Enter
from landbridge.games.belorussia.map_game.arrivals.short_arrivals import MapArrivals
from landbridge.games.belorussia.map_game.barrage.barrage_segments import BarrageSegment
from landbridge.games.belorussia.map_game.combat.attacking import Attack
from landbridge.games.belorussia.map_game.combat.combat_phase import CombatSegment
from landbridge.games.belorussia.map_game.movement.movement_phase import MapMovement
from landbridge.games.belorussia.map_game.movement.reserve_phases import (
    MapExploitation,
    MapReaction,
)
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase
from landbridge.games.belorussia.map_game.supply.breakout import MapBreakout
from landbridge.games.belorussia.map_game.supply.eating import Eat, MapEating, hungry_units
from landbridge.games.belorussia.words import Side

OPEN_GROUND = ("advance", "capture")
"""Errands of which it has been thought already what the unit risks there."""
URGENT = ("attack", "capture", "march", "flight")
"""Errands that are worth fuel where supply is short."""
SHORT = 0.1
"""What a token is worth, in steps, where supply is short."""
ROUNDS = 5
"""How often it looks for attacks or barrages in a segment: each may open the way for others."""


class Keen:
    """Plays either side of any scenario on the map; the same seed plays the same way."""

    level: ClassVar[Level] = KEEN

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = Random(f"{type(self).__name__} {seed}")
        self._queue: list[Action] = []
        """What it is about to do, the next last."""
        self._errands: list[Errand] = []
        self._carts: list[list[Action]] = []
        self._mark: Any = None
        """The phase for which it has planned."""
        self._stages: list[Callable[[Ledger, MapPhase], None]] = []
        self._seen: tuple[Any, Picture] | None = None
        self._fresh = True
        """Whether a phase has begun, and the map is to be looked at anew."""
        self._ranked: list[Action] = []
        """Attacks or barrages by what they promise, the best last."""
        self._rounds = 0
        self._posture: Posture | None = None
        self._worth: tuple[str, dict[int, float], list[float]] | None = None
        self._places: dict[int, float] | None = None
        self._refused: set[Action] = set()

    def choose(self, seat: Seat) -> Action:
        """The next action; whatever it wants is checked before it is said."""
        state: Ledger = seat.view
        step = state.agenda[0] if state.agenda else None
        if state.has_map and isinstance(step, FrontOrders):
            return self._order(seat, state)
        if isinstance(step, ChooseOrder) and self.level.counts_points:
            return self._go(seat, state)
        if not state.has_map or not isinstance(step, MapPhase):
            return self._any(seat)
        mark = (state.turn, type(step), step.side)
        if mark != self._mark and not isinstance(step, ASKED):
            self._mark, self._queue, self._errands, self._carts = mark, [], [], []
            self._refused, self._ranked, self._rounds, self._fresh = set(), [], 0, True
            self._stages = self._stages_of(step)
        wanted = self._think(seat, state, step)
        return wanted or self._any(seat)

    def _any(self, seat: Seat) -> Action:
        return anything(seat, self._random)

    def _go(self, seat: Seat, state: Ledger) -> Action:
        """First or second: in the last turn nobody answers what the second one does."""
        last = state.has_map and state.turn >= state.last_turn
        self._refused = set()
        return Go("second") if last and self._may(seat, Go("second")) else self._any(seat)

    def _order(self, seat: Seat, state: Ledger) -> Action:
        """The next order to the Fronts."""
        self._refused = set()
        orders = (one for one in orders_to_fronts(state) if self._may(seat, one))
        return next(orders, None) or self._any(seat)

    def _may(self, seat: Seat, action: Action | None) -> bool:
        """Whether an action is legal now."""
        if action is None or action in self._refused:
            return False
        try:
            if not seat.check(action):
                return True
        except LandbridgeError:
            pass
        self._refused.add(action)
        return False

    # What it knows

    def picture(self, state: Ledger, step: MapPhase) -> Picture:
        """The map as it is now."""
        position = state.table.position
        if self._seen is None or self._seen[0] is not position:
            before = None if self._seen is None or self._fresh else self._seen[1]
            self._fresh = False
            theatre = step.theatre(state)
            stakes = NOTHING
            if self.level.knows_places:
                points = self._points(state)
                stakes = replace(NOTHING, places=points)
            if self.level.counts_points:
                stakes = stakes_of(state, step.side, theatre, points)
            made = Picture(theatre, step.side, self.level, before, stakes)
            self._seen = position, made
        return self._seen[1]

    def _points(self, state: Ledger) -> dict[int, float]:
        """The places that bring points."""
        if self._places is None:
            self._places = points_of(state)
        return self._places

    def _value(self, state: Ledger) -> tuple[dict[int, float], list[float]]:
        """The goals, and what every hex is worth by them."""
        name = state.table.scenario
        if self._worth is None or self._worth[0] != name:
            goals = goals_of(state)
            self._worth = name, goals, worth_of(state.table.land, goals)
        return self._worth[1], self._worth[2]

    # What it does

    def _think(self, seat: Seat, state: Ledger, step: MapPhase) -> Action | None:
        if isinstance(step, ASKED):
            found = answer(state, step, self.picture(state, step), self._value(state)[1])
            return found if self._may(seat, found) else None
        if isinstance(step, MapMovement | MapExploitation | MapReaction):
            return self._carry_on(seat, state, step)
        if isinstance(step, CombatSegment):
            return self._next_ranked(seat, lambda: self._attacks(state, step))
        if isinstance(step, BarrageSegment):
            picture, worth = self.picture(state, step), self._value(state)[1]
            opening = None if self._rounds else front_barrage(state, step, picture, worth)
            if opening is not None and self._may(seat, opening):
                return opening
            return self._next_ranked(seat, lambda: best_barrages(state, step, picture, worth))
        if isinstance(step, MapRefit):
            side: Side = step.side
            draw = self._random.randrange
            return self._first(seat, RefitPlanes.random_action(state, step, side, draw))
        if isinstance(step, MapEating):
            theatre = step.theatre(state)
            rows = hungry_units(theatre, step.supply(state))
            ids = tuple(theatre.counter(row).id for row in rows)
            for meal in (Eat(ids), *(Eat((id,)) for id in ids)):
                if ids and self._may(seat, meal):
                    return meal
            return Finish()
        if isinstance(step, MapArrivals):
            # Merged units count as lost: nobody is consolidated.
            drawn = Enter.random_action(state, step, step.side, self._random.randrange)
            return self._first(seat, drawn)
        if isinstance(step, MapBreakout):
            return Finish()
        return None

    def _first(self, seat: Seat, action: Action | None) -> Action | None:
        """An action if it is legal; else the end of the phase, if that is."""
        if action is not None and self._may(seat, action):
            return action
        return Finish() if self._may(seat, Finish()) else None

    def _next_ranked(self, seat: Seat, rank: Callable[[], list[Action]]) -> Action | None:
        """The best attack or barrage that is still legal; looked for anew where none is left."""
        while True:
            while self._ranked:
                action = self._ranked.pop()
                if self._may(seat, action):
                    return action
            if self._rounds >= ROUNDS:
                break
            self._rounds += 1
            self._ranked = rank()[::-1]
            if not self._ranked:
                break
        return self._first(seat, None)

    def _attacks(self, state: Ledger, step: CombatSegment) -> list[Action]:
        """The attacks that promise something, the best first."""
        picture, (_, worth) = self.picture(state, step), self._value(state)
        theatre = step.theatre(state)
        found: list[Strike] = []
        for target, rows in Attack.strikes(state, step).items():
            strike = best_strike(picture, theatre, rows, target, prize_of(picture, worth, target))
            if strike is not None and strike.worth >= ENOUGH:
                found.append(strike)
        found.sort(key=lambda strike: (-strike.worth, strike.target))
        left = max(0, picture.attention - len(theatre.position.attacked))
        return [_as_attack(state, strike) for strike in found[:left]]

    # Movement

    def _stages_of(self, step: MapPhase) -> list[Callable[[Ledger, MapPhase], None]]:
        """What it thinks of in a phase, the first thing last."""
        if isinstance(step, MapMovement):
            follow = [self._plan_reserves] if self.level.exploits else []
            fight = [self._plan_overruns] if self.level.exploits else []
            supply = [self._plan_carts, self._plan_trains, self._plan_supports]
            plans = [*supply, *fight, self._plan_advances, self._plan_fighters]
            first = [self._plan_thinning, self._plan_flights, self._prepare]
            return [*plans, *follow, self._plan_marches, self._plan_captures, *first]
        if isinstance(step, MapExploitation) and self.level.exploits:
            follow = [self._plan_overruns, self._plan_advances, self._plan_captures]
            return [*follow, self._plan_overruns, self._release]
        return []

    def _carry_on(self, seat: Seat, state: Ledger, step: MapPhase) -> Action | None:
        """The next action of what is planned, and the next plan where nothing is left."""
        for _ in range(4000):
            while self._queue:
                action = self._queue.pop()
                if self._may(seat, action):
                    return action
                self._queue = []
            if self._carts:
                self._queue = self._carts.pop()[::-1]
                continue
            if self._errands:
                self._set_out(state, step, self._errands.pop())
                continue
            if not self._stages:
                break
            self._stages.pop()(state, step)
        found = self._first(seat, None) or one_too_many(state, step)
        return found if self._may(seat, found) else None

    def _set_out(self, state: Ledger, step: MapPhase, errand: Errand) -> None:
        """Queue the actions by which a unit goes on its errand."""
        picture = self.picture(state, step)
        theatre, row = picture.theatre, errand.row
        if self.level.thrifty and picture.stakes.token > SHORT and errand.why not in URGENT:
            errand = replace(errand, fuel=False)
        if not theatre.on_map(row) or picture.place(row) == errand.goal:
            return
        fighter = is_fighter(theatre.counter(row))

        def may_end(place: int) -> bool:
            if fighter:
                return errand.why in OPEN_GROUND or fighter_may_end(picture, row, place)
            return support_may_stand(picture, place)

        way = find_way(picture, theatre, errand, may_end)
        if way is not None:
            formation = theatre.counter(row).formation
            mates = [
                one
                for one in self._errands
                if formation and theatre.counter(one.row).formation == formation
            ]
            self._queue = actions_for(theatre, errand, way, 1 + len(mates))[::-1]

    def _plan_reserves(self, state: Ledger, step: MapPhase) -> None:
        picture = self.picture(state, step)
        if self._posture == "assault":
            self._queue = hold_back(picture, draw_line(picture))[::-1]

    def _release(self, state: Ledger, step: MapPhase) -> None:
        if isinstance(step, MapExploitation):
            self._queue = releases(state, step)[::-1]

    def _plan_overruns(self, state: Ledger, step: MapPhase) -> None:
        picture, (_, worth) = self.picture(state, step), self._value(state)
        found = best_overrun(state, step, picture, worth, self._refused)
        if found is not None:
            # What is won may open the way for another.
            self._queue = [found]
            self._stages.append(self._plan_overruns)

    def _prepare(self, state: Ledger, step: MapPhase) -> None:
        self._queue = ready_for_battle(self.picture(state, step))[::-1]

    def _allocation(self, state: Ledger, step: MapPhase) -> Allocation:
        picture = self.picture(state, step)
        goals, worth = self._value(state)
        self._posture = next_posture(picture.side, self._posture, picture.balance)
        return Allocation(state, picture, draw_line(picture), worth, goals, self._posture)

    def _plan_fighters(self, state: Ledger, step: MapPhase) -> None:
        self._errands = self._allocation(state, step).errands[::-1]

    def _plan_thinning(self, state: Ledger, step: MapPhase) -> None:
        self._errands = plan_thinning(self.picture(state, step))[::-1]

    def _plan_flights(self, state: Ledger, step: MapPhase) -> None:
        self._errands = plan_flights(self.picture(state, step))[::-1]

    def _plan_captures(self, state: Ledger, step: MapPhase) -> None:
        self._errands = plan_captures(self.picture(state, step))[::-1]

    def _plan_marches(self, state: Ledger, step: MapPhase) -> None:
        if self.level.exploits:
            self._errands = plan_marches(self.picture(state, step))[::-1]

    def _plan_advances(self, state: Ledger, step: MapPhase) -> None:
        goals, worth = self._value(state)
        left = state.last_turn - state.turn
        self._errands = plan_advances(self.picture(state, step), worth, goals, left)[::-1]

    def _plan_trains(self, state: Ledger, step: MapPhase) -> None:
        self._queue = list(trains(state, step, self.picture(state, step)))[::-1]

    def _plan_carts(self, state: Ledger, step: MapPhase) -> None:
        """Each cart's actions hang together; where one is refused the next cart goes on."""
        self._carts = carts(self.picture(state, step))[::-1]

    def _plan_supports(self, state: Ledger, step: MapPhase) -> None:
        self._errands = self._allocation(state, step).supports()[::-1]


def _as_attack(state: Ledger, strike: Strike) -> Attack:
    counters = state.table.counters
    ids = tuple(counters[row].id for row in strike.rows)
    return Attack(state.table.land.labels[strike.target], ids)


class Steady(Keen):
    """Knows the odds and holds its line, but strikes from where it stands."""

    level = STEADY


class Novice(Keen):
    """Compares strengths, two attacks a turn, no barrages; for a first match."""

    level = NOVICE
