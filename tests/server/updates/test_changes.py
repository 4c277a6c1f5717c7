"""One answer says what changed: to whoever acts, and to whoever looks on."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.refusals import LandbridgeError
from landbridge.server.updates import changes
from landbridge.server.updates.deltas import apply_delta
from landbridge.server.updates.given_positions import REMEMBERED, GivenPositions, Reader
from server.devices import Device


class Page:
    """What a client shows of a match, brought up to date as the browser does it."""

    def __init__(self, device: Device, match_id: str, role: str) -> None:
        self.device, self.match_id, self.role = device, match_id, role
        self.position: Any = None
        self.log: Any = {"events": [], "actions": []}
        self.basis, self.version = "", 0
        self.take(device.get(f"/api/matches/{match_id}/changes?as={role}"))

    @property
    def shown(self) -> dict[str, Any]:
        return {"as": self.role, "version": self.version, "basis": self.basis}

    def take(self, found: dict[str, Any]) -> dict[str, Any]:
        self.position = found["position"] or apply_delta(found["delta"], self.position)
        since = found["log"]["since"]
        for part in ("events", "actions"):
            known = [one for one in self.log[part] if one["number"] <= since]
            self.log[part] = known + [one for one in found["log"][part] if one["number"] > since]
        self.basis, self.version = found["basis"], found["version"]
        return found

    def looks(self) -> dict[str, Any]:
        """Ask for what is new, as somebody does who heard that there is something."""
        words = f"as={self.role}&version={self.version}&basis={self.basis}"
        return self.take(self.device.get(f"/api/matches/{self.match_id}/changes?{words}"))

    def does(self, text: str, **more: Any) -> dict[str, Any]:
        done = self.device.does(self.match_id, text, shown=self.shown, **more)
        return self.take(done["changes"])

    def calls(self, name: str, **body: Any) -> dict[str, Any]:
        done = self.device.post(
            f"/api/matches/{self.match_id}/{name}", {**body, "shown": self.shown}
        )
        return self.take(done["changes"])

    def is_up_to_date(self) -> bool:
        """Whether everything is as if it had been fetched whole."""
        path = f"/api/matches/{self.match_id}"
        log = self.device.get(f"{path}/log?as={self.role}")
        assert self.position == self.device.get(f"{path}?as={self.role}")
        assert (self.log["events"], self.log["actions"]) == (log["events"], log["actions"])
        return bool(self.version == self.position["version"])


@pytest.fixture
def page(home: Device, toys: None) -> Page:
    match_id = home.begins("ladder")
    return Page(home, match_id, "referee")


def test_whoever_acts_gets_what_changed_and_nothing_more(home: Device) -> None:
    page = Page(home, home.begins("belorussia"), "referee")
    found = page.does("partisan B18.23")
    assert found["position"] is None
    assert {"actions", "version", "view"} <= set(found["delta"]["fields"])
    assert "options" not in found["delta"]["fields"]
    assert [action["do"] for action in found["log"]["actions"]] == ["partisan B18.23"]
    assert page.is_up_to_date()


def test_whoever_looks_on_asks_once(anna: Device, boris: Device, toys: None) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    hers, his = Page(anna, one, "north"), Page(boris, one, "south")
    hers.does("rest")
    found = his.looks()
    assert found["position"] is None
    assert found["delta"] is not None
    assert hers.is_up_to_date()
    assert his.is_up_to_date()
    assert his.looks()["delta"] is None


def test_what_was_missed_comes_at_once(page: Page) -> None:
    for _ in range(3):
        page.device.does(page.match_id, "rest")
    found = page.looks()
    assert len(found["log"]["actions"]) == 3
    assert page.is_up_to_date()


def test_taking_back_says_what_is_no_longer_true(page: Page) -> None:
    page.does("rest")
    found = page.calls("undo")
    assert found["log"]["since"] == 0
    assert page.log["actions"] == []
    assert page.is_up_to_date()


def test_a_position_that_is_forgotten_comes_whole(page: Page) -> None:
    page.basis = "unknown"
    found = page.does("rest")
    assert found["delta"] is None
    assert found["position"]["actions"] == 1
    assert page.is_up_to_date()


def test_a_change_that_is_larger_than_the_whole_is_not_sent(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {"value": "x" * 1_000_000}
    monkeypatch.setattr(changes, "find_delta", lambda old, new: whole)
    found = page.does("rest")
    assert found["delta"] is None
    assert page.is_up_to_date()


def test_nobody_gets_changes_of_what_another_role_was_shown(
    anna: Device, boris: Device, toys: None
) -> None:
    one = anna.begins("sealed", seats={"red": "me"})
    boris.post(f"/api/matches/{one}/seats", {"role": "blue", "to": "me"})
    hers, his = Page(anna, one, "red"), Page(boris, one, "blue")
    words = f"version={hers.version}&basis={hers.basis}"
    found = boris.get(f"/api/matches/{one}/changes?as=blue&{words}")
    assert found["delta"] is None
    assert found["position"]["role"] == "blue"
    assert (
        "You are not red" in boris.get(f"/api/matches/{one}/changes?as=red&{words}", 403)["error"]
    )
    assert his.is_up_to_date()


def test_what_was_done_is_done_even_if_nobody_can_say_what_changed(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*given: Any) -> Any:
        raise LandbridgeError("the database does not answer")

    monkeypatch.setattr(changes, "find_changes", fail)
    done = page.device.does(page.match_id, "rest", shown=page.shown)
    assert "changes" not in done
    assert done["events"]
    monkeypatch.undo()
    assert page.looks()["log"]["actions"][0]["do"] == "rest"
    assert page.device.get(f"/api/matches/{page.match_id}")["actions"] == 1


def test_without_a_word_on_what_is_shown_the_answer_is_short(page: Page) -> None:
    assert set(page.device.does(page.match_id, "rest")) == {"version", "events"}


def test_endings_say_what_changed_too(anna: Device, boris: Device, toys: None) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    hers, his = Page(anna, one, "north"), Page(boris, one, "south")
    hers.calls("draw")
    his.looks()
    assert his.position["draw"]["by"] == "north"
    his.calls("draw/answer", agree=True)
    assert his.position["over"]
    assert his.is_up_to_date()
    assert hers.looks()["delta"]["fields"]["over"] == {"value": True}


# What is remembered


def reader(user_id: str = "anna", role: str = "north") -> Reader:
    return Reader("m", user_id, role)


def test_the_last_few_positions_of_a_reader_are_remembered() -> None:
    given = GivenPositions()
    names = [given.remember(reader(), b"%d" % number) for number in range(REMEMBERED + 1)]
    assert given.find(reader(), names[0]) is None
    assert [given.find(reader(), name) for name in names[1:]] == [b"1", b"2", b"3", b"4"]
    assert given.find(reader("boris"), names[1]) is None
    assert given.find(reader(role="south"), names[1]) is None


def test_others_push_out_nothing_of_a_reader() -> None:
    given = GivenPositions()
    name = given.remember(reader(), b"hers")
    for number in range(100):
        given.remember(reader("boris"), b"%d" % number)
    assert given.find(reader(), name) == b"hers"


def test_all_together_have_a_bound() -> None:
    given = GivenPositions(most_bytes=100)
    first = given.remember(reader("first"), b"x" * 60)
    second = given.remember(reader("second"), b"y" * 60)
    assert given.find(reader("first"), first) is None
    assert given.find(reader("second"), second) is not None
    again = given.remember(reader("second"), b"y" * 60)
    assert again == second
