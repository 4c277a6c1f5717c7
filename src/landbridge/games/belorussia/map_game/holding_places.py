"""Places worth points on the map: who holds them the position tells, and the books follow."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.belorussia.arrivals.packs import find_pack
from landbridge.games.belorussia.ledger.facts.supply_places import change_hands
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map_game.table import MapTable
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.victory import REAR_CITIES, places

SOVIET = SIDES.index("soviet") + 1


def held_on_map(table: MapTable, ruling: str) -> dict[str, bool]:
    """By place worth points on the land that is played on: whether every hex of it is Soviet."""
    own = find_pack(table.pack)
    named = (country() if own is None else own.country()).places
    found = {}
    for name in (*places(ruling), *REAR_CITIES):
        hexes = [table.land.index.get(hex) for hex in named[name].hexes] if name in named else []
        there = [place for place in hexes if place is not None]
        if there:
            found[name] = all(table.position.control[place] == SOVIET for place in there)
    return found


def places_held(state: Ledger) -> tuple[str, ...]:
    """The places worth points that the Soviet side holds on the map."""
    found = held_on_map(state.table, state.rulings.victory_points)
    return tuple(name for name, soviet in found.items() if soviet and name not in REAR_CITIES)


def note_places(state: Ledger, play: Play) -> Ledger:
    """Note in the books which places have changed hands on the map."""
    for name, soviet in held_on_map(state.table, state.rulings.victory_points).items():
        was = name not in state.cities_lost if name in REAR_CITIES else name in state.held
        if soviet == was:
            continue
        play.log("held", ("RUL-TFB-35",), place=name, word="holds" if soviet else "does not hold")
        if not state.is_excerpt:
            state = change_hands(state, name, soviet, play)
        elif name not in REAR_CITIES:
            rest = tuple(other for other in state.held if other != name)
            state = replace(state, held=(*rest, name) if soviet else rest)
    return state
