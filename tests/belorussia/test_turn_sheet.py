"""The turn sheet tells the whole turn: conditions, due dates, flight, refits and events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from belorussia.test_ledger import at_position, begin
from landbridge.engine.matches.match import Match
from landbridge.engine.rules.index import Row, rows
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.ledger.turn_sheet import turn_sheet
from landbridge.games.belorussia.words import PACKAGE, short
from landbridge.referee.games import game

VALUES = re.compile(r"(\(\d+\)|\b\d+), AR (\d), MA (\d+)")
"""Strength, action rating and movement allowance, as the rows of the booklets write them."""
DATE = re.compile(r"\b\d{1,2} (?:Sep|Oct|Nov|Dec|Jan|Feb|Mar|Apr) 4[34]\b")
REINFORCEMENT = [{"type": "Reinforcement", "side": "axis"}]


def lines(turn: int, part: str = "", **position: Any) -> str:
    """The lines of the sheet of a turn, or of one of its parts."""
    match = at_position(begin(), {"turn": turn, "agenda": REINFORCEMENT} | position)
    sheet = turn_sheet(match.state)
    found = [line for one in sheet.parts for line in one.lines if part in one.title]
    return "\n".join(f"{line.text} {line.rules}" for line in found)


def test_an_option_says_its_price_TFB_OOA_34() -> None:
    told = lines(24, "Axis")
    assert "of 16.Pz" in told
    assert "(only if the Axis player wants them, for 1 VP to the Soviets)" in told


def test_the_alert_unit_of_8_dec_rolls_TFB_OOA_32() -> None:
    told = lines(23, "Axis")
    assert "a PG/AG Alert unit drawn at random" in told
    assert "one die for each: 1-4 arrives, 5-6 rolls again next turn" in told


def test_the_at_brigade_has_its_date_TFB_OOS_9() -> None:
    assert "the AT brigade withdrawn now comes back on 22 Nov 43" in lines(9, "Soviet")


@pytest.mark.parametrize(
    ("flight", "told"),
    [
        ("full", "Full Flight: missions in every phase"),
        ("limited", "Limited Flight: missions only in the owner's Movement Phase, no hip shoots"),
        ("none", "No Flight: no air mission in any phase"),
    ],
)
def test_flight_has_a_line(flight: str, told: str) -> None:
    assert told in lines(21, "weather", ground="freeze", flight=flight)


def test_refits_have_a_line_with_rates_and_tokens() -> None:
    base = {"Orsha air base": {"kind": "air_base", "side": "axis", "stock": 3}}
    told = lines(21, "Axis", ground="freeze", flight="full", places=base)
    assert "Aircraft Refit, 1T a base: Level 1 refits 1" in told
    assert "lying there: Orsha air base 3T" in told
    assert "TFB-1.8-23" in told
    assert "Level 1 refits 2" in lines(21, "Soviet", ground="dry", flight="full")


def test_special_events_have_a_line_from_the_second_turn() -> None:
    assert "Special Event: two dice" not in lines(1, "Before")
    assert "Special Event: two dice" in lines(2, "Before")


def test_dead_pile_is_said_in_words_TFB_OOS_20() -> None:
    told = lines(17, "Soviet")
    assert "To the Dead Pile: " in told
    assert "Dead_pile" not in told
    assert "_" not in told.replace("TFB_", "")


def test_what_is_due_from_earlier_turns_is_told() -> None:
    told = lines(
        24,
        "Axis",
        waiting=[{"row": "TFB-OOA-29", "units": 2}],
        returning=[{"name": "4th Army", "kind": "army_hq", "phases": 1}],
        late=[{"side": "axis", "row": "TFB-OOA-30"}],
    )
    assert "Still to arrive, 2 units" in told
    assert "due since 5 Dec 43" in told
    assert "4th Army comes back by itself now" in told
    assert "waited for trace supply" in told


def test_surge_and_box_are_told_to_the_soviet_side() -> None:
    told = lines(24, "Soviet", surge=True, soviet={"box": [{"name": "51", "free": 25}]})
    assert "Partisan surge: 2 more to place, 1 more activated" in told
    assert "51 in the RVGK-3 box leaves from turn 25 on" in told


def test_modifiers_of_the_supply_rolls_are_told() -> None:
    assert "Supply: two dice, -1;" in lines(30, "Soviet")
    assert "Supply: two dice, -2;" in lines(30, "Axis", minsk={"isolated": True})


@pytest.mark.parametrize("turn", [1, 12, 30, 47, 58])
def test_every_line_of_the_turn_cites_a_rule(turn: int) -> None:
    match = at_position(begin(), {"turn": turn, "agenda": REINFORCEMENT})
    for part in turn_sheet(match.state).parts:
        for line in part.lines:
            assert line.rules, line.text
            assert "_" not in line.text, line.text


def test_an_appeal_is_told_while_it_may_be_made_RUL_TFB_34() -> None:
    appeal = "May appeal to STAVKA"
    assert appeal not in lines(11, "Soviet")
    assert appeal in lines(12, "Soviet")
    assert appeal not in lines(48, "Soviet")
    assert appeal not in lines(12, "Soviet", soviet={"totals": {"appeals": 99}})


def test_the_option_of_vitebsk_says_its_price_unless_it_is_free_TFB_EMG_3() -> None:
    price = "for 1 VP to the Soviets"
    assert price in lines(5, "Axis", called=["TFB-EMG-4"])
    free = lines(5, "Axis", called=["TFB-EMG-4"], free=["TFB-EMG-4"])
    assert price not in free
    assert "free of points" in free


def test_an_entry_that_does_not_apply_says_why_TFB_OOA_55() -> None:
    assert "does not apply: these divisions were never deployed" in lines(35, "Axis")
    told = lines(35, "Axis", used=["TFB-EMG-7"], came_otherwise={"TFB-EMG-7": "event"})
    assert "does not apply" not in told


def test_only_the_corps_that_came_is_withdrawn_TFB_OOS_63() -> None:
    told = lines(47, "Soviet", used=["6th Guards Mech Corps"])
    assert "240" in told
    assert "14 (13-3-3)" not in told


def test_the_side_that_plays_first_is_told_first() -> None:
    def order(agenda: list[dict[str, Any]]) -> list[str]:
        sheet = turn_sheet(at_position(begin(), {"turn": 5, "agenda": agenda}).state)
        return [part.title for part in sheet.parts if part.title.endswith("player turn")]

    soviet, axis = "Soviet player turn", "Axis player turn"
    begins = {"type": "BeginPlayerTurn", "side": "soviet"}
    on_map = [{"type": "OnTheMap", "side": side} for side in ("soviet", "axis")]
    assert order([{"type": "RollWeather"}]) == [soviet, axis]
    assert order([on_map[1], begins]) == [axis, soviet]
    assert order([on_map[0]]) == [axis, soviet]
    assert order([on_map[1]]) == [soviet, axis]


def test_a_first_turn_as_the_scenario_says_has_no_rolls_RUL_TFB_50() -> None:
    sheet = turn_sheet(begin(options={"first_turn": "as_scenario"}).state)
    before = [line.text for line in sheet.parts[0].lines]
    assert before == ["Dry, Full Flight and the Soviet player first, as the scenario says"]


# Every turn beside the rows of both booklets


def owed_by(row: Row) -> Iterator[str]:
    """What a line of the sheet must say of a row of an order of arrival, by the row's own words."""
    dated, _, told = row.text.partition(": ")
    for strength, rating, allowance in VALUES.findall(told):
        yield f"{strength}-{rating}-{allowance}"
    yield from (date for date in DATE.findall(told) if not dated.startswith(date))
    yield from re.findall(r"\b[A-D]\d+\.\d+\b", told)
    yield from re.findall(r"\b\d Pax\b|\bAR\d Eq\b", told)
    says = {
        "Optional (1 VP)": "for 1 VP to the Soviets",
        "roll one die: 1-4": "1-4",
        "same procedure as TFB-OOA-26": "1-4 arrives, 5-6 rolls again",
        "on top of any": "on top of any from the replacement table",
        "random Heinrici": "drawn at random",
        "north map edge": "north map edge west of the AGN marker",
    }
    for words, owed in says.items():
        if words in row.text:
            yield owed
    for words, owed in {
        "if deployed earlier": "deployed",
        "not released": "released",
        "Withdraw": "Withdraw",
        "Front HQ": "Front HQ",
        "Air base": "air base",
        "Dead Pile": "Dead Pile",
    }.items():
        if words in dated:
            yield owed


def arrivals_on(date: str) -> dict[str, Row]:
    """The rows of both orders of arrival for a turn."""
    listed = rows(PACKAGE).values()
    kinds = ("TFB-OOS-", "TFB-OOA-")
    return {row.id: row for row in listed if row.id.startswith(kinds) and row.text.startswith(date)}


def test_the_sheets_of_all_turns_tell_what_both_booklets_bring() -> None:
    match, seen = begin(), set()
    for turn, day in enumerate(turns(), start=1):
        state = at_position(match, {"turn": turn, "agenda": REINFORCEMENT}).state
        sheet = [line for part in turn_sheet(state).parts for line in part.lines]
        for id, row in arrivals_on(f"{short(day)}, ").items():
            told = " ".join(line.text for line in sheet if id in line.rules)
            assert told, (id, row.text)
            missing = [words for words in owed_by(row) if words not in told]
            assert missing == [], (id, told)
            assert "at by" not in told
            assert "at with" not in told
            seen.add(id)
        refits = [line for line in sheet if line.text.startswith("Aircraft Refit, ")]
        assert len(refits) == 2
        assert any("Special Event" in line.text for line in sheet) == (turn > 1)
    every = {id for id in rows(PACKAGE) if id.startswith(("TFB-OOS-", "TFB-OOA-"))}
    assert every - seen == set()


def short_turn(scenario: str, turn: int, side: str) -> tuple[str, str]:
    """The line under the title of a sheet of a short scenario, and a side's lines."""
    match: Match[Any] = Match.new(game("belorussia"), scenario, seed=1)
    first = match.state.turn
    state = at_position(match, {"turn": first + turn - 1}).state
    sheet = turn_sheet(state)
    found = [line for part in sheet.parts for line in part.lines if side in part.title]
    return sheet.under, "\n".join(f"{line.text} {line.rules}" for line in found)


def test_a_short_scenario_keeps_no_books_RUL_TFB_261() -> None:
    under, told = short_turn("orsha-road", 1, "")
    assert "turn 1 of 15" in under
    for word in ("Replacements", "Special", "Orders", "STAVKA", "Supply:", "illegible"):
        assert word not in told, word
    assert "Aircraft Refit" in told


def test_a_short_scenario_has_its_own_list_and_supply_RUL_TFB_261() -> None:
    under, told = short_turn("orsha-road", 4, "Soviet")
    assert "22 Oct 43, turn 4 of 15" in under
    assert "Withdraw: 21st Army" in told
    assert "Supply: 3 SP at the first of Western Front and B33.11" in told
    assert "Arrives: 71st Rifle Division, at Smolensk" in short_turn("orsha-road", 2, "Soviet")[1]
    assert "Supply: 2 SP 1T at the first of 4th Army" in short_turn("orsha-road", 2, "Axis")[1]
