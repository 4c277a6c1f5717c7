"""The places of the books as the map shows them: HQs, cities and air bases, and how they stand.

Beside a map players note this; on it the position answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from landbridge.games.belorussia.ledger.books import SupplyPlace
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.position.counters import SIDES, Counter
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import controlled
from landbridge.games.belorussia.replacements.chart_units import chart_kind
from landbridge.games.belorussia.supply.lots import Kind
from landbridge.games.belorussia.supply.soviet_placement import FRONTS
from landbridge.games.belorussia.supply_lines.sources import cargo_stops, sources_of
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import Side

MINSK = "Minsk"
CITIES = ("minor_city", "major_city")


class PlaceOnMap(Struct, frozen=True):
    """A place of the books, and where it is."""

    name: str
    place: int
    stands: SupplyPlace


def front_of(counter: Counter) -> str | None:
    """The Front whose HQ a counter is, by its name in the books."""
    if counter.side != "soviet" or counter.duty != "hq":
        return None
    return next((front for front in FRONTS if counter.name.startswith(front)), None)


def is_in_trace(theatre: Theatre, side: Side, place: int) -> bool:
    """Whether a unit of a side would have trace in a hex."""
    anybody = Counter(id="", side=side, name="")
    return supply_state(theatre, side).reaches(anybody, place)


def places_of(theatre: Theatre, side: Side) -> tuple[PlaceOnMap, ...]:
    """Every place of a side that supply and arrivals may go to."""
    return theatre.once(("places", side), lambda theatre: _places_of(theatre, side))


def _places_of(theatre: Theatre, side: Side) -> tuple[PlaceOnMap, ...]:
    cities = _cities(theatre) if side == "axis" else ()
    return (*_hqs(theatre, side), *cities, *_air_bases(theatre, side))


def _hqs(theatre: Theatre, side: Side) -> Iterator[PlaceOnMap]:
    state, there = supply_state(theatre, side), set()
    for row in theatre.counters.hqs[SIDES.index(side)]:
        counter, place = theatre.counter(row), theatre.place_of(row)
        front = front_of(counter)
        if not theatre.on_map(row) or (side == "soviet" and front is None):
            continue
        there.add(front)
        kind: Kind = "front_hq" if front else cast(Kind, chart_kind(counter))
        stands = SupplyPlace(kind, side, in_trace=state.in_trace(row))
        yield PlaceOnMap(front or counter.name, place, stands)
    # A Front whose HQ is off the map is served where its railways begin.
    for front in FRONTS if side == "soviet" else ():
        edges = sorted(sources_of(theatre, side).edges)
        if front not in there and edges:
            yield PlaceOnMap(front, edges[0], SupplyPlace("front_hq", side))


def _cities(theatre: Theatre) -> Iterator[PlaceOnMap]:
    held, trains = controlled(theatre, "axis"), cargo_stops(theatre, "axis")
    for city in country().places.values():
        places = [theatre.land.index[hex] for hex in city.hexes if hex in theatre.land.index]
        if city.kind in CITIES and places:
            stop = next((place for place in places if trains[place]), places[0])
            stands = SupplyPlace(
                cast(Kind, city.kind),
                "axis",
                controlled=all(held[place] for place in places),
                detrainable=bool(trains[stop]),
                in_trace=is_in_trace(theatre, "axis", stop),
            )
            yield PlaceOnMap(city.name, stop, stands)


def _air_bases(theatre: Theatre, side: Side) -> Iterator[PlaceOnMap]:
    for place, base in sorted(theatre.position.bases.items()):
        if base.side == side:
            kind: Kind = "air_base" if base.level else "air_strip"
            near = is_in_trace(theatre, side, place)
            name = f"{_town(theatre, place)} {kind.replace('_', ' ')}"
            yield PlaceOnMap(name, place, SupplyPlace(kind, side, in_trace=near))


def _town(theatre: Theatre, place: int) -> str:
    """The town in a hex, or the number of the hex."""
    hex = theatre.land.hexes[place]
    named = (town.name for town in country().places.values() if hex in town.hexes)
    return next(named, theatre.land.labels[place])


def find_place(theatre: Theatre, side: Side, name: str) -> int | None:
    """The hex of a place of the books."""
    found = (one.place for one in places_of(theatre, side) if one.name == name)
    return next(found, None)


def look_at_places(state: Ledger, side: Side) -> Ledger:
    """The books with a side's places, and Minsk, as the position shows them."""
    theatre = state.theatre("reinforcement", side)
    before = state.places
    own = {
        one.name: replace(one.stands, stock=before[one.name].stock)
        if one.name in before
        else one.stands
        for one in places_of(theatre, side)
    }
    others = {name: place for name, place in before.items() if place.side != side}
    state = replace(state, places=others | own)
    if side == "axis" and MINSK in own:
        here = own[MINSK]
        minsk = replace(
            state.minsk,
            isolated=not here.in_trace,
            soviet=not here.controlled,
            detrainable=here.detrainable,
        )
        state = replace(state, minsk=minsk)
    return state
