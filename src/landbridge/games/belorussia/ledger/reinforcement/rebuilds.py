"""Rebuilding units from the Dead Pile in the Reinforcement Phase."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.books import DeadUnit
from landbridge.games.belorussia.ledger.facts.remnants import without_remnants
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.reinforcement.special_replacements import (
    SPECIAL,
    special_kind,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.rebuild_places import soviet_rebuild_place
from landbridge.games.belorussia.replacements.rebuilding import Payment, ReplacementsAtHand, pay
from landbridge.games.belorussia.replacements.remnants import remnant_saves
from landbridge.games.belorussia.replacements.special_table import REBUILDS, may_be_taken
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.words import NAME_OF, short


class Rebuild(Duty, frozen=True):
    """Rebuild a unit from the Dead Pile with replacements, or by the special result."""

    name: str
    steps: int = 1
    """How many steps of a multi-step unit come back at once."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        payable = [unit for unit in state.book(phase.side).dead if _can_rebuild(phase, state, unit)]
        if not payable:
            return None
        names = Slot("name", tuple(unit.name for unit in payable), prompt="which unit?")
        most = max(unit.unit.steps for unit in payable)
        steps = Slot("steps", low=1, high=most, prompt="how many of its steps?", optional=True)
        slots = (names, steps) if most > 1 else (names,)
        return Offer("rebuild", "Rebuild a unit from the Dead Pile", slots, ("TFB-1.7a-2",))

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        dead = find_dead(state, phase.side, self.name)
        if not 1 <= self.steps <= dead.unit.steps:
            raise BadInput(f"'{self.name}' has 1 to {dead.unit.steps} steps, not {self.steps}.")
        if _can_rebuild(phase, state, dead, self.steps):
            return ()
        return _paid(phase, state, dead, self.steps).violations

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        dead = find_dead(state, phase.side, self.name)
        all_steps = replace(self, steps=dead.unit.steps)
        special = _by_special(phase, state, dead, self.steps)
        if special:
            entry = all_steps if special == "unit" else self
            entry._log(phase, state, dead, "the special result", SPECIAL[phase.side], play)
            return _taken_out(phase, state, dead, {}, rebuild="")
        if _by_tiger(phase, state, dead):
            rules = ("TFB-1.7b-24", "TFB-EDGE-23")
            all_steps._log(phase, state, dead, "a kept Tiger", rules, play)
            return _taken_out(phase, state, dead, {"tigers": state.axis.tigers - 1})
        paid = _paid(phase, state, dead, self.steps)
        self._log(phase, state, dead, _describe_payment(paid), ("TFB-1.7a-2",), play)
        book = state.book(phase.side)
        eq, kept = list(phase.eq), list(book.eq)
        for rating in paid.eq:
            # What would be lost with the phase is used first.
            (eq if rating in eq else kept).remove(rating)
        spent = {"pax": book.pax - paid.pax, "ally": book.ally - paid.ally_pax, "eq": tuple(kept)}
        return _taken_out(phase, state, dead, spent, eq=tuple(eq), air=phase.air - paid.air)

    def _log(
        self,
        phase: ReinforcementPhase,
        state: Ledger,
        dead: DeadUnit,
        price: str,
        rules: Rules,
        play: Play,
    ) -> None:
        place, where = _where(phase, state)
        part = f" ({self.steps} of {dead.unit.steps} steps)" if dead.unit.steps > 1 else ""
        name = f"{self.name}{part}"
        play.log("rebuilt", (*rules, *place), name=name, price=price, where=where)


def _taken_out(
    phase: ReinforcementPhase, state: Ledger, dead: DeadUnit, spent: dict[str, Any], **changes: Any
) -> Ledger:
    """A unit leaves the Dead Pile; a remnant that it had left goes back to its pool."""
    book = state.book(phase.side)
    rest = tuple(unit for unit in book.dead if unit.name != dead.name)
    book = replace(book, dead=rest, **spent).plus(rebuilt=1)
    state = state.with_book(phase.side, book)
    if phase.side == "axis":
        state = without_remnants(state, dead.name)
    return phase.update(state, **changes)


def _describe_payment(paid: Payment) -> str:
    amounts = ((paid.pax, "Pax"), (paid.ally_pax, "Ally Pax"))
    price = [f"{number} {what}" for number, what in amounts if number]
    price += [f"AR{rating} Eq" for rating in paid.eq] + ["Air"] * bool(paid.air)
    return ", ".join(price) or "nothing"


def find_dead(state: Ledger, side: str, name: str) -> DeadUnit:
    """A unit in a Dead Pile by its name."""
    pile = state.book(side).dead
    for unit in pile:
        if unit.name == name:
            return unit
    listed = choices([unit.name for unit in pile]) or "nobody"
    raise BadInput(f"'{name}' is not in the {NAME_OF[side]} Dead Pile; there: {listed}.")


def _where(phase: ReinforcementPhase, state: Ledger) -> tuple[Rules, str]:
    """The rules on the place of a rebuilt unit, and the place in words."""
    if phase.side == "soviet":
        ruling = state.rulings.rvgk
        leaves = soviet_rebuild_place("rvgk_3", state.date, ruling).result.leaves
        free = f", free to leave on {short(leaves)}" if leaves else ""
        return ("TFB-1.7a-9", "TFB-3.5-1", "RUL-TFB-27"), f"in the RVGK-3 box{free}"
    reach = figures("axis_repl_reach", state.rulings.axis_repl_reach)["hexes"]
    near = f" or within {reach} hexes of it" if reach else ""
    return ("TFB-1.7a-22", "RUL-TFB-68"), f"at an HQ in trace{near}"


def _by_special(
    phase: ReinforcementPhase, state: Ledger, dead: DeadUnit, steps: int
) -> Literal["unit", "step", ""]:
    """Whether the special result brings a unit back: all of it, one step, or not at all."""
    if not phase.rebuild:
        return ""
    kind = special_kind(dead.unit)
    if phase.side == "axis":
        if phase.rebuild == "tiger":
            return "unit" if kind == "tiger" else ""
        return "step" if steps == 1 and kind in ("artillery_leg", "werfer_leg") else ""
    reached: Any = phase.rebuild
    fallback = state.rulings.soviet_fallback
    results = [REBUILDS[name] for name in may_be_taken(reached, fallback)]
    amounts = [result.amount for result in results if kind in result.fits]
    if not amounts or (amounts[0] == "step" and steps > 1):
        return ""
    return amounts[0]


def _by_tiger(phase: ReinforcementPhase, state: Ledger, dead: DeadUnit) -> bool:
    return bool(state.book(phase.side).tigers) and special_kind(dead.unit) == "tiger"


def _paid(phase: ReinforcementPhase, state: Ledger, dead: DeadUnit, steps: int) -> Payment:
    book = state.book(phase.side)
    eq = (*phase.eq, *book.eq)
    at_hand = ReplacementsAtHand(pax=book.pax, ally_pax=book.ally, eq=eq, air=phase.air)
    saving = state.rulings.replacement_saving
    remnants = state.rulings.remnants
    on_remnant = phase.side == "axis" and dead.name in state.remnants
    saved = remnant_saves(dead.unit, remnants) if on_remnant else 0
    return pay(dead.unit, at_hand, steps, state.rulings, saving, saved).result


def _can_rebuild(phase: ReinforcementPhase, state: Ledger, dead: DeadUnit, steps: int = 1) -> bool:
    """Whether there is a way to bring a unit back now, with this many of its steps."""
    if _by_special(phase, state, dead, steps) or _by_tiger(phase, state, dead):
        return True
    return _paid(phase, state, dead, steps).legal
