"""How the program says no."""

from __future__ import annotations

import pytest

from landbridge.engine.refusals import (
    BadInput,
    LandbridgeError,
    Refusal,
    Violation,
    choices,
    unknown,
)


@pytest.mark.parametrize(
    ("violation", "text"),
    [
        (Violation("too many"), "too many"),
        (Violation("too many", ("TFB-1",)), "too many [TFB-1]"),
        (Violation("too many", ("TFB-1", "OCS 4")), "too many [TFB-1, OCS 4]"),
        (Violation("too many", (), "remove one"), "too many; remove one"),
        (Violation("too many", ("TFB-1",), "remove one"), "too many; remove one [TFB-1]"),
    ],
)
def test_a_violation_in_words(violation: Violation, text: str) -> None:
    assert str(violation) == text


def test_a_refusal_says_what_rule_and_what_would_be_legal() -> None:
    refused = Refusal("not in Mud", "TFB-1.8-21", "legal: in Dry")
    assert str(refused) == "not in Mud; legal: in Dry [TFB-1.8-21]"
    assert refused.rules == ("TFB-1.8-21",)
    assert refused.text == "not in Mud"
    assert refused.violations == ()
    assert isinstance(refused, LandbridgeError)


def test_a_refusal_without_a_rule() -> None:
    assert str(Refusal("nothing has been done yet")) == "nothing has been done yet"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], ""),
        (["dry"], "dry"),
        (["dry", "mud"], "dry or mud"),
        ([1, 2, 3], "1, 2 or 3"),
    ],
)
def test_a_list_of_what_is_allowed(words: list[object], text: str) -> None:
    assert choices(words) == text


def test_an_unknown_name_with_the_nearest_one() -> None:
    text = unknown("game", "belorusia", ["orsha", "belorussia"])
    assert text == (
        "There is no game 'belorusia'. Did you mean 'belorussia'? Allowed: belorussia or orsha."
    )


def test_an_unknown_name_like_no_other() -> None:
    assert unknown("game", "chess", ["orsha"]) == "There is no game 'chess'. Allowed: orsha."


def test_bad_input_is_an_error_for_the_user() -> None:
    assert issubclass(BadInput, LandbridgeError)
    assert not issubclass(BadInput, Refusal)
