"""Servers for the pages of tests, each in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from landbridge.server.running import listen


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """Serve an application for a while; gives its address."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2))
    running = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    running.start()
    deadline = time.monotonic() + 30
    try:
        while not server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        server.should_exit = True
        running.join(20)
        listening.close()
