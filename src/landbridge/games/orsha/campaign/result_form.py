"""Result forms: a file filled from the roster, filled in after the battle, read as actions.

A form is CSV, or JSON with the same words:

    what,name,ended,states,becomes,more,note
    ended,R-23am-I5.1/3,W44,broken,,,6-2-8
    ended,R-23am-I5.1/12,used,,,dr=7,DC
    appeared,R-23am-I5.1/4,,,half,,
    control,K33,russian,,,,
    mark,W44,,blaze,,,
    cvp,russian,14,,,,"prisoners count double"

    {"ended": {"R-23am-I5.1/3": {"ended": "W44", "states": ["broken"], "becomes": "", "more": ""}},
     "appeared": {"R-23am-I5.1/4": "half"}, "control": {"K33": "russian"},
     "marks": {"W44": ["blaze"]}, "cvp": {"russian": [14, "prisoners double"]}, "evp": [0, ""]}

Rows in which nothing is filled in are passed over: the game then names every piece that is missing.
"""

from __future__ import annotations

import csv
import io
import json
import shlex
import sys
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from landbridge.engine.refusals import BadInput, LandbridgeError, choices
from landbridge.games.orsha.campaign.position import SIDES
from landbridge.games.orsha.campaign.reports import due
from landbridge.games.orsha.ground.map import lvp_labels
from landbridge.games.orsha.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

COLUMNS = ("what", "name", "ended", "states", "becomes", "more", "note")
REPORT = ("appeared", "ended")
FACTS = ("control", "mark", "cvp", "evp")
_JSON = {"ended", "appeared", "control", "marks", "cvp", "evp"}


class Row(Struct, frozen=True, kw_only=True):
    """One row of a form."""

    what: str
    name: str = ""
    ended: str = ""
    states: str = ""
    becomes: str = ""
    more: str = ""
    note: str = ""


# The template


def template(state: Campaign, side: Side) -> str:
    """A form for a side with every piece that the report must account for."""
    book = state.book(side)
    rows = [
        Row(what="ended", name=piece.id, note=f"{piece.name} {piece.hex}".strip())
        for piece in due(book)
    ]
    rows += [
        Row(what="ended", name=piece.id, note=f"{piece.name}: used, if it was")
        for piece in book.pieces.values()
        if piece.kind in ("oba", "counter_battery", "bombardment", "aircraft") and piece.in_play
    ]
    rows += [
        Row(what="control", name=hex, ended=state.control.get(hex, "none"), note="LVP")
        for hex in lvp_labels()
    ]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(row, column) for column in COLUMNS] for row in rows)
    return text.getvalue()


# Reading


def rows_of(form_text: str) -> list[Row]:
    """The rows of a form that say something; or an error that names the row."""
    rows = _from_json(form_text) if form_text.lstrip().startswith("{") else _from_csv(form_text)
    for number, row in enumerate(rows, start=1):
        if row.what not in (*REPORT, *FACTS):
            allowed = choices((*REPORT, *FACTS))
            raise BadInput(f"Row {number} of the form: what is {allowed}, not '{row.what}'.")
        if row.what != "evp" and not row.name:
            raise BadInput(f"Row {number} of the form: the name is missing.")
    return rows


def _from_csv(form_text: str) -> list[Row]:
    reader = csv.DictReader(io.StringIO(form_text))
    strange = [name for name in reader.fieldnames or () if name not in COLUMNS]
    if strange or "what" not in (reader.fieldnames or ()):
        raise BadInput(f"A form has the columns {choices(COLUMNS)}, not '{', '.join(strange)}'.")
    rows = []
    for raw in reader:
        if raw.get(None):
            raise BadInput(f"'{raw['what']},{raw.get('name')}': the row has too many columns.")
        filled = {k: (v or "").strip() for k, v in raw.items()}
        if any(filled.values()):
            rows.append(Row(**filled))
    return [row for row in rows if row.what != "ended" or row.ended]


def _from_json(form_text: str) -> list[Row]:
    try:
        data: Any = json.loads(form_text)
    except json.JSONDecodeError as problem:
        raise BadInput(f"The form is no JSON: {problem}.") from None
    strange = set(data) - _JSON
    if strange:
        raise BadInput(f"A form holds {choices(sorted(_JSON))}, not '{min(strange)}'.")
    try:
        return list(_json_rows(data))
    except (AttributeError, TypeError, ValueError, KeyError) as problem:
        raise BadInput(f"The form is not built as it should be: {problem}.") from None


def _json_rows(data: dict[str, Any]) -> list[Row]:
    rows = []
    for name, said in data.get("ended", {}).items():
        states = " ".join(said.get("states", ()))
        becomes, more = said.get("becomes", ""), said.get("more", "")
        rows.append(
            Row(
                what="ended",
                name=name,
                ended=str(said["ended"]),
                states=states,
                becomes=becomes,
                more=more,
            )
        )
    for name, what in data.get("appeared", {}).items():
        rows.append(Row(what="appeared", name=name, becomes=str(what)))
    for hex, side in data.get("control", {}).items():
        rows.append(Row(what="control", name=hex, ended=str(side)))
    for hex, marks in data.get("marks", {}).items():
        rows.append(Row(what="mark", name=hex, states=" ".join(marks)))
    for side, (points, why) in data.get("cvp", {}).items():
        rows.append(Row(what="cvp", name=side, ended=str(points), note=why))
    if "evp" in data:
        points, why = data["evp"]
        rows.append(Row(what="evp", ended=str(points), note=why))
    return rows


def _words(*words: str) -> str:
    return shlex.join(word for word in words if word)


def _action(row: Row) -> str:
    if row.what == "ended":
        becomes = f"as={row.becomes}" if row.becomes else ""
        return _words("ended", row.name, row.ended, *row.states.split(), becomes, *row.more.split())
    if row.what == "appeared":
        return _words("appeared", row.name, row.becomes)
    if row.what == "control":
        return _words("control", row.ended, *row.name.split())
    if row.what == "mark":
        return _words("mark", row.name, *row.states.split())
    return _words(row.what, row.name, row.ended, row.note)


def actions_from(form_text: str) -> list[str]:
    """The report of a form as actions of the side that filled it in; `file` is left to it."""
    rows = rows_of(form_text)
    made = [_action(row) for row in rows if row.what == "appeared"]
    return made + [_action(row) for row in rows if row.what == "ended"]


def facts_from(form_text: str) -> list[str]:
    """What a form says of Control, fires and points, as actions for when both have filed."""
    return [_action(row) for row in rows_of(form_text) if row.what in FACTS]


# From the shell


def main(argv: list[str]) -> int:
    """`template SAVE SIDE` prints a form; `read FORM` prints its actions, one a line."""
    from landbridge.engine.match import Match
    from landbridge.engine.saves import from_text
    from landbridge.games.orsha.campaign.game import Orsha

    try:
        if len(argv) == 3 and argv[0] == "template" and argv[2] in SIDES:
            with open(argv[1], encoding="utf-8") as file:
                match = Match.load(Orsha(), from_text(file.read()))
            side: Side = "german" if argv[2] == "german" else "russian"
            print(template(match.state, side), end="")
            return 0
        if len(argv) == 2 and argv[0] == "read":
            with open(argv[1], encoding="utf-8") as file:
                text = file.read()
            print("\n".join([*actions_from(text), *facts_from(text)]))
            return 0
    except (LandbridgeError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    print("template SAVE german|russian, or read FORM", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
