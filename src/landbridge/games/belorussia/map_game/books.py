"""The books of a match on the map follow its counters: who is dead, who has lost steps.

Beside the map players note losses; on it the program notes them itself, by the same entries.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.play.events import Play
from landbridge.games.belorussia.armies.arrival_rows import counters_of
from landbridge.games.belorussia.arrivals.emergencies import GROUPS
from landbridge.games.belorussia.ledger.books import DeadUnit, ReducedUnit
from landbridge.games.belorussia.ledger.facts.losses import Lose, Note
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.position.counters import SIDES, Counter, Counters
from landbridge.games.belorussia.position.position import DEAD, OFF_MAP, RVGK_BOX, UNUSED
from landbridge.games.belorussia.replacements.chart_units import chart_unit
from landbridge.games.belorussia.replacements.rebuild_charts import Unit
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import Side


def settle_books(before: Ledger, after: Ledger, play: Play) -> Ledger:
    """The match when its books have taken in what has happened on the map."""
    if not after.has_map:
        return after
    old, new = before.table.position, after.table.position
    if old is not new:
        dead = len(WORD.select(new.at, DEAD))
        more = dead != sum(len(after.book(side).dead) for side in SIDES)
        after = _bury(before, after, play) if more else after
        if more or old.lost != new.lost:
            for side in SIDES:
                after = _note_reduced(after, side)
    return _bomber_leaves(before, after)


def _bury(before: Ledger, after: Ledger, play: Play) -> Ledger:
    """Enter those who have died in the books; who does not go to the Dead Pile leaves it."""
    counters = after.table.counters
    known = _dead_names(after)
    for row in WORD.select(after.table.position.at, DEAD):
        counter = counters[row]
        if counter.name in known[counter.side]:
            continue
        if counter.duty != "repl" and counter.arm != "partisan":
            after = _loss_of(before, row, counter).enter(after, play)
        known = _dead_names(after)
        if counter.name not in known[counter.side]:
            after = after.with_position(after.table.position.moved({row: UNUSED}))
    return after


def _dead_names(state: Ledger) -> dict[Side, frozenset[str]]:
    """The names in the Dead Pile of each side's book."""
    return {side: frozenset(dead.name for dead in state.book(side).dead) for side in SIDES}


def _loss_of(before: Ledger, row: int, counter: Counter) -> Lose:
    """What players would note of a lost unit."""
    theatre = before.theatre("supply", counter.side)
    known = row < len(before.table.counters) and theatre.on_map(row)
    fed = not known or supply_state(theatre, counter.side).in_trace(row)
    unit = chart_unit(counter, lost_in_trace=fed)
    note: Note = "yellow_dot" if unit.yellow_dot else "hungarian" if unit.hungarian else "none"
    values: dict[str, Any] = {
        "side": counter.side,
        "name": counter.name,
        "kind": unit.kind,
        "size": unit.size,
        "ar": unit.ar or 0,
        "move": unit.move,
        "formation": unit.formation,
        "steps": unit.steps,
    }
    return Lose(**values, note=note if note != "none" or fed else "no_trace")


def dead_unit(counter: Counter) -> DeadUnit:
    """A counter as it stands in the Dead Pile of the books."""
    return DeadUnit(counter.name, chart_unit(counter))


def _note_reduced(state: Ledger, side: Side) -> Ledger:
    """The reduced units of a side, as its counters show them."""
    position, counters = state.table.position, state.table.counters
    number, sides = SIDES.index(side), counters.sides
    hurt = [row for row in BYTE.filled(position.lost) if sides[row] == number]
    reduced = tuple(
        ReducedUnit(counter.name, _unit_of(counters, row), counter.steps - position.lost[row])
        for row in hurt
        for counter in (counters[row],)
        if counter.steps > 1 and _in_play(position.place_of(row))
    )
    book = state.book(side)
    if reduced == book.reduced:
        return state
    return state.with_book(side, replace(book, reduced=reduced))


def _unit_of(counters: Counters, row: int) -> Unit:
    """A counter as a unit of the rebuild charts."""
    return counters.once(("chart unit", row), lambda counters: chart_unit(counters[row]))


def _in_play(place: int) -> bool:
    return place < OFF_MAP or place == RVGK_BOX


def _bomber_leaves(before: Ledger, after: Ledger) -> Ledger:
    """The night bomber is taken off the map when its time is over."""
    if after.bomber or not before.bomber:
        return after
    counters = after.table.counters
    rows = [counters.row(id) for id in counters_of(GROUPS["night_bomber"]) if id in counters.rows]
    return after.with_position(after.table.position.moved(dict.fromkeys(rows, UNUSED)))
