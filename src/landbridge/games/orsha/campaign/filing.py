"""Result forms at a match: written for a side, and entered row by row when it is time for them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from msgspec import Struct

from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.campaign.aftermath import Aftermath
from landbridge.games.orsha.campaign.battle import Battle
from landbridge.games.orsha.campaign.form_template import template
from landbridge.games.orsha.campaign.position import SIDES
from landbridge.games.orsha.campaign.result_form import FACTS, Row, action_of, reported, rows_of
from landbridge.games.orsha.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

WHOLE = "the report as a whole"


class Entry(Struct, frozen=True):
    """An action that a form asks for, and where in the form."""

    place: str
    do: str


class ResultForms:
    """The forms of the campaign, as the shell takes them."""

    def template(self, view: Campaign, role: str, as_json: bool) -> str:
        """A side's form, filled in as far as it has reported."""
        return template(view, _side(role), as_json)

    def entries(self, view: Campaign, role: str, text: str) -> tuple[Entry, ...]:
        """What a form has to say now: the report after a battle, the rest when both have filed."""
        side = _side(role)
        step = view.agenda[0] if view.agenda else None
        rows = rows_of(text)
        if isinstance(step, Battle) and side in step.waiting:
            found = [e for row in reported(rows) for e in _report(view, side, row)]
            return (*found, Entry(WHOLE, "file"))
        if isinstance(step, Aftermath):
            news = (row for row in rows if row.what in FACTS and not _known(view, row))
            return tuple(Entry(row.place, action_of(row)) for row in news)
        raise BadInput(
            "A form is entered after a battle: the report before it is filed, Control, marks and"
            " points when both sides have filed."
        )


def _side(role: str) -> Side:
    for side in SIDES:
        if role == side:
            return side
    raise BadInput(f"A form belongs to a side: {' or '.join(SIDES)}, not '{role}'.")


def _report(view: Campaign, side: Side, row: Row) -> list[Entry]:
    """A row of the report; a counter from sealed papers comes to light first."""
    book = view.book(side)
    known = row.name in book.pieces or row.what != "ended"
    entry = Entry(row.place, action_of(row))
    if known or not book.sealed or not row.counter:
        return [entry]
    return [Entry(row.place, shlex.join(("shows", row.name, *row.counter.split()))), entry]


def _known(view: Campaign, row: Row) -> bool:
    """Whether a row only repeats how things stand."""
    if row.what == "control":
        return view.control.get(row.name, "none") == row.ended
    return row.what == "mark" and set(row.states.split()) <= set(view.marks.get(row.name, ()))
