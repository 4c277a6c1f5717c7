"""A public server whose clocks are set by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from landbridge.server.clocks import server_time
from landbridge.server.clocks.watch import look_after_clocks
from server.clocks.test_timekeeping import DAY, Machine
from server.devices import Device, Server
from server.play.test_endings import look
from server.post.test_notify import URL
from server.receivers import MailServer


class Club:
    """A public server whose clocks are set by hand."""

    def __init__(self, server: Server, machine: Machine | None = None) -> None:
        self.server, self.machine = server, machine or Machine()
        keeper = server.context.keeper
        keeper.wall, keeper.steady = lambda: self.machine.wall, lambda: self.machine.steady
        keeper._base, keeper._at = self.machine.wall, self.machine.steady
        self.sweep()

    def sweep(self) -> None:
        """What every server process does once a minute."""
        self.server.run(look_after_clocks, self.server.context)

    def days(self, count: float) -> None:
        """Let days pass, and look after the clocks."""
        self.machine.wait(count * DAY)
        self.sweep()


@pytest.fixture
def long_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days may pass between two counts of the time; that they do not is tested elsewhere."""
    monkeypatch.setattr(server_time, "COUNT_EVERY", 1000 * DAY)


@pytest.fixture
def timed(start: Callable[..., Server], long_counts: None) -> Club:
    return Club(start(public=True, limits=False))


@pytest.fixture
def posted(start: Callable[..., Server], long_counts: None, mail: MailServer) -> Club:
    return Club(start(public=True, limits=False, url=URL, smtp=mail.url))


def clock_of(device: Device, one: str) -> Any:
    return look(device, one)["clock"]


def subjects(mail: MailServer, count: int) -> set[tuple[str, str]]:
    return {(told["To"], told["Subject"]) for told in (mail.next() for _ in range(count))}
