"""Clients of the application, without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from cli import registered
from landbridge.server import create_app
from landbridge.server.settings import Settings
from server.devices import BASE, Device, Server, quick_passwords
from server.direct import DirectClient


@pytest.fixture
def client() -> Iterator[DirectClient]:
    with DirectClient(create_app(), base_url=BASE) as made:
        yield made


@pytest.fixture
def toys() -> Iterator[None]:
    """Ladder and Sealed can be begun by name."""
    with registered.toys():
        yield


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Server]]:
    """Start an application with settings."""
    quick_passwords(monkeypatch)
    with ExitStack() as running:

        def begin(**settings: Any) -> Server:
            return running.enter_context(Server(Settings(**settings)))

        yield begin


@pytest.fixture
def home(start: Callable[..., Server]) -> Device:
    """A device at one's own server."""
    return start().device()


@pytest.fixture
def club(start: Callable[..., Server]) -> Server:
    """A public server, without limits."""
    return start(public=True, limits=False)


@pytest.fixture
def nobody(club: Server) -> Device:
    """Somebody without an account."""
    return club.device()


@pytest.fixture
def anna(club: Server) -> Device:
    return club.device().enters("Anna")


@pytest.fixture
def boris(club: Server) -> Device:
    return club.device().enters("Boris")
