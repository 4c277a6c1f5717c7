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
from pathlib import Path
from typing import Any, NamedTuple

from bench.measure import Figure

CONNECTIONS = 32
SECONDS = 5.0
SPECTATORS = 1000
TOLD = 20
ROUNDS = 2
ACTION = {"do": "mark Minsk major_city axis"}

Place = tuple[str, int]


class Load(NamedTuple):
    """How a server bore its load."""

    rate: float
    took: list[float]
    cpu: float
    """Microseconds of the server's own work for each action, whatever else the machine does."""


@contextmanager
def _running(*words: str) -> Iterator[tuple[Place, int]]:
    process = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http"))
        host, _, port = address.removeprefix("http://").strip("/").partition(":")
        yield (host, int(port)), process.pid
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


async def _load(place: Place, pid: int, paths: list[str]) -> Load:
    took: list[float] = []
    until = time.perf_counter() + SECONDS

    async def act(path: str) -> None:
        async with Client(place) as client:
            while time.perf_counter() < until:
                start = time.perf_counter()
                status, body = await client.post(path, ACTION)
                assert status == 200, body
                took.append(time.perf_counter() - start)

    start, cpu = time.perf_counter(), _cpu(pid)
    await asyncio.gather(*(act(path) for path in paths))
    wall = time.perf_counter() - start
    return Load(len(took) / wall, took, (_cpu(pid) - cpu) / len(took) * 1e6)


def _cpu(pid: int) -> float:
    """Seconds that a process has worked, where the system says so."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _matches(place: Place, count: int) -> list[str]:
    found = []
    async with Client(place) as client:
        for _ in range(count):
            status, body = await client.post("/api/matches", {"game": "belorussia"})
            assert status == 201, body
            found.append(json.loads(body)["id"])
    return found


def _actions(database: str) -> Load:
    async def run(place: Place, pid: int) -> Load:
        ids = await _matches(place, CONNECTIONS)
        return await _load(place, pid, [f"/api/matches/{one}/actions" for one in ids])

    with _running("landbridge", "serve", "--no-open", "--port", "0", "--db", database) as at:
        return asyncio.run(run(*at))


def _bare(database: str) -> Load:
    with _running("bench.bare_server", database) as at:
        return asyncio.run(_load(*at, ["/append"] * CONNECTIONS))


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
            listen = [asyncio.ensure_future(listener.hear()) for listener in listeners]
            await asyncio.sleep(0)
            start = time.perf_counter()
            status, body = await client.post(act, ACTION)
            assert status == 200, body
            await asyncio.gather(*listen)
            took.append(time.perf_counter() - start)
    for listener in listeners:
        await listener.__aexit__()
    return took


def _news(database: str) -> list[float]:
    async def run(place: Place) -> list[float]:
        (one,) = await _matches(place, 1)
        said = {"watch": one, "since": 1}
        return await _fan_out(place, f"/api/matches/{one}/actions", "/api/live", said)

    with _running("landbridge", "serve", "--no-open", "--port", "0", "--db", database) as at:
        return asyncio.run(run(at[0]))


def _bare_news(file: str) -> list[float]:
    with _running("bench.bare_server", file) as at:
        return asyncio.run(_fan_out(at[0], "/append", "/live", {}))


def _p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100)[98]


def figures() -> list[Figure]:
    """What this page measures."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16_384), most))
    with tempfile.TemporaryDirectory() as folder:
        found = _beside("SQLite", [f"{folder}/m{one}.sqlite" for one in range(ROUNDS)])
        news, bare_news = _news(f"{folder}/n.sqlite"), _bare_news(f"{folder}/bare-news.sqlite")
    found.append(
        Figure(
            f"news to {SPECTATORS:,} spectators",
            statistics.median(news) * 1e6,
            "a bare broadcast",
            statistics.median(bare_news) * 1e6,
            None,
        )
    )
    postgres = os.environ.get("LANDBRIDGE_BENCH_DB")
    if postgres:
        found += _beside("PostgreSQL", [postgres] * ROUNDS)
    return found


def _beside(name: str, places: list[str]) -> list[Figure]:
    """Ours and the bare one in turn: what else the machine does hits both, or one round of each."""
    rounds = [(_actions(place), _bare(_own(place))) for place in places]
    ours, bare = max(one for one, _ in rounds), max(one for _, one in rounds)
    print(f"{name}: {ours.rate:.0f} actions/s; a bare Starlette appends {bare.rate:.0f} rows/s")
    return _figures(name, ours, bare)


def _own(place: str) -> str:
    """Where the bare server writes: to a file of its own, or to the same server."""
    return place if place.startswith("postgres") else f"{place}.bare"


def _figures(name: str, ours: Load, bare: Load) -> list[Figure]:
    beside = f"a bare append to {name}"
    return [
        Figure(
            f"an action, {name}, on the disk",
            1e6 / ours.rate,
            beside,
            1e6 / bare.rate,
            2e6 / bare.rate,
        ),
        Figure(
            f"  p99 of {CONNECTIONS} at a time",
            _p99(ours.took) * 1e6,
            beside,
            _p99(bare.took) * 1e6,
            None,
        ),
        Figure("  the server's own work", ours.cpu, beside, bare.cpu or 1.0, None),
    ]
