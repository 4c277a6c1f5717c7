"""What waits to be sent: every try counts, nobody waits for others' failures, and it ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from landbridge.server.post import notify, webhooks
from landbridge.store import outgoing as tray
from landbridge.store.matches import now
from landbridge.store.rows import OutgoingRow
from landbridge.store.schema import insert, values
from server.devices import Device, Server
from server.post.test_notify import two
from server.receivers import HookServer, MailServer, hook, mail
from server.workers.test_bots import until

__all__ = ["hook", "mail"]

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def server(start: Any, mail: MailServer) -> Server:
    made: Server = start(
        public=True,
        limits=False,
        url="http://localhost:8000",
        smtp=mail.url,
        mail_from="club@example.org",
        private_webhooks=True,
    )
    return made


def message(number: int, user: str, target: str, kind: Any = "webhook") -> OutgoingRow:
    return OutgoingRow(
        id=f"{user}{number:04}",
        kind=kind,
        target=target,
        user_id=user,
        subject="It is your turn",
        body="{}",
        due=now() - 100 + number / 100,
    )


def put(server: Server, *rows: OutgoingRow) -> None:
    """Put messages in the tray as an older version may have left them there."""

    async def write() -> None:
        async with server.context.store.database.changing() as change:
            for row in rows:
                await change.run(insert(OutgoingRow), *values(row))

    server.run(write)


def waiting(server: Server, user: str) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = server.run(
        server.context.store.database.rows,
        "SELECT id, tries, due FROM outgoing WHERE user_id = ? ORDER BY id",
        user,
    )
    return found


@pytest.mark.parametrize(
    ("kind", "bad"),
    [
        ("webhook", "http://a..b/"),
        ("webhook", "http://[::1/"),
        ("mail", "=?utf-8?q?a=40b.example=2C?=@example.org"),
    ],
)
def test_760_bad_addresses_hold_up_nobody(
    server: Server, hook: HookServer, mail: MailServer, kind: str, bad: str
) -> None:
    put(server, *(message(n, "flooder", bad, kind) for n in range(760)))
    put(server, message(900, "honest", hook.url), message(901, "honest", "h@example.org", "mail"))
    server.run(server.context.notifier.wake)
    assert hook.next()[0] == "/hook?key=1"
    assert mail.next()["To"] == "h@example.org"
    until(lambda: not waiting(server, "flooder"))
    assert mail.letters.empty()
    failures = server.run(server.context.store.post.failures, "flooder")
    assert [(row.kind, row.target) for row in failures] == [(kind, bad)]
    assert failures[0].given_up >= notify.MOST_GIVEN_UP


def test_whatever_goes_wrong_is_a_try(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[str] = []

    async def broken(url: str, body: bytes, *, private: bool) -> None:
        calls.append(url)
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(webhooks, "call", broken)
    monkeypatch.setattr(notify, "WAITS", (0.0, 0.0, 0.0))
    monkeypatch.setattr(notify, "LOOK_EVERY", 0.05)
    put(server, message(1, "anna", "http://x.example/"))
    server.run(server.context.notifier.wake)
    until(lambda: "given up: nobody foresaw this" in caplog.text)
    assert waiting(server, "anna") == []
    assert len(calls) == 4


def test_a_try_counts_before_it_is_made(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that kills its sender every time is not begun for ever."""
    begun = asyncio.Event()

    async def hang(url: str, body: bytes, *, private: bool) -> None:
        begun.set()
        await asyncio.sleep(600)

    monkeypatch.setattr(webhooks, "call", hang)
    put(server, message(1, "anna", "http://x.example/"))
    server.run(server.context.notifier.wake)
    until(begun.is_set)
    assert [tries for _, tries, _ in waiting(server, "anna")] == [1]
    put(server, message(2, "boris", "http://x.example/"))
    tries = len(notify.WAITS) + 1
    server.run(
        server.context.store.database.rows,
        f"UPDATE outgoing SET tries = {tries} WHERE user_id = 'boris' RETURNING id",
    )
    server.run(server.context.notifier.wake)
    until(lambda: not waiting(server, "boris"))
    (failure,) = server.run(server.context.store.post.failures, "boris")
    assert "never came to an end" in failure.text


def test_each_wait_is_longer_and_one_failure_counts_for_the_whole_target(
    server: Server, hook: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook.status = 500
    put(server, *(message(n, "anna", hook.url) for n in range(5)))
    put(server, message(9, "anna", "http://127.0.0.1:1/"))
    begun = now()
    server.run(server.context.notifier.wake)
    until(lambda: all(30 < due - begun < 100 for _, _, due in waiting(server, "anna")))
    assert hook.calls.qsize() == 1
    rows = waiting(server, "anna")
    assert [tries for _, tries, _ in rows] == [1] * 6
    assert all(50 < due - begun < 70 for _, _, due in rows)
    for wait in notify.WAITS[1:]:
        again = now() - 1
        server.run(
            server.context.store.database.rows,
            "UPDATE outgoing SET due = ? RETURNING id",
            again,
        )
        server.run(server.context.notifier.wake)
        then = now() + wait - 30
        until(lambda then=then: all(due > then for _, _, due in waiting(server, "anna")))
    server.run(
        server.context.store.database.rows, "UPDATE outgoing SET due = ? RETURNING id", now() - 1
    )
    server.run(server.context.notifier.wake)
    until(lambda: not waiting(server, "anna"))
    assert hook.calls.qsize() == len(notify.WAITS) + 1
    told = {
        row.target: row.given_up for row in server.run(server.context.store.post.failures, "anna")
    }
    assert told == {hook.url: 5, "http://127.0.0.1:1/": 1}


def test_what_is_sent_forgets_earlier_failures(
    server: Server, hook: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "WAITS", (0.0,) * 100)
    monkeypatch.setattr(notify, "LOOK_EVERY", 0.05)
    failures = server.context.store.post.failures
    hook.status = 500
    put(server, message(1, "anna", hook.url))
    server.run(server.context.notifier.wake)
    until(lambda: server.run(failures, "anna"))
    hook.status = 204
    until(lambda: not waiting(server, "anna"))
    assert server.run(failures, "anna") == []


def test_a_dead_webhook_is_shown_and_gets_no_more_until_it_is_set_anew(
    server: Server, hook: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "WAITS", ())
    anna, boris = server.device().enters("Anna"), server.device().enters("Boris")
    boris.post("/api/me/notify", {"mail": False, "webhook": hook.url})
    one = two(server, anna, boris)
    hook.status = 410
    for number in range(1, notify.MOST_GIVEN_UP + 1):
        turn(anna, boris, one)
        assert hook.next()
        until(lambda n=number: given_up(server, boris) == n)
    (failure,) = boris.get("/api/me/notify")["failures"]
    assert failure["off"] is True
    assert (failure["kind"], failure["target"]) == ("webhook", hook.url)
    assert failure["text"] == "127.0.0.1 answers 410."
    turn(anna, boris, one)
    assert waiting(server, boris.user_id) == []
    hook.status = 204
    assert boris.post("/api/me/notify", {"webhook": hook.url})["failures"] == []
    turn(anna, boris, one)
    assert hook.next()


def turn(anna: Device, boris: Device, one: str) -> None:
    anna.does(one, "rest")
    boris.does(one, "rest")


def given_up(server: Server, device: Device) -> int:
    found = server.run(server.context.store.post.failures, device.user_id)
    return found[0].given_up if found else 0


def test_an_absent_mail_server_is_not_held_against_anybody(
    server: Server, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "WAITS", ())
    mail.refuse = True
    for number in range(5):
        put(server, message(number, "anna", "a@example.org", "mail"))
        server.run(server.context.notifier.wake)
        until(lambda: not waiting(server, "anna"))
    (failure,) = server.run(server.context.store.post.failures, "anna")
    assert failure.given_up == 0


# Fairness


def test_a_slow_webhook_holds_up_neither_letters_nor_others(
    server: Server, hook: HookServer, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, most, now_slow = webhooks.call, [0], [0]

    async def slow(url: str, body: bytes, *, private: bool) -> None:
        if "slow" not in url:
            return await real(url, body, private=private)
        now_slow[0] += 1
        most[0] = max(most[0], now_slow[0])
        await asyncio.sleep(600)

    monkeypatch.setattr(webhooks, "call", slow)
    put(server, *(message(n, "slow", "http://slow.example/") for n in range(1000)))
    put(server, message(1, "honest", hook.url), message(2, "honest", "h@example.org", "mail"))
    server.run(server.context.notifier.wake)
    assert hook.next()
    assert mail.next()["To"] == "h@example.org"
    assert most[0] == 1


def test_messages_are_taken_in_turn_and_the_least_tried_first(server: Server) -> None:
    async def taken() -> list[list[str]]:
        post = server.context.store.post
        found = [[row.id for row in await post.take("other", 60, 3)] for _ in range(3)]
        busy = [row.id for row in await post.take("other", 60, 9, {"anna", "boris", "carl"})]
        return [*found, busy]

    rows = [message(n, user, "x", "other") for n in range(3) for user in ("anna", "boris")]
    put(server, *rows, message(1, "carl", "x", "other"), message(1, "dora", "x", "other"))
    found = server.run(taken)
    assert [set(one) for one in found[:2]] == [
        {"anna0000", "boris0000", "carl0001"},
        {"anna0001", "boris0001", "dora0001"},
    ]
    assert found[2:] == [["anna0002", "boris0002"], []]


def test_so_many_wait_for_one_person_and_no_more(server: Server) -> None:
    most = tray.MOST_WAITING
    rows = [message(n, "anna", "x", "other") for n in range(most + 10)]
    server.run(server.context.store.post.post, *rows)
    assert len(waiting(server, "anna")) == most
    server.run(server.context.store.post.post, message(1, "boris", "x", "other"))
    assert len(waiting(server, "boris")) == 1


# The clock


def test_what_was_put_off_before_the_clock_went_back_is_sent(
    server: Server, hook: HookServer
) -> None:
    from msgspec.structs import replace

    put(server, replace(message(1, "anna", hook.url), due=now() + 400 * 86_400))
    server.run(server.context.notifier.wake)
    assert hook.next()


# Letters to strangers


def test_a_stranger_gets_few_letters(server: Server, mail: MailServer) -> None:
    """Whoever asks, and however the address is written; a restart forgets nothing."""
    for number, address in enumerate(("eve@example.org", "EVE@example.org", "eve+x@example.org")):
        server.device().enters(f"Sender {number}", email=address)
        assert mail.next()["Subject"] == "Landbridge: is this your address?"
    device = server.device()
    device.csrf = device.get("/api/me")["csrf"]
    body = {"name": "Sender 9", "password": "a long enough password", "email": "eve@example.org"}
    told = device.post("/api/register", body, 429)
    assert 3000 < told["retry"] <= 3600
    device.post("/api/login", {"name": "Sender 9", "password": body["password"]}, 403)
    anna = server.device().enters("Anna")
    before = anna.get("/api/me/notify")
    anna.post("/api/me/notify", {"email": "eve@example.org", "mail": False}, 429)
    assert anna.get("/api/me/notify") == before
    anna.post("/api/me/notify", {"email": "other@example.org"})
    assert mail.next()["To"] == "other@example.org"
    assert mail.letters.empty()


def test_ten_letters_a_day_at_most(server: Server) -> None:
    async def send() -> list[bool]:
        post, found = server.context.store.post, []
        for number in range(12):
            row = message(number, f"user{number}", "eve@example.org", "other")
            found.append(not await post.post_letter(row))
            async with server.context.store.database.changing() as change:
                await change.run("UPDATE letters SET at = at - 3601")
        return found

    assert server.run(send) == [True] * 10 + [False] * 2
