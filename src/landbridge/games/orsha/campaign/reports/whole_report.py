"""A whole report as one action: every row is checked, and all are entered or none.

The rows are actions of their own, each in quotes; the same step takes them one by one too:

    report 'ended G-23am-I1.1/1 K34 broken' 'appeared G-23am-I1.1/2 half' 'ended rest P30'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import TypedDice
from landbridge.engine.play.actions import Offer, Slot, read, verb_of
from landbridge.engine.play.events import Event, Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import (
    BadInput,
    ImpossibleAction,
    LandbridgeError,
    Refusal,
    Violation,
)
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.record_lines import by_line, runs
from landbridge.games.orsha.campaign.reports.reports import REST, pieces_due
from landbridge.games.orsha.campaign.reports.rows import (
    NEAR,
    REPORT_ROWS,
    REPORTING,
    ReportRow,
    ReportStep,
)
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side, count

MOST_ROWS = 1000
"""More rows than all pieces of a side in the largest campaign."""

MOST_CONTROL_ROWS = 40
"""A row of Control names many hexes, and each row looks at every piece on the map."""


class Report(Verb, frozen=True):
    """A whole report, each row in quotes: report 'ended G-23am-I1.1/1 K34 broken' 'ended ...'."""

    rows: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: ReportStep, who: str) -> Offer | None:
        if not step.takes_reports(state):
            return None
        side = as_side(who)
        book = state.book(side)
        pieces = pieces_due(book)
        open_ = [piece for piece in pieces if piece.id not in book.report] or pieces
        named = open_[0].id if open_ else REST
        rows = (f"ended {named} {NEAR[side][0]}", f"ended rest {NEAR[side][1]}")
        slot = Slot("rows", prompt="which rows? each in quotes", examples=rows)
        return Offer("report", "Enter many rows as one report", (slot,), REPORTING, aside=True)

    def check(self, state: Campaign, step: ReportStep, who: str) -> tuple[Violation, ...]:
        """Refuse it with every row that cannot stand; what only a referee lets pass is given."""
        check_length(self.rows)
        wrong = enter_rows(state, as_side(who), self.rows).violations
        found = tuple(one.violation for one in wrong)
        if all(one.declarable for one in wrong):
            return found
        raise ImpossibleAction.for_violations(found, declarable=False, otherwise=REPORTING)

    def apply(self, state: Campaign, step: ReportStep, who: str, play: Play) -> Campaign:
        """All rows are entered; where pieces ended is told as one event to each who may know."""
        report = enter_rows(state, as_side(who), self.rows)
        ended = [event for event in report.events if event.id == "reported"]
        play.events += [event for event in report.events if event.id != "reported"]
        for to in dict.fromkeys(event.seen_by for event in ended):
            own = [event.values for event in ended if event.seen_by == to]
            pairs = [(values["what"], values["where"]) for values in own]
            rows = count(len(pairs), "row")
            play.log("report", REPORTING, to=to, count=rows, text=in_blocks(pairs))
        return step.publish(report.state)


class RowViolation(Struct, frozen=True):
    """What is wrong with a row."""

    violation: Violation
    declarable: bool = False
    """Whether a referee may let it pass."""


class EnteredReport(Struct, frozen=True):
    """A report as far as it can stand."""

    state: Campaign
    violations: tuple[RowViolation, ...]
    """By row."""
    events: tuple[Event, ...]


def check_length(rows: Sequence[str]) -> None:
    """Refuse a report without rows, or with more than any side has pieces."""
    if not 0 < len(rows) <= MOST_ROWS:
        raise BadInput(f"A report has 1 to {MOST_ROWS} rows, not {len(rows)}.")
    control = sum(row.startswith("control") for row in rows)
    if control > MOST_CONTROL_ROWS:
        raise BadInput(
            f"A report has at most {MOST_CONTROL_ROWS} rows of Control, not {control};"
            " one row names many hexes: control russian K33 X38."
        )


# Row by row


def enter_rows(state: Campaign, side: Side, rows: Sequence[str]) -> EnteredReport:
    """A report as far as its rows can stand, and what is wrong with the others."""
    kinds = row_kinds(state)
    wrong: list[RowViolation] = []
    actions: list[tuple[int, ReportRow]] = []
    for number, text in enumerate(rows, start=1):
        try:
            actions.append((number, read(text, kinds)))
        except BadInput as problem:
            wrong.append(RowViolation(_violation(problem, number)))
    # A counter must be there before it is said where it ended, and Control follows from both.
    order = list(kinds.values())
    actions.sort(key=lambda one: order.index(type(one[1])))
    # No row of a report throws dice.
    play = Play(TypedDice(()))
    said: dict[str, int] = {}
    missing: list[str] = []
    for number, action in actions:
        step = state.agenda[0]
        try:
            _said_once(action, number, said)
            soft = action.check(state, step, side)
        except LandbridgeError as problem:
            missing += [action.brings] if action.brings else []
            if not _follows(action, missing):
                wrong.append(RowViolation(_violation(problem, number)))
            continue
        wrong += [
            RowViolation(replace(violation, row=number), declarable=True) for violation in soft
        ]
        state = action.enter(state, step, side, play)
    wrong.sort(key=lambda one: one.violation.row)
    return EnteredReport(state, tuple(wrong), tuple(play.events))


def row_kinds(state: Campaign) -> dict[str, type[ReportRow]]:
    """The rows that a report may have in this step, in the order in which they are entered."""
    step = state.agenda[0] if state.agenda else None
    if not isinstance(step, ReportStep):
        raise BadInput("A report is entered after a battle, until both sides have agreed to it.")
    return {verb_of(kind): kind for kind in (*REPORT_ROWS, *step.facts)}


def _said_once(row: ReportRow, number: int, said: dict[str, int]) -> None:
    """Refuse a second row about the same piece: nobody knows which of them is meant."""
    if row.subject and row.subject in said:
        raise BadInput(f"{row.subject} stands in row {said[row.subject]} already.")
    said[row.subject] = number


def _violation(problem: LandbridgeError, number: int) -> Violation:
    if isinstance(problem, Refusal):
        return Violation(problem.text, problem.rules, problem.legal, number)
    return Violation(str(problem).rstrip("."), row=number)


def _follows(row: ReportRow, missing: Iterable[str]) -> bool:
    """Whether a row fails only because an earlier one did, which is told once."""
    return any(re.fullmatch(pattern, row.subject) for pattern in missing)


# In words


def in_blocks(pairs: Iterable[tuple[str, str]]) -> str:
    """Where pieces ended, a line of text for each line of the record; what fared alike together."""
    return ";\n".join(
        f"{line}: {', '.join(f'{runs(names)} {where}'.strip() for where, names in fates.items())}"
        for line, fates in by_line(pairs).items()
    )
