"""The map: the booklets' hexes, lines that lead somewhere, rivers that flow to the edge."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from scripts.map import sources
from scripts.map.plane import Corner, Spot, corner_net, corners, from_segment, plane

from landbridge.engine.refusals import BadInput
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import country, in_order, layers
from landbridge.games.belorussia.map.georeference import centre, hex_of
from landbridge.games.belorussia.map.sheets import atlas, column_and_row, find_hex, hex_at

MAP = country()
HEXES = set(atlas().hexes)


def joined(links: Iterable[tuple[Any, Any]], nodes: Iterable[Any] = ()) -> list[set[Any]]:
    """The pieces into which links join nodes."""
    beside: dict[Any, set[Any]] = {node: set() for node in nodes}
    for one, other in links:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    found = []
    while beside:
        piece, waiting = set(), [next(iter(beside))]
        while waiting:
            node = waiting.pop()
            if node not in piece:
                piece.add(node)
                waiting += beside.pop(node)
        found.append(piece)
    return found


def test_four_sheets_of_8494_hexes_share_a_seam() -> None:
    assert len(HEXES) == 8494
    assert find_hex("C9.35") == find_hex("A9.01")
    assert atlas().label(find_hex("C9.35")) == "A9.01"
    assert find_hex("C62.01").distance(find_hex("D1.01")) == 1
    for place in (find_hex("A17.08"), find_hex("D62.34")):
        assert hex_at(*column_and_row(place)) == place
    with pytest.raises(BadInput, match=r"no row 35 in column 2 of sheet C"):
        find_hex("C2.35")


def test_the_booklets_places_lie_in_their_hexes() -> None:
    assert MAP.place("Vitebsk").hexes == (find_hex("B18.18"), find_hex("B18.19"))
    assert MAP.place("Kovel").hexes == (find_hex("C14.12"),)
    for label, rivers in (("C34.20", 1), ("D5.02", 1), ("D11.27", 1), ("D7.01", 1)):
        place = find_hex(label)
        around = [MAP.water.get(in_order(place, other)) for other in place.neighbours()]
        assert around.count("major_river") >= rivers, label
    with pytest.raises(BadInput, match="Did you mean 'Vitebsk'"):
        MAP.place("Vitebks")


def test_a_place_lies_where_it_is_on_earth() -> None:
    """The fit puts places into their hexes; only what the booklet names may lie beside."""
    for name, place in sources.places().items():
        if name in MAP.places and name not in sources.fixed().places:
            assert hex_of(place.latitude, place.longitude) in MAP.places[name].hexes, name


def test_every_railway_leads_from_place_to_place() -> None:
    pieces = joined(MAP.rails)
    listed = sources.ways()
    for chain in (*listed.double_rail, *listed.rail):
        on_map = [name for name in chain if name in MAP.places]
        for one, other in itertools.pairwise(on_map):
            here, there = MAP.places[one].hexes, MAP.places[other].hexes
            assert any(piece & set(here) and piece & set(there) for piece in pieces), (one, other)
    assert all(piece & edge_hexes() or len(piece) > 50 for piece in pieces)


def test_no_place_lies_off_its_road() -> None:
    on_roads = {place for side in MAP.roads for place in side}
    assert [name for name, place in MAP.places.items() if not on_roads & set(place.hexes)] == []
    main, *others = sorted(joined(MAP.roads), key=len, reverse=True)
    assert len(main) > 1500
    assert all(piece & edge_hexes() for piece in others)


def edge_hexes() -> set[Hex]:
    return {place for place in HEXES if any(n not in HEXES for n in place.neighbours())}


def river_corners() -> Mapping[tuple[Corner, Corner], str]:
    """The rivers, and the lakes that they flow through, as lines from corner to corner."""
    return {
        (one, other): MAP.water[side]
        for one, beside in corner_net().items()
        for other, side in beside.items()
        if one < other and side in MAP.water
    }


@pytest.mark.parametrize("kinds", [{"major_river"}, {"major_river", "minor_river"}])
def test_every_river_flows_off_the_map(kinds: set[str]) -> None:
    """Major Rivers by themselves, the others through them."""
    lines = river_corners()
    flowing = [pair for pair, kind in lines.items() if kind in kinds | {"blocked_lake"}]
    for piece in joined(flowing):
        own = [pair for pair in flowing if pair[0] in piece]
        if {lines[pair] for pair in own} == {"blocked_lake"}:
            continue
        touched = {place for one, other in own for place in corner_net()[one][other]}
        assert touched & edge_hexes(), sorted(atlas().label(place) for place in touched)


def test_rivers_keep_to_their_courses() -> None:
    """To half a hex in the middle, and never a hex and a half away from where they flow."""
    lines = [((a[0] / 1000, a[1] / 1000), (b[0] / 1000, b[1] / 1000)) for a, b in river_corners()]
    by_column: dict[int, list[Any]] = {}
    for start, end in lines:
        by_column.setdefault(round(start[0]), []).append((start, end))
    away = []
    for river in sources.rivers():
        for point in river.course:
            spot = plane(point)
            if 2 < spot[0] < 106 and 2 < spot[1] < 68:
                near = [
                    line
                    for column in range(-2, 3)
                    for line in by_column.get(round(spot[0]) + column, ())
                ]
                away.append((min(from_segment(spot, *line) for line in near), river.name))
    away.sort()
    assert away[len(away) // 2][0] < 0.35
    assert away[-1][0] < 1.5, away[-1]


def river_lines(name: str) -> list[tuple[Spot, Spot]]:
    """The hexsides of a river and of its upper and lower course, as lines on the plane."""
    named = [one for one in MAP.rivers.values() if one.name.split()[0] == name.split()[0]]
    lines = []
    for river in named:
        for side in river.sides:
            ends = set(corners(side[0])) & set(corners(side[1]))
            one, other = sorted(ends)
            lines.append(((one[0] / 1000, one[1] / 1000), (other[0] / 1000, other[1] / 1000)))
    return lines


def test_rivers_lie_where_they_flow_to_half_a_hex() -> None:
    """Against points of Natural Earth's rivers (public domain), about one in three hexes."""
    with (Path(__file__).parent / "river_courses.csv").open(encoding="utf-8", newline="") as file:
        points = list(csv.DictReader(file))
    assert len({point["river"] for point in points}) > 25
    away = []
    for point in points:
        spot = plane((float(point["latitude"]), float(point["longitude"])))
        lines = river_lines(point["river"])
        away.append((min(from_segment(spot, *line) for line in lines), point))
    away.sort(key=lambda pair: pair[0])
    assert away[-1][0] < 0.6, away[-1]
    assert sum(distance <= 0.5 for distance, _ in away) >= 0.98 * len(away)


def test_every_river_runs_without_a_gap_from_source_to_mouth() -> None:
    """Side follows side downstream, and the last one touches what it flows into, or the edge."""
    for river in MAP.rivers.values():
        ends = [set(corners(one)) & set(corners(other)) for one, other in river.sides]
        off_map = [not a & b for a, b in itertools.pairwise(ends)]
        for number, apart in enumerate(off_map):
            if apart:
                # It leaves the map and comes back.
                touched = {*river.sides[number], *river.sides[number + 1]}
                assert touched & edge_hexes(), (river.name, number)
        if river.into == "edge" or river.into not in MAP.rivers:
            assert set(river.sides[-1]) & edge_hexes(), river.name
        else:
            mouth = {c for s in MAP.rivers[river.into].sides for place in s for c in corners(place)}
            assert ends[-1] & mouth or set(river.sides[-1]) & edge_hexes(), river.name
        for side in river.sides:
            assert MAP.water[side] in ("minor_river", "major_river", "blocked_lake")


def test_every_side_of_a_river_bears_a_name() -> None:
    named = {side for river in MAP.rivers.values() for side in river.sides}
    wet = {side for side, kind in MAP.water.items() if kind != "blocked_lake"}
    assert wet <= named


def test_points_of_interest_are_stations_without_a_village() -> None:
    stations = [place for place in MAP.places.values() if place.kind == "point_of_interest"]
    on_rails = {place for side in MAP.rails for place in side}
    assert len(stations) > 40
    for station in stations:
        assert set(station.hexes) <= on_rails, station.name
        assert not any(MAP.settlement_of(place) for place in station.hexes), station.name
    assert len({place for one in stations for place in one.hexes}) == len(stations)


def test_railways_lead_off_every_edge_of_the_map() -> None:
    on_rails = {place for side in MAP.rails for place in side}
    for edge, least in (("N", 4), ("E", 3), ("S", 6), ("W", 4)):
        assert len(on_rails & set(atlas().edge(edge))) >= least, edge
    (net,) = (piece for piece in joined(MAP.rails) if len(piece) > 500)
    assert {
        hex_
        for name in ("Minsk", "Brest", "Gomel", "Kovel", "Vilnius", "Vyazma")
        for hex_ in MAP.places[name].hexes
    } <= net


def test_features_stand_on_their_own_ground() -> None:
    """A forest is named where woods are, a marsh where it is wet, a lake beside its water."""
    wanted = {"forest": {"heavy_woods", "light_woods"}, "marsh": {"swamp"}, "heights": {"hills"}}
    for feature in MAP.features:
        near = [place for place in feature.place.disc(3) if place in HEXES]
        if feature.kind == "lake":
            sides = (in_order(a, b) for a in near for b in a.neighbours())
            assert any(MAP.water.get(side) == "blocked_lake" for side in sides), feature.name
        else:
            found = {MAP.landscape_of(place) for place in near}
            assert found & wanted[feature.kind], feature.name


def test_no_place_can_only_be_left_over_water_or_marsh() -> None:
    """Trucks reach every place by road from everywhere, in the worst of weather."""
    on_roads = [set(piece) for piece in joined(MAP.roads)]
    main = max(on_roads, key=len)
    off = [name for name, place in MAP.places.items() if not set(place.hexes) & main]
    assert off == []


def test_ground_is_in_one_piece() -> None:
    links = (
        (place, other)
        for place in HEXES
        for other in place.neighbours()
        if other in HEXES and MAP.water.get(in_order(place, other)) != "blocked_lake"
    )
    assert len(joined(links, HEXES)) == 1


def test_landscapes_come_in_believable_shares() -> None:
    shares = {
        word: 100 * MAP.landscape.count(word) / len(MAP.landscape) for word in set(MAP.landscape)
    }
    assert 40 < shares["open"] < 56
    assert 24 < shares["light_woods"] < 36
    assert 8 < shares["heavy_woods"] < 18
    assert 5 < shares["swamp"] < 12
    marsh = [MAP.landscape_of(place) for place in find_hex("C40.20").disc(3)]
    assert marsh.count("swamp") > len(marsh) / 2
    assert MAP.settlement_of(find_hex("B18.18")) == "major_city"


def test_every_layer_says_where_it_comes_from() -> None:
    assert set(layers()) == {
        "grid",
        "named_hexes",
        "places",
        "rivers",
        "lakes",
        "landscape",
        "rails",
        "roads",
        "points_of_interest",
        "names",
        "gauge",
        "air_bases",
    }
    assert layers()["named_hexes"].source == "booklet"
    assert centre(find_hex("C1.01")) == (0.8660254037844386, 1.0)
