"""Seeds, commitments and hashes."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from landbridge.engine.matches.seals import Seed, fingerprint

json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


def test_a_commitment_never_changes() -> None:
    assert Seed("landbridge", "00").commitment == (
        "a0e95d1749402eef5e0a9c57f1ef91499c3b62ed36044c2cfcd9bc38bc698abb"
    )


def test_the_salt_hides_a_seed_that_could_be_guessed() -> None:
    first, second = Seed.fresh("1"), Seed.fresh("1")
    assert first.text == second.text == "1"
    assert first.key == second.key
    assert first.commitment != second.commitment


def test_a_fresh_seed_cannot_be_guessed() -> None:
    seeds = [Seed.fresh() for _ in range(20)]
    assert len({seed.text for seed in seeds}) == 20
    assert all(len(seed.text) == 32 and len(seed.salt) == 32 for seed in seeds)


@given(st.text(max_size=4), st.text(max_size=4), st.text(max_size=4), st.text(max_size=4))
def test_a_commitment_fits_one_seed_only(text: str, salt: str, other: str, more: str) -> None:
    first, second = Seed(text, salt), Seed(other, more)
    assert (first == second) == (first.commitment == second.commitment)


@pytest.mark.parametrize(
    ("first", "second"),
    [(("b:c", "a"), ("c", "a:b")), (("", "a:"), (":", "a")), (("a", ""), ("", "a"))],
)
def test_text_and_salt_cannot_be_shifted_into_each_other(
    first: tuple[str, str], second: tuple[str, str]
) -> None:
    """Otherwise two seeds could be shown for one promise."""
    assert Seed(*first).commitment != Seed(*second).commitment


def test_the_key_is_that_of_the_text_alone() -> None:
    assert Seed("a", "1").key != Seed("b", "1").key
    assert len(Seed("a", "1").key) == 32


@given(json, json)
def test_equal_values_have_equal_fingerprints(first: object, second: object) -> None:
    same = repr(first) == repr(second)
    if same:
        assert fingerprint(first) == fingerprint(second)
    if first != second:
        assert fingerprint(first) != fingerprint(second)


def test_the_order_of_names_does_not_count_but_what_came_before_does() -> None:
    assert fingerprint({"b": 1, "a": [1, 2]}) == fingerprint({"a": [1, 2], "b": 1})
    assert fingerprint({"b": 1, "a": [1, 2]}) == "f587f5091b5841a33f9e6dafdf1f5e45"
    assert fingerprint({"b": 1, "a": [1, 2]}, "x") == "3d6a4e68fd53114c5d409c9aabc48a8a"


def test_a_fingerprint_is_the_same_in_another_process() -> None:
    code = (
        "from landbridge.engine.matches.seals import fingerprint;"
        "print(fingerprint({'b': {'x', 'y', 'z'}, 'a': 'ü'}))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert shown == fingerprint({"b": {"x", "y", "z"}, "a": "ü"})


class _Asks:
    """Looks fields up in a way of its own, as the switches of a match in somebody's box do."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        if name == "answer":
            raise LookupError(name)
        return super().__getattribute__(name)


class _Switches(_Asks, Struct, frozen=True):
    answer: str = "none"


class _Position(Struct, frozen=True):
    switches: _Switches


def test_a_value_that_asks_for_its_fields_is_hashed_as_it_is_written() -> None:
    position = _Position(_Switches())
    assert fingerprint(position) == fingerprint({"switches": {"answer": "none"}})
