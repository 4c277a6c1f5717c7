"""Questions by their names: "belorussia.ground_condition", or a row's id, "TFB-1.8-14"."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import BadInput, choices, unknown
from landbridge.engine.rules.ask import Answer, Question, answer, read_inputs
from landbridge.engine.rules.budget import MOST
from landbridge.engine.rules.citing import Source
from landbridge.engine.rules.index import Row, rows, rulings
from landbridge.games import GAMES, info


class Citation(Struct, frozen=True):
    """A rule that an answer rests on."""

    id: str
    title: str
    source: Source


class CitedAnswer(Answer, frozen=True, kw_only=True):
    """An answer with its citations in words."""

    citations: tuple[Citation, ...] = ()


def questions(game: str) -> dict[str, str]:
    """A game's questions: name and where the code is."""
    return info(game).questions


@cache
def question(name: str) -> tuple[str, type[Question]]:
    """A question by its name, or by the id of a row that only one question answers."""
    game, _, short = name.partition(".")
    if game in GAMES and short in questions(game):
        return name, info(game).load(questions(game)[short])
    if game in GAMES:
        raise BadInput(unknown("question", name, [f"{game}.{q}" for q in questions(game)]))
    return _by_row(name)


def _by_row(name: str) -> tuple[str, type[Question]]:
    for game in GAMES:
        if name in rows(info(game).package):
            answering = [
                full
                for full in (f"{game}.{short}" for short in questions(game))
                if name in question(full)[1].cites
            ]
            if len(answering) == 1:
                return question(answering[0])
            if answering:
                raise BadInput(f"{name} is answered by several questions: {choices(answering)}.")
            raise BadInput(f"No question answers {name} by itself.")
    every = [f"{game}.{short}" for game in GAMES for short in questions(game)]
    near = [full for full in every if full.endswith(f".{name}")]
    if near:
        raise BadInput(f"There is no question '{name}'. Did you mean '{near[0]}'?")
    games = choices(game for game in GAMES if questions(game))
    raise BadInput(
        f"There is no question '{name}'. A question is written game.name,"
        f" for example belorussia.ground_condition; games: {games}."
    )


def ask(name: str, /, **inputs: Any) -> CitedAnswer:
    """Ask the referee.

    >>> ask("belorussia.flight_condition", ground="mud", dice=8).result
    'limited'
    """
    return ask_within(MOST, name, inputs)


def ask_within(steps: int, name: str, inputs: Mapping[str, Any]) -> CitedAnswer:
    """Ask the referee, who gives up with `OverBudget` where it takes more steps than these."""
    full, kind = question(name)
    given = {word: msgspec.to_builtins(value, enc_hook=str) for word, value in inputs.items()}
    found = answer(full, read_inputs(kind, given), steps)
    game = full.partition(".")[0]
    cited = tuple(citation(game, rule) for rule in found.rules)
    parts = {field: getattr(found, field) for field in found.__struct_fields__}
    return CitedAnswer(**parts, citations=cited)


def citation(game: str, rule: str) -> Citation:
    """A rule with its title and provenance."""
    place = info(game).package
    row: Row | None = rows(place).get(rule)
    if row is not None:
        return Citation(rule, row.title, row.source)
    for ruling in rulings(place).values():
        if ruling.id == rule:
            return Citation(rule, ruling.title, ruling.source)
    return Citation(rule, "", "series")
