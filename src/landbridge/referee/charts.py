"""Every table and chart by its name, and on paper as a player knows it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from landbridge.engine.chance.tables import Chart, Column, Table
from landbridge.engine.refusals import BadInput, choices, unknown
from landbridge.engine.sheets import Grid, Part, Sheet
from landbridge.games import GAMES, info
from landbridge.referee.cases import plain


def table_names(game: str | None = None) -> list[str]:
    """The full name of every table, "game.file.table"."""
    games = GAMES if game is None else (game,)
    return [f"{one}.{name}" for one in games for name in info(one).tables]


def find_table(name: str) -> tuple[str, Table | Chart]:
    """A table by its name, with or without the game's, and its full name."""
    every = table_names()
    full = [known for known in every if name in (known, known.partition(".")[2])]
    if not full:
        raise BadInput(unknown("table", name, every))
    if len(full) > 1:
        raise BadInput(f"'{name}' may be {choices(full)}.")
    game, _, short = full[0].partition(".")
    found: Table | Chart = info(game).load(info(game).tables[short])
    return full[0], found


def chart_sheet(game: str) -> Sheet:
    """All of a game's charts on one sheet."""
    parts = tuple(_part(find_table(name)[1]) for name in table_names(game))
    return Sheet(f"{info(game).title}: charts", parts=parts)


def _part(item: Table | Chart) -> Part:
    note = " ".join(filter(None, (item.note, f"Source: {item.source}.")))
    return Part(item.title, grid=grid(item), rules=item.rules, note=note)


def grid(item: Table | Chart) -> Grid:
    """A table or chart as rows and columns of words."""
    if isinstance(item, Chart):
        rows = tuple(
            (words(label), *(words(cell.value) for cell in cells))
            for label, cells in item.rows.items()
        )
        return Grid(("", *(words(column) for column in item.columns)), rows)
    columns = tuple(item.columns.values())
    labels = {tuple(cell.label for cell in column.rows) for column in columns}
    if len(labels) > 1:
        return _by_result(columns)
    if len(columns) == 1 and isinstance(columns[0].rows[0].value, Struct):
        return _by_field(item, columns[0])
    rows = tuple(
        (span(label), *(words(column.rows[place].value) for column in columns))
        for place, label in enumerate(labels.pop())
    )
    return Grid((item.dice.name, *(words(column.name) or "Result" for column in columns)), rows)


def _by_result(columns: tuple[Column, ...]) -> Grid:
    """Columns divided each in its own way are printed as lines, with the dice for each result."""
    results = list(dict.fromkeys(words(c.value) for column in columns for c in column.rows))
    rows = []
    for column in columns:
        ranges: dict[str, list[str]] = {}
        for cell in column.rows:
            ranges.setdefault(words(cell.value), []).append(span(cell.label))
        rows.append((words(column.name), *(", ".join(ranges.get(r, ())) for r in results)))
    return Grid(("", *results), tuple(rows))


def _by_field(item: Table, column: Column) -> Grid:
    """Cells with several amounts are printed with a column for each."""
    names = column.rows[0].value.__struct_fields__
    rows = tuple(
        (span(cell.label), *(words(getattr(cell.value, name)) or "-" for name in names))
        for cell in column.rows
    )
    return Grid((item.dice.name, *(words(name) for name in names)), rows)


def span(label: str) -> str:
    """A range of totals as it is printed."""
    if label == "..":
        return "automatic"
    if label.startswith(".."):
        return f"{label[2:]} or less"
    return f"{label[:-2]} or more" if label.endswith("..") else label


def words(value: Any) -> str:
    """A cell in words."""
    shown = plain(value)
    if isinstance(shown, dict):
        return ", ".join(f"{name} {words(part)}" for name, part in shown.items() if part)
    if isinstance(shown, list | tuple):
        return " / ".join(words(part) for part in shown)
    if isinstance(shown, bool):
        return "yes" if shown else ""
    return str(shown).replace("_", " ")
