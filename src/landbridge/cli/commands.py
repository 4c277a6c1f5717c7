"""Every command by its name, and what happens to errors.

A command is a function that takes its arguments and returns an exit status: 0 all is well, 1 a
check found something wrong, 2 it could not be done. Its module is imported only when it is called.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from landbridge.cli.parsing import PROGRAM
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal, unknown

COMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "Asking the referee": {
        "ask": ("asking:ask", "ask a question; without dice, the exact odds"),
        "tables": ("tables:tables", "draw a table or chart, with its odds"),
        "rules": ("rules:rules", "rows of the rule lists, and which are covered by tests"),
        "rulings": ("rules:rulings", "open questions, the choice taken, and the switch"),
        "games": ("games:games", "games, scenarios, roles and options"),
        "charts": ("paper:charts", "all charts of a game on a page for print"),
        "map": ("maps:draw_map", "draw a map, empty or with a set-up: SVG, PDF, PNG"),
        "campaign-odds": ("paper:campaign_odds", "what a campaign holds in store, exactly"),
    },
    "Playing a match": {
        "new": ("matches:new", "begin a match in a file"),
        "show": ("matches:show", "the position, and what can be done now"),
        "odds": ("weighing:odds", "what an action may lead to, exactly, before it is done"),
        "do": ("acting:do", "carry out an action"),
        "box": ("boxes:box", "what the owner of a box is asked, and the answers as a pack"),
        "form": ("forms:form", "a report as a file, written and taken back"),
        "private": ("sealed_orders:private", "a copy for one player's secrets, without a server"),
        "seal": ("sealed_orders:seal", "an envelope to send, a letter to keep"),
        "unseal": ("sealed_orders:unseal", "open letters into the common match"),
        "undo": ("acting:undo", "take the last action back, if no luck was seen"),
        "rollback": ("acting:rollback", "take actions back, if all agree"),
        "resign": ("endings:resign", "give the match up: the other side wins"),
        "draw": ("endings:draw", "end the match in a draw, if all agree"),
        "auto": ("playing:auto", "let bots play"),
        "balance": ("balancing:balance", "let bots play many matches, and sum them up"),
        "serve": ("serving:serve", "play in the browser"),
        "admin": ("admin:admin", "accounts and backups of a server"),
    },
    "Looking back": {
        "log": ("history:log", "what happened, with dice and rules"),
        "replay": ("history:replay", "the position after n actions"),
        "verify": ("verifying:verify", "check hash chain, positions and dice of a file"),
        "branch": ("matches:branch", "a sandbox from any point, with dice of its own"),
        "export": ("matches:export", "a copy without the seed, to give away"),
        "film": ("films:film", "the match as a film: an animated GIF"),
        "print": ("paper:print_match", "the match on a page for print"),
    },
}


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except LandbridgeError as problem:
        print(f"{PROGRAM}: {complaint(problem)}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def complaint(problem: LandbridgeError) -> str:
    """An error in words, with every breach if there are several."""
    if not isinstance(problem, Refusal):
        return str(problem)
    others = "".join(f"\n  also: {violation}" for violation in problem.violations[1:])
    return f"not allowed: {problem}{others}"


def _dispatch(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    if argv[0] == "--version":
        from landbridge import __version__

        print(f"{PROGRAM} {__version__}")
        return 0
    name, *rest = argv
    places = {command: at for group in COMMANDS.values() for command, (at, _) in group.items()}
    if name not in places:
        raise BadInput(unknown("command", name, places))
    module, function = places[name].split(":")
    command: Callable[[list[str]], int] = getattr(
        import_module(f"landbridge.cli.{module}"), function
    )
    try:
        return command(rest)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0


def overview() -> str:
    """The help page of the whole program."""
    lines = [f"usage: {PROGRAM} COMMAND ...", "", "Play, referee and study the war in the East."]
    for title, group in COMMANDS.items():
        lines += ["", title, *(f"  {name:<15}{text}" for name, (_, text) in group.items())]
    lines += [
        "",
        f"'{PROGRAM} COMMAND --help' explains a command; '{PROGRAM} --version' names the version.",
        "",
        "Example:",
        f"  {PROGRAM} ask belorussia.ground_condition date=1943-10-08 die=2",
    ]
    return "\n".join(lines)
