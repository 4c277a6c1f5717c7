"""A whole report as one action: every row is checked, and all are entered or none.

The rows are actions of their own, each in quotes; the same step takes them one by one too:

    report 'ended G-23am-I1.1/1 K34 broken' 'appeared G-23am-I1.1/2 half' 'ended rest P30'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.actions import Action, Offer, Slot, read
from landbridge.engine.agenda import Step
from landbridge.engine.chance import TypedDice
from landbridge.engine.events import Event, Play
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal, Violation
from landbridge.games.orsha.campaign.pieces.roster import Listed
from landbridge.games.orsha.campaign.reports.rows import (
    NEAR,
    REPORT_ROWS,
    REPORTING,
    Appears,
    EndedAt,
    Shows,
)
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

MOST_ROWS = 1000
"""More rows than all pieces of a side in the largest campaign."""

MOST_CONTROL_ROWS = 40
"""A row of Control names many hexes, and each row looks at every piece on the map."""


class Report(Action, frozen=True):
    """A whole report, each row in quotes: report 'ended G-23am-I1.1/1 K34 broken' 'ended ...'."""

    rows: tuple[str, ...]


class ReportStep(Step, frozen=True):
    """A step in which reports are taken."""

    FACTS: ClassVar[tuple[type[Action], ...]] = ()
    """Rows that a report may have here beside where pieces ended."""

    def take_row(self, state: Campaign, side: Side, action: Any, play: Play) -> Campaign:
        """Enter one row, which has been checked."""
        raise AssertionError(f"{type(self).__name__} takes no rows")


class Fault(Struct, frozen=True):
    """What is wrong with a row."""

    violation: Violation
    declarable: bool = False
    """Whether a referee may let it pass."""


class Entered(Struct, frozen=True):
    """A report as far as it can stand."""

    state: Any
    faults: tuple[Fault, ...]
    """By row."""
    events: tuple[Event, ...]


def report_offer(side: Side, pieces: Sequence[Listed]) -> Offer:
    """The offer to enter many rows at once."""
    named = pieces[0].id if pieces else "rest"
    rows = (f"ended {named} {NEAR[side][0]}", f"ended rest {NEAR[side][1]}")
    slot = Slot("rows", prompt="which rows? each in quotes", examples=rows)
    return Offer("report", "Enter many rows as one report", (slot,), REPORTING, aside=True)


def check_rows(state: Campaign, side: Side, report: Report) -> tuple[Violation, ...]:
    """Refuse a report with every row that cannot stand; what only a referee lets pass is given."""
    check_length(report.rows)
    faults = enter_rows(state, side, report.rows).faults
    found = tuple(fault.violation for fault in faults)
    if all(fault.declarable for fault in faults):
        return found
    raise Refusal.for_violations(found, declarable=False)


def take_rows(state: Campaign, side: Side, report: Report, play: Play) -> Campaign:
    """The state with all rows of a report; where pieces ended is told as one event."""
    entered = enter_rows(state, side, report.rows)
    ended = [event for event in entered.events if event.id == "reported"]
    play.events += [event for event in entered.events if event.id != "reported"]
    if ended:
        pairs = [(event.values["what"], event.values["where"]) for event in ended]
        rows = f"{len(pairs)} row{'s' * (len(pairs) > 1)}"
        play.log("report", REPORTING, to=ended[0].seen_by, count=rows, text=in_blocks(pairs))
    found: Campaign = entered.state
    return found


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


def enter_rows(state: Campaign, side: Side, rows: Sequence[str]) -> Entered:
    """A report as far as its rows can stand, and what is wrong with the others."""
    kinds = row_kinds(state)
    faults: list[Fault] = []
    actions: list[tuple[int, Action]] = []
    for number, text in enumerate(rows, start=1):
        try:
            actions.append((number, read(text, kinds)))
        except BadInput as problem:
            faults.append(Fault(_violation(problem, number)))
    # A counter must be there before it is said where it ended, and Control follows from both.
    order = list(kinds.values())
    actions.sort(key=lambda one: order.index(type(one[1])))
    # No row of a report throws dice.
    play = Play(TypedDice(()))
    said: dict[str, int] = {}
    missing: list[str] = []
    for number, action in actions:
        step: Any = state.agenda[0]
        try:
            _said_once(action, number, said)
            soft = step.check(state, side, action)
        except LandbridgeError as problem:
            missing += _makes(action)
            if not _follows(action, missing):
                faults.append(Fault(_violation(problem, number)))
            continue
        faults += [Fault(replace(violation, row=number), declarable=True) for violation in soft]
        state = step.take_row(state, side, action, play)
    faults.sort(key=lambda fault: fault.violation.row)
    return Entered(state, tuple(faults), tuple(play.events))


def row_kinds(state: Campaign) -> dict[str, type[Action]]:
    """The rows that a report may have in this step, in the order in which they are entered."""
    step = state.agenda[0] if state.agenda else None
    if not isinstance(step, ReportStep):
        raise BadInput("A report is entered after a battle, until both sides have agreed to it.")
    kinds: tuple[Any, ...] = (*REPORT_ROWS, *step.FACTS)
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def _said_once(action: Action, number: int, said: dict[str, int]) -> None:
    """Refuse a second row about the same piece: nobody knows which of them is meant."""
    if not isinstance(action, EndedAt):
        return
    if action.what in said:
        raise BadInput(f"{action.what} stands in row {said[action.what]} already.")
    said[action.what] = number


def _violation(problem: LandbridgeError, number: int) -> Violation:
    if isinstance(problem, Refusal):
        return Violation(problem.text, problem.rules, problem.legal, number)
    return Violation(str(problem).rstrip("."), row=number)


def _makes(action: Action) -> list[str]:
    """What a row would have put on the roster, as patterns of ids."""
    if isinstance(action, Appears):
        return [rf"{re.escape(action.parent)}[a-z]\d*"]
    return [re.escape(action.piece)] if isinstance(action, Shows) else []


def _follows(action: Action, missing: Iterable[str]) -> bool:
    """Whether a row fails only because an earlier one did, which is told once."""
    if not isinstance(action, EndedAt):
        return False
    return any(re.fullmatch(pattern, action.what) for pattern in missing)


# In words


def in_blocks(pairs: Iterable[tuple[str, str]]) -> str:
    """Where pieces ended, a line of text for each line of the record; what fared alike together."""
    lines: dict[str, dict[str, list[str]]] = {}
    for what, where in pairs:
        line, _, piece = what.partition("/")
        lines.setdefault(line, {}).setdefault(where, []).append(piece)
    return ";\n".join(
        f"{line}: {', '.join(f'{_runs(names)} {where}'.strip() for where, names in fates.items())}"
        for line, fates in lines.items()
    )


def _runs(names: Sequence[str]) -> str:
    """Pieces of a line by their numbers, those that follow each other as one run: 1-8 and 11."""
    runs: list[list[str]] = []
    for name in names:
        after = runs and runs[-1][-1].isdecimal() and name == str(int(runs[-1][-1]) + 1)
        if after:
            runs[-1].append(name)
        else:
            runs.append([name])
    shown = [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
