"""Strategic Locations and Control markers (8.2, 9.6052)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.sheets import NoSuchHex
from landbridge.games.orsha.rules.map.hexes import orsha_map, strategic_by_print
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import ControlRule, EdgeRows

Holding = Literal[
    "entrenchment",
    "pillbox",
    "cupola",
    "immobile_vehicle",
    "abandoned_vehicle",
    "vehicle_without_ma",
    "crewed_gun",
    "hooked_gun",
    "uncrewed_gun",
]
Holder = Literal["german", "russian", "none"]

STRATEGIC: dict[Holding, str] = {
    "entrenchment": "an entrenchment",
    "pillbox": "a pillbox",
    "cupola": "a Cupola",
    "immobile_vehicle": "an Immobile vehicle, not abandoned, with functioning MA",
    "crewed_gun": "an unhooked Gun that a crew possesses",
}


class Strategic(Struct, frozen=True):
    """Whether a Location is Strategic, and by what."""

    strategic: bool
    by: tuple[str, ...]


@rule("OTO-8.2-Strategic-1")
def strategic_location(
    label: str | None, holding: tuple[Holding, ...] = (), edge_rows: EdgeRows = "printed"
) -> Finding[Strategic]:
    """Whether a Location is Strategic: by its place on the map, or by what is in it."""
    why = Why()
    reasons: list[str] = []
    if label is not None:
        atlas = orsha_map(edge_rows)
        try:
            reasons += strategic_by_print(atlas, atlas.hex(label))
        except NoSuchHex as problem:
            raise BadInput(f"No hex of the map: {problem}.") from None
    reasons += [STRATEGIC[thing] for thing in holding if thing in STRATEGIC]
    text = f"Strategic: {', '.join(reasons)}" if reasons else "nothing makes it Strategic"
    known = why("OTO-8.2-Strategic-1", text)
    return why.so(Strategic(bool(reasons) and known, tuple(reasons) if known else ()))


class StrategicLocation(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Location is a Strategic Location, and what makes it one."""

    cites = ("OTO-8.2-Strategic-1",)
    turns_on = ("edge_rows",)

    hex: Annotated[Name | None, Meta(description="a hex of the map, for example P10")] = None
    holding: Annotated[
        tuple[Holding, ...], Meta(max_length=18, description="what is in the Location")
    ] = ()

    def answer(self, nature: Nature) -> Finding[Strategic]:
        return strategic_location(self.hex, self.holding, self.rulings.edge_rows)


class MarkerState(Struct, frozen=True):
    """The Control marker of a Location."""

    marker: Holder
    """Whose marker lies there now."""
    matters: bool
    """Whether it acts on Perimeters: own grains may be anchored there, enemy ones are blocked."""


@rule("OTO-9.6052-1", "OTO-9.6052-2", "OTO-9.6052-3")
def control_marker(
    strategic: bool,
    controller: Holder,
    marker: Holder = "none",
    place: Side | None = None,
    occupied: bool = True,
    awarded: bool = False,
    control_rule: ControlRule = "players",
) -> Finding[MarkerState]:
    """The marker of a Location after Control has changed and, if wished, one has been placed."""
    why = Why()
    now = controller
    if now != "none" and control_rule == "occupied" and not occupied:
        now = "none"
    shown = marker
    if marker not in ("none", now) and why(
        "OTO-9.6052-2", "Control is lost: the marker is removed or flipped"
    ):
        shown = now if strategic else "none"
    if place is not None:
        if not strategic and in_force("OTO-9.6052-3"):
            raise Refusal(
                "a Location that is not Strategic never gets a Control marker",
                ("OTO-9.6052-3", "RUL-OTO-8"),
                legal="place markers in Strategic Locations",
            )
        if now != place and not awarded and in_force("OTO-9.6052-1"):
            raise Refusal(
                f"the {place.capitalize()} side does not Control the Location",
                ("OTO-9.6052-1", "RUL-OTO-8"),
                legal="place a marker where the side has Control or is awarded it (A26.13)",
            )
        if why(
            ("OTO-9.6052-1", "RUL-OTO-8"),
            "a side may mark a Strategic Location that it Controls or is awarded, at any time",
        ):
            shown = place
    elif not strategic and controller != "none":
        why("OTO-9.6052-3", "Controlled, but without a marker: it is not Strategic")
    return why.so(MarkerState(shown, shown != "none"))


class ControlMarker(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Control marker may be placed in a Location, and whose lies there afterwards."""

    cites = ("OTO-9.6052-1", "OTO-9.6052-2", "OTO-9.6052-3")
    turns_on = ("control_rule",)

    strategic: Annotated[bool, Meta(description="whether it is a Strategic Location")]
    controller: Annotated[Holder, Meta(description="who Controls it now (A26)")]
    marker: Annotated[Holder, Meta(description="whose marker lies there")] = "none"
    place: Annotated[Side | None, Meta(description="the side that wants to place a marker")] = None
    occupied: Annotated[
        bool, Meta(description="whether the Controller's MMC or vehicle stands there")
    ] = True
    awarded: Annotated[bool, Meta(description="whether Control is awarded by A26.13")] = False

    def answer(self, nature: Nature) -> Finding[MarkerState]:
        return control_marker(
            self.strategic,
            self.controller,
            self.marker,
            self.place,
            self.occupied,
            self.awarded,
            self.rulings.control_rule,
        )
