"""The server's time passes while a server runs, and leaps with no clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from landbridge.server.clocks.server_time import COUNT_EVERY, SLACK, Timekeeper
from landbridge.store.store import Store, opened
from store.postgres_server import postgres, postgres_server

__all__ = ["postgres", "postgres_server"]

DAY = 86_400.0
BEGIN = 1_800_000_000.0


class Machine:
    """A machine whose clocks are set by hand."""

    def __init__(self, wall: float = BEGIN, steady: float = 5.0) -> None:
        self.wall, self.steady = wall, steady

    def keeper(self, store: Store) -> Timekeeper:
        return Timekeeper(store.clocks, lambda: self.wall, lambda: self.steady)

    def wait(self, seconds: float = COUNT_EVERY) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "m.sqlite")
    found: str = request.getfixturevalue("postgres")
    return found


def use(place: str, act: Callable[[Store], Awaitable[Any]]) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await act(store)

    asyncio.run(run())


def test_it_passes_like_any_time_while_the_server_runs(place: str) -> None:
    async def act(store: Store) -> None:
        machine = Machine()
        keeper = machine.keeper(store)
        await keeper.count()
        assert keeper.now() == BEGIN
        for _ in range(10):
            machine.wait()
            assert keeper.now() == pytest.approx(machine.wall)
            await keeper.count()
            assert keeper.now() == pytest.approx(machine.wall)

    use(place, act)


@pytest.mark.parametrize("leap", [3600.0, 365 * DAY, -3600.0, -365 * DAY])
def test_a_clock_that_is_set_makes_no_time_pass(place: str, leap: float) -> None:
    async def act(store: Store) -> None:
        machine = Machine()
        keeper = machine.keeper(store)
        await keeper.count()
        machine.wait()
        before = keeper.now()
        machine.wall += leap
        assert keeper.now() == before
        await keeper.count()
        assert keeper.now() == pytest.approx(before)
        # And back again.
        machine.wall -= leap
        machine.wait()
        await keeper.count()
        assert keeper.now() == pytest.approx(before + COUNT_EVERY)
        assert keeper.wall_time(keeper.now() + 5) == pytest.approx(machine.wall + 5)

    use(place, act)


def test_a_server_that_was_down_loses_nobody_any_time(place: str) -> None:
    async def act(store: Store) -> None:
        machine = Machine()
        await machine.keeper(store).count()
        machine.wall += 10 * DAY
        again = Machine(machine.wall, 0.0).keeper(store)
        await again.count()
        assert BEGIN <= again.now() <= BEGIN + COUNT_EVERY + SLACK
        assert again.wall_time(again.now()) == pytest.approx(machine.wall)
        assert again.server_time(machine.wall + DAY) == pytest.approx(again.now() + DAY)

    use(place, act)


def test_a_process_that_stood_still_counts_only_a_little(place: str) -> None:
    async def act(store: Store) -> None:
        machine = Machine()
        keeper = machine.keeper(store)
        await keeper.count()
        machine.wait(DAY)
        await keeper.count()
        assert keeper.now() <= BEGIN + COUNT_EVERY + SLACK

    use(place, act)


def test_several_processes_count_the_same_time(place: str) -> None:
    async def act(store: Store) -> None:
        machine = Machine()
        keepers = [machine.keeper(store) for _ in range(4)]
        for keeper in keepers:
            await keeper.count()
        for _ in range(5):
            for keeper in keepers:
                machine.wait(15)
                await keeper.count()
        assert keepers[-1].now() == pytest.approx(machine.wall)
        # All at once: nothing is counted twice.
        machine.wait(60)
        await asyncio.gather(*(keeper.count() for keeper in keepers))
        for keeper in keepers:
            assert keeper.now() == pytest.approx(machine.wall)

    use(place, act)


def test_machines_whose_clocks_differ_still_count_the_time(place: str) -> None:
    async def act(store: Store) -> None:
        one, other = Machine(), Machine(BEGIN + 3600)
        first, second = one.keeper(store), other.keeper(store)
        await first.count()
        await second.count()
        began = first.now()
        for _ in range(20):
            for machine in (one, other):
                machine.wait()
            await first.count()
            await second.count()
        assert first.now() == pytest.approx(began + 20 * COUNT_EVERY, abs=3 * COUNT_EVERY)

    use(place, act)


def test_a_backup_that_is_restored_later_makes_nobody_late(tmp_path: Path) -> None:
    async def run() -> None:
        machine = Machine()
        async with opened(str(tmp_path / "a.sqlite")) as store:
            await machine.keeper(store).count()
            lines = [line async for line in store.backup()]
        machine.wall += 30 * DAY
        async with opened(str(tmp_path / "b.sqlite")) as store:
            await store.restore(lines)
            keeper = machine.keeper(store)
            await keeper.count()
            assert keeper.now() <= BEGIN + COUNT_EVERY + SLACK

    asyncio.run(run())
