"""Rebuilding in the Reinforcement Phase: units of the Dead Pile, and steps of reduced units."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation, breaches, choices
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.ledger.books import ReducedUnit
from landbridge.games.belorussia.ledger.facts.remnants import without_remnants
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.reinforcement.rebuild_sites import (
    BOX,
    describe_site,
    rebuild_site,
    to_the_box,
)
from landbridge.games.belorussia.ledger.reinforcement.special_replacements import (
    SPECIAL,
    by_step,
    reduced_artillery_counts,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.dead_kinds import special_kind
from landbridge.games.belorussia.replacements.rebuild_charts import rebuild_price
from landbridge.games.belorussia.replacements.rebuilding import (
    Payment,
    ReplacementsAtHand,
    most_eq,
    pay,
)
from landbridge.games.belorussia.replacements.remnants import remnant_saves
from landbridge.games.belorussia.replacements.special_table import (
    REBUILDS,
    may_be_taken,
    use_kept_tigers,
)
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, counted

FreeWay = Literal["tiger", "unit", "step", ""]
"""How a unit comes back without Pax and Eq: by a kept Tiger, by the special result, or not."""

TIGER: Rules = ("TFB-1.7b-24", "TFB-EDGE-23")


class LackingUnit(ReducedUnit, frozen=True):
    """A unit that lacks steps: a reduced one, or one of the Dead Pile, which has none left."""

    @property
    def missing(self) -> int:
        """Steps that it lacks; an Air replacement makes a plane whole at once (TFB-1.7a-6)."""
        return 1 if self.unit.kind == "air" else self.unit.steps - self.steps


def lacking_units(state: Ledger, side: str) -> tuple[LackingUnit, ...]:
    """The Dead Pile of a side, then its reduced units."""
    book = state.book(side)
    dead = (LackingUnit(unit.name, unit.unit, 0) for unit in book.dead)
    reduced = (LackingUnit(unit.name, unit.unit, unit.steps) for unit in book.reduced)
    return (*dead, *reduced)


class Rebuild(Duty, frozen=True):
    """Rebuild a unit or steps of it, with replacements or by the special result."""

    needs_no_phase = True

    name: str
    steps: int = 1
    """How many steps of a multi-step unit come back at once."""
    at: str = ""
    """The HQ at which an Axis unit comes back, where players want it checked."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        every = lacking_units(state, phase.side)
        payable = [unit for unit in every if can_rebuild(phase, state, unit)]
        if not payable:
            return None
        names = Slot("name", tuple(unit.name for unit in payable), prompt="which unit?")
        most = max(unit.missing for unit in payable)
        steps = Slot("steps", low=1, high=most, prompt="how many of its steps?", optional=True)
        slots = (names, steps) if most > 1 else (names,)
        return Offer("rebuild", "Rebuild a unit, or steps of it", slots, ("TFB-1.7a-2",))

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        unit = find_lacking(state, phase.side, self.name)
        if not 1 <= self.steps <= unit.missing:
            lacks = "lacks" if unit.steps else "has"
            raise BadInput(f"'{self.name}' {lacks} 1 to {unit.missing} steps, not {self.steps}.")
        wrong: tuple[Violation, ...] = ()
        if not _free_way(phase, state, unit, self.steps):
            wrong = _rebuild_cost(phase, state, unit, self.steps).result.violations
            wrong = _not_by_special(phase, state, unit) or wrong if wrong else ()
        return (*wrong, *breaches(rebuild_site, state, unit.unit, self.at))

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        unit = find_lacking(state, phase.side, self.name)
        way = _free_way(phase, state, unit, self.steps)
        if way:
            steps = self.steps if way == "step" else unit.missing
            price = "a kept Tiger" if way == "tiger" else "the special result"
            rules = TIGER if way == "tiger" else SPECIAL[phase.side]
            self.log(state, unit, steps, price, rules, play)
            if way == "tiger":
                return self._rebuilt(phase, state, unit, steps, {"tigers": state.axis.tigers - 1})
            return self._rebuilt(phase, state, unit, steps, {}, rebuild="")
        found = _rebuild_cost(phase, state, unit, self.steps)
        paid = found.result
        price = _describe_payment(paid)
        self.log(state, unit, self.steps, price, ("TFB-1.7a-2", *found.rules), play)
        book = state.book(phase.side)
        eq, kept = list(phase.eq), list(book.eq)
        for rating in paid.eq:
            # What would be lost with the phase is used first.
            (eq if rating in eq else kept).remove(rating)
        spent = {"pax": book.pax - paid.pax, "ally": book.ally - paid.ally_pax, "eq": tuple(kept)}
        left: dict[str, Any] = {"eq": tuple(eq), "air": phase.air - paid.air}
        if paid.eq and most_eq(state.rulings.replacement_saving):
            left["eq_spent"] = phase.with_eq(self.name, len(paid.eq))
        return self._rebuilt(phase, state, unit, self.steps, spent, **left)

    def log(
        self,
        state: Ledger,
        unit: LackingUnit,
        steps: int,
        price: str,
        rules: Rules,
        play: Play,
    ) -> None:
        """Tell what has been rebuilt, for which price and where."""
        cites, where = describe_site(state, unit.unit, self.at)
        # A plane has two steps, and its unit says one.
        printed = max(unit.unit.steps, unit.steps + steps)
        part = ""
        if unit.steps:
            part = f" (from {unit.steps} to {unit.steps + steps} of {printed} steps)"
        elif printed > 1:
            part = f" ({steps} of {printed} steps)"
        name = f"{self.name}{part}"
        play.log("rebuilt", (*rules, *cites), name=name, price=price, where=where)

    def _rebuilt(
        self,
        phase: ReinforcementPhase,
        state: Ledger,
        unit: LackingUnit,
        steps: int,
        spent: dict[str, Any],
        **changes: Any,
    ) -> Ledger:
        """A unit has these steps more; what it still lacks is kept, a remnant goes to its pool."""
        book = state.book(phase.side)
        now = unit.steps + steps
        dead = tuple(other for other in book.dead if other.name != unit.name)
        reduced = tuple(other for other in book.reduced if other.name != unit.name)
        if now < unit.unit.steps:
            reduced = (*reduced, ReducedUnit(unit.name, unit.unit, now))
        book = replace(book, dead=dead, reduced=reduced, **spent)
        state = state.with_book(phase.side, book.plus(rebuilt=int(not unit.steps)))
        if phase.side == "axis":
            state = without_remnants(state, unit.name)
        if self.at in ("", BOX):
            state = to_the_box(state, unit.name, unit.unit)
        return phase.update(state, **changes)

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        """Tigers that must be used now: what is kept is kept only while no Tiger is dead."""
        if phase.side != "axis" or not (state.axis.tigers or phase.rebuild == "tiger"):
            return ()
        tigers = [u.name for u in lacking_units(state, "axis") if _is_tiger(state, u)]
        if tigers and phase.rebuild == "tiger":
            text = f"the Tiger rebuild has to be used now, on {choices(tigers)}"
            rules = ("TFB-EDGE-22", "RUL-TFB-65")
            return violations(violation_if(True, text, rules, f"rebuild {tigers[0]}"))
        if not tigers:
            return ()
        found = use_kept_tigers(state.axis.tigers, len(tigers), state.rulings.tiger_keeping)
        if not found.result.rebuilt:
            return ()
        due = counted(found.result.rebuilt, "kept Tiger")
        text = f"{due} to be used now: {choices(tigers)} is in the Dead Pile"
        return (Violation(text, found.rules, f"rebuild {tigers[0]}"),)


def _is_tiger(state: Ledger, unit: LackingUnit) -> bool:
    """Whether a unit is a Tiger in the Dead Pile."""
    return not unit.steps and special_kind(unit.unit, state.rulings) == "tiger"


def _describe_payment(paid: Payment) -> str:
    amounts = ((paid.pax, "Pax"), (paid.ally_pax, "Ally Pax"))
    price = [f"{number} {what}" for number, what in amounts if number]
    price += [f"AR{rating} Eq" for rating in paid.eq] + ["Air"] * bool(paid.air)
    return ", ".join(price) or "nothing"


def find_lacking(state: Ledger, side: str, name: str) -> LackingUnit:
    """A unit of the Dead Pile or a reduced unit, by its name."""
    every = lacking_units(state, side)
    for unit in every:
        if unit.name == name:
            return unit
    listed = choices([unit.name for unit in every]) or "nobody"
    raise BadInput(
        f"'{name}' is not in the {NAME_OF[side]} Dead Pile and lacks no steps; there: {listed}."
    )


def _free_way(phase: ReinforcementPhase, state: Ledger, unit: LackingUnit, steps: int) -> FreeWay:
    """How the special result or a kept Tiger brings a unit back, if either does."""
    kind = special_kind(unit.unit, state.rulings)
    if phase.rebuild and (not unit.steps or _gets_more_steps(phase, state, unit)):
        way: FreeWay = ""
        if phase.side == "axis":
            way = "unit" if kind == phase.rebuild == "tiger" else ""
            if phase.rebuild == "artillery" and by_step("axis", kind):
                way = "step"
        else:
            reached: Any = phase.rebuild
            results = [REBUILDS[r] for r in may_be_taken(reached, state.rulings.soviet_fallback)]
            way = next((result.amount for result in results if kind in result.fits), "")
        if way == "unit" or (way == "step" and steps == 1):
            return way
    return "tiger" if state.book(phase.side).tigers and _is_tiger(state, unit) else ""


AXIS_RESULTS: dict[str, tuple[str, Rules]] = {
    "tiger": ("one Tiger unit", ("TFB-1.7b-23",)),
    "artillery": (
        "one step of an artillery or Werfer unit with Leg movement on its Combat Mode side",
        ("TFB-1.7b-22",),
    ),
}
"""What the rebuild results of the Axis special table bring back, and by which rules."""


def _not_by_special(
    phase: ReinforcementPhase, state: Ledger, unit: LackingUnit
) -> tuple[Violation, ...]:
    """Why the special result does not bring a unit back that Pax and Eq do not pay for either."""
    ways = rebuild_price(unit.unit, state.rulings).result.ways
    if not phase.rebuild or any(way.by in ("replacements", "air") for way in ways):
        return ()
    if phase.side == "axis":
        text, rules = AXIS_RESULTS[phase.rebuild]
    else:
        result = REBUILDS[phase.rebuild]
        text, rules = result.text, result.cites
        kind = special_kind(unit.unit, state.rulings)
        if any(kind in other.fits for other in REBUILDS.values() if other is not result):
            rules = (*rules, "TFB-EDGE-4", "RUL-TFB-64")
    return violations(violation_if(True, f"the special result rebuilds only {text}", rules))


def _gets_more_steps(phase: ReinforcementPhase, state: Ledger, unit: LackingUnit) -> bool:
    """Whether the special table gives a step to this unit although it is not dead."""
    counts = reduced_artillery_counts(state)
    return counts and by_step(phase.side, special_kind(unit.unit, state.rulings))


def _rebuild_cost(
    phase: ReinforcementPhase, state: Ledger, unit: LackingUnit, steps: int
) -> Finding[Payment]:
    """What these steps cost out of what is at hand."""
    book = state.book(phase.side)
    eq = (*phase.eq, *book.eq)
    at_hand = ReplacementsAtHand(pax=book.pax, ally_pax=book.ally, eq=eq, air=phase.air)
    on_remnant = phase.side == "axis" and not unit.steps and unit.name in state.remnants
    saved = remnant_saves(unit.unit, state.rulings.remnants) if on_remnant else 0
    saving = state.rulings.replacement_saving
    had = phase.eq_of(unit.name)
    return pay(unit.unit, at_hand, steps, state.rulings, saving, saved, had)


def can_rebuild(phase: ReinforcementPhase, state: Ledger, unit: LackingUnit) -> bool:
    """Whether there is a way to give a unit a step now."""
    return (
        bool(_free_way(phase, state, unit, 1)) or _rebuild_cost(phase, state, unit, 1).result.legal
    )
