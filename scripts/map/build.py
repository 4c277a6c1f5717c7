"""Build the tables of the map: hexes, hexsides and places, from the sources beside this file.

python -m scripts.map.build

The tables are committed and read at run time; whoever changes a source builds them anew.
"""

from __future__ import annotations

import csv
import itertools
import math
from pathlib import Path

from landbridge.engine.space.hexes import Flat, Hex
from landbridge.games.belorussia.map.georeference import KM_PER_HEX, centre, hex_of
from landbridge.games.belorussia.map.sheets import atlas, find_hex

from . import sources
from .ground import Ground
from .plane import Side, corner_net, middle, on_map, plane, side
from .rivers import courses
from .ways import Ways, neighbours_in_sight

FOLDER = Path(__file__).parents[2] / "src/landbridge/games/belorussia/data/map"
TRACKS = 6.0
"""Villages so far apart are joined by a track, in hexes."""


class Builder:
    """The country as it comes together."""

    def __init__(self) -> None:
        self.fixed = sources.fixed()
        self.places = sources.places()
        self.where = {name: self._hexes_of(place) for name, place in self.places.items()}
        self.barriers = self._barriers()
        self.landscape = self._landscape()
        self.rail = self._rail()
        self.roads = self._roads()

    def _hexes_of(self, place: sources.Place) -> tuple[Hex, ...]:
        listed = self.fixed.places.get(place.name)
        if listed:
            return tuple(map(find_hex, listed))
        return (hex_of(place.latitude, place.longitude),)

    def _barriers(self) -> dict[Side, str]:
        """Rivers and lakes between hexes."""
        found: dict[Side, str] = {}
        self.courses = courses(sources.rivers(), self.fixed)
        for course in self.courses.values():
            for between, kind in course.sides():
                if found.get(between) != "major_river":
                    found[between] = kind
        for lake in sources.lakes():
            across, up = (km / KM_PER_HEX for km in lake.size)
            spot = plane(lake.middle)
            for corner, beside in corner_net().items():
                for other, between in beside.items():
                    at = middle(corner, other)
                    inside = ((at[0] - spot[0]) / across) ** 2 + ((at[1] - spot[1]) / up) ** 2
                    if inside <= 1 and on_map(between):
                        found[between] = "blocked_lake"
        return found

    def _landscape(self) -> dict[Hex, str]:
        ground = Ground(*sources.ground())
        return {place: ground.landscape(place) for place in atlas().hexes}

    def _rail(self) -> Ways:
        rail = Ways(self.landscape, self.barriers)
        listed = sources.ways()
        for kind, chains in (("double", listed.double_rail), ("single", listed.rail)):
            self._lay(rail, chains, kind)
        return rail

    def _roads(self) -> Ways:
        roads = Ways(self.landscape, self.barriers)
        listed = sources.ways()
        self._lay(roads, listed.primary_road, "primary_road")
        self._lay(roads, listed.road, "road")
        on_it = [hexes[0] for hexes in self.where.values() if hexes[0] in atlas()]
        for place in sorted(on_it):
            if place not in roads.hexes():
                roads.join(place, roads.hexes(), "track")
        settled = {
            self.where[name][0]
            for name, place in self.places.items()
            if place.kind != "point_of_interest"
        }
        for one, other in neighbours_in_sight(sorted(settled & set(on_it)), TRACKS):
            roads.lay(one, other, "track")
        return roads

    def _lay(self, ways: Ways, chains: tuple[tuple[str, ...], ...], kind: str) -> None:
        for chain in chains:
            for one, other in itertools.pairwise(chain):
                for name in (one, other):
                    if name not in self.where:
                        raise SystemExit(f"ways.toml: there is no place '{name}' in places.csv")
                ends = min(
                    ((a, b) for a in self.where[one] for b in self.where[other]),
                    key=lambda pair: math.dist(centre(pair[0]), centre(pair[1])),
                )
                ways.lay(*ends, kind)
        for hexes in self.where.values():
            # A city of several hexes is one place: what reaches it goes through it.
            for first, second in itertools.pairwise(hexes):
                if {first, second} & ways.hexes():
                    ways.lay(first, second, kind)


def write(built: Builder) -> None:
    """Write the tables."""
    label = atlas().label
    settled = {
        place: built.places[name].kind
        for name, hexes in built.where.items()
        if built.places[name].kind != "point_of_interest"
        for place in hexes
    }
    _table(
        "hexes.csv",
        ("hex", "landscape", "settlement"),
        [(label(place), built.landscape[place], settled.get(place, "")) for place in atlas().hexes],
    )
    rail, roads = built.rail.on_the_map(), built.roads.on_the_map()
    rows = []
    for place in atlas().hexes:
        for direction in (Flat.N, Flat.NE, Flat.SE):
            between = side(place, place.neighbour(direction))
            said = (
                built.barriers.get(between, ""),
                roads.get(between, ""),
                rail.get(between, ""),
            )
            if any(said) and on_map(between):
                rows.append((label(place), direction.name, *said))
    _table("hexsides.csv", ("hex", "side", "water", "road", "rail"), rows)
    _table(
        "places.csv",
        ("name", "hexes", "kind", "latitude", "longitude"),
        [
            (place.name, " ".join(map(label, built.where[name])), place.kind, *_at(place))
            for name, place in sorted(built.places.items())
            if all(one in atlas() for one in built.where[name])
        ],
    )
    _table(
        "rivers.csv",
        ("name", "into", "sides"),
        [
            (name, course.river.into, " ".join(_side_label(side) for side, _ in course.sides()))
            for name, course in sorted(built.courses.items())
            if course.sides()
        ],
    )
    _table(
        "features.csv",
        ("name", "kind", "hex"),
        [
            (feature.name, feature.kind, label(place))
            for feature in sources.features()
            if (place := hex_of(feature.latitude, feature.longitude)) in atlas()
        ],
    )


def _side_label(between: Side) -> str:
    """A side by the hex that lies south or west of it, and the direction from there."""
    for one, other in (between, between[::-1]):
        direction = Flat(one.direction(other))
        if direction in (Flat.N, Flat.NE, Flat.SE):
            return f"{atlas().label(one)}/{direction.name}"
    raise AssertionError(between)


def _at(place: sources.Place) -> tuple[str, str]:
    return f"{place.latitude:g}", f"{place.longitude:g}"


def _table(name: str, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
    print(f"{name}: {len(rows)} rows")


if __name__ == "__main__":
    write(Builder())
