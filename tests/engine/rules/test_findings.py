"""Results with their reasons."""

from __future__ import annotations

import pytest

from landbridge.engine.rules.citing import Muted, mute
from landbridge.engine.rules.findings import Finding, Reason, Why, unique


def test_a_finding_holds_result_rules_and_reasons_in_order() -> None:
    why = Why()
    assert why("TFB-2", "second first")
    assert why(("TFB-1", "TFB-2"), "then both")
    found = why.so(7)
    assert found == Finding(
        7,
        ("TFB-2", "TFB-1"),
        (Reason("second first", ("TFB-2",)), Reason("then both", ("TFB-1", "TFB-2"))),
    )


def test_a_muted_reason_is_neither_true_nor_noted() -> None:
    why = Why()
    with mute("TFB-1"):
        assert not why("TFB-1", "left out")
        assert not why(("TFB-2", "TFB-1"), "left out too")
    assert why.so(0) == Finding(0)


def test_a_rule_without_which_there_is_no_answer() -> None:
    why = Why()
    why.by("TFB-1", "the only way")
    assert why.so(1).rules == ("TFB-1",)
    with mute("TFB-1"), pytest.raises(Muted):
        why.by("TFB-1", "the only way")
    assert len(why.reasons) == 1


def test_a_finding_can_be_taken_into_another() -> None:
    inner = Finding(3, ("TFB-1", "TFB-2"), (Reason("inner", ("TFB-1",)),))
    why = Why()
    why("TFB-3", "outer")
    assert why.add(inner) == 3
    found = why.so("all")
    assert found.rules == ("TFB-3", "TFB-1", "TFB-2")
    assert [reason.text for reason in found.why] == ["outer", "inner"]


def test_a_finding_whose_reasons_say_everything_adds_no_more() -> None:
    why = Why()
    why.add(Finding(3, ("TFB-1",), (Reason("inner", ("TFB-1",)),)))
    assert len(why.reasons) == 1


def test_repeats_go_and_the_first_mention_stays() -> None:
    assert unique(("b", "a", "b", "c", "a")) == ("b", "a", "c")


def test_two_rulings_never_share_reasons() -> None:
    first, second = Why(), Why()
    first("TFB-1", "only here")
    assert second.so(0).why == ()
