"""Many questions at once."""

from __future__ import annotations

from server.devices import Device, Server


def test_answers_come_in_the_order_of_the_questions(home: Device) -> None:
    asks = [
        {"name": "belorussia.ground_condition", "inputs": {"date": "1943-10-08", "die": 2}},
        {"name": "belorussia.ground_condition", "inputs": {"date": "1943-10-08"}},
        {"name": "belorussia.ground_condition", "inputs": {"date": "1943-10-09"}},
        {"name": "belorussia.grund", "inputs": {}},
    ]
    found = home.post("/api/asks", {"asks": asks})["answers"]
    assert found[0]["answer"]["result"] == "dry"
    assert [one["result"] for one in found[1]["answer"]["odds"]] == ["dry", "mud"]
    assert found[2]["answer"] is None
    assert "9 Oct 43 is not a turn" in found[2]["error"]
    assert "Did you mean" in found[3]["error"]
    alone = home.get("/api/ask/belorussia.ground_condition?date=1943-10-08&die=2")
    assert found[0]["answer"] == alone


def test_there_is_a_limit(home: Device) -> None:
    asks = [{"name": "belorussia.turns"}] * 201
    assert "At most 200" in home.post("/api/asks", {"asks": asks}, 400)["error"]


def test_nobody_needs_an_account_but_the_token(club: Server) -> None:
    device = club.device()
    device.csrf = device.get("/api/me")["csrf"]
    found = device.post("/api/asks", {"asks": [{"name": "orsha.campaign_dates"}]})
    assert found["answers"][0]["answer"]["result"]
