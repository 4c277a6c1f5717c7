"""A public server on a database that can be made to fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli import registered
from faults.injection import Fault, inject_postgres, inject_sqlite
from faults.matches import Club
from landbridge.server.settings import Settings
from server.devices import Server, quick_passwords
from store.postgres_server import postgres, postgres_server

__all__ = ["postgres", "postgres_server"]

Choose = Callable[[str], tuple[str, Fault]]


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the database is."""
    if request.param == "sqlite":
        return str(tmp_path / "m.sqlite")
    found: str = request.getfixturevalue("postgres")
    return found


@pytest.fixture
def fault(place: str, monkeypatch: pytest.MonkeyPatch) -> Fault:
    """What can be made to fail there."""
    inject: Any = inject_postgres if place.startswith("postgresql") else inject_sqlite
    found: Fault = inject(monkeypatch)
    return found


@pytest.fixture
def club(place: str, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """A public server at this place with Anna and Boris; nothing is sent to anybody."""
    quick_passwords(monkeypatch)
    settings = Settings(database=place, public=True, limits=False)
    with registered.toys(), Server(settings) as server:
        server.context.notifier.wake = lambda: None
        yield Club(server, place)
