"""Trace (OCS 12.6): which units of a side have a supply line, to which source and by which HQ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from landbridge.engine.columns import WORD
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import unique
from landbridge.engine.space.marks import either, marked_places
from landbridge.games.belorussia.movement.sizes import quarters_of
from landbridge.games.belorussia.partisans.effects import anti_partisan
from landbridge.games.belorussia.position.counters import SIDES, Counter, other_side
from landbridge.games.belorussia.position.position import RVGK_BOX
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.replacements.repls import needs_supply
from landbridge.games.belorussia.supply_lines.hqs import (
    EVERYBODY,
    Clients,
    clients_of,
    draw_type,
    throwing_hqs,
)
from landbridge.games.belorussia.supply_lines.paths import (
    Approach,
    SupplyPath,
    approach,
    draw_range,
    outreach,
    path_rules,
    path_to,
)
from landbridge.games.belorussia.supply_lines.sources import Sources, sources_of
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import Side

PARTISAN, HUNTER = "partisan", "anti-partisan battalion"
NONE, DIRECT, THROWN, EXEMPT = 0, 1, 2, 3
"""How a unit has trace: not at all, from a source, by an HQ, or without needing any."""


class Giver(Struct, frozen=True, order=True):
    """Who gives supply: an HQ, or the hex of a source or a dump."""

    hq: int = -1
    place: int = -1


class TraceLine(Struct, frozen=True):
    """A supply line: from the unit to its source, or from its HQ to the unit and to the source."""

    source: int
    hq: int | None
    draw: SupplyPath
    """From the unit, or from the HQ, to the source."""
    throw: SupplyPath | None = None
    """From the HQ to the unit."""


class SupplyState:
    """How the units of a side stand with trace."""

    def __init__(self, theatre: Theatre, side: Side, chosen: Mapping[str, Giver]) -> None:
        """`chosen` are the HQs or sources that the owner has named for his formations."""
        self.theatre, self.side, self._chosen = theatre, side, chosen
        self.sources: Sources = sources_of(theatre, side)
        self._draws: dict[Move, Approach] = {}
        self.serving: dict[str, Giver] = {}
        """By formation whose units could not all trace to the same: who serves it."""
        self.parted: dict[str, tuple[int, ...]] = {}
        """By formation that nobody serves as a whole: its units of which only a part traces."""
        self.how = self._how()
        """By row: how it has trace."""

    def in_trace(self, row: int) -> bool:
        """Whether a unit has trace."""
        return self.how[row] != NONE

    @cached_property
    def without(self) -> tuple[int, ...]:
        """The units of the side on the map that need trace and have none."""
        number, size = SIDES.index(self.side), self.theatre.land.size
        sides, how = self.theatre.counters.sides, self.how
        return tuple(
            row
            for row, place in enumerate(WORD.numbers(self.theatre.position.at))
            if how[row] == NONE and sides[row] == number and place < size
        )

    def path_of(self, row: int) -> TraceLine | None:
        """The supply line of a unit, for whoever wants to see it."""
        if self.how[row] not in (DIRECT, THROWN):
            return None
        chosen = self.serving.get(self.theatre.counter(row).formation)
        if chosen is not None:
            return self._line(row, chosen)
        own = self._source_from(self.theatre.place_of(row), draw_type(self.theatre, row))
        if self.how[row] == DIRECT and own is not None:
            return TraceLine(own.places[-1], None, own)
        lines = (self._line(row, Giver(hq=hq)) for hq in self.givers if self._gives(hq, row))
        found = [line for line in lines if line is not None]
        return min(found, key=lambda line: line.throw.cost if line.throw else 0)

    def source_of(self, hq: int) -> SupplyPath | None:
        """The path from an HQ that can throw to its source."""
        if hq not in self.givers:
            return None
        return self._source_from(self.theatre.place_of(hq), draw_type(self.theatre, hq))

    @property
    def reached(self) -> bytes:
        """By place: how a unit that any HQ may supply would have trace there."""
        drawn, thrown = self._draw("truck").covered, self._thrown[0]
        pairs = zip(drawn, thrown, strict=True)
        return bytes(DIRECT if by_itself else THROWN * by_hq for by_itself, by_hq in pairs)

    def _line(self, row: int, giver: Giver) -> TraceLine | None:
        theatre, place = self.theatre, self.theatre.place_of(row)
        if giver.hq < 0:
            own = path_to(theatre, self.side, place, giver.place, "truck", draw_range())
            return None if own is None else TraceLine(giver.place, None, own)
        throw, start = throwing_hqs(theatre, self.side)[giver.hq], theatre.place_of(giver.hq)
        passed_on = path_to(theatre, self.side, start, place, throw.by, throw.range)
        drawn = self._source_from(start, draw_type(theatre, giver.hq))
        if passed_on is None or drawn is None:
            return None
        return TraceLine(drawn.places[-1], giver.hq, drawn, passed_on)

    def _source_from(self, place: int, move: Move) -> SupplyPath | None:
        """The cheapest path from a place to a source."""
        ways = (
            path_to(self.theatre, self.side, place, source, move, draw_range())
            for source in marked_places(self.sources.column)
        )
        found = [way for way in ways if way is not None]
        return min(found, key=lambda way: (way.cost, len(way.places), way.places), default=None)

    # By columns

    def _draw(self, move: Move) -> Approach:
        if move not in self._draws:
            column = self.sources.column
            self._draws[move] = approach(self.theatre, self.side, move, column, draw_range())
        return self._draws[move]

    @cached_property
    def _thrown(self) -> tuple[bytes, list[tuple[Clients, bytes]]]:
        """By place: 1 where HQs throw to everybody; and where others throw to their own."""
        by_hqs, special = bytes(self.theatre.land.size), []
        for clients, there in self._throws():
            if clients == EVERYBODY:
                by_hqs = either(by_hqs, there.covered)
            else:
                special.append((clients, there.covered))
        return by_hqs, special

    def reaches(self, unit: Counter, place: int) -> bool:
        """Whether a unit has trace, or would have it, in a hex."""
        if self.leads_to(place):
            return True
        return any(covered[place] and unit in clients for clients, covered in self._thrown[1])

    def leads_to(self, place: int) -> bool:
        """Whether supply of the side reaches a hex, whoever may stand there."""
        return bool(self._draw("truck").covered[place] or self._thrown[0][place])

    def _how(self) -> bytes:
        theatre, number = self.theatre, SIDES.index(self.side)
        size, counters, sides = theatre.land.size, theatre.counters.all, theatre.counters.sides
        drawn = self._draw("truck").covered
        by_hqs, special = self._thrown
        exempt = in_force("OCS-12.9-1")
        free = self._free_of_trace(number)
        how = bytearray(len(counters))
        for row, place in enumerate(WORD.numbers(theatre.position.at)):
            if sides[row] != number:
                continue
            if (counters[row].kind != "combat" and exempt) or row in free:
                how[row] = EXEMPT
            elif place >= size:
                how[row] = EXEMPT if place == RVGK_BOX and in_force("OCS-12.3e-1") else NONE
            elif drawn[place]:
                how[row] = DIRECT
            elif by_hqs[place] or (special and self.reaches(counters[row], place)):
                how[row] = THROWN
            elif _lives_off_the_land(theatre, row) or has_jumped(theatre, row):
                how[row] = EXEMPT
        self._hqs_draw_in_their_own_way(how)
        if in_force("OCS-12.6f-1"):
            self._hold_formations_together(how)
        return bytes(how)

    def _free_of_trace(self, number: int) -> frozenset[int]:
        """Combat units that would need no trace but for the rules that say they do."""
        hqs = () if in_force("OCS-13.1c-3") else self.theatre.counters.hqs[number]
        counters = self.theatre.counters
        repls = () if in_force("OCS-13.5-1") else counters.combat[number]
        return frozenset((*hqs, *(row for row in repls if not needs_supply(counters[row]))))

    def _hqs_draw_in_their_own_way(self, how: bytearray) -> None:
        for row in throwing_hqs(self.theatre, self.side):
            move = draw_type(self.theatre, row)
            if move == "truck" or how[row] not in (NONE, DIRECT):
                continue
            place = self.theatre.place_of(row)
            if self._draw(move).covered[place]:
                how[row] = DIRECT
            else:
                how[row] = THROWN if self._thrown[0][place] else NONE

    # Formations

    def _hold_formations_together(self, how: bytearray) -> None:
        """The units of a formation trace to one HQ or one source (OCS-12.6f-1)."""
        number, sides = SIDES.index(self.side), self.theatre.counters.sides
        for name, rows in self.theatre.counters.formations.items():
            if sides[rows[0]] != number:
                continue
            fed = [row for row in rows if how[row] in (DIRECT, THROWN)]
            places = {self.theatre.place_of(row) for row in fed}
            if len(places) < 2 and name not in self._chosen:
                continue
            best, whole = self._best(fed, how)
            if best is not None and not whole:
                self.parted[name] = tuple(fed)
            giver = self._chosen.get(name) or best
            if giver is not None:
                self.serving[name] = giver
                for row in fed:
                    how[row] = how[row] if self._serves(giver, row) else NONE

    def parts_of(self, name: str) -> dict[Giver, tuple[int, ...]]:
        """Who could serve a formation that nobody serves as a whole, and which part of it."""
        rows = list(self.parted[name])
        found: dict[Giver, tuple[int, ...]] = {}
        for giver in self._candidates(rows, bytearray([DIRECT] * len(self.how))):
            served = tuple(row for row in rows if self._serves(giver, row))
            if served and served not in found.values():
                found[giver] = served
        return found

    def _best(self, rows: list[int], how: bytearray) -> tuple[Giver | None, bool]:
        """Who serves most of a formation, and whether all of it; the first that does is taken."""
        best, most = None, -1
        for giver in self._candidates(rows, how):
            served = [row for row in rows if self._serves(giver, row)]
            size = sum(quarters_of(self.theatre, row) for row in served)
            if size > most:
                best, most = giver, size
            if len(served) == len(rows):
                return giver, True
        return best, False

    def _candidates(self, rows: list[int], how: bytearray) -> Iterator[Giver]:
        """HQs, the nearest first, then the sources from which a unit draws by itself."""
        theatre, start = self.theatre, self.theatre.place_of(rows[0])
        distance = theatre.land.distance
        by_distance = sorted(self.givers, key=lambda hq: distance(start, theatre.place_of(hq)))
        for hq in by_distance:
            yield Giver(hq=hq)
        for row in rows:
            if how[row] == DIRECT:
                own = self._source_from(theatre.place_of(row), "truck")
                if own is not None:
                    yield Giver(place=own.places[-1])

    def _serves(self, giver: Giver, row: int) -> bool:
        if giver.hq >= 0:
            return self._gives(giver.hq, row)
        place = self.theatre.place_of(row)
        return (
            path_to(self.theatre, self.side, place, giver.place, "truck", draw_range()) is not None
        )

    def _gives(self, hq: int, row: int) -> bool:
        """Whether an HQ that can draw from a source throws to a unit."""
        theatre = self.theatre
        if hq not in self.givers or theatre.counter(row) not in clients_of(theatre.counter(hq)):
            return False
        return bool(thrown_from(theatre, self.side, hq)[theatre.place_of(row)])

    # HQs

    @cached_property
    def givers(self) -> tuple[int, ...]:
        """The HQs that draw from a source, so that they can throw."""
        theatre = self.theatre
        return tuple(
            row
            for row in throwing_hqs(theatre, self.side)
            if self._draw(draw_type(theatre, row)).covered[theatre.place_of(row)]
        )

    def _throws(self) -> list[tuple[Clients, Approach]]:
        """Where HQs throw, by whom they supply; those for everybody are one."""
        groups: dict[tuple[Clients, Move], list[int]] = {}
        throws, theatre = throwing_hqs(self.theatre, self.side), self.theatre
        for row in self.givers:
            key = (clients_of(theatre.counter(row)), throws[row].by)
            groups.setdefault(key, []).append(row)
        found: list[tuple[Clients, Approach]] = []
        for (clients, move), rows in groups.items():
            places = tuple(theatre.place_of(row) for row in rows)
            ranges = tuple(throws[row].range for row in rows)
            found.append((clients, outreach(theatre, self.side, move, places, ranges)))
        return found


def has_jumped(theatre: Theatre, row: int) -> bool:
    """Whether a unit has made a planned air drop in this turn: it needs no trace (OCS-12.6h-1)."""
    return row in theatre.position.jumped and in_force("OCS-12.6h-1")


def _lives_off_the_land(theatre: Theatre, row: int) -> bool:
    """Whether a unit has trace wherever it is: partisans, and who hunts them in the Axis rear."""
    counter = theatre.counter(row)
    if counter.arm == PARTISAN:
        return in_force("TFB-3.7b-4")
    if counter.arm != HUNTER:
        return False
    place, distance = theatre.place_of(row), theatre.land.distance
    red_army = (
        theatre.place_of(enemy)
        for enemy in theatre.counters.combat[SIDES.index(other_side(counter.side))]
        if theatre.on_map(enemy) and theatre.counter(enemy).arm != PARTISAN
    )
    near = min((distance(place, enemy) for enemy in red_army), default=None)
    return anti_partisan(False, near, True, theatre.rulings.partisan_details).result.trace


def thrown_from(theatre: Theatre, side: Side, hq: int) -> bytes:
    """By place: 1 where an HQ throws to."""
    return theatre.while_all_stand(
        ("thrown from", hq), lambda theatre: _thrown_from(theatre, side, hq)
    )


def _thrown_from(theatre: Theatre, side: Side, hq: int) -> bytes:
    throw, start = throwing_hqs(theatre, side)[hq], theatre.place_of(hq)
    return outreach(theatre, side, throw.by, (start,), (throw.range,)).covered


def supply_state(
    theatre: Theatre, side: Side, chosen: Mapping[str, Giver] | None = None
) -> SupplyState:
    """How the units of a side stand with trace, now; it costs nothing to look (OCS-12.6-1)."""
    if chosen:
        return SupplyState(theatre, side, chosen)
    now = theatre.position
    key = ("supply state", side, now.control, now.gauge, now.extenders, now.jumped)
    return theatre.while_all_stand(key, lambda theatre: SupplyState(theatre, side, {}))


def supply_rules(theatre: Theatre, side: Side) -> Rules:
    """The rows by which the supply of a side finds its way, or finds none."""
    moves: set[Move] = {"truck", *(throw.by for throw in throwing_hqs(theatre, side).values())}
    found = [rule for move in sorted(moves) for rule in path_rules(theatre, side, move)]
    hqs = theatre.counters.hqs[SIDES.index(side)]
    if any(theatre.marker(row) == "strat" for row in hqs):
        found.append("OCS-5.8b-2")
    return unique(tuple(found))


def could_trace(theatre: Theatre, row: int) -> bool:
    """Whether a unit has trace where it stands now, as a unit in Strat Mode must (OCS-5.8b-1)."""
    counter = theatre.counter(row)
    return supply_state(theatre, counter.side).reaches(counter, theatre.place_of(row))
