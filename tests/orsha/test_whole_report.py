"""A report is one action: entered whole or not at all, with every bad row by its number."""

from __future__ import annotations

import shlex
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.orsha.campaign.reports.reports import pieces_due
from landbridge.games.orsha.campaign.reports.whole_report import (
    MOST_CONTROL_ROWS,
    MOST_ROWS,
    in_blocks,
)
from landbridge.referee.games import load_match
from orsha.campaign_play import begin, fight, say, to_battle, told

BAD = (
    "ended G-23am-I7.9/1 P30",
    "ended {piece} ZZ99",
    "ended {piece} P30 captured",
    "ended {piece} P30 bogged",
    "ended {piece} P30 as=8-3-9",
    "ended {piece} P30 dr=99",
    "appeared {piece} crew",
    "lost {piece}",
    "ended {piece}",
    "shows G-23am-I1.1/99 4-6-7",
    "",
)
"""Rows that can never stand, of the first German squads."""


@pytest.fixture(scope="module")
def battle() -> Match[Any]:
    return to_battle(begin())


def whole(*rows: str) -> str:
    return shlex.join(("report", *rows))


def good_rows(match: Match[Any], side: Any = "german") -> list[str]:
    return [f"ended {piece.id} P30" for piece in pieces_due(match.state.book(side))]


def test_a_whole_report_says_what_its_rows_say_one_by_one(battle: Match[Any]) -> None:
    rows = ["ended G-23am-I1.1/1 K40 broken", "ended G-23am-I1.1 K34", "ended rest P30"]
    single, together = battle.branch(), battle.branch()
    say(single, "german", *rows)
    say(together, "german", whole(*rows))
    assert together.state == single.state
    assert len(together) == len(battle) + 1


def test_a_whole_report_is_saved_loaded_and_taken_back_as_one(battle: Match[Any]) -> None:
    match = battle.branch()
    before = fingerprint(match.state)
    say(match, "german", whole(*good_rows(match)), "file")
    again = load_match(from_text(to_text(match.save())))
    assert again.state == match.state
    match.undo()
    match.undo()
    assert fingerprint(match.state) == before


def test_a_counter_made_in_battle_may_stand_below_the_row_of_where_it_ended(
    battle: Match[Any],
) -> None:
    match = battle.branch()
    say(match, "german", whole("ended G-23am-I1.1/4a K34", "appeared G-23am-I1.1/4 half"))
    assert match.state.german.report["G-23am-I1.1/4a"].hex == "K34"


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_exactly_the_bad_rows_of_a_report_are_named(
    battle: Match[Any], data: st.DataObject
) -> None:
    rows = good_rows(battle)
    bad = data.draw(st.sets(st.integers(0, 11), max_size=12))
    for at in bad:
        row = data.draw(st.sampled_from(BAD))
        rows[at] = row.format(piece=f"G-23am-I1.1/{at + 1}")
    match = battle.branch()
    before = fingerprint(match.state)
    if not bad:
        match.do(whole(*rows), "german")
        return
    with pytest.raises(Refusal) as caught:
        match.do(whole(*rows), "german")
    assert [one.row for one in caught.value.violations] == [at + 1 for at in sorted(bad)]
    assert all(one.text for one in caught.value.violations)
    assert fingerprint(match.state) == before
    assert not caught.value.declarable


def test_bad_rows_are_listed_with_what_is_allowed(battle: Match[Any]) -> None:
    match = battle.branch()
    rows = good_rows(match)
    rows[16] += " bogged"
    rows[29] = rows[28]
    with pytest.raises(Refusal) as caught:
        match.do(whole(*rows), "german")
    first, second, *more = str(caught.value).split("\n")
    assert first.startswith("2 rows cannot stand, so nothing was entered [OTO-8.618-1]")
    assert second.startswith("  row 17: G-23am-I1.1/17 (")
    assert "cannot be bogged; legal: " in second
    assert more == [f"  row 30: {rows[28].split()[1]} stands in row 29 already"]


def test_what_follows_from_a_bad_row_is_not_told_again(battle: Match[Any]) -> None:
    rows = ["appeared G-23am-OoB/3 half", "ended G-23am-OoB/3a P30", "ended G-23am-I1.1/1 QQ1"]
    with pytest.raises(Refusal) as caught:
        battle.branch().do(whole(*rows), "german")
    assert [one.row for one in caught.value.violations] == [1, 3]


def test_a_report_without_rows_or_with_too_many_is_refused(battle: Match[Any]) -> None:
    match = battle.branch()
    for rows in ((), ("ended rest P30",) * (MOST_ROWS + 1)):
        with pytest.raises(BadInput, match=f"1 to {MOST_ROWS} rows, not {len(rows)}"):
            match.do(whole(*rows), "german")
    with pytest.raises(BadInput, match="one row names many hexes"):
        match.do(whole(*["control russian K33"] * (MOST_CONTROL_ROWS + 1)), "german")


def test_the_log_tells_a_report_as_one_block_to_its_side_alone(battle: Match[Any]) -> None:
    match = battle.branch()
    rows = good_rows(match)
    rows[3] = "ended G-23am-I1.1/4 K34 broken"
    say(match, "german", whole(*rows))
    block = (
        f"Report, {len(rows)} rows:\nRifle Co. I (I1.1, 23 AM): 1-3 and 5-19 P30, 4 K34 broken;\n"
    )
    assert block in told(match, "german")
    assert told(match, "russian") == told(battle, "russian")
    assert [event.id for event in match.history[-1].events] == ["report"]


def test_pieces_that_fared_alike_are_told_together() -> None:
    pairs = [
        ("A/1", "K1"),
        ("A/2", "K1"),
        ("A/2a", "K2"),
        ("A/4", "K1"),
        ("A", "K3"),
        ("rest", "P"),
    ]
    assert in_blocks(pairs) == "A: 1-2 and 4 K1, 2a K2, K3;\nrest: P"


# When both reports lie open


def test_facts_are_entered_as_one_with_rows_that_mend_a_report(battle: Match[Any]) -> None:
    match = fight(battle.branch())
    rows = (
        "control russian N38",
        "ended G-23am-I1.1/1 K41",
        "evp 3 'by our count'",
        "mark Q10 blaze",
    )
    text = whole(*rows)
    with pytest.raises(Refusal) as caught:
        match.do(text, "russian")
    assert {one.row for one in caught.value.violations} >= {1, 2}
    match.do(whole("control russian K33", "evp 3 'by our count'"), "russian")
    assert match.state.control["K33"] == "russian"
    assert match.state.agenda[0].exit_points(match.state) == 3
    match.undo()
    assert match.state.control["K33"] == "german"


def test_a_referee_may_let_pass_what_is_not_impossible() -> None:
    match = fight(to_battle(begin(mode="referee", options={"control_rule": "occupied"})))
    bad = whole("evp 3 'by our count'", "control russian K33")
    with pytest.raises(Refusal) as caught:
        match.do(bad, "russian")
    assert caught.value.declarable
    assert [one.row for one in caught.value.violations] == [2]
    match.do(bad, "russian", declare=True)
    assert match.state.control["K33"] == "russian"
    with pytest.raises(Refusal) as caught:
        match.do(whole("control russian K33", "control russian QQ9"), "russian", declare=True)
    assert not caught.value.declarable


def test_a_report_of_a_thousand_rows_takes_no_second() -> None:
    battle = to_battle(begin())
    rows = [*good_rows(battle), *[f"ended G-23am-I9.{n}/1 P30" for n in range(900)]]
    began = time.process_time()
    with pytest.raises(Refusal) as caught:
        battle.do(whole(*rows), "german")
    assert len(caught.value.violations) == 900
    assert time.process_time() - began < 1
