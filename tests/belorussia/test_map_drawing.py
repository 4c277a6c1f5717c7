"""The map as a picture: names that can be read, counters where a set-up puts them, all formats."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from landbridge.cli import main
from landbridge.engine.drawing.maps import MapRequest
from landbridge.engine.drawing.shapes import Drawing, Layer, Marks, Text
from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.armies.set_ups import set_up
from landbridge.games.belorussia.armies.signs import number_of, sign_of
from landbridge.games.belorussia.armies.units import find_unit, units
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.drawing.frame import Frame, corners, ends_of, rectangle
from landbridge.games.belorussia.map.drawing.names import areas_of
from landbridge.games.belorussia.map.drawing.poster import picture
from landbridge.games.belorussia.map.sheets import atlas, find_hex


@pytest.fixture(scope="module")
def whole() -> Drawing:
    """The whole map, which takes seconds to draw."""
    return picture(MapRequest()).drawing


def layer(drawing: Drawing, name: str) -> Layer:
    return next(layer for layer in drawing.layers if layer.name == name)


def words(drawing: Drawing, name: str) -> list[Text]:
    return [item for item in layer(drawing, name).items if isinstance(item, Text)]


def test_neighbours_share_corners() -> None:
    place = find_hex("B18.18")
    for direction, other in enumerate(place.neighbours()):
        shared = set(corners(place)) & set(corners(other))
        assert shared == set(ends_of((place, other))) == set(ends_of((other, place)))
        assert corners(place)[direction] in shared


def test_names_of_the_whole_map_do_not_cover_each_other(whole: Drawing) -> None:
    names = words(whole, "names")
    for one, other in itertools.combinations(names, 2):
        if abs(one.at[0] - other.at[0]) < 500 and abs(one.at[1] - other.at[1]) < 60:
            shared = sum(a.shared(b) for a in areas_of(one) for b in areas_of(other))
            assert shared < 60, (one.text, other.text)
    shown = {text.text for text in names}
    for place in country().places.values():
        wanted = place.name.upper() if place.kind == "major_city" else place.name
        if place.kind in ("major_city", "minor_city"):
            assert wanted in shown
    left_out = [p.name for p in country().places.values() if p.kind == "village"]
    left_out = [name for name in left_out if name not in shown]
    assert len(left_out) < 6, left_out
    assert {"Dnepr", "Pripyat", "Western Dvina", "Berezina", "Sozh", "Pripyat Marshes"} <= shown


def test_every_hex_bears_its_number_and_every_landscape_its_sign(whole: Drawing) -> None:
    numbers = [text.text for text in words(whole, "numbers")]
    assert len(numbers) == len(atlas().hexes)
    assert numbers.count("18.18") == 4
    signs = [item for item in layer(whole, "landscape").items if isinstance(item, Marks)]
    assert len(signs) == 5
    assert all(len(item.spots) > 500 for item in signs)
    letters = [text.text for text in words(whole, "sheet letters")]
    assert sorted(letters) == ["A", "B", "C", "D"]
    legend = {text.text for text in words(whole, "legend")}
    assert {"The Forgotten Battles", "Point of interest", "Railway, double", "50 km"} <= legend


def test_a_window_shows_what_lies_round_a_place() -> None:
    near = rectangle(country().place("Vitebsk").hexes, 3)
    assert find_hex("B18.21") in near
    assert find_hex("B18.23") not in near
    assert Frame(near).width == pytest.approx((6 * 0.8660254 + 1.24) * 100)
    drawing = picture(MapRequest(at="Vitebsk", within=3)).drawing
    assert {"VITEBSK", "Knyazhitsa"} <= {text.text for text in words(drawing, "names")}
    by_hex = picture(MapRequest(at="B18.18", within=3)).drawing
    assert by_hex.width == drawing.width
    for wrong, why in (
        (MapRequest(at="Vitebks"), "Did you mean 'Vitebsk'"),
        (MapRequest(at="B99.01"), "no hex"),
        (MapRequest(sheet="E"), "There is no sheet 'E'"),
        (MapRequest(sheet="A", at="Minsk"), "not both"),
        (MapRequest(scenario="moscow"), "scenario on the map"),
    ):
        with pytest.raises(BadInput, match=why):
            picture(wrong)


def test_counters_stand_where_the_set_up_puts_them() -> None:
    drawing = picture(MapRequest(scenario="first-steps")).drawing
    shown = [text.text for text in words(drawing, "counters")]
    rows = [row for row in set_up("first-steps") if row.kind == "unit"]
    stacks = {row.place for row in rows}
    assert 0 < len(stacks) <= shown.count("XX") + shown.count("X") + len(stacks)
    for row in rows:
        if row.hex == "D10.13":
            assert number_of(find_unit(row.id)) in shown
    assert layer(drawing, "front").items
    assert "First steps" in {text.text for text in words(drawing, "legend")}


def test_every_counter_has_a_sign_and_a_number() -> None:
    for unit in units().values():
        assert sign_of(unit)
        assert number_of(unit), unit.name
    assert number_of(find_unit("G-PZ4-P1")) == "I/35"
    assert number_of(find_unit("S-RD-28")) == "28"
    assert sign_of(find_unit("S-TB-78")) == "armour"


def test_the_command_writes_what_the_name_of_the_file_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, start in (("m.svg", b"<svg"), ("m.pdf", b"%PDF"), ("m.png", b"\x89PNG")):
        file = tmp_path / name
        assert main(["map", "belorussia", "--at", "Kovel", "--within", "2", "-o", str(file)]) == 0
        assert file.read_bytes().startswith(start)
    assert main(["map", "belorussia", "-o", str(tmp_path / "m.gif")]) == 2
    assert "A map is written as" in capsys.readouterr().err
    assert main(["map", "orsha", "-o", str(tmp_path / "m.svg")]) == 2
    assert main(["map", "belorussia", "--within", "0", "-o", str(tmp_path / "m.svg")]) == 2
    gone = tmp_path / "no" / "m.svg"
    assert main(["map", "belorussia", "--at", "Kovel", "--within", "1", "-o", str(gone)]) == 2
