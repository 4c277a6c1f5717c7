"""Clearing the map (9.607): what goes off the map, who Retains it, hidden Fortifications."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import Boxes

Kind = Literal["infantry", "gun", "afv", "other_vehicle", "support_weapon"]
Place = Literal["other", "building", "trench", "pillbox"]
Scrapped = Literal["eliminated", "wreck", "burnt_out_wreck"]
Fortification = Literal["minefield", "other"]

EMPLACED: tuple[Kind, ...] = ("gun", "afv")
BOX: dict[Kind, str] = {
    "infantry": "Infantry",
    "support_weapon": "Infantry",
    "gun": "Guns",
    "afv": "Vehicles",
    "other_vehicle": "Vehicles",
}


class OnMap(Struct, frozen=True, kw_only=True):
    """A piece on the map when it is cleared."""

    kind: Kind
    controller: Side | None
    """Who Controls its Location."""
    place: Place = "other"
    isolated: bool = False
    immobile: bool = False


class ClearingResult(Struct, frozen=True, kw_only=True):
    """What becomes of a piece in step 9.607."""

    leaves_map: bool
    box: str = ""
    """Where it goes off the map."""
    retained_by: Side | None = None


@rule("OTO-9.607-1", "OTO-9.607-2", "OTO-9.6071-1", "OTO-9.6072-1")
def clear_piece(piece: OnMap, boxes: Boxes = "retained") -> Finding[ClearingResult]:
    """Whether a piece goes off the map, into which box, and who Retains it."""
    why = Why()
    leaves = _leaves(piece, why)
    box = ""
    if leaves:
        box = "Retained" if boxes == "retained" else BOX[piece.kind]
    keeper = None
    if piece.controller and why("OTO-9.6072-1", "Retained by the side that Controls the Location"):
        keeper = piece.controller
    return why.so(ClearingResult(leaves_map=leaves, box=box, retained_by=keeper))


def _leaves(piece: OnMap, why: Why) -> bool:
    if piece.isolated and why("OTO-9.6071-1", "pieces in Isolated Areas stay in their Location"):
        return False
    if piece.immobile and why("OTO-9.607-2", "an Immobile vehicle stays on the map"):
        return False
    emplaced = piece.kind in EMPLACED and piece.place != "other"
    if emplaced and why("OTO-9.607-2", f"a Gun or AFV in a {piece.place} stays on the map"):
        return False
    return piece.controller is not None and why(
        ("OTO-9.607-1", "RUL-OTO-71"), "not Isolated, in a friendly-Controlled Location: cleared"
    )


class ClearMap(RuledQuestion, frozen=True, kw_only=True):
    """Whether a piece is cleared from the map in step 9.607, and who Retains it."""

    cites = ("OTO-9.607-1", "OTO-9.607-2", "OTO-9.6071-1", "OTO-9.6072-1")
    turns_on = ("boxes",)

    kind: Annotated[Kind, Meta(description="what it is")]
    controller: Annotated[
        Side | None, Meta(description="who Controls its Location; nobody if left out")
    ] = None
    place: Annotated[Place, Meta(description="where a Gun or AFV stands")] = "other"
    isolated: Annotated[bool, Meta(description="whether it is in an Isolated Area")] = False
    immobile: Annotated[bool, Meta(description="whether it is an Immobile vehicle")] = False

    def answer(self, nature: Nature) -> Finding[ClearingResult]:
        piece = OnMap(
            kind=self.kind,
            controller=self.controller,
            place=self.place,
            isolated=self.isolated,
            immobile=self.immobile,
        )
        return clear_piece(piece, self.rulings.boxes)


@rule("OTO-9.6072-2")
def scrap(kind: Kind, burnt: bool = False, scrounging_pending: bool = False) -> Finding[Scrapped]:
    """What a Retained item becomes when its Retainer gives it up."""
    why = Why()
    if kind == "infantry":
        raise Refusal(
            "Only Equipment is given up", "OTO-9.6072-2", legal="support weapons, Guns, vehicles"
        )
    if scrounging_pending and in_force("OTO-9.6072-2"):
        raise Refusal(
            "Scrounging comes first", "OTO-9.6072-2", legal="Scrounge (D10.5), then give it up"
        )
    rules = ("OTO-9.6072-2", "RUL-OTO-51")
    if kind == "afv" and why(rules, "an AFV leaves a wreck"):
        return why.so("burnt_out_wreck" if burnt else "wreck")
    why(rules, "its Retainer may Eliminate it")
    return why.so("eliminated")


class Scrap(Question, frozen=True, kw_only=True):
    """What becomes of Retained Equipment that its Retainer chooses to give up."""

    cites = ("OTO-9.6072-2",)

    kind: Annotated[Kind, Meta(description="what is given up")]
    burnt: Annotated[bool, Meta(description="an AFV: whether it is to be burnt out")] = False
    scrounging_pending: Annotated[
        bool, Meta(description="whether a Scrounging attempt is still wanted")
    ] = False

    def answer(self, nature: Nature) -> Finding[Scrapped]:
        return scrap(self.kind, self.burnt, self.scrounging_pending)


# Fortifications


class FortificationState(Struct, frozen=True):
    """A Fortification after step 9.6073."""

    on_map: bool
    revealed: bool
    """Whether composition and strength are known to both sides."""
    owner: Side | None


@rule("OTO-9.6073-1", "OTO-9.6073-2")
def settle_fortification(
    kind: Fortification, hidden: bool, built_by: Side, controller: Side | None
) -> Finding[FortificationState]:
    """Whether a Fortification is revealed, and whose it is now."""
    why = Why()
    owner: Side | None = built_by
    if not hidden and why("OTO-9.6073-2", "it belongs to the side that Controls its Location"):
        owner = controller
    found = (
        hidden
        and kind == "minefield"
        and controller == "russian"
        and why("OTO-9.6073-1", "a hidden minefield on Russian ground is placed and revealed")
    )
    if found and why("OTO-9.6073-2", "now on the map, it belongs to the Russians"):
        owner = controller
    return why.so(FortificationState(found or not hidden, found or not hidden, owner))


class HiddenFortification(Question, frozen=True, kw_only=True):
    """Whether a Fortification is placed and revealed in step 9.6073, and whose it is."""

    cites = ("OTO-9.6073-1", "OTO-9.6073-2")

    kind: Annotated[Fortification, Meta(description="what it is")]
    hidden: Annotated[bool, Meta(description="whether it is still hidden")] = True
    built_by: Annotated[Side, Meta(description="who placed it")] = "german"
    controller: Annotated[
        Side | None, Meta(description="who Controls its Location; nobody if left out")
    ] = None

    def answer(self, nature: Nature) -> Finding[FortificationState]:
        return settle_fortification(self.kind, self.hidden, self.built_by, self.controller)
