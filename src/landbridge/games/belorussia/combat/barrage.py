"""Barrage of combat units (OCS 10): artillery and aircraft, columns and their shifts, results."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import Chart, chart, read_toml, table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.amounts import Amount, amount, rounded
from landbridge.games.belorussia.words import PACKAGE, Die, TwoDice

Firer = Literal["artillery", "aircraft", "strategic"]
Category = Literal["open", "close", "very_close", "extremely_close"]
UnitsCell = Literal["-", "DG", "[1/2]", "1/2", "1", "2", "3"]

UNITS = table(PACKAGE, "barrage.units", UnitsCell)
PRICE = chart(PACKAGE, "barrage.units_price", int)
HALF = table(PACKAGE, "barrage.half", int)

DATA = read_toml(PACKAGE, "barrage.toml")
SHIFTS: dict[str, int] = DATA["shifts"]
DENSITY: list[tuple[int, int]] = DATA["density"]["shifts"]
DENSEST: int = DATA["density"]["most"]
FORMATION_CAP: int = DATA["density"]["cap"]


class Fire(Struct, frozen=True, kw_only=True):
    """What fires, and how."""

    points: Fraction
    """Barrage points in all, halves of disorganised artillery included."""
    by: Firer = "artillery"
    """A mission with any Strategic Bomber in it is strategic."""
    spotter: bool = True
    short_range: bool = False
    long_range: bool = False
    hip_shoot: bool = False


class Target(Struct, frozen=True, kw_only=True):
    """Combat units in a hex, as far as a barrage minds."""

    re: Fraction
    """RE of all units that are not in `formations`."""
    formations: tuple[Fraction, ...] = ()
    """RE of each multi-step unit and of each multi-unit formation."""
    terrain: Category = "open"
    hedgehog: int = 0
    strat_mode: bool = False


class Barrage(Struct, frozen=True, kw_only=True):
    """A barrage of combat units, ready to be rolled."""

    column: str
    start: str
    """The column before shifts, which sets the price."""
    cost: int
    """Tokens (T) that it costs."""
    shifts: Tally
    softened: str = ""
    """Why a bracketed 1/2 is DG alone, if it is."""
    softened_by: str = ""
    """The rule that says so."""


class BarrageResult(Struct, frozen=True, order=True):
    """What a barrage does to a hex; the owner chooses which units lose the steps."""

    dg: bool
    steps: int


# Both tables


def first_column(points: Fraction, prices: Chart, why: Why) -> str:
    """The column on which a number of points begins."""
    whole = points
    if points.denominator != 1 and why("OCS-4.2-2", f"{points} points are added up, then rounded"):
        whole = Fraction(rounded(points))
    if whole < 1 and in_force("OCS-10.0-1"):
        raise Refusal(
            "A barrage needs at least one point before shifts",
            "OCS-10.0-1",
            legal="1 point or more",
        )
    column = [name for name in prices.rows if prices.cell(name, "from").value <= whole][-1]
    why.by(prices.rules[0], f"{whole} points begin on the column {column}")
    return column


def price(column: str, prices: Chart, by: Firer, why: Why) -> int:
    """Tokens that a barrage costs, by the column it begins on."""
    if by != "artillery" and why("OCS-10.2c-1", "aircraft pay nothing"):
        return 0
    cost: int = prices.cell(column, "cost").value
    why.by((prices.rules[1], "OCS-10.1b-2"), f"artillery pays {cost}T by its first column")
    return cost


def check_fire(fire: Fire) -> None:
    """Refuse what this kind of fire cannot do."""
    if fire.by == "artillery" and (fire.short_range or fire.long_range or fire.hip_shoot):
        raise BadInput("Short range, long range and hip shoots concern aircraft, not artillery.")
    if fire.hip_shoot and fire.by == "strategic" and in_force("OCS-14.1e-2"):
        raise Refusal("Strategic Bombers make no hip shoots", "OCS-14.1e-2", legal="a barrage")
    if fire.hip_shoot and not fire.spotter and in_force("OCS-10.0b-3"):
        raise Refusal(
            "A hip shoot needs a correct spotter",
            "OCS-10.0b-3",
            legal="a friendly combat unit next to the target hex",
        )


# Combat units


def density(target: Target, why: Why) -> Fraction:
    """RE that count for the density of a hex."""
    counted = target.re
    for formation in target.formations:
        over = formation > FORMATION_CAP and why(
            "OCS-10.0a-20", f"a formation of {formation} RE counts {FORMATION_CAP}"
        )
        counted += FORMATION_CAP if over else formation
    if counted <= 0:
        raise BadInput("re and formations: a barrage of combat units needs some in the hex.")
    return counted


def density_shift(counted: Fraction) -> int:
    """Columns right for the RE in the hex."""
    return next((shift for up_to, shift in DENSITY if counted <= up_to), DENSEST)


def _terrain(terrain: Category) -> Modifier | None:
    words = terrain.replace("_", " ").title()
    if terrain == "open":
        return None
    row = "OCS-10.0a-23" if terrain == "extremely_close" else "OCS-10.0a-22"
    return modifier(SHIFTS[terrain], words, row)


def _columns(shift: int) -> str:
    many = "column" if abs(shift) == 1 else "columns"
    return f"{abs(shift)} {many} {'right' if shift > 0 else 'left'}"


def _all_shifts(
    fire: Fire, target: Target, counted: Fraction, spotted: bool, close: bool
) -> tuple[Modifier | None, ...]:
    crowd = density_shift(counted)
    return (
        modifier(crowd, f"density, {counted} RE", "OCS-10.0a-19") if crowd else None,
        modifier(SHIFTS["hedgehog"], "hedgehog", "OCS-10.0a-21") if target.hedgehog else None,
        _terrain(target.terrain),
        None if spotted else modifier(SHIFTS["no_spotter"], "no correct spotter", "OCS-10.0b-2"),
        modifier(SHIFTS["strat_mode"], "Strat Mode", "OCS-10.0a-25") if target.strat_mode else None,
        modifier(SHIFTS["short_range"], "10 hexes or less", "OCS-10.2b-1") if close else None,
        modifier(SHIFTS["long_range"], "long range", "OCS-21.4-1") if fire.long_range else None,
    )


def _softened(fire: Fire, target: Target, spotted: bool) -> tuple[str, str]:
    """Why a bracketed 1/2 is DG alone, and by which rule."""
    reasons = (
        (target.hedgehog >= 3, f"Level {target.hedgehog} hedgehog", "OCS-10.0a-15"),
        (fire.by != "artillery", "barrage from the air", "OCS-10.0a-16"),
        (not spotted, "no correct spotter", "OCS-10.0a-17"),
    )
    return next(((text, row) for so, text, row in reasons if so and in_force(row)), ("", ""))


@rule("OCS-10.0a-26", "OCS-14.1e-1", "OCS-14.1e-3")
def prepare_barrage(
    fire: Fire, target: Target, extra: tuple[Modifier, ...] = ()
) -> Finding[Barrage]:
    """Column, shifts and price; `extra` are shifts that other rules of the game give."""
    why = Why()
    check_fire(fire)
    start = first_column(fire.points, PRICE, why)
    cost = price(start, PRICE, fire.by, why)
    counted = density(target, why)
    strategic = fire.by == "strategic"
    spotted = fire.spotter
    if strategic and why("OCS-14.1e-1", "Strategic Bombers never count as spotted"):
        spotted = False
    close = fire.short_range
    if strategic and close and why("OCS-14.1e-3", "no short-range shift for Strategic Bombers"):
        close = False
    shifts = tally(*_all_shifts(fire, target, counted, spotted, close), *extra)
    if len(shifts.modifiers) > 1 and not in_force("OCS-10.0a-26"):
        # Without the rule one kind of shift alone would count.
        shifts = tally(shifts.modifiers[0])
    for item in shifts.modifiers:
        why(item.rules, f"{_columns(int(item.value))}: {item.reason}")
    names = list(UNITS.columns)
    place = names.index(start) + int(shifts.total)
    end = min(max(place, 0), len(names) - 1)
    if len(shifts.modifiers) > 1 or end != place:
        why("OCS-10.0a-26", "all shifts are added, and stop at the end columns")
    softened, softened_by = _softened(fire, target, spotted)
    return why.so(
        Barrage(
            column=names[end],
            start=start,
            cost=cost,
            shifts=shifts,
            softened=softened,
            softened_by=softened_by,
        )
    )


@rule("OCS-10.0a-13", "OCS-5.10a-1")
def resolve_barrage(barrage: Barrage, nature: Nature) -> Finding[BarrageResult]:
    """Roll a barrage of combat units, with the extra die of a half."""
    why = Why()
    cell: UnitsCell = nature.look(UNITS, column=barrage.column)
    if cell == "-":
        return why.so(BarrageResult(False, 0))
    dg = why("OCS-5.10a-1", "every combat unit in the hex is disorganised")
    if cell == "DG":
        return why.so(BarrageResult(dg, 0))
    if cell == "[1/2]" and barrage.softened:
        why.by(barrage.softened_by, f"a bracketed half is DG alone: {barrage.softened}")
        return why.so(BarrageResult(dg, 0))
    if cell in ("1/2", "[1/2]"):
        return why.so(BarrageResult(dg, nature.look(HALF)))
    steps = why("OCS-10.0a-13", "a number is so many steps") and int(cell)
    return why.so(BarrageResult(dg, int(steps)))


class BarrageInputs(Question, frozen=True, kw_only=True):
    """What both questions about a barrage of combat units take."""

    strength: Annotated[Amount, Meta(description="barrage points in all: 12, 7/2 or 3.5")]
    re: Annotated[Amount, Meta(description="RE in the hex, without formations listed below")] = 0
    formations: Annotated[
        tuple[Amount, ...],
        Meta(
            max_length=20,
            description="RE of each multi-step unit or multi-unit formation; each counts 3 at most",
        ),
    ] = ()
    terrain: Annotated[
        Category, Meta(description="terrain category of the hex, as the target picks it")
    ] = "open"
    hedgehog: Annotated[int, Meta(ge=0, le=4, description="level of the hedgehog")] = 0
    strat_mode: Annotated[bool, Meta(description="any unit in the hex is in Strat Mode")] = False
    by: Annotated[
        Firer, Meta(description="what fires; strategic if any Strategic Bomber is with it")
    ] = "artillery"
    spotter: Annotated[
        bool, Meta(description="a friendly combat unit is next to the target hex")
    ] = True
    short_range: Annotated[
        bool, Meta(description="all aircraft are within 10 hexes of their bases")
    ] = False
    long_range: Annotated[
        bool, Meta(description="optional rule 21.4: aircraft beyond half their range")
    ] = False
    hip_shoot: Annotated[bool, Meta(description="whether it is a hip shoot")] = False

    def prepared(self) -> Finding[Barrage]:
        """The barrage, ready to be rolled."""
        fire = Fire(
            points=amount(self.strength, "strength"),
            by=self.by,
            spotter=self.spotter,
            short_range=self.short_range,
            long_range=self.long_range,
            hip_shoot=self.hip_shoot,
        )
        target = Target(
            re=amount(self.re, "re"),
            formations=tuple(amount(each, "formations") for each in self.formations),
            terrain=self.terrain,
            hedgehog=self.hedgehog,
            strat_mode=self.strat_mode,
        )
        return prepare_barrage(fire, target)


class BarrageColumn(BarrageInputs, frozen=True, kw_only=True):
    """The column of a barrage of combat units: where it begins, every shift, what it costs."""

    cites = ("OCS-10.0a-1", "OCS-10.0a-26", "OCS-10.1b-2", "OCS-10.0b-2", "OCS-10.2b-1")

    def answer(self, nature: Nature) -> Finding[Barrage]:
        return self.prepared()


class BarrageUnits(BarrageInputs, frozen=True, kw_only=True):
    """A barrage of combat units: whether they are disorganised and how many steps they lose."""

    rolls = {"dice": UNITS.title, "die": HALF.title}
    cites = ("OCS-10.0a-1", "OCS-10.0a-13", "OCS-10.0a-14")

    dice: TwoDice | None = None
    die: Annotated[Die | None, Meta(description="one die more, for a half")] = None

    def answer(self, nature: Nature) -> Finding[BarrageResult]:
        why = Why()
        barrage = why.add(self.prepared())
        return why.so(why.add(resolve_barrage(barrage, nature)))
