"""Places worth points on the map: who holds them the position tells, and the books follow."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.belorussia.arrivals.packs import find_pack
from landbridge.games.belorussia.ledger.facts.supply_places import change_hands
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.map_game.table import MapTable
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.scenario_victory import VictoryPlace, victory_terms
from landbridge.games.belorussia.victory import REAR_CITIES, places
from landbridge.games.belorussia.words import counted

SOVIET = SIDES.index("soviet") + 1


class CountingPlace(Struct, frozen=True):
    """A place worth points on the land that is played on, and whether it is the Soviets'."""

    name: str
    points: int
    hexes: tuple[str, ...]
    soviet: bool


def held_on_map(table: MapTable, ruling: str) -> dict[str, bool]:
    """By place worth points on the land that is played on: whether every hex of it is Soviet."""
    hexes = _hexes_of(table, (*places(ruling), *REAR_CITIES)) | {
        one.name: _hex_of(table, one) for one in own_places(table)
    }
    return {name: _is_soviet(table, there) for name, there in hexes.items()}


def places_that_count(table: MapTable, ruling: str) -> tuple[CountingPlace, ...]:
    """The places that decide this match."""
    labels, own = table.land.labels, own_places(table)
    hexes = {one.name: _hex_of(table, one) for one in own}
    points = {one.name: one.points for one in own}
    if not own:
        points = places(ruling)
        hexes = _hexes_of(table, tuple(points))
    return tuple(
        CountingPlace(
            name, points[name], tuple(labels[place] for place in there), _is_soviet(table, there)
        )
        for name, there in hexes.items()
    )


def _hexes_of(table: MapTable, names: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """By name: the hexes of those places that lie on the land that is played on."""
    key = ("places worth points", table.pack, names)
    return table.land.once(key, lambda land: _hexes_on(land, table.pack, names))


def _hexes_on(land: Land, pack: str, names: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    own = find_pack(pack)
    named = (country() if own is None else own.country()).places
    index = land.index
    found = {
        name: tuple(index[hex] for hex in named[name].hexes if hex in index)
        for name in names
        if name in named
    }
    return {name: there for name, there in found.items() if there}


def _hex_of(table: MapTable, place: VictoryPlace) -> tuple[int, ...]:
    return (table.land.index[find_hex(place.hex)],)


def _is_soviet(table: MapTable, hexes: tuple[int, ...]) -> bool:
    return all(table.position.control[place] == SOVIET for place in hexes)


def own_places(table: MapTable) -> tuple[VictoryPlace, ...]:
    """The places that count in the short scenario that is played; none in a campaign."""
    return () if table.plan.window is None else victory_terms(table.scenario).places


def places_held(state: Ledger) -> tuple[str, ...]:
    """The places worth points that the Soviet side holds on the map."""
    found = held_on_map(state.table, state.rulings.victory_points)
    return tuple(name for name, soviet in found.items() if soviet and name not in REAR_CITIES)


def note_places(state: Ledger, play: Play) -> Ledger:
    """Note in the books which places have changed hands on the map."""
    own = {place.name: place for place in own_places(state.table)}
    for name, soviet in held_on_map(state.table, state.rulings.victory_points).items():
        was = name not in state.cities_lost if name in REAR_CITIES else name in state.held
        if soviet == was:
            continue
        if not state.is_excerpt:
            word = "holds" if soviet else "does not hold"
            play.log("held", ("RUL-TFB-35",), place=name, word=word)
        elif name in own:
            event = "place_won" if soviet else "place_lost"
            worth = counted(own[name].points, "point")
            play.log(event, ("RUL-TFB-240",), place=name, worth=worth)
        if not state.is_excerpt:
            state = change_hands(state, name, soviet, play)
        elif name not in REAR_CITIES:
            rest = tuple(other for other in state.held if other != name)
            state = replace(state, held=(*rest, name) if soviet else rest)
    return state
