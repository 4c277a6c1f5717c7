"""A result form looked through before it is entered: every row with its action and its fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.actions import Action, read
from landbridge.engine.refusals import BadInput, LandbridgeError, Refused, Violation
from landbridge.engine.rules import Rules
from landbridge.games.orsha.campaign.report_lines import check_ended
from landbridge.games.orsha.campaign.reporting import Appears, EndedAt
from landbridge.games.orsha.campaign.reports import (
    check_appeared,
    child_id,
    entered,
    problems,
    read_ended,
)
from landbridge.games.orsha.campaign.result_form import FACTS, Row, action_of, rows_of
from landbridge.games.orsha.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

VERBS: dict[str, type[Action]] = {"ended": EndedAt, "appeared": Appears}


class RowRead(Struct, frozen=True):
    """A row of a form: what it would do, and what is wrong with it."""

    number: int
    row: Row
    do: str
    later: bool
    """Whether it is for when both sides have filed: Control, marks, points."""
    problem: str = ""
    rules: Rules = ()
    legal: str = ""


class FormRead(Struct, frozen=True):
    """A form as it was read."""

    rows: tuple[RowRead, ...]
    problem: str
    """What is wrong with the form as a whole."""
    missing: tuple[Violation, ...]
    """What a report with these rows would still lack."""


def read_form(view: Campaign, side: Side, text: str) -> FormRead:
    """A form in CSV or JSON, row by row, against the roster as this side knows it."""
    try:
        rows = rows_of(text)
    except BadInput as problem:
        return FormRead((), str(problem), ())
    found: list[RowRead] = []
    # A counter that the battle made must be there before it is said where it ended.
    order = sorted(enumerate(rows, start=1), key=lambda one: one[1].what != "appeared")
    for number, row in order:
        done, view = _row(view, side, number, row)
        found.append(done)
    return FormRead(tuple(sorted(found, key=lambda one: one.number)), "", problems(view, side))


def _row(view: Campaign, side: Side, number: int, row: Row) -> tuple[RowRead, Campaign]:
    do = action_of(row)
    if row.what in FACTS:
        return RowRead(number, row, do, True), view
    try:
        return RowRead(number, row, do, False), _with(view, side, do)
    except Refused as problem:
        return (
            RowRead(number, row, do, False, problem.text, problem.rules, problem.legal),
            view,
        )
    except LandbridgeError as problem:
        return RowRead(number, row, do, False, str(problem)), view


def _with(view: Campaign, side: Side, do: str) -> Campaign:
    """The view with this row in the report, or the refusal that it meets."""
    action = read(do, VERBS)
    book = view.book(side)
    if isinstance(action, Appears):
        new = check_appeared(side, book, action.parent, action.what)
        made = book.appeared | {child_id(book, new): new}
        return view.with_book(side, replace(book, appeared=made))
    assert isinstance(action, EndedAt)
    ended = read_ended(action.where, action.details, view.edge_rows)
    check_ended(view, side, action.what, ended)
    return view.with_book(side, entered(book, action.what, ended))
