"""Reports, moderators, and the log of what they did."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.server.api import ALL_CALLS
from landbridge.store.moderation import AuditEntry
from landbridge.store.store import Store
from server.devices import PASSWORD, Device, Server
from store.anywhere import place, use, user
from store.postgres_server import postgres, postgres_server

__all__ = ["place", "postgres", "postgres_server"]

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def mona(club: Server) -> Device:
    """A moderator."""
    device = club.device().enters("Mona")
    entry = AuditEntry("test", "make moderator", "Mona", device.user_id)
    club.run(club.context.store.moderation.set_moderator, device.user_id, True, entry)
    return device


def reported(device: Device, name: str = "Boris", **more: Any) -> None:
    body = {"user": name, "reason": "abuse", "text": "He shouts."} | more
    device.post("/api/reports", body, 201)


# Who may


MODERATORS_ONLY = [
    ("GET", "/api/moderation/reports", None),
    ("POST", "/api/moderation/reports/x/close", {"answer": "x"}),
    ("POST", "/api/moderation/reports/x/remove-message", {"why": "x"}),
    ("GET", "/api/moderation/users/Anna", None),
    ("POST", "/api/moderation/users/Anna/disable", {"why": "x"}),
    ("POST", "/api/moderation/users/Anna/enable", {"why": "x"}),
    ("GET", "/api/moderation/audit", None),
]


def test_every_call_for_moderators_is_in_the_matrix() -> None:
    declared = {
        (one.method, one.path) for one in ALL_CALLS if one.path.startswith("/api/moderation/")
    }
    assert len(declared) == len(MODERATORS_ONLY)


@pytest.mark.parametrize(("method", "path", "body"), MODERATORS_ONLY)
def test_only_moderators_may(
    club: Server, anna: Device, boris: Device, method: str, path: str, body: Any
) -> None:
    nobody = club.device()
    nobody.csrf = nobody.get("/api/me")["csrf"]
    for device in (nobody, boris):
        reply = device.get(path, 403) if method == "GET" else device.post(path, body, 403)
        assert set(reply) <= {"error", "login"}
    assert anna.get("/api/me")["user"]
    assert club.run(club.context.store.moderation.audit, 10) == []


def test_whoever_is_no_moderator_any_more_may_nothing_at_once(club: Server, mona: Device) -> None:
    assert mona.get("/api/me")["moderator"] is True
    mona.get("/api/moderation/reports")
    entry = AuditEntry("test", "unmake moderator", "Mona", mona.user_id)
    club.run(club.context.store.moderation.set_moderator, mona.user_id, False, entry)
    mona.get("/api/moderation/reports", 403)
    assert mona.get("/api/me")["moderator"] is False


# Reports


def test_a_report_reaches_the_moderators(anna: Device, boris: Device, mona: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    reported(anna, match=one)
    found = mona.get("/api/moderation/reports")
    assert len(found) == 1
    report = found[0]
    shown = {name: report[name] for name in ("reporter", "about", "reason", "text", "match")}
    assert shown == {
        "reporter": "Anna",
        "about": "Boris",
        "reason": "abuse",
        "text": "He shouts.",
        "match": one,
    }
    path = f"/api/moderation/reports/{report['id']}/close"
    assert "1 to 2000 letters" in mona.post(path, {"answer": " "}, 400)["error"]
    mona.post(path, {"answer": "Talked to him."})
    assert mona.get("/api/moderation/reports") == []
    assert "closed it already" in mona.post(path, {"answer": "Once more."}, 409)["error"]
    kept = mona.get("/api/moderation/users/boris")["reports"][0]
    assert (kept["closed_by"], kept["answer"]) == ("Mona", "Talked to him.")
    reported(anna)


@pytest.mark.parametrize(
    ("body", "status", "part"),
    [
        ({"user": "Nobody"}, 404, "no account 'Nobody'"),
        ({"user": "anna"}, 400, "That is you"),
        ({"reason": "boring"}, 400, "reason"),
        ({"text": " "}, 400, "1 to 2000 letters"),
        ({"text": "x" * 2001}, 400, "1 to 2000 letters"),
        ({"match": "none"}, 404, "no such match"),
    ],
)
def test_what_is_no_report(
    anna: Device, boris: Device, mona: Device, body: Any, status: int, part: str
) -> None:
    whole = {"user": "Boris", "reason": "abuse", "text": "He shouts."} | body
    assert part in anna.post("/api/reports", whole, status)["error"]
    assert mona.get("/api/moderation/reports") == []


def test_a_private_match_of_others_cannot_be_named(anna: Device, boris: Device) -> None:
    hidden = boris.begins("ladder", seats={"north": "me"}, private=True)
    body = {"user": "Boris", "reason": "cheating", "text": "I guess.", "match": hidden}
    anna.post("/api/reports", body, 404)


def test_one_open_report_of_one_person_is_enough(anna: Device, boris: Device) -> None:
    reported(anna)
    again = {"user": "boris", "reason": "spam", "text": "And more."}
    assert "already" in anna.post("/api/reports", again, 409)["error"]


def test_reports_are_limited(start: Any) -> None:
    server: Server = start(public=True)
    anna = server.device().enters("Anna")
    for number in range(7):
        server.device().enters(f"Other {number}")
    headers = {"X-CSRF-Token": anna.csrf}
    answers = [
        anna.client.post(
            "/api/reports",
            json={"user": f"Other {number}", "reason": "spam", "text": "x"},
            headers=headers,
        ).status_code
        for number in range(7)
    ]
    assert answers == [201] * 5 + [429] * 2


# What moderators do


def test_an_account_is_disabled_and_enabled_for_a_reason(
    club: Server, boris: Device, mona: Device
) -> None:
    path = "/api/moderation/users/boris"
    assert "1 to 2000" in mona.post(f"{path}/disable", {"why": ""}, 400)["error"]
    assert boris.get("/api/me")["user"]
    mona.post(f"{path}/disable", {"why": "spam"})
    assert boris.get("/api/me")["user"] is None
    assert mona.get(path)["disabled"] is True
    assert "disabled already" in mona.post(f"{path}/disable", {"why": "spam"}, 409)["error"]
    boris.csrf = boris.get("/api/me")["csrf"]
    boris.post("/api/login", {"name": "Boris", "password": PASSWORD}, 403)
    mona.post(f"{path}/enable", {"why": "he is sorry"})
    boris.logs_in("Boris")
    noted = mona.get("/api/moderation/audit")
    shown = [(one["actor"], one["act"], one["target"], one["why"]) for one in noted]
    assert shown == [
        ("Mona", "enable account", "Boris", "he is sorry"),
        ("Mona", "disable account", "Boris", "spam"),
        ("test", "make moderator", "Mona", ""),
    ]
    assert [one["number"] for one in noted] == [3, 2, 1]


def test_moderators_cannot_touch_each_other(club: Server, mona: Device) -> None:
    max_ = club.device().enters("Max")
    entry = AuditEntry("test", "make moderator", "Max", max_.user_id)
    club.run(club.context.store.moderation.set_moderator, max_.user_id, True, entry)
    for name in ("Max", "Mona"):
        told = mona.post(f"/api/moderation/users/{name}/disable", {"why": "power"}, 403)
        assert "Only the administrator" in told["error"]


def test_nobody_judges_his_own_case(club: Server, anna: Device, mona: Device) -> None:
    reported(anna, "Mona")
    report = mona.get("/api/moderation/reports")[0]["id"]
    path = f"/api/moderation/reports/{report}/close"
    assert "another moderator" in mona.post(path, {"answer": "No."}, 403)["error"]
    assert len(mona.get("/api/moderation/reports")) == 1


def test_the_matches_of_an_account(anna: Device, boris: Device, mona: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"}, name="Open one")
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    boris.begins("ladder", seats={"north": "me"}, name="Secret plans", private=True)
    reply = mona.client.get("/api/moderation/users/boris")
    found = {match["private"]: match for match in reply.json()["matches"]}
    assert (found[False]["name"], found[False]["roles"]) == ("Open one", ["south"])
    assert (found[False]["owner"], found[True]["owner"]) == (False, True)
    assert found[True]["name"] == ""
    assert "Secret plans" not in reply.text
    assert "email" not in reply.text
    mona.get("/api/moderation/users/nobody", 404)


def test_reports_outlive_the_accounts(anna: Device, boris: Device, mona: Device) -> None:
    reported(anna)
    anna.post("/api/me/delete", {"password": PASSWORD})
    boris.post("/api/me/delete", {"password": PASSWORD})
    found = mona.get("/api/moderation/reports")[0]
    assert (found["reporter"], found["about"]) == ("former player", "former player")
    mona.post(f"/api/moderation/reports/{found['id']}/close", {"answer": "Both are gone."})


# The audit log


def test_what_is_noted_happens_and_what_happens_is_noted(place: str) -> None:
    """Both in one transaction; the log has no gap and no number twice, whoever writes."""
    import asyncio

    async def act(store: Store) -> None:
        await store.people.add(user())
        entries = [AuditEntry("a", "enable account", "Anna", "anna", str(n)) for n in range(12)]
        moderation = store.moderation
        await asyncio.wait_for(
            asyncio.gather(*(moderation.set_disabled("anna", False, one) for one in entries)), 60
        )
        rows = await moderation.audit(100)
        assert [row.number for row in rows] == list(range(12, 0, -1))
        assert {row.why for row in rows} == {str(n) for n in range(12)}
        with pytest.raises(TypeError):
            await moderation.set_disabled("anna", True, None)  # type: ignore[arg-type]
        found = await store.people.user("anna")
        assert found is not None
        assert found.disabled == 0

    use(place, act)


def test_nothing_in_the_program_changes_the_log() -> None:
    """Entries are added and read; no statement changes or takes away one."""
    from pathlib import Path

    import landbridge

    folder = Path(landbridge.__file__).parent
    for file in (*folder.glob("store/**/*.py"), *folder.glob("server/*.py")):
        text = file.read_text()
        for word in ("UPDATE audit", "DELETE FROM audit", "put(AuditRow)"):
            assert word not in text, file.name
