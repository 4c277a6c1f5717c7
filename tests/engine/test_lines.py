"""Lines of values: put together from fields that have not changed, they are as if written anew."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from landbridge.engine.matches.lines import line_of

PLAIN = msgspec.json.Encoder(order="deterministic")


class Inner(Struct, frozen=True):
    """Part of a position."""

    name: str = ""
    column: bytes = b""
    by_number: dict[int, int] = {}


class Tagged(Struct, frozen=True, tag=True):
    """A step."""

    z: int = 0
    a: int = 1


class Sparse(Struct, frozen=True, omit_defaults=True):
    """What leaves out what goes without saying."""

    z: int = 0
    a: int = 1


class Silent(Struct, frozen=True):
    """What does not tell what it holds."""

    z: int = 0
    a: int = 1

    def __getattribute__(self, name: str) -> Any:
        if name in ("z", "a"):
            raise AssertionError("nobody may ask")
        return super().__getattribute__(name)


class Outer(Struct, frozen=True):
    """A position."""

    zeal: int = 0
    inner: Inner | UnsetType = UNSET
    steps: tuple[Tagged | Sparse, ...] = ()
    by_name: dict[str, Inner] = {}
    both: tuple[dict[int, int], dict[int, int]] = ({}, {})


def written_anew(value: Any) -> bytes:
    """How a line was always written."""
    try:
        return PLAIN.encode(value)
    except TypeError:
        return PLAIN.encode(msgspec.to_builtins(value, str_keys=True))


def changed(value: Outer, rng: random.Random) -> Outer:
    """The same but for a field."""
    inner = Inner() if isinstance(value.inner, UnsetType) else value.inner
    number, word = rng.randrange(4), rng.choice("abc")
    changes: list[dict[str, Any]] = [
        {"zeal": number},
        {"inner": UNSET},
        {"inner": replace(inner, name=word)},
        {"inner": replace(inner, column=word.encode() * number)},
        {"inner": replace(inner, by_number={})},
        {"inner": replace(inner, by_number={number: 1, 11: 2, 3: 4})},
        {"steps": (*value.steps[-2:], rng.choice([Tagged(number), Sparse(number)]))},
        {"by_name": {word: inner}},
        {"both": ({}, {number: 1})},
        {"both": ({}, {})},
    ]
    return replace(value, **rng.choice(changes))


def test_a_line_is_the_same_whatever_was_written_before() -> None:
    rng = random.Random(4)
    first, second = Outer(), Outer(zeal=9)
    worded = 0
    for _ in range(3000):
        first, second = changed(first, rng), changed(second, rng)
        for value in (first, second, first.inner, first.steps):
            if value is not UNSET:
                assert line_of(value) == written_anew(value)
        worded += line_of(first).startswith(b'{"both')
    assert 300 < worded < 2700, "keys that are no words have to come and go"


def test_values_of_every_kind_are_written() -> None:
    values = (None, 1, "word", [1, {"b": 1, "a": {2: 3}}], {"b": 1, "a": 2})
    for value in (*values, Sparse(), Tagged(), Silent()):
        assert line_of(value) == written_anew(value)
