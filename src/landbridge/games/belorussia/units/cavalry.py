"""Cavalry corps (rule 3.9): their motorised units ride with the horsemen."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import CavalryCorps
from landbridge.games.belorussia.terrain.words import Move

Beside = Literal["own_division", "other_division", "none"]


def rides_along(
    move: Move, beside: Beside, why: Why, cavalry_corps: CavalryCorps = "track_and_truck"
) -> bool:
    """Whether a unit of a cavalry corps counts as riding with a cavalry division of its corps."""
    if beside != "own_division" or move == "leg":
        return False
    if move == "track":
        included = move in figures("cavalry_corps", cavalry_corps)["moves"]
        why("RUL-TFB-96", "Track units too" if included else "Truck units alone")
        return included
    return True


class CorpsMovement(Struct, frozen=True):
    """How a unit of a cavalry corps moves."""

    pays: Move
    """The column of the terrain chart that it pays by."""
    fuel: bool


@rule("TFB-3.9-1", "TFB-3.9-3")
def cavalry_corps_move(
    move: Move, beside: Beside, cavalry_corps: CavalryCorps = "track_and_truck"
) -> Finding[CorpsMovement]:
    """What a unit of a cavalry corps pays as it moves stacked with a cavalry division."""
    why = Why()
    pays: Move = move
    fuel = move != "leg"
    if rides_along(move, beside, why, cavalry_corps):
        if why("TFB-3.9-1", "with a cavalry division of its corps: Leg costs for each hex"):
            pays = "leg"
        fuel = not why("TFB-3.9-3", "moving so takes no fuel")
    elif move != "leg" and beside != "own_division":
        why("TFB-3.9-1", "not with a cavalry division of its own corps: its own costs, and fuel")
    return why.so(CorpsMovement(pays, fuel))


class CavalryCorpsMove(RuledQuestion, frozen=True, kw_only=True):
    """Which movement costs a unit of a cavalry corps pays, and whether it needs fuel."""

    cites = ("TFB-3.9-1", "TFB-3.9-3")
    turns_on = ("cavalry_corps",)

    move: Annotated[Move, Meta(description="the movement type on the counter")]
    beside: Annotated[
        Beside, Meta(description="the cavalry division with which it moves, stacked all the way")
    ] = "own_division"

    def answer(self, nature: Nature) -> Finding[CorpsMovement]:
        return cavalry_corps_move(self.move, self.beside, self.rulings.cavalry_corps)


@rule("TFB-3.9-2")
def cavalry_corps_retreat(
    move: Move, beside: Beside, prohibited: bool, cavalry_corps: CavalryCorps = "track_and_truck"
) -> Finding[str]:
    """Whether a unit of a cavalry corps survives a retreat into terrain prohibited to it."""
    why = Why()
    if not prohibited:
        return why.so("retreats")
    if rides_along(move, beside, why, cavalry_corps) and why(
        "TFB-3.9-2", "stacked with its cavalry division it may retreat into prohibited terrain"
    ):
        return why.so("retreats")
    why("OCS-9.12-3", "a retreat into prohibited terrain destroys the unit")
    return why.so("eliminated")


class CavalryCorpsRetreat(RuledQuestion, frozen=True, kw_only=True):
    """Whether a unit of a cavalry corps may retreat after combat into terrain prohibited to it."""

    cites = ("TFB-3.9-2",)
    turns_on = ("cavalry_corps",)

    move: Annotated[Move, Meta(description="the movement type on the counter")]
    beside: Annotated[Beside, Meta(description="the cavalry division it is stacked with")] = (
        "own_division"
    )
    prohibited: Annotated[bool, Meta(description="whether the terrain is prohibited to it")] = True

    def answer(self, nature: Nature) -> Finding[str]:
        return cavalry_corps_retreat(
            self.move, self.beside, self.prohibited, self.rulings.cavalry_corps
        )
