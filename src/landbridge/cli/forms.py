"""`landbridge form`: a report as a file, written from the match and taken back into it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

from landbridge.cli.matches import count
from landbridge.cli.parsing import Parser
from landbridge.cli.telling import to_do
from landbridge.cli.texts import read_text, write_text
from landbridge.engine.match import Match
from landbridge.engine.refusals import BadInput, LandbridgeError, Refused
from landbridge.games import package
from landbridge.store.files import changing, load


class Entry(Protocol):
    """An action that a form asks for, and where in the form."""

    @property
    def place(self) -> str: ...

    @property
    def do(self) -> str: ...


class Forms(Protocol):
    """What a game that takes forms can do; its package names it as FORMS."""

    def template(self, view: Any, role: str, as_json: bool) -> str: ...

    def entries(self, view: Any, role: str, text: str) -> tuple[Entry, ...]: ...


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
        entries = _forms(match).entries(match.view(given.role), given.role, text)
        _enter(match, given.role, given.read, entries)
    print(f"Entered from {given.read}: {count(len(entries), 'action')}, {len(match)} in all.")
    print("\n".join(to_do(match, given.file, given.role)))
    return 0


def _forms(match: Match[Any]) -> Forms:
    name = match.header.game
    place = getattr(package(name), "FORMS", None)
    if place is None:
        raise BadInput(f"{match.game.title} has no forms.")
    module, _, kind = place.partition(":")
    found: Forms = getattr(import_module(f"{package(name).__name__}.{module}"), kind)()
    return found


def _enter(match: Match[Any], role: str, file: str, entries: tuple[Entry, ...]) -> None:
    """Carry everything out; whatever is refused is named, and then nothing is kept."""
    wrong: list[str] = []
    named: set[str] = set()
    for entry in entries:
        try:
            match.do(entry.do, role)
        except LandbridgeError as problem:
            faults = problem.violations if isinstance(problem, Refused) else ()
            texts = [str(v) for v in faults if v.text.split()[0] not in named]
            wrong += [f"{entry.place}: {text}" for text in (texts if faults else [str(problem)])]
            # What follows from a row that was refused need not be told again.
            named.update(entry.do.split()[1:2])
    if wrong:
        lines = "".join(f"\n  {text}" for text in wrong)
        raise BadInput(f"{file}: {count(len(wrong), 'problem')}, nothing has been entered.{lines}")
