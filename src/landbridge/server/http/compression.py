"""Replies of the API sent compressed, except those that hold a secret.

Whoever can make somebody else's browser ask, and see how long the compressed answers are, can guess
a secret in them letter by letter (BREACH). So only calls are compressed that never give a token, a
key or an address of a person: the referee's, and those on a match but its invitations.
"""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

WORTH_PACKING = 1024
"""Bytes from which on a reply is compressed."""
LEVEL = 4
"""Of nine: a position of 125 kB takes a millisecond or two and comes out near its smallest."""

OPEN = (
    "/api/asks",
    "/api/ask/",
    "/api/campaign-odds/",
    "/api/coverage/",
    "/api/games",
    "/api/matches",
    "/api/openapi.json",
    "/api/questions",
    "/api/rules",
    "/api/tables",
)
"""Where addresses begin whose answers hold no secret."""
SECRET = ("/invite", "/notify")
"""Where addresses end whose answers hold one all the same."""


def may_compress(path: str) -> bool:
    """Whether the answer of a call may be compressed."""
    return path.startswith(OPEN) and not path.endswith(SECRET)


class Compression:
    """Compresses the answers that may be."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.packing = GZipMiddleware(app, WORTH_PACKING, LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        packs = scope["type"] == "http" and may_compress(scope["path"])
        await (self.packing if packs else self.app)(scope, receive, send)
