"""The server: actions through the whole stack, and news to a thousand spectators.

`python -m bench server`. A bare Starlette that appends a row stands beside it in the same run.
LANDBRIDGE_BENCH_DB=postgresql://... measures that database too.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.measure import Figure

CONNECTIONS = 32
SECONDS = 5.0
SPECTATORS = 1000
TOLD = 20
ROUNDS = 2
ACTION = {"do": "mark Minsk front_hq soviet"}

Place = tuple[str, int]


@contextmanager
def _running(*words: str) -> Iterator[Place]:
    process = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http"))
        host, _, port = address.removeprefix("http://").strip("/").partition(":")
        yield host, int(port)
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


# A client that costs little itself


class Client:
    """One connection that is kept open."""

    def __init__(self, place: Place) -> None:
        self._place = place

    async def __aenter__(self) -> Client:
        self._reader, self._writer = await asyncio.open_connection(*self._place)
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._writer.close()

    async def post(self, path: str, body: Any) -> tuple[int, bytes]:
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n\r\n"
        self._writer.write(head.encode() + data)
        top = await self._reader.readuntil(b"\r\n\r\n")
        length = int(top.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        return int(top[9:12]), await self._reader.readexactly(length)

    async def watch(self, path: str, said: Any) -> None:
        """Turn the connection into a WebSocket, and say something."""
        key = base64.b64encode(os.urandom(16)).decode()
        self._writer.write(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        top = await self._reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in top, top
        data = json.dumps(said).encode()
        assert len(data) < 126
        # A mask of zeros leaves the text as it is.
        self._writer.write(bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data)

    async def hear(self) -> bytes:
        """The next message of the WebSocket."""
        head = await self._reader.readexactly(2)
        return await self._reader.readexactly(head[1] & 0x7F)


# Actions


async def _load(place: Place, paths: list[str]) -> tuple[float, list[float]]:
    """Actions per second, and how long each took."""
    took: list[float] = []
    until = time.perf_counter() + SECONDS

    async def act(path: str, counted: bool) -> None:
        async with Client(place) as client:
            while time.perf_counter() < until:
                start = time.perf_counter()
                status, body = await client.post(path, ACTION)
                assert status == 200, body
                if counted:
                    took.append(time.perf_counter() - start)

    start = time.perf_counter()
    await asyncio.gather(*(act(path, True) for path in paths))
    return len(took) / (time.perf_counter() - start), took


async def _matches(place: Place, count: int) -> list[str]:
    found = []
    async with Client(place) as client:
        for _ in range(count):
            status, body = await client.post("/api/matches", {"game": "belorussia"})
            assert status == 201, body
            found.append(json.loads(body)["id"])
    return found


def _actions(database: str) -> tuple[float, list[float]]:
    async def run(place: Place) -> tuple[float, list[float]]:
        ids = await _matches(place, CONNECTIONS)
        return await _load(place, [f"/api/matches/{one}/actions" for one in ids])

    with _running("landbridge", "serve", "--no-open", "--port", "0", "--db", database) as place:
        return asyncio.run(run(place))


def _bare(file: str) -> tuple[float, list[float]]:
    with _running("bench.bare_server", file) as place:
        return asyncio.run(_load(place, ["/append"] * CONNECTIONS))


# News


async def _fan_out(place: Place, act: str, live: str, said: Any) -> list[float]:
    """How long until all spectators have heard of an action, for each of some actions."""
    listeners = [Client(place) for _ in range(SPECTATORS)]
    for listener in listeners:
        await listener.__aenter__()
        await listener.watch(live, said)
    await asyncio.sleep(1)
    took = []
    async with Client(place) as client:
        for _ in range(TOLD):
            hearing = [asyncio.ensure_future(listener.hear()) for listener in listeners]
            await asyncio.sleep(0)
            start = time.perf_counter()
            status, body = await client.post(act, ACTION)
            assert status == 200, body
            await asyncio.gather(*hearing)
            took.append(time.perf_counter() - start)
    for listener in listeners:
        await listener.__aexit__()
    return took


def _news(database: str) -> list[float]:
    async def run(place: Place) -> list[float]:
        (one,) = await _matches(place, 1)
        said = {"watch": one, "since": 1}
        return await _fan_out(place, f"/api/matches/{one}/actions", "/api/live", said)

    with _running("landbridge", "serve", "--no-open", "--port", "0", "--db", database) as place:
        return asyncio.run(run(place))


def _bare_news(file: str) -> list[float]:
    with _running("bench.bare_server", file) as place:
        return asyncio.run(_fan_out(place, "/append", "/live", {}))


def _p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100)[98]


def figures() -> list[Figure]:
    """What this page measures."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16_384), most))
    with tempfile.TemporaryDirectory() as folder:
        # Whatever else the machine is doing hits both alike, or the better round of each.
        rounds = [
            (_actions(f"{folder}/m{one}.sqlite"), _bare(f"{folder}/bare{one}.sqlite"))
            for one in range(ROUNDS)
        ]
        news, bare_news = _news(f"{folder}/n.sqlite"), _bare_news(f"{folder}/bare-news.sqlite")
    rate, took = max(ours for ours, _ in rounds)
    bare, bare_took = max(theirs for _, theirs in rounds)
    print(f"SQLite: {rate:.0f} actions/s; a bare Starlette appends {bare:.0f} rows/s")
    found = [
        Figure("an action, SQLite, on the disk", 1e6 / rate, "a bare append", 1e6 / bare, 5_000),
        Figure(
            f"  p99 of {CONNECTIONS} at a time",
            _p99(took) * 1e6,
            "a bare append",
            _p99(bare_took) * 1e6,
            None,
        ),
        Figure(
            f"news to {SPECTATORS:,} spectators",
            statistics.median(news) * 1e6,
            "a bare broadcast",
            statistics.median(bare_news) * 1e6,
            500_000,
        ),
    ]
    postgres = os.environ.get("LANDBRIDGE_BENCH_DB")
    if postgres:
        rate, took = _actions(postgres)
        print(f"PostgreSQL: {rate:.0f} actions/s")
        found += [
            Figure("an action, PostgreSQL", 1e6 / rate, "a bare append", 1e6 / bare, None),
            Figure(
                f"  p99 of {CONNECTIONS} at a time",
                _p99(took) * 1e6,
                "a bare append",
                _p99(bare_took) * 1e6,
                None,
            ),
        ]
    return found
