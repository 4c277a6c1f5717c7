"""Rebuilding: which Pax, Eq and Air pay for a unit, and where it comes back (OCS 13.5)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

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
from landbridge.games.belorussia.rulings import ReplacementSaving, RevisedRebuilds, Rulings
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
    eq_had: int = 0,
    revised_rebuilds: RevisedRebuilds = "no",
) -> Finding[Payment]:
    """Whether these replacements rebuild this many steps of a unit; a plane is always whole.

    `saved` are the Pax that a remnant of the unit spares, `eq_had` the Eq it has had this turn.
    """
    if steps > unit.steps:
        raise BadInput(f"A unit of {unit.steps} steps cannot take {steps}.")
    why = Why()
    found = rebuild_price(unit, rulings)
    price = why.add(found)
    if any(way.by == "air" for way in price.ways):
        return _pay_air(unit, given, why)
    way = next((way for way in price.ways if way.by == "replacements"), None)
    if way is None:
        text = "Pax and Eq do not bring it back" if price.ways else "nothing brings it back"
        told = "; ".join(dict.fromkeys(reason.text for reason in found.why))
        return _refuse(why, found.rules or ("TFB-1.7a-2",), text, told)
    way = _revised(unit, way, revised_rebuilds, why)
    if saved and not why("RUL-TFB-12", f"rebuilt on its remnant: {saved} Pax less"):
        saved = 0
    return _pay_ground(unit, given, steps, way, replacement_saving, saved, eq_had, why)


def _revised(
    unit: Unit, way: RebuildMethod, revised_rebuilds: RevisedRebuilds, why: Why
) -> RebuildMethod:
    """The price of a step where players use the series' option: one Repl, whatever it is."""
    if not figures("revised_rebuilds", revised_rebuilds)["one_repl"]:
        return way
    by_eq = bool(way.eq) and (not (way.pax or way.ally_pax) or unit.move == "track")
    text = "a step costs one Repl: 1 Eq" if by_eq else "a step costs one Repl: 1 Pax"
    if not why("OCS-21.7-2", text):
        return way
    ally = int(not by_eq and bool(way.ally_pax))
    return replace(way, eq=int(by_eq), pax=int(not by_eq and not ally), ally_pax=ally)


def _refuse(why: Why, rules: str | Rules, text: str, remedy: str = "") -> Finding[Payment]:
    return why.so(Payment(legal=False, violations=(Violation(text, as_rules(rules), remedy),)))


def _pay_air(unit: Unit, given: ReplacementsAtHand, why: Why) -> Finding[Payment]:
    air_rule = "TFB-1.7a-6" if unit.side == "soviet" else "TFB-1.7a-26"
    eq_rule = ("TFB-1.7a-5" if unit.side == "soviet" else "TFB-1.7a-25", "OCS-13.5f-1")
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
    eq_had: int,
    why: Why,
) -> Finding[Payment]:
    wrong: list[Violation] = []
    ally_rule = "TFB-1.7a-27"
    if unit.kind == "wagon" and given.eq and not given.pax:
        text = "Wagons are never rebuilt with Eq"
        if why("OCS-13.5e-3", text):
            return _refuse(why, "OCS-13.5e-3", text, f"{way.pax} Pax")
        return why.so(Payment(legal=True, eq=given.eq[:1]))
    if unit.kind == "wagon":
        why("OCS-13.5e-3", "Pax pay for wagons, never Eq")
    pax, ally = max(way.pax * steps - saved, 0), way.ally_pax * steps
    if pax > given.pax:
        would_do = pax <= given.pax + given.ally_pax
        if would_do and not why(ally_rule, "Ally Pax are for Hungarian units only"):
            pax, ally = given.pax, pax - given.pax
        else:
            text = f"{pax} Pax are needed, {given.pax} are there"
            price = why.so(None).rules
            wrong.append(Violation(text, as_rules(ally_rule) if would_do else price))
    if ally > given.ally_pax:
        text = f"{ally} Ally Pax are needed, {given.ally_pax} are there"
        wrong.append(Violation(text, as_rules("TFB-REB-25"), "Pax do not pay for Hungarian units"))
    if ally:
        why(ally_rule, "Ally Pax are for Hungarian units only")
    used, missing = _take_eq(unit, given, way.eq * steps, replacement_saving, way, eq_had, why)
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
    eq_had: int,
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
    in_all = eq_had + need
    if in_all > 1:
        most = most_eq(replacement_saving)
        rules = ("TFB-EDGE-59", "RUL-TFB-67")
        text = f"a unit takes {most} Eq a turn" if most else "several Eq may go to one unit"
        if not why(rules, text):
            most = 1
        if most and in_all > most:
            text = f"{in_all} Eq for one unit in one turn"
            wrong.append(Violation(text, rules, f"{most} at most"))
    return tuple(good[:need]), wrong


def most_eq(replacement_saving: ReplacementSaving) -> int:
    """How many Eq one unit may take in a turn; 0 where there is no limit."""
    most: int = figures("replacement_saving", replacement_saving)["eq_a_unit"]
    return most


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
    eq_had: Annotated[
        int, Meta(ge=0, le=40, description="Eq that the unit has had this turn already")
    ] = 0
    remnant: Annotated[
        bool, Meta(description="a German division: whether a remnant of it is on the map")
    ] = False

    def answer(self, nature: Nature) -> Finding[Payment]:
        given = ReplacementsAtHand(pax=self.pax, ally_pax=self.ally_pax, eq=self.eq, air=self.air)
        unit = units_of(self)
        saved = remnant_saves(unit, self.rulings.remnants) if self.remnant else 0
        saving = self.rulings.replacement_saving
        return pay(unit, given, self.rebuild, self.rulings, saving, saved, self.eq_had)
