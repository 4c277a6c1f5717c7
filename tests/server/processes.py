"""Real server processes, started and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect


class Process:
    """`landbridge serve` in a process of its own.

    Unless somebody looks at its page the files of the page are not joined, which takes it as long
    as half of everything else that it does to start.
    """

    def __init__(self, *words: str, port: int = 0, page: bool = False, **environment: str) -> None:
        how = ["--no-open", "--port", str(port), *([] if page else ["--modules"])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "landbridge", "serve", *how, *words],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "Landbridge is at" in line, line
        self.address = next(word for word in line.split() if word.startswith("http"))
        self.client = httpx.Client(base_url=self.address, timeout=30)
        self._ready()

    def _ready(self) -> None:
        for _ in range(200):
            try:
                assert self.get("/healthz")["ok"]
                return
            except httpx.TransportError:
                if self._process.poll() is not None:
                    raise
        raise AssertionError("the server does not answer")

    @property
    def pid(self) -> int:
        return self._process.pid

    def get(self, path: str, status: int = 200) -> Any:
        reply = self.client.get(path)
        assert reply.status_code == status, reply.text
        return reply.json()

    def post(self, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
        reply = self.client.post(path, json=body or {}, headers=headers)
        assert reply.status_code == status, reply.text
        return reply.json()

    def live(self) -> ClientConnection:
        return connect(f"{self.address.replace('http', 'ws', 1)}api/live")

    def kill(self) -> None:
        """No warning, no chance to tidy up."""
        self._process.kill()
        self._process.wait(20)
        self._close()

    def stop(self) -> int:
        """Ctrl+C; its exit status."""
        self._process.send_signal(signal.SIGINT)
        status = self._process.wait(20)
        self._close()
        return status

    def _close(self) -> None:
        self.client.close()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *problem: object) -> None:
        if self._process.poll() is None:
            self.kill()
