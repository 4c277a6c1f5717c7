"""Questions as data from which a form can be drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.rules.ask import Question, about, input_fields, inputs_of
from landbridge.engine.rules.index import rulings
from landbridge.games import GAMES, info
from landbridge.referee.asking import question, questions
from landbridge.referee.cases import cases

EXAMPLES = 3
"""How many cases of a question are offered to try."""


class FieldType(Struct, frozen=True, omit_defaults=True):
    """What can be written into an input."""

    kind: Literal["words", "date", "flag", "number", "text", "list"]
    words: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    of: FieldType | None = None
    """What a list is made of."""
    most: int | None = None
    """How long a list or a text may be."""


class FormField(Struct, frozen=True):
    """One input of a question."""

    name: str
    text: str
    allowed: str
    required: bool
    default: Any
    shape: FieldType
    roll: str
    """What dice are thrown for, if these are dice."""
    ruling: str
    """The ruling that this input decides, if it is a switch."""


class QuestionExample(Struct, frozen=True):
    """Inputs that are known to work."""

    given: dict[str, Any]
    note: str


class QuestionForm(Struct, frozen=True):
    """One question."""

    name: str
    game: str
    chapter: str
    title: str
    text: str
    rows: tuple[str, ...]
    inputs: tuple[FormField, ...]
    examples: tuple[QuestionExample, ...]


def spaced_words(name: str) -> str:
    """A name as a heading: "ground_condition" is "Ground condition"."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


@cache
def forms() -> tuple[QuestionForm, ...]:
    """Every question of every game."""
    return tuple(found for game in GAMES for found in _of_game(game))


def _of_game(game: str) -> list[QuestionForm]:
    switches = {name: ruling.id for name, ruling in rulings(info(game).package).items()}
    examples = _examples(game)
    found = []
    for short, place in questions(game).items():
        name, kind = question(f"{game}.{short}")
        found.append(
            QuestionForm(
                name,
                game,
                spaced_words(re.split("[.:]", place)[0]),
                spaced_words(short),
                about(kind),
                kind.cites,
                tuple(_fields(kind, switches)),
                tuple(examples.get(short, ())[:EXAMPLES]),
            )
        )
    return found


def _examples(game: str) -> dict[str, list[QuestionExample]]:
    """Cases that are answered, by their question; those with most inputs say most."""
    found: dict[str, list[QuestionExample]] = {}
    for placed in cases(game):
        case = placed.case
        if case.ask and not case.refused and case.play is None:
            example = QuestionExample(msgspec.to_builtins(case.given, enc_hook=str), case.note)
            found.setdefault(case.ask, []).append(example)
    return found


def _fields(kind: type[Question], switches: Mapping[str, str]) -> list[FormField]:
    types = {name: field.type for name, field in input_fields(kind).items()}
    return [
        FormField(
            item.name,
            item.text,
            item.allowed,
            item.required,
            item.default,
            shape(types[item.name]),
            kind.rolls.get(item.name, ""),
            switches.get(item.name, ""),
        )
        for item in inputs_of(kind)
    ]


def shape(kind: Any) -> FieldType:
    """What can be written into an input of this type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = shape(parts[0])
        for meta in parts[1:]:
            if isinstance(meta, Meta) and found.kind == "number":
                found = FieldType("number", (), _end(meta.ge, found.low), _end(meta.le, found.high))
            elif isinstance(meta, Meta) and meta.max_length is not None:
                found = replace(found, most=meta.max_length)
        return found
    if origin in (Union, UnionType):
        members = [part for part in parts if part is not NoneType]
        shapes = {shape(part) for part in members}
        return shapes.pop() if len(shapes) == 1 else FieldType("text")
    if origin is Literal:
        return FieldType("words", parts)
    if origin in (tuple, list, frozenset):
        return FieldType("list", of=shape(parts[0]))
    kinds: dict[Any, FieldType] = {
        date: FieldType("date"),
        bool: FieldType("flag"),
        int: FieldType("number"),
    }
    return kinds.get(kind, FieldType("text"))


def _end(stated: float | None, otherwise: int | None) -> int | None:
    return otherwise if stated is None else int(stated)
