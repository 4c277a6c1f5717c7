"""Lines of values: put together from fields that have not changed, they are as if written anew."""

from __future__ import annotations

import random
from hashlib import blake2b
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from landbridge.engine.matches.lines import digest_of, line_of

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


class Board(Struct, frozen=True):
    """What is too large to be hashed again after every move."""

    in_digests: ClassVar[bool] = True

    column: bytes = b""
    by_number: dict[int, int] = {}
    word: str = ""
    due: int | UnsetType = UNSET


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


def test_a_digest_is_that_of_the_whole_line_whatever_was_hashed_before() -> None:
    rng = random.Random(6)
    first, second = Outer(), Outer(zeal=9)
    for _ in range(3000):
        first, second = changed(first, rng), changed(second, rng)
        for value in (first, second, first.inner, Board(word=rng.choice("ab")), rng.random()):
            if value is not UNSET:
                before = rng.choice([b"", b"", b"", b"the hash before"])
                whole = blake2b(before + line_of(value), digest_size=16).hexdigest()
                assert digest_of(value, before) == whole


def test_values_of_every_kind_are_written() -> None:
    values = (None, 1, "word", [1, {"b": 1, "a": {2: 3}}], {"b": 1, "a": 2})
    for value in (*values, Sparse(), Tagged(), Silent()):
        assert line_of(value) == written_anew(value)


def test_long_fields_stand_as_digests_where_a_struct_says_so() -> None:
    def digest(line: bytes) -> str:
        return blake2b(line, digest_size=16).hexdigest()

    column, numbers = bytes(40), dict.fromkeys(range(9, 20), 1)
    written = b'{"column":"%s","by_number":{"9":1},"word":"short"}'
    known = msgspec.json.encode(column)
    assert line_of(Board(column, {9: 1}, "short")) == written % digest(known).encode()
    by_number = msgspec.json.encode({str(number): 1 for number in sorted(numbers, key=str)})
    assert digest(by_number).encode() in line_of(Board(by_number=numbers))
    assert line_of(Board(due=3)).endswith(b'"word":"","due":3}')


def test_no_word_passes_for_a_digest() -> None:
    column = bytes(40)
    digest = blake2b(msgspec.json.encode(column), digest_size=16).hexdigest()
    assert digest.encode() in line_of(Board(column))
    assert digest.encode() not in line_of(Board(word=digest))


def test_a_digest_changes_with_its_field_and_with_nothing_else() -> None:
    rng, board, seen = random.Random(5), Board(bytes(60)), dict[bytes, Board]()
    for _ in range(500):
        column = bytearray(board.column)
        column[rng.randrange(60)] = rng.randrange(3)
        board = Board(bytes(column), {rng.randrange(40): 1, 50: 2}, board.word)
        before = seen.setdefault(line_of(board), board)
        assert before == board
        assert line_of(board) == line_of(
            msgspec.json.decode(msgspec.json.encode(board), type=Board)
        )
    assert len(seen) > 400
