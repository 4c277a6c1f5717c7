"""Which replies are compressed, and which never are."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.server.http.compression import may_compress
from landbridge.server.http.guard import HEADERS


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/api/games", "no-store"),
        ("/api/questions", "no-store"),
        ("/api/games/arsenal/board", "no-cache"),
    ],
)
def test_long_replies_are_compressed(client: Any, path: str, kept: str) -> None:
    packed = client.get(path, headers={"accept-encoding": "gzip"})
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    for reply in (packed, plain):
        assert reply.headers["vary"] == "Accept-Encoding"
        assert reply.headers["cache-control"] == kept
        assert all(reply.headers[name] == value for name, value in HEADERS.items())


def test_a_map_is_sent_once(client: Any) -> None:
    first = client.get("/api/games/belorussia/board")
    known = {"if-none-match": first.headers["etag"]}
    again = client.get("/api/games/belorussia/board", headers=known)
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


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
