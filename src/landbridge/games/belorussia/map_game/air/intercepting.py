"""The other side decides whether it intercepts a mission (OCS 14.5)."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.air.bases import is_active
from landbridge.games.belorussia.air.dogfights import Dogfight
from landbridge.games.belorussia.air.missions_on_map import NAMES
from landbridge.games.belorussia.air.patrol_zones import (
    interception_violations,
    interceptors,
    intercepts_in,
)
from landbridge.games.belorussia.air.sorties import Sortie, friends_over, in_flight
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.air_odds import forecast_interception
from landbridge.games.belorussia.map_game.air.dogfighting import BeginDogfight, MayTurnBack
from landbridge.games.belorussia.map_game.phases import MapPhase, flight_of
from landbridge.games.belorussia.map_game.unit_verbs import AnswerVerb
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import NAME_OF, counted

INTERCEPT: Rules = ("OCS-14.5-1", "OCS-14.5-2", "OCS-14.5-4", "OCS-14.4c-1")


class AskInterception(Routine, frozen=True):
    """Before flak fires the other side is asked, if it has a fighter whose zone covers the hex."""

    sortie: Sortie

    def run(self, state: Ledger, play: Play) -> Ledger:
        sortie = self.sortie
        theatre = state.theatre(sortie.phase, sortie.phasing)
        if not in_flight(theatre, sortie):
            return state
        if not interceptors(theatre, sortie.side, sortie.place, sortie.kind):
            return state
        if not intercepts_in(flight_of(state), Why()):
            return state
        return push_steps(state, MapInterception(other_side(sortie.side), sortie))


class Intercept(AnswerVerb, frozen=True):
    """Send a fighter against a mission."""

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        assert isinstance(step, MapInterception)
        sortie = step.sortie
        return interceptors(step.theatre(state), sortie.side, sortie.place, sortie.kind)

    @classmethod
    def offer(cls, state: Ledger, step: MapInterception, who: str) -> Offer:
        slot: Slot = cls.units_slot(state, step)
        return Offer("intercept", "Intercept with a fighter", (slot,), INTERCEPT)

    def check(self, state: Ledger, step: MapInterception, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        return interception_violations(theatre, row, step.sortie.place, step.sortie.kind)

    def apply(self, state: Ledger, step: MapInterception, who: str, play: Play) -> Ledger:
        theatre, sortie = step.theatre(state), step.sortie
        row = self.row(theatre, step)
        label = theatre.land.labels[sortie.place]
        friends = friends_over(theatre, sortie)
        rules = (*INTERCEPT, "OCS-14.4d-1") if friends else INTERCEPT
        play.log("intercepted", rules, plane=theatre.counter(row).name, hex=label)
        fight = Dogfight(
            place=sortie.place,
            attacker=step.side,
            attackers=(row,),
            defenders=(*in_flight(theatre, sortie), *friends),
        )
        begun = BeginDogfight(sortie.phase, sortie.phasing, fight)
        back = MayTurnBack(sortie.phase, sortie.phasing, sortie.side, sortie.rows, sortie.place)
        return replace_step(state, begun, InterceptorReturns(sortie, row), back)

    def forecast(self, state: Ledger, step: MapInterception, who: str) -> Forecast | None:
        theatre, sortie = step.theatre(state), step.sortie
        row = self.row(theatre, step)
        mission = (*in_flight(theatre, sortie), *friends_over(theatre, sortie))
        return forecast_interception(theatre, step.side, row, mission, sortie.place)


class InterceptorReturns(Routine, frozen=True):
    """An interceptor that has won is at its base, Active, and may intercept again (OCS-14.5-3)."""

    sortie: Sortie
    row: int

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre(self.sortie.phase, self.sortie.phasing)
        if not theatre.on_map(self.row) or not is_active(theatre, self.row):
            return state
        name = theatre.counter(self.row).name
        play.log("interceptor_wins", ("OCS-14.5-3",), plane=name)
        if in_force("OCS-14.5-3"):
            return state
        return state.with_position(theatre.position.mark((self.row,), INACTIVE))


class Refrain(Verb, frozen=True, tag="refrain"):
    """Let a mission pass."""

    @classmethod
    def offer(cls, state: Ledger, step: MapInterception, who: str) -> Offer:
        return Offer("refrain", "Do not intercept", rules=INTERCEPT)

    @classmethod
    def random_action(
        cls, state: Ledger, step: MapInterception, who: str, choose: Chooser
    ) -> Self | None:
        return cls()

    def apply(self, state: Ledger, step: MapInterception, who: str, play: Play) -> Ledger:
        label = step.theatre(state).land.labels[step.sortie.place]
        play.log("not_intercepted", INTERCEPT, side=NAME_OF[step.side], hex=label)
        return replace_step(state)


class MapInterception(MapPhase, frozen=True):
    """A side may intercept a mission of the other, with one fighter."""

    cites = INTERCEPT
    verbs = (Intercept, Refrain)
    title = "Interception"
    phase = "movement"

    sortie: Sortie

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre(self.sortie.phase, self.sortie.phasing)

    def prompt(self, state: Ledger, who: str) -> str:
        theatre, sortie = self.theatre(state), self.sortie
        planes = counted(len(in_flight(theatre, sortie)), "enemy plane")
        label = theatre.land.labels[sortie.place]
        return f"{planes} over {label}, {NAMES[sortie.kind]}: do you intercept?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Refrain() if choose(2) else Intercept.random_action(state, self, who, choose)
