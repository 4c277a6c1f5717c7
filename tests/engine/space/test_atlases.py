"""Printed numbers, and sheets joined to atlases."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import product
from math import isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.space.test_hexes import (
    EAST_FRONT,
    FLAT,
    ORSHA,
    POINTY,
    labels,
)
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.hexes import (
    Hex,
    Orientation,
    centre,
)
from landbridge.engine.space.sheets import MapSheet, NoSuchHex

# --- numbers -----------------------------------------------------------------------------------

SHAPES: list[dict[str, Any]] = [
    {
        "orientation": orientation,
        "rows_grow": grow,
        "shoved": shoved,
        "style": style,
        "shoved_numbers": numbers,
        "first_column": column,
        "first_row": row,
    }
    for orientation, grow, shoved, style, numbers, (column, row) in product(
        Orientation, "NS", ("odd", "even"), ("dotted", "letters"), (None, (2, 6)), ((1, 1), (2, 0))
    )
]


@pytest.mark.parametrize("shape", SHAPES)
def test_labels_round_trip_whatever_the_sheet(shape: dict[str, Any]) -> None:
    name = "7" if shape["style"] == "letters" else "X"
    sheet = MapSheet(name, columns=29, rows=7, **shape)
    sheet = replace(sheet, origin=Hex(5, -8))
    atlas = Atlas([sheet])
    assert len({sheet.label(place) for place in atlas.hexes}) == len(atlas.hexes)
    for place in atlas.hexes:
        label = sheet.label(place)
        assert sheet.hex(label) == place == atlas.hex(label)
        assert sheet.spot(*sheet.numbers(place)) == place
    # The picture: columns grow to the right, rows up or down, shoved lines lie half a hex on.
    flat, up = shape["orientation"] is FLAT, shape["rows_grow"] == "N"
    half = 3**0.5 / 2
    for place in atlas.hexes:
        column, row = sheet.numbers(place)
        x, y = centre(place - sheet.spot(0, 0), shape["orientation"])
        shoved = {"odd": 1, "even": 0}[shape["shoved"]]
        shove = ((column if flat else row) % 2 == shoved) - (shoved == 0)
        if flat:
            assert isclose(x, 1.5 * column)
            assert isclose(-y if up else y, half * (2 * row + shove), abs_tol=1e-9)
        else:
            assert isclose(-y if up else y, 1.5 * row, abs_tol=1e-9)
            assert isclose(x, half * (2 * column + shove), abs_tol=1e-9)


def test_whole_sheets_round_trip() -> None:
    for atlas in (EAST_FRONT, ORSHA):
        for place in atlas.hexes:
            assert all(atlas.hex(label) == place for label in atlas.labels(place))
            assert atlas.label(place) == atlas.labels(place)[0]


def test_letter_columns() -> None:
    sheet = MapSheet("", FLAT, columns=104, rows=2, style="letters")
    shown = [sheet.label(sheet.spot(column, 1)) for column in (1, 26, 27, 28, 52, 53, 104)]
    assert shown == ["A1", "Z1", "AA1", "BB1", "ZZ1", "AAA1", "ZZZZ1"]
    assert sheet.numbers(sheet.hex("BB2")) == (28, 2)


def test_small_letters_and_blanks_are_accepted() -> None:
    assert EAST_FRONT.hex(" b18.18\n") == EAST_FRONT.hex("B18.18")
    assert ORSHA.hex("w44") == ORSHA.hex("W44")


ROWS_OF_POINTY = MapSheet("P", POINTY, columns=9, rows=5, rows_grow="N", shoved_numbers=(1, 8))
NINTH = "no column 9 in row 02 of sheet P, columns run from 1 to 8"
DOTTED = "malformed, expected sheet letter, column, dot and two-digit row"
LETTERS = "malformed, expected column letters (after Z come AA, BB, ...) and row"


@pytest.mark.parametrize(
    ("where", "label", "problem", "example"),
    [
        (EAST_FRONT, "E18.18", "unknown sheet E (known: A, B, C, D)", "A1.01"),
        (EAST_FRONT, "18.18", "no sheet named (known: A, B, C, D)", "A1.01"),
        (EAST_FRONT, "B63.01", "no column 63 on sheet B, columns run from 1 to 62", "B1.01"),
        (EAST_FRONT, "B0.01", "no column 0 on sheet B, columns run from 1 to 62", "B1.01"),
        (EAST_FRONT, "C4.35", "no row 35 in column 4 of sheet C, rows run from 01 to 34", "C1.01"),
        (EAST_FRONT, "C9.36", "no row 36 in column 9 of sheet C, rows run from 01 to 35", "C1.01"),
        (EAST_FRONT, "D4.00", "no row 00 in column 4 of sheet D, rows run from 01 to 34", "D1.01"),
        (EAST_FRONT, "B18-18", DOTTED, "A1.01"),
        (EAST_FRONT, "", DOTTED, "A1.01"),
        (EAST_FRONT, "B18.1818181818", DOTTED, "A1.01"),
        (EAST_FRONT, "B6.3", DOTTED, "B6.03"),
        (EAST_FRONT, "B06.03", DOTTED, "B6.03"),
        (EAST_FRONT.sheets[1], "C1.01", "unknown sheet C (known: B)", "B1.01"),
        (ORSHA, "EE5", "no column EE on the map, columns run from A to DD", "A1"),
        (ORSHA, "A0", "no row 0 in column A of the map, rows run from 1 to 53", "A1"),
        (ORSHA, "B53", "no row 53 in column B of the map, rows run from 0 to 52", "A1"),
        (ORSHA, "AB12", LETTERS, "A1"),
        (ORSHA, "W", LETTERS, "A1"),
        (ORSHA, "W044", LETTERS, "W44"),
        (ORSHA, "7W44", "unknown sheet 7 (known: unnamed)", "A1"),
        (ROWS_OF_POINTY, "P3.06", "no row 06 on sheet P, rows run from 01 to 05", "P1.01"),
        (ROWS_OF_POINTY, "P9.02", NINTH, "P1.01"),
    ],
)  # fmt: skip
def test_bad_labels(where: Atlas | MapSheet, label: str, problem: str, example: str) -> None:
    with pytest.raises(NoSuchHex) as caught:
        where.hex(label)
    refusal = caught.value
    assert isinstance(refusal, ValueError)
    assert (refusal.label, refusal.problem, refusal.example) == (label, problem, example)
    assert str(refusal) == f'"{label}": {problem}; a legal label is "{example}"'
    assert str(pickle.loads(pickle.dumps(refusal))) == str(refusal)
    where.hex(refusal.example)


@given(st.text(max_size=8))
def test_any_text_is_a_label_or_refused(text: str) -> None:
    for atlas in (EAST_FRONT, ORSHA):
        try:
            assert text.strip().upper() in atlas.labels(atlas.hex(text))
        except NoSuchHex as refusal:
            atlas.hex(refusal.example)


def test_places_off_the_map_have_no_label() -> None:
    off = Hex(500, 500)
    for ask in (ORSHA.label, ORSHA.labels, ORSHA.index, ORSHA.sheets[0].label):
        with pytest.raises(NoSuchHex, match='"500, 500": off the map; a legal label is "A1"'):
            ask(off)
    assert off not in ORSHA
    assert not any(ORSHA.on_edge(off, edge) for edge in ("N", "E", "S", "W"))
    assert "A1" not in ORSHA


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": 0},
        {"rows": 0},
        {"rows": -3},
        {"first_row": -1},
        {"first_column": 0, "style": "letters", "name": ""},
        {"shoved_numbers": (-1, 3)},
        {"name": "b"},
        {"name": "B2"},
        {"style": "letters"},
        {"style": "letters", "name": "", "columns": 105},
    ],
)
def test_sheets_that_cannot_be(wrong: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"name": "B", "orientation": FLAT, "columns": 3, "rows": 3}
    with pytest.raises(ValueError, match="has no hexes, or labels that cannot be read"):
        MapSheet(**usual | wrong)


@pytest.mark.parametrize("wrong", [{"rows_grow": "E"}, {"shoved": "all"}, {"style": "x"}])
def test_settings_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="rows_grow is N or S, shoved odd or even, style dotted"):
        MapSheet("B", FLAT, 3, 3, **wrong)


# --- atlases -----------------------------------------------------------------------------------


def test_four_sheets_join() -> None:
    atlas = EAST_FRONT
    assert len(atlas.hexes) == 8494
    assert atlas.labels(atlas.hex("C9.35")) == ("A9.01", "C9.35")
    assert atlas.labels(atlas.hex("D61.35")) == ("B61.01", "D61.35")
    assert atlas.labels(atlas.hex("C10.34")) == ("C10.34",)
    assert sum(len(atlas.labels(place)) == 2 for place in atlas.hexes) == 62
    assert max(len(atlas.labels(place)) for place in atlas.hexes) == 2


@pytest.mark.parametrize(
    ("label", "around"),
    [
        ("B18.18", "B18.19 B19.19 B19.18 B18.17 B17.18 B17.19"),
        ("C62.20", "C62.21 D1.21 D1.20 C62.19 C61.20 C61.21"),
        ("D1.01", "D1.02 D2.01 C62.01"),
        ("C9.35", "A9.02 A10.01 C10.34 C9.34 C8.34 A8.01"),
        ("C10.34", "A10.01 A11.01 C11.34 C10.33 C9.34 A9.01"),
        ("A62.01", "A62.02 B1.02 B1.01 C62.34 A61.01 A61.02"),
        ("B1.01", "B1.02 B2.01 D2.34 D1.34 C62.34 A62.01"),
    ],
)
def test_neighbours_across_the_seams(label: str, around: str) -> None:
    near = EAST_FRONT.neighbours(EAST_FRONT.hex(label))
    assert labels(EAST_FRONT, near).replace("-", " ") == around


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("B18.18", "B18.19", 1),
        ("C62.01", "D1.01", 1),
        ("C9.35", "A9.01", 0),
        ("C35.34", "A35.22", 22),  # rows 34 and 34 + 22 of one column
        ("C1.01", "D1.01", 62),  # 62 columns, no rows
        ("B18.18", "C14.12", 73),  # 66 columns carry 33 of the 40 rows
        ("A1.10", "D11.27", 72),  # 72 columns carry more than the 17 rows
    ],
)
def test_distances_by_hand(a: str, b: str, expected: int) -> None:
    assert EAST_FRONT.hex(a).distance(EAST_FRONT.hex(b)) == expected


def doubled(label: str) -> tuple[int, int]:
    """Column and twice the height, from the label alone."""
    sheet, (column, row) = label[0], label[1:].split(".")
    x = int(column) + 62 * (sheet in "BD")
    return x, 2 * (int(row) + 34 * (sheet in "AB")) + (x % 2 == 0)


@given(st.sampled_from(EAST_FRONT.hexes), st.sampled_from(EAST_FRONT.hexes))
def test_distance_from_the_printed_numbers(a: Hex, b: Hex) -> None:
    (x1, y1), (x2, y2) = (doubled(EAST_FRONT.label(h)) for h in (a, b))
    columns, heights = abs(x1 - x2), abs(y1 - y2)
    assert a.distance(b) == columns + max(0, (heights - columns) // 2)


def test_edges_of_four_sheets() -> None:
    atlas = EAST_FRONT
    assert len(atlas.edge("N")) == len(atlas.edge("S")) == 124
    for label in ("B23.35", "B21.35", "B18.34", "B14.34", "B15.35"):
        assert atlas.on_edge(atlas.hex(label), "N")
    for label in ("D4.01", "C59.01", "C54.01", "C20.01", "C9.01"):
        assert atlas.on_edge(atlas.hex(label), "S")
    assert {atlas.label(h)[:2] for h in atlas.edge("W")} == {"A1", "C1"}
    assert [atlas.sheets[1].numbers(h)[0] for h in atlas.edge("E")[:34]] == [62] * 34
    assert len(atlas.edge("W")) == 69
    assert len(atlas.edge("E")) == 68
    inner = atlas.hex("A9.01")
    assert not any(atlas.on_edge(inner, edge) for edge in ("N", "E", "S", "W"))


def test_order_and_index() -> None:
    atlas = EAST_FRONT
    assert [atlas.index(place) for place in atlas.hexes] == list(range(8494))
    assert labels(atlas, atlas.hexes[:2]) == "A1.35-A1.34"
    assert atlas.label(atlas.hexes[-1]) == "D62.01"
    assert atlas.hexes == Atlas(atlas.sheets[::-1]).hexes
    rows = Atlas([ROWS_OF_POINTY])
    assert labels(rows, rows.hexes[:2]) == "P1.05-P2.05"
    assert rows.label(rows.hexes[9]) == "P1.04"


def test_neighbour_table() -> None:
    table = ORSHA.neighbour_table()
    assert len(table) == len(ORSHA.hexes)
    for i, row in enumerate(table):
        here = ORSHA.hexes[i]
        assert [ORSHA.hexes[n] if n >= 0 else None for n in row] == [
            near if near in ORSHA else None for near in here.neighbours()
        ]
    b0, b1, a2 = (ORSHA.index(ORSHA.hex(label)) for label in ("B0", "B1", "A2"))
    assert table[ORSHA.index(ORSHA.hex("A1"))] == (-1, b0, b1, a2, -1, -1)


def test_within_stays_on_the_map() -> None:
    corner = ORSHA.hex("A1")
    assert labels(ORSHA, ORSHA.within(corner, 1)) == "A1-B0-B1-A2"
    kovel = EAST_FRONT.hex("C14.12")
    assert len(EAST_FRONT.within(kovel, 5)) == 91


def test_edges_of_a_pointy_top_map() -> None:
    atlas = Atlas([ROWS_OF_POINTY])
    assert labels(atlas, atlas.edge("W")) == "P1.05-P1.04-P1.03-P1.02-P1.01"
    assert labels(atlas, atlas.edge("E")) == "P9.05-P8.04-P9.03-P8.02-P9.01"
    assert labels(atlas, atlas.edge("N")) == "-".join(f"P{c}.05" for c in range(1, 10))
    assert labels(atlas, atlas.edge("S")) == "-".join(f"P{c}.01" for c in range(1, 10))


def test_sheets_may_share_a_column_or_overlap_by_rows() -> None:
    west = MapSheet("W", FLAT, columns=5, rows=4)
    east = replace(west, name="E").lay("E1.01", at=west.hex("W5.01"))
    atlas = Atlas([west, east])
    assert len(atlas.hexes) == 9 * 4
    assert atlas.labels(atlas.hex("E1.03")) == ("W5.03", "E1.03")
    assert Atlas([east, west]).labels(atlas.hex("E1.03")) == ("E1.03", "W5.03")
    top = MapSheet("T", POINTY, columns=4, rows=3)
    low = replace(top, name="L").lay("L1.01", at=top.hex("T1.03"))
    assert len(Atlas([top, low]).hexes) == 20


def test_atlases_that_cannot_be() -> None:
    flat, pointy = MapSheet("A", FLAT, 2, 2), MapSheet("B", POINTY, 2, 2)
    for sheets in ([], [flat, pointy]):
        with pytest.raises(ValueError, match="all flat-top or all pointy-top"):
            Atlas(sheets)
    with pytest.raises(ValueError, match="same name"):
        Atlas([flat, flat])
