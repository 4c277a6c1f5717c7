"""The rule lists as data: every row of every document, and the rulings on what they leave open.

A game keeps its rows in `data/rules.csv`, those of the series under it in
`data/series_rules.csv`, and its rulings in `data/rulings/`. They are read
only when somebody wants to see a title: no rule needs them to work.
"""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import BadInput, LandbridgeError, unknown
from landbridge.engine.rules.citing import Rules, Source

RULE_LISTS = ("rules.csv", "series_rules.csv")
"""The rule list of a game's own documents, and that of the series rules under it if it has any."""

Certainty = Literal["clear", "damaged", "depends", "contradictory", "missing"]


class Row(Struct, frozen=True):
    """One row of a rule list, in our own words."""

    id: str
    title: str
    text: str
    chapter: str
    """What it is about, as the list is parted for readers."""
    where: str
    """Which document and which part of it."""
    certainty: Certainty
    kind: Literal["rule", "datum"]
    """A datum only identifies or records something; a rule decides something."""
    source: Source
    note: str = ""
    """What is lost or left open, where that is known."""


class Choice(Struct, frozen=True):
    """One way to settle an open question, with its figures."""

    text: str
    figures: dict[str, Any] = {}


class Ruling(Struct, frozen=True):
    """A question that the documents leave open, the choice taken and the alternatives."""

    id: str
    title: str
    question: str
    rows: Rules
    switch: str
    default: str
    source: Source
    certainty: str
    options: dict[str, Choice]
    concerns: Literal["match", "questions"] = "match"
    """What it changes: matches too, or only answers, because a match does not keep what it is
    about (the players have it on their own map) or both choices come to the same in it."""


_LOOKED_THROUGH = (msgspec.json.Decoder(list[Row]), msgspec.json.Decoder(list[Ruling]))
"""Types are looked through while the module is imported: two threads that are the first to convert
to one type at the same time bring the process down."""


@cache
def rows(package: str) -> dict[str, Row]:
    """Every row of a game's rule list by its id, then those of the series rules under it."""
    return {row.id: row for name in RULE_LISTS for row in _listed(package, name)}


def _listed(package: str, name: str) -> list[Row]:
    place = files(package) / "data" / name
    if name != RULE_LISTS[0] and not place.is_file():
        return []
    lines = place.read_text(encoding="utf-8").splitlines()
    return msgspec.convert(list(csv.DictReader(lines)), list[Row])


@cache
def rulings(package: str) -> dict[str, Ruling]:
    """Every ruling of a game by its switch."""
    folder = files(package) / "data" / "rulings"
    if not folder.is_dir():
        return {}
    found: list[Ruling] = []
    for place in sorted(folder.iterdir(), key=lambda item: item.name):
        try:
            data = tomllib.loads(place.read_text(encoding="utf-8"))
            found += msgspec.convert(data.get("ruling", []), list[Ruling])
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
            raise LandbridgeError(f"rulings/{place.name} of {package}: {problem}") from None
    by_switch: dict[str, Ruling] = {}
    for ruling in sorted(found, key=lambda r: (len(r.id), r.id)):
        if ruling.default not in ruling.options:
            raise LandbridgeError(f"{ruling.id}: default '{ruling.default}' is none of its options")
        if ruling.switch in by_switch:
            raise LandbridgeError(f"{ruling.id}: switch '{ruling.switch}' is used twice")
        by_switch[ruling.switch] = ruling
    return by_switch


def settle(known: dict[str, Ruling], chosen: dict[str, str]) -> dict[str, str]:
    """Every switch with its choice: the default, or what the players agreed on."""
    for switch, choice in chosen.items():
        if switch not in known:
            raise BadInput(unknown("switch", switch, known))
        if choice not in known[switch].options:
            raise BadInput(unknown(f"choice for {switch}", choice, known[switch].options))
    return {switch: chosen.get(switch, ruling.default) for switch, ruling in known.items()}
