"""Frame, victory, fortifications and recon: what holds for every score, plan and roll."""

from __future__ import annotations

import csv
from fractions import Fraction
from importlib.resources import files
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import mute
from landbridge.games.orsha.rules.map import entry_areas
from landbridge.games.orsha.rules.map.entry_areas import entry_area, german_entry_area
from landbridge.games.orsha.rules.map.hexes import orsha_map
from landbridge.games.orsha.rules.map.location_points import lvp_score, lvp_table
from landbridge.games.orsha.rules.preparations import recon
from landbridge.games.orsha.rules.preparations.fortifications import (
    FortPlan,
    check_fortifications,
    parse_line,
)
from landbridge.games.orsha.rules.preparations.hidden_placement import hip_share
from landbridge.games.orsha.rules.preparations.work_prices import Kind, Work, work_price
from landbridge.games.orsha.rules.scenario import victory
from landbridge.games.orsha.rules.scenario.game_end import scenario_ends, scenario_length
from landbridge.games.orsha.rules.scenario.special_rules import STATED, special_rule
from landbridge.games.orsha.rules.scenario.victory import (
    RussianEarnings,
    campaign_verdict,
    scenario_verdict,
    victory_points,
)
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE

SCORES = st.lists(st.integers(0, 90), max_size=4).map(tuple)
DATES = st.sampled_from(CG_DATES)


# Points


@given(SCORES, SCORES, st.integers(0, 12))
def test_nothing_earned_is_lost_or_counted_twice(
    cvp: tuple[int, ...], evp: tuple[int, ...], lvp: int
) -> None:
    points = victory_points(RussianEarnings(lvp=lvp, cvp=cvp, evp=evp)).result
    assert 20 * points.cvp + points.cvp_carried == sum(cvp)
    assert 20 * points.evp + points.evp_carried == sum(evp)
    assert points.total == lvp + points.cvp + points.evp
    assert max(points.cvp_carried, points.evp_carried) < 20


@given(SCORES)
def test_how_points_are_spread_over_scenarios_does_not_matter(cvp: tuple[int, ...]) -> None:
    assert (
        victory_points(RussianEarnings(cvp=cvp)).result
        == victory_points(RussianEarnings(cvp=(sum(cvp),))).result
    )


@given(DATES, st.integers(0, 30), st.sampled_from(get_args(victory.Balance)))
def test_more_points_never_lose(date: Any, points: int, balance: Any) -> None:
    order = {"german": 0, "russian": 1, None: -1}

    def standings(vp: int) -> tuple[int, int]:
        scenario = scenario_verdict(date, vp).result.winner
        campaign = campaign_verdict(date, vp, balance).result.winner
        return order[scenario], order[campaign]

    assert all(
        more >= less for more, less in zip(standings(points + 1), standings(points), strict=True)
    )


def test_the_campaign_can_be_won_by_nothing_but_locations_and_kills() -> None:
    assert sum(entry.points for entry in lvp_table()) == 12
    assert campaign_verdict("24pm", 12).result.winner == "german"


def test_marked_hexes_lie_on_the_map_and_know_whether_they_are_strategic() -> None:
    for entry in lvp_table():
        assert orsha_map().hex(entry.hex)
        on_line = entry.hex.startswith(("DD", "P")) or entry.hex[:2] == "A1"
        assert entry.strategic == on_line
        kept = lvp_score(entry.hex, "german", no_mans_land=True).result.holder
        assert kept == ("german" if entry.strategic else "none")


# Length


def test_a_scenario_lasts_as_the_turn_by_turn_drs_say() -> None:
    found = odds(scenario_length)
    assert sum(found.chance(turn) for turn in range(5, 11)) == 1
    left = Fraction(1)
    for turn, number in enumerate(range(1, 7), start=5):
        ends = odds(lambda nature, turn=turn: scenario_ends(turn, nature).result)
        assert ends.chance(True) == Fraction(number, 6)
        assert found.chance(turn) == left * Fraction(number, 6)
        left *= 1 - Fraction(number, 6)


def test_before_turn_5_nothing_is_thrown() -> None:
    for turn in range(1, 5):
        assert scenario_ends(turn, ScriptedDice([])).result is False


# Entry


def test_edges_have_the_hexes_of_orsha_map() -> None:
    area = german_entry_area().result
    assert len(area.west) == 30
    assert area.north == tuple(f"DD{n}" for n in range(1, 53))
    assert len(area.hexes) == 30 + 52 - 1
    assert len(entry_area("russian", "23am").result.east) == 30


@given(st.integers(1, 52))
def test_the_german_north_edge_keeps_its_distance(held: int) -> None:
    north = german_entry_area((f"DD{held}",)).result.north
    assert len(north) == max(held - 5, 0)
    russian = entry_areas.place(f"DD{held}")
    assert all(entry_areas.place(label).distance(russian) >= 5 for label in north)


# Fortifications


@given(st.sampled_from([kind for kind in get_args(Kind) if kind != "pillbox"]), st.integers(1, 40))
def test_prices_are_by_the_piece(kind: Any, number: int) -> None:
    assert work_price(Work(kind, number)).result == number * work_price(Work(kind)).result
    assert parse_line(f"{number}x {kind}") == Work(kind, number)


@given(st.integers(0, 5), st.integers(0, 20))
def test_what_is_not_spent_is_lost(packages: int, trenches: int) -> None:
    lines = (Work("trench", trenches),) if trenches else ()
    found = check_fortifications(FortPlan("german", "23pm", lines, packages)).result
    assert found.spent == 6 * trenches
    assert found.legal == (found.spent <= 50 * packages)
    assert found.lost == max(50 * packages - found.spent, 0)
    assert found.kept == 0


@given(st.integers(0, 200), st.integers(0, 50))
def test_a_tenth_of_the_squads_hides_rounded_up(squads: int, halves: int) -> None:
    most = hip_share(squads, halves).result.most
    assert 20 * (most - 1) < 2 * squads + halves <= 20 * most


def test_a_plan_that_cannot_be_read_says_what_may_stand_there() -> None:
    for text in ("", "hip", "hip squad deep", "pillbox", "4 x"):
        with pytest.raises(BadInput):
            parse_line(text)


# Recon


@given(DATES, st.sampled_from([1, 2]))
def test_recon_drs_are_even(date: Any, cpp: int) -> None:
    found = odds(lambda nature: recon.recon(nature, date, cpp).result)
    low = 1 + 1 + 2 * date.endswith("am") + 3 * (cpp == 2)
    assert dict(found.items()) == {value: Fraction(1, 6) for value in range(low, low + 6)}


# Special rules


def test_every_stated_rule_can_be_asked_by_id_and_by_subject() -> None:
    for rule, entry in STATED.items():
        assert special_rule(rule).result[0].id == rule
        assert rule in [found.id for found in special_rule(entry["name"]).result]


def test_a_muted_rule_of_several_is_left_out() -> None:
    with mute("OTO-QA.L-2"):
        assert [found.id for found in special_rule("QA.L").result] == ["OTO-QA.L-1"]


def test_every_special_rule_of_the_campaign_can_be_asked_by_number() -> None:
    text = (files(PACKAGE) / "data" / "rules.csv").read_text(encoding="utf-8")
    ids = [row["id"] for row in csv.DictReader(text.splitlines())]
    for rule in ids:
        if rule.startswith("OTO-CG"):
            number = rule.removeprefix("OTO-").rpartition("-")[0]
            assert rule in [found.id for found in special_rule(number).result]
