"""Packs of answers: what a box says, as a TOML file that is filled in beforehand or saved.

    name = "my copy"
    game = "belorussia"

    [box]
    offensive_length = "six"

    [box.victory_points]              # a choice with the box's own figures
    choice = "soviet_cities"
    fortress_captured = 2

A pack is read whole or not at all; everything that is wrong with it is said at once, with its line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from textwrap import wrap
from typing import Any

from landbridge.engine.refusals import LandbridgeError, choices
from landbridge.engine.rules.box import (
    CHOICE,
    BoxQuestion,
    OwnersAnswer,
    box_questions,
    own_figures,
    read_answer,
)

BOX = "box"
_BESIDE = ("fill", "correct", "hex", "hexside", "place", "counter", "set_up", "from_nothing")
"""What a game may read from the same file."""
_KEYS = ("name", "game", "source", "note", BOX, *_BESIDE)
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class BadPack(LandbridgeError):
    """A pack that cannot be used; the text lists every problem. Nothing of it is loaded."""


# Reading


def read_box_pack(package: str, game: str, name: str, text: str) -> tuple[OwnersAnswer, ...]:
    """The answers of a pack from its text, or every problem that it has."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadPack(f"pack {name}: {problem}") from None
    problems = [
        f"{_line(text, key)}there is no key '{key}'; allowed: {choices(_KEYS)}"
        for key in data
        if key not in _KEYS
    ]
    if data.get("game", game) != game:
        problems.append(f"{_line(text, 'game')}it is a pack for {data['game']}, not for {game}")
    found, wrong = read_answers(package, data.get(BOX, {}), text)
    problems += wrong
    if problems:
        raise bad_pack(name, problems)
    return found


def bad_pack(name: str, problems: Iterable[str]) -> BadPack:
    """What is wrong with a pack."""
    listed = "\n".join(f"  {each}" for each in problems)
    return BadPack(f"pack {name} was not loaded:\n{listed}")


def read_answers(
    package: str, given: Any, text: str
) -> tuple[tuple[OwnersAnswer, ...], tuple[str, ...]]:
    """The answers in the part [box] of a pack, and what is wrong with others."""
    if not isinstance(given, dict):
        return (), (f"{_line(text, BOX)}[box] is a table of answers, not '{given}'",)
    found, wrong = [], []
    for key, said in given.items():
        try:
            found.append(read_answer(package, key, _plain(said)))
        except LandbridgeError as problem:
            wrong.append(f"{_line(text, key)}{problem}")
    return tuple(found), tuple(wrong)


def _line(text: str, key: str) -> str:
    """The line on which a key stands, as an error begins."""
    word = re.escape(key)
    stands = re.compile(rf'\s*(?:"?{word}"?\s*=|\[(?:box\.)?"?{word}"?\])')
    for number, line in enumerate(text.splitlines(), 1):
        if stands.match(line):
            return f"line {number}: "
    return ""


def _plain(said: Any) -> Any:
    """TOML as JSON has it: a date is its text."""
    if isinstance(said, date):
        return said.isoformat()
    if isinstance(said, dict):
        return {name: _plain(value) for name, value in said.items()}
    return [_plain(value) for value in said] if isinstance(said, list) else said


# Writing


def write_box_pack(
    package: str, game: str, answers: Iterable[OwnersAnswer], name: str = "my copy"
) -> str:
    """A pack with these answers and nothing else."""
    given = {answer.key: answer for answer in answers}
    asked = [question for key, question in box_questions(package).items() if key in given]
    return "\n".join([*_head(game, name), "[box]", *_parts(asked, given, _title)])


def write_form(package: str, game: str, answers: Iterable[OwnersAnswer] = ()) -> str:
    """Everything that will be asked, to be filled in: a pack whose open answers are comments."""
    given = {answer.key: answer for answer in answers}
    head = [
        *_head(game, "my copy"),
        "# Everything that the program would not take from the documents. Take the # away from an",
        "# answer and put your box's own in; what stays a comment is asked when it is needed.",
        "",
        "[box]",
    ]
    return "\n".join([*head, *_parts(box_questions(package).values(), given, _comment)])


def _head(game: str, name: str) -> list[str]:
    return [f"name = {_value(name)}", f"game = {_value(game)}", 'source = "booklet"', ""]


def _parts(
    asked: Iterable[BoxQuestion], given: Mapping[str, OwnersAnswer], above: Any
) -> Iterator[str]:
    """Plain answers first, then those with figures: a TOML table ends where the next begins."""
    later = []
    for question in asked:
        answer = given.get(question.key)
        if answer is None and not question.figures:
            yield from (*above(question), f'# {question.key} = "{question.default}"', "")
        elif answer is not None and not answer.figures:
            yield from (*above(question), f"{_key(question.key)} = {_value(answer.choice)}", "")
        else:
            later.append((question, answer))
    for question, answer in later:
        mark = "# " if answer is None else ""
        choice = question.default if answer is None else answer.choice
        figures = question.figures_of(choice)
        if answer is not None:
            figures = own_figures(question, answer)
        yield from (
            *above(question),
            f"{mark}[box.{_key(question.key)}]",
            f"{mark}{CHOICE} = {_value(choice)}",
            *(f"{mark}{_key(name)} = {_value(value)}" for name, value in figures.items()),
            "",
        )


def _title(question: BoxQuestion) -> list[str]:
    return [f"# {question.title}"]


def _comment(question: BoxQuestion) -> list[str]:
    """What is asked, what may be answered and where to look."""
    lines = [f"{question.title} ({question.rules[0]}). {question.text}"]
    lines += [f"  {name}: {option.text}" for name, option in question.options.items()]
    if question.look:
        lines.append(f"  Look at: {question.look}")
    return [f"# {part}" for line in lines for part in wrap(line, 96, subsequent_indent="    ")]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(str(n))} = {_value(v)}" for n, v in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return value.isoformat() if isinstance(value, date) else str(value)
