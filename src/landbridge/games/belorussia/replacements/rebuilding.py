"""Rebuilding: which Pax, Eq and Air pay for a unit, and where it comes back (OCS 13.5)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules import Rules, as_rules, rule
from landbridge.games.belorussia.calendar import turn_number, turns
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.replacements.charts import (
    AS_RULED,
    ChartReadings,
    RebuildMethod,
    Unit,
    UnitQuestion,
    readings_of,
    rebuild_price,
    units_of,
)
from landbridge.games.belorussia.replacements.rolls import Saving
from landbridge.games.belorussia.words import Day, Side, short

Place = Literal["rvgk_3", "army_group_hq", "army_hq", "corps_hq", "hungarian_hq", "kessel_hq"]
Rvgk = Literal["refit_box", "slow_box", "rebuild_only"]
AxisReplReach = Literal["hq_hex", "two_hexes"]
Remnants = Literal["cadre", "off"]


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


def leaves_remnant(unit: Unit) -> bool:
    """Whether a unit that dies near an HQ can leave a remnant battalion."""
    german = unit.side == "axis" and not unit.hungarian
    return german and unit.size == "division" and unit.steps > 1


@rule("RUL-TFB-12")
def remnant_saves(unit: Unit, remnants: Remnants = "cadre") -> int:
    """How many Pax the remnant of a division spares when it is rebuilt."""
    settled = figures("remnants", remnants)
    if not settled["pool"]:
        raise Refusal("there are no remnants", "RUL-TFB-12")
    if not leaves_remnant(unit):
        raise Refusal(
            "this unit leaves no remnant",
            "RUL-TFB-12",
            legal="a German division of more than one step",
        )
    saved: int = settled["rebuild_pax_saved"]
    return saved


class ReplacementsAtHand(Struct, frozen=True, kw_only=True):
    """Replacements at hand."""

    pax: int = 0
    ally_pax: int = 0
    eq: tuple[int, ...] = ()
    """The action rating of each Eq."""
    air: int = 0


class Payment(Struct, frozen=True, kw_only=True):
    """Whether replacements pay for a rebuild, and which of them are used up."""

    ok: bool
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
    readings: ChartReadings = AS_RULED,
    replacement_saving: Saving = "as_table",
    saved: int = 0,
) -> Finding[Payment]:
    """Whether these replacements rebuild this many steps of a unit; a plane is always whole.

    `saved` are the Pax that a remnant of the unit spares.
    """
    if steps > unit.steps:
        raise BadInput(f"A unit of {unit.steps} steps cannot take {steps}.")
    why = Why()
    if unit.kind == "air":
        return _pay_air(unit, given, why)
    price = why.add(rebuild_price(unit, readings))
    way = next((way for way in price.ways if way.by == "replacements"), None)
    if way is None:
        told = "only otherwise" if price.ways else "not at all"
        return _refuse(why, why.so(None).rules or ("OCS 13.5",), f"Pax and Eq bring it back {told}")
    if saved and not why("RUL-TFB-12", f"rebuilt on its remnant: {saved} Pax less"):
        saved = 0
    return _pay_ground(unit, given, steps, way, replacement_saving, saved, why)


def _refuse(why: Why, rules: str | Rules, text: str, mend: str = "") -> Finding[Payment]:
    return why.so(Payment(ok=False, violations=(Violation(text, as_rules(rules), mend),)))


def _pay_air(unit: Unit, given: ReplacementsAtHand, why: Why) -> Finding[Payment]:
    air_rule = "TFB-1.7a-6" if unit.side == "soviet" else "TFB-1.7a-26"
    eq_rule = "TFB-1.7a-5" if unit.side == "soviet" else "TFB-1.7a-25"
    if given.air and why(
        air_rule, "one Air replacement: a reduced plane to full strength, or a dead one whole"
    ):
        return why.so(Payment(ok=True, air=1))
    if given.eq:
        if why(eq_rule, "an Eq never rebuilds aircraft"):
            return _refuse(why, eq_rule, "an Eq never rebuilds aircraft", "use an Air replacement")
        return why.so(Payment(ok=True, eq=given.eq[:1]))
    return _refuse(why, air_rule, "no Air replacement is at hand")


def _pay_ground(
    unit: Unit,
    given: ReplacementsAtHand,
    steps: int,
    way: RebuildMethod,
    replacement_saving: Saving,
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
            wrong.append(Violation(text, as_rules(ally_rule if would_do else "OCS 13.5")))
    if ally > given.ally_pax:
        text = f"{ally} Ally Pax are needed, {given.ally_pax} are there"
        wrong.append(Violation(text, as_rules("TFB-REB-25"), "Pax do not pay for Hungarian units"))
    if ally:
        why(ally_rule, "Ally Pax are for Hungarian units only")
    used, missing = _take_eq(unit, given, way.eq * steps, replacement_saving, way, why)
    wrong += missing
    if wrong:
        return why.so(Payment(ok=False, violations=tuple(wrong)))
    return why.so(Payment(ok=True, pax=pax, ally_pax=ally, eq=used))


def _take_eq(
    unit: Unit,
    given: ReplacementsAtHand,
    need: int,
    replacement_saving: Saving,
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
    replacement_saving: Annotated[Saving, Meta(description="ruling on several Eq")] = "as_table"
    remnants: Annotated[Remnants, Meta(description="ruling on remnants")] = "cadre"

    def answer(self, nature: Nature) -> Finding[Payment]:
        given = ReplacementsAtHand(pax=self.pax, ally_pax=self.ally_pax, eq=self.eq, air=self.air)
        unit = units_of(self)
        saved = remnant_saves(unit, self.remnants) if self.remnant else 0
        return pay(unit, given, self.rebuild, readings_of(self), self.replacement_saving, saved)


# Where


class RebuildSite(Struct, frozen=True):
    """Where a rebuilt unit stands, and when and how it gets to the front."""

    at: Place
    turns: int
    """Turns that it must stay there."""
    leaves: Day | None
    """The first turn on which it may leave, if the turn of the rebuild is known."""
    to: str
    formations_a_turn: int
    """How many formations may leave in one turn; 0 where it does not matter."""


@rule("TFB-1.7a-9", "TFB-3.5-1")
def soviet_rebuild_place(
    at: Place, day: Day | None = None, rvgk: Rvgk = "refit_box"
) -> Finding[RebuildSite]:
    """A Soviet ground unit comes back in the RVGK-3 box and leaves it for a Front HQ."""
    why = Why()
    rules = ("TFB-1.7a-9", "TFB-1.7a-2")
    if at != "rvgk_3" and why(rules, "every Soviet ground unit is rebuilt in the RVGK-3 box"):
        raise Refusal(
            "Soviet ground units are not rebuilt at an HQ", rules, legal="in the RVGK-3 box"
        )
    why("TFB-1.7a-9", "every Soviet ground unit is rebuilt in the RVGK-3 box")
    if not why(("TFB-3.5-1", "RUL-TFB-27"), "it returns from the RVGK-3 box"):
        return why.so(RebuildSite(at, 0, None, "", 0))
    terms = figures("rvgk", rvgk)
    stay: int = terms["turns_after_rebuild"]
    leaves = None
    if day is not None:
        every, number = turns(), turn_number(day)
        if number - 1 + stay < len(every):
            leaves = every[number - 1 + stay]
            why("RUL-TFB-27", f"rebuilt on {short(day)}, free to leave on {short(leaves)}")
    return why.so(RebuildSite(at, stay, leaves, terms["exit_to"], terms["exit_formations"]))


@rule("TFB-1.7a-2", "TFB-1.7a-22")
def axis_rebuild_place(
    at: Place,
    *,
    in_trace: bool = True,
    combat_mode: bool = True,
    in_ezoc: bool = False,
    distance: int = 0,
    repls_there: bool = False,
    hungarian: bool = False,
    axis_repl_reach: AxisReplReach = "hq_hex",
) -> Finding[RebuildSite]:
    """An Axis ground unit comes back with an HQ in trace supply that is no Kessel HQ."""
    why = Why()
    series = ("TFB-1.7a-2", "OCS 13.5")
    present = repls_there
    if not repls_there:
        barred = at == "kessel_hq" or not in_trace
        text = "a Kessel HQ" if at == "kessel_hq" else "an HQ without trace supply"
        if barred and why("TFB-1.7a-22", f"replacements do not count as present with {text}"):
            raise Refusal(
                f"Replacements do not count as present with {text}",
                "TFB-1.7a-22",
                legal="any other HQ in trace supply",
            )
        present = why("TFB-1.7a-22", "replacements count as present with an HQ in trace supply")
    if not present and why(series, "Repls must stand in the hex"):
        raise Refusal("There are no Repls in the hex", series, legal="where Repls stand")
    reach: int = 2 if repls_there else figures("axis_repl_reach", axis_repl_reach)["hexes"]
    tests: tuple[tuple[bool, Rules, str, str], ...] = (
        (at == "rvgk_3", ("TFB-1.7a-9",), "The RVGK-3 box is Soviet", "at an HQ"),
        (not combat_mode, series, "The HQ is not in Combat Mode", "at an HQ in Combat Mode"),
        (in_ezoc, series, "The hex is in an enemy ZOC", "in a hex free of enemy ZOC"),
        (
            distance > reach,
            (*series, "RUL-TFB-68"),
            f"The hex is {distance} from the HQ",
            f"within {reach} hexes of it" if reach else "in its own hex",
        ),
        (
            at == "hungarian_hq" and not hungarian,
            ("TFB-2.5b-4",),
            "A Hungarian HQ rebuilds Hungarian units only",
            "at a German HQ",
        ),
    )
    for wrong, rules, text, legal in tests:
        if wrong and why(rules, text):
            raise Refusal(text, rules, legal=legal)
    why(series, "in any voluntary mode, or a step for a reduced unit in the hex")
    return why.so(RebuildSite(at, 0, None, "on the map at once", 0))


class RebuildPlace(Question, frozen=True, kw_only=True):
    """Where a rebuilt unit may be placed: refused where it may not, else when it is free to act."""

    cites = ("TFB-1.7a-2", "TFB-1.7a-9", "TFB-1.7a-22", "TFB-3.5-1")

    side: Annotated[Side, Meta(description="whose unit")]
    at: Annotated[Place, Meta(description="where it is to be rebuilt")]
    date: Annotated[Day | None, Meta(description="Soviet: the turn of the rebuild")] = None
    in_trace: Annotated[bool, Meta(description="whether the HQ is in trace supply")] = True
    combat_mode: Annotated[
        bool, Meta(description="whether the HQ is in Combat Mode (or DG, Combat side up)")
    ] = True
    in_ezoc: Annotated[bool, Meta(description="whether the hex is in an enemy ZOC")] = False
    distance: Annotated[
        int, Meta(ge=0, le=200, description="hexes from the HQ to the unit's hex")
    ] = 0
    repls_there: Annotated[
        bool, Meta(description="whether real Pax and Eq counters stand in the hex")
    ] = False
    hungarian: Annotated[bool, Meta(description="whether the unit is Hungarian")] = False
    rvgk: Annotated[Rvgk, Meta(description="ruling on the RVGK-3 box")] = "refit_box"
    axis_repl_reach: Annotated[AxisReplReach, Meta(description="ruling on the reach")] = "hq_hex"

    def answer(self, nature: Nature) -> Finding[RebuildSite]:
        if self.side == "soviet":
            return soviet_rebuild_place(self.at, self.date, self.rvgk)
        return axis_rebuild_place(
            self.at,
            in_trace=self.in_trace,
            combat_mode=self.combat_mode,
            in_ezoc=self.in_ezoc,
            distance=self.distance,
            repls_there=self.repls_there,
            hungarian=self.hungarian,
            axis_repl_reach=self.axis_repl_reach,
        )
