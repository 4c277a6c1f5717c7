"""How a process that works for the server begins.

Nothing of the games is imported here: whatever comes before it, a process outlives its server.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from multiprocessing import parent_process
from typing import Any

PR_SET_PDEATHSIG = 1
"""Linux: the signal that a process gets when its parent dies."""


def begin() -> None:
    """Set a new process up: Ctrl+C is the server's business, and it ends when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        if sys.platform == "linux":
            _die_with_parent()
        # The server may have gone before the kernel was asked; and not every system can be asked.
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(0)


def _die_with_parent() -> None:
    """Let Linux kill this process with its server.

    A thread that waits for that comes to nothing while a long sum in C holds the interpreter. Linux
    means the thread that started the process: one that ends takes its processes along.
    """
    import ctypes

    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
