"""Processes that think for bots: they end with their server, and are replaced when they are killed.

What a process works on here is a sum in C that takes hours, and lets no other thread of it run.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from landbridge.server.settings import Settings
from server.devices import Server
from server.processes import Process
from server.workers.test_bots import until
from server.workers.test_processes import alive, children

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")

THINKS = """
import asyncio, sys
from landbridge.server.workers.bots import Workers

async def think():
    workers = Workers(2)
    for place in (0, 1):
        await workers.run(place, abs, -1)
    thinking = [asyncio.create_task(workers.run(p, sum, range(10**13))) for p in (0, 1)]
    await asyncio.sleep(0.5)
    print("thinking", flush=True)
    if "stop" in sys.argv:
        workers.close()
        return
    await asyncio.wait(thinking)

asyncio.run(think())
"""

SECONDS = 5.0
"""So soon everything has to be gone."""

TO_START = 30.0
"""A process that is only being started must come so far as to look; a busy machine is slow."""


def thinking(*words: str) -> subprocess.Popen[str]:
    started = subprocess.Popen(
        [sys.executable, "-c", THINKS, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "thinking\n"
    return started


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills them, whatever they do")
def test_workers_end_with_their_server_whatever_they_do() -> None:
    server = thinking()
    below = children(server.pid)
    try:
        # Two that think, and the one that looks after what they share.
        assert len(below) >= 2
        assert all(alive(pid) for pid in below)
        server.kill()
        server.communicate(timeout=20)
        until(lambda: not any(alive(pid) for pid in below), SECONDS)
    finally:
        for pid in filter(alive, below):
            os.kill(pid, signal.SIGKILL)


def test_a_server_that_is_stopped_does_not_wait_for_a_thought() -> None:
    server = thinking("stop")
    below = children(server.pid)
    try:
        server.communicate(timeout=30)
        until(lambda: not any(alive(pid) for pid in below), SECONDS)
    finally:
        server.kill()
        for pid in filter(alive, below):
            os.kill(pid, signal.SIGKILL)


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    """Killed at any moment, also while its processes are only being started."""
    for wait in (0.0, 0.1, 0.5, 2.0):
        with Process("--db", str(tmp_path / f"{wait}.sqlite")) as server:
            seats = {"soviet": "bot:random", "axis": "bot:random"}
            for _ in range(3):
                server.post("/api/matches", {"game": "belorussia", "seats": seats}, 201)
            time.sleep(wait)
            below = children(server.pid)
            server.kill()
        until(lambda below=below: not any(alive(pid) for pid in below), TO_START)  # type: ignore[misc]


def test_a_killed_worker_is_replaced_and_the_match_goes_on() -> None:
    with Server(Settings()) as server:
        home = server.device()
        one = home.begins(seats={"soviet": "bot:random", "axis": "bot:random"})
        path = f"/api/matches/{one}"

        def plays_on() -> None:
            count = home.get(path)["actions"]
            until(lambda: home.get(path)["actions"] > count + 2)

        for _ in range(3):
            plays_on()
            for pid in children(os.getpid()):
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)
        plays_on()
        assert home.get(f"{path}/verify")["ok"]
        home.delete(path)
