"""Terrain in combat, row by row: the class of a hex and the multiplier of each kind of unit."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct

from landbridge.engine.chance.tables import BadTable, chart
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain.chart import (
    COSTS,
    PROHIBITED,
    check_hex,
    column_of,
    counting_terrain,
    describe_terrain,
)
from landbridge.games.belorussia.terrain.words import HEX_TERRAIN, Hexside, Move, Road
from landbridge.games.belorussia.words import PACKAGE, Ground

CombatClass = Literal["open", "close", "very_close", "extremely_close"]
UnitClass = Literal["armor", "mech", "other"]
Role = Literal["attacker", "defender"]
Attack = Literal["regular", "overrun"]
AntiTank = Literal["none", "light", "heavy"]

CLASSES: tuple[CombatClass, ...] = get_args(CombatClass)
UNIT_CLASSES: tuple[UnitClass, ...] = get_args(UnitClass)
ANTI_TANK: tuple[AntiTank, ...] = get_args(AntiTank)
USUAL_MOVE: dict[UnitClass, Move] = {"armor": "track", "mech": "track", "other": "leg"}

BRACKETS = ("TFB-TECC-2", "OCS-9.4d-1")
COMBAT_CHART = chart(PACKAGE, "terrain.combat")
"""The chart as printed: rows of terrain; class, armor, mech, other."""

_PRINTED = re.compile(r"(\()?x(\d+(?:/\d+)?)\)?(\*)?")


class Multiplier(Struct, frozen=True):
    """A printed multiplier."""

    factor: Fraction
    attackers_only: bool
    """Printed in brackets."""
    roads_only: bool
    """Printed with a star."""


def read_multipliers(text: str) -> tuple[Multiplier, ...]:
    """The values of a cell: none, one, or an upper and a lower one."""
    if text in ("N/A", "O/T"):
        return ()
    found = []
    for part in text.split("|"):
        printed = _PRINTED.fullmatch(part.strip())
        if not printed:
            raise BadTable(f"terrain.combat: '{part}' is no multiplier; write x1/2, (x2) or x1/3*")
        found.append(Multiplier(Fraction(printed[2]), bool(printed[1]), bool(printed[3])))
    return tuple(found)


MULTIPLIERS: dict[tuple[str, UnitClass], tuple[Multiplier, ...]] = {
    (row, kind): read_multipliers(cells[COMBAT_CHART.columns.index(kind)].value)
    for row, cells in COMBAT_CHART.rows.items()
    for kind in UNIT_CLASSES
}
"""Every cell of the chart, read."""


def has_multiplier(row: str) -> bool:
    """Whether a row changes any unit's strength; N/A and O/T do not."""
    return any(MULTIPLIERS[row, kind] for kind in UNIT_CLASSES)


class Battlefield(Struct, frozen=True, kw_only=True):
    """Where a fight is: the defender's hex and how one attacking stack comes at it."""

    terrain: tuple[str, ...]
    hexside: Hexside = "none"
    ground: Ground = "dry"
    ice: bool = False
    road: Road = "none"
    bridging: bool = False
    attack: Attack = "regular"


# The class of the hex


def fighting_terrain(
    terrain: tuple[str, ...], why: Why, rulings: Rulings = AS_RULED
) -> tuple[str, ...]:
    """The rows among which the defender picks."""
    rows = counting_terrain(terrain, why, rulings)
    if "village" in rows and len(rows) > 1:
        text = "a village fights by its own row"
        if not why(("TFB-EDGE-36", "RUL-TFB-74"), text):
            rows = tuple(row for row in rows if row != "village")
    return rows


def closeness(row: str) -> int:
    """How close a row's terrain is, 0 for Open."""
    return CLASSES.index(COMBAT_CHART.cell(row, "class").value)


@rule("TFB-TECC-1")
def combat_class(
    terrain: tuple[str, ...], why: Why, rulings: Rulings = AS_RULED, pick: str = ""
) -> CombatClass:
    """The class of the hex: of the terrain picked, or of the closest there is."""
    if not terrain:
        raise BadInput(f"Name the terrain of the hex: {choices(HEX_TERRAIN)}.")
    check_hex(terrain, along_road=True)
    rows = fighting_terrain(terrain, why, rulings)
    if pick and pick not in rows:
        raise BadInput(f"The defender picks among {choices(rows)}, not '{pick}'.")
    row = pick or max(rows, key=closeness)
    cell = COMBAT_CHART.cell(row, "class")
    why.by(cell.rules, f"{describe_terrain(row)} is {describe_terrain(cell.value)} terrain")
    found: CombatClass = cell.value
    return found


# What terrain does to a unit


def _has_way(place: Battlefield, why: Why, rulings: Rulings) -> bool:
    """Whether the attack goes along something that counts as a road."""
    if place.attack == "overrun" and why(
        ("OCS-8.1c-1", "OCS-8.1c-2", "OCS-9.1f-2"), "roads and bridging do not help an overrun"
    ):
        return False
    if place.bridging and place.hexside == "major_river" and why("OCS-13.8b-3", "bridged"):
        return True
    if place.road in ("primary_road", "road") or place.road == "none":
        return place.road != "none"
    any_way = rulings.attack_roads == "any_way"
    text = f"a {describe_terrain(place.road)} {'counts' if any_way else 'does not count'} as a road"
    return why(("TFB-TECC-3", "RUL-TFB-76"), text) and any_way


def _printed_value(
    row: str, kind: UnitClass, role: Role, place: Battlefield, why: Why, rulings: Rulings
) -> Multiplier | None:
    """The value of a cell that counts; None where the unit cannot come there without a road."""
    values = MULTIPLIERS[row, kind]
    if len(values) == 1:
        return values[0]
    upper, lower = values
    ground = column_of(place.ground)
    closed = COSTS[row, ground, USUAL_MOVE[kind]] == PROHIBITED
    rules = ("TFB-TECC-4", "RUL-TFB-45")
    if rulings.two_value_cells == "lower_is_freeze":
        text = "the lower value in Freeze" if ground == "freeze" else "the upper value"
        return lower if why(rules, text) and ground == "freeze" else upper
    if rulings.two_value_cells == "worse_always":
        why(rules, "the worse of two values")
        worse = min(values, key=lambda value: value.factor)
        return Multiplier(worse.factor, worse.attackers_only, closed)
    if role == "attacker" and _has_way(place, why, rulings):
        why(rules, "the upper value along a road")
        return upper
    why(rules, "the lower value without a road")
    return None if closed and role == "attacker" else lower


@rule("TFB-TECC-2", "TFB-TECC-3")
def factor(
    row: str,
    kind: UnitClass,
    role: Role,
    place: Battlefield,
    why: Why,
    rulings: Rulings = AS_RULED,
) -> Fraction | None:
    """What one row does to a unit; None where an attacker of its kind needs a road."""
    cell = COMBAT_CHART.cell(row, kind)
    why.by(cell.rules, f"{describe_terrain(row)}, {describe_terrain(kind)}: {cell.value}")
    if not MULTIPLIERS[row, kind]:
        return Fraction(1)
    value = _printed_value(row, kind, role, place, why, rulings)
    if value is None:
        return None
    if role == "defender":
        if value.attackers_only and why(BRACKETS, "in brackets: attackers only"):
            return Fraction(1)
        return value.factor
    if value.roads_only and why(("TFB-TECC-3", "RUL-TFB-45"), "starred: along roads only"):
        return value.factor if _has_way(place, why, rulings) else None
    return value.factor


def hexside_row(place: Battlefield, why: Why, rulings: Rulings = AS_RULED) -> str:
    """The row of the chart that the crossed hexside uses; empty if there is none."""
    if place.hexside == "none":
        return ""
    bridged = place.bridging and place.hexside in ("minor_river", "major_river")
    if bridged and not why("OCS-13.8b-2", "bridging leaves the river's modifier"):
        return ""
    if place.hexside == "blocked_lake":
        if not place.ice:
            return "blocked_lake"
        as_chart = rulings.frozen_lakes == "chart"
        text = "no row for frozen lakes: as before" if as_chart else "as an iced Major River"
        known = why(("TFB-EDGE-38", "RUL-TFB-44"), text)
        return "blocked_lake" if known and as_chart else "ice_major_river"
    if place.ice and why("TFB-1.8c-4", "Ice: the river uses the Ice part of the chart"):
        return f"ice_{place.hexside}"
    return place.hexside
