"""PostgreSQL, by psycopg 3 (extra `server`). Several server processes may share one database.

A change tells the others by NOTIFY in its own transaction, so nobody hears of what did not happen.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager, suppress
from functools import cache
from importlib import import_module
from typing import Any

from landbridge.engine.refusals import BadInput
from landbridge.store.database import ANYTHING, ChangeNotice, Conflict, StoreFailed
from landbridge.store.migrating import find_schema, migrate, needs_steps, say_what_changed
from landbridge.store.places import without_password
from landbridge.store.rows import MatchStep
from landbridge.store.steps import MOST, TOGETHER, together

CHANNEL = "landbridge"
CHAT = "chat:"
"""What stands before the number of a message, where others announce that."""

CONNECTIONS = 8
"""How many are open at most at a time, beside the one that listens."""

MAKING = 1_279_349_068
"""The advisory lock under which the tables are made."""

AGAIN = 1.0
"""Seconds before a lost connection is tried again."""


@cache
def _spelled(sql: str) -> str:
    return sql.replace("?", "%s")


def _driver() -> Any:
    try:
        return import_module("psycopg")
    except ModuleNotFoundError:
        raise BadInput("PostgreSQL needs psycopg: pip install 'landbridge[server]'.") from None


class Postgres:
    """One database on a PostgreSQL server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._driver = _driver()
        self._free: list[Any] = []
        self._closed = False
        self._room = asyncio.Semaphore(CONNECTIONS)
        self._steps: dict[str, tuple[MatchStep, asyncio.Future[bool]]] = {}
        """What waits to be written, by match."""
        self._writing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._closed = False
        try:
            found = await self._migrate()
        except BaseException:
            await self._hang_up()
            raise
        if found and needs_steps(found):
            say_what_changed(without_password(self.url), found)

    async def _migrate(self) -> int:
        """Bring the database up to date; the schema that it had."""
        async with self._borrowed() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MAKING,))
            change = Transaction(connection)
            found = await find_schema(change, without_password(self.url))
            if needs_steps(found):
                await migrate(change, found)
            return found

    async def close(self) -> None:
        if self._writing is not None:
            await self._writing
        self._closed = True
        await self._hang_up()

    async def _hang_up(self) -> None:
        while self._free:
            with suppress(self._driver.Error):
                await self._free.pop().close()

    async def _connect(self) -> Any:
        try:
            connection = await self._driver.AsyncConnection.connect(
                self.url, autocommit=True, connect_timeout=10, application_name="landbridge"
            )
            try:
                # Whatever the server's default is: what is acknowledged must be on the disk.
                found = await connection.execute("SHOW synchronous_commit")
                if await found.fetchone() == ("off",):
                    await connection.execute("SET synchronous_commit = on")
            except BaseException:
                # Whoever wanted it may have gone meanwhile: nobody else would close it.
                await connection.close()
                raise
        except self._driver.Error as problem:
            raise StoreFailed(
                f"{without_password(self.url)} does not answer: {_first(problem)}."
            ) from None
        return connection

    @asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[Any]:
        """A connection for a while; a broken one is not given back, nor one that comes too late."""
        async with self._room:
            connection = self._free.pop() if self._free else await self._connect()
            lost = False
            try:
                yield connection
            except self._driver.errors.UniqueViolation as problem:
                raise Conflict(f"It is there already: {_first(problem)}.") from None
            except self._driver.Error as problem:
                lost = isinstance(problem, self._driver.OperationalError)
                raise StoreFailed(f"The database failed: {_first(problem)}.") from None
            finally:
                idle = self._driver.pq.TransactionStatus.IDLE
                of_no_use = lost or self._closed or connection.closed
                if of_no_use or connection.info.transaction_status != idle:
                    with suppress(self._driver.Error):
                        await connection.close()
                else:
                    self._free.append(connection)
                if lost:
                    # Where one was cut, the server has probably gone, and the others with it.
                    await self._hang_up()

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        try:
            return await self._read(sql, given)
        except StoreFailed:
            # The server may have been started anew since the connection was last used.
            return await self._read(sql, given)

    async def _read(self, sql: str, given: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        async with self._borrowed() as connection:
            found = await connection.execute(_spelled(sql), given)
            rows: list[tuple[Any, ...]] = await found.fetchall()
            return rows

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[Transaction]:
        async with self._borrowed() as connection, connection.transaction():
            yield Transaction(connection)

    async def step(self, step: MatchStep) -> bool:
        # Every commit that notifies waits for the one before it: one for many steps is far quicker.
        while step.match.id in self._steps:
            await asyncio.wait([self._steps[step.match.id][1]])
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._steps[step.match.id] = step, done
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        # Whoever is cancelled here has still done it; only the acknowledgement is lost.
        return await asyncio.shield(done)

    async def _write(self) -> None:
        """Write what waits; what comes meanwhile goes together with the next."""
        try:
            while self._steps:
                waiting = [self._steps.pop(one) for one in list(self._steps)[:MOST]]
                try:
                    await self._settle(waiting)
                except BaseException as problem:
                    _fail(waiting, problem)
                    if not isinstance(problem, Exception):
                        raise
        except BaseException as problem:
            _fail(self._steps.values(), problem)
            self._steps.clear()
            raise
        finally:
            self._writing = None

    async def _settle(self, waiting: list[tuple[MatchStep, asyncio.Future[bool]]]) -> None:
        steps = [step for step, _ in waiting]
        async with self._borrowed() as connection:
            try:
                found = await connection.execute(TOGETHER, together(steps, CHANNEL))
            except self._driver.Error:
                if connection.closed or len(steps) == 1:
                    raise
            else:
                moved = {one for ids, _ in await found.fetchall() for one in ids}
                for step, done in waiting:
                    if not done.done():
                        done.set_result(step.match.id in moved)
                return
        # The server would not take them together, and took none: whose fault it was shows now.
        for one in waiting:
            try:
                await self._settle([one])
            except Exception as problem:
                _fail([one], problem)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        async with self._borrowed() as connection, connection.transaction():
            await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield Transaction(connection)

    async def listen(self) -> AsyncGenerator[ChangeNotice, None]:
        while True:
            try:
                async with self._hearing() as notes:
                    # Whatever was said while nobody listened is lost: look at everything once.
                    yield ANYTHING
                    async for note in notes:
                        told = note.payload.split()
                        for match_id, number in zip(told[::2], told[1::2], strict=True):
                            if number.startswith(CHAT):
                                yield ChangeNotice(match_id, 0, int(number.removeprefix(CHAT)))
                            else:
                                yield ChangeNotice(match_id, int(number))
            except (StoreFailed, self._driver.Error):
                await asyncio.sleep(AGAIN)

    @asynccontextmanager
    async def _hearing(self) -> AsyncIterator[AsyncIterator[Any]]:
        """What the others announce, on a connection that is closed whatever happens.

        The driver's own way of closing asks the server first, and whoever is stopped meanwhile
        leaves it open.
        """
        connection = await self._connect()
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
            async with aclosing(connection.notifies()) as notes:
                yield notes
        finally:
            await connection.close()


def _fail(
    waiting: Iterable[tuple[MatchStep, asyncio.Future[bool]]], problem: BaseException
) -> None:
    """Tell all who still wait that nobody knows what became of their steps."""
    failure = problem if isinstance(problem, Exception) else StoreFailed("The database was closed.")
    for _, done in waiting:
        if not done.done():
            done.set_exception(failure)
            # Whoever asked may have gone; then nobody is left to hear of it.
            done.exception()


class Transaction:
    """A transaction on one connection."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def run(self, sql: str, *given: Any) -> int:
        done = await self._connection.execute(_spelled(sql), given)
        count: int = done.rowcount
        return count

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        found = await self._connection.execute(_spelled(sql), given)
        rows: list[tuple[Any, ...]] = await found.fetchall()
        return rows

    async def announce(self, match_id: str, version: int) -> None:
        await self._connection.execute(
            "SELECT pg_notify(%s, %s)", (CHANNEL, f"{match_id} {version}")
        )

    async def announce_chat(self, match_id: str, number: int) -> None:
        await self._connection.execute(
            "SELECT pg_notify(%s, %s)", (CHANNEL, f"{match_id} {CHAT}{number}")
        )


def _first(problem: Exception) -> str:
    """The first line of an error, without a full stop."""
    return str(problem).strip().partition("\n")[0].rstrip(".") or type(problem).__name__
