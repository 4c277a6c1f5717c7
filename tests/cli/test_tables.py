"""`landbridge tables`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from landbridge.cli.tables import render
from landbridge.engine.chance.tables import Chart, Table, parse_chart, parse_table
from landbridge.games import GAMES, info
from landbridge.referee.charts import find_table

EVERY = [f"{game}.{name}" for game in GAMES for name in info(game).tables]

SUPPLY = {
    "title": "Supply",
    "cites": "OCS 9.1",
    "source": "series",
    "dice": "2d6",
    "modifiers": "-1..0",
    "rows": {"..3": 10, "4-5": 11, "6-8": 12, "9-10": 13, "11..": 15},
    "note": "as printed",
}


def test_the_list(run) -> None:
    listed = run("tables")
    assert "belorussia.weather.flight  " in listed.out
    assert [item["name"] for item in run("tables", "--json").json] == EVERY


@pytest.mark.parametrize("name", EVERY)
def test_every_table_is_drawn(run, name: str) -> None:
    found = run("tables", name)
    assert found.status == 0, found.err
    assert found.out.startswith(f"{name}: ")
    assert "Source: " in found.out
    data = run("tables", name, "--json").json
    if isinstance(find_table(name)[1], Table):
        for column in data["columns"]:
            assert sum(Fraction(item["chance"]) for item in column["odds"]) == 1


def test_one_table(run) -> None:
    found = run("tables", "weather.flight").out
    assert "7 to 8    full     limited  limited  none" in found
    assert "Without a roll: deep_freeze" in found
    assert "5/12 41.67%" in found
    assert "TFB-1.8-15" in found


def test_ranges_open_at_their_ends_and_modifiers() -> None:
    text = "\n".join(render("x", parse_table("x", SUPPLY)))
    assert "modifiers -1 to +0" in text
    assert "3 or less   10" in text
    assert "11 or more  15" in text
    assert "Note: as printed" in text
    shifted = "\n".join(render("x", parse_table("x", SUPPLY), -1))
    assert "Exact odds with -1" in shifted
    assert "mean 419/36 = 11.639" in shifted


def test_a_chart() -> None:
    data = {
        "title": "Costs",
        "cites": "OCS 9.1",
        "source": "series",
        "columns": ["track", "leg"],
        "chart": {"open": [1, 1], "swamp": ["P", 3]},
        "row_cites": {"swamp": "OCS 9.2"},
    }
    chart = parse_chart("costs", data)
    assert isinstance(chart, Chart)
    text = "\n".join(render("costs", chart))
    assert "swamp  P      3" in text
    assert "[OCS 9.1, OCS 9.2]" in text
    assert "Exact odds" not in text


def test_a_wide_table_is_turned_or_broken_up() -> None:
    columns = [f"a long column {n}" for n in range(12)]
    data = SUPPLY | {"columns": columns, "rows": {"..6": [1] * 12, "7..": [2] * 12}}
    turned = render("x", parse_table("x", data))
    assert any(line.split()[-2:] == ["1", "2"] for line in turned)
    assert max(map(len, turned)) <= 100
    rows = {str(n): [f"a long cell {n}"] * 12 for n in range(3, 12)}
    data |= {"rows": {"..2": ["a long cell"] * 12, **rows, "12..": ["the last cell"] * 12}}
    broken = render("x", parse_table("x", data))
    assert max(map(len, broken)) <= 100
    assert all(column in "\n".join(broken) for column in columns)


def test_a_name_that_two_games_have(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "landbridge.referee.charts.table_names", lambda: ["a.weather.sky", "b.weather.sky"]
    )
    refused = run("tables", "weather.sky")
    assert refused.status == 2
    assert "'weather.sky' may be a.weather.sky or b.weather.sky." in refused.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["weather.sky"], "There is no table 'weather.sky'"),
        (["weather.flight", "--modifier", "5"], "Flight condition takes modifiers from 0 to 0"),
        (["weather.flight", "--modifier", "x"], "invalid int value: 'x'"),
        (["weather.flight", "weather.ground"], "'weather.ground' is too much"),
    ],
)
def test_errors(run, words: list[str], says: str) -> None:
    refused = run("tables", *words)
    assert refused.status == 2
    assert says in refused.err
