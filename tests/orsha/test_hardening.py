"""Battle Hardening in a match."""

from __future__ import annotations

from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reorganising.people.hardening import HardeningStep
from orsha.campaign_play import after, begin, go_to, joined_by, refused, settle, to_battle

HEROIC = "G-23am-I1.1/99"
LOWER = "G-23am-I1.1/98"


def test_a_heroic_leader_hardens_once() -> None:
    match = to_battle(begin())
    own = [p for p in match.state.german.pieces.values() if p.kind == "leader"]
    heroic = RosterPiece(id=HEROIC, side="german", kind="leader", name="8-0", cvp=1)
    lower = RosterPiece(id=LOWER, side="german", kind="leader", name="6+1", cvp=1)
    match = joined_by(match, "german", heroic, lower)
    lines = [f"{p.id} eliminated" for p in own]
    match = settle(after(match, [*lines, f"{HEROIC} P20 heroic"]))
    go_to(match, HardeningStep)
    assert match.state.german.pieces[HEROIC].name == "8-1"
    # Whatever is rolled: 8-1 now, he has hardened already, and a lower grade may harden instead.
    for dice in ((1, 1), (3, 3), (5, 5), (6, 6)):
        found = match.branch()
        found.do("leader", "german", dice=[dice])
        assert found.state.german.pieces[HEROIC].name == "8-1"
    found = match.branch()
    found.do("leader", "german", dice=[(3, 3)])
    refused(found, "german", f"harden {HEROIC}", "does not Battle Harden by the DR")
    found.do(f"harden {LOWER}", "german")
    assert found.state.german.pieces[LOWER].name == "7-0"


def test_who_hardens_is_decided_when_the_dr_is_known() -> None:
    match = to_battle(begin())
    own = [p for p in match.state.german.pieces.values() if p.kind == "leader"]
    made = [
        RosterPiece(id=f"G-23am-I1.1/{n}", side="german", kind="leader", name=name, cvp=1)
        for n, name in enumerate(("9-1", "9-1", "8-0", "7-0"), 90)
    ]
    match = joined_by(match, "german", *made)
    match = settle(after(match, [f"{p.id} eliminated" for p in own]))
    go_to(match, HardeningStep)
    won = match.state.scores[0].winner == "german"
    # A 9-1, which carries an asterisk: either of the two, or any lower grade.
    match.do("leader", "german", dice=[(4, 3) if won else (4, 1)])
    choices = {"G-23am-I1.1/90", "G-23am-I1.1/91", "G-23am-I1.1/92", "G-23am-I1.1/93"}
    assert set(match.state.german.hardening.leaders) == choices
    match.do("mmc", "german", dice=[(6, 6)])
    caught = refused(match, "german", "ready", "a leader Battle Hardens by the DR")
    assert caught.rules == ("OTO-9.6113-2",)
    match.do("harden G-23am-I1.1/91", "german")
    pieces = match.state.german.pieces
    assert (pieces["G-23am-I1.1/91"].name, pieces["G-23am-I1.1/90"].name) == ("9-2", "9-1")
    match.do("ready", "german")
