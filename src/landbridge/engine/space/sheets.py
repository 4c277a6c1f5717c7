"""Printed map sheets: which hexes they show, and the numbers printed in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from landbridge.engine.space.hexes import ZERO, Hex, Orientation

_STYLES = {
    "dotted": (re.compile(r"([A-Z]*)([0-9]{1,4})\.([0-9]{1,4})"),
               "malformed, expected sheet letter, column, dot and two-digit row"),
    "letters": (re.compile(r"([0-9]*)(([A-Z])\3{0,3})([0-9]{1,4})"),
                "malformed, expected column letters (after Z come AA, BB, ...) and row"),
}  # fmt: skip


class NoSuchHex(ValueError):
    """A label or place that is not on the map; the text says why and shows a legal label."""

    def __init__(self, label: str, problem: str, example: str) -> None:
        super().__init__(label, problem, example)
        self.label, self.problem, self.example = label, problem, example

    def __str__(self) -> str:
        return f'"{self.label}": {self.problem}; a legal label is "{self.example}"'


@dataclass(frozen=True)
class MapSheet:
    """One printed map sheet: its shape, how its hexes are numbered and where it lies.

    The shoved lines (columns if flat-top, rows if pointy-top) are those with an odd or an even
    number (column A is 1); they lie half a hex towards the side where the numbers along them
    grow, and may run from another first to another last number than the rest.
    """

    name: str
    orientation: Orientation
    columns: int
    rows: int
    first_column: int = 1
    first_row: int = 1
    rows_grow: Literal["N", "S"] = "S"
    shoved: Literal["odd", "even"] = "even"
    shoved_numbers: tuple[int, int] | None = None
    style: Literal["dotted", "letters"] = "dotted"
    origin: Hex = ZERO  # where column 0 and row 0 would cross
    _numbers: dict[Hex, tuple[int, int]] = field(init=False, repr=False, compare=False)
    _places: dict[str, Hex] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        good = self.rows_grow in ("N", "S") and self.shoved in ("odd", "even")
        if not good or self.style not in _STYLES:
            raise ValueError("rows_grow is N or S, shoved odd or even, style dotted or letters")
        columns = range(self.first_column, self.first_column + self.columns)
        rows = range(self.first_row, self.first_row + self.rows)
        lines, along = (columns, rows) if self._flat else (rows, columns)
        first, last = self.shoved_numbers or (along.start, along.stop - 1)
        runs = (along, range(first, last + 1))
        pairs = [(line, n) for line in lines for n in runs[self._is_shoved(line)]]
        numbers = pairs if self._flat else [(n, line) for line, n in pairs]
        places = {self._text(*pair): self.spot(*pair) for pair in numbers}
        found = [_STYLES[self.style][0].fullmatch(text) for text in places]
        if not found or any(match is None or match[1] != self.name for match in found):
            raise ValueError(f"sheet {self.name!r} has no hexes, or labels that cannot be read")
        object.__setattr__(self, "_numbers", dict(zip(places.values(), numbers, strict=True)))
        object.__setattr__(self, "_places", places)

    @property
    def _flat(self) -> bool:
        return self.orientation is Orientation.FLAT_TOP

    def _is_shoved(self, line: int) -> bool:
        return line % 2 == (self.shoved == "odd")

    def _show(self, column: int, row: int) -> tuple[str, str]:
        if self.style == "dotted":
            return str(column), f"{row:02d}"
        return chr(ord("A") + (column - 1) % 26) * ((column + 25) // 26), str(row)

    def _text(self, column: int, row: int) -> str:
        return self.name + ("." if self.style == "dotted" else "").join(self._show(column, row))

    def _wrong(self, column: str, row: str) -> tuple[str, str]:
        """What is wrong with a column and row, and a legal label instead."""
        letters = 26 * len(column) + ord(column[0]) - ord("Z")
        given = (letters if self.style == "letters" else int(column), int(row))
        sheet = f"sheet {self.name}" if self.name else "the map"
        where, pairs = f"on {sheet}", list(self._numbers.values())
        for k in (0, 1) if self._flat else (1, 0):
            what, allowed = ("column", "row")[k], [pair[k] for pair in pairs]
            n, low, high = (self._show(x, x)[k] for x in (given[k], min(allowed), max(allowed)))
            if given[k] not in allowed:
                span = f"{what}s run from {low} to {high}"
                return f"no {what} {n} {where}, {span}", next(iter(self._places))
            pairs = [pair for pair in pairs if pair[k] == given[k]]
            where = f"in {what} {n} of {sheet}"
        return _STYLES[self.style][1], self._text(*given)

    def spot(self, column: int, row: int) -> Hex:
        """Where a column and a row cross; the numbers may run on past the sheet's edge."""
        half = self._is_shoved(column if self._flat else row) - self._is_shoved(0)
        sign = -1 if self.rows_grow == "N" else 1
        if self._flat:
            return self.origin + Hex(column, (sign * (2 * row + half) - column) // 2)
        return self.origin + Hex((2 * column + half - sign * row) // 2, sign * row)

    def numbers(self, place: Hex) -> tuple[int, int]:
        """The printed column (A is 1) and row of a hex."""
        if place not in self._numbers:
            raise NoSuchHex(f"{place.q}, {place.r}", "off the map", next(iter(self._places)))
        return self._numbers[place]

    def label(self, place: Hex) -> str:
        """The label printed in a hex."""
        return self._text(*self.numbers(place))

    def hex(self, label: str) -> Hex:
        """The hex with a label; small letters and blanks around it are accepted."""
        return find_hex(label, (self,))

    def lay(self, label: str, at: Hex) -> MapSheet:
        """The same sheet laid so that the hex with this label covers a place."""
        return replace(self, origin=self.origin + at - self.hex(label))


def find_hex(label: str, sheets: Sequence[MapSheet]) -> Hex:
    text = label.strip().upper()
    for sheet in sheets:
        if text in sheet._places:
            return sheet._places[text]
    problem, example = _STYLES[sheets[0].style][1], next(iter(sheets[0]._places))
    for sheet in sheets:
        if found := _STYLES[sheet.style][0].fullmatch(text):
            name, column, *_, row = found.groups()
            if name == sheet.name:
                raise NoSuchHex(label, *sheet._wrong(column, row))
            problem = f"unknown sheet {name}" if name else "no sheet named"
            problem += f" (known: {', '.join(sheet.name or 'unnamed' for sheet in sheets)})"
    raise NoSuchHex(label, problem, example)
