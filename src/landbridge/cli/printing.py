"""Plain text that looks good at 80 to 100 columns, and JSON."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.chance.nature import Roll
from landbridge.engine.refusals import Violation
from landbridge.engine.sheets import Part

GAP = "  "


def width() -> int:
    """How wide a line may be."""
    return min(100, max(60, shutil.get_terminal_size((96, 24)).columns))


def print_json(value: Any) -> None:
    """Any value as JSON; fractions and the like as text."""
    print(msgspec.json.format(msgspec.json.encode(value, enc_hook=str), indent=2).decode())


def wrapped(text: str, indent: str = "", hanging: str | None = None) -> list[str]:
    """A paragraph in lines."""
    return textwrap.wrap(
        text,
        width(),
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


# Grids


def grid(
    rows: Sequence[Sequence[str]],
    head: Sequence[str] = (),
    right: Iterable[int] = (),
    indent: str = GAP,
) -> list[str]:
    """Rows in columns; titles and the last column are wrapped where they are too long."""
    if not rows:
        return []
    if head and len(indent) + _needs(head, rows) > width():
        return _under_tall_titles(rows, head, right, indent)
    every = [head, *rows] if head else list(rows)
    to_right = set(right)
    widths = [max(len(row[n]) for row in every) for n in range(len(every[0]))]
    before = len(indent) + sum(widths[:-1]) + len(GAP) * (len(widths) - 1)
    room = max(20, width() - before)
    lines = []
    for row in every:
        cells = [
            cell.rjust(size) if n in to_right else cell.ljust(size)
            for n, (cell, size) in enumerate(zip(row[:-1], widths, strict=False))
        ]
        last = row[-1]
        parts = textwrap.wrap(last, room, break_on_hyphens=False) or [""]
        if len(widths) - 1 in to_right and len(parts) == 1:
            parts = [last.rjust(widths[-1])]
        lines.append((indent + GAP.join([*cells, parts[0]])).rstrip())
        lines += [" " * before + part for part in parts[1:]]
    return lines


def _under_tall_titles(
    rows: Sequence[Sequence[str]], head: Sequence[str], right: Iterable[int], indent: str
) -> list[str]:
    """A grid whose titles stand in several lines, one word below the other."""
    tall = [title.split() or [""] for title in head]
    height = max(map(len, tall))
    titles = [[""] * (height - len(words)) + words for words in tall]
    above = [[words[line] for words in titles] for line in range(height)]
    return grid([*above, *rows], right=right, indent=indent)


def _tall_needs(head: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    return _needs([max(title.split() or [""], key=len) for title in head], rows)


def wide_grid(
    head: Sequence[str], rows: Sequence[Sequence[str]], blank: str | None = None
) -> list[str]:
    """A grid with titles above and on the left, turned or broken up where it does not fit.

    Where it is broken up, lines with nothing but `blank` in them are left out.
    """
    if _needs(head, rows) > width() and _needs(*_turned(head, rows)) <= width():
        head, rows = _turned(head, rows)
    lines: list[str] = []
    start = 1
    while start < len(head):
        end = len(head)
        while end > start + 1 and _needs(*_part(head, rows, start, end)) > width():
            end -= 1
        some, cells = _part(head, rows, start, end)
        if start > 1 or end < len(head):
            cells = [row for row in cells if any(cell != blank for cell in row[1:])]
        lines += [""] if lines else []
        lines += grid(cells, some)
        start = end
    return lines


def _part(
    head: Sequence[str], rows: Sequence[Sequence[str]], start: int, end: int
) -> tuple[list[str], list[list[str]]]:
    return [head[0], *head[start:end]], [[row[0], *row[start:end]] for row in rows]


def _turned(
    head: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    turned = [[head[n], *(row[n] for row in rows)] for n in range(1, len(head))]
    return ["", *(row[0] for row in rows)], turned


def _needs(head: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    widths = [max(len(row[n]) for row in [head, *rows]) for n in range(len(head))]
    return len(GAP) + sum(widths) + len(GAP) * (len(widths) - 1)


# Values in words


def as_text(value: Any) -> str:
    """A value in one line."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Struct | Mapping):
        return ", ".join(
            f"{name.replace('_', ' ')} {as_text(p)}" for name, p in visible_fields(value).items()
        )
    if isinstance(value, list | tuple | set | frozenset):
        parts = [f"({as_text(p)})" if isinstance(p, Struct | tuple) else as_text(p) for p in value]
        return ", ".join(parts) or "nothing"
    return str(value)


def fields(value: Any) -> dict[str, Any]:
    """The named parts of a value."""
    if isinstance(value, Struct):
        named = {name: getattr(value, name) for name in value.__struct_fields__}
        if isinstance(value, Violation) and not value.row:
            del named["row"]  # It speaks of the whole, not of one row of many.
        return named
    return {str(name): part for name, part in value.items()}


def visible_fields(value: Any) -> dict[str, Any]:
    """The named parts that say something."""
    return {name: part for name, part in fields(value).items() if part not in (None, "", (), [])}


def value_lines(value: Any, indent: str = GAP, brief: bool = False) -> list[str]:
    """A value in as many lines as it needs; in brief, without what says nothing."""
    if isinstance(value, Struct | Mapping):
        parts = visible_fields(value) if brief else fields(value)
        named = {name.replace("_", " "): part for name, part in parts.items()}
        column = max((len(name) for name in named), default=0)
        lines = []
        for name, part in named.items():
            if _structured(part) or render(part):
                lines += [f"{indent}{name}:", *value_lines(part, indent + GAP)]
            else:
                text = f"{name + ':':<{column + 1}} {as_text(part)}"
                lines += wrapped(text, indent, indent + " " * (column + 2))
        return lines
    if isinstance(value, list | tuple) and any(isinstance(p, Struct | Mapping) for p in value):
        return _items(value, indent)
    if render(value):
        return [f"{indent}{line}".rstrip() for line in render(value)]
    return wrapped(as_text(value), indent)


def render(value: Any) -> list[str]:
    """The lines of a drawing or of a text with lines of its own, which must not be wrapped."""
    if isinstance(value, str):
        return value.splitlines() if "\n" in value else []
    texts = isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)
    return list(value) if texts and any(part[:1] == " " for part in value) else []


def _structured(value: Any) -> bool:
    if isinstance(value, Struct | Mapping):
        return any(isinstance(p, Struct | Mapping | list | tuple) for p in fields(value).values())
    return isinstance(value, list | tuple) and any(isinstance(p, Struct | Mapping) for p in value)


def _items(values: Sequence[Any], indent: str) -> list[str]:
    """Things of one kind as a grid, if it fits; else one below the other."""
    shapes = {tuple(fields(v)) for v in values if isinstance(v, Struct | Mapping)}
    same = len(shapes) == 1 and all(isinstance(v, Struct | Mapping) for v in values)
    if same:
        head = [name.replace("_", " ") for name in next(iter(shapes))]
        rows = [[as_text(part) for part in fields(v).values()] for v in values]
        if head and len(indent) + _tall_needs(head, rows) <= width():
            return grid(rows, head, indent=indent)
    lines = []
    for value in values:
        first, *more = value_lines(value, indent + GAP, brief=True) or [indent + GAP]
        lines += [f"{indent}- {first[len(indent) + len(GAP) :]}", *more]
    return lines


def results(values: Sequence[Any]) -> tuple[list[str], list[list[str]]]:
    """Results as columns with their titles: one for each field, where all have the same."""
    shapes = {tuple(fields(v)) if isinstance(v, Struct) else () for v in values}
    if len(shapes) == 1 and (names := shapes.pop()):
        cells = [[as_text(part) for part in fields(value).values()] for value in values]
        return [name.replace("_", " ") for name in names], cells
    return ["result"], [[as_text(value)] for value in values]


def odds_list(chances: Sequence[tuple[Any, Fraction]]) -> list[str]:
    """Results with their chances, and the mean of plain numbers."""
    head, cells = results([result for result, _ in chances])
    if _tall_needs(["chance", "percent", *head], [["", "", *cell] for cell in cells]) > width():
        head, cells = ["result"], [[as_text(result)] for result, _ in chances]
    rows = [
        [str(chance), percent(chance), *cell]
        for (_, chance), cell in zip(chances, cells, strict=True)
    ]
    lines = grid(rows, ["chance", "percent", *head], (0, 1))
    if all(isinstance(result, int) and not isinstance(result, bool) for result, _ in chances):
        mean = sum((result * chance for result, chance in chances), Fraction(0))
        lines.append(f"  mean {mean}" + (f" = {float(mean):.3f}" if mean.denominator > 1 else ""))
    return lines


def percent(chance: Fraction) -> str:
    """A chance as players say it."""
    return f"{float(chance) * 100:.2f}%"


def rule_list(rules: Iterable[str]) -> str:
    """Ids of rules in brackets, each once."""
    once = list(dict.fromkeys(rules))
    return f"[{', '.join(once)}]" if once else ""


def thrown(roll: Roll) -> str:
    """One roll in words: dice, modifiers, and the cell that they led to."""
    column = f", column {roll.column}" if roll.column else ""
    if not roll.faces:
        return f"{roll.purpose}: {as_text(roll.cell)} without a roll{column}"
    dice = "+".join(map(str, roll.faces))
    text = f"{roll.purpose}: {roll.dice} = {dice}"
    if len(roll.faces) > 1:
        text += f" = {roll.total}"
    for modifier in roll.modifiers.modifiers:
        sign = "+" if modifier.value >= 0 else ""
        text += f", {sign}{modifier.value} {modifier.reason}"
    if roll.modifiers.modifiers:
        text += f" = {roll.total + roll.modifiers.total}"
    if roll.table:
        cell = as_text(roll.cell).replace("_", " ")
        text += f"; {row_in_words(roll.row)}{column}: {cell}"
    return text


def row_in_words(label: str) -> str:
    """A row of a table as players say it: ..10 is 10 or less."""
    if label == "..":
        return "always"
    if label.startswith(".."):
        return f"{label[2:]} or less"
    if label.endswith(".."):
        return f"{label[:-2]} or more"
    return f"row {label}"


_NUMBERED = re.compile(r"(.*?)(\d+)")


def runs(ids: Iterable[str]) -> str:
    """Ids in a row joined: "TFB-SUP-1 to 9, TFB-SUP-11"."""
    parts: list[list[str]] = []
    before = ("", -1)
    for rule in ids:
        found = _NUMBERED.fullmatch(rule)
        here = (found[1], int(found[2])) if found else (rule, -1)
        if found and here == (before[0], before[1] + 1):
            parts[-1][1:] = [found[2]]
        else:
            parts.append([rule])
        before = here
    return ", ".join(" to ".join(part) for part in parts)


def part_lines(part: Part) -> list[str]:
    """A part of a sheet in the shell; its picture is left out."""
    lines = [part.title, *wrapped(part.note, "  "), ""]
    for line in part.lines:
        box = "[ ] " if line.box else ""
        lines += wrapped(f"{box}{line.text} {rule_list(line.rules)}".rstrip(), "  ", "      ")
    if part.grid is not None and part.grid.head:
        lines += wide_grid(part.grid.head, part.grid.rows)
    elif part.grid is not None:
        for name, *rest in part.grid.rows:
            lines += wrapped(f"{name}: {', '.join(rest)}", "  ", "      ")
    return lines
