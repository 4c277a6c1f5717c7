"""The inputs of questions: what they say they take, and what is read of texts and values."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.ask import (
    Input,
    Question,
    about,
    answer,
    inputs_of,
    read_inputs,
)
from toys.ladder import Jump
from toys.questions import Everything, Gear, Toll


def asked(kind: type[Question], **given: Any) -> Any:
    return answer("toys.question", read_inputs(kind, given))


# Describing


def test_inputs_in_words() -> None:
    assert list(inputs_of(Jump)) == [
        Input("breath", "the breath left", "0 to 4", False, 0, False),
        Input("die", "one die, unmodified", "1 to 6", False, None, True),
    ]
    assert inputs_of(Toll)[0] == Input(
        "season", "the season", "summer or winter", True, None, False
    )
    assert about(Toll) == "What it costs to use the ladder."


def test_what_every_kind_of_input_allows() -> None:
    assert {item.name: item.allowed for item in inputs_of(Everything)} == {
        "day": "a date such as 1943-10-08",
        "number": "a whole number",
        "at_least": "2 or more",
        "between": "1 to 3",
        "word": "a word",
        "sure": "true or false",
        "class": "summer or winter",
        "seasons": "a list of: summer or winter",
        "numbers": "a list of: a whole number",
        "few": "a list of up to 2: 9 or less",
        "either": "a whole number or summer or winter",
        "maybe": "0 or more",
        "share": "a word",
    }


# Reading


def test_inputs_are_read_from_text() -> None:
    found = read_inputs(
        Everything,
        {
            "day": "1944-01-05",
            "number": "-3",
            "sure": "true",
            "class": "winter",
            "seasons": "winter, summer",
            "numbers": "1,2,,3",
            "either": "winter",
            "maybe": "4",
        },
    )
    assert found == Everything(
        day=date(1944, 1, 5),
        number=-3,
        sure=True,
        kind="winter",
        seasons=("winter", "summer"),
        numbers=(1, 2, 3),
        either="winter",
        maybe=4,
    )


def test_inputs_are_read_from_values() -> None:
    found = read_inputs(
        Everything,
        {
            "day": date(1944, 1, 5),
            "sure": True,
            "seasons": ("winter",),
            "numbers": [1],
            "either": 7,
        },
    )
    assert found == Everything(
        day=date(1944, 1, 5), sure=True, seasons=("winter",), numbers=(1,), either=7
    )


def test_an_empty_text_means_the_default() -> None:
    given = {"number": "", "maybe": "", "seasons": "", "day": ""}
    assert read_inputs(Everything, given) == Everything()


def test_an_unknown_input() -> None:
    with pytest.raises(BadInput) as bad:
        read_inputs(Toll, {"seson": "winter"})
    assert str(bad.value) == (
        "There is no input 'seson'. Did you mean 'season'? Allowed: child or season."
    )


def test_a_name_of_the_code_is_no_input() -> None:
    with pytest.raises(BadInput, match="There is no input 'kind'"):
        read_inputs(Everything, {"kind": "winter"})


def test_missing_inputs() -> None:
    with pytest.raises(BadInput, match=r"Still needed: season \(summer or winter\)\."):
        read_inputs(Toll, {"child": True})


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("day", "tomorrow", "day is a date such as 1943-10-08, not 'tomorrow'."),
        ("day", "1943-02-30", "day is a date such as 1943-10-08, not '1943-02-30'."),
        ("number", "x", "number is a whole number, not 'x'."),
        ("number", "2.5", "number is a whole number, not '2.5'."),
        ("number", 2.5, "number is a whole number, not '2.5'."),
        ("number", True, "number is a whole number, not 'True'."),
        ("number", None, "number is a whole number, not 'None'."),
        ("at_least", 1, "at_least is 2 or more, not '1'."),
        ("between", "0", "between is 1 to 3, not '0'."),
        ("between", 4, "between is 1 to 3, not '4'."),
        ("sure", "maybe", "sure is true or false, not 'maybe'."),
        ("sure", 1.0, "sure is true or false, not '1.0'."),
        ("class", "spring", "class is summer or winter, not 'spring'."),
        (
            "seasons",
            "winter,spring",
            "seasons is a list of: summer or winter, not 'winter,spring'.",
        ),
        ("seasons", ["spring"], "seasons is a list of: summer or winter, not 'spring'."),
        ("numbers", "1,x", "numbers is a list of: a whole number, not '1,x'."),
        ("few", "1,2,3", "few is a list of up to 2: 9 or less, not '1,2,3'."),
        ("few", "10", "few is a list of up to 2: 9 or less, not '10'."),
        ("either", "x", "either is a whole number or summer or winter, not 'x'."),
        ("either", True, "either is a whole number or summer or winter, not 'True'."),
        ("maybe", "-1", "maybe is 0 or more, not '-1'."),
    ],
)
def test_a_bad_input_says_what_is_allowed(name: str, value: object, problem: str) -> None:
    with pytest.raises(BadInput) as bad:
        read_inputs(Everything, {name: value})
    assert str(bad.value) == problem


def test_an_input_of_the_other_side() -> None:
    assert asked(Gear, side="red", rope=3).result == 3
    assert asked(Gear, side="blue", rope="0").result == 0
    with pytest.raises(BadInput, match="rope is for side=red only"):
        asked(Gear, side="blue", rope=3)


@pytest.mark.parametrize(("die", "fine"), [(0, False), (1, True), (6, True), (7, False)])
def test_the_edges_of_a_die(die: int, fine: bool) -> None:
    if fine:
        assert read_inputs(Jump, {"die": die}) == Jump(die=die)
    else:
        with pytest.raises(BadInput, match=f"die is 1 to 6, not '{die}'"):
            read_inputs(Jump, {"die": die})
