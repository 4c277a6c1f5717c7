"""Isolated Areas (9.606, 9.6061): their types by who is in them, and what that means for units."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.position import Kind, Unit
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import ShortageScope

AreaType = Literal["A", "B", "C", "D"]
Holder = Literal["german", "russian", "both", "none"]

SOLID: tuple[Kind, ...] = ("mmc", "crew", "vehicle")


class IsolatedArea(Struct, frozen=True):
    """A group of adjacent Isolated hexes."""

    hexes: frozenset[Hex]
    type: AreaType
    pocket_of: Side | None
    """Whose Pocket it is, if it is one side's Pocket and nothing else."""
    holder: Holder
    """Who Controls it: the occupant of type C, both in type D, nobody in No Man's Land."""
    must_escape: tuple[Unit, ...]
    shortage: tuple[Unit, ...]
    """What begins the next scenario with Ammunition Shortage."""
    passed_to: Side | None = None
    """The side to which an unoccupied Pocket has passed; it is Isolated no more."""


def groups(hexes: Iterable[Hex]) -> list[frozenset[Hex]]:
    """Hexes gathered where they touch."""
    left, found = set(hexes), []
    while left:
        group = {min(left)}
        heads = [min(left)]
        left.discard(min(left))
        while heads:
            for near in heads.pop().neighbours():
                if near in left:
                    left.discard(near)
                    group.add(near)
                    heads.append(near)
        found.append(frozenset(group))
    return found


@rule("OTO-9.606-1", "OTO-9.606-2", "OTO-9.606-3", "OTO-9.606-4", "OTO-9.606-5", "OTO-PER-18")
def area_type(inside: Iterable[Unit], why: Why) -> AreaType:
    """The type of an Isolated Area by the units in it."""
    units = list(inside)
    sides = {unit.side for unit in units if unit.kind in SOLID}
    smc = [unit for unit in units if unit.kind == "smc"]
    rules = ("OTO-PER-18",)
    if sides and smc and not why("OTO-9.606-5", "SMC do not change types C and D"):
        sides |= {unit.side for unit in smc}
    if len(sides) == 2 and why(("OTO-9.606-4", *rules), "type D: MMC or vehicles of both sides"):
        return "D"
    if sides and why(("OTO-9.606-3", *rules), "type C: MMC or vehicles of one side"):
        return "C"
    if smc and why(("OTO-9.606-2", *rules), "type B: SMC only"):
        return "B"
    why.by(("OTO-9.606-1", *rules), "type A: no unit")
    return "A"


@rule("OTO-9.6061-1", "OTO-9.6061-2")
def effects_on_units(
    kind: AreaType, inside: list[Unit], shortage_scope: ShortageScope, why: Why
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Who must attempt Escape, and what is short of ammunition."""
    smc = [unit for unit in inside if unit.kind == "smc"]
    fleeing: list[Unit] = []
    if kind == "B" and why("OTO-9.6061-1", "type B: each SMC must attempt Escape"):
        fleeing = smc
    if kind == "C":
        holder = next(unit.side for unit in inside if unit.kind in SOLID)
        foes = [unit for unit in smc if unit.side != holder]
        if foes and why("OTO-9.6061-2", "type C: each enemy SMC must attempt Escape"):
            fleeing = foes
    short = [
        unit
        for unit in inside
        if unit not in fleeing
        and unit.kind != "prisoner"
        and falls_short(kind, unit.kind == "abandoned", shortage_scope, why)
    ]
    return tuple(fleeing), tuple(short)


@rule("OTO-9.6061-3", "OTO-9.6061-4")
def falls_short(area: AreaType, weapon: bool, shortage_scope: ShortageScope, why: Why) -> bool:
    """Whether a unit, or a weapon that nobody mans, begins the next scenario short of ammunition.

    Its identity is recorded, so that it can be told from those that are not.
    """
    if area not in ("C", "D") or (weapon and shortage_scope != "units_and_weapons"):
        return False
    return why(
        ("OTO-9.6061-3", "RUL-OTO-16"),
        "types C and D: everything inside begins the next scenario with Ammunition Shortage",
    ) and why("OTO-9.6061-4", "write down which pieces these are")
