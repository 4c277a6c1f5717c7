"""`landbridge serve`: the browser client on this machine."""

from __future__ import annotations

from importlib import import_module

from landbridge.cli.parsing import Parser
from landbridge.engine.refusals import BadInput, LandbridgeError


def serve(argv: list[str]) -> int:
    """Start the server."""
    parser = Parser(
        "serve",
        "Serve the browser client and the web API, and open the browser.",
        "serve --port 8080 --no-open",
    )
    parser.add_argument("--port", type=int, default=8000, metavar="P", help="default: 8000")
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="H", help="default: this machine only (127.0.0.1)"
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    given = parser.read(argv)
    if not 0 <= given.port <= 65535:
        raise BadInput(f"A port is a number from 0 to 65535, not {given.port}.")
    try:
        server = import_module("landbridge.server")
    except ModuleNotFoundError as problem:
        raise LandbridgeError(f"The server cannot start: {problem}.") from None
    try:
        server.run(given.host, given.port, not given.no_open)
    except OSError as problem:
        raise LandbridgeError(
            f"The server cannot use {given.host}, port {given.port}: {problem.strerror or problem}."
        ) from None
    return 0
