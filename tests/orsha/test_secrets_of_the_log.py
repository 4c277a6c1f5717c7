"""What the log of the Reorganisation Phase keeps from the enemy: pieces that he has not seen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reorganising.map.clearing import MapClearing
from landbridge.games.orsha.campaign.reorganising.perimeter.escapes import Escapes
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath
from orsha.campaign_play import (
    after,
    begin,
    go_to,
    joined_by,
    logged,
    say,
    settle,
    to_battle,
)
from orsha.test_recount import played

ID = re.compile(r"[GR]-2[34][ap]m-(?:OoB|FPP|[A-Z]\d+\.\d+)/\w+")


@pytest.fixture(scope="module")
def battle() -> Match[Any]:
    """The first battle can be fought."""
    return to_battle(begin())


@pytest.mark.parametrize("seed", [7, 11])
def test_everybody_reads_only_names_of_pieces_that_were_seen(seed: int) -> None:
    match = played(seed)
    named = 0
    for number, event in match.log():
        if event.seen_by is not None:
            continue
        ids = ID.findall(str(event.values))
        seen = match.at(number).sightings
        assert [one for one in ids if one not in seen] == [], event.id
        named += len(ids)
    assert named


def test_fate_of_a_concealed_unit_is_read_by_its_own_side_alone_9_602(battle: Match[Any]) -> None:
    lines = ("G-23am-I1.1/3 P20 concealed encircled", "G-23am-I1.1/4 P20 encircled")
    match = settle(after(battle, lines))
    match.do("resolve", "german")
    assert "I1.1/3', 'name'" in logged(match, "german")
    assert "I1.1/3', 'name'" not in logged(match, "russian")
    assert "I1.1/4', 'name'" in logged(match, "russian")


def test_what_is_given_up_unseen_stays_unseen_9_6072(battle: Match[Any]) -> None:
    known = RosterPiece(id="G-23am-I1.1/90", side="german", kind="sw", name="LMG", cvp=0)
    unseen = RosterPiece(id="G-23am-I1.1/91", side="german", kind="sw", name="MMG", cvp=0)
    match = joined_by(battle, "german", known, unseen)
    lines = (f"{known.id} P20", f"{unseen.id} offmap")
    match = settle(after(match, lines))
    go_to(match, MapClearing)
    say(match, "german", f"scrap {known.id}", f"scrap {unseen.id}")
    assert match.state.sightings[known.id].status == "eliminated"
    assert unseen.id not in match.state.sightings
    assert known.id in logged(match, "russian")
    assert unseen.id not in logged(match, "russian")


def test_how_many_pieces_leave_the_map_is_told_to_their_own_side_9_607(battle: Match[Any]) -> None:
    match = settle(after(battle))
    go_to(match, MapClearing)
    for role in match.game.roles:
        assert [e.values["side"] for _, e in match.log(role) if e.id == "cleared"] == [role]


def test_a_fortification_that_is_left_out_stays_a_secret() -> None:
    match = begin()
    say(match, "german", "ready", "receive")
    say(match, "russian", "ready", "receive", "ready")
    say(match, "german", "wind")
    own = match.state.german.pieces.values()
    trench = next(piece.id for piece in own if piece.name == "Trench")
    match.do(f"place {trench} nowhere", "german")
    assert trench not in match.state.sightings
    assert trench not in logged(match, "russian")
    assert "not_set_up" not in logged(match)


def test_what_is_put_right_in_the_open_tells_nothing_of_concealed_units(battle: Match[Any]) -> None:
    match = after(battle)
    assert isinstance(match.state.agenda[0], Aftermath)
    match.do("ended G-23am-I1.1/3 P21 concealed", "german")
    match.do("report 'ended G-23am-I1.1/4 P22 concealed' 'ended G-23am-I1.1/5 P23'", "german")
    match.do("appeared G-23am-I1.1/3 half", "german")
    own, enemy = logged(match, "german"), logged(match, "russian")
    for hex in ("P21", "P22"):
        assert hex in own
        assert hex not in enemy
    assert "P23" in enemy
    assert "'what': '2-4-7'" in own
    assert "'what': '2-4-7'" not in enemy


def test_who_escapes_concealed_is_named_to_his_own_side_alone_9_6063(battle: Match[Any]) -> None:
    concealed, open_ = "G-23am-I1.1/18", "G-23am-I1.1/19"
    lines = ("G-23am-I1.1/1 P41", f"{concealed} Q42 concealed", f"{open_} S42")
    match = settle(after(battle, lines))
    step = go_to(match, Escapes)
    assert {concealed, open_} <= set(step.must)
    assert set(match.view("german").agenda[0].must) >= {concealed, open_}
    assert set(match.view("russian").agenda[0].must) == {open_}
    match.do(f"escape {concealed}", "german")
    match.do(f"escape {open_}", "german")
    own, enemy = logged(match, "german"), logged(match, "russian")
    assert concealed in own
    assert concealed not in enemy
    assert "concealed in Q42" in enemy
    assert open_ in enemy
    assert concealed in match.state.gone
    assert concealed not in match.view("russian").gone
    assert concealed in match.view("german").gone
