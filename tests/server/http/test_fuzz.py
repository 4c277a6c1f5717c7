"""Hostile requests to every call that is declared: none is a fault of the program."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from landbridge.server.api import ALL_CALLS
from landbridge.server.http.calls import Call
from server.devices import Device, Server

pytestmark = pytest.mark.usefixtures("toys")

DEEP = 10_000
WORDS = [
    "",
    "0",
    "-1",
    "1e9",
    "9" * 30,
    "-" + "9" * 30,
    "9" * 5000,
    "NaN",
    "null",
    "true",
    "x",
    "x" * 4000,
    "..",
    "../../etc/passwd",
    "%",
    "%00",
    "%zz",
    "%ff%fe",
    "%ed%a0%80",
    "%0d%0aX-Evil:%201",
    "%F0%9F%92%A3",
    "'%22;--",
    "%",
    "{}",
    "\u0661\u0662".encode().hex(),
    "north",
    "referee",
    "spectator",
    "*",
]
VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    2**31,
    2**63,
    2**64,
    10**300,
    1.5,
    1e308,
    "",
    "x",
    "x" * 30_000,
    "\u0000",
    "\ud800",
    "\u202eevil\u2066",
    "\r\nX: y",
    "9" * 5000,
    "=?utf-8?q?a=40b?=@example.org",
    "http://a..b/",
    "http://[::1",
    [],
    [[]],
    [None] * 500,
    [[1] * 300] * 5,
    {},
    {"x": {"y": {}}},
    {"": ""},
]
RAW = [
    b"",
    b"{",
    b"nonsense",
    b"\xff\xfe\x00",
    b"\x00",
    b"null",
    b"[]",
    b"1" * 5000,
    b'"' + b"x" * 60_000,
    b"[" * DEEP,
    b"[" * DEEP + b"]" * DEEP,
    b'{"x":' * DEEP + b"1" + b"}" * DEEP,
    b'{"options":' * 5000 + b"{}" + b"}" * 5000,
    b'{"name": "\\ud800"}',
    b'{"name": "\xed\xa0\x80"}',
    b'{"do": "\\u0000"}',
    b"{" + b" " * 70_000 + b"}",
    b'{"version": 1' + b"0" * 400 + b"}",
    b'{"version": 1e400}',
    b'{"do": 1, "do": 2}',
]
HEADERS: list[dict[str, str]] = [
    {},
    {"Content-Type": "text/plain"},
    {"Content-Length": "5"},
    {"Cookie": "landbridge=\x7f; landbridge-device=~~.~; ;;=;=,"},
    {"Cookie": "landbridge=" + "x" * 5000},
    {"X-CSRF-Token": "\u00ff" * 50},
    {"Origin": "http://["},
    {"Origin": "null"},
    {"Origin": "http://localhost:8000"},
    {"Accept-Encoding": "nonsense;q=9"},
    {"Expect": "something"},
    {"X-Forwarded-For": "::::, ,\u00ff"},
    {"Forwarded": 'for="[;,"'},
    {"Range": "bytes=9-1"},
    {"If-None-Match": '"' * 100},
]


@pytest.fixture
def server(start: Any) -> Server:
    made: Server = start(public=True, limits=False, url="http://localhost:8000", smtp="")
    return made


@pytest.fixture
def anna(server: Server) -> Device:
    return server.device().enters("Anna")


def filled(path: str, match_id: str, dice: random.Random) -> str:
    """An address, with its parts put in: those of a match that is there, or something hostile."""

    def part(found: re.Match[str]) -> str:
        if found[1] == "id" and dice.random() < 0.7:
            return match_id
        return dice.choice(WORDS)

    return re.sub(r"\{(\w+)(?::\w+)?\}", part, path)


def bodies(one: Call, dice: random.Random) -> bytes:
    """Something to send: of the right shape with hostile values, or of no shape at all."""
    fields = getattr(one.takes, "__struct_encode_fields__", ())
    if fields and dice.random() < 0.7:
        chosen = {name: dice.choice(VALUES) for name in fields if dice.random() < 0.7}
        return json.dumps(chosen).encode("utf-8", "surrogatepass")
    return dice.choice(RAW)


@pytest.mark.parametrize("one", ALL_CALLS, ids=lambda one: f"{one.method} {one.path}")
def test_no_request_is_a_fault(
    server: Server, anna: Device, one: Call, caplog: pytest.LogCaptureFixture
) -> None:
    dice = random.Random(f"{one.method} {one.path}")
    match_id = anna.begins("ladder", seats={"north": "me"})
    boris = server.device().enters("Boris")
    boris.post(f"/api/matches/{match_id}/seats", {"role": "south", "to": "me"})
    anna.does(match_id, "rest")
    stranger = server.device()
    stranger.csrf = stranger.get("/api/me")["csrf"]
    told = []
    for number in range(120):
        device = (anna, boris, stranger)[number % 3]
        path = filled(one.path, match_id, dice)
        names = [*one.query, "as", dice.choice(["", "x", "do", "version"])]
        query = "&".join(f"{name}={dice.choice(WORDS)}" for name in names if dice.random() < 0.6)
        headers = {"X-CSRF-Token": device.csrf} | dice.choice(HEADERS)
        body = bodies(one, dice)
        sent = {name: value.encode("latin-1") for name, value in headers.items()}
        reply = device.client.request(one.method, f"{path}?{query}", content=body, headers=sent)
        if reply.status_code >= 500:
            told.append((reply.status_code, path[:80], query[:80], body[:80], reply.text[:80]))
    assert told == []
    assert "Traceback" not in caplog.text
    assert server.device().get("/healthz")["ok"]


ACTIONS = [
    "weather",
    "partisan B6.03",
    "move S-RD-81 D12.05",
    "hold Gomel yes",
    "resolve weather date=1943-10-08",
    "report 'ended x y'",
    "loop A41",
    "buy I1 hexes=9",
    "pick T-A T-A",
    "vp soviet 1",
    "'unclosed",
    "attack D12.05 " + "U " * 300,
]
"""Actions that one of the games knows, or nearly."""


@pytest.mark.parametrize(
    ("game", "scenario", "role"),
    [
        ("belorussia", "campaign-1943", "soviet"),
        ("belorussia", "first-steps", "axis"),
        ("orsha", "on-track-to-orsha", "german"),
        ("arsenal", "tutorial", "soviet"),
    ],
)
def test_no_request_to_a_match_is_a_fault(
    anna: Device, game: str, scenario: str, role: str
) -> None:
    dice = random.Random(f"{game} {scenario}")
    match_id = anna.begins(game, scenario=scenario, seats={role: "me"})
    told = []
    for one in ALL_CALLS:
        if "{id}" not in one.path or one.method == "DELETE":
            continue
        acts = "do" in getattr(one.takes, "__struct_fields__", ())
        for _ in range(4):
            names = [*one.query, "as", "word", "verb", "said"]
            query = "&".join(
                f"{name}={dice.choice(WORDS)}" for name in names if dice.random() < 0.6
            )
            said = {"do": dice.choice(ACTIONS), "as": dice.choice([role, "referee", None])}
            body = json.dumps(said).encode() if acts else bodies(one, dice)
            path = one.path.replace("{id}", match_id)
            path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda _: dice.choice(WORDS), path)
            headers = {"X-CSRF-Token": anna.csrf}
            address = f"{path}?{query}"
            reply = anna.client.request(one.method, address, content=body, headers=headers)
            silent = reply.status_code >= 400 and not reply.text.strip()
            if reply.status_code >= 500 or silent:
                told.append((reply.status_code, address[:120], body[:80], reply.text[:80]))
    assert told == []


def test_deep_and_long_numbers_that_fell(anna: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    anna.get(f"/api/matches/{one}/log?version={'9' * 30}", 400)
    anna.get(f"/api/matches/{one}/log?since={'9' * 5000}", 400)
    told = anna.get(f"/api/matches/{one}/at/{'9' * 5000}", 400)["error"]
    assert "is a whole number" in told
    assert len(told) < 200
    anna.get(f"/api/matches/{one}/at/x", 400)
    anna.get(f"/api/matches?limit={'9' * 30}", 400)
    for body in (b"[" * DEEP, b'{"x":' * DEEP, b'{"options":{"x":' + b"[" * DEEP):
        reply = anna.client.post("/api/matches", content=body, headers={"X-CSRF-Token": anna.csrf})
        assert reply.status_code == 400, reply.text


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]"])
def test_a_broken_origin_is_refused(anna: Device, origin: str) -> None:
    headers = {"Origin": origin, "X-CSRF-Token": anna.csrf}
    assert anna.client.post("/api/logout", headers=headers).status_code == 403
