"""What wars between the best bots look like: every bar of `data/bars.toml`, over many matches."""

from __future__ import annotations

import pytest

from landbridge.bots.known import known_bots
from landbridge.study.balance import Balance, orders, play_all, summed_up

BEST = next(iter(known_bots("arsenal")))
WARS, MATCHES = 200, 100
DATES = 12
"""Six cities fall and return, each within six months of history."""


def balance(scenario: str, matches: int) -> Balance:
    wanted = orders("arsenal", scenario, (BEST,), matches, "balance")
    return summed_up(wanted, list(play_all(wanted)))


def missed(found: Balance) -> list[str]:
    """The bars that are not kept, with what they came to; all of them are printed."""
    for one in found.measures:
        print(f"{one.title}: {one.figure} {one.middle} ({one.kept})")
    return [f"{one.title}: {one.figure}" for one in found.measures if one.kept is False]


def test_whole_wars_keep_every_bar() -> None:
    found = balance("campaign", WARS)
    assert sum(one.unit == "dates" for one in found.measures) == DATES
    assert not missed(found)


@pytest.mark.parametrize("scenario", ["tutorial", "barbarossa", "case-blue", "bagration"])
def test_neither_side_wins_too_much(scenario: str) -> None:
    assert not missed(balance(scenario, MATCHES))
