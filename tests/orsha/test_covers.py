"""In what a piece is said to be: a Trench, a Pillbox or a building must be there (CG11, 9.607)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from orsha.campaign_play import SET_UP, after, begin, lay, refused, say

GUN = "G-23am-G1.1/1"
CREW = "G-23am-G1.1/3"
OTHERS = (
    f"place {CREW} K30",
    "place G-23am-G1.1/2 K29",
    "place G-23am-G1.1/4 K29",
    "place rest retained",
    "place rest K29",
)
NONE = f"{GUN} (75L PaK 40) is said to be in a trench, but there is none in K30"


def setting_up(**settings: Any) -> Match[Any]:
    match = begin(**settings)
    say(match, "german", "buy G1", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "ready")
    match.do("wind none", "german")
    return match


def open_to_battle(match: Match[Any]) -> Match[Any]:
    say(match, "german", SET_UP)
    match.do("ready", "russian")
    return match


@pytest.fixture(scope="module")
def first() -> Match[Any]:
    """The first set-up, with a PaK to dig in."""
    return setting_up()


def test_a_gun_in_a_trench_needs_the_trench_whichever_is_noted_first(first: Match[Any]) -> None:
    match = first.branch()
    say(match, "german", f"place {GUN} K30 in=trench", *OTHERS)
    caught = refused(match, "german", "ready", re.escape(NONE))
    assert set(caught.rules) == {"OTO-CG11-4", "OTO-9.607-2"}
    assert [str(one)[: len(NONE)] for one in match.decisions("german")[0].violations] == [NONE]
    lay(match, "Trench", "K30")
    match.do("ready", "german")


def test_a_building_is_one_that_the_map_shows(first: Match[Any]) -> None:
    match = first.branch()
    say(match, "german", f"place {GUN} K30 in=building", *OTHERS)
    refused(match, "german", "ready", "is said to be in a building, but there is none in K30")
    say(match, "german", f"place {GUN} Q10 in=building", f"place {CREW} Q10", "ready")


def test_a_report_puts_nobody_in_a_trench_that_is_not_there(first: Match[Any]) -> None:
    match = first.branch()
    lay(match, "Trench", "K30")
    match = open_to_battle(match)
    row = "ended G-23am-I1.1/1 {} in=trench"
    refused(match, "german", row.format("K31"), "but there is none in K31; leave in=trench out")
    match.do(row.format("K30"), "german")
    # Who is lost is in nothing any more.
    match.do("ended G-23am-I1.1/2 eliminated in=building", "german")
    # German Trenches lie open once all is set up: the Russians may have taken this one.
    match.do("ended R-23am-I1.1/1 K30 in=trench", "russian")
    refused(match, "russian", "ended R-23am-I1.1/2 K31 in=pillbox", "but there is none in K31")


def test_who_stayed_in_it_need_not_prove_it_again() -> None:
    match = setting_up(mode="referee")
    say(match, "german", f"place {GUN} K30 in=trench", *OTHERS)
    match.do("ready", "german", declare=True)
    match.do("ready", "russian")
    match = after(match, [f"{GUN} K30 in=trench"])
    assert match.state.german.report[GUN].cover == "trench"
