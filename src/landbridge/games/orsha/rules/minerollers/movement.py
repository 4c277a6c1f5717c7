"""How mineroller tanks move (PT1): costs, and ground that they do not enter."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import FractionText
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.words import PACKAGE

DATA = read_toml(PACKAGE, "minerollers.toml")
MOVEMENT = DATA["movement"]

Act = Literal["change_vca", "enter", "vbm", "overrun", "assist", "be_assisted"]
Ground = Literal["open", "road", "building", "woods", "rubble", "water_obstacle", "stream", "ford"]

WATER: tuple[Ground, ...] = ("water_obstacle", "stream", "ford")
CLOSED: tuple[Ground, ...] = ("building", "woods", "rubble")


class PtMove(Struct, frozen=True, kw_only=True):
    """What a mineroller would do in its movement."""

    act: Act
    ground: Ground = "open"
    trail_break: bool = False
    in_hex: bool = True
    movement_phase: bool = True
    normal: Fraction = Fraction(1)
    """What it costs any other tank."""


@rule("OTO-PT1-1", "OTO-PT1-2", "OTO-PT1-3", "OTO-PT1-4", "OTO-PT1-5")
def move_mineroller(move: PtMove) -> Finding[Fraction]:
    """The MP that a mineroller pays, or a refusal."""
    why = Why()
    if move.act == "change_vca":
        return _change_vca(move, why)
    if move.act in ("vbm", "overrun"):
        if in_force("OTO-PT1-2"):
            name = "VBM" if move.act == "vbm" else "OVR"
            raise Refusal(f"A mineroller makes no {name}", "OTO-PT1-2", legal="normal movement")
        return why.so(move.normal)
    if move.act == "assist" and in_force("OTO-PT1-5"):
        raise Refusal(
            "A mineroller does not assist another vehicle in Bog Removal",
            ("OTO-PT1-5", "RUL-OTO-51"),
            legal="another vehicle may assist it",
        )
    if move.act == "be_assisted":
        if not why(("OTO-PT1-5", "RUL-OTO-51"), "another vehicle may assist it (D8.3)"):
            raise Refusal("A mineroller is not assisted", "ASL D8.3")
        return why.so(Fraction(0))
    _check_ground(move)
    cost = move.normal
    least = Fraction(MOVEMENT["road_mp"])
    if move.ground == "road" and cost < least and why("OTO-PT1-3", "a road hex costs at least 1"):
        cost = least
    return why.so(cost)


def _change_vca(move: PtMove, why: Why) -> Finding[Fraction]:
    if not (move.in_hex and move.movement_phase) and in_force("OTO-PT1-1"):
        raise Refusal(
            "A mineroller changes its VCA only inside its hex in its own movement phase",
            "OTO-PT1-1",
            legal=f"there, for {MOVEMENT['vca_mp']} MP each",
        )
    if why("OTO-PT1-1", f"each change of VCA costs {MOVEMENT['vca_mp']} MP"):
        return why.so(Fraction(MOVEMENT["vca_mp"]))
    return why.so(move.normal)


def _check_ground(move: PtMove) -> None:
    if move.ground in WATER and in_force("OTO-PT1-4"):
        raise Refusal(
            "A mineroller enters no Water Obstacle or stream, not even at a Ford",
            "OTO-PT1-4",
            legal="a bridge",
        )
    free = move.ground == "woods" and move.trail_break
    if move.ground in CLOSED and not free and in_force("OTO-PT1-2"):
        raise Refusal(
            f"A mineroller does not enter {move.ground}",
            ("OTO-PT1-2", "RUL-OTO-51"),
            legal="woods by a Trail Break",
        )


class MinerollerMovement(Question, frozen=True, kw_only=True):
    """What a mineroller pays in MP for an act of movement, or why it may not do it."""

    cites = ("OTO-PT1-1", "OTO-PT1-2", "OTO-PT1-3", "OTO-PT1-4", "OTO-PT1-5")

    act: Annotated[Act, Meta(description="what it would do; assist: in Bog Removal")] = "enter"
    ground: Annotated[Ground, Meta(description="the terrain to be entered")] = "open"
    trail_break: Annotated[bool, Meta(description="whether it enters woods by a Trail Break")] = (
        False
    )
    in_hex: Annotated[bool, Meta(description="VCA: whether inside its own hex")] = True
    movement_phase: Annotated[bool, Meta(description="VCA: whether in its own movement phase")] = (
        True
    )
    normal: Annotated[
        FractionText, Meta(description="MP that it costs any other tank, such as 1 or 1/2")
    ] = "1"

    def answer(self, nature: Nature) -> Finding[Fraction]:
        return move_mineroller(
            PtMove(
                act=self.act,
                ground=self.ground,
                trail_break=self.trail_break,
                in_hex=self.in_hex,
                movement_phase=self.movement_phase,
                normal=_mp(self.normal),
            )
        )


def _mp(text: str) -> Fraction:
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found < 0:
        raise BadInput(f"'{text}' is not a cost in MP; write for example 2 or 1/2.")
    return found
