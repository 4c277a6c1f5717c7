"""The server: the referee, matches and live updates over HTTP, and the page in the browser.

Nothing of it is imported before it is asked for, so that the command line starts quickly.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from landbridge.server.settings import Settings

__all__ = ["create_app", "run"]


def create_app(hosts: Collection[str] | None = None, settings: Settings | None = None) -> Starlette:
    """The application; it answers only to these host names, by default those of this machine."""
    from landbridge.server.app import create_app as make

    return make(hosts, settings)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    open_browser: bool = True,
    settings: Settings | None = None,
) -> None:
    """Serve the page until it is stopped with Ctrl+C; a busy port is passed over.

    Without settings it is one's own server, and matches are kept in the user's data folder.
    """
    from landbridge.server.running import run as serve

    serve(host, port, open_browser, settings)
