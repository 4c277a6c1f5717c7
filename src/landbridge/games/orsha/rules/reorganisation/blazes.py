"""Blazes and Flames at the end of a scenario (9.609)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, Dr
from landbridge.games.orsha.rulings import BurntTerrain

Terrain = Literal["brush", "orchard", "wooden_rubble", "building", "woods", "grain", "not_burnable"]
After = Literal[
    "brush",
    "orchard",
    "wooden_rubble",
    "building",
    "woods",
    "grain",
    "not_burnable",
    "open_ground",
]
Contents = Literal["none", "entrenchment", "pillbox", "other_fortification"]
FlameResult = Literal["removed", "blaze"]

FLAME = table(PACKAGE, "reorganisation.flame", FlameResult)


class BlazeResult(Struct, frozen=True):
    """What terrain becomes that a Blaze has consumed."""

    terrain: tuple[Terrain, ...]
    becomes: After
    cites: str
    source: str
    marker: str = ""


BURNT: tuple[BlazeResult, ...] = msgspec.convert(
    read_toml(PACKAGE, "reorganisation.toml")["burnt"], tuple[BlazeResult, ...]
)


class BurningLocation(Struct, frozen=True, kw_only=True):
    """A Location with a Blaze at the end of a scenario."""

    terrain: Terrain = "not_burnable"
    wreck: bool = False
    """Whether a wreck burns, not (yet) the terrain."""
    shellholes: bool = False
    fortification: Contents = "none"
    equipment: bool = False
    isolated: bool = False
    """Whether Isolated units are confined to this Location."""


class BurntOut(Struct, frozen=True, kw_only=True):
    """A Location after its Blaze has been dealt with."""

    terrain: After
    blaze: bool
    """Whether a Blaze is still there."""
    wreck: Literal["", "burning", "burnt_out"] = ""
    shellholes: bool = False
    isolated_eliminated: bool = False
    passes_to_opponent: bool = False
    """Whether the formerly Isolated Location is now the opponent's."""
    fortification: Literal["none", "stays", "eliminated"] = "none"
    equipment: Literal["none", "stays", "eliminated"] = "none"
    consumed: bool = False
    """Whether the fire was in the Location itself, not only in a wreck."""


@rule("OTO-9.609-1", "OTO-9.6091-1", "OTO-9.6092-1", "OTO-9.6093-1", "OTO-9.6095-1")
def burn_out(
    place: BurningLocation, burnt_terrain: BurntTerrain = "open_ground"
) -> Finding[BurntOut]:
    """What a Blaze leaves of a Location when the scenario is over."""
    why = Why()
    if not place.wreck and place.terrain == "not_burnable":
        raise BadInput("A Blaze needs a wreck or Burnable Terrain.")
    state: dict[str, Any] = {
        "terrain": place.terrain,
        "blaze": True,
        "shellholes": place.shellholes,
        "fortification": "none" if place.fortification == "none" else "stays",
        "equipment": "stays" if place.equipment else "none",
        "wreck": "burning" if place.wreck else "",
    }
    terrain_burns = not place.wreck
    if place.wreck and why(
        ("OTO-9.6091-1", "RUL-OTO-51"),
        "the Blaze of a wreck passes to Burnable Terrain, or is removed; the wreck is burnt out",
    ):
        state |= {"wreck": "burnt_out", "blaze": False}
        terrain_burns = place.terrain != "not_burnable"
    if not terrain_burns:
        return why.so(BurntOut(**state))
    if not why("OTO-9.609-1", "a Blaze consumes the terrain and is removed"):
        return why.so(BurntOut(**(state | {"blaze": True})))
    state |= {"blaze": False, "consumed": True} | _consumed(place, burnt_terrain, why)
    state |= _contents(place.fortification, place.equipment, why)
    return why.so(BurntOut(**state))


def _consumed(place: BurningLocation, burnt_terrain: BurntTerrain, why: Why) -> dict[str, Any]:
    for entry in BURNT:
        if place.terrain not in entry.terrain or not why(
            entry.cites, f"{_words(place.terrain)} becomes {_words(entry.becomes)}"
        ):
            continue
        if place.terrain != "building":
            return {"terrain": entry.becomes}
        lost = place.isolated and why(
            "OTO-9.6093-1", "Isolated units confined there are Eliminated, the hex is lost"
        )
        return {
            "terrain": entry.becomes,
            "isolated_eliminated": lost,
            "passes_to_opponent": lost,
        }
    if place.terrain in ("woods", "grain") and burnt_terrain == "open_ground":
        why("RUL-OTO-54", f"burnt {place.terrain} becomes Open Ground")
        return {"terrain": "open_ground"}
    return {}


def _words(terrain: str) -> str:
    return terrain.replace("_", " ")


Content = Literal["entrenchment", "pillbox", "other_fortification", "equipment"]
"""Something in a Location that burns, each judged by itself."""


@rule("OTO-9.6095-1")
def lost_in_blaze(content: Content, why: Why) -> bool:
    """Whether something in a Blaze Location is Eliminated; Entrenchments and Pillboxes survive."""
    survives = content in ("entrenchment", "pillbox")
    text = (
        "an Entrenchment or Pillbox survives, but no Equipment in it"
        if survives
        else "Fortifications and Equipment in a Blaze are Eliminated"
    )
    return why("OTO-9.6095-1", text) and not survives


def _contents(fortification: Contents, equipment: bool, why: Why) -> dict[str, Any]:
    """What a Blaze does to Fortifications and Equipment in its Location."""
    found: dict[str, Any] = {}
    if fortification != "none" and lost_in_blaze(fortification, why):
        found["fortification"] = "eliminated"
    if equipment and lost_in_blaze("equipment", why):
        found["equipment"] = "eliminated"
    return found


class Blaze(RuledQuestion, frozen=True, kw_only=True):
    """What a Blaze leaves of terrain, wreck, Fortifications and Equipment in a Location."""

    cites = ("OTO-9.609-1", "OTO-9.6091-1", "OTO-9.6092-1", "OTO-9.6093-1", "OTO-9.6095-1")
    turns_on = ("burnt_terrain",)

    terrain: Annotated[Terrain, Meta(description="the terrain of the Location")] = "not_burnable"
    wreck: Annotated[bool, Meta(description="whether the Blaze is on a wreck")] = False
    shellholes: Annotated[bool, Meta(description="whether there are Shellholes")] = False
    fortification: Annotated[Contents, Meta(description="a Fortification there")] = "none"
    equipment: Annotated[bool, Meta(description="whether Equipment is there")] = False
    isolated: Annotated[
        bool, Meta(description="whether Isolated units are confined to the Location")
    ] = False

    def answer(self, nature: Nature) -> Finding[BurntOut]:
        place = BurningLocation(
            terrain=self.terrain,
            wreck=self.wreck,
            shellholes=self.shellholes,
            fortification=self.fortification,
            equipment=self.equipment,
            isolated=self.isolated,
        )
        return burn_out(place, self.rulings.burnt_terrain)


# Flames


Confined = Literal["none", "units_or_equipment", "afv"]
ConfinedFate = Literal["none", "stay", "eliminated", "burnt_out_wreck"]


class FlameSpread(Struct, frozen=True, order=True):
    """What becomes of a Flame."""

    result: FlameResult
    isolated: ConfinedFate = "none"
    """Isolated pieces confined to the Location."""
    fortification: Literal["none", "stays", "eliminated"] = "none"
    equipment: Literal["none", "stays", "eliminated"] = "none"


@rule("OTO-9.6094-2")
def confined_to_blaze(confined: Confined) -> Finding[ConfinedFate]:
    """What becomes of Isolated pieces that may set up nowhere but in a Location now Ablaze."""
    why = Why()
    if confined == "none":
        return why.so("none")
    text = "an AFV becomes a Burnt-Out-Wreck" if confined == "afv" else "they are Eliminated"
    if not why("OTO-9.6094-2", f"Isolated pieces are confined to the Blaze: {text}"):
        return why.so("stay")
    return why.so("burnt_out_wreck" if confined == "afv" else "eliminated")


@rule("OTO-9.6094-1", "OTO-9.6094-2", "OTO-9.6095-1")
def spread_flame(
    nature: Nature,
    confined: Confined = "none",
    fortification: Contents = "none",
    equipment: bool = False,
) -> Finding[FlameSpread]:
    """Whether a Flame goes out or becomes a Blaze that burns when the next scenario starts."""
    why = Why()
    result: FlameResult = nature.look(FLAME)
    state: dict[str, Any] = {
        "isolated": "none" if confined == "none" else "stay",
        "fortification": "none" if fortification == "none" else "stays",
        "equipment": "stays" if equipment else "none",
    }
    if result == "blaze":
        state["isolated"] = why.add(confined_to_blaze(confined))
        state |= _contents(fortification, equipment, why)
    return why.so(FlameSpread(result, **state))


class Flame(Question, frozen=True, kw_only=True):
    """Whether a Flame goes out or becomes a Blaze, and what that does to what is there."""

    rolls = {"die": FLAME.title}
    cites = ("OTO-9.6094-1", "OTO-9.6094-2", "OTO-9.6095-1")

    confined: Annotated[
        Confined, Meta(description="Isolated pieces that must set up in the Location")
    ] = "none"
    fortification: Annotated[Contents, Meta(description="a Fortification there")] = "none"
    equipment: Annotated[bool, Meta(description="whether Equipment is there")] = False
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[FlameSpread]:
        return spread_flame(nature, self.confined, self.fortification, self.equipment)
