"""Counters as a player sketches them: one of the orders of battle, or one with its values."""

from __future__ import annotations

from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput, choices
from landbridge.games.belorussia.armies.units import UnitClass, planes, units
from landbridge.games.belorussia.position.counters import (
    TOKENS,
    Counter,
    CounterKind,
    Duty,
    Face,
    counter_of,
    plane_of,
    transport_point,
)
from landbridge.games.belorussia.position.position import (
    BUILT,
    CHANGED_MODE,
    FINISHED,
    FUELLED,
    INACTIVE,
    MOVED,
    RAILED,
    RELEASED,
)
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.words import Side

UnitMark = Literal[
    "moving",
    "moved",
    "finished",
    "fuelled",
    "changed_mode",
    "built",
    "railed",
    "released",
    "arrived",
    "bridged",
    "fired",
]
"""What a counter has done in this phase; "moving": its move has begun and is not finished;
"arrived": it has come onto the map in this turn;
"bridged": it was Engineer-Capable here, and has changed its mode;
"fired": a gun has barraged, a plane has flown a mission."""
_BITS: dict[UnitMark, int] = {
    "moving": MOVED,
    "moved": MOVED,
    "finished": FINISHED,
    "fuelled": FUELLED,
    "changed_mode": CHANGED_MODE,
    "built": BUILT,
    "railed": RAILED,
    "released": RELEASED,
    "arrived": 0,
    "bridged": CHANGED_MODE,
    "fired": 0,
}


class SketchUnit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A counter in a sketch: one of the orders of battle by its id, or one with its values."""

    hex: str
    """Its hex; or box, dead, unused: in the RVGK-3 box, in the Dead Pile, not on the map yet."""
    id: str = ""
    name: str = ""
    side: Side | None = None
    kind: CounterKind = "combat"
    duty: Duty = ""
    formation: str = ""
    nation: str = ""
    size: str = ""
    """The size sign, as XX for a division."""
    category: UnitClass = "other"
    arm: str = ""
    """As the orders of battle have it: partisan, garrison, cavalry division."""
    strength: int = 0
    brackets: bool = False
    """Whether the strength stands in parentheses."""
    rating: int = 0
    move: int = 0
    by: Move = "leg"
    throw: int | None = None
    strength_moving: int | None = None
    rating_moving: int | None = None
    move_moving: int | None = None
    by_moving: Move | None = None
    throw_moving: int | None = None
    steps: int = 1
    re: str = ""
    range: int | None = None
    flak: int = 0
    aircraft: str = ""
    """The type of a plane, as Ju.87D."""
    army: str = ""
    """The army that it belongs to; of a plane the air army whose stripe it bears."""
    yellow_dot: bool = False
    """Whether a yellow dot behind its rating says that it is never rebuilt."""
    mode: Mode = "combat"
    face: Literal["combat", "move", ""] = ""
    """The side that is up, where the mode leaves it open; the Combat side if nothing is said."""
    lost: int = 0
    spent: float = 0
    """Movement points that it has spent in this phase."""
    began: str = ""
    """The hex in which it began its move in this phase, where it is under way."""
    stock: Literal["full", "low", "exhausted"] = "full"
    out: bool = False
    """Whether it is marked Out of Supply."""
    cut: int = 0
    load: float = 0
    """Supply Points on a Transport Point."""
    fuel: Literal["", "formation", "hq"] = ""
    """Fuel that lasts: its formation's, or that of an HQ for itself and those around."""
    gave_fuel_from: str = ""
    """Of a fuelled HQ: the hex from which it has given in this phase."""
    active: bool = True
    """Whether a plane is Active."""
    done: tuple[UnitMark, ...] = ()
    """What it has done in this phase."""


def counter_in_sketch(unit: SketchUnit, number: int) -> Counter:
    """The counter that is meant; an error that says what is wrong with it."""
    if unit.id:
        if unit.id in units():
            return counter_of(units()[unit.id])
        if unit.id in planes():
            return plane_of(planes()[unit.id])
        raise BadInput(f"There is no unit {unit.id} in the orders of battle.")
    if unit.side is None:
        raise BadInput(f"Unit {number + 1} of the sketch needs a side: {choices(get_args(Side))}.")
    id = unit.name or f"unit {number + 1}"
    if unit.kind in ("truck", "wagon"):
        point = transport_point(id, unit.side, unit.kind)
        return replace(point, name=unit.name or point.name)
    return Counter(
        id=id,
        side=unit.side,
        name=id,
        kind=unit.kind,
        duty=unit.duty,
        nation=unit.nation,
        formation=unit.formation,
        size=unit.size,
        category=unit.category,
        arm=unit.arm,
        combat=_face(unit),
        moving=_moving_face(unit),
        steps=unit.steps,
        quarters=_quarters(unit),
        capacity=TOKENS if unit.kind == "organic_truck" else 0,
        range=unit.range,
        flak=unit.flak,
        aircraft=unit.aircraft,
        army=unit.army,
        rebuilt=not unit.yellow_dot,
    )


def _face(unit: SketchUnit) -> Face:
    return Face(unit.strength, not unit.brackets, unit.rating, unit.move, unit.by, unit.throw)


def _moving_face(unit: SketchUnit) -> Face:
    """Its Move side; what is not given of it is as on the Combat side."""
    front = _face(unit)

    def value(given: Any, else_: Any) -> Any:
        return else_ if given is None else given

    return Face(
        value(unit.strength_moving, front.strength),
        front.attacks,
        value(unit.rating_moving, front.rating),
        value(unit.move_moving, front.move),
        value(unit.by_moving, front.by),
        value(unit.throw_moving, front.throw),
    )


def _quarters(unit: SketchUnit) -> int:
    usual = 1 if unit.duty == "repl" else 4 * unit.steps
    sizes = {"": usual, "1/4": 1, "1/2": 2}
    if unit.re in sizes:
        return sizes[unit.re] if unit.kind == "combat" else 0
    if not unit.re.isdigit():
        raise BadInput(f"re is 1/4, 1/2 or a whole number, not '{unit.re}'.")
    return 4 * int(unit.re)


def bits_done(unit: SketchUnit) -> int:
    """What it has done in this phase, as the column `done` has it."""
    bits = MOVED if unit.spent or "moving" in unit.done else 0
    for deed in unit.done:
        bits |= _BITS[deed]
    return bits if unit.active else bits | INACTIVE


def move_side_up(unit: SketchUnit, counter: Counter) -> bool:
    """Whether its Move side is up."""
    if unit.mode in ("move", "strat") or counter.is_transport:
        return True
    return unit.mode != "combat" and unit.face == "move"


def tokens_in(points: float) -> int:
    """Supply Points as tokens; only whole ones exist."""
    tokens = round(points * TOKENS)
    if tokens < 0 or tokens != points * TOKENS:
        raise BadInput(f"Supply is counted in quarters of a Supply Point, not {points}.")
    return tokens
