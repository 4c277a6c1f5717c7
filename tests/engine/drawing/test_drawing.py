"""Drawings: the same shapes, marks and words as SVG, PDF and PNG."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
import zlib

import pytest

from landbridge.engine.drawing.curves import chains, eased, loops, rounded, through, winding
from landbridge.engine.drawing.faces import text_width
from landbridge.engine.drawing.pdf import to_pdf
from landbridge.engine.drawing.png import to_png
from landbridge.engine.drawing.shapes import (
    Drawing,
    Layer,
    Marks,
    Pen,
    Shape,
    Text,
    box,
    enlarged,
    line,
    ring,
)
from landbridge.engine.drawing.svg import to_svg
from landbridge.engine.refusals import BadInput

RED, INK = "#CC0000", "#101010"
DOT = (Shape(ring((0, 0), 3), INK, Pen(INK, 0.5), 0.5),)
DRAWING = Drawing(
    200,
    100,
    (
        Layer("Under all", (Shape(box(10, 10, 50, 50), RED),), (0, 0, 40, 100)),
        Layer(
            "marks",
            (
                Marks(DOT, ((150, 20), (170, 20))),
                Shape(line([(100, 80), (180, 80)]), pen=Pen(INK, 2, (4, 2), "butt", 0.5)),
                Text("Orsha (B17.10) & co", (60, 50), 12, halo="#FFFFFF", turn=30, spaced=1),
                Text("end", (190, 95), 10, "sans", RED, "end", opacity=0.5),
                Marks(DOT, ()),
            ),
        ),
    ),
    "A title <with> signs",
    "#FFFFFF",
)


def test_svg_holds_every_layer_and_mark() -> None:
    root = ET.fromstring(to_svg(DRAWING, width_mm=50))
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("width") == "50mm"
    assert root.get("height") == "25mm"
    assert root.findtext(f"{space}title") == "A title <with> signs"
    assert [group.get("id") for group in root.findall(f"{space}g")] == ["under-all", "marks"]
    assert root.find(f"{space}g").get("clip-path") == "url(#under-all-clip)"  # type: ignore[union-attr]
    assert len(root.findall(f".//{space}use")) == 2
    words = [text.text for text in root.iter(f"{space}text")]
    assert words == ["Orsha (B17.10) & co", "end"]
    lengths = [float(text.get("textLength", 0)) for text in root.iter(f"{space}text")]
    assert lengths[1] == pytest.approx(text_width("end", "sans", 10), abs=0.01)


def test_pdf_is_a_page_of_its_size_whose_objects_are_where_it_says() -> None:
    file = to_pdf(DRAWING, 254)
    assert file.startswith(b"%PDF-1.4")
    assert b"/MediaBox[0 0 720 360]" in file
    table = int(file.rsplit(b"startxref\n", 1)[1].split()[0])
    assert file[table:].startswith(b"xref")
    starts = [int(entry[:10]) for entry in re.findall(rb"\d{10} 00000 n", file[table:])]
    assert [file[start:].split()[0] for start in starts] == [
        str(number).encode() for number in range(1, len(starts) + 1)
    ]
    packed = re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL)
    page = zlib.decompress(packed[0]).decode()
    assert r"(Orsha \(B17.10\) & co) Tj" in page
    assert page.count("/m0 Do") == 2
    assert "0 0 40 100 re W n" in page
    with pytest.raises(BadInput, match="five metres"):
        to_pdf(DRAWING, 6000)


def test_png_has_its_size_and_its_colours() -> None:
    from io import BytesIO

    from PIL import Image

    file = to_png(DRAWING, 400)
    assert struct.unpack(">II", file[16:24]) == (400, 200)
    picture = Image.open(BytesIO(file)).convert("RGB")
    assert picture.getpixel((60, 60)) == (204, 0, 0)
    assert picture.getpixel((100, 60)) == (255, 255, 255)  # beyond the clip
    assert picture.getpixel((300, 40)) not in ((255, 255, 255), (16, 16, 16))  # half seen
    shades = {picture.getpixel((x, y)) for x in range(120, 300) for y in range(60, 200)}
    assert any(sum(shade) < 150 for shade in shades)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="1 to 20000 pixels"):
        to_png(DRAWING, 30_000)


def test_a_thing_can_be_enlarged() -> None:
    shape = enlarged(Shape(box(1, 1, 2, 2), RED, Pen(INK, 1, (2,))), 3, (10, 20))
    assert isinstance(shape, Shape)
    assert shape.outline[0] == ("M", 13, 23)
    assert shape.pen == Pen(INK, 3, (6,))
    marks = enlarged(Marks(DOT, ((1, 2),)), 2, (1, 1))
    assert isinstance(marks, Marks)
    assert marks.spots == ((3, 5),)
    text = enlarged(Text("a", (1, 1), 10), 2)
    assert isinstance(text, Text)
    assert (text.at, text.size) == ((2, 2), 20)


def test_letters_outside_the_tables_have_a_width() -> None:
    assert text_width("ż", "serif", 10) == 5
    assert text_width("", "serif", 10) == 0
    assert text_width("ii", "sans", 1000, 7) == 222 + 222 + 7


def test_links_become_lines_from_fork_to_fork() -> None:
    links = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 1)), ((2, 0), (3, -1))]
    ways = sorted(map(sorted, chains(links)))
    assert ways == [[(0, 0), (1, 0), (2, 0)], [(2, 0), (3, -1)], [(2, 0), (3, 1)]]
    (round_way,) = chains([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0))])
    assert round_way[0] == round_way[-1]
    assert len(round_way) == 4


def test_edges_become_closed_lines() -> None:
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    edges = [(square[n], square[(n + 1) % 4]) for n in range(4)]
    apart = [((x + 5, y), (a + 5, b)) for (x, y), (a, b) in edges]
    assert loops([*edges, *apart]) == [square, [(x + 5, y) for x, y in square]]


def test_lines_begin_and_end_where_they_should() -> None:
    points = [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (3.0, 1.0)]
    for bent in (rounded(points), winding(points)):
        assert bent[0] == ("M", 0, 0)
        assert bent[-1][-2:] == (3, 1)
    assert winding(points)[1][-2:] == (1, 1)
    assert rounded(points)[1][-2:] == (1.5, 0.5)
    assert rounded(points[:2])[-1] == ("L", 1, 1)
    assert through(points)[-1] == ("Z",)


def test_a_zigzag_is_drawn_straighter_but_not_off_its_pins() -> None:
    spots = {n: (float(n), float(n % 2)) for n in range(6)}
    names = [(n,) for n in range(6)]
    placed = {(n,): spots[n] for n in range(6)}
    eased(names, placed, {(2,)}, 0.4)
    assert placed[(2,)] == spots[2]
    assert 0.55 < placed[(3,)][1] < 0.65
    assert all(abs(placed[(n,)][1] - spots[n][1]) <= 0.4 + 1e-9 for n in range(6))
