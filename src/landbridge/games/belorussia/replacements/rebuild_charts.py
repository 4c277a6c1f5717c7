"""The rebuild charts: what it costs to bring a unit back, or how else it returns."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.citing import Rules, Source, as_rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why, unique
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import AS_RULED, figures
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import NAME_OF, PACKAGE, Side

Kind = Literal[
    "infantry",
    "jaeger",
    "airborne",
    "ski",
    "motor_infantry",
    "cavalry",
    "cossack",
    "police",
    "security",
    "korueck",
    "ost",
    "border",
    "replacement",
    "reserve",
    "training",
    "pioneer",
    "machine_gun",
    "rail_repair",
    "fortified",
    "reconnaissance",
    "tank",
    "assault_gun",
    "tiger",
    "mech",
    "anti_tank",
    "anti_aircraft",
    "artillery",
    "mortar",
    "katyusha",
    "werfer",
    "pontoon",
    "assault",
    "army_group_hq",
    "army_hq",
    "corps_hq",
    "kessel_hq",
    "kampfgruppe",
    "fortress",
    "garrison",
    "defense_base",
    "remnant",
    "breakdown",
    "alert_infantry",
    "alert_ag_pg",
    "alert_flak",
    "partisan",
    "penal",
    "ur_pioneer",
    "ur_machine_gun",
    "wagon",
    "truck",
    "air",
]
"""Kinds of units; mech is armoured infantry (PG), fortified a UR, assault_gun any such gun."""
Size = Literal["battalion", "regiment", "kg", "brigade", "division"]
By = Literal["replacements", "special", "air", "itself", "pool"]
Per = Literal["unit", "step", "point"]

ALERTS: tuple[Kind, ...] = ("alert_infantry", "alert_ag_pg", "alert_flak")


class Unit(Struct, frozen=True, kw_only=True):
    """A unit as the rebuild charts see it."""

    side: Side
    kind: Kind
    size: Size | None = None
    ar: int | None = None
    move: Move | None = None
    """On its Combat Mode side."""
    formation: bool = False
    steps: int = 1
    """As printed: more than 1 is a multi-step unit."""
    hungarian: bool = False
    yellow_dot: bool = False
    lost_in_trace: bool = True
    """For a Corps HQ: whether it had trace supply when it was lost."""


class ChartLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a rebuild chart."""

    side: Side
    cites: Rules
    source: Source
    by: By
    ruling: str = ""
    pax: int = 0
    eq: int = 0
    per: Per = "unit"
    kinds: tuple[Kind, ...] = ()
    pictures: tuple[str, str] | None = None
    """The switch and the figure that say which kinds were pictured."""
    sizes: tuple[Size, ...] = ()
    steps: bool = False
    move: Move | None = None
    formation: bool = False
    result: str = ""


class RebuildMethod(Struct, frozen=True, kw_only=True):
    """One way for a unit to come back."""

    by: By
    pax: int = 0
    ally_pax: int = 0
    eq: int = 0
    air: int = 0
    per: Per = "unit"
    eq_ar: int | None = None
    """The least action rating that the Eq needs."""
    result: str = ""
    """The result of the special table that brings it back."""
    turns: int | None = None
    """Turns until it is back by itself."""
    die: int | None = None
    """It recovers each turn on this number or more."""


class RebuildCost(Struct, frozen=True):
    """Where a lost unit goes, and every way for it to come back; no way is none at all."""

    goes_to: Literal["dead_pile", "pool", "out_of_play", "returns"]
    ways: tuple[RebuildMethod, ...]


DATA = read_toml(PACKAGE, "rebuilds.toml")
CHART: tuple[ChartLine, ...] = tuple(
    msgspec.convert(entry | {"cites": as_rules(entry["cites"])}, ChartLine)
    for entry in DATA["line"]
)
ONLY: dict[Side, tuple[Kind, ...]] = msgspec.convert(DATA["only"], dict[Side, tuple[Kind, ...]])
"""The kinds that only one side has, by the identification pages and the rebuild charts."""


@rule("TFB-1.7a-2", "TFB-REB-25", "TFB-REB-27", "TFB-REB-32")
def rebuild_price(unit: Unit, rulings: Rulings = AS_RULED) -> Finding[RebuildCost]:
    """Where a lost unit goes and what brings it back, by its side's rebuild chart."""
    why = Why()
    other: Side = "axis" if unit.side == "soviet" else "soviet"
    if unit.kind in ONLY[other]:
        raise BadInput(
            f"No {NAME_OF[unit.side]} unit is a {unit.kind}: it is {NAME_OF[other]} only."
        )
    if unit.yellow_dot and why(
        ("TFB-1.7a-2", "OCS-13.5c-1"), "a yellow dot behind the action rating: never rebuilt"
    ):
        return why.so(RebuildCost("out_of_play", ()))
    ways: list[RebuildMethod] = []
    for line in CHART:
        if _fits(line, unit, rulings) and in_force(line.cites):
            way = _method(line, unit, rulings, why)
            if way is not None and way not in ways:
                ways.append(way)
    if not ways:
        _say_why_not(unit, rulings, why)
    if unit.kind in ALERTS:
        goes = figures("alert_pools", rulings.alert_pools)["destroyed"]
        if why("RUL-TFB-11", f"a destroyed Alert unit goes to {goes.replace('_', ' ')}"):
            return why.so(RebuildCost(goes, tuple(ways) if goes == "pool" else ()))
    pool = any(way.by == "pool" for way in ways)
    alone = bool(ways) and all(way.by == "itself" for way in ways)
    return why.so(RebuildCost("pool" if pool else "returns" if alone else "dead_pile", tuple(ways)))


def _say_why_not(unit: Unit, rulings: Rulings, why: Why) -> None:
    """Why no line of the chart brings a unit back: of its kind it has others, or nothing at all."""
    kind = (line for line in CHART if _has_kind(line, unit, rulings))
    near = [line for line in kind if in_force(line.cites)]
    if near:
        units = choices(dict.fromkeys(map(_describe_units, near)))
        cites = unique(tuple(rule for line in near for rule in line.cites))
        why(cites, f"of this kind the chart rebuilds only {units}")
    else:
        why("TFB-1.7a-2", "no line of the chart that can still be read fits this unit")


def _has_kind(line: ChartLine, unit: Unit, rulings: Rulings) -> bool:
    """Whether a line is about units of this kind, be they of another size or movement."""
    if line.side != unit.side:
        return False
    pictured: tuple[Any, ...] = ()
    if line.pictures is not None:
        switch, figure = line.pictures
        pictured = tuple(figures(switch, getattr(rulings, switch))[figure])
    return unit.kind in (*line.kinds, *pictured)


def _fits(line: ChartLine, unit: Unit, rulings: Rulings) -> bool:
    if not _has_kind(line, unit, rulings) or (line.formation and not unit.formation):
        return False
    if line.sizes and not (line.steps and unit.steps > 1):
        if unit.size is None and unit.steps == 1:
            raise BadInput(f"Still needed: size; what a {unit.kind} unit costs depends on it.")
        if unit.size not in line.sizes:
            return False
    if line.move is not None and unit.move is None:
        raise BadInput(f"Still needed: move; how a {unit.kind} unit comes back depends on it.")
    return line.move in (None, unit.move)


def _method(line: ChartLine, unit: Unit, rulings: Rulings, why: Why) -> RebuildMethod | None:
    rules = (*line.cites, line.ruling) if line.ruling else line.cites
    if unit.kind == "corps_hq":
        return _corps_hq(line, unit, rulings, rules, why)
    per: Per = "step" if line.per == "unit" and unit.steps > 1 and line.steps else line.per
    why(rules, _describe_line(line, per))
    pax, ally = line.pax, 0
    if unit.hungarian and pax and why("TFB-REB-25", "Hungarian rebuilds are paid with Ally Pax"):
        pax, ally = 0, pax
    return RebuildMethod(
        by=line.by,
        pax=pax,
        ally_pax=ally,
        eq=line.eq,
        air=1 if line.by == "air" else 0,
        per=per,
        eq_ar=unit.ar if line.eq and line.per != "point" else None,
        result=line.result,
    )


def _describe_units(line: ChartLine) -> str:
    """The units of its kind that a line of the chart is about."""
    sizes = choices(f"{size}s" for size in line.sizes) or "units"
    multi_step = " or multi-step units" if line.steps else ""
    formation = " of a multi-unit formation" if line.formation else ""
    move = f" with {line.move.capitalize()} movement" if line.move else ""
    return f"{sizes}{multi_step}{formation}{move}"


def _describe_line(line: ChartLine, per: Per) -> str:
    price = [f"{n} {name}" for n, name in ((line.pax, "Pax"), (line.eq, "Eq")) if n]
    return {
        "replacements": f"{' and '.join(price)} a {per}",
        "special": f"by the special table: {line.result.replace('_', ' ')}",
        "air": "by the Air column of the replacement table only",
        "itself": "it comes back by itself",
        "pool": "it goes back to its pool",
    }[line.by]


def _corps_hq(
    line: ChartLine, unit: Unit, rulings: Rulings, rules: Rules, why: Why
) -> RebuildMethod | None:
    """A Corps HQ stands on two lines; the ruling says which of them holds when."""
    terms = figures("corps_hq_recovery", rulings.corps_hq_recovery)
    where = "in_trace" if unit.lost_in_trace else "out_of_trace"
    fate = terms[where]
    lost = "lost in trace" if unit.lost_in_trace else "lost without trace"
    if line.by == "itself" and fate == "returns":
        turns: int = terms[f"{where}_delay_turns"]
        why(rules, f"{lost}: back by itself after {turns} turns")
        return RebuildMethod(by="itself", turns=turns)
    if line.by == "itself" and fate == "die":
        why(rules, f"each turn it recovers on {terms['recovers_from']} or more")
        return RebuildMethod(by="itself", die=terms["recovers_from"])
    if line.by == "replacements" and fate != "returns":
        why(rules, f"{lost}: {_describe_line(line, 'unit')}")
        return RebuildMethod(by="replacements", pax=line.pax, eq=line.eq)
    return None


# As questions


def units_of(question: Any) -> Unit:
    """The unit that a question's inputs describe."""
    return Unit(
        side=question.side,
        kind=question.unit,
        size=question.size,
        ar=question.ar,
        move=question.move,
        formation=question.formation,
        steps=question.steps,
        hungarian=question.hungarian,
        yellow_dot=question.yellow_dot,
        lost_in_trace=question.lost_in_trace,
    )


class UnitQuestion(RuledQuestion, frozen=True, kw_only=True):
    """A question about one unit; the rulings on the lost pictures are its switches."""

    turns_on: ClassVar[tuple[str, ...]] = (
        "soviet_pax_pictures",
        "soviet_eq_pictures",
        "axis_pax_pictures",
        "axis_eq_pictures",
        "corps_hq_recovery",
        "alert_pools",
    )

    side: Annotated[Side, Meta(description="whose unit")]
    unit: Annotated[
        Kind,
        Meta(
            description="the kind of unit; mech: armoured infantry (PG), fortified: UR,"
            " assault: special assault, reconnaissance: light and motorcycle units too"
        ),
    ]
    size: Annotated[Size | None, Meta(description="its size, where the price depends on it")] = None
    ar: Annotated[int, Meta(ge=0, le=5, description="its action rating")] | None = None
    move: Annotated[
        Move | None, Meta(description="movement on its Combat Mode side, where that matters")
    ] = None
    formation: Annotated[bool, Meta(description="whether it is part of a multi-unit formation")] = (
        False
    )
    steps: Annotated[int, Meta(ge=1, le=12, description="its printed steps")] = 1
    hungarian: Annotated[bool, Meta(description="whether it is Hungarian")] = False
    yellow_dot: Annotated[
        bool, Meta(description="whether a yellow dot stands behind its action rating")
    ] = False
    lost_in_trace: Annotated[
        bool, Meta(description="a Corps HQ: whether it was lost while in trace supply")
    ] = True


class RebuildCostQuestion(UnitQuestion, frozen=True, kw_only=True):
    """What it costs to rebuild a unit or a step of it, or how else it comes back."""

    cites = (
        *(f"TFB-REB-{number}" for number in range(1, 13)),
        *(f"TFB-REB-{number}" for number in range(21, 34)),
    )

    def answer(self, nature: Nature) -> Finding[RebuildCost]:
        return rebuild_price(units_of(self), self.rulings)
