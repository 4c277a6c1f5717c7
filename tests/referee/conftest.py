"""The toys, known to the referee as if they were a game of the project."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import toys
from landbridge.engine.manifest import GameInfo
from landbridge.games import info
from landbridge.referee import asking, cases, coverage, games, in_play


@pytest.fixture
def toy_referee(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A referee that knows the toys and nothing else."""

    def toys_or(name: str) -> GameInfo:
        return toys.INFO if name == "toys" else info(name)

    kept = (
        asking.question,
        games.game,
        cases.cases,
        coverage.citing_files,
        in_play.outside_play,
    )
    for module in (asking, cases, coverage, games, in_play):
        monkeypatch.setattr(module, "info", toys_or)
    monkeypatch.setattr(asking, "GAMES", ("toys",))
    for function in kept:
        function.cache_clear()
    yield
    for function in kept:
        function.cache_clear()
