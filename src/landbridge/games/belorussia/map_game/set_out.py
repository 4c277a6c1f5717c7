"""The first position of a scenario: its land, its counters, and where each of them stands."""

from __future__ import annotations

from collections import Counter as Tally
from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache

from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.armies.scenarios import MapScenario, map_scenario
from landbridge.games.belorussia.armies.set_ups import SetUpRow, front_near
from landbridge.games.belorussia.armies.units import GroundUnit, planes, units
from landbridge.games.belorussia.arrivals.packs import find_pack
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.position.counters import (
    SIDES,
    TOKENS,
    Counter,
    Counters,
    counter_of,
    plane_of,
    transport_point,
)
from landbridge.games.belorussia.position.garrisons import laid_face_down
from landbridge.games.belorussia.position.land import Land, land_of, whole_map
from landbridge.games.belorussia.position.position import (
    MARKERS,
    MOVE_SIDE,
    UNUSED,
    AirBase,
    Position,
    empty_position,
)
from landbridge.games.belorussia.words import Side


def scenario_rows(name: str, pack: str = "") -> tuple[SetUpRow, ...]:
    """What stands on the map as a scenario begins, as an owner's pack has it."""
    plan, own = map_scenario(name), find_pack(pack)
    return plan.rows if own is None else own.set_up(plan.set_up)


def all_units(pack: str = "") -> dict[str, GroundUnit]:
    """Every counter on the ground, as an owner's pack has it."""
    own = find_pack(pack)
    return units() if own is None else own.units()


@cache
def scenario_land(name: str, pack: str = "") -> Land:
    """The part of the map that a scenario is played on."""
    scenario, own = map_scenario(name), find_pack(pack)
    if own is not None:
        return land_of(own.country(), scenario.hexes)
    return whole_map() if scenario.window is None else land_of(country(), scenario.hexes)


@cache
def scenario_counters(name: str, pack: str = "") -> Counters:
    """Every counter of a scenario: those of its set-up first, then all that may ever come."""
    known = all_units(pack)
    set_up = tuple(counter for counter, _ in _placed(scenario_rows(name, pack), known))
    here = {counter.id for counter in set_up}
    later = (counter_of(unit) for id, unit in known.items() if id not in here)
    in_the_air = (plane_of(unit) for id, unit in planes().items() if id not in here)
    return Counters((*set_up, *later, *in_the_air))


def _placed(
    rows: Iterable[SetUpRow], known: Mapping[str, GroundUnit]
) -> list[tuple[Counter, SetUpRow]]:
    """The counters that a set-up puts on the map, with the row of each."""
    found: list[tuple[Counter, SetUpRow]] = []
    numbers: Tally[tuple[str, str]] = Tally()
    for row in rows:
        if row.kind == "unit":
            found.append((counter_of(known[row.id]), row))
        elif row.kind == "air":
            found.append((plane_of(planes()[row.id]), row))
        elif row.kind == "truck" or row.kind == "wagon":
            for _ in range(int(row.value)):
                numbers[row.side, row.kind] += 1
                number = numbers[row.side, row.kind]
                id = f"{row.side}-{row.kind}-{number}"
                name = f"{row.kind.title()} {number}"
                found.append((transport_point(id, row.side, row.kind, name), row))
    return found


@cache
def first_position(name: str, pack: str = "") -> Position:
    """Where everything stands as a scenario begins."""
    rows, land = scenario_rows(name, pack), scenario_land(name, pack)
    counters = scenario_counters(name, pack)
    at, face, marker = [UNUSED] * len(counters), bytearray(len(counters)), bytearray(len(counters))
    for number, (counter, row) in enumerate(_placed(rows, all_units(pack))):
        at[number] = land.index[row.place]
        face[number] = MOVE_SIDE if row.mode == "move" or counter.is_transport else 0
        marker[number] = MARKERS.index(row.mode) if row.mode == "reserve" else 0
    control = _control(land, map_scenario(name), rows)
    position = replace(
        empty_position(len(counters), land.size),
        at=WORD.of(at),
        face=bytes(face),
        marker=bytes(marker),
        dumps=_dumps(land, rows),
        bases={
            land.index[row.place]: AirBase(row.side, int(row.value))
            for row in rows
            if row.kind == "airbase"
        },
        hedgehogs={land.index[row.place]: int(row.value) for row in rows if row.kind == "hedgehog"},
        control=control,
        gauge=_gauge(land, rows, control),
    )
    return laid_face_down(counters, position, land)


def _dumps(land: Land, rows: Iterable[SetUpRow]) -> tuple[dict[int, int], dict[int, int]]:
    found: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for row in rows:
        if row.kind == "dump":
            own, place = found[SIDES.index(row.side)], land.index[row.place]
            own[place] = own.get(place, 0) + int(TOKENS * float(row.value))
    return found


# Who holds what


def sides_of_the_front(land: Land, lines: Mapping[Side, Iterable[Hex]]) -> bytearray:
    """By place: on whose side of a front it lies; what touches a side's line lies behind it."""
    found = bytearray(land.size)
    edge: deque[int] = deque()
    for side, hexes in lines.items():
        for hex in hexes:
            place = land.index.get(hex)
            if place is not None and not found[place]:
                found[place] = SIDES.index(side) + 1
                edge.append(place)
    while edge:
        place = edge.popleft()
        for beside in land.graph.neighbours[place]:
            if not found[beside]:
                found[beside] = found[place]
                edge.append(beside)
    return found


def _control(land: Land, scenario: MapScenario, rows: Iterable[SetUpRow]) -> bytes:
    """By place: whose side of the front it lies on, or who stands there."""
    found = sides_of_the_front(land, front_near(scenario.first))
    for row in rows:
        if row.kind == "unit":
            found[land.index[row.place]] = SIDES.index(row.side) + 1
    return bytes(found)


def _gauge(land: Land, rows: Iterable[SetUpRow], control: bytes) -> bytes:
    """By place: whose gauge the railway has. Soviet rails end at the railheads of the set-up."""
    soviet, axis = (SIDES.index(side) + 1 for side in ("soviet", "axis"))
    rails = {place for place in range(land.size) if land.has_rail(place)}
    gauge = BYTE.put_all(bytes(land.size), dict.fromkeys(rails, axis))
    heads = {
        land.index[row.place] for row in rows if row.kind == "railhead" and row.side == "soviet"
    }
    ends = [place for place in rails if control[place] == soviet and on_edge(land, place)]
    converted, edge = set(ends), deque(ends)
    while edge:
        place = edge.popleft()
        if place in heads:
            continue
        for beside in land.rail_neighbours(place):
            if beside not in converted and control[beside] == soviet:
                converted.add(beside)
                edge.append(beside)
    return BYTE.put_all(gauge, dict.fromkeys(converted, soviet))


def on_edge(land: Land, place: int) -> bool:
    """Whether a place lies on the edge of the map that is played on."""
    return len(land.graph.neighbours[place]) < land.graph.width
