"""Options of a combat result: as steps lost, as hexes of retreat, or ignored (OCS 9.10)."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb, draw_from
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.combat.losing import (
    stands_fast,
    steps_of,
    still_there,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.combat_losses import TakeLosses
from landbridge.games.belorussia.map_game.combat.fighting import (
    FightStep,
    fight_theatre,
    target_label,
    with_fight,
)
from landbridge.games.belorussia.terrain.multipliers import Role
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, counted

OPTIONS: Rules = ("OCS-9.10-2", "OCS-9.10b-1")
IGNORING: Rules = ("OCS-9.10c-1", "OCS-9.10c-2", "OCS-9.10c-3")


class AskOptions(Routine, frozen=True):
    """A side says how it takes its options, if there are any and somebody is left to take them."""

    role: Role

    def run(self, state: Ledger, play: Play) -> Ledger:
        fight, theatre = state.table.fight, fight_theatre(state)
        state = with_fight(state, replace(fight, length=0, moved=()))
        due, rows = fight.options(self.role), still_there(theatre, fight.rows(self.role))
        if not due:
            return state
        if not rows:
            return _unable(state, self.role, due)
        return push_steps(state, ChooseOptions(fight.side(self.role), due))


def _unable(state: Ledger, role: Role, number: int) -> Ledger:
    """Remember options that an attacker could not take: the defender may ignore his then."""
    fight = state.table.fight
    if role == "defender":
        return state
    return with_fight(state, replace(fight, unable=fight.unable + number))


class Stand(Verb, frozen=True):
    """Take all options as steps lost."""

    @classmethod
    def offer(cls, state: Ledger, step: ChooseOptions, who: str) -> Offer:
        steps = counted(step.due, "step")
        return Offer("stand", f"Stand, and lose {steps}", rules=OPTIONS)

    @classmethod
    def random_action(cls, state: Ledger, step: ChooseOptions, who: str, choose: Chooser) -> Self:
        return cls()

    def check(self, state: Ledger, step: ChooseOptions, who: str) -> tuple[Violation, ...]:
        return step.has_to_ignore(state)

    def apply(self, state: Ledger, step: ChooseOptions, who: str, play: Play) -> Ledger:
        theatre, role = step.theatre(state), step.role(state)
        rows = state.table.fight.rows(role)
        due = min(step.due, steps_of(theatre, rows))
        by = step.stands_fast(state)
        rules = (*OPTIONS, *step.willing(state), *((by,) if by else ()))
        play.log("stands", rules, side=NAME_OF[step.side], steps=counted(due, "step"))
        state = _unable(state, role, step.due - due)
        return replace_step(state, TakeLosses(role, due))


Hexes = Annotated[int, Meta(ge=1, le=3)]


class Concede(Verb, frozen=True):
    """Take options as hexes of retreat, and the others as steps lost."""

    explains = True

    hexes: Hexes

    @classmethod
    def offer(cls, state: Ledger, step: ChooseOptions, who: str) -> Offer | None:
        if step.stands_fast(state):
            return None
        slot = Slot("hexes", low=1, high=step.due, prompt="how many hexes?")
        return Offer("concede", "Retreat", (slot,), (*OPTIONS, "OCS-9.12-1"))

    @classmethod
    def random_action(
        cls, state: Ledger, step: ChooseOptions, who: str, choose: Chooser
    ) -> Self | None:
        return None if step.stands_fast(state) else cls(1 + choose(step.due))

    def check(self, state: Ledger, step: ChooseOptions, who: str) -> tuple[Violation, ...]:
        by = step.stands_fast(state)
        return step.has_to_ignore(state) + violations(
            violation_if(
                self.hexes > step.due,
                f"{self.hexes} hexes, and the result has {counted(step.due, 'option')}",
                "OCS-9.12-1",
                "as many hexes as there are options, or fewer",
            ),
            violation_if(bool(by), "this stack does not retreat", by, "stand"),
        )

    def apply(self, state: Ledger, step: ChooseOptions, who: str, play: Play) -> Ledger:
        theatre, role, fight = step.theatre(state), step.role(state), state.table.fight
        lost = min(max(0, step.due - self.hexes), steps_of(theatre, fight.rows(role)))
        back = self.hexes if role == "attacker" else 0
        play.log(
            "falls_back",
            (*OPTIONS, *step.willing(state), "OCS-9.12-1"),
            side=NAME_OF[step.side],
            hexes="1 hex" if self.hexes == 1 else f"{self.hexes} hexes",
        )
        fight = replace(fight, length=self.hexes, back=fight.back + back)
        return replace_step(with_fight(state, fight), TakeLosses(role, lost))


class Ignore(Verb, frozen=True):
    """Ignore all options, because the attacker has not taken his."""

    explains = True

    @classmethod
    def offer(cls, state: Ledger, step: ChooseOptions, who: str) -> Offer | None:
        if not step.may_ignore(state):
            return None
        return Offer("ignore", "Ignore the options", rules=IGNORING)

    @classmethod
    def random_action(
        cls, state: Ledger, step: ChooseOptions, who: str, choose: Chooser
    ) -> Self | None:
        return cls() if step.may_ignore(state) else None

    def check(self, state: Ledger, step: ChooseOptions, who: str) -> tuple[Violation, ...]:
        role = step.role(state)
        return violations(
            violation_if(
                role == "attacker",
                "an attacker carries out his options, even if no defender is left",
                "OCS-9.10c-4",
                "stand, or fall back",
            ),
            violation_if(
                role == "defender" and not step.may_ignore(state),
                "the attacker has taken all his options and has not retreated",
                "OCS-9.10-2",
                "stand, or fall back",
            ),
        )

    def apply(self, state: Ledger, step: ChooseOptions, who: str, play: Play) -> Ledger:
        fight = state.table.fight
        by = "OCS-9.10c-1" if fight.back else "OCS-9.10c-2"
        play.log("options_ignored", (by, "OCS-9.10c-3"), side=NAME_OF[step.side])
        return replace_step(state)


class ChooseOptions(FightStep, frozen=True):
    """A side says how it takes the options of a result."""

    cites = OPTIONS
    verbs = (Stand, Concede, Ignore)

    due: int = 1

    def may_ignore(self, state: Ledger) -> bool:
        """Whether the options may be ignored altogether."""
        fight = state.table.fight
        back = fight.back > 0 and in_force("OCS-9.10c-1")
        unable = fight.unable > 0 and in_force("OCS-9.10c-2")
        return self.role(state) == "defender" and (back or unable)

    def willing(self, state: Ledger) -> Rules:
        """The rule by which options are carried out that might be ignored."""
        return ("OCS-9.10c-3",) if self.may_ignore(state) else ()

    def has_to_ignore(self, state: Ledger) -> tuple[Violation, ...]:
        """What speaks against carrying them out: nothing, but without 9.10c-3."""
        if not self.may_ignore(state) or in_force("OCS-9.10c-3"):
            return ()
        return (Violation("options that may be ignored are ignored", ("OCS-9.10c-3",), "ignore"),)

    def stands_fast(self, state: Ledger) -> str:
        """The rule by which the side cannot retreat; nothing if it can."""
        return stands_fast(self.theatre(state), state.table.fight.rows(self.role(state)))

    def prompt(self, state: Ledger, who: str) -> str:
        options = counted(self.due, "option")
        return f"{state.table.fight.cell} at {target_label(state)}: {options}, as steps or hexes?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return draw_from(self.verbs, state, self, who, choose)
