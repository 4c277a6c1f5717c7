"""The map as a picture: everything on it, once, and nothing over the edge."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from xml.etree import ElementTree

import pytest

from landbridge import ask
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import LandbridgeError
from landbridge.games.arsenal.map.drawing import Canvas, Stack, around, draw
from landbridge.games.arsenal.map.points import LINES, POINTS, START, point_number
from landbridge.games.arsenal.words import AXIS
from landbridge.referee.games import game

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def names(picture: str) -> list[str]:
    texts = ElementTree.fromstring(picture).iter(f"{SVG}text")
    return [text.text or "" for text in texts if "name" in (text.get("class") or "").split()]


def test_every_point_has_its_name_once() -> None:
    assert sorted(names(draw())) == sorted(point.name for point in POINTS)


def test_every_line_is_drawn() -> None:
    strokes = re.findall(r'class="line (major|minor|inferior)" d="M[\d.]+ [\d.]+L', draw())
    assert len(strokes) == len(LINES)


def test_names_stay_on_the_paper() -> None:
    root = ElementTree.fromstring(draw(control=START))
    wide = float(root.attrib["width"])
    for text in root.iter(f"{SVG}text"):
        if "name" in (text.get("class") or "").split():
            assert 0 <= float(text.attrib["x"]) < wide


def test_a_part_of_the_map_has_the_points_around() -> None:
    near = around([point_number("Minsk")], 1)
    assert {POINTS[n].name for n in near} >= {"Minsk", "Baranovichi", "Orsha"}
    assert len(names(draw(near))) == len(near)
    assert "Moscow" not in names(ask("arsenal.map_picture", around=["Minsk"], lines=1).result)


def test_stacks_say_how_many() -> None:
    minsk = point_number("Minsk")
    picture = draw(around([minsk], 1), START, {minsk: Stack(7, AXIS)})
    assert re.search(r'class="count"[^>]*>7<', picture)


def test_a_point_named_twice_is_refused() -> None:
    with pytest.raises(LandbridgeError, match="twice"):
        ask("arsenal.map_picture", around=["Minsk", "MIN"])


def test_the_map_is_among_the_sheets() -> None:
    match = Match.new(game("arsenal"), "barbarossa", seed=1)
    sheets = match.game.sheets(match.view("axis"))
    picture = sheets["map"].parts[0].picture
    assert sum(int(n) for n in re.findall(r'class="count"[^>]*>(\d+)<', picture)) == sum(
        place < len(POINTS) for place in match.state.at
    )


def test_the_pictures_of_the_pages_are_up_to_date() -> None:
    spec = spec_from_file_location("pictures", ROOT / "scripts" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    for name, text in script.pictures().items():
        kept = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
        assert kept == text, f"{name} is old: python scripts/pictures.py"


def _inside(path: str, x: float, y: float) -> bool:
    """Whether a spot lies in an odd number of the rings of a path."""
    crossed = False
    for ring in path.split("z")[:-1]:
        figures = [float(part) for part in re.findall(r"[\d.-]+", ring)]
        spots = list(zip(figures[::2], figures[1::2], strict=True))
        for (x1, y1), (x2, y2) in zip(spots, [*spots[1:], spots[0]], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                crossed = not crossed
    return crossed


@pytest.mark.parametrize(
    ("name", "lon", "lat", "on"),
    [
        ("Moscow", 3762, 5575, {"land"}),
        ("Simferopol", 3410, 4495, {"land"}),
        ("Black Sea", 3400, 4330, set()),
        ("Gulf of Finland", 2650, 5980, set()),
        ("Ladoga", 3160, 6090, {"land", "lake"}),
    ],
)
def test_the_coasts_are_where_they_are(name: str, lon: int, lat: int, on: set[str]) -> None:
    sheet = Canvas(frozenset(range(len(POINTS))), 0.55)
    paths = ElementTree.fromstring(draw()).iter(f"{SVG}path")
    drawn = {kind: path.attrib["d"] for path in paths if (kind := path.get("class"))}
    spot = sheet.spot(lon, lat)
    assert {kind for kind in ("land", "lake") if _inside(drawn[kind], *spot)} == on, name
