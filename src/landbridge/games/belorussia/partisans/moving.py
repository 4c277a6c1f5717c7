"""Active partisans on the move (rule 3.7b), their disruptive ZOC, and the end of their turn."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.partisans.placing import DATA
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import DisruptiveZoc, PartisanDetails
from landbridge.games.belorussia.terrain.words import HexTerrain
from landbridge.games.belorussia.violations import refuse, violation_if, violations

Along = Literal["none", "track", "road"]
Path = Literal["truck", "leg", "track", "rail_trace", "rail_cargo"]


# Moving


@rule("TFB-3.7a-3", "TFB-3.7b-2", "TFB-3.7b-3")
def partisan_move_violations(
    active: bool, terrain: HexTerrain, axis_zoc: bool, stays: bool
) -> tuple[Violation, ...]:
    """What speaks against a partisan's entering a hex, or staying in it."""
    # A partisan that begins in an Axis ZOC would have to leave, were it not for 3.7b-3.
    return violations(
        violation_if(
            not active and not stays,
            "a face-down partisan does not move",
            "TFB-3.7a-3",
            "activate it first",
        ),
        violation_if(
            terrain in DATA["active"]["barred"] and not stays,
            "partisans do not enter Open terrain",
            "TFB-3.7b-2",
            "keep to woods, swamp, hills and towns",
        ),
        violation_if(
            axis_zoc and not stays,
            "the hex is in an Axis ZOC",
            "TFB-3.7b-3",
            "go around the Axis ZOC",
        ),
    )


class PartisanMove(Question, frozen=True, kw_only=True):
    """Whether a partisan may enter a hex or stay in it, and whether it pays terrain or Track."""

    cites = ("TFB-3.7b-2", "TFB-3.7b-3")

    terrain: Annotated[HexTerrain, Meta(description="the terrain of the hex")]
    along: Annotated[Along, Meta(description="the line along which it enters")] = "none"
    axis_zoc: Annotated[bool, Meta(description="whether the hex is in an Axis ZOC")] = False
    stays: Annotated[bool, Meta(description="whether it only stays where it began the turn")] = (
        False
    )
    active: Annotated[bool, Meta(description="whether it is active")] = True

    def answer(self, nature: Nature) -> Finding[str]:
        refuse(partisan_move_violations(self.active, self.terrain, self.axis_zoc, self.stays))
        why = Why()
        if self.stays:
            if self.axis_zoc and not why("TFB-3.7b-3", "it need not leave the ZOC it began in"):
                return why.so("leaves")
            return why.so("stays")
        if self.along == "track":
            used = why("TFB-3.7b-2", "trails may be used")
            return why.so("track cost" if used else "terrain cost")
        if self.along == "road":
            barred = why("TFB-3.7b-2", "no benefit from roads")
            return why.so("terrain cost" if barred else "road cost")
        why("TFB-3.7b-2", "not Open terrain")
        return why.so("terrain cost")


# The disruptive ZOC


class Disruption(Struct, frozen=True):
    """What the disruptive ZOC of a partisan does in a hex."""

    in_force: bool
    blocks: tuple[Path, ...]
    """Axis supply paths that may not pass."""
    extra_mp: int
    """Movement points more for Axis units that enter."""


@rule("TFB-3.7a-3", "TFB-3.7b-6", "TFB-3.7b-7")
def disruptive_zone(
    active: bool,
    village: bool = False,
    city: bool = False,
    road: bool = False,
    axis_unit: bool = False,
    axis_zoc: bool = False,
    disruptive_zoc: DisruptiveZoc = "adjacent_hexes",
) -> Finding[Disruption]:
    """What a partisan next to a hex does there; a Track in the hex changes nothing."""
    why = Why()
    nothing = Disruption(False, (), 0)
    if not active and why("TFB-3.7a-3", "face down it has no effect"):
        return why.so(nothing)
    cancels = [
        word
        for word, there in (
            ("a village", village),
            ("a city", city),
            ("a road", road),
            ("an Axis unit", axis_unit),
            ("an Axis ZOC", axis_zoc),
        )
        if there
    ]
    if cancels and why("TFB-3.7b-7", f"cancelled by {' and '.join(cancels)}"):
        return why.so(nothing)
    why("TFB-3.7b-7", "no village, city, road, Axis unit or Axis ZOC cancels it")
    extra = tally(modifier(DATA["active"]["extra_mp"], "disruptive ZOC", "TFB-3.7b-6"))
    if not why("TFB-3.7b-6", "it blocks supply trace and costs Axis units 1 MP more"):
        return why.so(nothing)
    why("RUL-TFB-31", "in the hexes next to the partisan")
    blocks = tuple(figures("disruptive_zoc", disruptive_zoc)["blocks"])
    return why.so(Disruption(True, blocks, int(extra.total)))


class PartisanZone(RuledQuestion, frozen=True, kw_only=True):
    """Whether a partisan's disruptive ZOC is in force in a hex next to it, and what it does."""

    cites = ("TFB-3.7b-6", "TFB-3.7b-7")
    turns_on = ("disruptive_zoc",)

    active: Annotated[bool, Meta(description="whether the partisan is active")] = True
    village: Annotated[bool, Meta(description="a village in the hex")] = False
    city: Annotated[bool, Meta(description="a city in the hex")] = False
    road: Annotated[bool, Meta(description="a road in the hex; a Track does not count")] = False
    axis_unit: Annotated[bool, Meta(description="an Axis unit in the hex")] = False
    axis_zoc: Annotated[bool, Meta(description="an Axis ZOC over the hex")] = False

    def answer(self, nature: Nature) -> Finding[Disruption]:
        return disruptive_zone(
            self.active,
            self.village,
            self.city,
            self.road,
            self.axis_unit,
            self.axis_zoc,
            self.rulings.disruptive_zoc,
        )


# The end of the Soviet turn


@rule("RUL-TFB-30")
def after_turn(
    active: bool, next_to_red_army: bool, partisan_details: PartisanDetails = "plain"
) -> Literal["active", "face_down", "pool"]:
    """Where a partisan stands after the Soviet player turn."""
    settled = figures("partisan_details", partisan_details)
    if next_to_red_army and settled["joins_red_army"] == "pool":
        return "pool"
    return "active" if active and settled["stays_active"] else "face_down"


class PartisanAfterTurn(RuledQuestion, frozen=True, kw_only=True):
    """Where a partisan stands after the Soviet player turn: active, face_down or pool."""

    turns_on = ("partisan_details",)

    active: Annotated[bool, Meta(description="whether it is active")]
    next_to_red_army: Annotated[
        bool, Meta(description="whether another Soviet unit in trace is next to it")
    ] = False

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        why("RUL-TFB-30", "active until destroyed, or met by the Red Army")
        return why.so(after_turn(self.active, self.next_to_red_army, self.rulings.partisan_details))
