"""Result forms at a match: written for a side, and entered whole when it is time for them."""

from __future__ import annotations

import shlex

from msgspec import Struct

from landbridge.engine.refusals import BadInput, Violation
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.drafts.form_draft import fact_rows_of, form_rows_of
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath
from landbridge.games.orsha.campaign.reports.form_template import template
from landbridge.games.orsha.campaign.reports.reports import problems
from landbridge.games.orsha.campaign.reports.result_form import FACTS, REPORT
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side, count

WHOLE = "the report as a whole"


class FormViolation(Struct, frozen=True):
    """What is wrong with a form, and where in it."""

    place: str
    violation: Violation


class ResultForms:
    """The forms of the campaign, as the shell takes them."""

    def template(self, view: Campaign, role: str, as_json: bool) -> str:
        """A side's form, filled in as far as it has reported."""
        return template(view, _side(role), as_json)

    def violations(self, view: Campaign, role: str, text: str) -> tuple[FormViolation, ...]:
        """Everything that keeps a form from being entered now, by its lines."""
        side, filing = _side(role), _is_report(view, role)
        form = form_rows_of(view, side, text, REPORT if filing else FACTS)
        wrong = {at: form.violations(at) for at in range(len(form.rows))}
        found = [
            FormViolation(form.rows[at].place, v)
            for at, violations in wrong.items()
            for v in violations
        ]
        if not filing:
            return tuple(found)
        # What is missing because its own row was refused need not be told again.
        named = {form.rows[at].name for at, violations in wrong.items() if violations}
        missing = problems(form.entered.state, side)
        whole = [FormViolation(WHOLE, v) for v in missing if v.text.split()[0] not in named]
        return (*found, *whole)

    def actions(self, view: Campaign, role: str, text: str) -> tuple[str, ...]:
        """What a form has to say now: the report after a battle, the rest when both have filed."""
        filing = _is_report(view, role)
        texts = form_rows_of(view, _side(role), text, REPORT if filing else FACTS).texts
        report = (shlex.join(("report", *texts)),) if texts else ()
        if not filing:
            return report
        # Who files last has both reports open, and settles the rest with the same form.
        facts = fact_rows_of(view, text) if _files_last(view) else ()
        return (*report, "file", *((shlex.join(("report", *facts)),) if facts else ()))

    def remark(self, view: Campaign, role: str, text: str) -> str:
        """What of a form has to wait."""
        facts = fact_rows_of(view, text)
        if not _is_report(view, role) or _files_last(view) or not facts:
            return ""
        rows = f"{count(len(facts), 'row')} of Control, marks, points or SAN"
        return f"{rows} cannot be settled yet: enter the form again when both sides have filed."


def _side(role: str) -> Side:
    for side in SIDES:
        if role == side:
            return side
    raise BadInput(f"A form belongs to a side: {' or '.join(SIDES)}, not '{role}'.")


def _files_last(view: Campaign) -> bool:
    step = view.agenda[0]
    return isinstance(step, Battle) and len(step.waiting) == 1


def _is_report(view: Campaign, role: str) -> bool:
    """Whether a side's report is due; or only what follows when both have filed."""
    step = view.agenda[0] if view.agenda else None
    if isinstance(step, Battle) and _side(role) in step.waiting:
        return True
    if isinstance(step, Aftermath):
        return False
    raise BadInput(
        "A form is entered after a battle: the report before it is filed, Control, marks and"
        " points when both sides have filed."
    )
