"""Sheets of paper: titles, lines and tables that print black on white.

A game says what stands on a sheet; this module only sets it. Nothing splits a table over two pages
if it can be helped, and nothing needs a colour to be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from msgspec import Struct

from landbridge.engine.rules.citing import Rules

STYLE = """
@page { margin: 14mm; }
* { box-sizing: border-box; }
body { font: 11pt/1.35 Georgia, "Times New Roman", serif; color: #000; background: #fff;
  max-width: 190mm; margin: 8mm auto; padding: 0 4mm; }
h1 { font-size: 19pt; margin: 0 0 1mm; }
h2 { font-size: 13pt; margin: 6mm 0 1.5mm; border-bottom: 0.4pt solid #000; }
p.under { margin: 0 0 4mm; }
section { break-inside: avoid; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { border: 0.3pt solid #555; padding: 0.8mm 1.6mm; text-align: left; vertical-align: top; }
th { border-bottom-width: 0.8pt; font-weight: 700; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 0.7mm 0; border-bottom: 0.2pt dotted #777; }
li.box::before { content: "\\2610"; margin-right: 2mm; }
figure { margin: 2mm 0; }
figure svg { max-width: 100%; max-height: 245mm; height: auto; }
small { font: 8pt/1.2 ui-monospace, Menlo, Consolas, monospace; color: #000; white-space: nowrap; }
section.charts { break-before: page; }
"""


class Line(Struct, frozen=True):
    """One line of a list, with the rules behind it; a box is to be ticked off."""

    text: str
    rules: Rules = ()
    box: bool = False


class Grid(Struct, frozen=True):
    """A table on paper."""

    head: tuple[str, ...]
    """Titles of the columns; none, where they speak for themselves."""
    rows: tuple[tuple[str, ...], ...]


class Part(Struct, frozen=True):
    """One part of a sheet: lines, a table, a picture."""

    title: str
    lines: tuple[Line, ...] = ()
    grid: Grid | None = None
    rules: Rules = ()
    note: str = ""
    picture: str = ""
    """A drawing of the game's own, as SVG."""


class Sheet(Struct, frozen=True):
    """One sheet."""

    title: str
    under: str = ""
    parts: tuple[Part, ...] = ()


class Sheets(Mapping[str, Sheet]):
    """What can be printed, by name. A sheet is made when it is taken: to know the names costs
    nothing, and a sheet may be a drawing of a whole map."""

    def __init__(self, makers: Mapping[str, Callable[[], Sheet]]) -> None:
        self._makers = makers

    def __getitem__(self, name: str) -> Sheet:
        return self._makers[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def to_html(sheets: Sequence[Sheet]) -> str:
    """A page that prints these sheets, each on a page of its own."""
    title = escape(sheets[0].title) if sheets else "Landbridge"
    bodies = "\n".join(_sheet(sheet, place > 0) for place, sheet in enumerate(sheets))
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f"<title>{title}</title>\n<style>{STYLE}</style></head>\n<body>\n{bodies}\n</body>\n</html>\n"
    )


def _sheet(sheet: Sheet, apart: bool) -> str:
    style = ' style="break-before: page"' if apart else ""
    under = f'<p class="under">{escape(sheet.under)}</p>' if sheet.under else ""
    parts = "\n".join(_part(part) for part in sheet.parts)
    return f"<article{style}>\n<h1>{escape(sheet.title)}</h1>{under}\n{parts}\n</article>"


def _part(part: Part) -> str:
    inside = [f"<h2>{escape(part.title)} {_rules(part.rules)}</h2>"]
    if part.note:
        inside.append(f"<p>{escape(part.note)}</p>")
    if part.lines:
        items = "".join(
            f"<li{' class=box' if line.box else ''}>{escape(line.text)} {_rules(line.rules)}</li>"
            for line in part.lines
        )
        inside.append(f"<ul>{items}</ul>")
    if part.grid is not None:
        head = "".join(f'<th scope="col">{escape(word)}</th>' for word in part.grid.head)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in part.grid.rows
        )
        titles = f"<thead><tr>{head}</tr></thead>" if head else ""
        inside.append(f"<table>{titles}<tbody>{rows}</tbody></table>")
    if part.picture:
        inside.append(f"<figure>{part.picture}</figure>")
    return f"<section>{''.join(inside)}</section>"


def _rules(rules: Rules) -> str:
    return f"<small>{escape(', '.join(rules))}</small>" if rules else ""
