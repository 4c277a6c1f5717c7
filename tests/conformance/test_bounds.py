"""Every input of every question has an end, and no input makes a question run wild."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from msgspec import Meta, Struct

from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.engine.rules.allowed import describe
from landbridge.engine.rules.ask import Question, answer, input_fields, read_inputs
from landbridge.engine.rules.budget import limit_steps
from landbridge.games import GAMES
from landbridge.referee.asking import question, questions
from landbridge.referee.cases import cases

NAMES = [f"{game}.{short}" for game in GAMES for short in questions(game)]
TRIES = 3
STEPS = 5_000
"""Few, so that the test is quick: one that needs more is stopped, which is as good."""


def unbounded(kind: Any, metas: tuple[Meta, ...] = ()) -> list[str]:
    """What in a type has no end: numbers without two, texts and lists without a length."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return unbounded(parts[0], (*metas, *(m for m in parts[1:] if isinstance(m, Meta))))
    if origin in (Union, UnionType):
        return [fault for part in parts if part is not NoneType for fault in unbounded(part, metas)]
    if origin is Literal or kind in (bool, date):
        return []
    if kind is int:
        ends = any(m.ge is not None for m in metas) and any(m.le is not None for m in metas)
        return [] if ends else ["a number needs ge and le"]
    long = not any(m.max_length is not None for m in metas)
    if kind is str:
        return ["a text needs max_length"] if long else []
    if origin is tuple and parts[-1] is Ellipsis:
        return ["a list needs max_length"] * long + unbounded(parts[0])
    if isinstance(kind, type) and issubclass(kind, Struct):
        fields = msgspec.structs.fields(kind)
        return [f"{f.name}: {fault}" for f in fields for fault in unbounded(f.type)]
    return [f"no bound is known for {kind}"]


def test_a_missing_bound_is_found() -> None:
    assert unbounded(Annotated[int, Meta(ge=0)]) == ["a number needs ge and le"]
    assert unbounded(Annotated[int, Meta(ge=0, le=6)] | None) == []
    assert unbounded(Annotated[str, Meta(description="a word")]) == ["a text needs max_length"]
    assert unbounded(Annotated[tuple[str, ...], Meta(max_length=3)]) == ["a text needs max_length"]
    assert unbounded(tuple[bool, ...]) == ["a list needs max_length"]


@pytest.mark.parametrize("name", NAMES)
def test_every_input_has_an_end(name: str) -> None:
    _, kind = question(name)
    faults = {name: unbounded(f.type) for name, f in input_fields(kind).items()}
    assert not {field: found for field, found in faults.items() if found}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_too_large_is_refused_with_what_is_allowed(name: str) -> None:
    _, kind = question(name)
    given = dict(examples().get(name, [{}])[0])
    fields = input_fields(kind)
    for word, field in fields.items():
        if field.required and word not in given:
            given[word] = extreme(field.type, None, Random(name))
    for word, field in fields.items():
        allowed = describe(field.type)
        for wrong in (10**30, "9" * 60_000, ["1"] * 5000):
            if isinstance(wrong, list) and get_origin(_bare(field.type)) is not tuple:
                continue
            with pytest.raises(BadInput) as caught:
                read_inputs(kind, {**given, word: wrong})
            said = str(caught.value)
            assert f"{word} is {allowed}, not '" in said
            assert len(said) < len(allowed) + 120


def _bare(kind: Any) -> Any:
    if get_origin(kind) is Annotated:
        return _bare(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return _bare(next(part for part in get_args(kind) if part is not NoneType))
    return kind


# Extremes


@cache
def examples() -> dict[str, list[dict[str, Any]]]:
    """Inputs of the cases that are answered, by their question."""
    found: dict[str, list[dict[str, Any]]] = {}
    for game in GAMES:
        for placed in cases(game):
            case = placed.case
            if case.ask and not case.refused and case.play is None:
                given = msgspec.to_builtins(case.given, enc_hook=str)
                found.setdefault(f"{game}.{case.ask}", []).append(given)
    return found


def extreme(kind: Any, value: Any, chance: Random) -> Any:
    """A value at the end of what a type takes, made from one that is known to work."""
    bare, ends = _bare(kind), _ends(kind)
    if get_origin(bare) is Literal:
        return chance.choice(get_args(bare))
    if get_origin(bare) is tuple:
        known = value if isinstance(value, list) else str(value or "").split(",")
        words = [word for word in known if word != ""]
        words = words or [extreme(get_args(bare)[0], None, chance)]
        return [_swell(chance.choice(words), chance) for _ in range(ends["max_length"])]
    if bare is bool:
        return chance.random() < 0.5
    if bare is int and not isinstance(value, str):
        return chance.choice([ends["ge"], ends["le"]])
    return _swell(value, chance) if isinstance(value, str) else "9" * 9


def _ends(kind: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        found = _ends(inner)
        for meta in notes:
            ends = {end: getattr(meta, end) for end in ("ge", "le", "max_length")}
            found |= {end: value for end, value in ends.items() if value is not None}
    elif get_origin(kind) in (Union, UnionType):
        found = _ends(next(part for part in get_args(kind) if part is not NoneType))
    return found


def _swell(word: Any, chance: Random) -> Any:
    """A word whose numbers have become large, or have not."""
    if not isinstance(word, str) or chance.random() < 0.6:
        return word
    sizes = ("0", "50", "9" * 4, "9" * 9)
    return re.sub(r"\d+", lambda number: chance.choice((number[0], *sizes)), word)[:60]


def mutated(kind: type[Question], given: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Known inputs, some of them pushed to their ends, and most dice left out."""
    made = dict(given)
    for name, field in input_fields(kind).items():
        if name in kind.rolls and chance.random() < 0.7:
            made.pop(name, None)
        elif _bare(field.type) is date:
            continue
        elif (name in made or field.required or chance.random() < 0.4) and chance.random() < 0.6:
            made[name] = extreme(field.type, made.get(name), chance)
    return made


@pytest.mark.parametrize("name", NAMES)
def test_no_extreme_input_runs_wild(name: str) -> None:
    _, kind = question(name)
    chance = Random(name)
    for _ in range(TRIES):
        given = mutated(kind, chance.choice(examples().get(name, [{}])), chance)
        with limit_steps(STEPS) as budget:
            try:
                answer(name, read_inputs(kind, given))
            except LandbridgeError:
                pass
            except Exception as problem:
                raise AssertionError(f"{name} with {given}: {problem!r}") from problem
        assert budget.most - budget.left <= STEPS + 60_000, given
