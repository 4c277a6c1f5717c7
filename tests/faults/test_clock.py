"""The clock is set forwards or back while people play: matches do not mind."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from faults.matches import Club

DAY = 86_400.0


class Clock:
    """The time of day, as somebody has set it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.wrong_by = 0.0
        # The server's alone; a browser drops its cookies by a clock of its own.
        shown = SimpleNamespace(time=lambda: time.time() + self.wrong_by)
        patch.setattr("landbridge.store.matches.time", shown)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.parametrize("days", [-4000.0, -1.0, 1.0, 29.0])
def test_matches_go_on_whatever_the_clock_says(club: Club, clock: Clock, days: float) -> None:
    one, other = club.begins("rest", "rest"), club.begins("rest", "rest")
    club.anna.does(one, "rest", version=1)
    clock.wrong_by = days * DAY
    club.boris.does(one, "rest", version=2)
    club.anna.does(one, "rest", version=3)
    club.boris.post(f"/api/matches/{one}/undo", {"version": 4}, 403)
    club.anna.post(f"/api/matches/{one}/undo", {"version": 4})
    club.check(one)
    clock.wrong_by = 0.0
    club.anna.does(one, "rest", version=5)
    row = club.check(one)
    assert row is not None
    assert row.version == 6
    listed = [found["id"] for found in club.anna.get("/api/matches?mine=true")]
    assert sorted(listed) == sorted([one, other])
    club.check_anew([one, other])


def test_a_session_ends_by_the_clock_and_not_a_match(club: Club, clock: Clock) -> None:
    one = club.begins("rest", "rest")
    clock.wrong_by = 400 * DAY
    assert club.anna.does(one, "rest", 403, version=1)["login"]
    assert club.check(one) is not None
    club.anna.logs_in("Anna")
    club.anna.does(one, "rest", version=1)
    # The clock was wrong, and is set right: sessions from before are as good as ever.
    clock.wrong_by = 0.0
    club.boris.does(one, "rest", version=2)
    club.anna.does(one, "rest", version=3)
    club.check_anew([one])
