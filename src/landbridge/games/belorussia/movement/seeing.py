"""What a side sees of the enemy's stacks (OCS 4.9a)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.movement.zones import exerted_from, exerts_zone
from landbridge.games.belorussia.position.airlifts import Airlifts
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import (
    INACTIVE,
    MARKERS,
    UNSEEN,
    Extender,
    Position,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.words import Side

T = TypeVar("T")
TOLD = ("strat", "dg")
"""The markers of which the enemy is told."""


class Sight(Struct, frozen=True, kw_only=True):
    """The position as one side may see it."""

    position: Position
    """Enemy counters that cannot be seen are UNSEEN, what is hidden of the others is left out."""
    seen: tuple[int, ...]
    """The enemy's counters that can be seen."""
    zones: tuple[int, ...]
    """The places from which the enemy exerts a ZOC."""


def seen_by(theatre: Theatre, side: Side) -> Sight:
    """What a side sees: its own counters whole, of the enemy's the top of every stack."""
    return theatre.once(("seen by", side), lambda theatre: _sight(theatre, side))


class _Enemy:
    """The enemy's counters on the map, as far as they depend on nothing but themselves."""

    def __init__(self, theatre: Theatre, enemy: Side) -> None:
        exerting, stacks = exerted_from(theatre, enemy), _enemy_stacks(theatre, enemy)
        rows, tops = [row for stack in stacks.values() for row in stack], list[int]()
        fighting, count = theatre.counters.fighting, len(theatre.counters)
        for place, stack in stacks.items():
            if len(stack) == 1 and fighting[stack[0]]:
                tops.append(stack[0])
            else:
                tops += _visible(theatre, stack, place in exerting)
        self.seen = tuple(sorted(tops))
        self.zones = tuple(sorted(exerting if in_force("OCS-4.9a-4") else ()))
        self.below = frozenset(rows).difference(tops)
        """Those that cannot be seen."""
        held = theatre.held_by(enemy)
        self.held = frozenset(place for place in stacks if held[place])
        """Where combat units of theirs stand."""
        # Columns over all of them, over those that are seen and those that are not.
        every, hidden = _marks(rows, count), _marks(self.below, count)
        self.all, self.hidden = int.from_bytes(every, "little"), int.from_bytes(hidden, "little")
        self.tops = self.all & ~self.hidden
        self.all_words = _words(every, WORD.top)
        self.hidden_words, self.unseen = _words(hidden, WORD.top), _words(hidden, UNSEEN)
        self._shown: dict[str, tuple[bytes, bytes]] = {}
        """By column of the position: what it was last, and what is shown of it."""

    def show(
        self, name: str, column: bytes, hide: int, put: int = 0, tell: bytes = b"", of: int = 0
    ) -> bytes:
        """What is shown of a column: all but what it holds of those to hide, with something put in
        its place, and what is told of others. A move leaves most columns as they were."""
        last = self._shown.get(name)
        if last is None or last[0] is not column:
            shown = int.from_bytes(column, "little") & ~hide | put
            if tell:
                shown |= int.from_bytes(column.translate(tell), "little") & of
            last = self._shown[name] = column, shown.to_bytes(len(column), "little")
        return last[1]


def _marks(rows: Collection[int], count: int) -> bytes:
    """A column of bytes with the top number in some rows and 0 in the others."""
    made = bytearray(count)
    for row in rows:
        made[row] = BYTE.top
    return bytes(made)


def _words(marks: bytes, number: int) -> int:
    """A column of words with a number in marked rows and 0 in the others, as one large number."""
    made = bytearray(WORD.size * len(marks))
    for part in range(WORD.size):
        only = bytes(BYTE.top) + bytes([number >> 8 * part & BYTE.top])
        made[part :: WORD.size] = marks.translate(only)
    return int.from_bytes(made, "little")


def _sight(theatre: Theatre, side: Side) -> Sight:
    enemy = other_side(side)
    found = theatre.once(("tops", enemy), lambda theatre: _Enemy(theatre, enemy), of=enemy)
    return Sight(position=_position_seen(theatre, enemy, found), seen=found.seen, zones=found.zones)


def seeing_rules(theatre: Theatre, side: Side) -> Rules:
    """The rules by which something of the enemy's stacks is hidden from a side, or told to it."""
    now, enemy, sight = theatre.position, other_side(side), seen_by(theatre, side)
    rows = [row for stack in _enemy_stacks(theatre, enemy).values() for row in stack]
    below = [row for row in rows if row not in sight.seen]
    told = any(theatre.marker(row) in TOLD or now.out[row] for row in sight.seen)
    holds = {
        "OCS-4.9a-1": bool(now.hedgehogs),
        "OCS-4.9a-2": any(theatre.counter(row).is_combat for row in below),
        "OCS-4.9a-3": any(theatre.counter(row).kind == "plane" for row in rows),
        "OCS-4.9a-4": told or bool(sight.zones),
        "OCS-4.9a-5": any(now.lost[row] or now.stock[row] for row in rows),
    }
    return tuple(rule for rule, shown in holds.items() if shown)


def _enemy_stacks(theatre: Theatre, enemy: Side) -> dict[int, list[int]]:
    key = ("enemy stacks", enemy)
    return theatre.once(key, lambda theatre: _stacks_of(theatre, enemy), of=enemy)


def _stacks_of(theatre: Theatre, side: Side) -> dict[int, list[int]]:
    number, size = SIDES.index(side), theatre.land.size
    stacks: dict[int, list[int]] = {}
    at = WORD.numbers(theatre.position.at)
    for row in theatre.counters.by_side[number]:
        if at[row] < size:
            stacks.setdefault(at[row], []).append(row)
    return stacks


def _visible(theatre: Theatre, rows: list[int], zone: bool) -> Iterator[int]:
    """The counters of a stack that the enemy sees; the first row lies on top. `zone`: a unit of it
    exerts one."""
    fighting = theatre.counters.fighting
    units = [row for row in rows if fighting[row]]
    if len(units) == len(rows) and in_force("OCS-4.9a-2"):
        yield _top(theatre, units, zone)
        return
    planes = [row for row in rows if theatre.counter(row).kind == "plane"]
    if not in_force("OCS-4.9a-2"):
        yield from units
    elif units:
        yield _top(theatre, units, zone)
    if not in_force("OCS-4.9a-3"):
        yield from planes
    else:
        yield from [row for row in planes if not theatre.position.done[row] & INACTIVE][:1]
    if not units or not _hides_supply(theatre):
        yield from (row for row in rows if theatre.counter(row).is_transport)


def _top(theatre: Theatre, units: list[int], zone: bool) -> int:
    """The unit on top of a stack: one that exerts a ZOC, if one does."""
    if not zone or len(units) == 1:
        return units[0]
    return next((row for row in units if exerts_zone(theatre, row)), units[0])


def _hides_supply(theatre: Theatre) -> bool:
    """Whether supply and Transport Points cannot be seen under combat units."""
    hidden: bool = figures("seen_supply", theatre.rulings.seen_supply)["hidden"]
    return hidden


def _own(both: tuple[T, T], number: int, nothing: T) -> tuple[T, T]:
    """What each side has, without that of this one."""
    return (nothing, both[1]) if number == 0 else (both[0], nothing)


_ACTIVE = bytes(done & INACTIVE for done in range(256))
"""What is told of the column `done`."""
_TOLD = bytes(number if MARKERS[number] in TOLD else 0 for number in range(len(MARKERS))).ljust(
    256, b"\0"
)
"""What is told of the column `marker`."""


def _position_seen(theatre: Theatre, enemy: Side, those: _Enemy) -> Position:
    now, number, sides = theatre.position, SIDES.index(enemy), theatre.counters.sides
    kept, told = in_force("OCS-4.9a-5"), in_force("OCS-4.9a-4")
    show, below, points = those.show, those.below, dict.fromkeys(_points_of(now, enemy), UNSEEN)
    at = show("at", now.at, those.hidden_words, put=those.unseen)
    covered = those.held if _hides_supply(theatre) else frozenset[int]()
    lying = {place: sp for place, sp in now.dumps[number].items() if place not in covered}
    return replace(
        now,
        at=WORD.put_all(at, points) if points else at,
        face=show("face", now.face, those.hidden),
        marker=show("marker", now.marker, those.all, tell=_TOLD if told else b"", of=those.tops),
        lost=show("lost", now.lost, those.all) if kept else now.lost,
        stock=show("stock", now.stock, those.all) if kept else now.stock,
        cut=show("cut", now.cut, those.all),
        load=show("load", now.load, those.all),
        out=show("out", now.out, those.hidden),
        spent=show("spent", now.spent, those.all_words),
        done=show("done", now.done, those.all, tell=_ACTIVE, of=those.tops),
        fuelled_hqs={hq: place for hq, place in now.fuelled_hqs.items() if sides[hq] != number},
        fuelled_formations={
            name: rows
            for name, rows in now.fuelled_formations.items()
            if not any(sides[row] == number for row in rows)
        },
        extenders=tuple(_extenders(now, enemy, covered)) if now.extenders else (),
        moving=tuple([row for row in now.moving if row not in below]),
        began={row: place for row, place in now.began.items() if row not in below},
        fought=tuple([row for row in now.fought if row not in below]),
        converted={row: new for row, new in now.converted.items() if sides[row] != number},
        arrived=tuple([row for row in now.arrived if row not in below]),
        own_bridges={row: at for row, at in now.own_bridges.items() if sides[row] != number},
        fired=tuple([row for row in now.fired if sides[row] != number]),
        jumped=tuple([row for row in now.jumped if sides[row] != number]),
        airlifts=_airlifts(now, sides, number),
        rail_used=_own(now.rail_used, number, 0),
        unloaded=_own(now.unloaded, number, {}),
        dumps=_own(now.dumps, number, lying),
        brought_by=_own(now.brought_by, number, {}),
        hedgehogs=now.hedgehogs if in_force("OCS-4.9a-1") else {},
    )


_NO_AIRLIFTS = Airlifts()


def _airlifts(now: Position, sides: bytes, number: int) -> Airlifts:
    """What planes have carried, as the enemy of a side knows it: nothing of that side's."""
    if now.airlifts == _NO_AIRLIFTS:
        return now.airlifts
    seen = now.airlifts.rows_now(lambda row: row if sides[row] != number else None)
    enemy = SIDES[number]
    # Supply that is dropped, or a base that is gone since, leaves a hex without one.
    bases = {place: now.bases[place] for place in seen.unloaded if place in now.bases}
    own = {place: seen.unloaded[place] for place, base in bases.items() if base.side != enemy}
    return replace(seen, unloaded=own)


def _points_of(now: Position, enemy: Side) -> Iterator[int]:
    """The Transport Points of the enemy's Extenders, which nobody else can tell apart."""
    for extender in now.extenders:
        if extender.side == enemy:
            yield from extender.points


def _extenders(now: Position, enemy: Side, covered: Collection[int]) -> Iterator[Extender]:
    """The Extenders that can be seen; of the enemy's only their hexes."""
    for extender in now.extenders:
        if extender.side != enemy:
            yield extender
        elif extender.place not in covered:
            yield replace(extender, points=())
