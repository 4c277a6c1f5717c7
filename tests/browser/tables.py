"""Matches that are set up over the API before a page looks at them."""

from __future__ import annotations

from typing import Any

import httpx


class Table:
    """The API of a server, for setting a match up before the page looks at it."""

    def __init__(self, address: str) -> None:
        self.address = address
        # No certificates: nothing is encrypted on the way to this machine, and they load slowly.
        self._http = httpx.Client(base_url=f"{address}api/", timeout=60, verify=False)

    def post(self, path: str, **body: Any) -> Any:
        return _read(self._http.post(path, json=body)).json()

    def get(self, path: str) -> Any:
        return _read(self._http.get(path)).json()

    def save(self, match: str) -> bytes:
        """A match as a file."""
        return _read(self._http.get(f"matches/{match}/export")).content

    def load(self, saved: str) -> Any:
        """Take a match from a file in."""
        return _read(self._http.post("matches/import", content=saved)).json()

    def close(self) -> None:
        self._http.close()

    def begin(self, game: str = "belorussia", **more: Any) -> str:
        """Begin a match; its id."""
        found: str = self.post("matches", game=game, **more)["id"]
        return found

    def do(self, match: str, *actions: str, **more: Any) -> None:
        """Do these, one after the other."""
        for action in actions:
            self.post(f"matches/{match}/actions", do=action, **more)

    def look(self, match: str, role: str = "") -> Any:
        return self.get(f"matches/{match}?as={role}" if role else f"matches/{match}")


def _read(reply: httpx.Response) -> httpx.Response:
    assert reply.is_success, reply.text
    return reply
