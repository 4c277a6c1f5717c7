"""Questions that take long keep nobody else waiting, and are stopped in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from landbridge.server import create_app
from landbridge.server.context import ServerContext
from landbridge.server.workers.answer_processes import EACH, WAITING, AnswerProcesses, reply_in_full
from server.devices import BASE

HEAVY = (
    "/api/ask/arsenal.combat?attackers=9+panzer_corps&defenders=9+infantry_army+fortified"
    "&air=20&cover=20&rounds=9"
)
"""More than a million ways: too much for any budget, and some seconds of work to find that out."""
LONG = "/api/ask/arsenal.combat?attackers=3+panzer_corps&defenders=3+infantry_army&rounds=9&air=2"
"""Too much to be answered at once, but not for long."""
QUICK = "/api/ask/belorussia.ground_condition?date=1943-10-08"

Get = Callable[[str], Coroutine[Any, Any, httpx.Response]]


@asynccontextmanager
async def visitor(app: Any, address: str = "127.0.0.1") -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application at an address."""
    transport = httpx.ASGITransport(app, client=(address, 4000))
    async with httpx.AsyncClient(transport=transport, base_url=BASE, timeout=60) as client:
        yield client


def with_server(
    test: Callable[[Any, ServerContext], Coroutine[Any, Any, None]], time_limit: float = 60
) -> None:
    """Run a test with an application of its own, for at most two minutes."""

    async def run() -> None:
        app = create_app()
        context: ServerContext = app.state.context
        context.answers.processes = AnswerProcesses(time_limit=time_limit)
        await context.ready()
        try:
            await asyncio.wait_for(test(app, context), 120)
        finally:
            await context.close()

    asyncio.run(run())


def limit_time(context: ServerContext, seconds: float) -> None:
    """Give every process another limit of time."""
    for process in context.answers.processes._all:
        process._time_limit = seconds


def test_pages_and_matches_are_answered_while_45_heavy_questions_are_asked() -> None:
    async def test(app: Any, context: ServerContext) -> None:
        async with visitor(app) as client:
            csrf = (await client.get("/api/me")).json()["csrf"]
            head = {"X-CSRF-Token": csrf, "Origin": BASE}
            heavy = [asyncio.create_task(client.get(HEAVY)) for _ in range(45)]
            await asyncio.sleep(0.2)
            health = await client.get("/healthz")
            begun = await client.post("/api/matches", json={"game": "arsenal"}, headers=head)
            still_working = [task for task in heavy if not task.done()]
            assert (health.status_code, begun.status_code) == (200, 201), begun.text
            assert still_working, "the heavy questions were over before the others were answered"
            replies = await asyncio.gather(*heavy)
        codes = [reply.status_code for reply in replies]
        # On a slow machine the first are stopped before the last have come, so more get a place.
        assert set(codes) == {429, 503}
        assert codes.count(503) >= EACH
        assert all(reply.headers["Retry-After"] for reply in replies if reply.status_code == 429)

    with_server(test, time_limit=1)


def test_a_process_that_takes_too_long_is_ended_and_replaced() -> None:
    async def test(app: Any, context: ServerContext) -> None:
        async with visitor(app) as client:
            answered = await client.get(LONG)
            assert answered.status_code == 200, answered.text
            [first] = context.answers.processes.pids()
            limit_time(context, 1)
            stopped = await client.get(HEAVY)
            assert stopped.status_code == 503
            assert "more than 1 s" in stopped.json()["error"]
            assert context.answers.processes.pids() == set()
            limit_time(context, 60)
            again = await client.get(LONG)
            assert again.json() == answered.json()
            assert context.answers.processes.pids().isdisjoint({first})

    with_server(test)


def test_quick_questions_need_no_process() -> None:
    async def test(app: Any, context: ServerContext) -> None:
        async with visitor(app) as client:
            assert (await client.get(QUICK)).status_code == 200
            assert (await client.get("/api/ask/orsha.game_length")).status_code == 200
        assert context.answers.processes.pids() == set()

    with_server(test)


def test_an_answer_is_the_same_wherever_it_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(app: Any, context: ServerContext) -> None:
        async with visitor(app) as client:
            here = await client.get(LONG.replace("rounds=9", "rounds=1"))
            assert context.answers.processes.pids() == set()
            monkeypatch.setattr("landbridge.server.workers.answers.QUICK", 10)
            there = await client.get(LONG.replace("rounds=9", "rounds=1"))
            assert context.answers.processes.pids()
            many = "50x+I1,50x+I2,I1"
            refused = await client.get(f"/api/ask/orsha.plan_odds?side=russian&purchases={many}")
        assert here.status_code == 200
        assert there.json() == here.json()
        assert refused.status_code == 400
        assert "up to 100 RGs, not 101" in refused.json()["error"]

    with_server(test)


def test_an_answer_over_budget_says_so_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("landbridge.server.workers.answer_processes.MOST", 5_000)
    words = {"attackers": ["3 panzer_corps"], "defenders": ["3 infantry_army"], "rounds": 9}
    reply = reply_in_full("arsenal.combat", words)
    assert reply.status == 400
    assert reply.problem["error"] == (
        "The exact answer would take more than 5000 steps; ask about less at once,"
        " or give more of the dice: defence_dice or attack_dice."
    )


def test_only_so_many_may_wait() -> None:
    async def test(app: Any, context: ServerContext) -> None:
        processes = context.answers.processes
        places = [processes.place(f"somebody {n}") for n in range(WAITING + 2)]
        for place in places:
            place.__enter__()
        async with visitor(app) as client:
            assert (await client.get(HEAVY)).status_code == 429
            assert (await client.get(QUICK)).status_code == 200
            for place in places:
                place.__exit__(None, None, None)
            assert (await client.get(LONG)).status_code == 200

    with_server(test)


def test_a_batch_with_a_long_question_is_answered_in_order() -> None:
    async def test(app: Any, context: ServerContext) -> None:
        long = {
            "attackers": ["3 panzer_corps"],
            "defenders": ["3 infantry_army"],
            "rounds": 9,
            "air": 2,
        }
        asks = [
            {"name": "belorussia.ground_condition", "inputs": {"date": "1943-10-08", "die": 2}},
            {"name": "arsenal.combat", "inputs": long},
            {"name": "orsha.plan_odds", "inputs": {"side": "russian", "purchases": ["I99"]}},
        ]
        async with visitor(app) as client:
            csrf = (await client.get("/api/me")).json()["csrf"]
            head = {"X-CSRF-Token": csrf, "Origin": BASE}
            reply = await client.post("/api/asks", json={"asks": asks}, headers=head)
            first, second, third = reply.json()["answers"]
            assert first["answer"]["result"] == "dry"
            assert second["answer"] == (await client.get(LONG)).json()
            assert third["answer"] is None
            assert "I99" in third["error"]

    with_server(test)


def test_a_process_that_dies_is_replaced() -> None:
    async def test(app: Any, context: ServerContext) -> None:
        async with visitor(app) as client:
            assert (await client.get(LONG)).status_code == 200
            [process] = [one for one in context.answers.processes._all if one.pid]
            process._process.kill()
            process._process.join(10)
            assert (await client.get(LONG)).status_code == 503
            assert (await client.get(LONG)).status_code == 200

    with_server(test)
