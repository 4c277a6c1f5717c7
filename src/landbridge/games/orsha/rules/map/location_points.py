"""Location Victory Points: the marked hexes of the map, and who scores them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.map.hexes import map_hexes, orsha_map, strategic_by_print
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.readings import natural
from landbridge.games.orsha.rules.words import PACKAGE
from landbridge.games.orsha.rulings import LvpNoMansLand

DATA = read_toml(PACKAGE, "victory.toml")
BRIDGE: str = DATA["lvp"]["bridge"]

Holder = Literal["german", "russian", "none"]
Blaze = Literal["none", "burning", "consumed"]


class LvpHex(Struct, frozen=True, order=True):
    """A hex with a red dot on the map."""

    hex: str
    points: int
    what: str
    strategic: bool = False
    """Whether it is a Strategic Location by itself: railroad, north or south edge."""


@rule("OTO-8.2-LVP-1")
def lvp_table() -> tuple[LvpHex, ...]:
    """Every hex of the map that carries Location Victory Points."""
    atlas = orsha_map()
    return tuple(
        LvpHex(
            entry.hex,
            entry.lvp,
            ", ".join(entry.features) or entry.terrain,
            bool(strategic_by_print(atlas, atlas.hex(entry.hex))),
        )
        for entry in map_hexes().values()
        if entry.lvp
    )


def lvp_hex(label: str) -> LvpHex:
    """One of these hexes by its number."""
    wanted = label.strip().upper()
    every = {entry.hex: entry for entry in lvp_table()}
    if wanted not in every:
        raise BadInput(f"{label} carries no Location Victory Point. Allowed: {choices(every)}.")
    return every[wanted]


class LvpScore(Struct, frozen=True):
    """Who scores a Location's victory points."""

    hex: str
    location: Literal["hex", "bridge", "gully"]
    points: int
    holder: Holder
    russian_points: int


@rule("OTO-8.2-LVP-1", "OTO-8.2-LVP-2", "OTO-8.2-LVP-3", "OTO-8.2-LVP-4", "OTO-NEC-26")
def lvp_score(
    label: str,
    control: Holder,
    blaze: Blaze = "none",
    bridge_destroyed: bool = False,
    gully: Holder | None = None,
    no_mans_land: bool = False,
    strategic: bool = False,
    lvp_no_mans_land: LvpNoMansLand = "nobody",
) -> Finding[LvpScore]:
    """Who scores a marked Location; `control` is who Controlled it last."""
    why = Why()
    entry = lvp_hex(label)
    is_bridge = entry.hex == BRIDGE
    if (bridge_destroyed or gully is not None) and not is_bridge:
        raise BadInput(f"Only {BRIDGE} is a bridge with Location Victory Points, not {entry.hex}.")
    why.by("OTO-8.2-LVP-1", f"{entry.hex}, {entry.what}: {entry.points} LVP")
    location: Literal["hex", "bridge", "gully"] = "bridge" if is_bridge else "hex"
    holder = control
    if bridge_destroyed:
        moved = why(
            "OTO-8.2-LVP-2",
            "the bridge is destroyed: its LVP lies in the gully, which goes to the side that"
            " Controlled the bridge last",
        )
        location = "gully" if moved else "bridge"
        holder = (gully or control) if moved else "none"
    if no_mans_land:
        stays = entry.strategic or strategic
        text = (
            "a Strategic Location stays with its last Controller, even in No Man's Land"
            if stays
            else "nobody scores a Location in No Man's Land"
        )
        nobody = lvp_no_mans_land == "nobody"
        other = "the last Controller scores it in No Man's Land too"
        if natural(why, nobody, "OTO-NEC-26", "RUL-OTO-96", text, other):
            holder = holder if stays else "none"
        elif nobody:
            holder = "none" if stays else holder
    if blaze == "burning" and not is_bridge and why("OTO-8.2-LVP-3", "a Blaze counts as Russian"):
        holder = "russian"
    if blaze == "consumed" and not why(
        "OTO-8.2-LVP-4", "once the Blaze has consumed it, Control decides again"
    ):
        holder = "russian"
    russian = entry.points if holder == "russian" else 0
    return why.so(LvpScore(entry.hex, location, entry.points, holder, russian))


class Lvp(RuledQuestion, frozen=True, kw_only=True):
    """Who scores a Location Victory Point, with Blazes, No Man's Land and the bridge of K33."""

    cites = ("OTO-8.2-LVP-1", "OTO-8.2-LVP-2", "OTO-8.2-LVP-3", "OTO-8.2-LVP-4", "OTO-NEC-26")
    turns_on = ("lvp_no_mans_land",)

    hex: Annotated[Name, Meta(description="the marked hex, for example K33")]
    control: Annotated[Holder, Meta(description="who Controls it, or Controlled it last")]
    blaze: Annotated[Blaze, Meta(description="whether it burns or has been consumed (9.609)")] = (
        "none"
    )
    bridge_destroyed: Annotated[bool, Meta(description="K33: whether the bridge is gone")] = False
    gully: Annotated[
        Holder | None, Meta(description="K33: who has taken the gully since, if anybody")
    ] = None
    no_mans_land: Annotated[
        bool, Meta(description="whether it lies in No Man's Land after the RePh")
    ] = False
    strategic: Annotated[
        bool, Meta(description="whether play made it a Strategic Location (8.2)")
    ] = False

    def answer(self, nature: Nature) -> Finding[LvpScore]:
        return lvp_score(
            self.hex,
            self.control,
            self.blaze,
            self.bridge_destroyed,
            self.gully,
            self.no_mans_land,
            self.strategic,
            self.rulings.lvp_no_mans_land,
        )


class LvpHexes(Question, frozen=True, kw_only=True):
    """The hexes of the map that carry Location Victory Points."""

    def answer(self, nature: Nature) -> Finding[tuple[LvpHex, ...]]:
        why = Why()
        why.by("OTO-8.2-LVP-1", "red dots on the map; the white number is the value")
        return why.so(lvp_table())
