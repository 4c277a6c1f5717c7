"""Garrisons on the map: which lie face down, and how near the Red Army has come (2.4a)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.space.marks import touch
from landbridge.games.belorussia.position.counters import SIDES, Counters
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import INACTIVE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.garrisons import GARRISON, garrison_violations

ALARM: int = GARRISON["alarm"]
"""Within so many hexes a Soviet combat unit lets a garrison be activated."""
FAR = 99


def garrison_rows(counters: Counters) -> tuple[int, ...]:
    """The garrisons among these counters."""
    return counters.once("garrisons", _garrison_rows)


def _garrison_rows(counters: Counters) -> tuple[int, ...]:
    return tuple(row for row, counter in enumerate(counters) if counter.arm == "garrison")


def sleeping_garrisons(counters: Counters, position: Position, land: Land) -> tuple[int, ...]:
    """The garrisons on the map that lie face down."""
    done, at, size = position.done, WORD.numbers(position.at), land.size
    return tuple(
        [row for row in garrison_rows(counters) if done[row] & INACTIVE and at[row] < size]
    )


def woken(theatre: Theatre, asleep: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the garrisons face down that may be turned to their combat side now (TFB-2.4a-2)."""
    held, far = theatre.held_by("soviet"), garrison_violations(FAR, False, False)
    if far and not touch(held, _alarming_any(theatre, asleep)):
        return ()
    found = []
    for row in asleep:
        hexes = _nearest(theatre, theatre.place_of(row), held)
        against = far if hexes == FAR else garrison_violations(hexes, False, False)
        if not against:
            found.append(row)
    return tuple(found)


def _nearest(theatre: Theatre, place: int, held: bytes) -> int:
    """Hexes from a garrison to the nearest Soviet combat unit that may wake it, if one is near."""
    near = [there for there in _alarming(theatre.land, place) if held[there]]
    if not near:
        return FAR
    return min(
        (
            theatre.land.distance(place, there)
            for there in near
            if any(
                theatre.counter(row).arm != "partisan"
                for row in theatre.combat_units(there, "soviet")
            )
        ),
        default=FAR,
    )


def _alarming_any(theatre: Theatre, rows: tuple[int, ...]) -> bytes:
    """By place: 1 where a Soviet unit wakes one of these garrisons."""
    land, places = theatre.land, tuple([theatre.place_of(row) for row in rows])
    return land.once(("wake garrisons", places), lambda land: _marked(land, places))


def _marked(land: Land, places: tuple[int, ...]) -> bytes:
    found = bytearray(land.size)
    for place in places:
        for there in _alarming(land, place):
            found[there] = 1
    return bytes(found)


def _alarming(land: Land, place: int) -> tuple[int, ...]:
    """The hexes from which a Soviet unit wakes a garrison."""
    key = ("wake a garrison", place)
    return land.once(key, lambda land: tuple(_around(land, place)))


def _around(land: Land, place: int) -> Iterator[int]:
    return (there for there in range(land.size) if land.distance(place, there) <= ALARM)


def turned_up(position: Position, rows: tuple[int, ...]) -> Position:
    """The position with garrisons turned to their combat side."""
    up = {row: position.done[row] & ~INACTIVE for row in rows}
    return replace(position, done=BYTE.put_all(position.done, up))


def laid_face_down(counters: Counters, position: Position, land: Land) -> Position:
    """A first position with every garrison face down that no Soviet combat unit is near."""
    red_army = [
        position.place_of(row)
        for row in counters.combat[SIDES.index("soviet")]
        if position.place_of(row) < land.size and counters[row].arm != "partisan"
    ]
    down = tuple(
        row
        for row in garrison_rows(counters)
        for here in (position.place_of(row),)
        if here < land.size and all(land.distance(here, enemy) > ALARM for enemy in red_army)
    )
    return position.mark(down, INACTIVE)
