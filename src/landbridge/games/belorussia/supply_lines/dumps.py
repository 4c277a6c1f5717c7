"""Dumps (OCS 12.1): supply that lies in hexes or on wheels, and who gets at it (OCS 12.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.graph import TWELFTHS
from landbridge.engine.space.marks import either
from landbridge.games.belorussia.position.counters import SIDES, Counter
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import MOVED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.hqs import (
    EVERYBODY,
    Clients,
    clients_of,
    draw_type,
    throwing_hqs,
)
from landbridge.games.belorussia.supply_lines.paths import (
    SupplyPath,
    closed_places,
    draw_range,
    path_to,
    ways_near,
)
from landbridge.games.belorussia.supply_lines.trace import Giver, thrown_from
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import Side

ON_THE_GROUND = -1
CHEAPEST_STEP = TWELFTHS // 3
"""No hex costs a path less: a Primary Road in Truck points."""


class Store(Struct, frozen=True):
    """Supply in a hex, on the ground or on one Transport Point."""

    place: int
    tokens: int
    carrier: int = ON_THE_GROUND
    """The row of the Transport Point."""
    formation: str = ""
    """The formation of an Organic Truck, which alone may use it."""
    side: int = 0
    """Whose it is, numbered as in `SIDES`."""

    @property
    def rank(self) -> int:
        """Which pays first: what lies on the ground, then what is loaded, then Organic Trucks."""
        return 2 if self.formation else int(self.carrier != ON_THE_GROUND)

    def open_to(self, unit: Counter) -> bool:
        """Whether a unit may use it: what an Organic Truck carries is for its formation alone."""
        kept = bool(self.formation) and in_force("OCS-13.2g-1")
        return not kept or unit.formation == self.formation


_Where = tuple[int, str, int, int]
"""Where a store lies, for whom, whose it is, and its rank."""


class StorePlaces:
    """Where the stores of a side lie and for whom, however much they hold: the same object as long
    as that is the same."""

    def __init__(self, land: Land, stores: tuple[_Where, ...], nearest_first: bool) -> None:
        self._land, self._nearest_first = land, nearest_first
        self._places = tuple([where[0] for where in stores])
        self._ranks = tuple([where[3] for where in stores])
        self._found: dict[int, tuple[bytes, tuple[int, ...]]] = {}
        """By place: from where somebody there drew last, and the stores in it."""

    def within(self, near: bytes, start: int) -> tuple[int, ...]:
        """The numbers of the stores that lie in marked places, in the order in which they pay to
        somebody: of those alike the nearest first, or by their hexes (RUL-TFB-263)."""
        last = self._found.get(start)
        if last is None or last[0] is not near:
            last = self._found[start] = near, self._within(near, start)
        return last[1]

    def _within(self, near: bytes, start: int) -> tuple[int, ...]:
        found = [number for number, place in enumerate(self._places) if near[place]]
        distance, places, ranks = self._land.distance, self._places, self._ranks
        if len(found) > 1 and self._nearest_first:
            found.sort(key=lambda number: (ranks[number], distance(start, places[number]), number))
        elif len(found) > 1:
            found.sort(key=lambda number: (ranks[number], number))
        return tuple(found)


def store_places(theatre: Theatre, side: Side) -> StorePlaces:
    """Where all supply lies that a side may use."""
    return theatre.once(("store places", side), lambda theatre: _store_places(theatre, side))


def _store_places(theatre: Theatre, side: Side) -> StorePlaces:
    stores = stores_of(theatre, side)
    where = tuple([(one.place, one.formation, one.side, one.rank) for one in stores])
    nearest_first: bool = figures("dumps_pay", theatre.rulings.dumps_pay)["nearest_first"]
    return _places_of(theatre.land, where, nearest_first)


@lru_cache(maxsize=32)
def _places_of(land: Land, where: tuple[_Where, ...], nearest_first: bool) -> StorePlaces:
    return StorePlaces(land, where, nearest_first)


def stores_of(theatre: Theatre, side: Side) -> tuple[Store, ...]:
    """All supply that a side may use, what lies on the ground first and Organic Trucks last."""
    return theatre.once(("stores", side), lambda theatre: _stores(theatre, side))


def _stores(theatre: Theatre, side: Side) -> tuple[Store, ...]:
    own = SIDES.index(side)
    numbers = (own,) if in_force("OCS-12.1d-1") else (own, 1 - own)
    found = [
        Store(place, tokens, side=number)
        for number in numbers
        for place, tokens in sorted(theatre.position.dumps[number].items())
    ]
    loaded = _loaded(theatre, numbers) if in_force("OCS-12.1b-1") else []
    return (*found, *sorted(loaded, key=lambda store: (bool(store.formation), store.carrier)))


def _loaded(theatre: Theatre, numbers: tuple[int, ...]) -> list[Store]:
    position, sides, size = theatre.position, theatre.counters.sides, theatre.land.size
    at, found = WORD.numbers(position.at), []
    for row in BYTE.filled(position.load):
        if sides[row] not in numbers or at[row] >= size:
            continue
        if position.done[row] & MOVED and not in_force("OCS-12.2b-1"):
            continue
        counter = theatre.counter(row)
        formation = counter.formation if counter.kind == "organic_truck" else ""
        found.append(Store(at[row], position.load[row], row, formation, sides[row]))
    return found


# Who gets at it


class SupplyRoute(Struct, frozen=True):
    """One way in which a unit gets supply."""

    store: int
    """The number of the store among those of its side."""
    hq: int = -1
    """The HQ that draws and throws it; -1 where the unit draws it itself."""


def drawn_from(theatre: Theatre, side: Side, place: int, move: Move) -> bytes:
    """By place: 1 where somebody in a hex draws from."""
    key = ("drawn from", side, place, move)
    return theatre.while_all_stand(
        key, lambda theatre: ways_near(theatre, side, place, move, draw_range())
    )


def _over_extenders(theatre: Theatre, side: Side, near: bytes) -> bytes:
    """By place: 1 where somebody would draw from if Extenders lengthened his draw."""
    for extender in theatre.position.extenders:
        if extender.side == side and near[extender.place]:
            near = either(near, drawn_from(theatre, side, extender.place, "truck"))
    return near


def extended(theatre: Theatre, row: int, place: int) -> SupplyPath | None:
    """A path over an Extender, which there is not: it serves trace alone (OCS-12.7a-1)."""
    if in_force("OCS-12.7a-1"):
        return None
    side, start = theatre.counter(row).side, theatre.place_of(row)
    for extender in theatre.position.extenders:
        if extender.side == side and drawn_from(theatre, side, start, "truck")[extender.place]:
            return path_to(theatre, side, extender.place, place, "truck", draw_range())
    return None


def stores_drawn(theatre: Theatre, side: Side, row: int) -> tuple[int, ...]:
    """The numbers of the stores that a unit draws from itself, in the order in which they pay: of
    those alike the nearest first."""
    there = store_places(theatre, side)
    if not in_force("OCS-12.7a-1"):
        place, move = theatre.place_of(row), draw_type(theatre, row)
        near = _over_extenders(theatre, side, drawn_from(theatre, side, place, move))
        return there.within(near, place)
    return theatre.while_all_stand(
        ("stores drawn", row, there), lambda theatre: _stores_drawn(theatre, side, row, there)
    )


def _stores_drawn(theatre: Theatre, side: Side, row: int, there: StorePlaces) -> tuple[int, ...]:
    place, move = theatre.place_of(row), draw_type(theatre, row)
    return there.within(drawn_from(theatre, side, place, move), place)


def stores_thrown(theatre: Theatre, side: Side, hq: int) -> tuple[int, ...]:
    """The numbers of the stores from which an HQ throws: it throws nothing on (OCS-12.3b-3)."""
    own = stores_drawn(theatre, side, hq)
    if in_force("OCS-12.3b-3"):
        return own
    behind = (stores_drawn(theatre, side, other) for other in hqs_for(theatre, hq))
    return tuple(dict.fromkeys((*own, *(number for drawn in behind for number in drawn))))


def hqs_for(theatre: Theatre, row: int) -> tuple[int, ...]:
    """The HQs that throw to a unit, the nearest first."""
    return theatre.while_all_stand(("HQs for", row), lambda theatre: _hqs_for(theatre, row))


def _hqs_for(theatre: Theatre, row: int) -> tuple[int, ...]:
    counter, place = theatre.counter(row), theatre.place_of(row)
    if not in_force("OCS-12.3b-1"):
        return ()
    distance, found = theatre.land.distance, list[tuple[int, int]]()
    for one in throwers(theatre, counter.side):
        far = distance(one.place, place)
        if far > one.most or one.hq == row or not (one.for_all or counter in one.clients):
            continue
        if not thrown_from(theatre, counter.side, one.hq)[place]:
            continue
        # A path does not, without its free last step, end in a closed hex.
        if in_force("OCS-12.3c-2") or not closed_places(theatre, counter.side, one.by)[place]:
            found.append((far, one.hq))
    return tuple([hq for _, hq in sorted(found)])


class Thrower(NamedTuple):
    """An HQ that throws supply now."""

    hq: int
    place: int
    most: int
    """No hex so far away is in its range."""
    by: Move
    clients: Clients
    for_all: bool


def throwers(theatre: Theatre, side: Side) -> tuple[Thrower, ...]:
    """The HQs of a side that throw from where they stand: no path begins in a closed hex."""
    return theatre.while_all_stand(("throwers", side), lambda theatre: _throwers(theatre, side))


def _throwers(theatre: Theatre, side: Side) -> tuple[Thrower, ...]:
    found = []
    for hq, throw in throwing_hqs(theatre, side).items():
        place, clients = theatre.place_of(hq), _clients(theatre, hq)
        if not closed_places(theatre, side, throw.by)[place]:
            most = throw.range // CHEAPEST_STEP + 1
            found.append(Thrower(hq, place, most, throw.by, clients, clients == EVERYBODY))
    return tuple(found)


def _clients(theatre: Theatre, hq: int) -> Clients:
    return theatre.always(("clients", hq), lambda theatre: clients_of(theatre.counter(hq)))


def ways_to(theatre: Theatre, row: int) -> tuple[SupplyRoute, ...]:
    """Every way in which a unit gets supply: what it draws itself first."""
    if not in_force("OCS-12.7a-1"):
        return tuple(each_way_to(theatre, row))
    there = store_places(theatre, theatre.counter(row).side)
    return theatre.while_all_stand(
        ("ways to", row, there), lambda theatre: tuple(each_way_to(theatre, row))
    )


def each_way_to(theatre: Theatre, row: int) -> Iterator[SupplyRoute]:
    """These ways, looked for one after another."""
    counter = theatre.counter(row)
    side, stores = counter.side, stores_of(theatre, counter.side)
    known = set[int]()
    for number in stores_drawn(theatre, side, row):
        known.add(number)
        if stores[number].open_to(counter):
            yield SupplyRoute(number)
    for hq in hqs_for(theatre, row):
        for number in stores_thrown(theatre, side, hq):
            if number not in known and stores[number].open_to(counter):
                yield SupplyRoute(number, hq)
            known.add(number)


def given_by(theatre: Theatre, giver: Giver, row: int) -> tuple[SupplyRoute, ...]:
    """The ways in which a unit gets supply from one HQ or one dump alone."""
    counter = theatre.counter(row)
    stores = stores_of(theatre, counter.side)
    if giver.hq < 0:
        own = stores_drawn(theatre, counter.side, row)
        found = [SupplyRoute(number) for number in own if stores[number].place == giver.place]
    elif giver.hq == row or giver.hq in hqs_for(theatre, row):
        found = [
            SupplyRoute(number, giver.hq)
            for number in stores_thrown(theatre, counter.side, giver.hq)
        ]
    else:
        found = []
    return tuple(way for way in found if stores[way.store].open_to(counter))


def givers_to(theatre: Theatre, row: int) -> tuple[Giver, ...]:
    """Every dump and HQ from which a unit gets supply."""
    counter = theatre.counter(row)
    stores = stores_of(theatre, counter.side)
    drawn = dict[int, bool]()
    for number in stores_drawn(theatre, counter.side, row):
        store = stores[number]
        drawn[store.place] = drawn.get(store.place, False) or store.open_to(counter)
    dumps = [Giver(place=place) for place, is_open in drawn.items() if is_open]
    hqs = [Giver(hq=hq) for hq in hqs_for(theatre, row)]
    return (*dumps, *(giver for giver in hqs if given_by(theatre, giver, row)))
