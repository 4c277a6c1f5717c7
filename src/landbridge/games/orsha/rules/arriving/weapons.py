"""Weapons: support weapons of infantry RGs (8.622) and heavy-weapon sections (8.623)."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import Chart, chart, table
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    Group,
    GroupId,
    Strength,
    carries,
    look_up,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, Dr, Side, figures

GERMAN = chart(PACKAGE, "weapons.german", str)
RUSSIAN = chart(PACKAGE, "weapons.russian", str)
CHARTS: dict[str, Chart] = {"german": GERMAN, "russian": RUSSIAN}
SW_DR = table(PACKAGE, "weapons.sw_dr", bool)
HW_DR = table(PACKAGE, "weapons.hw_dr", bool)

StrengthInput = Annotated[Strength, Meta(description="the strength of the RG")]

_CELL = re.compile(r"(?P<plain>\d+)?(?:; )?(?:\((?P<on>\d+)\))?")


class WeaponCount(Struct, frozen=True, order=True):
    """So many of one piece."""

    name: str
    number: int


def received_on(number: int, column: str, nature: Nature) -> int:
    """How many of so many support weapons their drs give."""
    return sum(nature.look(SW_DR, column=column) for _ in range(number))


def hw_received(number: int, nature: Nature) -> int:
    """How many of so many heavy weapons their drs give."""
    return sum(nature.look(HW_DR) for _ in range(number))


# Support weapons


@rule("OTO-8.622-1", "OTO-8.622-2", "OTO-8.622-EX-1", "OTO-E5-1")
def resolve_support_weapons(
    group: Group, strength: Strength, nature: Nature, depleted_sw: str = "erratum"
) -> Finding[tuple[WeaponCount, ...]]:
    """The support weapons of an infantry RG, with a dr where the table asks for one."""
    why = Why()
    if not carries(group, "e", why):
        return why.so(())
    full = strength == "full"
    if full and not why("OTO-8.622-1", "Full: all SW without parentheses"):
        return why.so(())
    needed = _needed(depleted_sw, why) if not full else ""
    if not full and not why("OTO-8.622-2", f"Depleted: each SW on a dr of {needed} or less"):
        return why.so(())
    found = []
    sheet = CHARTS[group.side]
    for name in sheet.columns:
        plain, on = _cell(sheet.cell(group.id, name).value)
        number = plain if full else nature.sub(received_on, plain, needed)
        if on and _counts(name, plain, on, why):
            number += nature.sub(received_on, 1, on)
        if number:
            found.append(WeaponCount(name, number))
    return why.so(tuple(found))


def _cell(text: str) -> tuple[int, str]:
    """A box of the table: pieces without parentheses, and the number inside them."""
    found = _CELL.fullmatch(text)
    assert found is not None, text
    return int(found["plain"] or 0), found["on"] or ""


def _needed(depleted_sw: str, why: Why) -> str:
    erratum = ("OTO-E5-1", "RUL-OTO-44")
    option = depleted_sw if in_force("OTO-E5-1") else "first_print"
    listed: int = figures("depleted_sw", option)["listed"]
    why(erratum if option == "erratum" else "RUL-OTO-44", f"a dr of {listed} or less for each")
    return str(listed)


def _counts(name: str, plain: int, on: str, why: Why) -> bool:
    if plain:
        return why("OTO-8.622-EX-1", f"one more {name} on a dr of {on} or less")
    return why("OTO-8.622-1", f"one {name} on a dr of {on} or less")


class Weapons(RuledQuestion, frozen=True, kw_only=True):
    """The support weapons that an infantry RG receives."""

    rolls = {"drs": SW_DR.title}
    cites = ("OTO-8.622-1", "OTO-8.622-2", "OTO-8.622-EX-1", "OTO-E5-1")
    turns_on = ("depleted_sw",)

    side: Annotated[Side, Meta(description="whose RG")]
    rg: GroupId
    strength: StrengthInput = "full"
    drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=40)] | None,
        Meta(description="the drs in the order of the table, plain numbers before parentheses"),
    ] = None

    def answer(self, nature: Nature) -> Finding[tuple[WeaponCount, ...]]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        if "e" not in group.notes:
            rules = ("OTO-8.622-1",)
            raise Refusal(f"{group.id} has no line on the SW table", rules, "rows with note e have")
        found = resolve_support_weapons(group, self.strength, nature, self.rulings.depleted_sw)
        return why.so(why.add(found))


# Heavy weapons


class Section(Struct, frozen=True, order=True):
    """What a heavy-weapon section receives."""

    weapons: tuple[WeaponCount, ...]
    crews: int
    """2-2-8 crews."""


@rule("OTO-8.623-1", "OTO-8.623-2", "OTO-8.623-3", "OTO-E6-1", "OTO-E7-1")
def resolve_section(
    group: Group, strength: Strength, nature: Nature, hw_least: str = "first_listed"
) -> Finding[Section]:
    """The Weapons and crews of a heavy-weapon section."""
    why = Why()
    listed = [(unit.name, unit.full or 0) for unit in group.units]
    if group.kind == "cupolas":
        inherent = why("OTO-E7-1", "both are Cupolas with inherent crews: no 2-2-8 is added")
        total = sum(number for _, number in listed)
        return why.so(Section(_counted(listed), 0 if inherent else total))
    if strength == "depleted" and why(
        "OTO-E6-1", "the HW Platoon of 8.614 and 8.623 is a HW Section"
    ):
        why("OTO-8.623-2", "Depleted: each Weapon and its crew on a dr of 4 or less")
        listed = [(name, nature.sub(hw_received, number)) for name, number in listed]
    elif not why("OTO-8.623-1", "Full: all Weapons and crews"):
        return why.so(Section((), 0))
    if not sum(number for _, number in listed) and why(
        ("OTO-8.623-3", "RUL-OTO-31"), "at least one Weapon is received"
    ):
        place: int = figures("hw_least", hw_least)["place"]
        listed[place] = (listed[place][0], 1)
    total = sum(number for _, number in listed)
    return why.so(Section(_counted(listed), total if carries(group, "b", why) else 0))


def _counted(listed: list[tuple[str, int]]) -> tuple[WeaponCount, ...]:
    return tuple(WeaponCount(name, number) for name, number in listed if number)


class HwSection(RuledQuestion, frozen=True, kw_only=True):
    """The Weapons and crews that a heavy-weapon section receives."""

    rolls = {"drs": HW_DR.title}
    cites = ("OTO-8.623-1", "OTO-8.623-2", "OTO-8.623-3", "OTO-E6-1", "OTO-E7-1")
    turns_on = ("hw_least",)

    side: Annotated[Side, Meta(description="whose RG")]
    rg: GroupId
    strength: StrengthInput = "full"
    drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=40)] | None,
        Meta(description="one dr for each Weapon in the order of the chart"),
    ] = None

    def answer(self, nature: Nature) -> Finding[Section]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        if group.kind not in ("hw_section", "cupolas"):
            raise Refusal(
                f"{group.id} is not a heavy-weapon section",
                "OTO-8.623-1",
                "German I5 to I7 and Russian I6 and I7 are",
            )
        return why.so(why.add(resolve_section(group, self.strength, nature, self.rulings.hw_least)))
