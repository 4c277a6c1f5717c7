"""`/metrics`: the figures of a server, for whoever runs it."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address, ip_network

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from landbridge.server.context import ServerContext
from landbridge.server.http.guard import LOOPBACK, host_name
from landbridge.server.settings import Settings
from landbridge.store.database import StoreFailed

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""What a proxy adds: then the request comes from elsewhere, whatever its address is."""

TYPE = "text/plain; version=0.0.4; charset=utf-8"


def may_measure(settings: Settings, request: HTTPConnection) -> bool:
    """Whether somebody may see the figures: by the token, or from here or an allowed network."""
    given = request.headers.get("authorization", "")
    wanted = f"Bearer {settings.metrics_token}"
    if settings.metrics_token and compare_digest(given.encode(), wanted.encode()):
        return True
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    if address.is_loopback:
        # A proxy on this machine passes strangers on, under the name that they know.
        return host_name(request.headers.get("host", "")) in LOOPBACK
    return any(address in ip_network(one) for one in settings.metrics_from)


async def show_metrics(request: Request) -> Response:
    """The figures, for whoever may see them."""
    server: ServerContext = request.app.state.context
    if not may_measure(server.settings, request):
        return PlainTextResponse("The figures are for whoever runs this server.\n", 403)
    await server.ready()
    text = server.metrics.text(await _gauges(server))
    return Response(text, media_type=TYPE, headers={"Cache-Control": "no-store"})


async def _gauges(server: ServerContext) -> list[tuple[str, str, float]]:
    gauges: list[tuple[str, str, float]] = [
        ("listeners", "Open live connections.", server.updates.count()),
        ("matches_in_memory", "Matches kept in memory.", server.matches.count()),
        ("bots_thinking", "Matches in which a bot is at work.", server.bots.count()),
    ]
    try:
        waiting = await server.store.post.waiting()
        gauges.append(("outbox_messages", "Messages that wait to be sent.", waiting))
    except StoreFailed as problem:
        # The other figures are wanted most when the database is down.
        server.metrics.note_problem(problem)
    return gauges
