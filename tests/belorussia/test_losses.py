"""Losses noted in the ledger: remnants, HQs that come back, points for what falls."""

from __future__ import annotations

import pytest

from belorussia.phases import phase, row
from belorussia.test_ledger import at_position, begin, log_text, to_axis_phase
from landbridge.engine.refusals import Refusal
from landbridge.games.belorussia.ledger.score import score_so_far

# Remnants


def test_a_remnant_saves_a_pax_and_goes_back_when_its_division_is_rebuilt() -> None:
    match = phase("axis", axis={"pax": 7})
    with pytest.raises(Refusal, match="no such division is in the Dead Pile"):
        match.do("remnant 252")
    match.do("lose axis 252 infantry division 3 leg no 4")
    match.do("lose axis 18 infantry regiment 3 leg")
    match.do("lose axis Hu infantry division 2 leg no 3 hungarian")
    for name in ("18", "Hu"):
        with pytest.raises(Refusal, match=f"'{name}' leaves no remnant.*252"):
            match.do(f"remnant {name}")
    match.do("remnant 252")
    assert match.state.remnants == ("252",)
    assert row(match, "Axis", "Remnants on the map, of") == "252"
    match.do("rebuild 252 4")
    assert (match.state.axis.pax, match.state.remnants) == (0, ())
    assert "252 (4 of 4 steps) is rebuilt for 7 Pax, at an HQ in trace." in log_text(match)


def test_a_remnant_can_be_lost_and_there_may_be_none() -> None:
    match = phase("axis", axis={"pax": 7})
    match.do("lose axis 252 infantry division 3 leg no 4")
    with pytest.raises(Refusal, match="'252' has left no remnant"):
        match.do("lose axis 252 remnant battalion 2 leg")
    match.do("remnant 252")
    match.do("lose axis 252 remnant battalion 2 leg")
    assert match.state.remnants == ()
    assert [unit.name for unit in match.state.axis.dead] == ["252"]
    with pytest.raises(Refusal, match="8 Pax are needed, 7 are there"):
        match.do("rebuild 252 4")
    off = phase("axis", {"remnants": "off"}, axis={"pax": 7})
    off.do("lose axis 252 infantry division 3 leg no 4")
    with pytest.raises(Refusal, match="there are no remnants in this match"):
        off.do("remnant 252")


# HQs that come back


@pytest.mark.parametrize(
    ("kind", "note", "options", "phases"),
    [
        ("army_hq", "none", {}, 1),
        ("army_hq", "none", {"army_hq_return": "two_turns"}, 2),
        ("army_group_hq", "none", {"army_group_hq_return": "two_turns"}, 2),
        ("corps_hq", "none", {}, 2),
        ("corps_hq", "no_trace", {"corps_hq_recovery": "always_returns"}, 4),
        ("kessel_hq", "none", {}, 4),
    ],
)
def test_a_lost_hq_comes_back(kind: str, note: str, options: dict[str, str], phases: int) -> None:
    match = phase("axis", options)
    match.do(f"lose axis 'HQ X' {kind} brigade 1 truck no 1 {note}")
    assert [hq.phases for hq in match.state.returning] == [phases]
    with pytest.raises(Refusal, match="lost already and is on its way back"):
        match.do(f"lose axis 'HQ X' {kind} brigade 1 truck")
    for left in range(phases - 1, -1, -1):
        assert "HQ X is back" not in log_text(match)
        match = at_position(match, {"agenda": [{"type": "BeginPlayerTurn", "side": "axis"}]})
        assert [hq.phases for hq in match.state.returning] == ([left] if left else [])


def test_a_lost_army_hq_is_no_place_until_it_is_back() -> None:
    match = phase("axis")
    name = next(n for n, p in match.state.places.items() if p.kind == "army_hq")
    match.do(f"lose axis '{name}' army_hq brigade 1 truck")
    assert name not in match.state.places
    with pytest.raises(Refusal, match="is lost and on its way back"):
        match.do(f"mark '{name}' army_hq axis")
    match = at_position(match, {"agenda": [{"type": "BeginPlayerTurn", "side": "axis"}]})
    assert match.state.places[name].kind == "army_hq"


def test_a_corps_hq_may_recover_by_the_die() -> None:
    match = to_axis_phase(begin(options={"corps_hq_recovery": "die_roll"}))
    match.do("lose axis 'XX Corps' corps_hq brigade 1 truck")
    (dead,) = match.state.axis.dead
    begins = {
        "agenda": [
            {"type": "OnTheMap", "side": "soviet"},
            {"type": "BeginPlayerTurn", "side": "axis"},
        ]
    }
    again = at_position(match, begins)
    again.do("end", dice=(3,))
    assert again.state.axis.dead == (dead,)
    assert "XX Corps does not recover yet." in log_text(again)
    again = at_position(match, begins)
    again.do("end", dice=(4,))
    assert again.state.axis.dead == ()
    assert "XX Corps is back: an Army or Army Group HQ in trace." in log_text(again)


def test_a_corps_hq_that_was_cut_off_is_paid_for() -> None:
    match = phase("axis")
    match.do("lose axis 'XX Corps' corps_hq brigade 1 truck no 1 no_trace")
    assert [unit.name for unit in match.state.axis.dead] == ["XX Corps"]
    assert match.state.returning == ()


def test_kessel_hqs_are_counted() -> None:
    match = phase("axis")
    match.do("mark Pocket kessel_hq axis")
    with pytest.raises(Refusal, match="no Kessel HQ is left; out now: Pocket"):
        match.do("mark Other kessel_hq axis")
    match.do("lose axis Pocket kessel_hq brigade 0 leg")
    with pytest.raises(Refusal, match="no Kessel HQ is left"):
        match.do("mark Other kessel_hq axis")
    plain = phase("axis", {"kessel_hq": "plain_hq"})
    plain.do("mark Pocket kessel_hq axis")
    plain.do("lose axis Pocket kessel_hq brigade 0 leg")
    plain.do("mark Other kessel_hq axis")
    with pytest.raises(Refusal, match="there is no Kessel HQ"):
        phase("axis", {"kessel_hq": "off"}).do("mark Pocket kessel_hq axis")


# Points for losses


def test_points_for_fortresses_and_pockets() -> None:
    division = "lose axis 252 infantry division 3 leg no 4 no_trace"
    hq = "lose soviet '5th Army' army_hq division 1 truck no 1 no_trace"
    fortress = "lose axis Bobruisk fortress battalion 3 leg"
    for options, points in (
        ({}, (0, 0, 1)),
        ({"victory_points": "cities_and_pockets"}, (1, -1, 1)),
        ({"fortress": "marker_only"}, (0, 0, 0)),
    ):
        for said, worth in zip((division, hq, fortress), points, strict=True):
            match = phase("axis", options)
            match.do("fortify Bobruisk")
            match.do(said)
            assert match.state.soviet.vp == worth, (options, said)


def test_a_fortress_is_declared_once_and_falls_with_its_city_RUL_TFB_9() -> None:
    match = phase("axis")
    with pytest.raises(Refusal, match="Bobruisk is no fortress; none has been declared"):
        match.do("lose axis Bobruisk fortress battalion 3 leg")
    with pytest.raises(Refusal, match="a village is no city"):
        match.do("fortify Lepel village")
    match.do("fortify Bobruisk")
    with pytest.raises(Refusal, match="one has been declared this turn"):
        match.do("fortify Vitebsk")
    match.do("hold Bobruisk")
    assert match.state.soviet.vp == 1
    with pytest.raises(Refusal, match="Bobruisk is no fortress"):
        match.do("lose axis Bobruisk fortress battalion 3 leg")
    later = at_position(match, {"turn": match.state.turn + 1})
    with pytest.raises(Refusal, match="not in Axis hands"):
        later.do("fortify Bobruisk")
    later.do("minsk fortress yes")
    with pytest.raises(Refusal, match="never given up"):
        later.do("minsk fortress no")


def test_smolensk_in_axis_hands_costs_the_soviet_side_RUL_TFB_35() -> None:
    match = phase("axis")
    before = score_so_far(match.state).result.points
    match.do("hold Smolensk no")
    match.do("hold Bryansk no")
    assert score_so_far(match.state).result.points == before - 3
    match.do("hold Smolensk")
    match.do("hold Bryansk")
    assert score_so_far(match.state).result.points == before


def test_a_fortress_in_minsk_has_its_date_and_its_owner() -> None:
    phase("axis").do("minsk fortress yes")
    late = {"fortress": "from_march"}
    with pytest.raises(Refusal, match="no fortress before 8 Mar 44"):
        phase("axis", late, turn=48).do("minsk fortress yes")
    phase("axis", late, turn=49).do("minsk fortress yes")
    match = phase("axis")
    match.do("minsk soviet yes")
    with pytest.raises(Refusal, match="not in Axis hands"):
        match.do("minsk fortress yes")
