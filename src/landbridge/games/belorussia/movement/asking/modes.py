"""Modes, as a player asks about them: the values of a unit, and changes of its mode (OCS 5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.games.belorussia.combat.strength import Condition, condition_factor
from landbridge.games.belorussia.movement.allowances import allowance
from landbridge.games.belorussia.movement.faces import attack_capable, face_up, mode_of
from landbridge.games.belorussia.movement.modes import (
    change_mode,
    clean_up,
    disorganise,
    has_mode,
    mode_violations,
    release,
    release_violations,
)
from landbridge.games.belorussia.movement.reserves import reserve_violations
from landbridge.games.belorussia.movement.special_bars import is_next_to_enemy
from landbridge.games.belorussia.movement.zones import exerts_zone
from landbridge.games.belorussia.position.asking import (
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.position import FINISHED, MOVE_SIDE, Face, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import refuse
from landbridge.games.belorussia.words import Side

Values = Literal["combat", "move"]


class ModeValues(Struct, frozen=True, kw_only=True):
    """A unit's values in the mode that it is in."""

    mode: Literal[Mode, "none"]
    side_up: Values
    allowance: str
    """Movement points, exactly."""
    strength: str
    """On the defence."""
    rating: int
    attack_capable: bool
    exerts_zoc: bool


class ModeValuesQuestion(PositionQuestion, frozen=True, kw_only=True):
    """The mode of a unit, and its allowance, strength and rating in it."""

    cites = ("OCS-5.2-1", "OCS-5.2-2", "OCS-5.2-3")

    unit: UnitName

    def answer(self, nature: Nature) -> Finding[ModeValues]:
        theatre, why = self.theatre(), Why()
        row = find_row(theatre, self.unit)
        mode = _mode(theatre, row, why)
        face = face_up(theatre, row)
        marker = theatre.marker(row)
        condition = Condition(dg=mode == "dg", reserve=mode == "reserve", strat=mode == "strat")
        share = condition_factor("defender", condition, why)
        rating = face.rating
        if mode == "strat" and why("OCS-5.8-3", "Strat Mode: action rating 0"):
            rating = 0
        if mode == "dg" and why("OCS-5.10b-4", "DG: the action rating is one less"):
            rating -= 1
        if marker == "exploit":
            why("OCS-5.9-2", "Exploit Mode leaves strength and rating")
        return why.so(
            ModeValues(
                mode=mode,
                side_up="move" if theatre.position.face[row] == MOVE_SIDE else "combat",
                allowance=str(Fraction(why.add(allowance(theatre, row)), TWELFTHS)),
                strength=str(face.strength * share),
                rating=rating,
                attack_capable=attack_capable(theatre, row),
                exerts_zoc=exerts_zone(theatre, row),
            )
        )


def _mode(theatre: Theatre, row: int, why: Why) -> Literal[Mode, "none"]:
    """The mode of a unit, with the reasons."""
    if not has_mode(theatre, row):
        why("OCS-5.2-1", "only combat units and Transport Points have a mode")
        return "none"
    why("OCS-5.2-1", "it is in exactly one mode")
    marker, mode = theatre.marker(row), mode_of(theatre, row)
    if marker:
        why("OCS-5.2-4", "with a marker it is in the mode of the marker alone")
        why.by("OCS-5.2-3", "with the values of the side that is up, changed as the mode says")
        return _undisturbed(theatre, row, mode, why)
    why.by("OCS-5.2-2", "without a marker the side that is up says the mode")
    if mode == "combat":
        why.by("OCS-5.5-1", "Combat Mode: the values of the side with the greater strength")
    else:
        why.by("OCS-5.6-1", "Move Mode: the values of the side with the greater allowance")
    return mode


def _undisturbed(theatre: Theatre, row: int, mode: Mode, why: Why) -> Mode:
    """A unit in Strat Mode stays in it, whoever has come next to it."""
    near = mode == "strat" and is_next_to_enemy(theatre, row)
    if near and not why("OCS-5.8a-2", "an enemy next to it changes nothing"):
        return "move"
    return mode


# Changing


class UnitInMode(Struct, frozen=True):
    """A unit after its mode has changed."""

    mode: Mode
    side_up: Values
    may_move: bool
    """Whether it may still move in this phase."""


def _turned(theatre: Theatre, rows: tuple[int, ...], position: Position) -> dict[str, UnitInMode]:
    after = theatre.with_position(position)
    return {
        theatre.counter(row).name: UnitInMode(
            mode_of(after, row),
            "move" if position.face[row] == MOVE_SIDE else "combat",
            not position.done[row] & FINISHED,
        )
        for row in rows
    }


class ModeChange(PositionQuestion, frozen=True, kw_only=True):
    """Whether units may change to a mode now, and how they stand afterwards."""

    cites = ("OCS-5.4-1", "OCS-5.4-2", "OCS-5.4-4")
    turns_on = ("mode_changes",)

    units: UnitNames
    mode: Annotated[Mode, Meta(description="the mode to change to")]
    face: Annotated[
        Face | None, Meta(description="the side that is up afterwards, where the mode leaves it")
    ] = None

    def answer(self, nature: Nature) -> Finding[dict[str, UnitInMode]]:
        theatre, why = self.theatre(), Why()
        rows = find_rows(theatre, self.units)
        for row in rows:
            refuse(mode_violations(theatre, row, self.mode, self.face))
        position = change_mode(theatre, rows, self.mode, self.face)
        why("OCS-5.4-1", "in its own Movement Phase, as it begins to move, once")
        why("OCS-5.4-2", "it costs neither movement nor fuel")
        if any(theatre.marker(row) == "dg" for row in rows):
            why("OCS-5.4-3", "a DG unit turns its other side up and stays DG")
        if self.mode == "reserve":
            why("OCS-5.7a-1", "the side that is up is chosen now, until the next Movement Phase")
        if self.mode == "strat":
            why("OCS-5.8-1", "its Move side is up")
        return why.so(_turned(theatre, rows, position))


class BecomeDg(PositionQuestion, frozen=True, kw_only=True):
    """How units stand after they have become DG."""

    cites = ("OCS-5.10c-1",)

    units: UnitNames

    def answer(self, nature: Nature) -> Finding[dict[str, UnitInMode]]:
        theatre, why = self.theatre(), Why()
        rows = find_rows(theatre, self.units)
        if any(theatre.counter(row).is_transport for row in rows):
            why("OCS-5.10c-1", "Transport Points never become DG, but lose a Reserve marker")
        why("OCS-5.4-5", "the DG marker replaces any other")
        return why.so(_turned(theatre, rows, disorganise(theatre, rows)))


class ReleasedReserves(PositionQuestion, frozen=True, kw_only=True):
    """How Reserves stand after they have been released."""

    cites = ("OCS-5.7b-1",)

    units: UnitNames

    def answer(self, nature: Nature) -> Finding[dict[str, UnitInMode]]:
        theatre, why = self.theatre(), Why()
        rows = find_rows(theatre, self.units)
        refuse(release_violations(theatre, rows))
        if theatre.phase == "reaction":
            why("OCS-2.3-4", "the side that is not phasing acts in the Reaction Phase")
        why("OCS-5.7b-1", "the marker goes; the side that is up says the mode")
        return why.so(_turned(theatre, rows, release(theatre, rows)))


class CleanUp(PositionQuestion, frozen=True, kw_only=True):
    """How units stand after a side's Clean Up Phase."""

    cites = ("OCS-2.3-9",)

    side: Annotated[Side, Meta(description="the side whose phase it is")]
    units: UnitNames

    def answer(self, nature: Nature) -> Finding[dict[str, UnitInMode]]:
        theatre, why = self.theatre(), Why()
        why("OCS-2.3-9", "DG markers of this side come off, the other side's stay")
        return why.so(
            _turned(theatre, find_rows(theatre, self.units), clean_up(theatre, self.side))
        )


class ReserveLimit(PositionQuestion, frozen=True, kw_only=True):
    """Whether a side may use as many Reserve markers as it does."""

    asks_permission = True
    cites = ("OCS-5.4a-1", "OCS-5.4a-2")

    side: Annotated[Side, Meta(description="the side")]
    markers: Annotated[
        int, Meta(ge=0, le=60, description="markers that its scenario and dated entries give it")
    ]

    def answer(self, nature: Nature) -> Finding[bool]:
        theatre, why = self.theatre(), Why()
        refuse(reserve_violations(theatre, self.side, self.markers))
        why("OCS-5.4a-1", "no more than its scenario and dated entries give it")
        why("OCS-5.4a-2", "one marker serves for all units of a hex")
        return why.so(True)
