"""What a battle costs, as the log tells it: names, points, and who may read of it."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.sentences import name_of_line
from orsha.campaign_play import after, begin, settle, to_battle, told


@pytest.fixture(scope="module")
def battle() -> Match[Any]:
    """The first battle can be fought."""
    return to_battle(begin())


def losses(match: Match[Any], role: str = "referee") -> list[str]:
    ids = ("casualties", "concealed_casualties", "exits")
    return [match.game.sentence(event) for _, event in match.log(role) if event.id in ids]


def test_log_names_what_each_side_has_lost(battle: Match[Any]) -> None:
    german = ("G-23am-I1.1/1 eliminated", "G-23am-I1.1/2 eliminated", "G-23am-I1.1/3 P20 as=2-4-7")
    russian = ("R-23am-V5.1/1 eliminated at=P38", "R-23am-OoB/1 exited")
    match = settle(after(battle, german, russian))
    assert losses(match) == [
        "German losses, 5 CVP:\nRifle Co. I (I1.1, 23 AM): 4-6-7 (1-2) eliminated,"
        " 4-6-7 (3) reduced to 2-4-7.",
        "Russian losses, 7 CVP:\nTank Plt. II (V5.1, 23 AM): PT-34 (1) eliminated.",
        "Exited by the west edge, 7 EVP:\ninitial force (OoB): T-34 M43 (1).",
    ]
    assert losses(match, "german") == losses(match, "russian") == losses(match)
    assert "CVP Russian 5, German 7; EVP 7." in told(match)


def test_what_stays_concealed_is_named_to_its_own_side_alone_9_602(battle: Match[Any]) -> None:
    match = settle(after(battle, ("G-23am-I1.1/3 P20 concealed as=2-4-7",)))
    secret = (
        "German losses, still concealed from the enemy, 1 CVP:\n"
        "Rifle Co. I (I1.1, 23 AM): 4-6-7 (3) reduced to 2-4-7."
    )
    assert losses(match, "german") == [secret]
    assert losses(match, "russian") == []
    assert "CVP Russian 1, German 0" in told(match, "russian")


def test_survivors_of_a_vehicle_are_not_counted_with_it(battle: Match[Any]) -> None:
    match = battle.branch()
    match.do("appeared R-23am-V5.1/1 crew", "russian")
    match = settle(after(match, (), ("R-23am-V5.1/1c P45", "R-23am-V5.1/1 eliminated at=P45")))
    assert match.state.cvp["german"] == 5


def test_halves_of_a_squad_exit_for_one_point_each(battle: Match[Any]) -> None:
    match = battle.branch()
    match.do("appeared R-23am-I1.1/1 half", "russian")
    match = settle(after(match, (), ("R-23am-I1.1/1 exited", "R-23am-I1.1/1a exited")))
    assert match.state.evp == 2
    assert losses(match) == [
        "Exited by the west edge, 2 EVP:\nRifle Co. (I1.1, 23 AM): 2-3-7 (1 and 1a)."
    ]


def test_a_counter_with_brackets_in_its_name_is_named() -> None:
    assert name_of_line("R-23am-V5.1/1 (PT-34(L)) stays") == (
        "PT-34(L) of Tank Plt. II (V5.1/1, 23 AM) stays"
    )
