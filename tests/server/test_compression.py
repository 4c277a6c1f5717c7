"""Which replies are compressed, and which never are."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.server.http.compression import may_compress
from landbridge.server.http.guard import HEADERS


@pytest.mark.parametrize("path", ["/api/games", "/api/questions", "/api/games/arsenal/board"])
def test_long_replies_are_compressed(client: Any, path: str) -> None:
    packed = client.get(path, headers={"accept-encoding": "gzip"})
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    for reply in (packed, plain):
        assert reply.headers["vary"] == "Accept-Encoding"
        assert reply.headers["cache-control"] == "no-store"
        assert all(reply.headers[name] == value for name, value in HEADERS.items())


def test_short_replies_are_not(client: Any) -> None:
    reply = client.get("/api/ask/nothing", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in reply.headers


@pytest.mark.parametrize(
    "path",
    [
        "/api/me",
        "/api/me/notify",
        "/api/me/sessions",
        "/api/login",
        "/api/register",
        "/api/password",
        "/api/reset",
        "/api/join",
        "/api/matches/abc/invite",
        "/api/matches/abc/notify",
        "/metrics",
        "/mail/confirm/abc",
    ],
)
def test_replies_with_a_secret_are_never_compressed(path: str) -> None:
    assert not may_compress(path)


def test_positions_are_compressed(client: Any) -> None:
    match = client.post("/api/matches", json={"game": "arsenal"}).json()["id"]
    reply = client.get(f"/api/matches/{match}", headers={"accept-encoding": "gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert int(reply.headers["content-length"]) < len(reply.content) / 3
