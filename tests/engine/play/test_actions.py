"""Actions and their text form."""

from __future__ import annotations

from datetime import date
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.play.actions import (
    Action,
    Choice,
    Decision,
    Offer,
    Slot,
    read,
    usage,
    verb_of,
    write,
    write_briefly,
)
from landbridge.engine.refusals import BadInput


class March(Action, frozen=True):
    """Move along a path."""

    unit: str
    path: tuple[str, ...] = ()


class Buy(Action, frozen=True):
    """Buy some of something."""

    what: Literal["tank", "gun"]
    count: int
    onboard: bool
    on: date
    label: str = ""
    note: str | None = None


class Numbers(Action, frozen=True):
    """Some numbers."""

    numbers: tuple[int, ...] = ()


class Pass(Action, frozen=True):
    """Nothing."""


KINDS: dict[str, type[Action]] = {"march": March, "buy": Buy, "numbers": Numbers, "pass": Pass}

actions = st.one_of(
    st.builds(March, st.text(), st.lists(st.text(), max_size=4).map(tuple)),
    st.builds(
        Buy,
        st.sampled_from(["tank", "gun"]),
        st.integers(-(10**12), 10**12),
        st.booleans(),
        st.dates(),
        st.text(),
        st.none() | st.text(),
    ),
    st.builds(Numbers, st.lists(st.integers(-99, 99), max_size=4).map(tuple)),
    st.builds(Pass),
)


@given(actions)
def test_the_text_of_an_action_means_the_action(action: Action) -> None:
    assert read(write(action), KINDS) == action
    assert read(write_briefly(action), KINDS) == action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (March("2/16Pz", ("B17.10", "B18.11")), "march 2/16Pz B17.10 B18.11"),
        (March("2/16Pz"), "march 2/16Pz"),
        (March("1 Gds", ("it's",)), "march '1 Gds' 'it'\"'\"'s'"),
        (Buy("gun", 2, True, date(1943, 10, 8)), "buy gun 2 yes 1943-10-08 ''"),
        (Buy("tank", 1, False, date(1943, 10, 8), "x", "y"), "buy tank 1 no 1943-10-08 x y"),
        (Pass(), "pass"),
    ],
)
def test_how_an_action_is_written(action: Action, text: str) -> None:
    assert write(action) == text
    assert verb_of(action) == text.split()[0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "An action starts with a verb: buy, march, numbers or pass."),
        ("   ", "An action starts with a verb: buy, march, numbers or pass."),
        ("marsh x", "There is no action 'marsh'. Did you mean 'march'?"),
        ("sing", "There is no action 'sing'. Allowed: buy, march, numbers or pass."),
        ("march", "'march' takes <unit> [path]; unit is missing."),
        ("march 'x", "'march 'x' cannot be read: No closing quotation."),
        ("pass now", "'pass' takes no further word; 'now' is too much."),
        (
            "buy gun",
            "'buy' takes <what> <count> <onboard> <on> [label] [note]; count, onboard or on",
        ),
        ("buy gun 1 yes 1943-10-08 a b c", "'c' is too much."),
        ("buy ship 1 yes 1943-10-08", "[note]: what is tank or gun, not 'ship'."),
        ("buy gun one yes 1943-10-08", "count is a whole number, not 'one'."),
        ("buy gun 1 perhaps 1943-10-08", "onboard is yes or no, not 'perhaps'."),
        ("buy gun 1 yes soon", "on is a date such as 1943-10-08, not 'soon'."),
        ("numbers 1 x", "numbers is a list of: a whole number, not '1 x'."),
    ],
)
def test_a_text_that_means_nothing(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as bad:
        read(text, KINDS)
    assert problem in str(bad.value)


def test_what_goes_without_saying_is_left_out() -> None:
    day = date(1944, 6, 22)
    assert write_briefly(Buy("gun", 3, False, day)) == "buy gun 3 no 1944-06-22"
    assert write(Buy("gun", 3, False, day)) == "buy gun 3 no 1944-06-22 ''"
    assert write_briefly(Buy("gun", 3, False, day, note="x")) == "buy gun 3 no 1944-06-22 '' x"


def test_usage() -> None:
    assert usage(March) == "<unit> [path]"
    assert usage(Pass) == "no further word"


@pytest.mark.parametrize(
    ("slot", "fine", "wrong", "words"),
    [
        (Slot("order", ("first", "second")), ["first"], ["third", ""], "first or second"),
        (
            Slot("rungs", low=-1, high=3),
            ["-1", "0", "3"],
            ["-2", "4", "", "x", "1.0", "--1", "²", "-", "1 "],
            "-1 to 3",
        ),
        (Slot("name"), ["anything", ""], [], "any word"),
        (Slot("mode", (Choice("move", refused="it has moved"),)), [], ["move"], "nothing now"),
    ],
)
def test_what_a_slot_allows(slot: Slot, fine: list[str], wrong: list[str], words: str) -> None:
    assert all(slot.allows(word) for word in fine)
    assert not any(slot.allows(word) for word in wrong)
    assert slot.describe() == words


def test_a_decision_is_plain_data() -> None:
    offer = Offer("march", "March", (Slot("unit", ("a", "b")),), ("OCS 4",))
    decision = Decision("red", "Move", (offer,), ("OCS 2.1",))
    assert decision == Decision("red", "Move", (offer,), ("OCS 2.1",))
    assert decision.violations == ()
