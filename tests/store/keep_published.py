"""Make a small club with the code as it is, and keep its database and its backup.

Run it once when a schema is published; the files then never change:

    PYTHONPATH=tests python tests/store/keep_published.py
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from msgspec.structs import replace

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat
from landbridge.engine.play.actions import write
from landbridge.server.settings import Settings
from landbridge.store.rows import ROWS, OutgoingRow, Row
from landbridge.store.schema import columns, insert, values
from landbridge.store.store import opened
from server.devices import Device, Server, quick_passwords

HERE = Path(__file__).parent / "published"
GAMES = ("belorussia", "orsha", "arsenal")


def fill(place: str) -> None:
    """Two people play all three games, and leave everything behind that the store keeps."""
    with Server(Settings(public=True, limits=False, database=place)) as server:
        anna = server.device().enters("Anna", email="anna@example.org")
        boris = server.device().enters("Boris Ä.")
        for number, game in enumerate(GAMES):
            match_id = anna.begins(game, name=f"Evening of {game}", private=number == 1)
            roles = list(anna.get(f"/api/matches/{match_id}")["seats"])
            own, other = roles[:2]
            anna.post(f"/api/matches/{match_id}/seats", {"role": own, "to": "me"})
            link = anna.post(f"/api/matches/{match_id}/invite", {"role": other})["link"]
            boris.post("/api/join", {"token": link.rpartition("/")[2]})
            devices = {own: anna, other: boris}
            play(server, match_id, devices, 12)
            ask = f"/api/matches/{match_id}/rollback"
            anna.post(ask, {"before": max(1, counted(anna, match_id) - 3)})
            boris.post(f"{ask}/answer", {"agree": True})
            play(server, match_id, devices, 3)
            while not counted(boris, match_id):
                play(server, match_id, devices, 1)
            boris.post(ask, {"before": counted(boris, match_id)})
            boris.post(f"/api/matches/{match_id}/notes", {"text": f"Watch {game} closely."})
            anna.post(f"/api/matches/{match_id}/notify", {"mail": bool(number % 2)})
        spare = anna.begins("belorussia", name="Who joins?", seats={"soviet": "me"})
        anna.post(f"/api/matches/{spare}/invite", {"role": "axis"})
        server.run(leave_post, server.context.store, anna.user_id, boris.user_id)


def counted(device: Device, match_id: str) -> int:
    """How many actions somebody has noticed."""
    found: int = device.get(f"/api/matches/{match_id}")["actions"]
    return found


async def leave_post(store: Any, anna: str, boris: str) -> None:
    """Messages that wait, a link that proves an address, and work that is taken on."""
    await store.people.ask_to_confirm(anna, "anna@example.org", 3)
    user = await store.people.user(boris)
    # Set behind the server's back: it would look the name up.
    await store.people.save(replace(user, webhook="https://example.org/hook"))
    for kind, target, user_id in (
        ("mail", "anna@example.org", anna),
        ("webhook", "https://example.org/hook", boris),
    ):
        message = OutgoingRow(
            id=f"waiting-{kind}",
            kind=kind,
            target=target,
            user_id=user_id,
            subject="Your turn",
            body="It is your turn in 'Evening of orsha'.\n",
            due=4e9,
        )
        await store.post.post(message)
    await store.post.lease("bots:none", "process", 60)
    async with store.database.changing() as change:
        for kind in ROWS:
            if not await change.rows(f"SELECT 1 FROM {kind.table} LIMIT 1"):
                await change.run(insert(kind), *values(an_example(kind, anna)))


def an_example(kind: type[Row], user_id: str) -> Row:
    """A row of a table in which the play has left nothing."""
    examples: dict[Any, Any] = {str: "example", int: 1, float: 4e9}
    hints = get_type_hints(kind)
    row = {name: examples.get(hints[name]) for name in columns(kind)}
    return kind(**row | ({"user_id": user_id} if "user_id" in row else {}))


def play(server: Server, match_id: str, devices: dict[str, Device], actions: int) -> None:
    """Let everybody choose at random, and act through the server."""
    bot = RandomBot(match_id)
    for _ in range(actions):
        role, text = server.run(choose, server.context, match_id, bot)
        devices[role].does(match_id, text)


async def choose(context: Any, match_id: str, bot: RandomBot) -> tuple[str, str]:
    async with context.matches.hold(match_id) as live:
        role = live.to_decide[0]
        return role, write(bot.choose(Seat(live.match, role)))


async def backed_up(place: str) -> list[str]:
    async with opened(place) as store:
        return [line async for line in store.backup()]


def keep() -> None:
    """The club as SQL and as a backup, named by its schema."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        quick_passwords(patch)
        place = str(Path(folder) / "club.sqlite")
        fill(place)
        lines = asyncio.run(backed_up(place))
        with sqlite3.connect(place) as connection:
            schema = connection.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()[
                0
            ]
            dump = list(connection.iterdump())
        connection.close()
    for name, text in (("sql", dump), ("backup", lines)):
        file = HERE / f"schema-{schema}.{name}"
        with file.open("x", encoding="utf-8") as out:
            out.write("\n".join(text) + "\n")
        print(f"{file.name}: {len(text)} lines")


if __name__ == "__main__":
    keep()
