"""Answers to questions: quick ones at once, long ones in processes that keep nobody waiting.

Every question is first tried here with a few steps, which takes no longer than handing it over.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from landbridge.engine.rules.budget import OverBudget
from landbridge.server.http.problems import Problem
from landbridge.server.workers.answer_processes import (
    AnswerProcesses,
    AnswerTooSlow,
    Inputs,
    Reply,
    reply_within,
)

QUICK = 2_000
"""Steps that are taken at once: some milliseconds."""
AT_ONCE = 2
"""Threads that answer; more would only take turns with those who play."""
BATCH_LIMIT = 30.0
"""Seconds that the long questions of one batch may take together."""

AskedQuestion = tuple[str, Inputs]


class Answers:
    """Everything that a server process answers."""

    def __init__(self) -> None:
        self.processes = AnswerProcesses()
        self._limiter: CapacityLimiter | None = None

    async def answer(self, client: str, name: str, inputs: Inputs) -> Reply:
        """The reply to one question."""
        [reply] = await self._try_quickly([(name, inputs)])
        if reply is not None:
            return reply
        with self.processes.place(client):
            return await self.processes.answer(name, inputs)

    async def answer_all(self, client: str, asked: Sequence[AskedQuestion]) -> list[Reply]:
        """The replies to many questions, in their order; those that take long one by one."""
        replies = await self._try_quickly(asked)
        if None not in replies:
            return [reply for reply in replies if reply is not None]
        until = time.monotonic() + BATCH_LIMIT
        with self.processes.place(client):
            return [
                await self._work_out(one, until) if reply is None else reply
                for one, reply in zip(asked, replies, strict=True)
            ]

    async def _work_out(self, asked: AskedQuestion, until: float) -> Reply:
        problem: Problem = AnswerTooSlow(BATCH_LIMIT)
        if time.monotonic() < until:
            try:
                return await self.processes.answer(*asked)
            except Problem as found:
                problem = found
        return Reply(problem={"error": str(problem)}, status=problem.status)

    async def _try_quickly(self, asked: Sequence[AskedQuestion]) -> list[Reply | None]:
        if self._limiter is None:
            self._limiter = CapacityLimiter(AT_ONCE)
        return await run_sync(_quick_replies, asked, limiter=self._limiter)

    def close(self) -> None:
        """Stop answering."""
        self.processes.close()


def _quick_replies(asked: Sequence[AskedQuestion]) -> list[Reply | None]:
    return [_quick_reply(name, inputs) for name, inputs in asked]


def _quick_reply(name: str, inputs: Inputs) -> Reply | None:
    try:
        return reply_within(QUICK, name, inputs)
    except OverBudget:
        return None
