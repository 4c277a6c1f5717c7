"""Devices that talk to one application without a network, each with cookies of its own."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import pytest

from landbridge.server.app import create_app
from landbridge.server.people import accounts
from landbridge.server.settings import Settings
from server.direct import DirectClient

BASE = "http://localhost:8000"
PASSWORD = "a long enough password"


class Quick:
    """Passwords hashed quickly; argon2 has a test of its own."""

    def hash(self, password: str) -> str:
        salt = secrets.token_hex(4)
        return f"{salt}:{hashlib.sha256(f'{salt}{password}'.encode()).hexdigest()}"

    def right(self, kept: str, password: str) -> bool:
        salt, _, told = kept.partition(":")
        return hashlib.sha256(f"{salt}{password}".encode()).hexdigest() == told

    def outdated(self, kept: str) -> bool:
        return False


class Device:
    """One device; what it is answered must have the status that the test expects."""

    def __init__(self, client: DirectClient) -> None:
        self.client = client
        self.csrf = ""
        self.user_id = ""

    def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return self._found(self.client.get(path, **more), status)

    def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        headers = {"X-CSRF-Token": self.csrf} | more.pop("headers", {})
        reply = self.client.post(path, json=body or {}, headers=headers, **more)
        return self._found(reply, status)

    def delete(self, path: str, status: int = 200) -> Any:
        reply = self.client.delete(path, headers={"X-CSRF-Token": self.csrf})
        return self._found(reply, status)

    def _found(self, reply: Any, status: int) -> Any:
        assert reply.status_code == status, f"{reply.status_code}: {reply.text[:500]}"
        kind = reply.headers["content-type"]
        return reply.json() if kind == "application/json" else reply.text

    def enters(self, name: str, password: str = PASSWORD, **more: str) -> Device:
        """Open an account and stay logged in."""
        self.csrf = self.get("/api/me")["csrf"]
        me = self.post("/api/register", {"name": name, "password": password, **more}, 201)
        self.csrf, self.user_id = me["csrf"], me["user"]["id"]
        return self

    def logs_in(self, name: str, password: str = PASSWORD) -> Device:
        """Log in with an account that is there."""
        self.csrf = self.get("/api/me")["csrf"]
        me = self.post("/api/login", {"name": name, "password": password})
        self.csrf, self.user_id = me["csrf"], me["user"]["id"]
        return self

    def begins(self, game: str = "belorussia", **more: Any) -> str:
        """Begin a match; its id."""
        found: str = self.post("/api/matches", {"game": game, **more}, 201)["id"]
        return found

    def does(self, match_id: str, text: str, status: int = 200, **more: Any) -> Any:
        return self.post(f"/api/matches/{match_id}/actions", {"do": text, **more}, status)

    def live(self) -> Any:
        """The WebSocket."""
        return self.client.websocket_connect("ws://localhost:8000/api/live")


class Server:
    """One application, and devices that reach it."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings=settings)
        self.first = DirectClient(self.app, base_url=BASE)

    @property
    def context(self) -> Any:
        return self.app.state.context

    def device(self, address: str = "testclient") -> Device:
        """Another device, on the same event loop."""
        client = DirectClient(
            self.app, base_url=BASE, raise_server_exceptions=False, client=(address, 50_000)
        )
        client.portal = self.first.portal
        return Device(client)

    def run(self, act: Any, *given: Any) -> Any:
        """Call something of the server's on its own event loop."""
        assert self.first.portal is not None
        return self.first.portal.call(act, *given)

    def __enter__(self) -> Server:
        self.first.__enter__()
        return self

    def __exit__(self, *problem: Any) -> None:
        self.first.__exit__(*problem)


def quick_passwords(patch: pytest.MonkeyPatch) -> None:
    """Let passwords be hashed quickly."""
    quick = Quick()
    patch.setattr(accounts, "hasher", lambda: quick)
    accounts._nobody.cache_clear()
