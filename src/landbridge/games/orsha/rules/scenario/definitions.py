"""Terms of 8.2: what they mean, what counts as Equipment or Weapon, what is in the OoB."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.words import PACKAGE

DATA = read_toml(PACKAGE, "frame.toml")
TERMS: dict[str, dict[str, Any]] = {entry["name"]: entry for entry in DATA["terms"]["term"]}

Thing = Literal[
    "sw", "gun", "vehicle", "vehicular_armament", "oba", "unit", "fortification", "marker"
]
Origin = Literal["survivor", "bought_before", "bought_today", "lost"]
Item = Literal["unit", "equipment", "ft_dc", "fortification"]


class Term(Struct, frozen=True):
    """A term and what it means."""

    name: str
    text: str


@rule(*(entry["cites"] for entry in TERMS.values()))
def define(name: str) -> Finding[Term]:
    """What a term of 8.2 means."""
    why = Why()
    for known, entry in TERMS.items():
        if known.casefold() == name.strip().casefold():
            why.by(entry["cites"], f"definition of {known}")
            return why.so(Term(known, entry["text"]))
    raise BadInput(unknown("term", name, TERMS))


class Definition(Question, frozen=True, kw_only=True):
    """What a term of the campaign rules means."""

    cites = ("OTO-8.2-RG-1", "OTO-8.2-Record-1", "OTO-8.2-Strength-1")

    term: Annotated[Name, Meta(description="a term of 8.2, for example Retained")]

    def answer(self, nature: Nature) -> Finding[Term]:
        return define(self.term)


# Equipment and Weapons


class Kinds(Struct, frozen=True):
    """What a thing counts as."""

    equipment: bool
    weapon: bool


@rule("OTO-8.2-Equipment-1", "OTO-8.2-Weapon-1")
def counts_as(thing: Thing, fires: bool = True) -> Finding[Kinds]:
    """Whether a thing is Equipment, and whether it is a Weapon."""
    why = Why()
    pieces: dict[str, list[str]] = DATA["pieces"]
    equipment = thing in pieces["equipment"] and why(
        "OTO-8.2-Equipment-1", "Equipment can be carried, driven or pushed over the map"
    )
    weapon = (
        fires
        and thing in pieces["weapons"]
        and why(("OTO-8.2-Weapon-1", "RUL-OTO-87"), "a Weapon uses the IFT or a To Hit table")
    )
    return why.so(Kinds(equipment, weapon))


class CountsAs(Question, frozen=True, kw_only=True):
    """Whether a thing counts as Equipment and whether it counts as a Weapon."""

    cites = ("OTO-8.2-Equipment-1", "OTO-8.2-Weapon-1")

    thing: Annotated[Thing, Meta(description="what it is")]
    fires: Annotated[bool, Meta(description="whether it uses the IFT or a To Hit table")] = True

    def answer(self, nature: Nature) -> Finding[Kinds]:
        return counts_as(self.thing, self.fires)


# Order of battle


class OobStatus(Struct, frozen=True):
    """Where something of a side stands before the next scenario."""

    oob: bool
    retained: bool
    kept_apart: bool
    """Whether it is kept in its own place off the map."""
    decided_by: str = ""
    """The rule that decides before this one, for FT and DC."""


@rule("OTO-8.2-OoB-1", "OTO-8.2-Retained-1", "OTO-8.2-Retained-2")
def oob_status(
    origin: Origin, item: Item = "unit", may_set_up: bool = True, on_map: bool = False
) -> Finding[OobStatus]:
    """Whether something is in the OoB of the next scenario, and whether it is Retained."""
    why = Why()
    if origin == "lost":
        return why.so(OobStatus(False, False, False))
    oob = why("OTO-8.2-OoB-1", "the OoB is all that is Retained and all RGs bought since")
    retained = (
        item != "fortification"
        and (origin != "bought_today" or may_set_up)
        and why(
            "OTO-8.2-Retained-1",
            "Retained: survivors, earlier purchases, and those of today that may set up on the map",
        )
    )
    apart, decides = False, ""
    if retained and why("OTO-8.2-Retained-2", "kept apart off the map; FT and DC by 9.6133"):
        apart = not on_map
        decides = "9.6133" if item == "ft_dc" else ""
    return why.so(OobStatus(oob, retained, apart, decides))


class StandingQuestion(Question, frozen=True, kw_only=True):
    """Whether a piece is in the OoB of the next scenario, and whether it is Retained."""

    cites = ("OTO-8.2-OoB-1", "OTO-8.2-Retained-1", "OTO-8.2-Retained-2")

    origin: Annotated[
        Origin, Meta(description="survivor, bought before or on the current CG Day, or lost")
    ]
    item: Annotated[Item, Meta(description="unit, Equipment, FT or DC, or Fortification")] = "unit"
    may_set_up: Annotated[
        bool, Meta(description="bought today: whether it may set up on the map")
    ] = True
    on_map: Annotated[bool, Meta(description="whether it stays on the map")] = False

    def answer(self, nature: Nature) -> Finding[OobStatus]:
        return oob_status(self.origin, self.item, self.may_set_up, self.on_map)
