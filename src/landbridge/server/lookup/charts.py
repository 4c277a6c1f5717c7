"""Tables and charts as data from which they can be drawn."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import Cell, Chart, Table
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.ask import Chances
from landbridge.engine.rules.citing import Rules, Source
from landbridge.referee.asking import Citation, citation
from landbridge.referee.charts import find_table, table_names
from landbridge.server.lookup.forms import spaced_words


class ChartHead(Struct, frozen=True):
    """A table without its cells."""

    name: str
    game: str
    chapter: str
    title: str
    kind: Literal["dice", "chart"]
    source: Source
    dice: str


class ChartRow(Struct, frozen=True):
    """One column: its cells from top to bottom, and the exact odds where dice lead to them."""

    name: str
    automatic: bool
    cells: tuple[Cell, ...]
    rules: Rules
    odds: tuple[Chances, ...]


class ChartView(ChartHead, frozen=True, kw_only=True):
    """A whole table.

    `rows` are the labels that all columns share; a table whose columns are each divided in their
    own way has none, and every cell brings its own label.
    """

    note: str
    dice_words: str
    modifiers: tuple[int, int]
    shift: int
    rows: tuple[str, ...]
    columns: tuple[ChartRow, ...]
    citations: tuple[Citation, ...]


def _head(name: str, found: Table | Chart) -> dict[str, Any]:
    game, chapter = name.split(".")[:2]
    return {
        "name": name,
        "game": game,
        "chapter": spaced_words(chapter),
        "title": found.title,
        "kind": "dice" if isinstance(found, Table) else "chart",
        "source": found.source,
        "dice": found.dice.name if isinstance(found, Table) else "",
    }


def all_tables() -> list[ChartHead]:
    """Every table of every game."""
    return [ChartHead(**_head(*find_table(name))) for name in table_names()]


def table(name: str, shift: int = 0) -> ChartView:
    """One table by its name; `shift` is the sum of modifiers for the odds."""
    full, found = find_table(name)
    head = _head(full, found)
    columns = _dice(found, shift) if isinstance(found, Table) else _plain(found)
    shared = {tuple(cell.label for cell in column.cells) for column in columns}
    cited = dict.fromkeys(
        rule
        for column in columns
        for rule in (*column.rules, *(rule for cell in column.cells for rule in cell.rules))
    )
    thrown = isinstance(found, Table)
    return ChartView(
        **head,
        note=found.note,
        dice_words=found.dice.describe() if isinstance(found, Table) else "",
        modifiers=found.modifiers if isinstance(found, Table) else (0, 0),
        shift=shift if thrown else 0,
        rows=shared.pop() if len(shared) == 1 else (),
        columns=columns,
        citations=tuple(citation(head["game"], rule) for rule in cited),
    )


def _dice(found: Table, shift: int) -> tuple[ChartRow, ...]:
    low, high = found.modifiers
    low, high = min(low, 0), max(high, 0)
    if not low <= shift <= high:
        allowed = choices(range(low, high + 1)) if high - low < 5 else f"{low} to {high}"
        raise BadInput(f"shift is a sum of modifiers, {allowed}, not {shift}.")
    return tuple(
        ChartRow(
            column.name,
            column.automatic,
            column.rows,
            column.rules,
            in_table_order(found.odds(column.name, shift)),
        )
        for column in found.columns.values()
    )


def _plain(found: Chart) -> tuple[ChartRow, ...]:
    return tuple(
        ChartRow(
            str(name), False, tuple(row[place] for row in found.rows.values()), found.rules, ()
        )
        for place, name in enumerate(found.columns)
    )


def in_table_order(odds: Dist[Any]) -> tuple[Chances, ...]:
    """A distribution in the order in which the table lists its results."""
    return tuple(Chances.of(result, chance) for result, chance in odds.items())
