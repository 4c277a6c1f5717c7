"""Ground combat (OCS 9): odds, column, Surprise, the Combat Table.

`prepare` works out once what dice do not change; `resolve` throws them. Exact odds are `resolve`
run along every way the dice can fall.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import chart, table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Rules, demand, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.amounts import Amount, amount, rounded
from landbridge.games.belorussia.combat.results import Outcome, decode
from landbridge.games.belorussia.combat.surprise import (
    SHIFT,
    SURPRISE,
    Forces,
    RollModifiers,
    ratings,
    surprise_shift,
    surprise_tally,
)
from landbridge.games.belorussia.rulings import ColumnShifts
from landbridge.games.belorussia.terrain.multipliers import (
    CLASSES,
    Attack,
    CombatClass,
    combat_class,
)
from landbridge.games.belorussia.terrain.words import HexTerrain
from landbridge.games.belorussia.words import PACKAGE, Die, TwoDice

COMBAT = table(PACKAGE, "combat.table", str)
ODDS = chart(PACKAGE, "combat.odds", str)
LAST = len(ODDS.columns)

CombatTerrainWord = Literal[CombatClass, HexTerrain]
_ODDS = re.compile(r"\s*([\d./]+)\s*(?::|to)\s*([\d./]+)\s*")

# Odds and column


class Odds(Struct, frozen=True):
    """Rounded odds, attacker to defender; one of them is 1, or a side has nothing."""

    attacker: int
    defender: int

    def __str__(self) -> str:
        return f"{self.attacker}:{self.defender}"


def read_odds(text: str) -> tuple[Fraction, Fraction]:
    """The two numbers of odds as people write them, as 7:1."""
    found = _ODDS.fullmatch(text)
    if not found:
        raise BadInput(f"odds are written 7:1 or 1:3, not '{text}'.")
    attacker, defender = amount(found[1], "odds"), amount(found[2], "odds")
    if not attacker and not defender:
        raise BadInput(
            f"odds are written 7:1 or 1:3, not '{text}'; where nobody has any strength, give the"
            " strengths: attacker=0 defender=0."
        )
    return attacker, defender


HEADS: dict[CombatClass, tuple[tuple[int, int], ...]] = {
    kind: tuple((int(a), int(d)) for a, d in (read_odds(cell.value) for cell in ODDS.rows[kind]))
    for kind in CLASSES
}
"""The odds at the head of each column, by the class of the terrain."""


def odds_rules(attacker: Fraction, defender: Fraction) -> Rules:
    """The rules by which two strengths make odds."""
    if attacker and defender:
        return ("OCS-4.1-1", "OCS-9.7-1")
    if attacker or defender:
        return ("OCS-9.14a-1",) if attacker else ("OCS-9.14a-2",)
    return ("OCS-9.14a-3",)


@rule("OCS-4.1-1", "OCS-9.7-1", "OCS-9.14a-1", "OCS-9.14a-2", "OCS-9.14a-3")
def rounded_odds(attacker: Fraction, defender: Fraction) -> Odds:
    """Both totals divided by the smaller and rounded; only the ratio is ever rounded."""
    demand(odds_rules(attacker, defender))
    if not attacker or not defender:
        return Odds(1 if attacker or not defender else 0, 1 if defender or not attacker else 0)
    smaller = min(attacker, defender)
    return Odds(rounded(attacker / smaller), rounded(defender / smaller))


def column_rules(terrain: CombatClass) -> Rules:
    """The rules by which odds stand in a column: the heads of the terrain's row."""
    return ODDS.rows[terrain][0].rules


@rule("OCS-9.7a-1")
def column_for(odds: Odds, terrain: CombatClass) -> int:
    """The highest column that is not above the odds; the first if all are."""
    demand(column_rules(terrain))
    fitting = [
        number
        for number, (attacker, defender) in enumerate(HEADS[terrain], start=1)
        if attacker * odds.defender <= odds.attacker * defender
    ]
    return fitting[-1] if fitting else 1


def within(column: int) -> int:
    """A column of the table: shifts stop at its ends."""
    if not 1 <= column <= LAST:
        demand("OCS-9.1g-1")
    return min(max(column, 1), LAST)


# A combat


class Combat(Struct, frozen=True):
    """Everything about a combat that dice do not change."""

    attack: Attack
    column: int
    """Where the odds stand, before any shift."""
    surprise: Tally
    roll: Tally
    shift: int = 0
    """Columns to the right by special units."""
    column_shifts: ColumnShifts = "summed"


def prepare(
    odds: Odds,
    terrain: CombatClass,
    forces: Forces,
    attack: Attack = "regular",
    shifts: tuple[Modifier, ...] = (),
    column_shifts: ColumnShifts = "summed",
) -> Combat:
    """A combat ready for its dice."""
    level = forces.hedgehog
    hedgehog = modifier(-level, f"hedgehog, level {level}", "OCS-9.9-1") if level else None
    return Combat(
        attack,
        column_for(odds, terrain),
        surprise_tally(forces),
        tally(*ratings(forces, "combat"), hedgehog),
        int(tally(*shifts).total),
        column_shifts,
    )


@rule("OCS-9.1g-1")
def column_shifted(combat: Combat, shift: int) -> int:
    """The column that the combat is fought on after this shift by surprise."""
    start = combat.column + combat.shift
    if combat.column_shifts == "one_by_one":
        start = within(start)
    return within(start + shift)


def surprised(combat: Combat, nature: Nature) -> tuple[int, int]:
    """The shift by surprise, and the column on which that puts the combat."""
    _, shift = surprise_shift(combat.surprise, combat.attack, nature)
    return shift, column_shifted(combat, shift)


def _column_after_surprise(combat: Combat, nature: Nature) -> int:
    return surprised(combat, nature)[1]


def resolve(combat: Combat, nature: Nature) -> Outcome:
    """Surprise, its shift, then the Combat Table."""
    return result_on(combat, nature.sub(_column_after_surprise, combat), nature)


@rule("OCS-9.9-1")
def result_on(combat: Combat, column: int, nature: Nature) -> Outcome:
    """The Combat Table on a column."""
    return decode(nature.look(COMBAT, combat.roll, str(column)))


# Asking


class CombatInputs(Struct, frozen=True):
    """Who fights whom, at which odds, in what terrain."""

    odds: Odds
    terrain: CombatClass


def weigh(
    odds: str | None, attacker: Amount | None, defender: Amount | None, terrain: str, why: Why
) -> CombatInputs:
    """Odds and class from what a question was given."""
    if odds is not None and attacker is None and defender is None:
        strengths = read_odds(odds)
    elif odds is None and attacker is not None and defender is not None:
        strengths = amount(attacker, "attacker"), amount(defender, "defender")
    else:
        raise BadInput("Give either odds, as 7:1, or both strengths, attacker and defender.")
    found = rounded_odds(*strengths)
    why.by(odds_rules(*strengths), f"odds {found} after rounding")
    if terrain in CLASSES:
        return CombatInputs(found, terrain)
    return CombatInputs(found, combat_class((terrain,), why))


OddsText = Annotated[Name | None, Meta(description="the odds, as 7:1")]
AttackerStrength = Annotated[
    Amount | None, Meta(description="attacker's strength, terrain counted")
]
DefenderStrength = Annotated[
    Amount | None, Meta(description="defender's strength, terrain counted")
]
TerrainOrClass = Annotated[
    CombatTerrainWord, Meta(description="the combat class, or the terrain that the defender picks")
]


class CombatColumnAnswer(Struct, frozen=True):
    """A column of the Combat Table."""

    column: int
    head: str
    """The odds at its head, in this terrain."""
    odds: str
    """The odds as rounded."""


class CombatColumn(Question, frozen=True, kw_only=True):
    """The column of the Combat Table for odds or strengths in some terrain, with any shift."""

    terrain: TerrainOrClass
    odds: OddsText = None
    attacker: AttackerStrength = None
    defender: DefenderStrength = None
    shift: Annotated[
        int, Meta(ge=-20, le=20, description="columns to the right, or left if negative")
    ] = 0

    def answer(self, nature: Nature) -> Finding[CombatColumnAnswer]:
        why = Why()
        against = weigh(self.odds, self.attacker, self.defender, self.terrain, why)
        start = column_for(against.odds, against.terrain)
        why.by(column_rules(against.terrain), f"column {start}: the highest not above the odds")
        column = within(start + self.shift)
        if self.shift:
            why.by("OCS-9.1g-1", f"shifted by {self.shift:+} to column {column} of {LAST}")
        head = ODDS.cell(against.terrain, str(column)).value
        return why.so(CombatColumnAnswer(column, head, str(against.odds)))


class CombatCell(Question, frozen=True, kw_only=True):
    """One cell of the Combat Table, read."""

    column: Annotated[int, Meta(ge=1, le=13, description="the column after shifts")]
    total: Annotated[int, Meta(ge=-20, le=40, description="the two dice with all modifiers")]

    def answer(self, nature: Nature) -> Finding[Outcome]:
        why = Why()
        cell = COMBAT.cell(self.total, str(self.column))
        why.by(cell.rules, f"column {self.column}, row {cell.label}: {cell.value}")
        return why.so(decode(cell.value))


class GroundCombat(RollModifiers, frozen=True, kw_only=True):
    """A whole combat: odds, terrain, action ratings and hedgehog, then Surprise and result.

    Give the Surprise roll, its shift and the combat roll to resolve it, or leave dice out for the
    exact odds.
    """

    rolls = {"surprise": SURPRISE.title, "shift": SHIFT, "dice": COMBAT.title}
    turns_on = ("column_shifts",)

    terrain: TerrainOrClass
    odds: OddsText = None
    attacker: AttackerStrength = None
    defender: DefenderStrength = None
    columns: Annotated[
        int, Meta(ge=-20, le=20, description="columns to the right by special units")
    ] = 0
    surprise: TwoDice | None = None
    shift: Die | None = None
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[Outcome]:
        why = Why()
        against = weigh(self.odds, self.attacker, self.defender, self.terrain, why)
        special = modifier(self.columns, "special units", ("OCS-9.1g-1", "RUL-TFB-77"))
        combat = prepare(
            against.odds,
            against.terrain,
            self.forces(),
            self.attack,
            (special,) if self.columns else (),
            self.rulings.column_shifts,
        )
        why.by(
            column_rules(against.terrain),
            f"{against.terrain.replace('_', ' ')} terrain: column {combat.column}",
        )
        if self.columns:
            why("RUL-TFB-77", f"special units: {self.columns:+} columns")
        return why.so(nature.sub(resolve, combat))
