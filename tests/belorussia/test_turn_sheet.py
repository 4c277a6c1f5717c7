"""The turn sheet tells the whole turn: conditions, due dates, flight, refits and events."""

from __future__ import annotations

from typing import Any

import pytest

from belorussia.test_ledger import at_position, begin
from landbridge.games.belorussia.ledger.turn_sheet import turn_sheet

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
