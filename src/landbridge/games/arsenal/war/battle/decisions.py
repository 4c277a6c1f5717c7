"""What is decided between two rounds of a battle: to stand or withdraw, to press on or halt."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import push_steps, replace_step
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.games.arsenal.combat.resolution import result, withdraw
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.battle.forecasts import forecast_fight
from landbridge.games.arsenal.war.battle.rounds import BattleRounds
from landbridge.games.arsenal.war.state import War


class BattleDecision(Verb, frozen=True):
    """What is decided between two rounds; nothing more is to be said."""

    @classmethod
    def random_action(
        cls, state: War, step: BattleRounds, who: str, choose: Chooser
    ) -> Self | None:
        return cls() if cls.is_open(state, step, who) else None


class Stand(BattleDecision, frozen=True):
    """The defender stays and fights on."""

    @classmethod
    def offer(cls, state: War, step: BattleRounds, who: str) -> Offer | None:
        return Offer("stand", "Fight on") if step.asks_now == "defender" else None

    def apply(self, state: War, step: BattleRounds, who: str, play: Play) -> War:
        return replace_step(state, replace(step, asks_now="attacker"))

    def forecast(self, state: War, step: BattleRounds, who: str) -> Forecast:
        found = forecast_fight(state, step, f"If you stand at {POINTS[step.point].name}")
        # Withdrawing is one's own choice here, and no reply.
        return replace(found, reply=None)


class Withdraw(BattleDecision, frozen=True):
    """The defender breaks off and retreats."""

    @classmethod
    def offer(cls, state: War, step: BattleRounds, who: str) -> Offer | None:
        may_retreat = step.asks_now == "defender" and step.retreats(state)
        return Offer("withdraw", "Retreat, dispersed") if may_retreat else None

    @classmethod
    def is_open(cls, state: War, step: BattleRounds, who: str) -> bool:
        # Whoever has nowhere to go is told so.
        return step.asks_now == "defender"

    def check(self, state: War, step: BattleRounds, who: str) -> tuple[Violation, ...]:
        if step.retreats(state):
            return ()
        point = POINTS[step.point].name
        text = f"No own point lies behind {point} on a line that the attacker did not use"
        return (Violation(text, ("RUL-DC-33",), "stand"),)

    @classmethod
    def random_action(
        cls, state: War, step: BattleRounds, who: str, choose: Chooser
    ) -> Self | None:
        return None if cls.offer(state, step, who) is None else cls()

    def apply(self, state: War, step: BattleRounds, who: str, play: Play) -> War:
        battle = step.model(state)
        left = withdraw(battle.defenders, battle.defending)
        gone = replace(battle, defending=left)
        state = replace_step(state)
        if result(gone, gone.attacking, left):
            return step.finish(state, gone, play, withdraws=who)
        step.log_withdrawal(who, {}, play)
        return push_steps(state, replace(step, asks_now="attacker", defending=left))


class Press(BattleDecision, frozen=True):
    """The attacker fights another round."""

    @classmethod
    def offer(cls, state: War, step: BattleRounds, who: str) -> Offer | None:
        return Offer("press", "Fight another round") if step.asks_now == "attacker" else None

    def apply(self, state: War, step: BattleRounds, who: str, play: Play) -> War:
        return step.round(replace_step(state), step.model(state), play)

    def forecast(self, state: War, step: BattleRounds, who: str) -> Forecast:
        title = f"If you press on at {POINTS[step.point].name}"
        return forecast_fight(state, step, title)


class Halt(BattleDecision, frozen=True):
    """The attacker breaks off."""

    @classmethod
    def offer(cls, state: War, step: BattleRounds, who: str) -> Offer | None:
        return Offer("halt", "Break off") if step.asks_now == "attacker" else None

    def apply(self, state: War, step: BattleRounds, who: str, play: Play) -> War:
        play.log("halts", ("RUL-DC-33",), side=who, point=POINTS[step.point].name)
        return step.finish(replace_step(state), step.model(state), play)


class OngoingBattle(BattleRounds, frozen=True, tag="Fighting"):
    """A battle between two rounds."""

    verbs = (Stand, Withdraw, Press, Halt)
