"""How the program says no."""

from __future__ import annotations

import pytest

from landbridge.engine.refusals import (
    BadInput,
    ImpossibleAction,
    LandbridgeError,
    Refusal,
    Violation,
    breaches,
    choices,
    shorten,
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


def test_rows_that_cannot_stand_are_counted_and_each_is_named() -> None:
    found = (
        Violation("no such hex", ("TFB-1",), row=2),
        Violation("too far", ("TFB-2", "TFB-1"), "go nearer", row=2),
        Violation("twice", ("TFB-3",), row=5),
    )
    refused = Refusal.for_violations(found)
    assert refused.rules == ("TFB-1", "TFB-2", "TFB-3")
    assert str(refused).splitlines() == [
        "2 rows cannot stand, so nothing was entered [TFB-1, TFB-2, TFB-3]",
        "  row 2: no such hex [TFB-1]",
        "  row 2: too far; go nearer [TFB-2, TFB-1]",
        "  row 5: twice [TFB-3]",
    ]
    one = Refusal.for_violations((Violation("blank", row=1),), otherwise=("TFB-9",))
    assert str(one).startswith("1 row cannot stand, so nothing was entered [TFB-9]")


def test_a_refusal_can_be_let_pass_only_for_violations() -> None:
    broken = (Violation("too many", ("TFB-1",), "remove one"),)
    assert Refusal.for_violations(broken).declarable
    assert not Refusal.for_violations(broken, declarable=False).declarable
    assert not Refusal("too many", "TFB-1").declarable


def refuse(kind: type[Refusal], *violations: Violation) -> None:
    raise kind("not in Mud", "TFB-1.8-21", "wait", violations)


def test_what_a_rule_has_against_an_action() -> None:
    broken = Violation("too many", ("TFB-1",))
    assert breaches(refuse, Refusal, broken) == (broken,)
    assert breaches(refuse, Refusal) == (Violation("not in Mud", ("TFB-1.8-21",), "wait"),)
    assert breaches(lambda: None) == ()


def test_what_is_impossible_stays_refused() -> None:
    with pytest.raises(ImpossibleAction):
        breaches(refuse, ImpossibleAction)


def test_a_long_word_is_not_said_again_in_full() -> None:
    assert shorten("mud") == "mud"
    assert shorten("m" * 61) == "m" * 57 + "..."
    assert "m" * 61 not in unknown("ground", "m" * 61, ["mud"])
