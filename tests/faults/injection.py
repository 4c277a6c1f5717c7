"""Faults on purpose: one exchange with the database fails, chosen by its number."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, Literal

import pytest

from landbridge.store.rows import LeaseRow, OutgoingRow

Mode = Literal["before", "after", "down", "ended", "busy", "cancel"]
"""What goes wrong: the statement is not carried out; it is, but its answer is lost; nothing is
carried out any more; the database ends the whole transaction; the file is locked; whoever asks
goes away."""

NOT_COUNTED = ("PRAGMA", "LISTEN", "bots_due", LeaseRow.table, f"FROM {OutgoingRow.table}")
"""What the server does by itself now and then."""

CODES = {"ended": sqlite3.SQLITE_FULL, "busy": sqlite3.SQLITE_BUSY}
WORDS = {"ended": "database or disk is full", "busy": "database is locked"}


class Fault:
    """One exchange that is to fail, once it is armed."""

    def __init__(self) -> None:
        self._mode: Mode = "before"
        self._left = 0
        self.fired = False
        self.cancel: Callable[[], object] = lambda: None
        self.seen: list[str] = []
        """Every exchange since it was armed."""

    def arm(self, number: int, mode: Mode) -> None:
        """Let the exchange with this number fail."""
        self._mode, self._left, self.fired = mode, number, False
        self.seen = []

    def disarm(self) -> bool:
        """Let nothing fail any more; whether something did."""
        self._left = 0
        return self.fired

    def due(self, what: str) -> Mode | None:
        """What is to go wrong with this exchange."""
        if not self._left or any(word in what for word in NOT_COUNTED):
            return None
        self.seen.append(what)
        if self.fired and self._mode == "down":
            return self._mode
        self._left -= 1
        if self._left:
            return None
        self.fired = True
        if self._mode == "down":
            self._left = 1
        if self._mode == "cancel":
            self.cancel()
            return None
        return self._mode


def inject_sqlite(patch: pytest.MonkeyPatch) -> Fault:
    """Connections to SQLite of which one statement can fail."""
    fault = Fault()

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            mode = fault.due(sql)
            if mode == "ended" and self.in_transaction:
                super().execute("ROLLBACK")
            elif mode == "after":
                super().execute(sql, *given).fetchall()
            if mode is None:
                return super().execute(sql, *given)
            problem = sqlite3.OperationalError(WORDS.get(mode, "disk I/O error"))
            problem.sqlite_errorcode = CODES.get(mode, sqlite3.SQLITE_IOERR)
            raise problem

    connect = sqlite3.connect
    patch.setattr(sqlite3, "connect", lambda *w, **more: connect(*w, **more, factory=Connection))
    return fault


def inject_postgres(patch: pytest.MonkeyPatch) -> Fault:
    """Connections to PostgreSQL that are cut at one exchange."""
    import psycopg

    fault = Fault()

    class Connection(psycopg.AsyncConnection[Any]):
        listens = False

        @classmethod
        async def connect(cls, *given: Any, **more: Any) -> Any:
            if fault.due("a connection"):
                raise psycopg.OperationalError("connection refused")
            return await super().connect(*given, **more)

        async def execute(self, query: Any, *given: Any, **more: Any) -> Any:
            if "LISTEN" in str(query):
                self.listens = True
            return await super().execute(query, *given, **more)

        async def wait(self, gen: Any, *more: Any) -> Any:
            mode = None if self.listens else fault.due("an exchange")
            if mode is None:
                return await super().wait(gen, *more)
            if mode == "after":
                await super().wait(gen, *more)
            else:
                gen.close()
            self.pgconn.finish()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    patch.setattr(psycopg, "AsyncConnection", Connection)
    return fault
