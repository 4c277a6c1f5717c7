"""What servers keep of themselves."""

from __future__ import annotations

from landbridge.store.rows.row import Row


class ServerTimeRow(Row, frozen=True):
    """The server's time, which passes only while a server runs; see clocks.py."""

    table = "server_time"
    key = ("name",)

    name: str
    seen: float
    """What the machine's clock said when it was last counted."""
    passed: float
    """What the server's time was then."""


class LeaseRow(Row, frozen=True):
    """Work that one of several server processes has taken on for a while."""

    table = "leases"
    key = ("name",)

    name: str
    holder: str
    until: float


class KeyRow(Row, frozen=True):
    """A key that the server made for itself."""

    table = "keys"
    key = ("name",)

    name: str
    secret: str
    created: float


class MetaRow(Row, frozen=True):
    """Facts about the database itself."""

    table = "meta"
    key = ("name",)

    name: str
    value: str
