"""Battle Hardening in a match."""

from __future__ import annotations

from landbridge.games.orsha.campaign.promotions import HardeningStep
from landbridge.games.orsha.campaign.roster import Listed
from orsha.campaign_play import after, begin, go_to, joined_by, settle, to_battle, told

HEROIC = "G-23am-I1.1/99"
LOWER = "G-23am-I1.1/98"


def test_a_heroic_leader_hardens_once() -> None:
    match = to_battle(begin())
    own = [p for p in match.state.german.pieces.values() if p.kind == "leader"]
    heroic = Listed(id=HEROIC, side="german", kind="leader", name="8-0", cvp=1)
    lower = Listed(id=LOWER, side="german", kind="leader", name="6+1", cvp=1)
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
    assert found.state.german.pieces[LOWER].name == "7-0"
    assert "6+1 Battle Hardens" in told(found, "german")
