"""Where counters that arrive may be placed, as the position shows it (OCS 13.6)."""

from __future__ import annotations

from typing import Protocol

from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.armies.entries import Entry, entries
from landbridge.games.belorussia.arrivals.map_edges import HEX_NAME, enters_at_hexes, hex_violations
from landbridge.games.belorussia.arrivals.on_the_map import (
    air_bases,
    arrival_violations,
    open_edges,
)
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.combat.works import DEFENSE_BASE
from landbridge.games.belorussia.ledger.reinforcement.entries import entry_of
from landbridge.games.belorussia.ledger.reinforcement.north_edge import marker_for
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map_game.places import places_of
from landbridge.games.belorussia.map_game.set_out import on_edge
from landbridge.games.belorussia.position.counters import Counter
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import controlled
from landbridge.games.belorussia.supply_lines.sources import WEST, edge_rails, edge_sources
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.units.heinrici import base_placement_violations
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.words import Side

ENTRANCE: dict[Side, tuple[str, ...]] = {
    "soviet": ("front_hq",),
    "axis": ("army_hq", "army_group_hq"),
}
"""The kinds of HQs at which a side's units arrive where nothing else is said."""
ALERT = "alert "
"""How the kinds of Alert units begin."""


class ArrivalPhase(Protocol):
    """A phase in which counters arrive."""

    @property
    def side(self) -> Side:
        """Whose phase it is."""

    @property
    def arriving(self) -> dict[str, tuple[str, ...]]:
        """Counters that are still to be placed, by the entry that brings them."""

    def theatre(self, state: Ledger) -> Theatre:
        """The map as the phase looks at it."""


def entry_with(step: ArrivalPhase, id: str) -> str | None:
    """The entry by which a counter arrives; None if it is not due."""
    return next((row for row, ids in step.arriving.items() if id in ids), None)


def entrances(state: Ledger, step: ArrivalPhase, row: str, counter: Counter) -> tuple[int, ...]:
    """The hexes where a counter of an entry may arrive, by the words of the entry."""
    theatre = step.theatre(state)
    if counter.kind == "plane":
        return air_bases(theatre, step.side)
    if counter.arm == DEFENSE_BASE:
        return _beside_divisions(theatre)
    if counter.arm.startswith(ALERT):
        return _alert_places(theatre)
    if state.is_excerpt:
        return _near_town(theatre, counter, _short_entry(state, counter))
    entry = entry_of(state, row) if row else None
    if entry is not None and enters_at_hexes(entry):
        return open_edges(theatre, step.side, _at_hexes(state, theatre, entry))
    kinds = entry.kinds if entry is not None and entry.kinds else ENTRANCE[step.side]
    return _at_hqs(theatre, step.side, kinds)


def placed_by(counter: Counter) -> tuple[Rules, str]:
    """By which rules a counter is placed where it comes, and where that is, in words."""
    if counter.arm == DEFENSE_BASE:
        return ("TFB-2.4g-2",), "next to a German infantry division in trace, not with it"
    return ("OCS-13.6-1",), "where its entry brings it"


def open_hexes(
    state: Ledger, step: ArrivalPhase, row: str, counter: Counter, mode: Mode
) -> tuple[int, ...]:
    """Those of them where nothing speaks against it."""
    theatre = step.theatre(state)
    number = theatre.counters.rows.get(counter.id)
    return tuple(
        place
        for place in entrances(state, step, row, counter)
        if not arrival_violations(theatre, counter, place, mode, number)
    )


def _at_hqs(theatre: Theatre, side: Side, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """The HQs of these kinds in trace; if there are none, where the railways of the side begin."""
    found = [
        one.place
        for one in places_of(theatre, side)
        if one.stands.kind in kinds and one.stands.in_trace
    ]
    edges = found or open_edges(theatre, side, sorted(edge_sources(theatre, side)))
    return tuple(dict.fromkeys(edges))


def _alert_places(theatre: Theatre) -> tuple[int, ...]:
    """Where Alert units appear (RUL-TFB-11): HQs in trace but no Kessel HQ, bases, towns."""
    own, supply = controlled(theatre, "axis"), supply_state(theatre, "axis")
    towns = (
        place
        for place, terrain in enumerate(theatre.land.terrain)
        if own[place] and not TOWNS.isdisjoint(terrain) and supply.leads_to(place)
    )
    places = (
        one.place
        for one in places_of(theatre, "axis")
        if one.stands.in_trace and one.stands.kind != "kessel_hq"
    )
    return tuple(dict.fromkeys((*places, *towns)))


TOWNS = frozenset({"village", "minor_city", "major_city"})


def _at_hexes(state: Ledger, theatre: Theatre, entry: ArrivalEntry) -> list[int]:
    """The hexes that an entry names, or those on the edge that it names."""
    land = theatre.land
    if entry.edge == "west":
        return list(edge_rails(land, WEST))
    if entry.edge == "north":
        marker = marker_for(entry, state)
        return [
            place
            for place in range(land.size)
            if on_edge(land, place)
            and _has_road(theatre, place)
            and not hex_violations(entry, land.labels[place], marker)
        ]
    return [land.place(found[0]) for found in HEX_NAME.finditer(entry.place)]


def _has_road(theatre: Theatre, place: int) -> bool:
    land = theatre.land
    first = place * land.graph.width
    return any(land.between[step].road for step in range(first, first + land.graph.width))


def _beside_divisions(theatre: Theatre) -> tuple[int, ...]:
    """The hexes where a Heinrici Defense Base may stand: next to a German infantry division."""
    land, state = theatre.land, supply_state(theatre, "axis")
    found: dict[int, None] = {}
    for row in theatre.counters.combat[1]:
        counter = theatre.counter(row)
        german = counter.nation == "German" and counter.arm.startswith("infantry division")
        if not german or not theatre.on_map(row) or not state.in_trace(row):
            continue
        for place in land.graph.neighbours[theatre.place_of(row)]:
            enemy = bool(theatre.combat_units(place, "soviet"))
            wrong = (
                base_placement_violations(
                    1, True, True, word, False, enemy, theatre.rulings.heinrici
                )
                for word in land.terrain[place]
            )
            if not any(wrong):
                found[place] = None
    return tuple(found)


# Short scenarios


def _short_entry(state: Ledger, counter: Counter) -> Entry | None:
    """The entry of a short scenario that brings a counter on this turn."""
    return next(
        (
            entry
            for entry in entries(state.table.scenario)
            if entry.what == "arrive" and any(unit.id == counter.id for unit in entry.units)
        ),
        None,
    )


def _near_town(theatre: Theatre, counter: Counter, entry: Entry | None) -> tuple[int, ...]:
    """The town that a short scenario names; if it lies off the map or is not held, the edge."""
    land, side = theatre.land, counter.side
    if entry is None or not entry.place:
        return open_edges(theatre, side, sorted(edge_sources(theatre, side)))
    town, held = country().place(entry.place), controlled(theatre, side)
    here = [land.index[hex] for hex in town.hexes if hex in land.index]
    own = tuple(place for place in here if held[place])
    if own:
        return own
    edge = [place for place in range(land.size) if on_edge(land, place) and held[place]]
    far = {place: min(land.hexes[place].distance(hex) for hex in town.hexes) for place in edge}
    rails = {place: n for place, n in far.items() if land.has_rail(place)} or far
    nearest = min(rails.values(), default=None)
    wanted = [place for place, distance in rails.items() if distance == nearest]
    return open_edges(theatre, side, wanted)
