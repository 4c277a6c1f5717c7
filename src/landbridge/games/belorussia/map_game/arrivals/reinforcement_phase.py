"""The Reinforcement Phase on the map: what the books give comes on the map, is taken off it."""

from __future__ import annotations

from collections import Counter as Tally
from typing import ClassVar, cast

from msgspec.structs import replace

from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.armies.arrival_rows import counters_of, unlisted
from landbridge.games.belorussia.arrivals.counters import Transport
from landbridge.games.belorussia.arrivals.map_edges import HEX_NAME
from landbridge.games.belorussia.arrivals.on_the_map import arrival_violations
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.combat.works import DEFENSE_BASE, is_fort
from landbridge.games.belorussia.ledger.books import RollingArrivals
from landbridge.games.belorussia.ledger.reinforcement.checklist import DUTIES, undone
from landbridge.games.belorussia.ledger.reinforcement.entries import entry_of
from landbridge.games.belorussia.ledger.reinforcement.phase import ReinforcementPhase
from landbridge.games.belorussia.ledger.reinforcement.rebuilds import Rebuild
from landbridge.games.belorussia.ledger.reinforcement.replacements import Air
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.arrivals.arriving import Enter, enter, gone_from
from landbridge.games.belorussia.map_game.arrivals.consolidating import Consolidate
from landbridge.games.belorussia.map_game.arrivals.entrances import entrances
from landbridge.games.belorussia.map_game.arrivals.overdue import note_overdue, own_overdue
from landbridge.games.belorussia.map_game.arrivals.rebuilding import Restore
from landbridge.games.belorussia.map_game.arrivals.taking_off import not_come, withdraw
from landbridge.games.belorussia.map_game.books import dead_unit
from landbridge.games.belorussia.map_game.places import find_place, is_in_trace, look_at_places
from landbridge.games.belorussia.position.counters import (
    SIDES,
    Counter,
    CounterKind,
    transport_point,
)
from landbridge.games.belorussia.position.position import DEAD, RVGK_BOX, UNUSED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import controlled
from landbridge.games.belorussia.units.heinrici import values_of
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, Phase, Side, short

OFF_THE_MAP = (Rebuild, Air)
"""Duties that on the map are done with a counter: what `Restore` does."""


class MapReinforcement(ReinforcementPhase, Step, frozen=True, tag="MapReinforcement"):
    """One side's Reinforcement Phase in a match on the map."""

    cites = ("OCS-13.6-1", "OCS-13.5-3")
    verbs = (
        *(duty for duty in DUTIES[:-1] if duty not in OFF_THE_MAP),
        Enter,
        Restore,
        Consolidate,
        DUTIES[-1],
    )
    tells_places: ClassVar[bool] = False
    title: ClassVar[str] = "Reinforcement Phase"
    phase: ClassVar[Phase] = "reinforcement"

    arriving: dict[str, tuple[str, ...]] = {}
    """Counters that are still to be placed, by the entry that brings them; '' where none does."""

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return (self.side,)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{short(state.date)}: {NAME_OF[self.side]} {self.title}"

    def violations(self, state: Ledger, who: str) -> tuple[Violation, ...]:
        return undone(state, self)

    def theatre(self, state: Ledger) -> Theatre:
        """The map as the rules of this phase look at it."""
        return state.theatre(self.phase, self.side)

    # What the position answers

    def against_place(
        self, state: Ledger, entry: ArrivalEntry, place: str
    ) -> tuple[Violation, ...]:
        if not place:
            return ()
        theatre = self.theatre(state)
        hex = self._hex(theatre, place)
        found: list[Violation] = []
        for id in not_come(state, counters_of(entry.row)):
            row = theatre.counters.row(id)
            counter = theatre.counter(row)
            if hex is None or hex not in entrances(state, self, entry.row, counter):
                text = f"{counter.name} does not arrive in {place}"
                wrong = violation_if(True, text, ("OCS-13.6-1", entry.row), entry.place)
                found += violations(wrong)
            else:
                mode: Mode = "move" if counter.is_transport else "combat"
                found += arrival_violations(theatre, counter, hex, mode, row)
        return tuple(found)

    def _hex(self, theatre: Theatre, place: str) -> int | None:
        if HEX_NAME.fullmatch(place):
            return theatre.land.place(place)
        return find_place(theatre, self.side, place)

    def hedgehog_in(self, state: Ledger, hex: str) -> int:
        theatre = self.theatre(state)
        return theatre.position.hedgehogs.get(theatre.land.place(hex), 0)

    def in_trace_in(self, state: Ledger, hex: str, said: bool) -> bool:
        theatre = self.theatre(state)
        place = theatre.land.place(hex)
        own = bool(controlled(theatre, self.side)[place])
        return own and is_in_trace(theatre, self.side, place)

    # What comes on the map

    def after_arrival(
        self, before: Ledger, after: Ledger, entry: ArrivalEntry, place: str, play: Play
    ) -> Ledger:
        if entry.what == "dead_pile":
            return self._to_the_dead_pile(before, after, entry)
        after, new = _new_points(after, entry)
        ids = (*self._coming(before, after, entry), *new)
        if not ids:
            return after
        step = cast(MapReinforcement, after.agenda[0])
        hex = self._hex(self.theatre(after), place) if place else None
        if hex is None:
            arriving = step.arriving | {entry.row: (*step.arriving.get(entry.row, ()), *ids)}
            return step.update(after, arriving=arriving)
        # A referee may let an entry come a second time whose counters still waited for a hex.
        return gone_from(enter(after, step, ids, hex, "combat", play), *ids)

    def _coming(self, before: Ledger, after: Ledger, entry: ArrivalEntry) -> tuple[str, ...]:
        """The counters of an entry that come now: of those that roll, who has been lucky."""
        if entry.event is not None and entry.event.kind == "heinrici_base":
            return (*not_come(after, counters_of(entry.row)), *_next_base(after))
        if entry.condition != "rolled":
            return not_come(after, counters_of(entry.row))
        still = {name for group in after.waiting if group.row == entry.row for name in group.names}
        rolled = (group for group in before.waiting if group.row == entry.row)
        names = {name for group in rolled for name in group.names} - still
        counters = after.table.counters
        come = [counters[counters.row(id)] for id in not_come(after, counters_of(entry.row))]
        return tuple(one.id for one in come if one.name in names or one.duty == "hq")

    def _to_the_dead_pile(self, before: Ledger, after: Ledger, entry: ArrivalEntry) -> Ledger:
        """Units that come to the Dead Pile stand in the books by the names of their counters."""
        counters = after.table.counters
        rows = [counters.row(id) for id in not_come(after, counters_of(entry.row))]
        old = before.book(self.side).dead
        dead = (*old, *(dead_unit(counters[row]) for row in rows))
        after = after.with_book(self.side, replace(after.book(self.side), dead=dead))
        return after.with_position(after.table.position.moved(dict.fromkeys(rows, DEAD)))

    def after_leaving(self, after: Ledger, name: str, place: str, play: Play) -> Ledger:
        theatre = self.theatre(after)
        hex = find_place(theatre, self.side, place)
        rows = [
            row
            for row, counter in enumerate(theatre.counters)
            if counter.name == name and theatre.place_of(row) == RVGK_BOX
        ]
        if hex is None or not rows:
            return after
        return after.with_position(theatre.position.moved(dict.fromkeys(rows, hex)))

    def after_supply(self, after: Ledger, play: Play) -> Ledger:
        theatre, position = self.theatre(after), after.table.position
        for put in self.puts:
            hex = find_place(theatre, self.side, put.place)
            if hex is not None:
                position = position.add_tokens(SIDES.index(self.side), hex, put.tokens)
        return after.with_position(position)

    def after_hedgehog(self, after: Ledger, hex: str, level: int) -> Ledger:
        position = after.table.position
        place = after.table.land.place(hex)
        return after.with_position(replace(position, hedgehogs=position.hedgehogs | {place: level}))

    def after_end(self, after: Ledger) -> Ledger:
        return note_overdue(after, self.side, self.arriving)

    # What is taken off it

    def after_withdrawal(self, after: Ledger, entry: ArrivalEntry, play: Play) -> Ledger:
        return withdraw(after, self.side, counters_of(entry.row), play)


class OutOfPhaseOnMap(MapReinforcement, frozen=True, tag="OutOfPhaseOnMap"):
    """Stands in for the phase while one action is done that a referee lets pass.

    Counters that are not placed at once come in the side's next Reinforcement Phase.
    """

    verbs = ()
    stands_in: ClassVar[bool] = True
    on_map: ClassVar[bool] = True

    def after_arrival(
        self, before: Ledger, after: Ledger, entry: ArrivalEntry, place: str, play: Play
    ) -> Ledger:
        done = super().after_arrival(before, after, entry, place, play)
        left = cast(OutOfPhaseOnMap, done.agenda[0]).arriving
        if not left:
            return done
        before_them = own_overdue(done, self.side)
        return note_overdue(done, self.side, {"": before_them} | left)


def _new_points(state: Ledger, entry: ArrivalEntry) -> tuple[Ledger, tuple[str, ...]]:
    """The match with the Transport Points that an entry brings, and their ids."""
    made: list[Counter] = []
    for counter in entry.counters:
        if not isinstance(counter, Transport) or counter.organic:
            continue
        kind: CounterKind = "wagon" if counter.name == "wagon" else "truck"
        ids = [id for id in state.table.counters.rows if id.startswith(f"{entry.side}-{kind}-")]
        first = len(ids) + 1 + sum(point.kind == kind for point in made)
        made += [
            transport_point(f"{entry.side}-{kind}-{n}", entry.side, kind, f"{kind.title()} {n}")
            for n in range(first, first + (counter.points or 0))
        ]
    if not made:
        return state, ()
    state = replace(state, on_map=state.table.with_counters(tuple(made)))
    return state, tuple(point.id for point in made)


def _next_base(state: Ledger) -> tuple[str, ...]:
    """The counter of the Heinrici Defense Base that has been drawn: the one with its values."""
    left = Tally(state.bases)
    waiting = not_come(state, (one.id for one in state.table.counters if _is_base(one)))
    for id in waiting:
        counter = state.table.counters[state.table.counters.row(id)]
        values = values_of(id, counter.combat.strength, counter.combat.rating)
        if not left[values]:
            return (id,)
        left[values] -= 1
    return waiting[:1]


def _is_base(counter: Counter) -> bool:
    return counter.arm == DEFENSE_BASE and not is_fort(counter)


# How it begins


def begin_on_map(
    state: Ledger, phase: ReinforcementPhase, back: tuple[str, ...]
) -> tuple[Ledger, MapReinforcement]:
    """The phase of the books as one that is played on the map; `back` are HQs that return."""
    given = {name: getattr(phase, name) for name in ReinforcementPhase.__struct_fields__}
    side = phase.side
    ids = (*unlisted(state.date, side, "arrive"), *own_overdue(state, side), *back)
    due = not_come(state, dict.fromkeys(ids))
    step = MapReinforcement(**given, arriving={"": due} if due else {})
    return _name_rolling(state, phase.rows), step


def hqs_return(before: Ledger, after: Ledger) -> tuple[Ledger, tuple[str, ...]]:
    """The match when Axis HQs whose time has come are to be placed, and their ids."""
    gone = {lost.name for lost in before.returning} | {dead.name for dead in before.axis.dead}
    still = {lost.name for lost in after.returning} | {dead.name for dead in after.axis.dead}
    rows = [
        row
        for row, counter in enumerate(after.table.counters)
        if counter.side == "axis" and counter.duty == "hq" and counter.name in gone - still
    ]
    position = after.table.position
    dead = {row: UNUSED for row in rows if position.place_of(row) == DEAD}
    if dead:
        after = after.with_position(position.moved(dead))
    return after, tuple(after.table.counters[row].id for row in rows)


def prepare_map(state: Ledger, side: Side, play: Play) -> Ledger:
    """The match as a Reinforcement Phase begins: the books look at the map, some units leave."""
    state = withdraw(state, side, unlisted(state.date, side, "withdraw"), play)
    return look_at_places(state, side)


def _name_rolling(state: Ledger, rows: tuple[str, ...]) -> Ledger:
    """Divisions that roll for their arrival are known by their counters."""
    counters = state.table.counters
    known = {group.row for group in state.waiting}
    more = []
    for row in rows:
        if entry_of(state, row).condition != "rolled" or row in known:
            continue
        come = [counters[counters.row(id)] for id in not_come(state, counters_of(row))]
        names = tuple(counter.name for counter in come if counter.duty != "hq")
        if names:
            more.append(RollingArrivals(row, len(names), names))
    return replace(state, waiting=(*state.waiting, *more)) if more else state
