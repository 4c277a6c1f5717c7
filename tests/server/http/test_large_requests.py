"""Numbers, texts and nesting beyond all measure: refused in words, never a fault of the program."""

from __future__ import annotations

from typing import Any

import pytest

from server.devices import Device

HUGE = 10**30


@pytest.fixture
def match_id(home: Device) -> str:
    found: str = home.post("/api/matches", {"game": "arsenal"}, 201)["id"]
    return found


@pytest.mark.parametrize("digits", [30, 5000])
@pytest.mark.parametrize(
    "place",
    [
        "/api/matches/{id}/log?version={n}",
        "/api/matches/{id}/log?since={n}",
        "/api/matches/{id}/at/{n}",
        "/api/matches?limit={n}",
        "/api/tables/belorussia.weather.ground?shift={n}",
    ],
)
def test_a_number_of_many_digits_is_refused(
    home: Device, match_id: str, place: str, digits: int
) -> None:
    path = place.replace("{id}", match_id).replace("{n}", "9" * digits)
    error = home.get(path, 400)["error"]
    assert "whole number from" in error
    assert len(error) < 200


def test_a_search_has_a_few_words(home: Device) -> None:
    assert "at most 200 letters" in home.get(f"/api/rules?q={'word ' * 41}", 400)["error"]


def test_a_position_is_asked_for_by_a_whole_number(home: Device, match_id: str) -> None:
    for wrong in ("-1", "x", "1.5"):
        error = home.get(f"/api/matches/{match_id}/at/{wrong}", 400)["error"]
        assert error == f"n is a whole number from 0 to 2147483647, not '{wrong}'."
    assert home.get(f"/api/matches/{match_id}/at/0")["actions"] == 0


@pytest.mark.parametrize(
    ("place", "body"),
    [
        ("actions", {"do": "pass", "as": "axis", "version": HUGE}),
        ("actions", {"do": "pass", "as": "axis", "dice": [HUGE, [HUGE]]}),
        ("undo", {"version": HUGE}),
        ("rollback", {"before": HUGE}),
        ("branch", {"at": HUGE}),
        ("drafts", {"at": HUGE}),
    ],
)
def test_a_huge_number_in_a_body_is_no_fault(
    home: Device, match_id: str, place: str, body: dict[str, Any]
) -> None:
    reply = home.client.post(
        f"/api/matches/{match_id}/{place}", json=body, headers={"X-CSRF-Token": home.csrf}
    )
    assert 400 <= reply.status_code < 500, reply.text


@pytest.mark.parametrize("place", ["/api/asks", "/api/matches/{id}/actions", "/api/matches"])
def test_json_that_is_nested_deeply_is_refused(home: Device, match_id: str, place: str) -> None:
    reply = home.client.post(
        place.replace("{id}", match_id),
        content=b'{"asks":' + b"[" * 30_000,
        headers={"X-CSRF-Token": home.csrf},
    )
    assert reply.status_code == 400, reply.text


def test_a_file_that_is_nested_deeply_is_refused(home: Device) -> None:
    reply = home.client.post(
        "/api/matches/import", content=b"[" * 100_000, headers={"X-CSRF-Token": home.csrf}
    )
    assert reply.status_code == 400, reply.text


@pytest.mark.parametrize(
    ("do", "problem"),
    [
        ("pass " + "x" * 120_000, "at most 120000 letters"),
        ("pass " + "9" * 5_000, "at most 2000 letters"),
        ("9" * 1_500, "There is no action"),
    ],
)
def test_an_action_has_a_length(home: Device, match_id: str, do: str, problem: str) -> None:
    body = {"do": do, "as": "axis"}
    error = home.post(f"/api/matches/{match_id}/actions", body, 400)["error"]
    assert problem in error
    assert len(error) < 1_000
