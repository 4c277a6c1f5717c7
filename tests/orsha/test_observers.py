"""Offboard Observers: the Russians record theirs in secret before the Germans set up."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.drafts.drafts import drafts_of
from landbridge.games.orsha.campaign.preparing.preparations import Preparations
from landbridge.games.orsha.campaign.sealed import sealed_orders
from landbridge.games.orsha.campaign.setting_up.set_up import SetUp
from landbridge.games.orsha.campaign.setting_up.wind import Wind
from orsha.campaign_play import SET_UP, after, begin, go_to, in_state, logged, refused, say, settle

EYE = "R-23am-O6.1/1"
GERMAN = "G-23am-O4.1/1"


@pytest.fixture(scope="module")
def bought() -> Match[Any]:
    """The Russians have an Offboard Observer, and have made their Recon dr."""
    match = begin()
    say(match, "german", "buy O1", "buy O4", "ready", "receive")
    say(match, "russian", "buy O1", "buy O6", "buy I1", "ready", "receive", "recon 2")
    assert match.state.russian.pieces[EYE].kind == "observer"
    return match


def test_they_are_recorded_while_the_sides_prepare(bought: Match[Any]) -> None:
    match = bought.branch()
    assert isinstance(match.state.agenda[0], Preparations)
    (decision,) = match.decisions()
    assert [offer.verb for offer in decision.offers] == ["place", "ready"]
    assert decision.offers[0].slots[0].choices == (EYE,)
    caught = refused(match, "russian", "ready", r"R-23am-O6.1/1 \(.*\) has not been recorded")
    assert caught.rules == ("OTO-RGR-i-1", "OTO-CG13-4")
    refused(match, "russian", f"place {EYE} P1", "is not on the east edge")
    refused(match, "russian", "place R-23am-I1.1/1 P45", "records no Offboard Observer")
    refused(match, "russian", f"place {EYE} offboard", "records no Offboard Observer")
    say(match, "russian", f"place {EYE} P52", f"place {EYE} K53", "ready")
    assert match.state.russian.pieces[EYE].hex == "K53"
    assert isinstance(match.state.agenda[0], Wind)
    # In secret: the Germans are told of nothing.
    assert EYE not in logged(match, "german")
    assert EYE in logged(match, "russian")


def test_when_the_germans_have_set_up_it_is_too_late(bought: Match[Any]) -> None:
    match = bought.branch()
    say(match, "russian", f"place {EYE} P52", "ready")
    # The German one sets up with the others, before the Russians do.
    say(match, "german", "wind none", f"place {GERMAN} P1", SET_UP)
    caught = refused(match, "russian", f"place {EYE} K53", "recorded before the Germans set up")
    assert caught.rules == ("OTO-RGR-i-1",)
    refused(match, "russian", f"place {EYE} P1", "recorded before the Germans set up")
    found = drafts_of(match.view("russian"), "russian", {"place": (EYE,)}).placing
    assert found is not None
    assert (found.hexes, "OTO-RGR-i-1" in found.rules) == ((), True)


def test_he_keeps_his_post_and_may_change_it_on_the_next_date(bought: Match[Any]) -> None:
    match = bought.branch()
    say(match, "russian", f"place {EYE} P52", "ready")
    say(match, "german", "wind none", SET_UP)
    say(match, "russian", "ready", "ready")
    match = settle(after(match))
    go_to(match, Preparations)
    assert match.state.russian.pieces[EYE].hex == "P52"
    while match.state.russian.phase != "observing":
        match.do("ready", match.decisions()[-1].who)
    stays = match.branch()
    stays.do("ready", "russian")
    assert isinstance(go_to(stays, SetUp), SetUp)
    say(match, "russian", f"place {EYE} K53", "ready")
    assert match.state.russian.pieces[EYE].hex == "K53"


def test_a_post_that_the_enemy_has_taken_is_recorded_anew(bought: Match[Any]) -> None:
    match = bought.branch()
    match.do(f"place {EYE} P52", "russian")
    lost = in_state(match, replace(match.state, control=match.state.control | {"P52": "german"}))
    refused(lost, "russian", "ready", "has not been recorded")
    # Where no hex of the edge is left, nothing can be recorded and nothing is asked.
    none = dict.fromkeys(match.state.control, "german")
    in_state(match, replace(match.state, control=none)).do("ready", "russian")


def test_nobody_is_asked_who_has_no_observer() -> None:
    match = begin()
    say(match, "german", "buy O1", "buy O4", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "ready")
    assert isinstance(match.state.agenda[0], Wind)


def test_the_note_is_in_the_sealed_letter() -> None:
    common = begin(dice="seeded")
    mine = sealed_orders.private_copy(common, "russian")
    say(mine, "russian", "buy O1", "buy O6", "ready", "receive", "recon 2")
    say(mine, "russian", f"place {EYE} P52", "ready")
    say(mine, "german", "wind none", SET_UP)
    mine.do("ready", "russian")
    other = sealed_orders.private_copy(common, "german")
    say(other, "german", "ready", "receive", "wind none", SET_UP)
    papers = [sealed_orders.seal(other, "german"), sealed_orders.seal(mine, "russian")]
    assert f"place {EYE} P52" in [done.do for done in papers[1][1].prepared]
    sealed_orders.open_letters(common, papers)
    common.do("wind none", "german")
    sealed_orders.open_letters(common, papers)
    assert common.state.russian.pieces[EYE].hex == "P52"
