"""The defender's aircraft: before the first round they may be sent against an attack."""

from __future__ import annotations

from typing import Self

from msgspec import field
from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.games.arsenal.combat.aircraft import air_battle
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.battle.air_support import (
    air_breaches,
    air_in_reach,
    air_ready,
    fly,
)
from landbridge.games.arsenal.war.battle.decisions import OngoingBattle
from landbridge.games.arsenal.war.battle.rounds import FOUGHT_OUT
from landbridge.games.arsenal.war.columns import DISPERSED, ids, lose_unit, put
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase, Phase
from landbridge.games.arsenal.words import SIDES, Side, plural


class Intercept(Verb, frozen=True):
    """Send air units against an attack."""

    air: int

    @classmethod
    def offer(cls, state: War, step: Interception, who: str) -> Offer:
        high = len(step.ready(state))
        slot = Slot("air", low=1, high=high, prompt="how many air units")
        return Offer("intercept", "Send aircraft", (slot,), ("RUL-DC-42",))

    def check(self, state: War, step: Interception, who: str) -> tuple[Violation, ...]:
        return air_breaches(state, step.battle.point, 1 - step.battle.side, self.air, least=1)

    def apply(self, state: War, step: Interception, who: str, play: Play) -> War:
        battle = step.battle
        sent = air_in_reach(state, battle.point, 1 - battle.side)[: self.air]
        return step.meet(state, tuple(sent), play)

    @classmethod
    def random_action(
        cls, state: War, step: Interception, who: str, choose: Chooser
    ) -> Self | None:
        return cls(1 + choose(len(step.ready(state))))


class Interception(Phase, frozen=True):
    """Before the first round the defender may send aircraft."""

    title = "Battle"
    keeps_out = FOUGHT_OUT
    ending = "Leave the sky to the attacker"
    cites = ("RUL-DC-42",)
    verbs = (Intercept, EndPhase)

    battle: OngoingBattle = field(name="fight")
    flying: tuple[int, ...]
    """The attacker's air units over the point."""

    @property
    def who(self) -> Side:
        return SIDES[1 - self.battle.side]

    def prompt(self, state: War, who: str) -> str:
        name = POINTS[self.battle.point].name
        count = len(self.flying)
        return f"Attack on {name}, {plural(count, 'air unit') if count else 'no aircraft'} with it"

    def ready(self, state: War) -> list[int]:
        """The defender's air units that can fly there."""
        return air_ready(state, self.battle.point, 1 - self.battle.side)

    def end(self, state: War, play: Play) -> War:
        return self.meet(state, (), play)

    def meet(self, state: War, sent: tuple[int, ...], play: Play) -> War:
        """Aircraft meet; those left over support their side in the battle that follows."""
        fought = air_battle(len(self.flying), len(sent), play.nature)
        state = fly(replace_step(state), sent)
        lost: list[int] = []
        for units, result in ((self.flying, fought.attackers), (sent, fought.defenders)):
            stay = result.left + result.turned_back
            for unit in units[result.left : stay]:
                flags = state.flags[unit] | DISPERSED
                state = replace(state, flags=put(state.flags, unit, flags))
            lost += units[stay:]
        for unit in lost:
            state = lose_unit(state, unit)
        if sent:
            play.log(
                "air_battle",
                ("RUL-DC-42",),
                point=POINTS[self.battle.point].name,
                attackers=fought.attackers.left,
                defenders=fought.defenders.left,
                lost=ids(lost),
                side=SIDES[self.battle.side],
                attack_dice=fought.attack_dice,
                defence_dice=fought.defence_dice,
            )
        battle = replace(self.battle, air=fought.attack_dice, cover=fought.defence_dice)
        return battle.open(state, play)
