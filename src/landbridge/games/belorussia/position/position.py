"""A position: one column per fact over the counters, and what lies in the hexes.

Nothing here is a rule. Rules look at a position through a `Theatre`, which knows the land and the
counters as well.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterable
from typing import ClassVar, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.games.belorussia.position.airlifts import Airlifts
from landbridge.games.belorussia.words import Side

T = TypeVar("T")

# Where a counter is that stands in no hex
UNUSED = WORD.top
"""It has not come, or it has gone for good."""
DEAD = WORD.top - 1
"""In the Dead Pile."""
RVGK_BOX = WORD.top - 2
"""In the RVGK-3 box."""
RETURNING = WORD.top - 3
"""On its way back after a Breakout."""
UNSEEN = WORD.top - 4
"""Somewhere on the map, hidden from whoever looks."""
OFF_MAP = UNSEEN
"""This number and higher ones are no places."""

Face = Literal["combat", "move"]
Marker = Literal["", "reserve", "strat", "exploit", "dg"]
"""The marker on a unit; without one it is in Combat or Move Mode by the side that is up."""
MARKERS: tuple[Marker, ...] = ("", "reserve", "strat", "exploit", "dg")
MOVE_SIDE = 1
"""In the column `face`: the Move side is up; 0 is the Combat side."""

# Bits of the column `done`: what a counter has done in this phase
MOVED = 1
"""It has begun to move, or has changed its mode."""
FINISHED = 2
"""It moves no more in this phase."""
FUELLED = 4
"""Its own fuel has been paid for the phase."""
CHANGED_MODE = 8
BUILT = 16
RAILED = 32
INACTIVE = 64
"""Of a plane: it does not fly until it has refitted."""
RELEASED = 128
"""It was released from Reserve Mode in this phase."""

RAIL_PARTS = 8
"""Parts of a point of rail capacity: half a token is the least that a journey takes."""
Work = Literal["hedgehog", "air base", "refit", "blown"]
"""What a hex sees at most once in a phase, or in a turn; `blown` is its dump."""


class AirBase(Struct, frozen=True):
    """An air base; Level 0 is an air strip."""

    side: Side
    level: int


class Extender(Struct, frozen=True):
    """Five Transport Points that lengthen trace."""

    side: Side
    kind: Literal["truck", "wagon"]
    place: int
    points: tuple[int, ...]
    """The rows of its Transport Points."""


class Position(Struct, frozen=True, kw_only=True):
    """Where everything is and how it stands, in columns over the counters' rows."""

    in_digests: ClassVar[bool] = True
    """What its hash is made of: columns that a move leaves alone are not hashed again."""

    at: bytes
    """Words: the place of each counter, or one of the numbers above."""
    face: bytes
    marker: bytes
    lost: bytes
    """Steps lost."""
    spent: bytes
    """Words: movement spent in this phase, in twelfths."""
    done: bytes
    stock: bytes
    """Internal stocks: 0 full, 1 Low, 2 Exhausted."""
    cut: bytes
    """Supply Phases of its owner in a row that found it without trace."""
    out: bytes
    """1 where it is marked Out of Supply."""
    load: bytes
    """Tokens on a Transport Point."""
    fuelled_hqs: dict[int, int] = {}
    """HQs whose fuel lasts until the next Clean Up Phase, and the place from which they have given
    it in this phase; UNUSED for those that have given none yet."""
    fuelled_formations: dict[str, tuple[int, ...]] = {}
    """Formations whose fuel lasts until the next Clean Up Phase, and the units that took it."""
    returning: dict[int, int] = {}
    """Units on their way back after a Breakout, and the turns that are left."""
    dumps: tuple[dict[int, int], dict[int, int]] = ({}, {})
    """Tokens on the ground by place, a side each in the order of `SIDES`."""
    unloaded: tuple[dict[int, int], dict[int, int]] = ({}, {})
    """Of these tokens those that were unloaded in this phase, a side each."""
    brought_by: tuple[dict[int, str], dict[int, str]] = ({}, {})
    """The kind of transport that unloaded them, by place, a side each."""
    bases: dict[int, AirBase] = {}
    hedgehogs: dict[int, int] = {}
    """Their level, by place."""
    extenders: tuple[Extender, ...] = ()
    control: bytes = b""
    """By place: 1 and up for the side of that number plus one that holds it, 0 for nobody."""
    gauge: bytes = b""
    """By place: whose gauge its railway has, numbered so; 0 without a railway."""
    moving: tuple[int, ...] = ()
    """The stack whose move has begun and is not finished."""
    rail_used: tuple[int, int] = (0, 0)
    """Rail capacity that each side has used in this phase, in parts of a point."""
    converted: dict[int, tuple[int, ...]] = {}
    """The rail hexes that Rail Repair units have converted in this phase, by their rows."""
    works: dict[int, tuple[Work, ...]] = {}
    """What has been built, reduced or refitted in this phase, by place."""
    arrived: tuple[int, ...] = ()
    """Counters that have come onto the map in this turn and have not moved since."""
    own_bridges: dict[int, int] = {}
    """Engineers that changed their mode in this phase where they bridged: their rows and places."""
    began: dict[int, int] = {}
    """Where the units of the stack under way stood when they began to move in this phase."""
    fought: tuple[int, ...] = ()
    """Units that have attacked in this segment."""
    attacked: tuple[int, ...] = ()
    """Hexes that have been attacked in this segment."""
    trainbusting: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The places of Trainbusting markers, a side each: that whose planes have placed them."""
    fired: tuple[int, ...] = ()
    """Guns that have fired and planes that have flown a mission in this phase."""
    jumped: tuple[int, ...] = ()
    """Units that have been dropped by a plan, until their side's next Clean Up Phase."""
    barraged: tuple[int, ...] = ()
    """Hexes that have been barraged in this phase, Hip Shoots apart."""
    airlifts: Airlifts = Airlifts()
    """What planes have carried in this phase, and the plans for drops."""

    def place_of(self, row: int) -> int:
        """Where a counter is."""
        return WORD.get(self.at, row)

    def moved(self, changes: dict[int, int]) -> Position:
        """The same position with counters in other places."""
        return replace(self, at=WORD.put_all(self.at, changes))

    def with_rows(self, more: int) -> Position:
        """The same position with rows for more counters, which stand nowhere yet."""
        none = bytes(more)
        return replace(
            self,
            at=self.at + WORD.of([UNUSED] * more),
            spent=self.spent + WORD.of([0] * more),
            **{name: getattr(self, name) + none for name in BYTE_COLUMNS},
        )

    def without_rows(self, rows: Collection[int]) -> Position:
        """The same position without some counters; those after them move up."""
        if not rows:
            return self
        gone = sorted(rows)
        left = _stretches(gone, len(self.at) // WORD.size)

        def now(row: int) -> int:
            return row - bisect(gone, row)

        def all_now(some: Iterable[int]) -> tuple[int, ...]:
            return tuple([now(row) for row in some if row not in rows])

        def keys_now(some: dict[int, T]) -> dict[int, T]:
            return {now(row): value for row, value in some.items() if row not in rows}

        return replace(
            self,
            at=_only(self.at, left, WORD.size),
            spent=_only(self.spent, left, WORD.size),
            **{name: _only(getattr(self, name), left, BYTE.size) for name in BYTE_COLUMNS},
            fuelled_hqs=keys_now(self.fuelled_hqs),
            fuelled_formations={
                name: all_now(took) for name, took in self.fuelled_formations.items()
            },
            returning=keys_now(self.returning),
            extenders=tuple(replace(one, points=all_now(one.points)) for one in self.extenders),
            moving=all_now(self.moving),
            converted=keys_now(self.converted),
            arrived=all_now(self.arrived),
            own_bridges=keys_now(self.own_bridges),
            began=keys_now(self.began),
            fought=all_now(self.fought),
            fired=all_now(self.fired),
            jumped=all_now(self.jumped),
            airlifts=self.airlifts.rows_now(lambda row: None if row in rows else now(row)),
        )

    def mark(self, rows: tuple[int, ...], bits: int) -> Position:
        """The same position with bits of `done` set."""
        return replace(self, done=BYTE.put_all(self.done, {r: self.done[r] | bits for r in rows}))

    def add_tokens(self, side: int, place: int, tokens: int) -> Position:
        """The same position with more tokens, or fewer, on the ground; never fewer than none."""
        lying = self.dumps[side].get(place, 0) + tokens
        if lying < 0:
            raise ValueError(f"only {lying - tokens} tokens lie there")
        own = {where: n for where, n in self.dumps[side].items() if where != place}
        if lying:
            own[place] = lying
        return replace(self, dumps=(own, self.dumps[1]) if side == 0 else (self.dumps[0], own))

    def unload(self, side: int, place: int, tokens: int, by: str) -> Position:
        """The same position with tokens put down that cannot be moved again in this phase."""
        fresh, brought = list(self.unloaded), list(self.brought_by)
        fresh[side] = fresh[side] | {place: fresh[side].get(place, 0) + tokens}
        brought[side] = brought[side] | {place: by}
        return replace(
            self.add_tokens(side, place, tokens),
            unloaded=(fresh[0], fresh[1]),
            brought_by=(brought[0], brought[1]),
        )


def _stretches(gone: list[int], count: int) -> list[tuple[int, int]]:
    """The rows of a column without some, in order: where each stretch begins and ends."""
    starts, ends = (0, *(row + 1 for row in gone)), (*gone, count)
    return [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def _only(column: bytes, stretches: list[tuple[int, int]], size: int) -> bytes:
    """These stretches of a column."""
    return b"".join([column[start * size : end * size] for start, end in stretches])


BYTE_COLUMNS = ("face", "marker", "lost", "done", "stock", "cut", "out", "load")
"""The columns over the counters that hold a byte each."""


def empty_position(counters: int, places: int) -> Position:
    """A position on which nothing stands."""
    none = bytes(counters)
    return Position(
        at=WORD.of([UNUSED] * counters),
        face=none,
        marker=none,
        lost=none,
        spent=WORD.of([0] * counters),
        done=none,
        stock=none,
        cut=none,
        out=none,
        load=none,
        control=bytes(places),
        gauge=bytes(places),
    )
