"""`landbridge private`, `seal` and `unseal`: secrets between two machines, without a server."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Protocol

from landbridge.cli.matches import count
from landbridge.cli.messages import to_do
from landbridge.cli.parsing import Parser
from landbridge.cli.texts import read_text, write_text
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import BadInput
from landbridge.games import info
from landbridge.store.files import changing, create, load


class SealedOrders(Protocol):
    """What a game with sealed orders can do; its manifest names it as `sealed_orders`."""

    def private(self, match: Match[Any], role: str) -> Match[Any]: ...

    def seal(self, match: Match[Any], role: str) -> tuple[str, str]: ...

    def check(self, envelope: str, letter: str) -> list[str]: ...

    def open(self, match: Match[Any], letters: Sequence[tuple[str, str]]) -> int: ...


def _sealed_orders(match: Match[Any]) -> SealedOrders:
    name = match.header.game
    game = info(name)
    if not game.sealed_orders:
        raise BadInput(f"{game.title} has no sealed orders.")
    found: SealedOrders = game.load(game.sealed_orders)()
    return found


def private(argv: list[str]) -> int:
    """A copy for one player's secrets."""
    parser = Parser(
        "private",
        "Make a private copy of a match, in which one side prepares where the other cannot look.\n"
        "What is done there is sealed with 'seal' and comes into the common match with 'unseal'.",
        "private campaign.lbm --as german -o german.lbm",
    )
    parser.file("the common match")
    parser.role("whose copy it is")
    parser.output("the private copy")
    given = parser.read(argv)
    match = load(given.file)
    copy = _sealed_orders(match).private(match, _role(given.role))
    create(given.output, copy)
    print(f"A private copy for {given.role} in {given.output}; nobody else should see it.")
    print("\n".join(to_do(copy, given.output, given.role)))
    return 0


def seal(argv: list[str]) -> int:
    """Envelope and letter."""
    parser = Parser(
        "seal",
        "Seal what a side has prepared in its private copy: NAME.envelope is sent at once and\n"
        "gives nothing away, NAME.letter is kept and sent after the battle.",
        "seal german.lbm --as german -o german-23am",
    )
    parser.file("the private copy")
    parser.role("whose secrets they are")
    parser.output("NAME of the two files")
    given = parser.read(argv)
    match = load(given.file)
    envelope, letter = _sealed_orders(match).seal(match, _role(given.role))
    files = {f"{given.output}.envelope": envelope, f"{given.output}.letter": letter}
    there = [path for path in files if os.path.lexists(path)]
    if there:
        raise BadInput(f"{there[0]} is there already; nothing has been written.")
    for path, text in files.items():
        write_text(path, text)
    print(f"{given.output}.envelope: send it now.")
    print(f"{given.output}.letter: keep it, and send it after the battle.")
    return 0


def unseal(argv: list[str]) -> int:
    """Letters into the common match."""
    parser = Parser(
        "unseal",
        "Open letters into the common match, each after its envelope. A letter that is not the\n"
        "one that was sealed, breaks a rule or holds other dice than the common seed gives is\n"
        "refused, and nothing changes. What is not yet due waits: repeat the command then.",
        "unseal campaign.lbm german-23am russian-23am",
    )
    parser.file("the common match")
    parser.add_argument(
        "names", nargs="+", metavar="NAME", help="NAME.envelope and NAME.letter are read"
    )
    parser.add_argument("--look", action="store_true", help="only check and show, enter nothing")
    given = parser.read(argv)
    letters = [(read_text(f"{name}.envelope"), read_text(f"{name}.letter")) for name in given.names]
    if given.look:
        found = _sealed_orders(load(given.file))
        for name, (envelope, letter) in zip(given.names, letters, strict=True):
            print(f"{name}: as it was sealed")
            print("\n".join(f"  {text}" for text in found.check(envelope, letter)))
        return 0
    with changing(given.file) as match:
        entered = _sealed_orders(match).open(match, letters)
    print(f"Opened: {count(entered, 'action')} entered, {len(match)} in all.")
    print("\n".join(to_do(match, given.file, REFEREE)))
    return 0


def _role(role: str | None) -> str:
    if not role:
        raise BadInput("Say whose secrets they are, for example: --as german.")
    return role
