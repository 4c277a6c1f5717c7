"""Rebuilding: which Pax, Eq and Air pay for a unit, and where it comes back (OCS 13.5)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules, as_rules, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.replacements.rebuild_charts import (
    RebuildMethod,
    Unit,
    UnitQuestion,
    rebuild_price,
    units_of,
)
from landbridge.games.belorussia.replacements.remnants import remnant_saves
from landbridge.games.belorussia.ruling_figures import AS_RULED, figures
from landbridge.games.belorussia.rulings import ReplacementSaving, Rulings
from landbridge.games.belorussia.words import Side


def _eq_rule(side: Side) -> str:
    return "TFB-1.7a-4" if side == "soviet" else "TFB-1.7a-24"


@rule("TFB-1.7a-4", "TFB-1.7a-24")
def may_rebuild(eq_ar: int, unit: Unit) -> Finding[bool]:
    """Whether an Eq of this action rating is good enough for a unit."""
    why = Why()
    too_low = (
        unit.ar is not None
        and eq_ar < unit.ar
        and why(_eq_rule(unit.side), f"an AR{eq_ar} Eq does not rebuild a unit of AR{unit.ar}")
    )
    return why.so(not too_low)


class ReplacementsAtHand(Struct, frozen=True, kw_only=True):
    """Replacements at hand."""

    pax: int = 0
    ally_pax: int = 0
    eq: tuple[int, ...] = ()
    """The action rating of each Eq."""
    air: int = 0


class Payment(Struct, frozen=True, kw_only=True):
    """Whether replacements pay for a rebuild, and which of them are used up."""

    legal: bool
    pax: int = 0
    ally_pax: int = 0
    eq: tuple[int, ...] = ()
    air: int = 0
    violations: tuple[Violation, ...] = ()


@rule("TFB-1.7a-5", "TFB-1.7a-6", "TFB-1.7a-25", "TFB-1.7a-26", "TFB-1.7a-27", "TFB-EDGE-59")
def pay(
    unit: Unit,
    given: ReplacementsAtHand,
    steps: int = 1,
    rulings: Rulings = AS_RULED,
    replacement_saving: ReplacementSaving = "as_table",
    saved: int = 0,
) -> Finding[Payment]:
    """Whether these replacements rebuild this many steps of a unit; a plane is always whole.

    `saved` are the Pax that a remnant of the unit spares.
    """
    if steps > unit.steps:
        raise BadInput(f"A unit of {unit.steps} steps cannot take {steps}.")
    why = Why()
    price = why.add(rebuild_price(unit, rulings))
    if any(way.by == "air" for way in price.ways):
        return _pay_air(unit, given, why)
    way = next((way for way in price.ways if way.by == "replacements"), None)
    if way is None:
        told = "only otherwise" if price.ways else "not at all"
        return _refuse(why, why.so(None).rules or ("OCS 13.5",), f"Pax and Eq bring it back {told}")
    if saved and not why("RUL-TFB-12", f"rebuilt on its remnant: {saved} Pax less"):
        saved = 0
    return _pay_ground(unit, given, steps, way, replacement_saving, saved, why)


def _refuse(why: Why, rules: str | Rules, text: str, remedy: str = "") -> Finding[Payment]:
    return why.so(Payment(legal=False, violations=(Violation(text, as_rules(rules), remedy),)))


def _pay_air(unit: Unit, given: ReplacementsAtHand, why: Why) -> Finding[Payment]:
    air_rule = "TFB-1.7a-6" if unit.side == "soviet" else "TFB-1.7a-26"
    eq_rule = "TFB-1.7a-5" if unit.side == "soviet" else "TFB-1.7a-25"
    if given.air and why(
        air_rule, "one Air replacement: a reduced plane to full strength, or a dead one whole"
    ):
        return why.so(Payment(legal=True, air=1))
    if given.eq:
        if why(eq_rule, "an Eq never rebuilds aircraft"):
            return _refuse(why, eq_rule, "an Eq never rebuilds aircraft", "use an Air replacement")
        return why.so(Payment(legal=True, eq=given.eq[:1]))
    return _refuse(why, air_rule, "no Air replacement is at hand")


def _pay_ground(
    unit: Unit,
    given: ReplacementsAtHand,
    steps: int,
    way: RebuildMethod,
    replacement_saving: ReplacementSaving,
    saved: int,
    why: Why,
) -> Finding[Payment]:
    wrong: list[Violation] = []
    ally_rule = "TFB-1.7a-27"
    pax, ally = max(way.pax * steps - saved, 0), way.ally_pax * steps
    if pax > given.pax:
        would_do = pax <= given.pax + given.ally_pax
        if would_do and not why(ally_rule, "Ally Pax are for Hungarian units only"):
            pax, ally = given.pax, pax - given.pax
        else:
            text = f"{pax} Pax are needed, {given.pax} are there"
            price = (*why.so(None).rules, "OCS 13.5")
            wrong.append(Violation(text, as_rules(ally_rule) if would_do else price))
    if ally > given.ally_pax:
        text = f"{ally} Ally Pax are needed, {given.ally_pax} are there"
        wrong.append(Violation(text, as_rules("TFB-REB-25"), "Pax do not pay for Hungarian units"))
    if ally:
        why(ally_rule, "Ally Pax are for Hungarian units only")
    used, missing = _take_eq(unit, given, way.eq * steps, replacement_saving, way, why)
    wrong += missing
    if wrong:
        return why.so(Payment(legal=False, violations=tuple(wrong)))
    return why.so(Payment(legal=True, pax=pax, ally_pax=ally, eq=used))


def _take_eq(
    unit: Unit,
    given: ReplacementsAtHand,
    need: int,
    replacement_saving: ReplacementSaving,
    way: RebuildMethod,
    why: Why,
) -> tuple[tuple[int, ...], list[Violation]]:
    """The Eq that are used up, the weakest that will do."""
    if not need:
        return (), []
    limited = way.per != "point"
    if limited and unit.ar is None:
        raise BadInput("Still needed: ar; an Eq rebuilds units of its action rating or less.")
    good = sorted(ar for ar in given.eq if not limited or why.add(may_rebuild(ar, unit)))
    wrong: list[Violation] = []
    if len(good) < need:
        text = f"{need} Eq of AR{unit.ar} or more are needed, {len(good)} are there"
        wrong.append(
            Violation(text, as_rules(_eq_rule(unit.side)), "an Eq rebuilds its AR or a lower one")
        )
    why(_eq_rule(unit.side), "an Eq rebuilds a unit of its action rating or a lower one")
    if need > 1:
        most: int = figures("replacement_saving", replacement_saving)["eq_a_unit"]
        rules = ("TFB-EDGE-59", "RUL-TFB-67")
        text = f"a unit takes {most} Eq a turn" if most else "several Eq may go to one unit"
        if not why(rules, text):
            most = 1
        if most and need > most:
            wrong.append(Violation(f"{need} Eq for one unit in one turn", rules, f"{most} at most"))
    return tuple(good[:need]), wrong


class ReplacementUse(UnitQuestion, frozen=True, kw_only=True):
    """Whether the replacements at hand rebuild a unit or steps of it, and which are used up."""

    cites = (
        "TFB-1.7a-4",
        "TFB-1.7a-5",
        "TFB-1.7a-6",
        "TFB-1.7a-24",
        "TFB-1.7a-25",
        "TFB-1.7a-26",
        "TFB-1.7a-27",
        "TFB-EDGE-59",
    )
    turns_on = (*UnitQuestion.turns_on, "replacement_saving", "remnants")

    pax: Annotated[int, Meta(ge=0, le=99, description="Pax at hand")] = 0
    ally_pax: Annotated[int, Meta(ge=0, le=99, description="Ally Pax at hand")] = 0
    eq: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=5)], ...],
        Meta(max_length=40, description="the action rating of each Eq at hand"),
    ] = ()
    air: Annotated[int, Meta(ge=0, le=20, description="Air replacements at hand")] = 0
    rebuild: Annotated[int, Meta(ge=1, le=12, description="steps to be rebuilt")] = 1
    remnant: Annotated[
        bool, Meta(description="a German division: whether a remnant of it is on the map")
    ] = False

    def answer(self, nature: Nature) -> Finding[Payment]:
        given = ReplacementsAtHand(pax=self.pax, ally_pax=self.ally_pax, eq=self.eq, air=self.air)
        unit = units_of(self)
        saved = remnant_saves(unit, self.rulings.remnants) if self.remnant else 0
        return pay(unit, given, self.rebuild, self.rulings, self.rulings.replacement_saving, saved)
