"""`landbridge log` and `replay`: looking back at a match."""

from __future__ import annotations

from typing import Any

from landbridge.cli.matches import count
from landbridge.cli.messages import as_data, ending, event_lines, short, speaker
from landbridge.cli.parsing import Parser
from landbridge.cli.printing import print_json, wrapped
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import ActionRecord, Rollback
from landbridge.engine.play.events import REFEREE, without_echoes
from landbridge.store.files import load


def log(argv: list[str]) -> int:
    """What happened."""
    parser = Parser(
        "log",
        "Say what happened in sentences, with dice and rules. A role counts only the actions that\n"
        "it noticed.",
        "log campaign.lbm --as soviet",
    )
    parser.file()
    parser.role("tell only what this role may know")
    parser.json()
    given = parser.read(argv)
    match = load(given.file)
    role = given.role or REFEREE
    events = match.log(role)
    if given.json:
        print_json(
            [
                _action_facts(match, number, role) | as_data(match.game, event)
                for number, event in events
            ]
        )
        return 0
    before = -1
    for number, event in without_echoes(events) if role == REFEREE else events:
        if number != before:
            before = number
            print(_title(match, number, role))
        print("\n".join(event_lines(match.game, (event,), "    ")))
    for gone in match.taken_back:
        print("\n".join(_taken_back(match, gone, role)))
    if match.outcome is not None:
        print("\n".join(wrapped(ending(match.outcome))))
    return 0


def _entry(match: Match[Any], number: int, role: str) -> ActionRecord:
    """The action with this number, as the role counts them."""
    return match.history.records[match.visible(role).action(number) - 1]


def _may_read(match: Match[Any], number: int, role: str) -> bool:
    """The words of an action may hold a secret: only who said them reads them, and the referee."""
    return number > 0 and role in (REFEREE, _entry(match, number, role).who)


def _title(match: Match[Any], number: int, role: str) -> str:
    if number == 0:
        return "Set-up"
    entry = _entry(match, number, role)
    who = speaker(entry)
    words = f"{who}: {short(match.game, entry.do)}" if _may_read(match, number, role) else who
    typed = "   (dice typed in)" if entry.typed and entry.dice else ""
    return f"{number:>3}. {words}{typed}"


def _action_facts(match: Match[Any], number: int, role: str) -> dict[str, Any]:
    said: dict[str, Any] = {"action": number}
    if _may_read(match, number, role):
        entry = _entry(match, number, role)
        said |= {"who": entry.who, "by": entry.by, "do": entry.do, "typed": entry.typed}
    return said


def _taken_back(match: Match[Any], gone: Rollback, role: str) -> list[str]:
    """A rollback in words; how many actions it took may tell of secret ones."""
    counted = match.visible(role).sees_all
    what = f"{count(len(gone.actions), 'action')} from action {gone.before} on"
    text = f"Rolled back: {what if counted else 'some actions'}, agreed by {', '.join(gone.agreed)}"
    if role == REFEREE:
        luck = ", ".join("+".join(map(str, faces)) for faces in gone.dice) or "none"
        taken = ", ".join(short(match.game, action) for action in gone.actions)
        text += f": {taken}; luck thrown away: {luck}"
    return wrapped(f"{text}.", "", "  ")


def replay(argv: list[str]) -> int:
    """The position after any action."""
    parser = Parser(
        "replay",
        "Show the position after N actions; without --to, walk through all of them.",
        "replay campaign.lbm --to 12",
    )
    parser.file()
    parser.add_argument("--to", type=int, metavar="N", help="after n actions; 0 is the start")
    parser.role("show only what this role may see")
    parser.json()
    given = parser.read(argv)
    match = load(given.file)
    role = given.role or REFEREE
    match.view(role)
    seen = match.visible(role)
    numbers = range(len(seen) + 1) if given.to is None else [given.to]
    views = [(number, match.game.view(match.at(seen.action(number)), role)) for number in numbers]
    if given.json:
        shown = [_action_facts(match, number, role) | {"view": view} for number, view in views]
        print_json(shown if given.to is None else shown[0])
        return 0
    for number, view in views:
        print(_title(match, number, role))
        for line in match.game.summary(view):
            print("\n".join(wrapped(line, "       ", "         ")))
    return 0
