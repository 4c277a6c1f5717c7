"""What a defender decides before the dice fall: his combat supply, and who leads (OCS 9.5, 9.6)."""

from __future__ import annotations

from typing import Literal, Self

from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import unique
from landbridge.games.belorussia.combat.battles import leaders
from landbridge.games.belorussia.combat.supplying import (
    could_be_supplied,
    defence_price,
    defends_free,
    supply_defence,
)
from landbridge.games.belorussia.fronts.fronts_on_map import is_supplied_by_posture
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.defence_odds import forecast_defence
from landbridge.games.belorussia.map_game.combat.fighting import (
    FightStep,
    fight_theatre,
    names_of,
    others,
    target_label,
    with_fight,
)
from landbridge.games.belorussia.map_game.phases import find_own
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paying import explain_takings
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, counted

SUPPLY: Rules = ("OCS-9.5-2", "OCS-9.5-3", "OCS-9.5-4")
LEADING: Rules = ("OCS-9.6-2", "OCS-9.2-1")


# Combat supply


class AskSupply(Routine, frozen=True):
    """The defender is asked whether he pays; without anything to pay with he is not."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        fight = state.table.fight
        battle, theatre = fight.battle, fight_theatre(state)
        if not in_force("OCS-9.5-4"):
            # Nothing else says when a defender pays, and before the dice he would be asked nothing.
            return state
        if could_be_supplied(theatre, battle.defenders):
            return push_steps(state, SupplyDefence(battle.enemy))
        return _unsupplied(state, play)


def _unsupplied(state: Ledger, play: Play) -> Ledger:
    """The defenders fight without combat supply, all but those who never need any."""
    fight, theatre = state.table.fight, fight_theatre(state)
    defenders = fight.battle.defenders
    free = tuple(row for row in defenders if defends_free(theatre, row))
    if len(free) < len(defenders):
        play.log("defence_unsupplied", SUPPLY, hex=target_label(state))
    elif any(is_supplied_by_posture(theatre, row, "defence") for row in free):
        play.log("defence_is_free", ("RUL-TFB-24",), hex=target_label(state))
    return with_fight(state, fight.with_battle(supplied=free))


class Defend(Verb, frozen=True):
    """Say whether a defence is paid for."""

    supply: Literal["paid", "unpaid"]

    @classmethod
    def offer(cls, state: Ledger, step: SupplyDefence, who: str) -> Offer:
        theatre = step.theatre(state)
        price = defence_price(theatre, state.table.fight.battle.defenders).result
        cost = counted(price, "token")
        choices = (
            Choice("paid", "with combat supply", cost=cost),
            Choice("unpaid", "at half strength"),
        )
        return Offer(
            "defend", "Defend with combat supply or without", (Slot("supply", choices),), SUPPLY
        )

    @classmethod
    def random_action(cls, state: Ledger, step: SupplyDefence, who: str, choose: Chooser) -> Self:
        return cls("paid" if choose(4) else "unpaid")

    def check(self, state: Ledger, step: SupplyDefence, who: str) -> tuple[Violation, ...]:
        # Without 9.5-3 whoever can pay would have to.
        if self.supply == "unpaid" and not in_force("OCS-9.5-3"):
            return (Violation("whoever can pay for his defence does", ("OCS-9.5-3",)),)
        return ()

    def apply(self, state: Ledger, step: SupplyDefence, who: str, play: Play) -> Ledger:
        if self.supply == "unpaid":
            return replace_step(_unsupplied(state, play))
        fight, theatre = state.table.fight, step.theatre(state)
        found = supply_defence(theatre, fight.battle.defenders)
        done = found.result
        dumps = explain_takings(theatre, done.takings)
        side, hex = step.side, target_label(state)
        play.log(
            "defence_paid",
            unique((*SUPPLY, *found.rules, *dumps.rules)),
            to=(side,),
            hex=hex,
            tokens=counted(done.tokens, "token"),
            how=_how(theatre, done.stocks, dumps.result),
        )
        play.log("defence_supplied", SUPPLY, to=others(side), hex=hex)
        state = state.with_position(done.position)
        return replace_step(with_fight(state, fight.with_battle(supplied=done.rows)))

    def forecast(self, state: Ledger, step: SupplyDefence, who: str) -> Forecast | None:
        battle = state.table.fight.battle
        return forecast_defence(step.theatre(state), battle, self.supply == "paid")


def _how(theatre: Theatre, stocks: tuple[int, ...], dumps: str) -> str:
    """By what a combat was supplied, in words."""
    parts = [dumps] if dumps else []
    parts += [f"internal stocks of {names_of(theatre, stocks)}"] if stocks else []
    return "; ".join(parts) or "nothing to be paid"


class SupplyDefence(FightStep, frozen=True):
    """The defender says whether he pays for combat supply."""

    cites = SUPPLY
    verbs = (Defend,)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{target_label(state)} is attacked: is its defence paid for?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Defend.random_action(state, self, who, choose)


# Who leads


class AskLeader(Routine, frozen=True):
    """The defender is asked whose action rating counts; a sole unit leads by itself."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        fight, theatre = state.table.fight, fight_theatre(state)
        able = leaders(theatre, fight.battle.defenders)
        base = ("TFB-2.4g-3",) if len(able) < len(fight.battle.defenders) else ()
        play.log(
            "attack_led",
            (*LEADING, *base),
            side=NAME_OF[fight.battle.side],
            hex=target_label(state),
            rating=face_up(theatre, fight.battle.leader).rating,
        )
        if len(able) > 1:
            return push_steps(state, NameLeader(fight.battle.enemy))
        return with_fight(state, fight.with_battle(against=able[0]))


class Lead(Verb, frozen=True):
    """Name the defender whose action rating counts."""

    unit: str

    @classmethod
    def offer(cls, state: Ledger, step: NameLeader, who: str) -> Offer:
        theatre = step.theatre(state)
        choices = tuple(
            Choice(counter.id, f"{counter.name}, action rating {face_up(theatre, row).rating}")
            for row in step.able(state)
            for counter in (theatre.counter(row),)
        )
        slot = Slot("unit", choices, prompt="whose action rating?")
        return Offer("lead", "Name the unit whose action rating counts", (slot,), LEADING)

    @classmethod
    def random_action(cls, state: Ledger, step: NameLeader, who: str, choose: Chooser) -> Self:
        able = step.able(state)
        return cls(step.theatre(state).counter(able[choose(len(able))]).id)

    def check(self, state: Ledger, step: NameLeader, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = find_own(theatre, step.side, self.unit)
        taking_part = row in state.table.fight.battle.defenders
        name = theatre.counter(row).name
        return violations(
            violation_if(
                not taking_part,
                f"{name} does not take part",
                "OCS-9.6-2",
                "a unit that defends the hex",
            ),
            violation_if(
                taking_part and row not in step.able(state),
                f"{name} does not lead beside a defence base",
                "TFB-2.4g-3",
                "the base's action rating has to be used",
            ),
        )

    def apply(self, state: Ledger, step: NameLeader, who: str, play: Play) -> Ledger:
        row = find_own(step.theatre(state), step.side, self.unit)
        fight = state.table.fight.with_battle(against=row)
        return replace_step(with_fight(state, fight))


class NameLeader(FightStep, frozen=True):
    """The defender names the unit whose action rating counts."""

    cites = LEADING
    verbs = (Lead,)

    def able(self, state: Ledger) -> tuple[int, ...]:
        """The units that may lead."""
        return leaders(self.theatre(state), state.table.fight.battle.defenders)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{target_label(state)} is attacked: whose action rating counts?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Lead.random_action(state, self, who, choose)
