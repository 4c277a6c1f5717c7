"""Repair of weapons, whole vehicles, flamethrowers and demolition charges (9.6132, 9.6133)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.reorganisation.vehicles import (
    IMMOBILIZATION,
    ArmorLeader,
    ImmobileAfv,
    Mobility,
    remove_immobilization,
)
from landbridge.games.orsha.rules.words import DR, PACKAGE, CgDate, Dr, Side

Mounted = Literal["support_weapon", "gun", "vehicular", "main_armament"]
Repair = Literal["repaired", "eliminated", "disabled"]
Charge = Literal["ft", "dc", "vehicular_ft"]

WEAPON = table(PACKAGE, "repair.weapon", str)
FT_DC = table(PACKAGE, "repair.ft_dc", str)
TERMS = read_toml(PACKAGE, "repair.toml")["weapon_modifiers"]

VEHICULAR: tuple[Mounted, ...] = ("vehicular", "main_armament")


class BrokenWeapon(Struct, frozen=True, kw_only=True):
    """A malfunctioned weapon, as its repair looks at it."""

    mounted: Mounted = "support_weapon"
    repair_number: int = 1
    """The Weapon's Repair Number: 1 for R1."""
    non_qualified: bool = False
    isolated: bool = False
    captured: bool = False
    mineroller: bool = False
    """Whether its vehicle is a mineroller tank."""
    roller_damaged: bool = False


class RepairResult(Struct, frozen=True, order=True):
    """What became of a malfunctioned weapon."""

    outcome: Repair
    recall: bool = False
    """Whether its AFV is under Recall."""


def repair_modifiers(weapon: BrokenWeapon) -> Tally:
    """What is added to the repair dr."""
    rules = "OTO-9.6132-1"
    number = ("OTO-9.6132-1", "OTO-NEC-49") if weapon.mounted == "gun" else (rules,)
    return tally(
        modifier(TERMS["vehicular"], "vehicular-mounted", rules)
        if weapon.mounted in VEHICULAR
        else None,
        modifier(-weapon.repair_number, f"Repair Number {weapon.repair_number}", number)
        if weapon.repair_number
        else None,
        modifier(TERMS["non_qualified"], "only Non-Qualified Use", rules)
        if weapon.non_qualified
        else None,
        modifier(TERMS["isolated"], "Isolated", rules) if weapon.isolated else None,
    )


@rule("OTO-9.6132-1", "OTO-9.6132-2", "OTO-NEC-49", "OTO-PT4-1")
def repair(weapon: BrokenWeapon, nature: Nature) -> Finding[RepairResult]:
    """Whether a malfunctioned weapon is repaired, and what its loss means."""
    why = Why()
    if weapon.captured and in_force("OTO-9.6132-1"):
        raise Refusal(
            "A Captured Weapon is not repaired",
            ("OTO-9.6132-1", "OTO-9.6134-2"),
            legal="it is lost in step 9.6134",
        )
    if nature.look(WEAPON, repair_modifiers(weapon)) == "repaired":
        return why.so(RepairResult("repaired"))
    if weapon.mounted not in VEHICULAR:
        why("OTO-9.6132-2", "not repaired: Eliminated")
        return why.so(RepairResult("eliminated"))
    if not why("OTO-9.6132-2", "not repaired: a vehicular weapon is Disabled"):
        return why.so(RepairResult("eliminated"))
    return why.so(RepairResult("disabled", _recalled(weapon, why)))


def _recalled(weapon: BrokenWeapon, why: Why) -> bool:
    if weapon.mounted != "main_armament":
        return False
    if weapon.mineroller:
        return recalled_mineroller(True, weapon.roller_damaged, why)
    return why(("OTO-9.6132-2", "RUL-OTO-64"), "its MA is Disabled: Recall")


@rule("OTO-PT4-1")
def recalled_mineroller(ma_disabled: bool, roller_damaged: bool, why: Why) -> bool:
    """Whether a mineroller tank is Recalled: only without its MA and without its roller."""
    if not ma_disabled:
        why("OTO-PT4-1", "a mineroller is Recalled only if its MA is Disabled")
        return False
    text = (
        "MA Disabled and roller damaged: Recall"
        if roller_damaged
        else "a mineroller is not Recalled for its MA alone"
    )
    return roller_damaged if why("OTO-PT4-1", text) else not roller_damaged


class WeaponRepair(Question, frozen=True, kw_only=True):
    """Whether a malfunctioned weapon is repaired in step 9.6132, or what its loss means."""

    rolls = {"die": WEAPON.title}
    cites = ("OTO-9.6132-1", "OTO-9.6132-2", "OTO-NEC-49")

    mounted: Annotated[Mounted, Meta(description="what kind of weapon it is")] = "support_weapon"
    repair_number: Annotated[
        int, Meta(ge=0, le=3, description="the Weapon's Repair Number, 1 for R1")
    ] = 1
    non_qualified: Annotated[
        bool, Meta(description="whether only Non-Qualified Use (A21.13) is possible")
    ] = False
    isolated: Annotated[bool, Meta(description="whether it is Isolated")] = False
    captured: Annotated[bool, Meta(description="whether it is Captured")] = False
    mineroller: Annotated[bool, Meta(description="whether its vehicle is a mineroller tank")] = (
        False
    )
    roller_damaged: Annotated[
        bool, Meta(description="a mineroller: whether its roller is damaged")
    ] = False
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[RepairResult]:
        weapon = BrokenWeapon(
            mounted=self.mounted,
            repair_number=self.repair_number,
            non_qualified=self.non_qualified,
            isolated=self.isolated,
            captured=self.captured,
            mineroller=self.mineroller,
            roller_damaged=self.roller_damaged,
        )
        return repair(weapon, nature)


# A whole vehicle


class VehicleState(Struct, frozen=True, order=True):
    """An AFV after step 9.6132."""

    mobility: Mobility
    main_armament: Literal["working", "disabled"]
    recall: bool


class VehicleRepair(Question, frozen=True, kw_only=True):
    """An AFV's Immobilization and malfunctioned main armament together."""

    rolls = {"mobility_die": IMMOBILIZATION.title, "weapon_die": WEAPON.title}
    cites = ("OTO-9.6131b-1", "OTO-9.6132-1")

    after: Annotated[CgDate, Meta(description="the CG Date of the scenario just played")]
    immobilized: Annotated[bool, Meta(description="whether it is immobilized")] = False
    malfunction: Annotated[bool, Meta(description="whether its MA has malfunctioned")] = False
    repair_number: Annotated[int, Meta(ge=0, le=3, description="the MA's Repair Number")] = 1
    armor_leader: Annotated[
        ArmorLeader | None, Meta(description="the armor leader's DRM, with its own sign")
    ] = None
    non_qualified: Annotated[
        bool, Meta(description="whether only Non-Qualified Use (A21.13) is possible")
    ] = False
    isolated: Annotated[bool, Meta(description="whether it is Isolated")] = False
    mineroller: Annotated[bool, Meta(description="whether it is a mineroller tank")] = False
    roller_damaged: Annotated[
        bool, Meta(description="a mineroller: whether its roller is damaged")
    ] = False
    mobility_die: Annotated[Dr | None, Meta(description="one die: Immobilization")] = None
    weapon_die: Annotated[Dr | None, Meta(description="one die: the MA")] = None

    def answer(self, nature: Nature) -> Finding[VehicleState]:
        why = Why()
        mobility: Mobility = "mobile"
        if self.immobilized:
            afv = ImmobileAfv(
                after=self.after,
                armor_leader=self.armor_leader,
                non_qualified=self.non_qualified,
                isolated=self.isolated,
            )
            mobility = why.add(remove_immobilization(afv, nature)).state
        if not self.malfunction:
            return why.so(VehicleState(mobility, "working", False))
        weapon = BrokenWeapon(
            mounted="main_armament",
            repair_number=self.repair_number,
            non_qualified=self.non_qualified,
            isolated=self.isolated,
            mineroller=self.mineroller,
            roller_damaged=self.roller_damaged,
        )
        found = why.add(repair(weapon, nature))
        working = found.outcome == "repaired"
        return why.so(VehicleState(mobility, "working" if working else "disabled", found.recall))


# Flamethrowers and demolition charges


class ChargeFate(Struct, frozen=True, order=True):
    """What becomes of an FT or DC that was removed from play."""

    fate: Literal["retained", "eliminated"]
    owner: Side | None = None
    """Who Retains it."""
    vehicle_stays: bool = False
    """A flamethrower tank: whether the tank stays in play without its flamethrower."""


@rule("OTO-9.6133-1", "OTO-QA.I-1", "OTO-NEC-51")
def settle_charge(
    charge: Charge, owner: Side, nature: Nature, earlier: tuple[int, ...] = ()
) -> Finding[ChargeFate]:
    """Whether an FT or DC removed in the last scenario comes back to its original owner."""
    why = Why()
    if charge == "vehicular_ft" and why(
        ("OTO-QA.I-1", "RUL-OTO-51"), "its flamethrower is gone for good; the tank fights on"
    ):
        return why.so(ChargeFate("eliminated", None, True))
    high = [roll for roll in earlier if FT_DC.cell(roll).value == "eliminated"]
    if earlier and not why("OTO-NEC-51", "only the DR that removed it counts") and high:
        return why.so(ChargeFate("eliminated"))
    fate: Literal["retained", "eliminated"] = nature.look(FT_DC)
    return why.so(ChargeFate(fate, owner if fate == "retained" else None))


class FlamethrowerDc(Question, frozen=True, kw_only=True):
    """Whether an FT or DC that was removed from play is Retained by its original owner."""

    rolls = {"dice": FT_DC.title}
    cites = ("OTO-9.6133-1", "OTO-QA.I-1", "OTO-NEC-51")

    weapon: Annotated[Charge, Meta(description="what it is; vehicular_ft: of a tank, at X")]
    owner: Annotated[Side, Meta(description="its original owner")]
    earlier: Annotated[
        tuple[DR, ...],
        Meta(max_length=40, description="Original effects DR of earlier uses, if any"),
    ] = ()
    dice: Annotated[
        DR | None, Meta(description="two dice: the Original effects DR that removed it")
    ] = None

    def answer(self, nature: Nature) -> Finding[ChargeFate]:
        return settle_charge(self.weapon, self.owner, nature, self.earlier)
