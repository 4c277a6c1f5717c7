"""Result forms: a file filled from the roster, filled in after the battle, read as actions.

A form is CSV, or JSON with the same words:

    what,name,counter,ended,states,becomes,more,note
    ended,R-23am-I5.1/3,6-2-8,W44,broken,,,set up in W45
    ended,R-23am-I5.1/12,DC,used,,,dr=7,
    appeared,R-23am-I5.1/4,,,,half,,
    control,K33,,russian,,,,LVP
    mark,W44,,,blaze,,,
    cvp,russian,,14,,,,"prisoners count double"
    san,german,,2,,,,

    {"ended": {"R-23am-I5.1/3": {"ended": "W44", "states": ["broken"], "becomes": "", "more": ""}},
     "appeared": [["R-23am-I5.1/4", "half"]], "control": {"K33": "russian"},
     "marks": {"W44": ["blaze"]}, "cvp": {"russian": [14, "prisoners double"]}, "evp": [0, ""],
     "san": {"german": 2}}

Rows in which nothing is filled in are passed over: the game then names every piece that is missing.
"""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput, choices

COLUMNS = ("what", "name", "counter", "ended", "states", "becomes", "more", "note")
REPORT = ("appeared", "ended")
FACTS = ("control", "mark", "cvp", "evp", "san")
_JSON = ("ended", "appeared", "control", "marks", "cvp", "evp", "san")


class FormRow(Struct, frozen=True, kw_only=True):
    """One row of a form."""

    what: str
    name: str = ""
    counter: str = ""
    """What the piece is called; only sealed orders need it."""
    ended: str = ""
    states: str = ""
    becomes: str = ""
    more: str = ""
    note: str = ""
    place: str = ""
    """Where the row stands in its file, in words."""
    problem: str = ""
    """Why it cannot be read."""


def read_rows(form_text: str) -> list[FormRow]:
    """The rows of a form that say something, each with what keeps it from being read."""
    text = form_text.removeprefix("\ufeff")
    rows = _from_json(text) if text.lstrip().startswith("{") else _from_csv(text)
    before: dict[str, str] = {}
    return [row if row.problem else replace(row, problem=_unread(row, before)) for row in rows]


def _unread(row: FormRow, before: dict[str, str]) -> str:
    """What keeps a row from being read; `before`: the pieces in the rows above it."""
    if row.what not in (*REPORT, *FACTS):
        return f"what is {choices((*REPORT, *FACTS))}, not '{row.what}'"
    if row.what != "evp" and not row.name:
        return "the name is missing"
    if row.what != "ended":
        return ""
    if row.name in before:
        return f"{row.name} stands in {before[row.name]} already"
    before[row.name] = row.place
    return ""


# CSV


def _from_csv(form_text: str) -> list[FormRow]:
    # Spreadsheets of many countries put semicolons between the columns.
    head = form_text.partition("\n")[0]
    mark = ";" if head.count(";") > head.count(",") else ","
    reader = csv.DictReader(io.StringIO(form_text), delimiter=mark)
    names = [(name or "").strip() for name in reader.fieldnames or ()]
    strange = [name for name in names if name not in COLUMNS]
    if strange or "what" not in names:
        raise BadInput(f"A form has the columns {choices(COLUMNS)}, not '{', '.join(names)}'.")
    reader.fieldnames = names
    rows = []
    for raw in reader:
        place = f"line {reader.line_num}"
        left_over: Any = raw.pop(None, None)
        filled = {name: (value or "").strip() for name, value in raw.items()}
        shown = f"{filled['what']},{filled.get('name', '')}"
        problem = f"'{shown}' has too many columns" if left_over else ""
        if any(filled.values()):
            rows.append(FormRow(**filled, place=place, problem=problem))
    return [row for row in rows if row.what != "ended" or _says(row)]


def _says(row: FormRow) -> bool:
    """Whether anything is filled in; what the template has printed does not count."""
    return bool(row.ended or row.states or row.becomes or row.more)


# JSON


def _from_json(form_text: str) -> list[FormRow]:
    try:
        data: Any = json.loads(form_text)
    except json.JSONDecodeError as problem:
        raise BadInput(f"The form is no JSON: {problem}.") from None
    strange = set(data) - set(_JSON)
    if strange:
        raise BadInput(f"A form holds {choices(_JSON)}, not '{min(strange)}'.")
    rows: list[FormRow] = []
    for part in _JSON:
        if part in data:
            try:
                rows += _PARTS[part](data[part])
            except (AttributeError, TypeError, ValueError, KeyError) as problem:
                raise BadInput(f"'{part}' is not built as it should be: {problem}.") from None
    return [row for row in rows if row.what != "ended" or _says(row)]


def _ended(data: Any) -> Iterator[FormRow]:
    for name, said in data.items():
        strange = set(said) - set(COLUMNS)
        if strange:
            raise ValueError(f"{name} has {choices(COLUMNS[2:])}, not '{min(strange)}'")
        words = {key: said.get(key, "") for key in ("counter", "ended", "becomes", "more", "note")}
        words = {key: str(value) for key, value in words.items()}
        states = " ".join(said.get("states", ()))
        yield FormRow(what="ended", name=name, states=states, place=f"ended {name}", **words)


def _appeared(data: Any) -> Iterator[FormRow]:
    for name, what in data.items() if isinstance(data, dict) else data:
        yield FormRow(what="appeared", name=name, becomes=str(what), place=f"appeared {name}")


def _control(data: Any) -> Iterator[FormRow]:
    for hex, side in data.items():
        yield FormRow(what="control", name=hex, ended=str(side), place=f"control {hex}")


def _marks(data: Any) -> Iterator[FormRow]:
    for hex, marks in data.items():
        yield FormRow(what="mark", name=hex, states=" ".join(marks), place=f"marks {hex}")


def _cvp(data: Any) -> Iterator[FormRow]:
    for side, (points, why) in data.items():
        yield FormRow(what="cvp", name=side, ended=str(points), note=why, place=f"cvp {side}")


def _evp(data: Any) -> Iterator[FormRow]:
    points, why = data
    yield FormRow(what="evp", ended=str(points), note=why, place="evp")


def _san(data: Any) -> Iterator[FormRow]:
    for side, number in data.items():
        yield FormRow(what="san", name=side, ended=str(number), place=f"san {side}")


_PARTS = {
    "ended": _ended,
    "appeared": _appeared,
    "control": _control,
    "marks": _marks,
    "cvp": _cvp,
    "evp": _evp,
    "san": _san,
}


# As actions


def _words(*words: str) -> str:
    return shlex.join(word for word in words if word)


def action_of(row: FormRow) -> str:
    """The action that a row stands for."""
    if row.what == "ended":
        becomes = f"as={row.becomes}" if row.becomes else ""
        where = row.ended or "-"
        return _words("ended", row.name, where, *row.states.split(), becomes, *row.more.split())
    if row.what == "appeared":
        return _words("appeared", row.name, row.becomes)
    if row.what == "control":
        return _words("control", row.ended, *row.name.split())
    if row.what == "mark":
        return _words("mark", row.name, *row.states.split())
    if row.what == "san":
        return _words("san", row.name, row.ended)
    return _words(row.what, row.name, row.ended, row.note)
