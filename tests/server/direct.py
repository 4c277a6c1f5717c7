"""A client that hands its requests to an application in this process, each in one step.

The client of Starlette, whose sockets are used here, goes seven times from thread to thread for
each request, so that one may read an answer while it is still being written. That takes ten times
as long as most answers.
"""

from __future__ import annotations

import warnings
from typing import Any
from urllib.parse import unquote

import anyio
import httpx

with warnings.catch_warnings():
    # Starlette announces that its test client will leave httpx one day.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient


class DirectClient(TestClient):
    """Starlette's client, but whole answers only."""

    def __init__(self, app: Any, base_url: str, **more: Any) -> None:
        super().__init__(app, base_url, **more)
        self._transport = Direct(self, self._transport, more)


class Direct(httpx.BaseTransport):
    """Gives requests to the application; WebSockets are left to Starlette."""

    def __init__(
        self, client: DirectClient, sockets: httpx.BaseTransport, more: dict[str, Any]
    ) -> None:
        self._client, self._sockets = client, sockets
        self._address = more.get("client", ("testclient", 50_000))
        self._raises: bool = more.get("raise_server_exceptions", True)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.scheme in ("ws", "wss"):
            return self._sockets.handle_request(request)
        with self._client._portal_factory() as portal:
            found: httpx.Response = portal.call(self._answer, request, request.read())
        return found

    async def _answer(self, request: httpx.Request, body: bytes) -> httpx.Response:
        sent: list[dict[str, Any]] = []
        given, done = [{"type": "http.request", "body": body}], anyio.Event()

        async def receive() -> dict[str, Any]:
            if given:
                return given.pop()
            await done.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                done.set()

        try:
            await self._client.app(self._scope(request), receive, send)
        except Exception:
            if self._raises:
                raise
        if not sent:
            return httpx.Response(500, request=request)
        start, *parts = sent
        whole = b"" if request.method == "HEAD" else b"".join(one["body"] for one in parts)
        stream = httpx.ByteStream(whole)
        return httpx.Response(
            start["status"], headers=start["headers"], stream=stream, request=request
        )

    def _scope(self, request: httpx.Request) -> dict[str, Any]:
        url = request.url
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": self._address,
            "server": [url.host, url.port or {"http": 80, "https": 443}[url.scheme]],
            "extensions": {},
            "state": self._client.app_state.copy(),
        }

    def close(self) -> None:
        self._sockets.close()
