"""Every question of every game: counts have a floor, and no input makes it break."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
import pytest
from msgspec import Meta

from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.engine.rules.allowed import describe, may_be_empty, split_type
from landbridge.engine.rules.ask import Question, inputs_of, read_inputs
from landbridge.games import GAMES
from landbridge.referee.asking import ask, question, questions
from landbridge.referee.cases import cases

NAMES = [f"{game}.{name}" for game in GAMES for name in questions(game)]

SIGNED = {
    "belorussia.combat.columns",
    "belorussia.combat.drm",
    "belorussia.combat_cell.total",
    "belorussia.combat_column.shift",
    "belorussia.surprise.drm",
    "orsha.cpp_replenishment.historical",
}
"""Whole numbers that may be below 0: shifts, modifiers, modified totals."""
CHECKED = {"belorussia.heinrici_draw.pick", "belorussia.partisan_draw.pick"}
"""Whole numbers whose limits follow from the other inputs."""

DAYS = [date(1943, 9, 26) + timedelta(days) for days in range(215)]
ODD_WORDS = ["", "x", "-1", "0", "1/2", "B18.18", "1943-13"]


@pytest.mark.parametrize("name", NAMES)
def test_no_count_may_be_negative(name: str) -> None:
    for field in msgspec.structs.fields(question(name)[1]):
        kind = split_type(field.type)[0]
        words = describe(get_args(kind)[0] if get_origin(kind) is tuple else field.type)
        if words == "a whole number":
            assert f"{name}.{field.encode_name}" in SIGNED | CHECKED


@pytest.mark.parametrize("name", NAMES)
def test_random_inputs_are_answered_or_refused(name: str) -> None:
    """An answer, or an error that is meant for the player and names no part of the program."""
    chance = random.Random(name)
    kind = question(name)[1]
    texts = " ".join(item.text for item in inputs_of(kind))
    for _ in range(6):
        given = _given(kind, _known_words().get(name, {}), chance)
        told = ""
        try:
            ask(name, **given)
        except LandbridgeError as problem:
            told = str(problem)
        assert advised(told) <= {item.name for item in inputs_of(kind)} | advised(texts), given
        assert "nature." not in told, given
        assert "$." not in told, given


def advised(text: str) -> set[str]:
    """The inputs that a text tells one to give, as road=track."""
    return set(re.findall(r"\b([a-z_]+)=", text))


@cache
def _known_inputs() -> dict[str, list[dict[str, Any]]]:
    """Inputs of the cases that are answered, by question."""
    found: dict[str, list[dict[str, Any]]] = {}
    for game in GAMES:
        for placed in cases(game):
            if placed.case.ask and not placed.case.plays and not placed.case.refused:
                found.setdefault(f"{game}.{placed.case.ask}", []).append(placed.case.given)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_cites_a_rule(name: str) -> None:
    """Also a no, and also where no rule of the question changes anything."""
    chance = random.Random(name)
    kind = question(name)[1]
    known = _known_inputs().get(name, [])[:40]
    tried = [_given(kind, _known_words().get(name, {}), chance) for _ in range(6)]
    silent = []
    for given in (*known, *tried):
        try:
            found = ask(name, **given)
        except LandbridgeError:
            continue
        if not found.rules or (not found.legal and not found.refused):
            silent.append(given)
    assert silent == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_needed_cannot_be_left_empty(name: str) -> None:
    kind = question(name)[1]
    known = next(iter(_known_inputs().get(name, [])), {})
    for field in msgspec.structs.fields(kind):
        if not field.required or may_be_empty(field.type):
            continue
        for empty in ("", []) if get_origin(split_type(field.type)[0]) is tuple else ("",):
            with pytest.raises(BadInput, match=rf"{field.encode_name} is .+"):
                read_inputs(kind, {**known, field.encode_name: empty})


@pytest.mark.parametrize("name", NAMES)
def test_surplus_dice_are_a_mistake(name: str) -> None:
    """Where dice are a list, one more than is thrown is named; none is left lying in silence."""
    kind = question(name)[1]
    for given in _known_inputs().get(name, []):
        for word in kind.rolls:
            dice = given.get(word)
            if not isinstance(dice, list) or not dice:
                continue
            found = ask(name, **given)
            if found.notes or found.odds is not None:
                continue
            with pytest.raises(BadInput, match=f"{word}: {len(dice)} needed here"):
                ask(name, **{**given, word: [*dice, dice[-1]]})


def _given(kind: type[Question], words: dict[str, list[str]], chance: random.Random) -> Any:
    return {
        field.encode_name: _value(field.type, words.get(field.encode_name, []), chance)
        for field in msgspec.structs.fields(kind)
        if field.required or chance.random() < 0.5
    }


@cache
def _known_words() -> dict[str, dict[str, list[str]]]:
    """Words that cases use, by question and input."""
    found: dict[str, dict[str, list[str]]] = {}
    for game in GAMES:
        for placed in cases(game):
            words = found.setdefault(f"{game}.{placed.case.ask}", {})
            for key, value in placed.case.given.items():
                many = value if isinstance(value, list) else [value]
                words.setdefault(key, []).extend(word for word in many if isinstance(word, str))
    return found


def _value(kind: Any, words: list[str], chance: random.Random) -> Any:
    plain = split_type(kind)[0]
    if get_origin(plain) is Literal:
        return chance.choice(get_args(plain))
    if get_origin(plain) is tuple:
        return [_value(get_args(plain)[0], words, chance) for _ in range(chance.randrange(4))]
    if get_origin(plain) is not None:
        return _value(chance.choice(get_args(plain)), words, chance)
    if plain is bool:
        return chance.random() < 0.5
    if plain is int:
        low, high = _limits(kind)
        return chance.randint(low, high)
    if plain is date:
        return chance.choice(DAYS)
    return chance.choice(words) if words and chance.random() < 0.8 else chance.choice(ODD_WORDS)


def _limits(kind: Any) -> tuple[int, int]:
    """What a number may be, as far as its type says."""
    low, high = -3, 9
    for part in (kind, *(p for p in get_args(kind) if get_origin(p) is Annotated)):
        if get_origin(part) is Annotated:
            for meta in get_args(part)[1:]:
                if isinstance(meta, Meta) and meta.ge is not None:
                    low = int(meta.ge)
                    high = low + 12 if meta.le is None else int(meta.le)
    return low, high
