"""Players are told that it is their turn: by a real mail server, by a real webhook."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.server.post import notify, webhooks
from landbridge.server.post.mail import check_server
from server.devices import Device, Server
from server.receivers import HookServer, MailServer, hook, mail
from server.workers.test_bots import until

__all__ = ["hook", "mail"]

pytestmark = pytest.mark.usefixtures("toys")

URL = "http://localhost:8000"


@pytest.fixture
def server(start: Any, mail: MailServer) -> Server:
    made: Server = start(
        public=True,
        limits=False,
        url=URL,
        smtp=mail.url,
        mail_from="Landbridge <club@example.org>",
        private_webhooks=True,
    )
    return made


def confirmed(server: Server, mail: MailServer, name: str) -> Device:
    """Somebody with an account and a mail address that is proved."""
    device = server.device().enters(name, email=f"{name.lower()}@example.org")
    told = mail.next()
    assert told["To"] == f"{name.lower()}@example.org"
    assert not device.get("/api/me/notify")["confirmed"]
    link = re.search(rf"{URL}(/mail/confirm/\S+)", told.get_content())
    assert link is not None
    assert "confirmed" in device.get(link[1])
    assert device.get("/api/me/notify")["confirmed"]
    assert device.get(link[1], 404)
    return device


def two(server: Server, anna: Device, boris: Device) -> str:
    one = anna.begins("ladder", seats={"north": "me"}, name="Two ladders")
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    return one


def test_a_letter_comes_when_it_is_ones_turn(server: Server, mail: MailServer) -> None:
    anna, boris = confirmed(server, mail, "Anna"), confirmed(server, mail, "Boris")
    one = two(server, anna, boris)
    anna.does(one, "shout quiet please")
    anna.does(one, "rest")
    told = mail.next()
    assert told["To"] == "boris@example.org"
    assert told["From"] == "Landbridge <club@example.org>"
    assert told["Subject"] == "Two ladders: it is your turn"
    body = told.get_content()
    assert f"{URL}/#/match/{one}" in body
    assert "You play south." in body
    assert "quiet" not in body
    stop = told["List-Unsubscribe"].strip(" <>")
    assert stop in body
    boris.does(one, "rest")
    assert mail.next()["To"] == "anna@example.org"
    assert "no more letters" in boris.get(stop.removeprefix(URL))
    assert boris.get(f"{stop.removeprefix(URL)}x", 404)
    anna.does(one, "rest")
    boris.does(one, "rest")
    assert mail.next()["To"] == "anna@example.org"
    assert mail.letters.empty()


def test_one_match_can_be_told_of_otherwise(
    server: Server, mail: MailServer, hook: HookServer
) -> None:
    anna, boris = confirmed(server, mail, "Anna"), confirmed(server, mail, "Boris")
    one = two(server, anna, boris)
    path = f"/api/matches/{one}/notify"
    assert boris.get(path) == {"mail": None, "webhook": None}
    boris.post(path, {"mail": False, "webhook": hook.url})
    assert boris.get(path) == {"mail": False, "webhook": hook.url}
    anna.does(one, "rest")
    where, told = hook.next()
    assert where == "/hook?key=1"
    assert told["match"] == one
    assert told["event"] == "turn"
    assert told["roles"] == ["south"]
    assert told["version"] == 3
    assert told["link"] == f"{URL}/#/match/{one}"
    assert told["text"] == told["content"]
    assert mail.letters.empty()


def test_wishes_hold_for_all_matches(server: Server, mail: MailServer, hook: HookServer) -> None:
    anna, boris = confirmed(server, mail, "Anna"), confirmed(server, mail, "Boris")
    boris.post("/api/me/notify", {"mail": False, "webhook": hook.url})
    assert boris.get("/api/me/notify") == {
        "mail": False,
        "webhook": hook.url,
        "email": "boris@example.org",
        "confirmed": True,
        "failures": [],
    }
    one = two(server, anna, boris)
    anna.does(one, "rest")
    assert hook.next()[1]["name"] == "Two ladders"
    assert boris.post("/api/me/notify", {"webhook": "ftp://x"}, 400)
    moved = boris.post("/api/me/notify", {"email": "new@example.org"})
    assert not moved["confirmed"]
    assert mail.next()["To"] == "new@example.org"


def test_an_address_that_is_not_proved_gets_one_letter_only(
    server: Server, mail: MailServer
) -> None:
    anna = confirmed(server, mail, "Anna")
    boris = server.device().enters("Boris", email="stranger@example.org")
    assert "is this your address" in mail.next()["Subject"]
    one = two(server, anna, boris)
    anna.does(one, "rest")
    boris.does(one, "rest")
    assert mail.next()["To"] == "anna@example.org"
    assert mail.letters.empty()


def test_what_fails_is_tried_again(
    server: Server, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = confirmed(server, mail, "Anna"), confirmed(server, mail, "Boris")
    monkeypatch.setattr(notify, "WAITS", (0, 0, 0))
    one = two(server, anna, boris)
    mail.refuse = True
    anna.does(one, "rest")
    waiting = server.context.store.post.waiting
    until(lambda: server.run(waiting) == 0)
    assert mail.letters.empty()
    monkeypatch.setattr(notify, "WAITS", (0,) * 1000)
    boris.does(one, "rest")
    mail.refuse = False
    server.run(server.context.notifier.wake)
    assert mail.next()["To"] == "anna@example.org"


def test_the_end_is_told_to_the_others(server: Server, mail: MailServer) -> None:
    anna, boris = confirmed(server, mail, "Anna"), confirmed(server, mail, "Boris")
    one = anna.begins("sealed", seats={"red": "me"}, options={"rounds": "two"})
    boris.post(f"/api/matches/{one}/seats", {"role": "blue", "to": "me"})
    for _ in range(2):
        for device in (anna, boris):
            card = device.get(f"/api/matches/{one}")["view"]["hand"][0]
            device.does(one, f"lay {card}")
    subjects = [mail.next()["Subject"] for _ in range(mail.letters.qsize() or 1)]
    while "over" not in subjects[-1]:
        subjects.append(mail.next()["Subject"])
    assert subjects[-1] == "Hands of three: the match is over"


# Webhooks


def call(url: str, private: bool) -> None:
    asyncio.run(webhooks.call(url, b"{}", private=private))


def test_webhooks_do_not_lead_into_the_servers_own_network(hook: HookServer) -> None:
    for url in (hook.url, "http://localhost:1/", "http://[::1]:1/", "http://10.0.0.1/"):
        with pytest.raises(webhooks.WebhookRefused, match="own network"):
            call(url, private=False)
    assert hook.calls.empty()
    call(hook.url, private=True)
    assert hook.next() == ("/hook?key=1", {})


def test_a_webhook_that_says_no_has_failed(hook: HookServer) -> None:
    for status in (302, 404, 500):
        hook.status = status
        with pytest.raises(webhooks.WebhookRefused, match=str(status)):
            call(hook.url, private=True)
    with pytest.raises(webhooks.WebhookRefused, match="cannot be reached"):
        call("http://127.0.0.1:1/", private=True)


# Letters


def test_mail_servers_are_written_as_addresses() -> None:
    check_server("smtp+starttls://u:p@mail.example.org:587")
    for url in ("mail.example.org", "http://mail.example.org", "smtp://"):
        with pytest.raises(BadInput, match="smtps://HOST:465"):
            check_server(url)
