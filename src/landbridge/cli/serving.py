"""`landbridge serve`: the browser client on this machine, or a server for many."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from typing import Any

from landbridge.cli.parsing import Parser
from landbridge.engine.refusals import BadInput, LandbridgeError


def serve(argv: list[str]) -> int:
    """Start the server."""
    parser = Parser(
        "serve",
        "Serve the browser client and the web API, and open the browser.\n\n"
        "Without --public it is your own: it answers this machine only, nobody logs in, and you\n"
        "hold every seat. With --public there are accounts, and every seat is somebody's.",
        "serve --port 8080 --no-open\n"
        "serve --public --url https://play.example.org --db postgresql://club@localhost/club",
    )
    parser.add_argument("--port", type=int, default=8000, metavar="P", help="default: 8000")
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="H", help="default: this machine only (127.0.0.1)"
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    parser.add_argument(
        "--db",
        metavar="PLACE",
        help="a file, or postgresql://... (default: LANDBRIDGE_DB, or a file in your data folder)",
    )
    parser.add_argument(
        "--modules",
        action="store_true",
        help="send the page's modules as they are, not joined: for those who work on them",
    )
    public = parser.add_argument_group("for many players")
    public.add_argument("--public", action="store_true", help="accounts, invitations, spectators")
    public.add_argument("--url", default="", metavar="URL", help="where players find the server")
    public.add_argument(
        "--no-register",
        action="store_true",
        help="only 'landbridge admin add-user' opens accounts",
    )
    public.add_argument(
        "--mail-from", default="", metavar="A", help="the sender of letters (LANDBRIDGE_MAIL_FROM)"
    )
    public.add_argument(
        "--smtp",
        default="",
        metavar="URL",
        help="the mail server, smtp+starttls://USER:PASSWORD@HOST:587 (LANDBRIDGE_SMTP)",
    )
    public.add_argument(
        "--private-webhooks",
        action="store_true",
        help="let webhooks lead into the server's own network",
    )
    public.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="NET",
        help="believe proxies at this address or network when they name a client's address",
    )
    public.add_argument(
        "--metrics-token",
        default="",
        metavar="SECRET",
        help="lets whoever knows it read /metrics (LANDBRIDGE_METRICS_TOKEN)",
    )
    public.add_argument(
        "--metrics-from",
        action="append",
        default=[],
        metavar="NETWORK",
        help="lets a network read /metrics, such as 10.0.0.0/8",
    )
    given = parser.read(argv)
    if not 0 <= given.port <= 65535:
        raise BadInput(f"A port is a number from 0 to 65535, not {given.port}.")
    try:
        server = import_module("landbridge.server")
        settings = _settings(given)
    except ModuleNotFoundError as problem:
        raise LandbridgeError(f"The server cannot start: {problem}.") from None
    try:
        server.run(given.host, given.port, not (given.no_open or given.public), settings)
    except OSError as problem:
        raise LandbridgeError(
            f"The server cannot use {given.host}, port {given.port}: {problem.strerror or problem}."
        ) from None
    return 0


def _settings(given: argparse.Namespace) -> Any:
    from landbridge.server.http.proxies import read_networks
    from landbridge.server.post.mail import check_sender, check_server
    from landbridge.server.settings import Settings
    from landbridge.store.places import usual_place

    smtp = given.smtp or os.environ.get("LANDBRIDGE_SMTP", "")
    if smtp:
        check_server(smtp)
    sender = given.mail_from or os.environ.get("LANDBRIDGE_MAIL_FROM", "")
    if sender:
        check_sender(sender)
    if given.url and not given.url.startswith(("http://", "https://")):
        raise BadInput(f"--url begins with https:// or http://, not '{given.url}'.")
    only_public = ("url", "no_register", "mail_from", "smtp", "private_webhooks", "proxy")
    for name in (*only_public, "metrics_token", "metrics_from"):
        if getattr(given, name) and not given.public:
            raise BadInput(f"--{name.replace('_', '-')} is for a server with --public.")
    token = given.metrics_token or os.environ.get("LANDBRIDGE_METRICS_TOKEN", "")
    if token and (len(token) < 16 or not token.isascii() or not token.isprintable()):
        raise BadInput("The token for /metrics has 16 or more plain letters.")
    return Settings(
        public=given.public,
        modules=given.modules,
        database=given.db or usual_place(),
        url=given.url,
        registering=not given.no_register,
        smtp=smtp if given.public else "",
        mail_from=sender,
        private_webhooks=given.private_webhooks,
        proxies=read_networks(given.proxy),
        metrics_token=token,
        metrics_from=read_networks(given.metrics_from, "--metrics-from"),
    )
