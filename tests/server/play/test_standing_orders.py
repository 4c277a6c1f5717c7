"""Standing orders over HTTP: given by whoever waits, seen by nobody else."""

from __future__ import annotations

from typing import Any

from server.devices import Device


def offered(found: Any) -> Any:
    """The offer of a standing order to whoever waits."""
    (beside,) = found["asides"]
    return next(offer for offer in beside["offers"] if offer["verb"] == "instruct")


def test_whoever_waits_gives_a_standing_order(anna: Device, boris: Device) -> None:
    match = anna.begins(scenario="first-steps", seats={"soviet": "me"}, seed=None)
    boris.post(f"/api/matches/{match}/seats", {"role": "axis", "to": "me"})
    waiting = boris.get(f"/api/matches/{match}")
    assert waiting["decisions"] == []
    subjects = [choice["word"] for choice in offered(waiting)["slots"][0]["choices"]]
    assert "defence" in subjects
    version = anna.get(f"/api/matches/{match}")["version"]
    told = boris.does(match, "instruct defence 2")
    assert [event["id"] for event in told["events"]] == ["instructed"]
    now = boris.get(f"/api/matches/{match}")
    assert now["view"]["standing"] == {"axis": {"defence": "2"}}
    assert "Axis standing orders: defence 2 (pay up to 2T)" in now["summary"]
    seen = anna.get(f"/api/matches/{match}")
    assert "standing" not in seen["view"]
    assert seen["version"] == version
    assert boris.does(match, "instruct defence 7", 400)
