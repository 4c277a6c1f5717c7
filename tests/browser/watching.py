"""A watch over everything that goes wrong in a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page


class Watch:
    """Collects what goes wrong in a page."""

    def __init__(self, address: str) -> None:
        self.addresses = {address}
        self.troubles: list[str] = []
        self.expected: set[int] = set()
        """Statuses that the test means to get."""
        self.cut = False
        """Whether the test means to break connections."""

        self._listeners: dict[Any, Callable[[Any], None]] = {
            "pageerror": lambda error: self.troubles.append(f"error: {error}"),
            "console": lambda message: self._console(message.type, message.text),
            "requestfailed": lambda request: self._failed(request.url, request.failure),
            "response": lambda reply: self._reply(reply.status, reply.url),
            "request": lambda request: self._request(request.url),
            "websocket": lambda socket: self._request(socket.url.replace("ws:", "http:", 1)),
        }

    def over(self, page: Page) -> None:
        """Watch a page."""
        for event, listener in self._listeners.items():
            page.on(event, listener)

    def leave(self, page: Page) -> None:
        """Watch a page no longer."""
        for event, listener in self._listeners.items():
            page.remove_listener(event, listener)

    def _failed(self, url: str, why: str | None) -> None:
        # A page that is left drops what it was fetching; nothing is wrong.
        if not self.cut and why != "net::ERR_ABORTED":
            self.troubles.append(f"failed: {url}: {why}")

    def _console(self, kind: str, text: str) -> None:
        meant = any(f"status of {status}" in text for status in self.expected)
        meant = meant or (self.cut and ("net::ERR" in text or "WebSocket" in text))
        # A page that is left while its socket opens says so; nothing is wrong.
        meant = meant or "closed before the connection is established" in text
        if kind in ("error", "warning") and not meant:
            self.troubles.append(f"console: {text}")

    def _reply(self, status: int, url: str) -> None:
        if status >= 400 and status not in self.expected:
            self.troubles.append(f"{status}: {url}")

    def _request(self, url: str) -> None:
        if not url.startswith((*self.addresses, "data:", "about:", "blob:")):
            self.troubles.append(f"a request to another host: {url}")
