"""After a combat in a match: the advance, and Exploit Mode (OCS 9.12g, 9.13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Why, unique
from landbridge.games.belorussia.combat.advancing import (
    advance,
    advance_violations,
    advancers,
    exploiters,
    how_fought,
    is_empty,
    mark_exploit,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.fighting import (
    FightStep,
    ending_of,
    fight_theatre,
    ids_of,
    names_of,
    others,
    target_label,
)
from landbridge.games.belorussia.map_game.combat.seizing import come_upon
from landbridge.games.belorussia.map_game.phases import find_own
from landbridge.games.belorussia.map_game.waking import wake_garrisons
from landbridge.games.belorussia.movement.sizes import quarters_of
from landbridge.games.belorussia.movement.stacking import MOST, re_text
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF

ADVANCE: Rules = ("OCS-9.12g-1", "OCS-9.12g-2", "OCS-9.12-4", "OCS-4.5b-3")
EXPLOIT: Rules = ("OCS-9.13-1", "OCS-5.4-5")


def _units_slot(theatre: Theatre, rows: Sequence[int], said: tuple[str, ...], prompt: str) -> Slot:
    choices = tuple(
        Choice(counter.id, f"{counter.name}, {theatre.land.labels[theatre.place_of(row)]}")
        for row in rows
        for counter in (theatre.counter(row),)
        if counter.id not in said
    )
    return Slot("units", choices, prompt=prompt, optional=bool(said))


class _Units(Verb, frozen=True):
    """What is done with some of the attackers."""

    units: tuple[str, ...]

    def rows(self, theatre: Theatre, step: FightStep) -> tuple[int, ...]:
        """The units that are named."""
        if not self.units or len(set(self.units)) < len(self.units):
            raise BadInput("Name the units, each once.")
        return tuple(find_own(theatre, step.side, word) for word in self.units)


# Advance


class AskAdvance(Routine, frozen=True):
    """Attackers may advance into an empty hex; after an overrun they must."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        fight, theatre = state.table.fight, fight_theatre(state)
        if fight.back or not is_empty(theatre, fight.battle):
            return state
        rows = advancers(theatre, fight.battle)
        if not rows or not in_force("OCS-9.12g-1"):
            return state
        if fight.battle.attack == "overrun" and in_force("OCS-8.0-4"):
            return advance_into(state, rows, ("OCS-8.0-4", "OCS-8.1a-1"), play)
        return push_steps(state, AdvanceAfterCombat(fight.battle.side))


def advance_into(state: Ledger, rows: tuple[int, ...], rules: Rules, play: Play) -> Ledger:
    """Units advance into the hex that they have won."""
    fight, theatre = state.table.fight, fight_theatre(state)
    side, hex = fight.battle.side, target_label(state)
    names, s, ids = names_of(theatre, rows), ending_of(rows), ids_of(theatre, rows)
    play.log("advanced", rules, to=(side,), units=names, s=s, ids=ids, hex=hex)
    play.log("advance_seen", rules[:1], to=others(side), side=NAME_OF[side], hex=hex)
    state = state.with_position(advance(theatre, fight.battle, rows))
    state = come_upon(state, theatre, (fight.battle.target,), side, play, by_advance=True)
    return wake_garrisons(state, play) if side == "soviet" else state


class Advance(_Units, frozen=True):
    """Advance with some of the attackers."""

    @classmethod
    def offer(cls, state: Ledger, step: AdvanceAfterCombat, who: str) -> Offer:
        slot = cls._slot(state, step, ())
        return Offer("advance", "Advance into the hex", (slot,), ADVANCE)

    @staticmethod
    def _slot(state: Ledger, step: AdvanceAfterCombat, said: tuple[str, ...]) -> Slot:
        theatre = step.theatre(state)
        rows = advancers(theatre, state.table.fight.battle)
        slot = _units_slot(theatre, rows, said, f"who advances? at most {MOST} RE may stay there")
        sizes = {theatre.counter(row).id: quarters_of(theatre, row) for row in rows}
        choices = (one for one in slot.choices if isinstance(one, Choice))
        sized = tuple(replace(one, cost=f"{re_text(sizes[one.word])} RE") for one in choices)
        return replace(slot, choices=sized)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: AdvanceAfterCombat, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        found = cls._slot(state, step, said)
        return found if found.choices else None

    @classmethod
    def random_action(
        cls, state: Ledger, step: AdvanceAfterCombat, who: str, choose: Chooser
    ) -> Self:
        theatre = step.theatre(state)
        rows = advancers(theatre, state.table.fight.battle)
        return cls((theatre.counter(rows[choose(len(rows))]).id,))

    def check(self, state: Ledger, step: AdvanceAfterCombat, who: str) -> tuple[Violation, ...]:
        theatre, fight = step.theatre(state), state.table.fight
        return advance_violations(
            theatre, fight.battle, self.rows(theatre, step), retreated=bool(fight.back)
        )

    def apply(self, state: Ledger, step: AdvanceAfterCombat, who: str, play: Play) -> Ledger:
        rows = self.rows(step.theatre(state), step)
        return advance_into(replace_step(state), rows, ADVANCE, play)


class Stay(Verb, frozen=True):
    """Let nobody advance."""

    @classmethod
    def offer(cls, state: Ledger, step: AdvanceAfterCombat, who: str) -> Offer:
        return Offer("stay", "Advance with nobody", rules=ADVANCE[:1])

    @classmethod
    def random_action(
        cls, state: Ledger, step: AdvanceAfterCombat, who: str, choose: Chooser
    ) -> Self:
        return cls()

    def apply(self, state: Ledger, step: AdvanceAfterCombat, who: str, play: Play) -> Ledger:
        play.log("nobody_advances", ADVANCE[:1], side=NAME_OF[step.side], hex=target_label(state))
        return replace_step(state)


class AdvanceAfterCombat(FightStep, frozen=True):
    """The attacker says who advances."""

    cites = ADVANCE
    verbs = (Advance, Stay)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{target_label(state)} is empty: who advances?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        verb = Advance if choose(4) else Stay
        return verb.random_action(state, self, who, choose)


# Exploit Mode


class AskExploit(Routine, frozen=True):
    """The attacker says who goes into Exploit Mode, where the result lets anybody."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        why, side = Why(), state.table.fight.battle.side
        if may_exploit(state, why):
            return push_steps(state, MarkExploit(side))
        if state.table.fight.outcome.exploit:
            rules = why.so(None).rules or EXPLOIT[:1]
            play.log("nobody_may_exploit", rules, to=(side,), hex=target_label(state))
        return state


def may_exploit(state: Ledger, why: Why) -> tuple[int, ...]:
    """The attackers that may go into Exploit Mode."""
    fight, theatre = state.table.fight, fight_theatre(state)
    chosen = how_fought(theatre, fight.battle, fight.phase, fight.back, fight.unable)
    return exploiters(theatre, fight.battle, fight.outcome, chosen, why)


class Exploit(_Units, frozen=True):
    """Put attackers into Exploit Mode."""

    @classmethod
    def offer(cls, state: Ledger, step: MarkExploit, who: str) -> Offer:
        slot = cls._slot(state, step, ())
        return Offer("exploit", "Go into Exploit Mode", (slot,), EXPLOIT)

    @staticmethod
    def _slot(state: Ledger, step: MarkExploit, said: tuple[str, ...]) -> Slot:
        return _units_slot(step.theatre(state), may_exploit(state, Why()), said, "who exploits?")

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MarkExploit, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        found = cls._slot(state, step, said)
        return found if found.choices else None

    @classmethod
    def random_action(cls, state: Ledger, step: MarkExploit, who: str, choose: Chooser) -> Self:
        theatre = step.theatre(state)
        return cls(tuple(theatre.counter(row).id for row in may_exploit(state, Why())))

    def check(self, state: Ledger, step: MarkExploit, who: str) -> tuple[Violation, ...]:
        theatre, why = step.theatre(state), Why()
        able = may_exploit(state, why)
        outside = [row for row in self.rows(theatre, step) if row not in able]
        return violations(
            violation_if(
                bool(outside),
                f"{names_of(theatre, outside)} may not exploit by {state.table.fight.cell}",
                unique(("OCS-9.13-1", "OCS-9.13b-1")),
                names_of(theatre, able),
            )
        )

    def apply(self, state: Ledger, step: MarkExploit, who: str, play: Play) -> Ledger:
        theatre, why = step.theatre(state), Why()
        rows = self.rows(theatre, step)
        may_exploit(state, why)
        rules = unique((*EXPLOIT, *why.so(None).rules))
        play.log("exploits", rules, to=(step.side,), units=names_of(theatre, rows))
        hex = target_label(state)
        play.log("exploit_seen", EXPLOIT, to=others(step.side), side=NAME_OF[step.side], hex=hex)
        return replace_step(state.with_position(mark_exploit(theatre, rows)))


class ForgoExploit(Verb, frozen=True, tag="forgo"):
    """Put nobody into Exploit Mode."""

    @classmethod
    def offer(cls, state: Ledger, step: MarkExploit, who: str) -> Offer:
        return Offer("forgo", "Leave all units in their mode", rules=EXPLOIT[:1])

    @classmethod
    def random_action(cls, state: Ledger, step: MarkExploit, who: str, choose: Chooser) -> Self:
        return cls()

    def apply(self, state: Ledger, step: MarkExploit, who: str, play: Play) -> Ledger:
        play.log("nobody_exploits", EXPLOIT[:1], to=(step.side,))
        return replace_step(state)


class MarkExploit(FightStep, frozen=True):
    """The attacker says who goes into Exploit Mode."""

    cites = EXPLOIT
    verbs = (Exploit, ForgoExploit)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{state.table.fight.cell} at {target_label(state)}: who goes into Exploit Mode?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        verb = Exploit if choose(4) else ForgoExploit
        return verb.random_action(state, self, who, choose)
