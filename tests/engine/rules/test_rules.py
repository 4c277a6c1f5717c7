"""Citing and muting."""

from __future__ import annotations

import pytest

from landbridge.engine.rules.citing import (
    SOURCES,
    Muted,
    as_rules,
    demand,
    in_force,
    mute,
    muted,
    rule,
)
from landbridge.referee.citations import citation_pattern


def test_one_id_or_several_are_always_a_tuple() -> None:
    assert as_rules("TFB-1") == ("TFB-1",)
    assert as_rules(("TFB-1", "TFB-2")) == ("TFB-1", "TFB-2")
    assert as_rules("") == ()


def test_every_rule_is_in_force_until_it_is_muted() -> None:
    assert in_force("TFB-1")
    assert in_force(())
    with mute("TFB-1"):
        assert not in_force("TFB-1")
        assert not in_force(("TFB-2", "TFB-1"))
        assert in_force("TFB-2")
        assert in_force(())
    assert in_force("TFB-1")


def test_muting_nests_and_is_restored() -> None:
    with mute("TFB-1"):
        with mute("TFB-2", "TFB-3"):
            assert not in_force("TFB-1")
            assert not in_force("TFB-3")
            assert muted() == {"TFB-1", "TFB-2", "TFB-3"}
        assert in_force("TFB-2")
        assert not in_force("TFB-1")
    assert in_force(("TFB-1", "TFB-2", "TFB-3"))
    assert muted() == frozenset()


def test_muting_is_restored_after_an_error() -> None:
    with pytest.raises(KeyError), mute("TFB-1"):
        raise KeyError
    assert in_force("TFB-1")


def test_demand_raises_for_the_muted_rule() -> None:
    demand(("TFB-1", "TFB-2"))
    with mute("TFB-2"):
        demand("TFB-1")
        with pytest.raises(Muted, match="TFB-2 is muted") as raised:
            demand(("TFB-1", "TFB-2"))
    assert raised.value.rule == "TFB-2"


def test_a_tied_function_keeps_its_rules() -> None:
    @rule("TFB-1", "TFB-2")
    def three() -> int:
        """Three."""
        return 3

    assert three.rules == ("TFB-1", "TFB-2")  # type: ignore[attr-defined]
    with mute("TFB-1"):
        assert three() == 3


@pytest.mark.parametrize("otherwise", [0, None, False])
def test_a_function_may_have_a_value_without_its_rule(otherwise: object) -> None:
    @rule("TFB-1", otherwise=otherwise)
    def double(number: int) -> object:
        """Twice the number."""
        return 2 * number

    assert double(4) == 8
    assert double.__name__ == "double"
    assert double.rules == ("TFB-1",)  # type: ignore[attr-defined]
    with mute("TFB-1"):
        assert double(number=4) is otherwise


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('why("TFB-1.8-3", "...")', ["TFB-1.8-3"]),
        ("see TFB-1.8c-1, TFB-2.4i-4.", ["TFB-1.8c-1", "TFB-2.4i-4"]),
        ("RUL-TFB-40 settles TFB-EDGE-13", ["RUL-TFB-40", "TFB-EDGE-13"]),
        ("OTO-E4-1, DC-R01 and DC-7.", ["OTO-E4-1", "DC-R01", "DC-7"]),
        ("(OCS 9.8; OCS 15.1a; OCS 4)", ["OCS 9.8", "OCS 15.1a", "OCS 4"]),
        ("OCS-4.5a-3 and OCS-12.6c-1.", ["OCS-4.5a-3", "OCS-12.6c-1"]),
        ("XTFB-1 and TFBs", []),
    ],
)
def test_what_a_citation_looks_like(text: str, found: list[str]) -> None:
    assert citation_pattern().findall(text) == found


def test_there_are_four_sources() -> None:
    assert SOURCES == ("booklet", "series", "reconstruction", "house")
