"""`landbridge ask`: the list of questions, one question's inputs, an answer."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.cli.parsing import PROGRAM, Parser, pairs
from landbridge.cli.printing import (
    as_text,
    grid,
    odds_list,
    print_json,
    rule_list,
    runs,
    thrown,
    value_lines,
    visible_fields,
    width,
    wrapped,
)
from landbridge.cli.texts import write_text
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.ask import Input, Question, about, inputs_of
from landbridge.games import GAMES, info
from landbridge.referee.asking import CitedAnswer, citation, question, questions
from landbridge.referee.asking import ask as answer


class QuestionEntry(Struct, frozen=True):
    """A question in the list."""

    name: str
    text: str


def ask(argv: list[str]) -> int:
    """Ask the referee."""
    parser = Parser(
        "ask",
        "Ask the referee. Without a name it lists every question, with the name of a game those\n"
        "of that game; with --about those that speak of something. With a name and --help it\n"
        "explains that question's inputs. Dice that are left out give the exact odds. The id of a\n"
        "rule may stand for the question that answers it. A no by rule is an answer: `legal` is\n"
        "false, with reason and rule, and the exit status 0. It is 2 only for bad input.",
        "ask belorussia.ground_condition date=1943-10-08 die=2\n"
        "ask belorussia.weather date=1943-10-08\n"
        "ask belorussia --about retreat",
        add_help=False,
    )
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="the question, written game.name, or a game"
    )
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="KEY=VALUE",
        help="its inputs; lists with commas, anything larger as JSON",
    )
    parser.add_argument("--about", metavar="WORD", help="list the questions that speak of WORD")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the result alone to a file")
    parser.add_argument("--raw", action="store_true", help="print the result alone")
    parser.json()
    parser.add_argument("-h", "--help", action="store_true", help="explain the command or NAME")
    given = parser.read(argv)
    if given.help and not given.name:
        parser.print_help()
        return 0
    if given.about is not None or not given.name or given.name in GAMES:
        return _list(given.name, given.about or "", given.json)
    name, kind = question(given.name)
    if given.help:
        return _explain(name, kind, given.json)
    inputs = {key: _value(key, text) for key, text in pairs(given.inputs, "input").items()}
    found = answer(name, **inputs)
    if found.result is None and found.odds is None and (given.output or given.raw):
        print(f"{PROGRAM}: no result: {found.refused}", file=sys.stderr)
        return 1
    if given.output:
        write_text(given.output, _alone(found))
        print(f"Written to {given.output}.")
    elif given.raw:
        print(_alone(found), end="")
    elif given.json:
        print_json(found)
    else:
        print("\n".join(describe(found)))
    return 0


def _alone(found: CitedAnswer) -> str:
    """The result by itself: a text as it is, anything else as JSON."""
    if isinstance(found.result, str) and found.odds is None:
        return found.result if found.result.endswith("\n") else f"{found.result}\n"
    value = found.result if found.odds is None else found.odds
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"


def _value(key: str, text: str) -> Any:
    """A value as it is typed: a word, words with commas between, or JSON."""
    if not text.startswith(("[", "{")):
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as problem:
        raise BadInput(f"{key} is not readable as JSON: {problem}.") from None


# The list


def _list(game: str | None, word: str, as_json: bool) -> int:
    """The questions of one game, or of all, that speak of a word."""
    every = {one: _entries(one, word) for one in ([info(game).name] if game else GAMES)}
    every = {one: found for one, found in every.items() if found}
    if not every:
        raise BadInput(f"No question {f'of {game} ' if game else ''}speaks of {word!r}.")
    if as_json:
        print_json([listed for found in every.values() for listed in found])
        return 0
    for game, found in every.items():
        print(f"{game}: {info(game).title}, {len(found)} questions")
        print("\n".join(grid([[listed.name, listed.text] for listed in found])))
        print()
    print(f"Ask one:          {PROGRAM} ask NAME key=value ...")
    print(f"See its inputs:   {PROGRAM} ask NAME --help")
    return 0


def _entries(game: str, word: str) -> list[QuestionEntry]:
    """A game's questions that speak of a word, in name or text."""
    every = (
        QuestionEntry(f"{game}.{short}", about(question(f"{game}.{short}")[1]).split("\n")[0])
        for short in questions(game)
    )
    return [one for one in every if word.casefold() in f"{one.name} {one.text}".casefold()]


# One question


MEANING = 20
"""How many letters of a line are left at least for what an input means."""


def _explain(name: str, kind: type[Question], as_json: bool) -> int:
    inputs = inputs_of(kind)
    example = f"{PROGRAM} ask {name}{_example(name, inputs)}"
    if as_json:
        print_json(
            {
                "question": name,
                "text": about(kind),
                "inputs": inputs,
                "rows": kind.cites,
                "example": example,
            }
        )
        return 0
    print(name)
    for line in about(kind).split("\n"):
        print("\n".join(wrapped(line)))
    print("\nInputs")
    shown = [[item.name, item.allowed, _default(item), item.text] for item in inputs]
    print("\n".join(_inputs(shown)) if shown else "  none")
    if kind.cites:
        print("\nRows that it answers")
        game = name.partition(".")[0]
        if len(kind.cites) > 12:
            print("\n".join(wrapped(runs(kind.cites), "  ")))
        else:
            print("\n".join(grid([[rule, citation(game, rule).title] for rule in kind.cites])))
    print(f"\nExample:\n  {example}")
    return 0


def _inputs(rows: list[list[str]]) -> list[str]:
    """Inputs in columns; allowed words on a line of their own where they are many."""
    titles = ["name", "allowed", "default", "meaning"]
    before = sum(max(map(len, column)) + 2 for column in list(zip(titles, *rows, strict=True))[:3])
    if before + MEANING <= width():
        return grid(rows, titles)
    lines = []
    for name, allowed, default, text in rows:
        lines += wrapped(f"{name}: {text} ({default})", "  ", "      ")
        lines += wrapped(f"allowed: {allowed}", "      ")
    return lines


def _default(item: Input) -> str:
    if item.required:
        return "needed"
    if item.is_dice:
        return "exact odds"
    return "none" if item.default in ((), None, "") else as_text(item.default)


def _example(name: str, inputs: Sequence[Input]) -> str:
    """Inputs of the first case whose lines are short enough, or the first thing that is allowed."""
    from landbridge.referee.cases import cases

    game, _, short = name.partition(".")
    spelled = [
        "".join(_spaced(_typed(key, value)) for key, value in placed.case.given.items())
        for placed in cases(game)
        if placed.case.ask == short and not placed.case.refused
    ]
    if spelled:
        before = f"  {PROGRAM} ask {name}"
        return next((words for words in spelled if _fits(before + words)), spelled[0])
    return "".join(f" {item.name}={_first(item.allowed)}" for item in inputs if item.required)


def _spaced(word: str) -> str:
    """A word after others; one of several lines begins on a line of its own."""
    return f" \\\n  {word}" if "\n" in word else f" {word}"


def _fits(example: str) -> bool:
    """Whether an example is no wider than the page; a sketched position takes several lines."""
    return max(map(len, example.splitlines())) <= width()


def _typed(key: str, value: Any) -> str:
    """An input as it is typed in a shell."""
    plain = msgspec.to_builtins(value)
    if isinstance(plain, Mapping) or (
        isinstance(plain, list) and any(isinstance(part, list | Mapping) for part in plain)
    ):
        return shlex.quote(f"{key}={msgspec.json.encode(plain).decode()}")
    if isinstance(plain, list):
        return shlex.quote(f"{key}={','.join(map(str, plain))}")
    if isinstance(plain, bool):
        return f"{key}={'true' if plain else 'false'}"
    return shlex.quote(f"{key}={plain}")


def _first(allowed: str) -> str:
    words = re.sub(r"^a list of[^:]*: ", "", allowed)
    if "such as " in words:
        return words.partition("such as ")[2].replace(",", " ").split()[0]
    if words in ("a whole number", "") or words.startswith("a word"):
        return "1" if words == "a whole number" else "..."
    return words.replace(",", " ").split()[0]


# An answer


def describe(found: CitedAnswer) -> list[str]:
    """An answer as text: result or odds, dice, reasons, rules."""
    given = (f"{key}={_short(value)}" for key, value in visible_fields(found.inputs).items())
    asked = " ".join(word if len(word) <= 80 else f"{word[:77]}..." for word in given)
    lines = [*wrapped(f"{found.question} {asked}".rstrip(), "", "    "), ""]
    if not found.legal:
        lines += wrapped(f"not legal: {found.refused}", "  ", "    ")
        lines += wrapped(f"legal: {found.instead}", "  ", "    ") if found.instead else []
    if found.odds is not None:
        lines += odds_list([(item.result, Fraction(item.chance)) for item in found.odds])
    elif found.legal or isinstance(found.result, Struct):
        lines += value_lines(found.result)
    if any(roll.faces or roll.table for roll in found.rolls):
        lines += ["", "Dice and tables"]
        for roll in found.rolls:
            lines += wrapped(thrown(roll), "  ", "    ")
    why = [reason for reason in found.why if reason.text not in found.refused]
    if why:
        lines += ["", "Why"]
        for reason in why:
            lines += wrapped(f"- {reason.text} {rule_list(reason.rules)}", "  ", "    ")
    lines += ["", *(f"Note: {note}" for note in found.notes)] if found.notes else []
    if found.citations:
        shown = [[c.id, c.source, c.title or "as the series rules say"] for c in found.citations]
        lines += ["", "Rules", *grid(shown)]
    return lines


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(_short(part) for part in value)
    return str(value)
