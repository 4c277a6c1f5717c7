"""Any damage to a file is noticed: it is refused and left alone, or it changed nothing at all."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import registered
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.cli import main
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from toys import Ladder


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    """The ladder can be loaded by name."""
    with registered.toys():
        yield


@cache
def sound() -> bytes:
    """A file of a match with a rollback and dice of both kinds."""
    match = Match.new(Ladder(), "tower", seed=3, dice="either")
    match.do("jump", dice=[4])
    play(match, {role: RandomBot(1) for role in match.game.roles}, 12)
    match.rollback(10, match.game.roles)
    play(match, {role: RandomBot(2) for role in match.game.roles}, 8)
    return to_text(match.save()).encode()


def quietly(*words: str) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(list(words))
    assert "Traceback" not in err.getvalue()
    return status, out.getvalue() + err.getvalue()


def check(damaged: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "m"
        path.write_bytes(damaged)
        status, said = quietly("verify", str(path))
        assert said
        try:
            same = from_text(damaged.decode()) == from_text(sound().decode())
        except Exception:
            same = False
        assert status == (0 if same else 1), said
        if not same:
            for words in (["undo"], ["auto", "--bots", "random", "--until", "1"], ["show"]):
                assert quietly(words[0], str(path), *words[1:])[0] == 2
            assert path.read_bytes() == damaged
        assert [item.name for item in Path(folder).iterdir()] == ["m"]


places = st.integers(0, 10**6)


@given(places, st.integers(1, 255))
@settings(max_examples=300, deadline=None)
def test_one_byte_is_another(place: int, change: int) -> None:
    text = bytearray(sound())
    text[place % len(text)] ^= change
    check(bytes(text))


@given(places)
@settings(max_examples=100, deadline=None)
def test_it_breaks_off(place: int) -> None:
    check(sound()[: place % len(sound())])


@given(places, st.binary(min_size=1, max_size=40))
@settings(max_examples=100, deadline=None)
def test_something_is_put_in(place: int, more: bytes) -> None:
    at = place % (len(sound()) + 1)
    check(sound()[:at] + more + sound()[at:])


@given(places, places)
@settings(max_examples=100, deadline=None)
def test_something_is_lost(first: int, second: int) -> None:
    start, end = sorted((first % len(sound()), second % len(sound())))
    check(sound()[:start] + sound()[end:])


@given(st.permutations(range(8)))
@settings(max_examples=50, deadline=None)
def test_lines_are_exchanged(order: list[int]) -> None:
    lines = sound().splitlines(keepends=True)
    check(b"".join([lines[n] for n in order] + lines[8:]))


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
@settings(max_examples=100, deadline=None)
def test_it_is_something_else(text: bytes) -> None:
    check(text)
