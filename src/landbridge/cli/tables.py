"""`landbridge tables`: every printed table and chart as text, with its exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from landbridge.cli.parsing import PROGRAM, Parser
from landbridge.cli.printing import (
    as_text,
    grid,
    odds_list,
    percent,
    print_json,
    results,
    rule_list,
    wide_grid,
    wrapped,
)
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import Chart, Column, Table
from landbridge.engine.refusals import BadInput
from landbridge.referee.charts import find_table, table_names


def tables(argv: list[str]) -> int:
    """Printed tables and charts."""
    parser = Parser(
        "tables",
        "List the tables and charts, or draw one with its citation, its provenance and the exact\n"
        "odds of every column.",
        "tables belorussia.weather.flight",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="one table, written game.table")
    parser.add_argument(
        "--modifier", type=int, default=0, metavar="N", help="odds with this added to the dice"
    )
    parser.json()
    given = parser.read(argv)
    if given.name is None:
        return _list(given.json)
    name, found = find_table(given.name)
    if isinstance(found, Table):
        low, high = found.modifiers
        if not low <= given.modifier <= high:
            raise BadInput(f"{found.title} takes modifiers from {low} to {high}.")
    if given.json:
        print_json(_data(name, found, given.modifier))
    else:
        print("\n".join(render(name, found, given.modifier)))
    return 0


def _list(as_json: bool) -> int:
    shown = []
    for name in table_names():
        found = find_table(name)[1]
        read = found.dice.name if isinstance(found, Table) else "chart"
        shown.append([name, read, found.source, found.title])
    if as_json:
        keys = ("name", "dice", "source", "title")
        print_json([dict(zip(keys, row, strict=True)) for row in shown])
        return 0
    print("\n".join(grid(shown, ["name", "dice", "source", "title"])))
    print(f"\nDraw one: {PROGRAM} tables NAME")
    return 0


# Text


def render(name: str, found: Table | Chart, modifier: int = 0) -> list[str]:
    """A table or chart as text."""
    lines = [f"{name}: {found.title}"]
    if isinstance(found, Chart):
        lines += ["", *_chart(found)]
        cited = (*found.rules, *(r for row in found.rows.values() for r in row[0].rules))
    else:
        low, high = found.modifiers
        shift = f", modifiers {low:+} to {high:+}" if (low, high) != (0, 0) else ""
        lines += [f"{found.dice.describe()} ({found.dice.name}){shift}", "", *_table(found)]
        cited = (*found.rules, *(r for column in found.columns.values() for r in column.rules))
        lines += ["", f"Exact odds{f' with {modifier:+}' if modifier else ''}"]
        lines += _odds(found, modifier)
    lines += ["", *wrapped(f"Source: {found.source} {rule_list(cited)}", "", "  ")]
    return lines + (wrapped(f"Note: {found.note}", "", "  ") if found.note else [])


def _chart(found: Chart) -> list[str]:
    rows = [[label, *(as_text(cell.value) for cell in row)] for label, row in found.rows.items()]
    return wide_grid(["", *found.columns], rows)


def _table(found: Table) -> list[str]:
    columns = list(found.columns.values())
    if len(columns) == 1:
        spans = _spans(found)
        head, cells = results([columns[0].cell(total).value for _, total in spans])
        shown = [[label, *cell] for (label, _), cell in zip(spans, cells, strict=True)]
        return grid(shown, ["total", *head])
    rows = [
        [label, *(as_text(column.cell(total).value) for column in columns)]
        for label, total in _spans(found)
    ]
    lines = wide_grid(["total", *(column.name for column in columns)], rows)
    automatic = [column.name for column in columns if column.automatic]
    return [*lines, "", f"Without a roll: {', '.join(automatic)}"] if automatic else lines


def _spans(found: Table) -> list[tuple[str, int]]:
    """The totals that can arise, joined where every column says the same."""
    columns = list(found.columns.values())
    low = found.dice.lowest + found.modifiers[0]
    high = found.dice.highest + found.modifiers[1]
    groups: list[list[int]] = []
    for total in range(low, high + 1):
        if groups and all(_same(column, groups[-1][0], total) for column in columns):
            groups[-1].append(total)
        else:
            groups.append([total])
    rolled = [column for column in columns if not column.automatic]
    labels = []
    for group in groups:
        label = str(group[0]) if len(group) == 1 else f"{group[0]} to {group[-1]}"
        if group[0] == low and rolled and all(column.low_open for column in rolled):
            label = f"{group[-1]} or less"
        elif group[-1] == high and rolled and all(column.high_open for column in rolled):
            label = f"{group[0]} or more"
        labels.append((label, group[0]))
    return labels


def _same(column: Column, one: int, other: int) -> bool:
    return column.cell(one).label == column.cell(other).label


def _odds(found: Table, modifier: int) -> list[str]:
    odds = {name: found.odds(name, modifier) for name in found.columns}
    if len(odds) == 1:
        return odds_list(list(next(iter(odds.values())).items()))
    printed = [cell.value for column in found.columns.values() for cell in column.rows]
    values = [v for v in dict.fromkeys(printed) if any(d.weights.get(v) for d in odds.values())]
    rows = [
        [name, *(_chance(chances, value) for value in values)] for name, chances in odds.items()
    ]
    return wide_grid(["", *map(as_text, values)], rows, "-")


def _chance(odds: Dist[Any], value: Any) -> str:
    chance = Fraction(odds.weights.get(value, 0), odds.denominator)
    return f"{chance} {percent(chance)}" if chance else "-"


# Data


def _data(name: str, found: Table | Chart, modifier: int) -> dict[str, Any]:
    head = {
        "name": name,
        "title": found.title,
        "source": found.source,
        "rules": found.rules,
        "note": found.note,
    }
    if isinstance(found, Chart):
        rows = {
            label: {
                "rules": row[0].rules if row else (),
                "cells": {c: cell.value for c, cell in zip(found.columns, row, strict=True)},
            }
            for label, row in found.rows.items()
        }
        return head | {"columns": found.columns, "rows": rows}
    columns = [
        {
            "name": column.name,
            "rules": column.rules,
            "automatic": column.automatic,
            "rows": {cell.label: cell.value for cell in column.rows},
            "odds": [
                {"result": value, "chance": str(chance), "share": round(float(chance), 6)}
                for value, chance in found.odds(column.name, modifier).items()
            ],
        }
        for column in found.columns.values()
    ]
    return head | {
        "dice": found.dice.name,
        "modifiers": found.modifiers,
        "modifier": modifier,
        "columns": columns,
    }
