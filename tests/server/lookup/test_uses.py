"""Where a rule was used: in one's own matches, as one's own role saw it."""

from __future__ import annotations

import time

import pytest

from landbridge.referee.coverage import coverage
from landbridge.server.lookup import api_rule_uses
from server.devices import Device, Server


def test_the_events_that_cite_a_rule_are_found(home: Device) -> None:
    match = home.begins("orsha", name="Purchases")
    home.does(match, "buy V3", **{"as": "german"})
    home.does(match, "buy I1", **{"as": "german"})
    found = home.get("/api/rules/OTO-8.611-1/uses")["uses"]
    assert [(one["match"], one["name"], one["role"]) for one in found] == [
        (match, "Purchases", "referee")
    ]
    assert found[0]["count"] == 2
    assert [event["number"] for event in found[0]["events"]] == [2, 1]
    assert "I1" in found[0]["events"][0]["text"]
    nothing = {"uses": [], "looked": 0, "further": ""}
    assert home.get("/api/rules/TFB-1.8-3/uses") == nothing
    home.get("/api/rules/TFB-99/uses", 404)


def test_nobody_is_told_what_another_role_did(club: Server) -> None:
    vera = club.device().enters("Vera")
    match = vera.begins("orsha", seats={"german": "me", "russian": "open"})
    link = vera.post(f"/api/matches/{match}/invite", {"role": "russian"})["link"]
    otto = club.device().enters("Otto")
    otto.post("/api/join", {"token": link.rpartition("/")[2]})
    vera.does(match, "buy V3")
    assert vera.get("/api/rules/OTO-8.611-1/uses")["uses"][0]["count"] == 1
    assert otto.get("/api/rules/OTO-8.611-1/uses")["uses"] == []
    nothing = {"uses": [], "looked": 0, "further": ""}
    assert club.device().get("/api/rules/OTO-8.611-1/uses") == nothing


def test_older_matches_are_looked_through_page_by_page(home: Device) -> None:
    begun = []
    for number in range(11):
        match = home.begins("orsha", name=f"Match {number}")
        home.does(match, "buy V3", **{"as": "german"})
        begun.append(match)
        home.begins("belorussia")
    found, after, looked = [], "", []
    for _ in range(3):
        page = home.get(f"/api/rules/OTO-8.611-1/uses?after={after}")
        found += [one["match"] for one in page["uses"]]
        looked.append(page["looked"])
        after = page["further"]
        if not after:
            break
    # The newest first, each once, and none of another game.
    assert found == begun[::-1]
    assert looked == [8, 3]
    home.get("/api/rules/OTO-8.611-1/uses?after=yesterday", 400)


def test_more_matches_than_are_listed_at_once(
    home: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_rule_uses, "LISTED", 3)
    monkeypatch.setattr(api_rule_uses, "MATCHES", 2)
    begun = [home.begins("orsha") for _ in range(7)]
    for match in begun:
        home.does(match, "buy V3", **{"as": "german"})
    found, after = [], ""
    while True:
        page = home.get(f"/api/rules/OTO-8.611-1/uses?after={after}")
        found += [one["match"] for one in page["uses"]]
        after = page["further"]
        if not after:
            break
    assert found == begun[::-1]


def test_rows_stand_as_the_command_line_counts_them(home: Device) -> None:
    assert home.get("/api/coverage/arsenal") == {"ready": False, "rows": {}}
    deadline = time.monotonic() + 60
    while not home.get("/api/coverage/arsenal")["ready"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    told = home.get("/api/coverage/arsenal")["rows"]
    counted = coverage("arsenal")
    assert {name: one["state"] for name, one in told.items()} == {
        one.row.id: one.state for one in counted.rows
    }
    assert "'chess'" in home.get("/api/coverage/chess", 400)["error"]
