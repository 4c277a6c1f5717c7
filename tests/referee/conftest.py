"""The toys, known to the referee as if they were a game of the project."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

import toys
from landbridge.games import package
from landbridge.referee import asking, cases, coverage, games


@pytest.fixture
def toy_referee(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A referee that knows the toys and nothing else."""

    def toys_or(name: str) -> ModuleType:
        return toys if name == "toys" else package(name)

    kept = (asking.question, games.game, cases.cases, coverage.citing_files)
    for module in (asking, cases, coverage, games):
        monkeypatch.setattr(module, "package", toys_or)
    monkeypatch.setattr(games, "GAMES", ("toys",))
    monkeypatch.setattr(asking, "DOCUMENTS", ("toys",))
    for function in kept:
        function.cache_clear()
    yield
    for function in kept:
        function.cache_clear()
