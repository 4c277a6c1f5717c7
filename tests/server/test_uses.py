"""Where a rule was used: in one's own matches, as one's own role saw it."""

from __future__ import annotations

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
    assert home.get("/api/rules/TFB-1.8-3/uses") == {"uses": []}
    home.get("/api/rules/TFB-99/uses", 404)


def test_nobody_is_told_what_another_role_did(club: Server) -> None:
    vera = club.device().enters("Vera")
    match = vera.begins("orsha", seats={"german": "me", "russian": "open"})
    link = vera.post(f"/api/matches/{match}/invite", {"role": "russian"})["link"]
    otto = club.device().enters("Otto")
    otto.post("/api/join", {"token": link.rpartition("/")[2]})
    vera.does(match, "buy V3")
    assert vera.get("/api/rules/OTO-8.611-1/uses")["uses"][0]["count"] == 1
    assert otto.get("/api/rules/OTO-8.611-1/uses") == {"uses": []}
    assert club.device().get("/api/rules/OTO-8.611-1/uses") == {"uses": []}
