"""The command line in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from cli import registered
from landbridge.cli import main


class Ran(Struct):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def same_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines break at the same place on every terminal, and on none."""
    monkeypatch.setenv("COLUMNS", "96")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; its words need not be text."""

    def call(*words: object) -> Ran:
        capsys.readouterr()
        status = main([str(word) for word in words])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        # Commands to type are never broken; everything else keeps to the page.
        lines = [line for line in printed.out.splitlines() if "  landbridge " not in line]
        assert max(map(len, lines), default=0) <= 100 or "--json" in words
        return Ran(status, printed.out, printed.err)

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def toys() -> Iterator[None]:
    """Ladder and Sealed can be begun and loaded by name."""
    with registered.toys():
        yield


@pytest.fixture
def ladder(run: Run) -> str:
    """A match of climbers, with the referee at the table."""
    assert run("new", "ladder", "--seed", 1, "--dice", "either", "--referee", "-o", "m").status == 0
    return "m"
