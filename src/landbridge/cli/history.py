"""`landbridge log`, `replay` and `verify`: looking back at a match."""

from __future__ import annotations

from typing import Any

from landbridge.cli.matches import count
from landbridge.cli.parsing import Parser
from landbridge.cli.printing import grid, print_json, wrapped
from landbridge.cli.telling import as_data, ending, short, told
from landbridge.engine.events import REFEREE
from landbridge.engine.match import Match
from landbridge.engine.refusals import LandbridgeError
from landbridge.engine.saves import TakenBack
from landbridge.referee.games import load_match
from landbridge.store.files import BadFile, exists, load, read_save


def log(argv: list[str]) -> int:
    """What happened."""
    parser = Parser(
        "log",
        "Say what happened in sentences, with dice and rules.",
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
            [_said(match, number, role) | as_data(match.game, event) for number, event in events]
        )
        return 0
    before = -1
    for number, event in events:
        if number != before:
            before = number
            print(_title(match, number, role))
        print("\n".join(told(match.game, (event,), "    ")))
    for gone in match.save().footer.taken_back:
        print("\n".join(_taken_back(gone, role)))
    if match.outcome is not None:
        print("\n".join(wrapped(ending(match.outcome))))
    return 0


def _may_read(match: Match[Any], number: int, role: str) -> bool:
    """The words of an action may hold a secret: only who said them reads them, and the referee."""
    return number > 0 and role in (REFEREE, match.turns[number - 1].entry.who)


def _title(match: Match[Any], number: int, role: str) -> str:
    if number == 0:
        return "Set-up"
    entry = match.turns[number - 1].entry
    words = f"{entry.who}: {short(entry.do)}" if _may_read(match, number, role) else entry.who
    typed = "   (dice typed in)" if entry.typed and entry.dice else ""
    return f"{number:>3}. {words}{typed}"


def _said(match: Match[Any], number: int, role: str) -> dict[str, Any]:
    said: dict[str, Any] = {"action": number}
    if _may_read(match, number, role):
        entry = match.turns[number - 1].entry
        said |= {"who": entry.who, "do": entry.do, "typed": entry.typed}
    return said


def _taken_back(gone: TakenBack, role: str) -> list[str]:
    text = (
        f"Rolled back: {count(len(gone.actions), 'action')} from action {gone.before} on,"
        f" agreed by {', '.join(gone.agreed)}"
    )
    if role == REFEREE:
        luck = ", ".join("+".join(map(str, faces)) for faces in gone.dice) or "none"
        text += f": {', '.join(map(short, gone.actions))}; luck thrown away: {luck}"
    return wrapped(f"{text}.", "", "  ")


def replay(argv: list[str]) -> int:
    """The position after any action."""
    parser = Parser(
        "replay",
        "Show the position after N actions; without --to, walk through all of them.",
        "replay campaign.lbm --to 12",
    )
    parser.file()
    parser.add_argument("--to", type=int, metavar="N", help="after so many actions; 0 is the start")
    parser.role("show only what this role may see")
    parser.json()
    given = parser.read(argv)
    match = load(given.file)
    role = given.role or REFEREE
    match.view(role)
    numbers = range(len(match) + 1) if given.to is None else [given.to]
    views = [(number, match.game.view(match.at(number), role)) for number in numbers]
    if given.json:
        shown = [_said(match, number, role) | {"view": view} for number, view in views]
        print_json(shown if given.to is None else shown[0])
        return 0
    for number, view in views:
        print(_title(match, number, role))
        for line in match.game.summary(view):
            print("\n".join(wrapped(line, "       ", "         ")))
    return 0


# Verifying


def verify(argv: list[str]) -> int:
    """Check a file."""
    parser = Parser(
        "verify",
        "Check a match: the hash chain of its file, every position by playing it again, and every\n"
        "die against the seed that was committed to. The exit status is 1 if something is wrong.",
        "verify campaign.lbm",
    )
    parser.file()
    parser.json()
    given = parser.read(argv)
    exists(given.file)
    checks = examined(given.file)
    sound = all(good is not False for _, good, _ in checks)
    if given.json:
        words = {True: "good", False: "wrong", None: "not checked"}
        shown = [{"check": name, "state": words[good], "text": text} for name, good, text in checks]
        print_json({"file": given.file, "sound": sound, "checks": shown})
        return 0 if sound else 1
    marks = {True: "good", False: "WRONG", None: "-"}
    print(given.file)
    print("\n".join(grid([[name, marks[good], text] for name, good, text in checks])))
    print("Verdict: sound." if sound else "Verdict: NOT sound.")
    return 0 if sound else 1


def examined(file: str) -> list[tuple[str, bool | None, str]]:
    """Every check with its verdict: good, wrong, or nothing to check."""
    try:
        save = read_save(file)
    except BadFile as problem:
        return [("Hash chain", False, str(problem).removeprefix(f"{file}: "))]
    header = save.header
    found: list[tuple[str, bool | None, str]] = [
        ("Match", True, f"{header.game}, {header.scenario}, edition {header.edition}"),
        ("Hash chain", True, f"{count(len(save.entries), 'action')}, nothing changed since"),
    ]
    try:
        match = load_match(save)
    except LandbridgeError as problem:
        return [*found, ("Positions", False, str(problem))]
    found.append(("Positions", True, f"played again to {save.footer.state}"))
    declared = [number for number, turn in enumerate(match.turns, 1) if turn.entry.declared]
    if declared:
        numbers = ", ".join(map(str, declared))
        found.append(("Declared", None, f"against a rule, by the referee: action {numbers}"))
    if match.ending is not None:
        words = f"{match.ending.reason()}; that somebody said so cannot be proved from the file"
        found.append(("Ending", None, words))
    return [*found, *_dice(match)]


def _dice(match: Match[Any]) -> list[tuple[str, bool | None, str]]:
    typed = sum(len(turn.entry.dice) for turn in match.turns if turn.entry.typed)
    thrown = sum(len(turn.entry.dice) for turn in match.turns) - typed
    at_table = f"; {count(typed, 'throw')} typed in" if typed else ""
    if match.header.seed is None:
        text = f"this copy has no seed; its commitment is {match.header.commitment}"
        return [("Dice", None, f"{text}{at_table}")]
    wrong = match.audit()
    if wrong:
        return [("Dice", False, text) for text in wrong]
    text = f"{count(thrown, 'throw')} as the seed gives them, the seed as committed to"
    return [("Dice", True, f"{text}{at_table}")]
