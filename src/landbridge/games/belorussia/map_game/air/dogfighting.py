"""Air combat in a match (OCS 14.3): who aborts beforehand, who fights whom, round by round."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.air.bases import is_active
from landbridge.games.belorussia.air.dogfights import (
    Dogfight,
    attack_choices,
    fight_round,
    is_over,
    may_attack,
    with_roles,
)
from landbridge.games.belorussia.air.planes import aborted, lose_plane_steps
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import AnswerVerb
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, Phase, Side, listed

ABORT: Rules = ("OCS-14.3d-1",)
CHOOSE: Rules = ("OCS-14.3e-1",)


def still_fighting(theatre: Theatre, fight: Dogfight) -> Dogfight:
    """The same without planes that have aborted or are lost."""
    gone = [
        row
        for row in (*fight.attackers, *fight.defenders)
        if not theatre.on_map(row) or not is_active(theatre, row)
    ]
    return fight.without(*gone)


def abort(state: Ledger, theatre: Theatre, rows: tuple[int, ...], place: int) -> Ledger:
    """Planes break off from an air combat over a hex."""
    return state.with_position(aborted(theatre, rows, place))


class AirStep(MapPhase, frozen=True):
    """A decision in an air combat."""

    phase = "movement"
    title = "Air Combat"

    at: Phase
    """The phase that it is."""
    phasing: Side
    fight: Dogfight

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre(self.at, self.phasing)


class BeginDogfight(Routine, frozen=True):
    """An air combat begins: either side with several planes may abort some of them."""

    at: Phase
    phasing: Side
    fight: Dogfight

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre(self.at, self.phasing)
        if is_over(theatre, self.fight):
            return state
        names = {
            side: listed([theatre.counter(row).name for row in self.fight.planes(side)])
            for side in (self.fight.attacker, other_side(self.fight.attacker))
        }
        label = theatre.land.labels[self.fight.place]
        play.log(
            "air_combat", ("OCS-14.3-1",), hex=label, soviet=names["soviet"], axis=names["axis"]
        )
        asked = [
            MayAbort(side, self.at, self.phasing, self.fight)
            for side in (self.fight.attacker, other_side(self.fight.attacker))
            if len(self.fight.planes(side)) > 1 and in_force(ABORT)
        ]
        return push_steps(state, *asked, DogfightRound(self.at, self.phasing, self.fight))


class Abort(AnswerVerb, frozen=True):
    """Let a plane break off before the first round of an air combat."""

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        assert isinstance(step, MayAbort)
        return still_fighting(step.theatre(state), step.fight).planes(step.side)

    @classmethod
    def offer(cls, state: Ledger, step: MayAbort, who: str) -> Offer | None:
        if len(cls.candidates(state, step)) <= step.kept:
            return None
        slot: Slot = cls.units_slot(state, step)
        return Offer("abort", "Let a plane break off", (slot,), ABORT)

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        assert isinstance(step, MayAbort)
        rows = cls.candidates(state, step)
        if len(rows) <= step.kept:
            return None
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id)

    def check(self, state: Ledger, step: MayAbort, who: str) -> tuple[Violation, ...]:
        theatre, rows = step.theatre(state), self.candidates(state, step)
        row = self.row(theatre, step)
        name = theatre.counter(row).name
        return violations(
            violation_if(row not in rows, f"{name} is not in this air combat", ABORT),
            violation_if(
                rows == (row,) and step.kept > 0,
                f"{name} is the last plane of its side",
                ABORT,
                "one must stay",
            ),
        )

    def apply(self, state: Ledger, step: MayAbort, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        play.log("plane_breaks_off", ABORT, plane=theatre.counter(row).name)
        state = abort(state, theatre, (row,), step.fight.place)
        return state if self.candidates(state, step) else replace_step(state)


class Engage(Verb, frozen=True):
    """Fight with all planes that are left."""

    @classmethod
    def offer(cls, state: Ledger, step: MayAbort, who: str) -> Offer:
        words = "Fight with all that are left" if step.kept else "Go on with all that are left"
        return Offer("engage", words, rules=ABORT)

    @classmethod
    def random_action(cls, state: Ledger, step: MayAbort, who: str, choose: Chooser) -> Self | None:
        return cls()

    def apply(self, state: Ledger, step: MayAbort, who: str, play: Play) -> Ledger:
        return replace_step(state)


class MayAbort(AirStep, frozen=True):
    """Before the first round a side may abort planes, but one must stay; afterwards any may."""

    cites = ABORT
    verbs = (Abort, Engage)

    kept: int = 1
    """Planes that must stay."""

    def prompt(self, state: Ledger, who: str) -> str:
        label = self.theatre(state).land.labels[self.fight.place]
        over = "" if self.kept else " is over"
        return f"Air combat over {label}{over}: does any plane break off?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return (choose(3) == 0 and Abort.random_action(state, self, who, choose)) or Engage()


class MayTurnBack(Routine, frozen=True):
    """An air combat is over: any plane of the mission may abort now."""

    at: Phase
    phasing: Side
    side: Side
    rows: tuple[int, ...]
    place: int

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre(self.at, self.phasing)
        mission = Dogfight(place=self.place, attacker=self.side, attackers=self.rows, defenders=())
        if not still_fighting(theatre, mission).attackers or not in_force(ABORT):
            return state
        return push_steps(state, MayAbort(self.side, self.at, self.phasing, mission, 0))


class DogfightRound(Routine, frozen=True):
    """A round of air combat; planes are chosen where there is a choice."""

    at: Phase
    phasing: Side
    fight: Dogfight
    attacker: int = -1
    defender: int = -1

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre(self.at, self.phasing)
        fight = with_roles(theatre, still_fighting(theatre, self.fight))
        if is_over(theatre, fight):
            return state
        attacker, defender = self.attacker, self.defender
        attackers, chosen = attack_choices(theatre, fight), in_force(CHOOSE)
        if not attackers:
            return state
        if attacker < 0 and len(attackers) > 1 and chosen:
            return push_steps(state, ChoosePlane(fight.attacker, self.at, self.phasing, fight))
        attacker = attacker if attacker >= 0 else attackers[0]
        if defender < 0 and len(fight.defenders) > 1 and chosen:
            side = other_side(fight.attacker)
            return push_steps(state, ChoosePlane(side, self.at, self.phasing, fight, attacker))
        defender = defender if defender >= 0 else fight.defenders[0]
        state = self._fight(state, fight, attacker, defender, play)
        if not in_force("OCS-14.3-2"):
            return state
        return push_steps(state, DogfightRound(self.at, self.phasing, fight))

    def _fight(
        self, state: Ledger, fight: Dogfight, attacker: int, defender: int, play: Play
    ) -> Ledger:
        theatre = state.theatre(self.at, self.phasing)
        found = fight_round(theatre, fight.place, attacker, defender, play.nature)
        rules = (*found.rules, "OCS-14.3-2")
        if any(theatre.place_of(row) == fight.place for row in found.result.aborted):
            rules = (*rules, "OCS-14.1c-2")
        if fight.attacker != self.fight.attacker:
            rules = (*rules, "OCS-14.3c-1")
        if not all(may_attack(theatre, r) for r in (*fight.attackers, *fight.defenders)):
            rules = (*rules, "OCS-14.3a-1")
        names = [theatre.counter(row).name for row in found.result.aborted]
        play.log(
            "dogfight",
            rules,
            attacker=theatre.counter(attacker).name,
            defender=theatre.counter(defender).name,
            aborted=listed(names),
            loss=", with the loss of a step" if found.result.step_lost else "",
        )
        state = abort(state, theatre, found.result.aborted, fight.place)
        if not found.result.step_lost:
            return state
        theatre = state.theatre(self.at, self.phasing)
        return state.with_position(lose_plane_steps(theatre, found.result.aborted).position)


class SendPlane(AnswerVerb, frozen=True, tag="send"):
    """Choose the plane that fights in a round."""

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        assert isinstance(step, ChoosePlane)
        if step.side == step.fight.attacker:
            return attack_choices(step.theatre(state), step.fight)
        return step.fight.defenders

    @classmethod
    def offer(cls, state: Ledger, step: ChoosePlane, who: str) -> Offer:
        slot: Slot = cls.units_slot(state, step)
        return Offer("send", "Choose the plane that fights", (slot,), CHOOSE)

    def check(self, state: Ledger, step: ChoosePlane, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        name, attacks = theatre.counter(row).name, step.side == step.fight.attacker
        return violations(
            violation_if(
                row not in self.candidates(state, step),
                f"{name} cannot be chosen in this round",
                ("OCS-14.3a-1", *CHOOSE) if attacks else CHOOSE,
                "an attacker without parentheses" if attacks else "a plane of the combat",
            )
        )

    def apply(self, state: Ledger, step: ChoosePlane, who: str, play: Play) -> Ledger:
        row = self.row(step.theatre(state), step)
        attacks = step.side == step.fight.attacker
        attacker, defender = (row, -1) if attacks else (step.attacker, row)
        again = DogfightRound(step.at, step.phasing, step.fight, attacker, defender)
        return replace_step(state, again)


class ChoosePlane(AirStep, frozen=True):
    """A side chooses the plane that fights in a round."""

    cites = CHOOSE
    verbs = (SendPlane,)

    attacker: int = -1
    """The plane that attacks, once it has been chosen."""

    def prompt(self, state: Ledger, who: str) -> str:
        theatre = self.theatre(state)
        label = theatre.land.labels[self.fight.place]
        role = "attacks" if self.side == self.fight.attacker else "defends"
        return f"Air combat over {label}: which {NAME_OF[self.side]} plane {role}?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return SendPlane.random_action(state, self, who, choose)
