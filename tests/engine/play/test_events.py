"""The log: who may know what, and in which words."""

from __future__ import annotations

import pytest

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.play.events import (
    REFEREE,
    SPECTATOR,
    Event,
    Play,
    sentence,
    without_echoes,
)


@pytest.mark.parametrize(
    ("seen_by", "red", "blue"),
    [
        (None, True, True),
        (("red",), True, False),
        (("red", "blue"), True, True),
        ((), False, False),
    ],
)
def test_who_may_know(seen_by: tuple[str, ...] | None, red: bool, blue: bool) -> None:
    event = Event("hand", seen_by=seen_by)
    assert event.visible_to("red") is red
    assert event.visible_to("blue") is blue
    assert event.visible_to(REFEREE)


def test_an_event_takes_the_dice_thrown_since_the_last_one() -> None:
    play = Play(ScriptedDice([1, 2, 3]))
    play.nature.roll("1d6", "first")
    play.nature.roll("1d6", "second")
    play.log("both", ("TFB-1",), to=("red",), reveals=True, count=2)
    play.log("nothing")
    play.nature.roll("1d6", "third")
    both, nothing = play.events
    assert both.id == "both"
    assert both.values == {"count": 2}
    assert both.rules == ("TFB-1",)
    assert both.seen_by == ("red",)
    assert both.reveals
    assert [roll.purpose for roll in both.rolls] == ["first", "second"]
    assert nothing == Event("nothing")
    assert [roll.purpose for roll in play.rolls] == ["first", "second", "third"]


def test_an_event_in_words() -> None:
    templates = {"weather": "{date}: {ground}."}
    event = Event("weather", {"date": "8 Oct 43", "ground": "Mud"})
    assert sentence(event, templates) == "8 Oct 43: Mud."


def test_an_event_without_words_of_its_own() -> None:
    assert sentence(Event("turn_begins", {"number": 3, "of": 63}), {}) == (
        "turn begins: number 3, of 63"
    )
    assert sentence(Event("both_done"), {}) == "both done"


def test_who_reads_everything_is_told_a_thing_once() -> None:
    named = Event("marched", seen_by=("north",))
    noticed = Event("unit_marched", seen_by=("south", SPECTATOR))
    common = Event("phase_ends")
    counted = Event("movement_over", seen_by=("south", SPECTATOR))
    assert without_echoes([(1, named), (1, noticed), (1, common), (2, counted)]) == [
        (1, named),
        (1, common),
        (2, counted),
    ]
    # What both sides are told, each for itself, is no echo.
    other = Event("marched", seen_by=("south",))
    assert without_echoes([(1, named), (1, other)]) == [(1, named), (1, other)]
