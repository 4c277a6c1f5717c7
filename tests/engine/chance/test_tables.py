"""Tables and charts: what they read, and how they say what is wrong with them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from landbridge.engine.chance import tables
from landbridge.engine.chance.dice import dice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import (
    BadTable,
    chart,
    parse_chart,
    parse_range,
    parse_table,
    read_toml,
    table,
)
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import Muted, mute

HEAD = {"title": "Supply", "cites": "TFB-1", "source": "booklet"}
ROWS = {"..3": 10, "4-5": 11, "6-8": 12, "9-10": 13, "11..": 15}
ONE = {**HEAD, "dice": "2d6", "modifiers": "-2..2", "rows": ROWS}
SEVERAL = {
    **HEAD,
    "dice": "1d6",
    "columns": ["open", "woods"],
    "rows": {"1-2": ["AL1", "-"], "3-6": ["-", "DL1"]},
}
OWN = {
    "title": "Ground",
    "source": "booklet",
    "dice": "1d6",
    "column": [
        {"name": "Jan", "cites": "TFB-8", "rows": {"1-5": "freeze", "6": "deep_freeze"}},
        {"name": "Dec", "cites": ["TFB-7", "TFB-9"], "automatic": "freeze"},
    ],
}
CHART = {
    **HEAD,
    "title": "Terrain",
    "columns": ["track", "leg"],
    "row_cites": {"swamp": "TFB-5"},
    "chart": {"open": ["1", "1"], "swamp": ["P", "3"]},
}


def without(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


# Ranges


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("7", (7, 7)),
        ("-7", (-7, -7)),
        ("4-5", (4, 5)),
        ("4..5", (4, 5)),
        ("-3--1", (-3, -1)),
        ("-3..2", (-3, 2)),
        ("..3", (None, 3)),
        ("..-3", (None, -3)),
        ("11..", (11, None)),
        ("..", (None, None)),
        (" 4 - 5 ", (4, 5)),
        ("6-6", (6, 6)),
    ],
)
def test_ranges(text: str, ends: tuple[int | None, int | None]) -> None:
    assert parse_range(text) == ends


@pytest.mark.parametrize("text", ["", "x", "5-", "--5", "1 2", "4-5-6", "4...5", "²", "1.5"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no range; write 7, 4-5, \.\.3 or 11\.\."):
        parse_range(text)


def test_a_range_must_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="'5-4' runs backwards"):
        parse_range("5-4")


# Reading


@pytest.mark.parametrize(
    ("total", "points"),
    [(-9, 10), (2, 10), (3, 10), (4, 11), (5, 11), (6, 12), (8, 12), (9, 13), (11, 15), (99, 15)],
)
def test_the_edges_of_every_row(total: int, points: int) -> None:
    """Beyond an open end the end's cell holds."""
    assert parse_table("supply", ONE).cell(total).value == points


def test_a_cell_says_its_row_and_rules() -> None:
    cell = parse_table("supply", ONE).cell(7)
    assert (cell.value, cell.label, cell.rules) == (12, "6-8", ("TFB-1",))


def test_several_columns_over_the_same_rows() -> None:
    found = parse_table("combat", SEVERAL)
    assert [found.cell(n, "open").value for n in (2, 3)] == ["AL1", "-"]
    assert [found.cell(n, "woods").value for n in (2, 3)] == ["-", "DL1"]


def test_columns_with_rules_of_their_own() -> None:
    found = parse_table("ground", OWN)
    assert found.cell(6, "Jan").rules == ("TFB-8",)
    assert found.cell(6, "Dec").rules == ("TFB-7", "TFB-9")
    assert not found.column("Jan").automatic
    assert found.column("Dec").automatic
    assert found.odds("Dec") == Dist.certain("freeze")


def test_columns_add_their_rules_to_the_tables() -> None:
    assert parse_table("ground", {**OWN, "cites": "TFB-1"}).cell(1, "Jan").rules == (
        "TFB-1",
        "TFB-8",
    )


def test_a_column_must_be_named_where_there_are_several() -> None:
    with pytest.raises(BadInput, match=r"Supply has no column 'None'. Allowed: open or woods."):
        parse_table("combat", SEVERAL).cell(1)
    with pytest.raises(BadInput, match="no column 'swamp'"):
        parse_table("combat", SEVERAL).odds("swamp")


def test_a_muted_cell_cannot_be_read() -> None:
    found = parse_table("ground", OWN)
    with mute("TFB-8"):
        assert found.cell(1, "Dec").value == "freeze"
        with pytest.raises(Muted):
            found.cell(1, "Jan")
    with mute("TFB-5"):
        assert parse_chart("terrain", CHART).cell("open", "leg").value == "1"
        with pytest.raises(Muted):
            parse_chart("terrain", CHART).cell("swamp", "leg")


def test_cells_can_be_lists_or_typed() -> None:
    class Losses(Struct, frozen=True):
        attacker: int
        defender: int

    rows = {"1-3": {"attacker": 1, "defender": 0}, "4-6": {"attacker": 0, "defender": 2}}
    typed = parse_table("losses", {**HEAD, "dice": "1d6", "rows": rows}, Losses)
    assert typed.odds() == Dist({Losses(1, 0): 1, Losses(0, 2): 1})
    lists = {"1-3": [1, [2, 3]], "4-6": [1, []]}
    assert parse_table("losses", {**HEAD, "dice": "1d6", "rows": lists}).cell(1).value == (
        1,
        (2, 3),
    )


@st.composite
def some_rows(draw: st.DrawFn) -> tuple[dict[str, int], dict[int, int]]:
    """Rows that hold 1 to 12 in random pieces, and what each total then gives."""
    cuts = sorted(draw(st.sets(st.integers(1, 11), max_size=5)) | {0, 12})
    rows: dict[str, int] = {}
    cells: dict[int, int] = {}
    for low, high in pairwise(cuts):
        value = draw(st.integers(0, 3))
        label = str(high) if low + 1 == high else f"{low + 1}-{high}"
        rows[label] = value
        cells |= dict.fromkeys(range(low + 1, high + 1), value)
    return rows, cells


@given(some_rows(), st.integers(-1, 0))
def test_any_table_reads_as_printed(
    made: tuple[dict[str, int], dict[int, int]], shift: int
) -> None:
    rows, cells = made
    data = {**HEAD, "dice": "2d6", "modifiers": "-1..0", "rows": rows}
    found = parse_table("random", data)
    assert {total: found.cell(total).value for total in range(1, 13)} == cells
    faces = product(range(1, 7), repeat=2)
    assert found.odds(shift=shift) == Dist(Counter(cells[sum(way) + shift] for way in faces))


@given(some_rows(), st.integers(0, 5))
def test_any_row_less_is_a_gap(made: tuple[dict[str, int], dict[int, int]], which: int) -> None:
    rows = dict(made[0])
    del rows[sorted(rows)[which % len(rows)]]
    data = {**HEAD, "dice": "2d6", "modifiers": "-1..0", "rows": rows}
    with pytest.raises(BadTable, match="random: no row holds"):
        parse_table("random", data)


def test_the_odds_move_with_the_modifiers() -> None:
    supply = parse_table("supply", ONE)
    assert supply.odds().chance(10) == Fraction(3, 36)
    assert supply.odds(shift=-1).chance(10) == Fraction(6, 36)
    assert supply.odds(shift=2).chance(15) == Fraction(10, 36)


def test_equal_cells_of_a_column_are_one_result() -> None:
    found = parse_table("twice", {**HEAD, "dice": "1d6", "rows": {"1": "a", "2-5": "b", "6": "a"}})
    assert found.column().groups(dice("1d6"), 0) == (("a", 2, ("TFB-1",)), ("b", 4, ("TFB-1",)))


# What is wrong with a table


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"rows": {"..3": 1, "5..": 2}}, "t: no row holds 4"),
        ({"rows": {"..5": 1, "4..": 2}}, r"t: rows \.\.5 and 4\.\. both hold 4"),
        ({"rows": {"..3": 1, "4-6": 2, "6-9": 3, "10..": 4}}, "rows 4-6 and 6-9 both hold 6"),
        ({"rows": {"..3": 1, "..5": 2, "6..": 3}}, "t: two rows are open at the same end"),
        ({"rows": {"..3": 1, "4..": 2, "7..": 3}}, "t: two rows are open at the same end"),
        ({"rows": {"2-7": 1, "8..": 2}}, "t: no row holds 0"),
        ({"rows": {"..7": 1, "8-12": 2}}, "t: no row holds 14"),
        ({"rows": {"..7": 1, "8+": 2}}, r"t: row 8\+: '8\+' is no range"),
        ({"rows": {"..7": 1, "9-8": 2}}, "t: row 9-8: '9-8' runs backwards"),
        ({"rows": {"..": {"a": 1}}}, "t: row ..: unhashable"),
        ({"rows": {}}, "t: no row holds 0"),
        ({"dice": "2x6"}, "t: '2x6' names no dice"),
        ({"dice": ""}, "t: '' names no dice"),
        ({"modifiers": "..2"}, r"t: modifiers need both ends, for example -2\.\.3"),
        ({"modifiers": "some"}, "t: 'some' is no range"),
        ({"modifier": 1}, "t: unknown key 'modifier'; allowed: cites, column, columns, dice,"),
        ({"title": ""}, "t: 'title' is missing"),
        ({"cites": ""}, "t: 'cites' is missing"),
        ({"cites": []}, "t: 'cites' is missing"),
        ({"source": ""}, "t: 'source' is missing"),
        (
            {"source": "memory"},
            "t: source 'memory' is none of booklet, series, reconstruction or house",
        ),
    ],
)
def test_a_bad_table_says_what_is_wrong(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadTable, match=problem):
        parse_table("t", ONE | changes)


@pytest.mark.parametrize("key", ["title", "cites", "source"])
def test_a_table_needs_its_head(key: str) -> None:
    with pytest.raises(BadTable, match=f"t: '{key}' is missing"):
        parse_table("t", without(ONE, key))
    with pytest.raises(BadTable, match=f"t: '{key}' is missing"):
        parse_chart("t", without(CHART, key))


def test_a_table_needs_rows() -> None:
    with pytest.raises(BadTable, match="t: no rows"):
        parse_table("t", without(ONE, "rows"))
    with pytest.raises(BadTable, match="t: no rows"):
        parse_table("t", without(SEVERAL, "rows"))
    with pytest.raises(BadTable, match="t: no rows"):
        parse_chart("t", without(CHART, "chart"))


@pytest.mark.parametrize(
    ("row", "cells"), [(["AL1"], 1), (["AL1", "-", "-"], 3), ("AL1", 1), ("-+", 1), (7, 1)]
)
def test_a_ragged_row(row: Any, cells: int) -> None:
    problem = f"t: row 1-2 has {cells} cells for 2 columns"
    with pytest.raises(BadTable, match=problem):
        parse_table("t", {**SEVERAL, "rows": {"1-2": row, "3-6": ["-", "-"]}})
    with pytest.raises(BadTable, match=problem):
        parse_chart("t", {**CHART, "row_cites": {}, "chart": {"1-2": row}})


def test_faults_of_a_column_name_the_column() -> None:
    with pytest.raises(BadTable, match="t, column open: no row holds 3"):
        parse_table("t", {**SEVERAL, "rows": {"1-2": ["-", "-"], "4-6": ["-", "-"]}})
    with pytest.raises(BadTable, match="t, column woods: no row holds 7"):
        parse_table("t", {**SEVERAL, "columns": ["woods", "x"], "modifiers": "0..1"})
    with pytest.raises(BadTable, match="t: two columns are called 'open'"):
        parse_table("t", {**SEVERAL, "columns": ["open", "open"]})
    with pytest.raises(BadTable, match="t: two columns are called 'leg'"):
        parse_chart("t", {**CHART, "columns": ["leg", "leg"]})


@pytest.mark.parametrize(
    "column",
    [
        {"cites": "TFB-1", "rows": {"..": 1}},
        {"name": "Jan", "cites": "TFB-1"},
        {"name": "Jan", "cites": "TFB-1", "rows": {"..": 1}, "automatic": 1},
        {"name": "Jan", "cites": "TFB-1", "rows": {"..": 1}, "dice": "1d6"},
    ],
)
def test_a_column_has_name_cites_and_either_rows_or_automatic(column: dict[str, Any]) -> None:
    with pytest.raises(BadTable, match="a column has name, cites and either rows or automatic"):
        parse_table("t", {**OWN, "column": [column]})


def test_a_column_needs_a_rule_unless_the_table_has_one() -> None:
    column = {"name": "Jan", "rows": {"..": 1}}
    with pytest.raises(BadTable, match="t, column Jan: 'cites' is missing"):
        parse_table("t", {**OWN, "column": [column]})
    assert parse_table("t", {**OWN, "cites": "TFB-1", "column": [column]}).cell(1).value == 1


def test_a_cell_of_the_wrong_type_is_named() -> None:
    with pytest.raises(BadTable, match=r"t, row 11\.\.: Expected `int`"):
        parse_table("t", {**ONE, "rows": ROWS | {"11..": "15"}}, int)
    with pytest.raises(BadTable, match="t, column Jan, row 6: Invalid enum value 'deep_freeze'"):
        parse_table("t", OWN, Literal["freeze"])
    with pytest.raises(BadTable, match="t, column woods, row 3-6: Invalid enum value 'DL1'"):
        parse_table("t", SEVERAL, Literal["AL1", "-"])
    with pytest.raises(BadTable, match="t, row swamp, column track: Expected `int`"):
        parse_chart("t", CHART | {"chart": {"open": [1, 1], "swamp": ["P", 3]}}, int)


# Charts


def test_a_chart_is_read_by_row_and_column() -> None:
    found = parse_chart("terrain", CHART)
    assert found.cell("swamp", "track").value == "P"
    assert found.cell("swamp", "track").rules == ("TFB-1", "TFB-5")
    assert found.cell("open", "leg").rules == ("TFB-1",)


def test_a_chart_knows_its_rows_and_columns() -> None:
    found = parse_chart("terrain", CHART)
    with pytest.raises(BadInput, match=r"Terrain has no row 'hills'. Allowed: open or swamp."):
        found.cell("hills", "leg")
    with pytest.raises(BadInput, match=r"Terrain has no column 'truck'. Allowed: track or leg."):
        found.cell("open", "truck")


def test_rows_of_a_table_have_rules_of_their_own() -> None:
    found = parse_table("t", {**SEVERAL, "row_cites": {"3-6": "TFB-6"}})
    assert found.cell(2, "open").rules == ("TFB-1",)
    assert found.cell(4, "open").rules == ("TFB-1", "TFB-6")
    with mute("TFB-6"), pytest.raises(Muted):
        found.cell(4, "woods")
    with pytest.raises(BadTable, match="t: row_cites names '7', which is no row"):
        parse_table("t", {**SEVERAL, "row_cites": {"7": "TFB-6"}})


def test_row_cites_must_name_rows() -> None:
    with pytest.raises(BadTable, match="t: row_cites names 'hills', which is no row"):
        parse_chart("t", {**CHART, "row_cites": {"hills": "TFB-6"}})


# Files


def test_tables_come_from_the_files_of_a_game() -> None:
    found = table("toys", "ladder.jump", int)
    assert (found.name, found.title, found.source) == ("ladder.jump", "Jump", "house")
    assert read_toml("toys", "ladder.toml") is read_toml("toys", "ladder.toml")


def test_charts_come_from_the_files_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "read_toml", lambda package, path: {"terrain": CHART})
    assert chart("toys", "roads.terrain").cell("open", "leg").value == "1"


def test_a_file_that_is_no_toml(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "broken.toml").write_text("[supply\n")
    monkeypatch.setattr(tables, "files", lambda package: tmp_path)
    with pytest.raises(BadTable, match=r"broken\.toml: .*line 1"):
        read_toml("somewhere", "broken.toml")
