"""Reading a command's words: options, names with values, dice."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from landbridge.engine.refusals import BadInput, choices, unknown

PROGRAM = "landbridge"

_DICE = re.compile(r"-?\d+(\+\d+)*")


class Parser(argparse.ArgumentParser):
    """The options of one command. Its help ends with an example, its errors say what is allowed."""

    def __init__(self, command: str, text: str, example: str, add_help: bool = True) -> None:
        shown = "\n".join(f"  {PROGRAM} {line}" for line in example.splitlines())
        super().__init__(
            prog=f"{PROGRAM} {command}",
            description=text,
            epilog=f"Example:\n{shown}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            add_help=add_help,
        )

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message}. See: {self.prog} --help")

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        """The options, which may stand before, between or after the other words."""
        found, strange = self.parse_known_intermixed_args(argv)
        options = [word for word in strange if word.startswith("-")]
        if options:
            raise BadInput(unknown("option", options[0].partition("=")[0], self._offer_line()))
        if strange:
            self.error(f"'{strange[0]}' is too much")
        return found

    def _offer_line(self) -> list[str]:
        return [action.option_strings[-1] for action in self._actions if action.option_strings]

    def file(self, text: str = "the match") -> None:
        """Ask for the file of a match."""
        self.add_argument("file", metavar="FILE", help=text)

    def role(self, text: str) -> None:
        """Ask who is looking or acting."""
        self.add_argument("--as", dest="role", metavar="ROLE", help=text)

    def stay(self) -> None:
        """Let every step wait for its end."""
        self.add_argument(
            "--stay",
            action="store_true",
            help="a step in which nothing is to be decided does not pass by itself",
        )

    def json(self) -> None:
        """Offer JSON instead of text."""
        self.add_argument("--json", action="store_true", help="print JSON instead of text")

    def output(self, text: str) -> None:
        """Ask for a file to write, which must not be there yet."""
        self.add_argument("-o", "--output", required=True, metavar="FILE", help=text)


def pairs(words: Iterable[str], kind: str) -> dict[str, str]:
    """Words such as date=1943-10-08 by their names."""
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise BadInput(f"An {kind} is written name=value, not '{word}'.")
        if name in found:
            raise BadInput(f"{name} is given twice.")
        found[name] = value
    return found


def dice(text: str | None) -> list[Any]:
    """Dice as they are typed: "3 2+5" is a 3, then a 2 and a 5 thrown together."""
    found: list[Any] = []
    for word in (text or "").replace(",", " ").split():
        if not _DICE.fullmatch(word):
            raise BadInput(
                f"'{word}' is no throw. Write totals or single dice, in order: --dice \"3 2+5\"."
            )
        faces = tuple(int(face) for face in word.split("+"))
        found.append(faces if len(faces) > 1 else faces[0])
    return found


def one_of(kind: str, word: str, allowed: Iterable[str]) -> str:
    """The word, if it is one of these."""
    names = list(allowed)
    if word not in names:
        raise BadInput(f"There is no {kind} '{word}'. Allowed: {choices(names)}.")
    return word
