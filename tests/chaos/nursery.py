"""Starts servers quickly: everything is imported once, and each server is a copy of this process.

python -m chaos.nursery PLACE, with a line on its input for every server to be started.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import traceback
from typing import IO

from cli import registered
from landbridge.referee.games import new_match
from landbridge.server import running
from landbridge.server.app import read_ahead
from landbridge.server.people import accounts
from landbridge.server.settings import Settings


def main(place: str) -> None:
    """Start a server for each line, one after the other; say where it is, and when it is gone."""
    accounts.hasher()
    with registered.toys():
        new_match("ladder")
        # A server reads its books while the first page is loaded; here they are read already.
        read_ahead(modules=False)
        gc.collect()
        gc.freeze()
        for _ in sys.stdin:
            child = os.fork()
            if child == 0:
                _serve(place)
            print(f"pid {child}", flush=True)
            os.waitpid(child, 0)
            print("gone", flush=True)


def _serve(place: str) -> None:
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        settings = Settings(database=place, public=True, limits=False)
        running.run(port=0, open_browser=False, settings=settings)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


class Nursery:
    """A process that starts servers."""

    def __init__(self, place: str, log: IO[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "chaos.nursery", place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self.pid = 0

    def start(self) -> int:
        """Start a server; its port."""
        assert self._process.stdin is not None
        self._process.stdin.write("start\n")
        self._process.stdin.flush()
        self.pid = int(self._line("pid").split()[1])
        address = self._line("Landbridge is at").split()[3]
        return int(address.strip("/").rpartition(":")[2])

    def kill(self) -> None:
        """Kill the server: no warning, no chance to tidy up."""
        os.kill(self.pid, signal.SIGKILL)
        self.pid = 0
        for line in self._process.stdout or ():
            if line.startswith("gone"):
                return

    def close(self) -> None:
        """End the nursery, and its server if it is still there."""
        if self.pid:
            self.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(20)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _line(self, start: str) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(start):
                return line
            if line.startswith("gone"):
                raise RuntimeError("the server has ended by itself; see the log")
        raise RuntimeError("the nursery has gone")


if __name__ == "__main__":
    main(sys.argv[1])
