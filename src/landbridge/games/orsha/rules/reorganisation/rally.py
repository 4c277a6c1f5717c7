"""Rally and unloading (9.603), and the check of Encircled units (9.6041)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.asl_procedures import passes
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, CgDate, figures
from landbridge.games.orsha.rulings import EncirclementCheck

EncircledKind = Literal["infantry", "prc_of_immobile_vehicle", "prisoner"]
Prisoners = Literal["none", "guarded", "claimed", "rearmed"]
Left = Literal["kept", "unpossessed", "taken_by_prisoner"]

CHECK = "Encirclement check"


class RalliedUnit(Struct, frozen=True):
    """A unit after step 9.603."""

    good_order: bool
    rolled: bool = False
    """Whether a Rally DR was made."""


@rule("OTO-9.603-1")
def rally(broken: bool, disrupted: bool = False) -> Finding[RalliedUnit]:
    """Whether a unit is in Good Order after the automatic rally."""
    why = Why()
    if not broken:
        return why.so(RalliedUnit(True))
    text = "rallies without a roll, although Disrupted" if disrupted else "rallies without a roll"
    return why.so(RalliedUnit(why("OTO-9.603-1", text)))


class Rally(Question, frozen=True, kw_only=True):
    """Whether a unit rallies in step 9.603: every broken one does, without a roll."""

    cites = ("OTO-9.603-1",)

    broken: Annotated[bool, Meta(description="whether the unit is broken")]
    disrupted: Annotated[bool, Meta(description="whether it is Disrupted")] = False

    def answer(self, nature: Nature) -> Finding[RalliedUnit]:
        return rally(self.broken, self.disrupted)


class Unloading(Struct, frozen=True):
    """How Passengers, Riders and Equipment leave a vehicle."""

    unload: Literal["may", "must", "may_not"]
    mine_attack: bool
    """Whether mines attack at once."""
    mine_check: bool
    """Whether the check of 9.6042 will be due."""


@rule("OTO-9.603-2", "OTO-9.603-3")
def unloading(date: CgDate, ap_minefield: bool = False) -> Finding[Unloading]:
    """Whether those aboard a vehicle may or must unload into its Location."""
    why = Why()
    unload: Literal["may", "must", "may_not"] = "may_not"
    text = "Passengers, Riders and Equipment may unload"
    if date.endswith("pm"):
        text = "at the end of a PM scenario they must unload"
    if why("OTO-9.603-2", text):
        unload = "must" if date.endswith("pm") else "may"
    attacked = ap_minefield and not why(
        "OTO-9.603-3", "mines do not attack at once; 9.6042 will apply"
    )
    return why.so(Unloading(unload, attacked, ap_minefield))


class UnloadingAtEnd(Question, frozen=True, kw_only=True):
    """Whether those aboard a vehicle may or must unload in step 9.603, and what mines do."""

    cites = ("OTO-9.603-2", "OTO-9.603-3")

    date: Annotated[CgDate, Meta(description="the CG Date of the scenario just played")]
    ap_minefield: Annotated[
        bool, Meta(description="whether the vehicle stands in an AP minefield")
    ] = False

    def answer(self, nature: Nature) -> Finding[Unloading]:
        return unloading(self.date, self.ap_minefield)


# Encirclement


class EncircledUnit(Struct, frozen=True, kw_only=True):
    """An Encircled unit, as its check looks at it."""

    unit: EncircledKind = "infantry"
    morale: int = 7
    """Current Morale Level, with what the Encirclement takes away."""
    leader: int | None = None
    """The DRM of a leader present whose help the owner wants."""
    guards: bool = False
    """Whether it Guards prisoners."""
    claimant: bool = False
    """Whether another friendly unit in the Location can claim them."""


class Encirclement(Struct, frozen=True, order=True):
    """What the check of an Encircled unit brings."""

    fate: Literal["stays", "eliminated"]
    encircled: bool
    """Whether the marker stays, until 9.6064."""
    vehicle_abandoned: bool = False
    prisoners: Prisoners = "none"
    equipment: Left = "kept"


@rule("OTO-9.6041-1", "OTO-9.6041-2", "OTO-9.6041-3", "OTO-9.6041-4", "OTO-9.6041-5")
def resolve_encirclement(
    unit: EncircledUnit, nature: Nature, encirclement_check: EncirclementCheck = "one_tc"
) -> Finding[Encirclement]:
    """Each Encircled unit takes its own check or is Eliminated."""
    why = Why()
    kept: Prisoners = "guarded" if unit.guards else "none"
    if unit.unit == "prisoner":
        exempt = why("OTO-9.6041-1", "prisoners take no check")
        return why.so(Encirclement("stays", exempt))
    if not why("OTO-9.6041-1", "each Encircled unit takes its own check"):
        return why.so(Encirclement("stays", True, prisoners=kept))
    drm: int = figures("encirclement_check", encirclement_check)["drm"]
    modifiers = tally(
        modifier(drm, "1TC", "RUL-OTO-52") if drm else None,
        modifier(unit.leader, "leadership", "OTO-9.6041-1") if unit.leader else None,
    )
    if passes(unit.morale, modifiers, CHECK, ("OTO-9.6041-1", "RUL-OTO-52"), nature):
        marker = why("OTO-9.6041-2", "it stays; the marker is removed in 9.6064")
        return why.so(Encirclement("stays", marker, prisoners=kept))
    aboard = unit.unit == "prc_of_immobile_vehicle"
    text = "it is Eliminated, and the vehicle abandoned" if aboard else "it is Eliminated at once"
    if not why(("OTO-9.6041-3", "RUL-OTO-51"), text):
        return why.so(Encirclement("stays", True, prisoners=kept))
    prisoners = why.add(prisoners_of_lost_guard(unit.claimant)) if unit.guards else "none"
    equipment: Left = "kept"
    if prisoners == "rearmed":
        equipment = "taken_by_prisoner"
    elif why("OTO-9.6041-5", "its Equipment stays unpossessed in the Location"):
        equipment = "unpossessed"
    return why.so(Encirclement("eliminated", False, aboard, prisoners, equipment))


@rule("OTO-9.6041-4")
def prisoners_of_lost_guard(claimant: bool) -> Finding[Prisoners]:
    """What becomes of prisoners whose Guard is Eliminated."""
    why = Why()
    rules = ("OTO-9.6041-4", "RUL-OTO-51")
    if claimant:
        claimed = why(rules, "another unit in the Location must claim the prisoners")
        return why.so("claimed" if claimed else "guarded")
    free = why(rules, "nobody can claim the prisoners: they are Rearmed, with what was dropped")
    return why.so("rearmed" if free else "guarded")


class EncirclementQuestion(RuledQuestion, frozen=True, kw_only=True):
    """Whether an Encircled unit survives its check, and what becomes of what it had."""

    rolls = {"dice": CHECK}
    cites = (
        "OTO-9.6041-1",
        "OTO-9.6041-2",
        "OTO-9.6041-3",
        "OTO-9.6041-4",
        "OTO-9.6041-5",
    )
    turns_on = ("encirclement_check",)

    unit: Annotated[
        EncircledKind,
        Meta(description="what is Encircled; PRC: Vulnerable people aboard a vehicle"),
    ] = "infantry"
    morale: Annotated[
        int,
        Meta(ge=1, le=10, description="current Morale Level, Encirclement taken into account"),
    ] = 7
    leader: (
        Annotated[
            int,
            Meta(ge=-3, le=1, description="leadership DRM, if a leader is present and wanted"),
        ]
        | None
    ) = None
    guards: Annotated[bool, Meta(description="whether it Guards prisoners")] = False
    claimant: Annotated[
        bool, Meta(description="whether another friendly unit there can claim them")
    ] = False
    dice: DR | None = None

    def answer(self, nature: Nature) -> Finding[Encirclement]:
        unit = EncircledUnit(
            unit=self.unit,
            morale=self.morale,
            leader=self.leader,
            guards=self.guards,
            claimant=self.claimant,
        )
        return resolve_encirclement(unit, nature, self.rulings.encirclement_check)
