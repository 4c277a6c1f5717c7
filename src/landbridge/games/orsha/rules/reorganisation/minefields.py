"""Minefields at the end of a scenario (9.6042): mine attacks on vehicles, checks of Infantry."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import NOTHING, modifier, tally
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.asl_procedures import (
    RECONSTRUCTION,
    WOUND,
    passes,
    recorded,
    wound,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, Dr

Mined = Literal["squad", "half_squad", "crew", "smc", "afv", "unarmored_vehicle", "mineroller"]
Factors = Literal[0, 6, 8, 12]
Fate = Literal["unharmed", "half_squad", "wounded", "eliminated", "immobilized", "burning_wreck"]
CrewFate = Literal["", "inside", "outside", "eliminated", "crew_survival"]
Result = Literal["kia", "k", "mc", "ptc", ""]

IFT = table(PACKAGE, "reconstruction.ift", str)
AP: dict[str, Any] = RECONSTRUCTION["ap_mines"]
AT: dict[str, Any] = RECONSTRUCTION["at_mines"]

AP_ATTACK = "A-P mine attack"
AT_TRIGGER = "A-T mines go off"
AT_ATTACK = "A-T mine attack"
CREW_CHECK = "Morale Check of the crew"
CHECK = "Minefield check"
VEHICLES = ("afv", "unarmored_vehicle", "mineroller")
SURVIVAL: dict[Fate, CrewFate] = {"eliminated": "crew_survival", "burning_wreck": "eliminated"}


MOST_AT = 5
"""A-T factors of a hex that count."""


def mine_factors(ap: int, at: int) -> tuple[Factors, int]:
    """The A-P and A-T factors with which the mines of a hex attack, whatever lies there."""
    column: Factors = 12 if ap >= 12 else 8 if ap >= 8 else 6 if ap >= 6 else 0
    return column, min(at, MOST_AT)


class InMinefield(Struct, frozen=True, kw_only=True):
    """A unit in a minefield hex when the scenario is over."""

    unit: Mined
    ap: Factors = 0
    at: int = 0
    way_out: bool = False
    """Whether it could leave without mines, minefields and enemy-Controlled Locations."""
    mobile: bool = True
    morale: int = 7
    leader: int | None = None
    wounded: bool = False
    armor_drm: int = 0
    """A vehicle's DRM against A-T mines (ASL C7.12)."""
    vulnerable: bool = False
    """Whether a vehicle's Inherent crew is Vulnerable (ASL B28.43)."""
    crew_morale: int = 8


class MinefieldExit(Struct, frozen=True, order=True):
    """What leaving a minefield brings."""

    fate: Fate
    crew: CrewFate = ""
    """A vehicle's Inherent crew; outside: unloaded in Good Order."""
    must_stay: bool = True
    """Whether it must stay in its Location until the Perimeter is determined (9.6066)."""


@rule("OTO-9.6042-1", "OTO-9.6042-2", "OTO-9.6042-3", "OTO-9.6042-4", "OTO-9.6042-5")
def leave_minefield(unit: InMinefield, nature: Nature) -> Finding[MinefieldExit]:
    """The mine attack on a vehicle or the check of an Infantry unit, and who must stay."""
    why = Why()
    vehicle = unit.unit in VEHICLES
    fate: Fate = "unharmed"
    crew: CrewFate = "inside" if vehicle else ""
    if unit.way_out and why("OTO-9.6042-4", "it could leave unharmed, for example by a Trailbreak"):
        pass
    elif vehicle:
        fate, crew = _vehicle(unit, nature, why)
    elif unit.ap and why("OTO-9.6042-3", "Infantry in an AP minefield takes an NTC"):
        fate = _check(unit.unit, unit.morale, unit.leader, unit.wounded, nature)
    stays = fate not in ("eliminated", "burning_wreck") and why(
        "OTO-9.6042-5", "survivors stay in their Location until 9.6066"
    )
    return why.so(MinefieldExit(fate, crew, stays))


def _check(unit: Mined, morale: int, leader: int | None, wounded: bool, nature: Nature) -> Fate:
    """The NTC of an Infantry unit; failing it is Casualty Reduction."""
    helped = modifier(leader, "leadership", "OTO-9.6042-3") if leader else None
    if passes(morale, tally(helped), CHECK, "OTO-9.6042-3", nature):
        return "unharmed"
    if unit == "squad":
        return "half_squad"
    if unit == "smc" and wound(wounded, nature) == "wounded":
        return "wounded"
    return "eliminated"


def _vehicle(unit: InMinefield, nature: Nature, why: Why) -> tuple[Fate, CrewFate]:
    if unit.unit == "mineroller" and why("OTO-PT2-8", "mines do not attack a mineroller"):
        return "unharmed", "inside"
    if not unit.mobile or not why(
        ("OTO-9.6042-1", "RUL-OTO-51"), "a Mobile vehicle is attacked as if it were leaving"
    ):
        return "unharmed", "inside"
    fate, crew = _ap_attack(unit, nature, why) if unit.ap else ("unharmed", "inside")
    if fate in SURVIVAL or not unit.at:
        return fate, crew
    struck = _at_attack(unit, nature)
    if struck == "unharmed":
        return fate, crew
    return struck, SURVIVAL.get(struck, crew) if crew == "inside" else crew


def _ap_attack(unit: InMinefield, nature: Nature, why: Why) -> tuple[Fate, CrewFate]:
    """A-P mines: on the IFT, against the vehicle and a Vulnerable crew."""
    fate: Fate = "unharmed"
    if unit.unit == "unarmored_vehicle":
        roll = nature.roll("2d6", AP_ATTACK, tuple(AP["cites"]))
        line: int = AP["unarmored"][str(unit.ap)]
        cell = IFT.cell(roll, str(unit.ap)).value
        fate = "eliminated" if roll < line else "immobilized" if roll == line else "unharmed"
    else:
        cell = nature.look(IFT, NOTHING, str(unit.ap), AP_ATTACK)
        fate = AP["armored"].get(kind(cell), "unharmed")
    if fate in SURVIVAL:
        return fate, SURVIVAL[fate]
    return fate, _crew(unit, cell, nature, why) if unit.vulnerable else "inside"


def _crew(unit: InMinefield, cell: str, nature: Nature, why: Why) -> CrewFate:
    """The same result on a Vulnerable Inherent crew, which bails out if it breaks."""
    effect = kind(cell)
    if effect in ("kia", "k"):
        return "eliminated"
    if effect != "mc":
        return "inside"
    harder = modifier(severity(cell), cell, "ASL A10.1") if severity(cell) else None
    if passes(unit.crew_morale, tally(harder), CREW_CHECK, "OTO-9.6042-1", nature):
        return "inside"
    if not why("OTO-9.6042-2", "a crew that breaks is unloaded in Good Order"):
        return "eliminated"
    if not why("OTO-9.6042-3", "a crew just unloaded takes the NTC too"):
        return "outside"
    checked = _check("crew", unit.crew_morale, unit.leader, False, nature)
    return "outside" if checked == "unharmed" else "eliminated"


def _at_attack(unit: InMinefield, nature: Nature) -> Fate:
    """A-T mines: they go off on a dr up to their factors, and attack on the highest column."""
    if nature.roll("1d6", AT_TRIGGER, tuple(AT["cites"])) > unit.at:
        return "unharmed"
    armor = modifier(unit.armor_drm, "Aerial AF", "ASL C7.12") if unit.armor_drm else None
    cell: str = nature.look(IFT, tally(armor), AT["column"], AT_ATTACK)
    fate: Fate = AT["results"].get(kind(cell), "unharmed")
    return fate


def kind(cell: str) -> Result:
    """What an IFT result is: KIA, K, a Morale Check, a PTC or nothing."""
    if cell.endswith("KIA"):
        return "kia"
    if cell.startswith("K/"):
        return "k"
    if cell.endswith("MC"):
        return "mc"
    return "ptc" if cell == "PTC" else ""


def severity(cell: str) -> int:
    """The DRM of a Morale Check: 2 for a 2MC, 0 for an NMC."""
    return int(cell[0]) if cell[0].isdecimal() else 0


class MinefieldExitQuestion(RuledQuestion, frozen=True, kw_only=True):
    """What a minefield does to a unit that is in it when the scenario is over."""

    rolls = {
        "check_dice": CHECK,
        "wound_die": WOUND.title,
        "ap_dice": AP_ATTACK,
        "crew_dice": CREW_CHECK,
        "at_die": AT_TRIGGER,
        "at_dice": AT_ATTACK,
    }
    cites = ("OTO-9.6042-1", "OTO-9.6042-2", "OTO-9.6042-3", "OTO-9.6042-4", "OTO-9.6042-5")
    turns_on = ("asl_rules",)

    unit: Annotated[Mined, Meta(description="what stands in the minefield")]
    ap: Annotated[Factors, Meta(description="A-P factors in the hex")] = 0
    at: Annotated[int, Meta(ge=0, le=MOST_AT, description="A-T factors in the hex")] = 0
    way_out: Annotated[
        bool,
        Meta(
            description="whether it could leave without a mine attack and without entering a"
            " minefield or an enemy-Controlled Location"
        ),
    ] = False
    mobile: Annotated[bool, Meta(description="whether a vehicle is Mobile")] = True
    morale: Annotated[int, Meta(ge=1, le=10, description="Morale Level of Infantry")] = 7
    leader: (
        Annotated[int, Meta(ge=-3, le=1, description="leadership DRM, if a leader helps")] | None
    ) = None
    wounded: Annotated[bool, Meta(description="whether an SMC is wounded already")] = False
    armor_drm: Annotated[
        int, Meta(ge=-3, le=3, description="a vehicle's DRM against A-T mines (ASL C7.12)")
    ] = 0
    vulnerable: Annotated[
        bool, Meta(description="whether a vehicle's Inherent crew is Vulnerable (ASL B28.43)")
    ] = False
    crew_morale: Annotated[int, Meta(ge=1, le=10, description="its Morale Level")] = 8
    check_dice: Annotated[DR | None, Meta(description="two dice: the NTC")] = None
    wound_die: Annotated[Dr | None, Meta(description="one die: an SMC's wound")] = None
    ap_dice: Annotated[DR | None, Meta(description="two dice: A-P mines on the IFT")] = None
    crew_dice: Annotated[DR | None, Meta(description="two dice: the crew's MC")] = None
    at_die: Annotated[Dr | None, Meta(description="one die: whether A-T mines go off")] = None
    at_dice: Annotated[DR | None, Meta(description="two dice: A-T mines on the IFT")] = None

    def answer(self, nature: Nature) -> Finding[MinefieldExit]:
        if self.unit in VEHICLES:
            recorded(self.rulings.asl_rules, "A mine attack")
        unit = InMinefield(
            unit=self.unit,
            ap=self.ap,
            at=self.at,
            way_out=self.way_out,
            mobile=self.mobile,
            morale=self.morale,
            leader=self.leader,
            wounded=self.wounded,
            armor_drm=self.armor_drm,
            vulnerable=self.vulnerable,
            crew_morale=self.crew_morale,
        )
        return leave_minefield(unit, nature)
