"""What players have agreed on, in a match: replacements, and entries that wait."""

from __future__ import annotations

from typing import Any

import pytest

from belorussia.phases import phase
from belorussia.test_ledger import at_position, log_text
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.referee.games import new_match

# Replacements


def test_a_dated_eq_may_wait() -> None:
    due = {"type": "BeginPlayerTurn", "side": "axis"}
    for ruling, kept in (("as_table", ()), ("dated_eq_waits", (5,))):
        first = new_match("belorussia", seed=1, options={"replacement_saving": ruling})
        match = at_position(first, {"turn": 12, "agenda": [due]})
        for entry in match.state.agenda[0].rows:
            match.do(f"arrive {entry}")
        assert match.state.axis.eq == kept
        assert match.state.agenda[0].eq == (() if kept else (5,))
        assert match.state.axis.totals["eq"] == 1
        match.do("lose axis 9 tank battalion 4 track")
        match = at_position(
            match,
            {"agenda": [{"type": "Reinforcement", "side": "axis", "income": 0, "rolled": True}]},
        )
        if kept:
            match.do("rebuild 9")
            assert match.state.axis.eq == ()
            assert "9 is rebuilt for AR5 Eq" in log_text(match)
        else:
            with pytest.raises(Refusal, match="1 Eq of AR4 or more are needed, 0 are there"):
                match.do("rebuild 9")


def test_a_lower_special_result_may_be_taken() -> None:
    dead = [
        {
            "name": "A",
            "unit": {"side": "soviet", "kind": "anti_tank", "size": "brigade", "move": "leg"},
        },
        {"name": "B", "unit": {"side": "soviet", "kind": "artillery", "steps": 3}},
    ]
    step = {"type": "Reinforcement", "side": "soviet", "income": 0, "rolled": True}
    for ruling in ("must_take", "may_skip"):
        first = new_match("belorussia", seed=1, options={"soviet_fallback": ruling})
        match = at_position(
            first, {"agenda": [step | {"rebuild": "anti_tank"}], "soviet": {"dead": dead}}
        )
        if ruling == "must_take":
            with pytest.raises(Refusal):
                match.do("rebuild B")
            continue
        with pytest.raises(Refusal):
            match.do("rebuild B 2")
        match.do("rebuild B")
        assert match.state.agenda[0].rebuild == ""
        assert "B (1 of 3 steps) is rebuilt for the special result" in log_text(match)


def test_a_special_result_brings_a_whole_unit_or_a_step() -> None:
    step = {"type": "Reinforcement", "side": "soviet", "rebuild": "army_hq"}
    unit = {"side": "soviet", "kind": "army_hq", "size": "division", "steps": 2}
    dead = {"soviet": {"dead": [{"name": "5A", "unit": unit}]}}
    match = at_position(new_match("belorussia", seed=1), {"agenda": [step]} | dead)
    match.do("rebuild 5A")
    assert "5A (2 of 2 steps) is rebuilt for the special result" in log_text(match)


def test_a_special_rebuild_that_is_not_used_is_lost() -> None:
    step = {"type": "Reinforcement", "side": "soviet", "rolled": True, "rebuild": "artillery"}
    match = at_position(new_match("belorussia", seed=1), {"agenda": [step | {"income": None}]})
    match.do("supply")
    for place in ("1st Baltic", "Western", "2nd Belorussian"):
        match.do(f"put '{place}' 1SP")
    match.do("put '1st Belorussian' rest")
    match.do("done")
    assert "Unused, and lost with the phase: the special rebuild." in log_text(match)


def test_where_rebuilt_units_stand() -> None:
    for options, free in (({}, "1 Oct 43"), ({"rvgk": "slow_box"}, "8 Oct 43")):
        match = phase("soviet", options, soviet={"pax": 2})
        match.do("lose soviet 51 infantry division 2 leg no 2")
        match.do("rebuild 51")
        assert f"in the RVGK-3 box, free to leave on {free}." in log_text(match)
    match = phase("axis", {"axis_repl_reach": "two_hexes"}, axis={"pax": 2})
    match.do("lose axis 9 infantry battalion 2 leg")
    match.do("rebuild 9")
    assert "at an HQ in trace or within 2 hexes of it." in log_text(match)


def test_ally_pax_rebuild_hungarians() -> None:
    match = phase("axis", axis={"ally": 3, "pax": 9})
    with pytest.raises(BadInput, match="A Hungarian unit is Axis"):
        match.do("lose soviet 9 infantry division 2 leg no 1 hungarian")
    match.do("lose axis Hu infantry division 2 leg no 2 hungarian")
    match.do("rebuild Hu")
    assert (match.state.axis.ally, match.state.axis.pax) == (1, 9)
    match.do("lose axis Dot infantry division 2 leg no 1 yellow_dot")
    assert "Dot (Axis) is lost and goes out of play" in log_text(match)


# Entries that wait


def test_units_that_are_cut_off_wait_or_are_removed() -> None:
    rows = {"rows": ["TFB-OOS-8"]}
    step = {"type": "Reinforcement", "side": "soviet", "income": 0, "rolled": True} | rows
    first = new_match("belorussia", seed=1)
    match = at_position(first, {"agenda": [step]})
    match.do("wait TFB-OOS-8")
    assert match.state.agenda[0].rows == ()
    match = at_position(match, {"agenda": [{"type": "BeginPlayerTurn", "side": "soviet"}]})
    match.do("orders")
    assert match.state.agenda[0].rows[0] == "TFB-OOS-8"
    assert match.state.late == ()
    strict = new_match("belorussia", seed=1, options={"withdrawals": "strict"})
    with pytest.raises(Refusal, match="a unit without trace is removed too"):
        at_position(strict, {"agenda": [step]}).do("wait TFB-OOS-8")


def test_axis_arrivals_wait_for_an_hq_only_where_that_is_agreed() -> None:
    step = {"type": "Reinforcement", "side": "axis", "income": 0, "rolled": True}
    due = {"agenda": [step | {"rows": ["TFB-OOA-1"]}]}
    match = at_position(new_match("belorussia", seed=1), due)
    with pytest.raises(Refusal, match="arrivals do not wait for an HQ"):
        match.do("wait TFB-OOA-1")
    match = at_position(new_match("belorussia", seed=1, options={"axis_arrival": "hq_only"}), due)
    with pytest.raises(Refusal, match="in trace; arrive TFB-OOA-1"):
        match.do("wait TFB-OOA-1")
    for name, place in list(match.state.places.items()):
        if place.kind in ("army_hq", "army_group_hq"):
            match.do(f"mark '{name}' {place.kind} axis yes yes no")
    match.do("wait TFB-OOA-1")
    assert [late.row for late in match.state.late] == ["TFB-OOA-1"]


def test_the_sixteenth_panzer_division_may_come_later_where_that_is_agreed() -> None:
    row16 = "TFB-OOA-34"
    step = {"type": "Reinforcement", "side": "axis", "income": 0, "rolled": True, "rows": [row16]}
    with pytest.raises(Refusal, match="not taken then, it is gone"):
        phase("axis", turn=25).do("call 16_pz")
    later = {"sixteenth_panzer": "later_too"}
    with pytest.raises(Refusal, match="it is offered on 12 Dec 43"):
        phase("axis", later, turn=12).do("call 16_pz")
    match = phase("axis", later, turn=25, agenda=[step])
    match.do(f"decline {row16}")
    match.do("call 16_pz")
    assert match.state.called == (row16,)
    match = at_position(match, {"agenda": [step]})
    match.do(f"arrive {row16}")
    assert (match.state.called, match.state.soviet.vp) == ((), 1)
    with pytest.raises(Refusal, match="it has come already"):
        match.do("call 16_pz")


def test_the_rating_of_52_keeps_nobody_from_leaving_RUL_TFB_88() -> None:
    corps = {"turn": 47, "used": ["6th Guards Mech Corps"]}
    for rating, written in (("two", "52:22-2-2"), ("three", "52:22-3-2")):
        match = phase("soviet", {"ar_of_52": rating}, **corps)
        match = at_position(match, {"agenda": [due("soviet", "TFB-OOS-63")]})
        match.do("withdraw TFB-OOS-63")
        gone = [unit.counter for unit in match.state.soviet.withdrawn]
        assert any(counter.startswith(written) for counter in gone)
        assert match.state.agenda[0].rows == ()


def due(side: str, *rows: str) -> dict[str, Any]:
    """A Reinforcement Phase in which these rows are due."""
    return {"type": "Reinforcement", "side": side, "income": 0, "rolled": True, "rows": rows}


def test_one_eq_a_unit_is_counted_over_the_whole_phase_RUL_TFB_67() -> None:
    for saving, more in (("one_eq_a_unit", False), ("as_table", True)):
        match = phase("axis", {"replacement_saving": saving})
        match = at_position(match, {"agenda": [due("axis") | {"eq": [4, 4, 5]}]})
        for name in ("5Pz", "6Pz"):
            match.do(f"lose axis {name} tank division 4 track no 2")
        match.do("rebuild 5Pz")
        match.do("rebuild 6Pz")
        if more:
            match.do("rebuild 5Pz")
            continue
        with pytest.raises(Refusal, match="2 Eq for one unit in one turn; 1 at most"):
            match.do("rebuild 5Pz")
        assert match.state.agenda[0].eq == (5,)


def test_a_withdrawn_unit_does_not_come_out_of_the_box_RUL_TFB_4() -> None:
    match = phase("soviet", turn=43)
    match = at_position(match, {"agenda": [due("soviet", "TFB-OOS-56") | {"eq": [5]}]})
    match.do("lose soviet 24 tank brigade 3 track yes")
    match.do("rebuild 24")
    assert [boxed.name for boxed in match.state.soviet.box] == ["24"]
    match.do("withdraw TFB-OOS-56")
    with pytest.raises(BadInput, match="'24' is not in the RVGK-3 box"):
        match.do("leave 24 Western")
