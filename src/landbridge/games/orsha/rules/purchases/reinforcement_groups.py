"""Reinforcement Groups: the two charts of 8.618 with their notes, row by row."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import Chart, parse_chart, read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Rules, Source, as_rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.words import PACKAGE, Side

Kind = Literal[
    "company",
    "platoon",
    "hw_section",
    "cupolas",
    "afv_platoon",
    "sp_flak",
    "guns",
    "oba",
    "rocket_oba",
    "observer",
    "counter_battery",
    "bombardment",
    "aircraft",
    "fortifications",
    "minefield",
    "san",
    "recon",
]
Strength = Literal["full", "depleted"]

DATA = read_toml(PACKAGE, "purchases.toml")

GroupId = Annotated[Name, Meta(description="the RG by its ID on the side's chart, such as I1")]


class Units(Struct, frozen=True):
    """One kind of unit in a group: how many at Full Strength, and how many when Depleted."""

    name: str
    full: int | None
    """None where another rule gives the number."""
    depleted: int | None


class Note(Struct, frozen=True):
    """A note of a chart."""

    letter: str
    cites: Rules
    rows: tuple[str, ...]
    text: str
    figures: dict[str, Any]


class Group(Struct, frozen=True):
    """One row of a chart."""

    id: str
    side: Side
    type: str
    kind: Kind
    units: tuple[Units, ...]
    notes: tuple[str, ...]
    traits: tuple[str, ...]
    cpp: int
    date_max: int
    cg_max: int
    cites: Rules
    source: Source


@cache
def groups(side: Side) -> dict[str, Group]:
    """Every row of a side's chart by its ID, in the order of the chart."""
    data = read_toml(PACKAGE, f"groups_{side}.toml")
    return {row["id"]: _group(side, row, data["source"]) for row in data["groups"]}


def _group(side: Side, row: dict[str, Any], source: Source) -> Group:
    return Group(
        id=row["id"],
        side=side,
        type=row["type"],
        kind=msgspec.convert(row["kind"], Kind),
        units=tuple(_units(part) for part in row["units"].split("; ")),
        notes=tuple(row["notes"].split()),
        traits=tuple(row.get("traits", ())),
        cpp=row["cpp"],
        date_max=row["date"],
        cg_max=row["cg"],
        cites=_all(row["cites"]),
        source=source,
    )


def _units(text: str) -> Units:
    name, _, number = text.partition(" x ")
    full, _, depleted = number.partition("/")
    return Units(name, int(full) if full else None, int(depleted) if depleted else None)


def _all(value: Any) -> Rules:
    return as_rules(tuple(value) if isinstance(value, list) else value)


@cache
def notes(side: Side) -> dict[str, Note]:
    """The notes of a side's chart by their letters."""
    head = {"cites", "rows", "text"}
    return {
        letter: Note(
            letter,
            _all(entry["cites"]),
            tuple(entry["rows"]),
            entry["text"],
            {key: value for key, value in entry.items() if key not in head},
        )
        for letter, entry in read_toml(PACKAGE, f"groups_{side}.toml")["notes"].items()
    }


def find_group(side: Side, rg: str) -> Group:
    """A row of a side's chart by its ID."""
    every = groups(side)
    if rg.upper() not in every:
        raise BadInput(unknown(f"{side.capitalize()} RG", rg, every))
    return every[rg.upper()]


def look_up(side: Side, rg: str, why: Why) -> Group:
    """The same, with its row noted as the reason."""
    group = find_group(side, rg)
    why.by(group.cites, f"{group.id} is {group.type}")
    return group


def carries(group: Group, letter: str, why: Why) -> bool:
    """Whether the row carries a note that is in force; if so the note is a reason."""
    if letter not in group.notes:
        return False
    note = notes(group.side)[letter]
    return why(note.cites, f"note {letter}: {note.text}")


@rule("OTO-8.612-1", otherwise="")
def branch(rg: str) -> str:
    """What the letter of an ID stands for."""
    found: str = DATA["letters"][rg[0]]
    return found


# The charts as they are printed


def printed(side: Side) -> Chart:
    """A side's chart, ready to show."""
    data = read_toml(PACKAGE, f"groups_{side}.toml")
    rows = data["groups"]
    sheet = {
        "title": f"{side.capitalize()} Reinforcement Groups",
        "source": data["source"],
        "cites": "OTO-8.612-1",
        "columns": ["type", "units", "notes", "CPP", "date", "CG"],
        "chart": {
            row["id"]: [row[k] for k in ("type", "units", "notes", "cpp", "date", "cg")]
            for row in rows
        },
        "row_cites": {row["id"]: row["cites"] for row in rows},
    }
    return parse_chart(f"groups.{side}", sheet)


GERMAN = printed("german")
RUSSIAN = printed("russian")


# One row as a question


class ChartEntry(Struct, frozen=True):
    """A row of a chart, ready to read."""

    id: str
    side: Side
    branch: str
    type: str
    """The name under which it is recorded."""
    kind: Kind
    units: tuple[Units, ...]
    numbers_by: str
    """Which rule gives the number of units."""
    cpp: int
    date_max: int | None
    cg_max: int | None
    notes: tuple[str, ...] | None


def entry(group: Group, why: Why) -> ChartEntry:
    """A row of a chart, with the rules that say how its columns are read."""
    word = branch(group.id)
    if word:
        why("OTO-8.612-1", f"{group.id[0]}: {word}")
    name = group.type if why("OTO-8.613-1", "the name that goes on the record") else ""
    units = group.units
    slashed = any(unit.depleted is not None for unit in units)
    if slashed and not why("OTO-8.614-1", "left of the slash Full, right of it Depleted"):
        units = tuple(Units(unit.name, unit.full, None) for unit in units)
    by = "8.621" if slashed else "the chart"
    special = DATA["numbers_by"]
    if group.kind in special and why(special["cites"], f"numbers by {special[group.kind]}"):
        by = special[group.kind]
    why("OTO-8.615-1", f"{group.cpp} CPP, whatever the Strength")
    date_max: int | None = group.date_max
    if not why("OTO-8.616-1", f"at most {date_max} on a date"):
        date_max = None
    return ChartEntry(
        group.id,
        group.side,
        word,
        name,
        group.kind,
        units,
        by,
        group.cpp if in_force("OTO-8.615-1") else 0,
        date_max,
        campaign_max(group, why),
        _letters(group, why),
    )


def campaign_max(group: Group, why: Why) -> int | None:
    """How many may be bought in the campaign; none is known without the replacement page."""
    if not why("OTO-8.617-1", f"at most {group.cg_max} in the campaign"):
        return None
    if group.side == "russian" and not why("OTO-E1-1", "the chart of the replacement page"):
        return None
    return group.cg_max


def _letters(group: Group, why: Why) -> tuple[str, ...] | None:
    if group.notes:
        return tuple(letter for letter in group.notes if carries(group, letter, why))
    bare = read_toml(PACKAGE, f"groups_{group.side}.toml").get("no_notes")
    if bare and group.id in bare["rows"] and not why(bare["cites"], "no note on this row"):
        return None
    return ()


class GroupRow(Question, frozen=True, kw_only=True):
    """One row of a side's chart: units, price, maxima and notes."""

    cites = (
        "OTO-8.612-1",
        "OTO-8.613-1",
        "OTO-8.614-1",
        "OTO-8.614-2",
        "OTO-E1-1",
        "OTO-E17-1",
        "OTO-RGG-none-1",
        *(
            rule
            for side in ("german", "russian")
            for row in groups(side).values()
            for rule in row.cites[:1]
        ),
    )

    side: Annotated[Side, Meta(description="whose chart")]
    rg: GroupId

    def answer(self, nature: Nature) -> Finding[ChartEntry]:
        why = Why()
        return why.so(entry(look_up(self.side, self.rg, why), why))


class NoteRow(Struct, frozen=True):
    """A note of a chart and the rows that carry it."""

    letter: str
    text: str
    rows: tuple[str, ...]


class ChartNote(Question, frozen=True, kw_only=True):
    """A note of a side's chart in words, and which rows carry it."""

    side: Annotated[Side, Meta(description="whose chart")]
    note: Annotated[Name, Meta(description="the letter of the note, or * for the asterisk")]

    def answer(self, nature: Nature) -> Finding[NoteRow]:
        every = notes(self.side)
        if self.note not in every:
            raise BadInput(unknown(f"{self.side.capitalize()} note", self.note, every))
        note = every[self.note]
        why = Why()
        why.by(note.cites, note.text)
        return why.so(NoteRow(note.letter, note.text, note.rows))
