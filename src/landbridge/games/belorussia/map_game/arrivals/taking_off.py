"""Counters that leave the map alive: withdrawn, or gone with the turn for which they came."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.play.events import Play
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import UNUSED
from landbridge.games.belorussia.supply_lines.starving import removed
from landbridge.games.belorussia.words import Side


def take_off(state: Ledger, side: Side, ids: Iterable[str]) -> Ledger:
    """The match without these counters; what they carried stays where they stood."""
    table = state.table
    rows = [table.counters.row(id) for id in ids if id in table.counters.rows]
    position, size = table.position, table.land.size
    gone = {table.counters[row].name for row in rows}
    for row in rows:
        place, load = position.place_of(row), position.load[row]
        if load and place < size:
            position = position.add_tokens(SIDES.index(side), place, load)
    position = removed(position, tuple(rows), UNUSED)
    none = dict.fromkeys(rows, 0)
    position = replace(
        position,
        load=BYTE.put_all(position.load, none),
        lost=BYTE.put_all(position.lost, none),
    )
    book = state.book(side)
    book = replace(
        book,
        dead=tuple(unit for unit in book.dead if unit.name not in gone),
        reduced=tuple(unit for unit in book.reduced if unit.name not in gone),
        box=tuple(unit for unit in book.box if unit.name not in gone),
    )
    return state.with_position(position).with_book(side, book)


def in_play(state: Ledger, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of these counters that are on the map, in the Dead Pile or in a box."""
    counters, position = state.table.counters, state.table.position
    return tuple(
        id for id in ids if id in counters.rows and position.place_of(counters.rows[id]) != UNUSED
    )


def not_come(state: Ledger, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of these counters that are not in play."""
    here = set(in_play(state, ids))
    return tuple(id for id in ids if id not in here and id in state.table.counters.rows)


def withdraw(state: Ledger, side: Side, ids: Iterable[str], play: Play) -> Ledger:
    """Take counters off the map that leave it, and tell it to their side."""
    here = in_play(state, ids)
    counters = state.table.counters
    for id in here:
        name = counters[counters.row(id)].name
        play.log("taken_off", ("OCS-13.6-1", "RUL-TFB-4"), to=(side,), unit=name)
    return take_off(state, side, here) if here else state
