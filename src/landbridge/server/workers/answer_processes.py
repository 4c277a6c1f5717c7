"""Processes that answer questions which take long, so that nobody else waits for them.

Each works on one question at a time. One that takes longer than it may is ended and replaced.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import LandbridgeError, shorten
from landbridge.engine.rules.budget import MOST, OverBudget
from landbridge.referee.asking import ask_within
from landbridge.server.http.problems import Problem, TooManyRequests
from landbridge.server.workers.child_process import begin

log = logging.getLogger("landbridge")

PROCESSES = 2
TIME_LIMIT = 10.0
"""Seconds that one question may take."""
START_LIMIT = 60.0
"""Seconds that a process may take to start; a busy machine is slow."""
EACH = 2
"""Questions that one client may have worked out or waiting."""
WAITING = 16
"""Questions that may wait, of all clients together."""
RETRY = 5
"""Seconds after which a client that was sent away may try again."""

Inputs = dict[str, Any]


class AnswerTooSlow(Problem):
    """A question that was not answered in time."""

    status = 503

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"This takes more than {seconds:g} s to work out and was stopped;"
            " ask about less at once, or give more of the dice."
        )


class AnswerLost(Problem):
    """A question whose process has ended under it."""

    status = 503

    def __init__(self) -> None:
        super().__init__("The process that worked this out has ended; ask again.")


class Reply(Struct, frozen=True):
    """An answer as JSON, or what is wrong."""

    answer: bytes = b""
    problem: dict[str, Any] = {}
    status: int = 200


def reply_within(steps: int, name: str, inputs: Inputs) -> Reply:
    """The reply to a question; `OverBudget` where it takes more than these steps."""
    try:
        return Reply(msgspec.json.encode(ask_within(steps, name, inputs), enc_hook=str))
    except OverBudget:
        raise
    except LandbridgeError as problem:
        return Reply(problem={"error": str(problem)}, status=400)
    except Exception:
        log.exception("the question %s failed", shorten(name))
        return Reply(problem={"error": "Something went wrong in the program."}, status=500)


def reply_in_full(name: str, inputs: Inputs) -> Reply:
    """The reply to a question, with all the steps that one may take."""
    try:
        return reply_within(MOST, name, inputs)
    except OverBudget as problem:
        return Reply(problem={"error": str(problem)}, status=400)


def serve_questions(pipe: Connection) -> None:
    """What a process does: it answers one question after the other until the server is gone."""
    begin()
    pipe.send(None)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(reply_in_full(*pipe.recv()))


class AnswerProcess:
    """One process; it is started when it is first needed, and again when it had to be ended."""

    def __init__(self, time_limit: float) -> None:
        self._time_limit = time_limit
        self._pipe: Connection | None = None
        self._process: Any = None

    @property
    def pid(self) -> int | None:
        """The number of the process, while it runs."""
        return self._process.pid if self._process else None

    def answer(self, name: str, inputs: Inputs) -> Reply:
        """Have a question answered, and wait for it: to be called in a thread."""
        try:
            pipe = self._pipe or self._start()
            pipe.send((name, inputs))
            if pipe.poll(self._time_limit):
                reply: Reply = pipe.recv()
                return reply
        except (EOFError, OSError):
            self.end()
            raise AnswerLost from None
        self.end()
        raise AnswerTooSlow(self._time_limit)

    def _start(self) -> Connection:
        # A copy of this process would share its sockets and its database.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve_questions, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        if not self._pipe.poll(START_LIMIT):
            raise EOFError
        self._pipe.recv()
        return self._pipe

    def end(self) -> None:
        """End the process at once."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


class AnswerProcesses:
    """A few processes, and whose questions wait for them."""

    def __init__(self, count: int = PROCESSES, time_limit: float = TIME_LIMIT) -> None:
        self._all = [AnswerProcess(time_limit) for _ in range(count)]
        self._idle = list(self._all)
        """The one that was used last comes first: others need not even be started."""
        self._turn = asyncio.Semaphore(count)
        self._threads = ThreadPoolExecutor(count, "answers")
        self._asked: Counter[str] = Counter()

    def pids(self) -> set[int]:
        """The processes that run."""
        return {process.pid for process in self._all if process.pid is not None}

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        """A client's place among those who wait, or a refusal if there is none."""
        if self._asked[client] >= EACH or self._asked.total() >= WAITING + len(self._all):
            raise TooManyRequests(RETRY)
        self._asked[client] += 1
        try:
            yield
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]

    async def answer(self, name: str, inputs: Inputs) -> Reply:
        """Have a question answered by the next process that is free."""
        await self._turn.acquire()
        process, loop = self._idle.pop(), asyncio.get_running_loop()
        work = loop.run_in_executor(self._threads, process.answer, name, inputs)
        # Even where nobody waits any more, the process is only free when it has ended its work.
        work.add_done_callback(lambda _: self._free(process))
        return await asyncio.shield(work)

    def _free(self, process: AnswerProcess) -> None:
        self._idle.append(process)
        self._turn.release()

    def close(self) -> None:
        """End all of them."""
        for process in self._all:
            process.end()
        self._threads.shutdown(wait=False, cancel_futures=True)
