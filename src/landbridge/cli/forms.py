"""`landbridge form`: a report as a file, written from the match and taken back into it."""

from __future__ import annotations

from typing import Any, Protocol

from landbridge.cli.matches import count
from landbridge.cli.messages import to_do
from landbridge.cli.parsing import Parser
from landbridge.cli.printing import wrapped
from landbridge.cli.texts import read_text, write_text
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput, Violation
from landbridge.games import info
from landbridge.store.files import changing, load


class FormViolation(Protocol):
    """What is wrong with a form, and where in it."""

    @property
    def place(self) -> str: ...

    @property
    def violation(self) -> Violation: ...


class Forms(Protocol):
    """What a game that takes forms can do; its manifest names it as `forms`."""

    def template(self, view: Any, role: str, as_json: bool) -> str: ...

    def violations(self, view: Any, role: str, text: str) -> tuple[FormViolation, ...]: ...

    def actions(self, view: Any, role: str, text: str) -> tuple[str, ...]: ...

    def remark(self, view: Any, role: str, text: str) -> str: ...


def form(argv: list[str]) -> int:
    """Write a form, or enter one."""
    parser = Parser(
        "form",
        "Write a report as a file, filled from the roster, or enter a file that was filled in.\n"
        "A file that ends in .json is JSON, any other CSV. If a row contradicts the roster, every\n"
        "such row is named with its line, nothing changes and the exit status is 2.",
        "form campaign.lbm --as german -o german.csv\n"
        "form campaign.lbm --as german --read german.csv",
    )
    parser.file()
    parser.role("whose report it is")
    parser.add_argument("-o", "--output", metavar="FORM", help="the form to write")
    parser.add_argument("--read", metavar="FORM", help="the form to enter")
    given = parser.read(argv)
    if not given.role:
        raise BadInput("Say whose report it is, for example: --as german.")
    if (given.output is None) == (given.read is None):
        raise BadInput("Say -o FORM to write a form, or --read FORM to enter one.")
    if given.output is not None:
        match = load(given.file)
        text = _forms(match).template(
            match.view(given.role), given.role, given.output.endswith(".json")
        )
        write_text(given.output, text)
        print(f"Written to {given.output}: {count(len(text.splitlines()), 'line')}.")
        return 0
    text = read_text(given.read)
    with changing(given.file) as match:
        forms, view = _forms(match), match.view(given.role)
        _check(given.read, forms.violations(view, given.role, text))
        actions = forms.actions(view, given.role, text)
        remark = forms.remark(view, given.role, text)
        for action in actions:
            match.do(action, given.role)
    # How often the enemy has acted in secret is not told.
    total = len(match.visible(given.role))
    print(f"Entered from {given.read}: {count(len(actions), 'action')}, {total} in all.")
    if remark:
        print("\n".join(wrapped(remark, "", "  ")))
    print("\n".join(to_do(match, given.file, given.role)))
    return 0


def _forms(match: Match[Any]) -> Forms:
    name = match.header.game
    game = info(name)
    if not game.forms:
        raise BadInput(f"{game.title} has no forms.")
    found: Forms = game.load(game.forms)()
    return found


def _check(file: str, violations: tuple[FormViolation, ...]) -> None:
    """Refuse a form with everything that is wrong with it; then nothing is entered."""
    if violations:
        lines = "".join(f"\n  {one.place}: {one.violation}" for one in violations)
        raise BadInput(
            f"{file}: {count(len(violations), 'problem')}, nothing has been entered.{lines}"
        )
