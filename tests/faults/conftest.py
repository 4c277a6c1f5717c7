"""A public server on a database that can be made to fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

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


def inject(place: str, patch: pytest.MonkeyPatch) -> Fault:
    """Have connections to this place made such that one exchange can fail."""
    return inject_postgres(patch) if place.startswith("postgresql") else inject_sqlite(patch)


@contextmanager
def opened_club(place: str) -> Iterator[Club]:
    """A public server at this place with Anna and Boris; nothing is sent to anybody."""
    settings = Settings(database=place, public=True, limits=False)
    with registered.toys(), Server(settings) as server:
        server.context.notifier.wake = lambda: None
        yield Club(server, place)


@pytest.fixture
def fault(place: str, monkeypatch: pytest.MonkeyPatch) -> Fault:
    """What can be made to fail there."""
    return inject(place, monkeypatch)


@pytest.fixture
def club(place: str, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """A club of this test."""
    quick_passwords(monkeypatch)
    with opened_club(place) as made:
        yield made
