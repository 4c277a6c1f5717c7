"""Writing a result form: every piece that a report must account for, and what has been said."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from landbridge.games.orsha.campaign.pieces.armor_leaders import is_armor_leader
from landbridge.games.orsha.campaign.pieces.book import Book, PieceResult
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reports.reports import pieces_due
from landbridge.games.orsha.campaign.reports.result_form import COLUMNS, FormRow
from landbridge.games.orsha.campaign.reports.row_checks import CHARGES, USED_UP
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.hexes import lvp_labels
from landbridge.games.orsha.rules.words import Side


def template(state: Campaign, side: Side, as_json: bool = False) -> str:
    """A form for a side: its roster, filled in as far as it has reported."""
    rows = form_rows(state, side)
    return _json(rows) if as_json else _csv(rows)


def form_rows(state: Campaign, side: Side) -> list[FormRow]:
    """The rows of a form: counters made in battle, pieces, fires, Control, marks."""
    book = state.book(side)
    rows = [
        FormRow(what="appeared", name=new.parent, becomes=_kind_written(new.kind, new.name))
        for new in book.appeared.values()
    ]
    rows += [_piece(book, piece) for piece in pieces_due(book)]
    rows += [
        _piece(book, piece)
        for piece in book.pieces.values()
        if piece.in_play and (piece.kind in USED_UP or piece.status == "prisoner")
    ]
    rows += [
        FormRow(what="control", name=hex, ended=state.control.get(hex, "none"), note="LVP")
        for hex in lvp_labels()
    ]
    rows += [
        FormRow(what="mark", name=hex, states=" ".join(marks)) for hex, marks in state.marks.items()
    ]
    return rows


def _kind_written(kind: str, name: str) -> str:
    return name if kind == "leader" else kind


def _piece(book: Book, piece: RosterPiece) -> FormRow:
    said = book.report.get(piece.id)
    if said is not None:
        return _result_row(piece, said)
    if piece.status == "prisoner":
        note = "a prisoner; where he is, if he was freed"
    elif piece.kind in USED_UP:
        note = "used, if it was"
    elif piece.name in CHARGES:
        note = "used dr=..., if it was"
    else:
        note = f"set up in {piece.hex}" if piece.hex else ""
    return FormRow(what="ended", name=piece.id, counter=piece.name, note=note)


def _result_row(piece: RosterPiece, said: PieceResult) -> FormRow:
    """What was reported of a piece, as a row."""
    held = said.status in ("prisoner", "captured")
    on_map = said.status == "map" or held
    more = [f"in={said.cover}"] * bool(said.cover) + [f"{_tie(piece)}={said.by}"] * bool(said.by)
    more += [f"dr={said.dr}"] * bool(said.dr)
    more += [f"at={said.hex}"] * bool(said.hex and not on_map)
    return FormRow(
        what="ended",
        name=piece.id,
        counter=piece.name,
        ended=said.hex if on_map else said.status,
        states=" ".join((*([said.status] if held else []), *said.states)),
        becomes=said.name,
        more=" ".join(more),
    )


def _tie(piece: RosterPiece) -> str:
    """What somebody is to the piece that is named with him: its prisoner, or in it."""
    return "aboard" if is_armor_leader(piece) else "by"


def _csv(rows: list[FormRow]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(row, column) for column in COLUMNS] for row in rows)
    return text.getvalue()


def _json(rows: list[FormRow]) -> str:
    found: dict[str, Any] = {
        "appeared": [[row.name, row.becomes] for row in rows if row.what == "appeared"],
        "ended": {row.name: _entry(row) for row in rows if row.what == "ended"},
        "control": {row.name: row.ended for row in rows if row.what == "control"},
        "marks": {row.name: row.states.split() for row in rows if row.what == "mark"},
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _entry(row: FormRow) -> dict[str, Any]:
    return {
        "counter": row.counter,
        "ended": row.ended,
        "states": row.states.split(),
        "becomes": row.becomes,
        "more": row.more,
        "note": row.note,
    }
