"""A result form looked through before it is entered: each row, its action and its violations."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.reports.reports import grown, problems
from landbridge.games.orsha.campaign.reports.result_form import FACTS, FormRow, action_of, read_rows
from landbridge.games.orsha.campaign.reports.whole_report import (
    EnteredReport,
    enter_rows,
    row_kinds,
)
from landbridge.games.orsha.campaign.sentences import name_of_line
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side


class FormRowDraft(Struct, frozen=True):
    """A row of a form: what it would do, and what is wrong with it."""

    number: int
    row: FormRow
    do: str
    later: bool
    """Whether it is for when both sides have filed: Control, marks, points."""
    problem: str = ""
    rules: Rules = ()
    legal: str = ""
    known: bool = False
    """Whether it only repeats how things stand."""


class NewPiece(Struct, frozen=True):
    """A counter that the battle made, according to a form."""

    id: str
    name: str
    kind: str


class FormDraft(Struct, frozen=True):
    """A form as it was read."""

    rows: tuple[FormRowDraft, ...]
    problem: str
    """What is wrong with the form as a whole."""
    missing: tuple[Violation, ...]
    """What a report with these rows would still lack."""
    made: tuple[NewPiece, ...] = ()
    """Counters that would be on the roster, and are not yet."""


class FormRows(Struct, frozen=True):
    """The rows of a form as rows of a report, and what becomes of it."""

    rows: tuple[FormRow, ...]
    texts: tuple[str, ...]
    """What can be entered now, row by row of the report."""
    places: tuple[int, ...]
    """From which row of the form each of them comes."""
    entered: EnteredReport

    def violations(self, at: int) -> tuple[Violation, ...]:
        """What is wrong with a row of the form."""
        if self.rows[at].problem:
            return (Violation(self.rows[at].problem),)
        found = (one.violation for one in self.entered.violations)
        # The form has lines of its own, by which its rows are known.
        return tuple(replace(one, row=0) for one in found if self.places[one.row - 1] == at)


def form_rows_of(view: Campaign, side: Side, text: str, only: Sequence[str] = ()) -> FormRows:
    """A form in CSV or JSON against the roster as this side knows it; `only` these rows of it."""
    rows = read_rows(text)
    kinds = [kind for kind in row_kinds(view) if not only or kind in only]
    found = [
        (at, do)
        for at, row in enumerate(rows)
        if not row.problem and row.what in kinds and not is_known(view, row)
        for do in _report(view, side, row)
    ]
    texts = tuple(do for _, do in found)
    entered = enter_rows(view, side, texts)
    return FormRows(tuple(rows), texts, tuple(at for at, _ in found), entered)


def fact_rows_of(view: Campaign, text: str) -> tuple[str, ...]:
    """What a form says beside the report: rows that do not only repeat how things stand."""
    rows = (row for row in read_rows(text) if row.what in FACTS and not row.problem)
    return tuple(action_of(row) for row in rows if not is_known(view, row))


def read_form(view: Campaign, side: Side, text: str) -> FormDraft:
    """A form row by row: what each would do, and what is wrong with it."""
    try:
        form = form_rows_of(view, side, text)
    except BadInput as problem:
        return FormDraft((), str(problem), ())
    book, before = form.entered.state.book(side), view.book(side)
    made = [grown(book, name) for name in book.appeared if name not in before.appeared]
    return FormDraft(
        tuple(_row(view, form, at) for at in range(len(form.rows))),
        "",
        problems(form.entered.state, side),
        tuple(NewPiece(piece.id, piece.name, piece.kind) for piece in made),
    )


def _row(view: Campaign, form: FormRows, at: int) -> FormRowDraft:
    row, violations = form.rows[at], form.violations(at)
    found = FormRowDraft(at + 1, row, action_of(row), row.what in FACTS, known=is_known(view, row))
    if not violations:
        return found
    wrong = violations[0]
    problem, legal = name_of_line(wrong.text), name_of_line(wrong.remedy)
    return replace(found, problem=problem, rules=wrong.rules, legal=legal)


def _report(view: Campaign, side: Side, row: FormRow) -> Sequence[str]:
    """A row of the report; a counter from sealed orders comes to light first."""
    book = view.book(side)
    known = row.name in book.pieces or row.what != "ended"
    if known or not book.sealed or not row.counter:
        return (action_of(row),)
    return (shlex.join(("shows", row.name, *row.counter.split())), action_of(row))


def is_known(view: Campaign, row: FormRow) -> bool:
    """Whether a row only repeats how things stand."""
    if row.what == "control":
        return view.control.get(row.name, "none") == row.ended
    return row.what == "mark" and set(row.states.split()) <= set(view.marks.get(row.name, ()))
