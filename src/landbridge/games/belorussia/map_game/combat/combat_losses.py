"""Steps that a combat result costs: taken one by one, by their owner's choice (OCS 9.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.combat.fights import Fight
from landbridge.games.belorussia.combat.losing import (
    loss_violations,
    may_lose,
    steps_of,
    still_there,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.fighting import (
    LOSING,
    FightStep,
    fight_theatre,
    lose_in_fight,
    target_label,
    with_fight,
)
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.multipliers import Role
from landbridge.games.belorussia.words import counted


class TakeLosses(Routine, frozen=True):
    """A side loses steps, one by one; where it has a choice it is asked."""

    role: Role
    due: int

    def run(self, state: Ledger, play: Play) -> Ledger:
        fight, theatre, due = state.table.fight, fight_theatre(state), self.due
        rows = fight.rows(self.role) + _bystanders(fight, theatre, self.role)
        have = steps_of(theatre, rows)
        if due > have and not in_force("OCS-9.11b-1"):
            # Without it whoever stands beside them would have to make up for what is missing.
            state = _others_pay(state, rows, due - have, play)
        if due and due >= have:
            return self._all(state, fight_theatre(state), play)
        while due:
            able = may_lose(theatre, rows, fight.leader(self.role), fight.lost(self.role))
            if len(able) > 1:
                return push_steps(state, ChooseLoss(fight.side(self.role), due))
            state = lose_one(state, able[0], play)
            fight, theatre, due = state.table.fight, fight_theatre(state), due - 1
        return state

    def _all(self, state: Ledger, theatre: Theatre, play: Play) -> Ledger:
        """Everything is lost; what the result demands beyond that is not."""
        rows = still_there(theatre, state.table.fight.rows(self.role))
        rules = LOSING if self.due == steps_of(theatre, rows) else (*LOSING, "OCS-9.11b-1")
        fight = state.table.fight
        losses = {row: steps_of(theatre, (row,)) for row in rows}
        taken = fight.taken | {row: fight.taken.get(row, 0) + n for row, n in losses.items()}
        state = lose_in_fight(state, losses, rules, play)
        return with_fight(state, replace(fight, taken=taken))


def _others_pay(state: Ledger, rows: Sequence[int], due: int, play: Play) -> Ledger:
    """Steps off those who stand beside units that fought."""
    theatre = fight_theatre(state)
    places = {theatre.place_of(row) for row in still_there(theatre, rows)}
    side = theatre.counter(rows[0]).side
    beside = [row for place in places for row in theatre.combat_units(place, side)]
    losses: dict[int, int] = {}
    for row in beside:
        if row not in rows:
            losses[row] = min(steps_of(theatre, (row,)), due - sum(losses.values()))
    return lose_in_fight(state, losses, LOSING, play)


def _bystanders(fight: Fight, theatre: Theatre, role: Role) -> tuple[int, ...]:
    """Friends in the hex from which an overrun is made: they lose nothing (OCS-8.1h-1)."""
    battle = fight.battle
    if role == "defender" or battle.attack != "overrun" or in_force("OCS-8.1h-1"):
        return ()
    there = (row for place in battle.hexes for row in theatre.combat_units(place, battle.side))
    return tuple(row for row in there if row not in battle.attackers)


def lose_one(state: Ledger, row: int, play: Play) -> Ledger:
    """A unit loses a step by the result of a combat."""
    state = lose_in_fight(state, {row: 1}, LOSING, play)
    fight = state.table.fight
    taken = fight.taken | {row: fight.taken.get(row, 0) + 1}
    return with_fight(state, replace(fight, taken=taken))


class Forfeit(UnitVerb, frozen=True):
    """Say which unit loses a step in a combat."""

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        assert isinstance(step, ChooseLoss)
        return still_there(step.theatre(state), state.table.fight.rows(step.role(state)))

    @classmethod
    def offer(cls, state: Ledger, step: ChooseLoss, who: str) -> Offer:
        return Offer("forfeit", "Take a step off a unit", (cls.units_slot(state, step),), LOSING)

    @classmethod
    def units_slot(cls, state: Ledger, step: MapPhase) -> Slot:
        theatre = step.theatre(state)
        rows = cls.able_now(state, step)
        words = tuple(cls._choice(theatre, row) for row in rows)
        return Slot("unit", words, prompt="which unit?")

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        return None

    @classmethod
    def able_now(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        """The units of which one may lose the next step."""
        assert isinstance(step, ChooseLoss)
        fight, role = state.table.fight, step.role(state)
        return may_lose(step.theatre(state), fight.rows(role), fight.leader(role), fight.lost(role))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self:
        able = cls.able_now(state, step)
        return cls(step.theatre(state).counter(able[choose(len(able))]).id)

    def check(self, state: Ledger, step: ChooseLoss, who: str) -> tuple[Violation, ...]:
        fight, role, theatre = state.table.fight, step.role(state), step.theatre(state)
        row = self.row(theatre, step)
        return loss_violations(theatre, fight.rows(role), fight.leader(role), fight.lost(role), row)

    def apply(self, state: Ledger, step: ChooseLoss, who: str, play: Play) -> Ledger:
        role = step.role(state)
        state = lose_one(state, self.row(step.theatre(state), step), play)
        return replace_step(state, TakeLosses(role, step.due - 1))


class ChooseLoss(FightStep, frozen=True):
    """The owner says which unit loses the next step."""

    cites = LOSING
    verbs = (Forfeit,)

    due: int = 1

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{counted(self.due, 'step')} lost at {target_label(state)}: whose is the next?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Forfeit.random_action(state, self, who, choose)
