"""Printed tables as data, proved complete when they are loaded.

A *table* is read with dice: ranges of a modified total lead to a cell, in one column or in
several. A *chart* is read without dice: a row and a column lead to a cell. Both live in TOML
beside their game and say what they cite and where they come from. Loading proves that every
total that the dice and modifiers can give has exactly one cell, or names the gap, the overlap or
the ragged row.

>>> supply = parse_table("soviet", {
...     "title": "Soviet supply", "cites": "TFB-SUP-1", "source": "booklet", "dice": "2d6",
...     "modifiers": "-1..0", "rows": {"..3": 10, "4-5": 11, "6-8": 12, "9-10": 13, "11..": 15}})
>>> supply.cell(4).value
11
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.chance.dice import Dice, dice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.refusals import BadInput, LandbridgeError, choices
from landbridge.engine.rules.citing import SOURCES, Rules, Source, as_rules, demand

_NUMBER = re.compile(r"-?[0-9]+")
_RANGE = re.compile(r"(-?[0-9]+)?\s*(\.\.|-)?\s*(-?[0-9]+)?")
_TABLE_KEYS = {
    *("title", "cites", "source", "dice", "modifiers", "rows", "columns", "column", "row_cites"),
    "note",
}
_CHART_KEYS = {"title", "cites", "source", "columns", "chart", "row_cites", "note"}


class BadTable(LandbridgeError):
    """A table's data are wrong; the text says which cell."""


class Cell(Struct, frozen=True):
    """One box of a table: what it says, which row it stands in and which rules it comes from."""

    value: Any
    label: str
    rules: Rules


def parse_range(text: str) -> tuple[int | None, int | None]:
    """The ends of a printed range: "7", "4-5", "..3" (3 or less), "11.." (11 or more)."""
    if _NUMBER.fullmatch(text):
        return int(text), int(text)
    found = _RANGE.fullmatch(text.strip())
    if not found or found[2] is None or (found[2] == "-" and None in (found[1], found[3])):
        raise ValueError(f"'{text}' is no range; write 7, 4-5, ..3 or 11..")
    low = int(found[1]) if found[1] else None
    high = int(found[3]) if found[3] else None
    if low is None and high is None:
        return None, None
    if low is not None and high is not None and low > high:
        raise ValueError(f"'{text}' runs backwards")
    return low, high


def _freeze(value: Any) -> Any:
    """Cells must be hashable, so lists become tuples."""
    return tuple(_freeze(item) for item in value) if isinstance(value, list) else value


NO_ROWS: Mapping[str, Any] = {}


class Column:
    """One column: every total from the lowest to the highest with its cell, clamped outside."""

    __slots__ = (
        "_groups",
        "automatic",
        "cells",
        "high_open",
        "low_open",
        "lowest",
        "name",
        "rows",
        "rules",
    )

    def __init__(
        self,
        name: str,
        rows: Mapping[str, Any],
        rules: Rules,
        where: str,
        automatic: bool = False,
        row_cites: Mapping[str, Any] = NO_ROWS,
    ) -> None:
        """`row_cites` are rules that single rows come from besides."""
        self.name, self.rules = name, rules
        self.automatic = automatic
        """Whether the result stands without a roll."""
        spans: list[tuple[int | None, int | None, Cell]] = []
        for label, value in rows.items():
            try:
                low, high = parse_range(label)
                hash(value)
            except (ValueError, TypeError) as problem:
                raise BadTable(f"{where}: row {label}: {problem}") from None
            own = as_rules(_freeze(row_cites.get(label, "")))
            spans.append((low, high, Cell(value, label, rules + own)))
        self.rows = tuple(cell for _, _, cell in spans)
        self.low_open = sum(low is None for low, _, _ in spans)
        self.high_open = sum(high is None for _, high, _ in spans)
        if self.low_open > 1 or self.high_open > 1:
            raise BadTable(f"{where}: two rows are open at the same end")
        ends = [end for low, high, _ in spans for end in (low, high) if end is not None]
        self.lowest, highest = (min(ends), max(ends)) if ends else (0, 0)
        owner: dict[int, Cell] = {}
        for low, high, cell in spans:
            first = self.lowest if low is None else low
            for total in range(first, (highest if high is None else high) + 1):
                if total in owner:
                    raise BadTable(
                        f"{where}: rows {owner[total].label} and {cell.label} both hold {total}"
                    )
                owner[total] = cell
        for total in range(self.lowest, highest + 1):
            if total not in owner:
                raise BadTable(f"{where}: no row holds {total}")
        self.cells = tuple(owner[total] for total in range(self.lowest, highest + 1))
        self._groups: dict[tuple[str, int], tuple[tuple[Any, int, Rules], ...]] = {}

    def cell(self, total: int) -> Cell:
        """The cell for a modified total; beyond an open end, the end's cell."""
        place = total - self.lowest
        if place < 0:
            if not self.low_open:
                raise BadTable(f"column {self.name or 'one'}: no row holds {total}")
            place = 0
        elif place >= len(self.cells):
            if not self.high_open:
                raise BadTable(f"column {self.name or 'one'}: no row holds {total}")
            place = -1
        return self.cells[place]

    def groups(self, thrown: Dice, shift: int) -> tuple[tuple[Any, int, Rules], ...]:
        """The distinct values that these dice can give, each with its ways and rules."""
        key = (thrown.name, shift)
        if key not in self._groups:
            ways: dict[Any, int] = {}
            rules: dict[Any, dict[str, None]] = {}
            for total, weight in thrown.weights.items():
                cell = self.cell(total + shift)
                ways[cell.value] = ways.get(cell.value, 0) + weight
                rules.setdefault(cell.value, {}).update(dict.fromkeys(cell.rules))
            self._groups[key] = tuple((v, w, tuple(rules[v])) for v, w in ways.items())
        return self._groups[key]


class Table:
    """A table read with dice."""

    def __init__(
        self,
        name: str,
        title: str,
        rules: Rules,
        source: Source,
        thrown: Dice,
        modifiers: tuple[int, int],
        columns: tuple[Column, ...],
        note: str = "",
    ) -> None:
        self.name, self.title, self.rules, self.source = name, title, rules, source
        self.dice, self.modifiers, self.note = thrown, modifiers, note
        self.columns = {column.name: column for column in columns}

    def column(self, name: str | None = None) -> Column:
        """One column by its name; a table with one column needs none."""
        if name is None and len(self.columns) == 1:
            return next(iter(self.columns.values()))
        try:
            return self.columns[name or ""]
        except KeyError:
            raise BadInput(
                f"{self.title} has no column '{name}'. Allowed: {choices(self.columns)}."
            ) from None

    def cell(self, total: int, column: str | None = None) -> Cell:
        """The cell for a modified total; refuses if a rule behind it is muted."""
        found = self.column(column).cell(total)
        demand(found.rules)
        return found

    def odds(self, column: str | None = None, shift: int = 0) -> Dist[Any]:
        """The exact distribution of one column with this sum of modifiers."""
        groups = self.column(column).groups(self.dice, shift)
        return Dist({value: ways for value, ways, _ in groups})


class Chart:
    """A chart read without dice: rows by columns."""

    def __init__(
        self,
        name: str,
        title: str,
        rules: Rules,
        source: Source,
        columns: tuple[str, ...],
        rows: dict[str, tuple[Cell, ...]],
        note: str = "",
    ) -> None:
        self.name, self.title, self.rules, self.source = name, title, rules, source
        self.columns, self.rows, self.note = columns, rows, note

    def cell(self, row: str, column: str) -> Cell:
        """One cell; refuses if a rule behind it is muted."""
        if row not in self.rows:
            raise BadInput(f"{self.title} has no row '{row}'. Allowed: {choices(self.rows)}.")
        if column not in self.columns:
            raise BadInput(
                f"{self.title} has no column '{column}'. Allowed: {choices(self.columns)}."
            )
        found = self.rows[row][self.columns.index(column)]
        demand(found.rules)
        return found


def _head(name: str, data: Mapping[str, Any], allowed: set[str]) -> tuple[str, Rules, Source]:
    strange = sorted(set(data) - allowed)
    if strange:
        raise BadTable(f"{name}: unknown key '{strange[0]}'; allowed: {choices(sorted(allowed))}")
    for key in ("title", "source") if "column" in data else ("title", "cites", "source"):
        if not data.get(key):
            raise BadTable(f"{name}: '{key}' is missing")
    if data["source"] not in SOURCES:
        raise BadTable(f"{name}: source '{data['source']}' is none of {choices(SOURCES)}")
    return data["title"], as_rules(_freeze(data.get("cites", ""))), data["source"]


def _typed(value: Any, cell: Any, where: str) -> Hashable:
    try:
        made: Hashable = _freeze(value) if cell is None else msgspec.convert(value, cell)
    except msgspec.ValidationError as problem:
        raise BadTable(f"{where}: {problem}") from None
    return made


def parse_table(name: str, data: Mapping[str, Any], cell: Any = None) -> Table:
    """A table from its data; `cell` is the type of its cells, if not plain text or numbers."""
    title, rules, source = _head(name, data, _TABLE_KEYS)
    try:
        thrown = dice(str(data.get("dice", "")))
        low, high = parse_range(str(data.get("modifiers", "0")))
    except (BadInput, ValueError) as problem:
        raise BadTable(f"{name}: {problem}") from None
    if low is None or high is None:
        raise BadTable(f"{name}: modifiers need both ends, for example -2..3")
    columns = tuple(_columns(name, data, rules, cell))
    if not columns:
        raise BadTable(f"{name}: no rows")
    _distinct(name, [column.name for column in columns])
    for column in columns:
        where = f"{name}, column {column.name}" if column.name else name
        top = column.lowest + len(column.cells) - 1
        if not column.low_open and thrown.lowest + low < column.lowest:
            raise BadTable(f"{where}: no row holds {thrown.lowest + low}")
        if not column.high_open and thrown.highest + high > top:
            raise BadTable(f"{where}: no row holds {thrown.highest + high}")
    return Table(name, title, rules, source, thrown, (low, high), columns, data.get("note", ""))


def _distinct(name: str, columns: Sequence[str]) -> None:
    for column in columns:
        if columns.count(column) > 1:
            raise BadTable(f"{name}: two columns are called '{column}'")


def _even(name: str, rows: Mapping[str, Any], columns: Sequence[str]) -> None:
    for label, row in rows.items():
        cells = len(row) if isinstance(row, list | tuple) else 1
        if cells != len(columns):
            raise BadTable(f"{name}: row {label} has {cells} cells for {len(columns)} columns")


def _columns(name: str, data: Mapping[str, Any], rules: Rules, cell: Any) -> Iterator[Column]:
    own_rules = data.get("row_cites", NO_ROWS)
    for label in own_rules:
        if label not in data.get("rows", ()):
            raise BadTable(f"{name}: row_cites names '{label}', which is no row")
    for column in data.get("column", ()):
        own = as_rules(_freeze(column.get("cites", "")))
        where = f"{name}, column {column.get('name', '?')}"
        strange = sorted(set(column) - {"name", "cites", "rows", "automatic"})
        if strange or "name" not in column or ("rows" in column) == ("automatic" in column):
            raise BadTable(f"{where}: a column has name, cites and either rows or automatic")
        automatic = "automatic" in column
        found = {"..": column["automatic"]} if automatic else column["rows"]
        rows = {k: _typed(v, cell, f"{where}, row {k}") for k, v in found.items()}
        if not rules + own:
            raise BadTable(f"{where}: 'cites' is missing")
        yield Column(column["name"], rows, rules + own, where, automatic)
    if "columns" in data and "rows" in data:
        names = data["columns"]
        _even(name, data["rows"], names)
        for place, title in enumerate(names):
            rows = {
                label: _typed(row[place], cell, f"{name}, column {title}, row {label}")
                for label, row in data["rows"].items()
            }
            where = f"{name}, column {title}"
            yield Column(str(title), rows, rules, where, row_cites=own_rules)
    elif "rows" in data:
        rows = {k: _typed(v, cell, f"{name}, row {k}") for k, v in data["rows"].items()}
        yield Column("", rows, rules, name, row_cites=own_rules)


def parse_chart(name: str, data: Mapping[str, Any], cell: Any = None) -> Chart:
    """A chart from its data."""
    title, rules, source = _head(name, data, _CHART_KEYS)
    columns = tuple(data.get("columns", ()))
    if not data.get("chart"):
        raise BadTable(f"{name}: no rows")
    _distinct(name, columns)
    _even(name, data["chart"], columns)
    own = data.get("row_cites", {})
    rows: dict[str, tuple[Cell, ...]] = {}
    for label, row in data["chart"].items():
        cited = rules + as_rules(_freeze(own.get(label, "")))
        rows[label] = tuple(
            Cell(_typed(value, cell, f"{name}, row {label}, column {column}"), label, cited)
            for column, value in zip(columns, row, strict=True)
        )
    for label in own:
        if label not in rows:
            raise BadTable(f"{name}: row_cites names '{label}', which is no row")
    return Chart(name, title, rules, source, columns, rows, data.get("note", ""))


@cache
def read_toml(package: str, path: str) -> dict[str, Any]:
    """A data file of a game, read once."""
    try:
        return tomllib.loads((files(package) / "data" / path).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise BadTable(f"{path}: {problem}") from None


def table(package: str, place: str, cell: Any = None) -> Table:
    """The table "file.name" of a game, for example "supply.soviet" for [soviet] in supply.toml."""
    file, name = place.split(".")
    return parse_table(place, read_toml(package, f"{file}.toml")[name], cell)


def chart(package: str, place: str, cell: Any = None) -> Chart:
    """The chart "file.name" of a game."""
    file, name = place.split(".")
    return parse_chart(place, read_toml(package, f"{file}.toml")[name], cell)
