"""Questions: describing their inputs, reading them, and answering."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from landbridge.engine.chance import exact
from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.odds import Dist
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.ask import (
    Chances,
    Input,
    Question,
    answer,
    inputs_of,
    read_inputs,
    shown_odds,
)
from landbridge.engine.rules.citing import mute
from landbridge.engine.rules.findings import Finding, Reason, Why
from toys.ladder import Jump
from toys.questions import Reach, Throws, Toll, TwoThrows


def asked(kind: type[Question], **given: Any) -> Any:
    return answer("toys.question", read_inputs(kind, given))


def test_what_is_almost_sure_does_not_look_sure() -> None:
    tiny = Fraction(1, 10**12)
    found = [Chances.of("", chance).share for chance in (Fraction(0), tiny, 1 - tiny, Fraction(1))]
    assert found[0] == 0 < found[1] < 0.00001
    assert 0.99999 < found[2] < 1 == found[3]


# Answering


def test_too_many_ways_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "LIMIT", 5)
    with pytest.raises(BadInput, match="give more of the dice: first or second"):
        asked(TwoThrows)
    assert asked(TwoThrows, first=1).result.second == 0


def test_a_result_comes_with_rules_reasons_and_inputs() -> None:
    found = asked(Toll, season="winter")
    assert found.result == 3
    assert found.rules == ("DC-TOY-8",)
    assert [reason.text for reason in found.why] == ["2 +1 (winter) = 3"]
    assert found.inputs == {"season": "winter", "child": False}
    assert found.odds is None
    assert found.question == "toys.question"


def test_a_result_of_a_roll_shows_the_roll() -> None:
    found = asked(Jump, breath=4, die=2)
    assert found.result == 1
    (roll,) = found.rolls
    assert (roll.total, roll.row, str(roll.modifiers)) == (2, "3-5", "+1 (fresh) = 1")
    assert found.rules == ("DC-TOY-4",)
    assert found.inputs == {"breath": 4, "die": 2}


def test_without_the_die_the_answer_is_the_odds() -> None:
    found = asked(Jump, breath=4)
    assert found.result is None
    assert [(item.result, item.chance) for item in found.odds] == [
        (-1, "1/6"),
        (1, "1/2"),
        (3, "1/3"),
    ]
    assert [item.share for item in found.odds] == [0.166667, 0.5, 0.333333]
    assert found.rules == ("DC-TOY-4",)
    assert found.inputs == {"breath": 4}


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(("first", "second"), [(a, b) for a in (None, 2, 5) for b in (None, 3)])
def test_odds_with_some_dice_given(first: int | None, second: int | None, apart: bool) -> None:
    """Dice that are given count wherever the question throws them, sub-questions included."""
    found = asked(TwoThrows, first=first, second=second, apart=apart)
    ways = {
        Throws(a, b if a >= 4 else 0): Fraction(0)
        for a in ([first] if first else range(1, 7))
        for b in ([second] if second else range(1, 7))
    }
    if found.odds is None:
        assert (first, found.result) in {(2, Throws(2, 0)), (5, Throws(5, 3))}
        return
    for a in [first] if first else range(1, 7):
        for b in [second] if second else range(1, 7):
            share = Fraction(1, (1 if first else 6) * (1 if second else 6))
            ways[Throws(a, b if a >= 4 else 0)] += share
    assert {item.result: Fraction(item.chance) for item in found.odds} == ways
    assert [item.result for item in found.odds] == sorted(ways)


def test_a_die_that_was_not_needed_is_noted() -> None:
    found = asked(TwoThrows, first=2, second=3)
    assert found.result == Throws(2, 0)
    assert found.notes == ("second was not needed: the result is automatic",)
    assert asked(TwoThrows, first=5, second=3).notes == ()


def test_a_refusal_is_an_answer() -> None:
    found = asked(Reach, child=True)
    assert (found.legal, found.result) == (False, False)
    assert (found.refused, found.instead) == ("a child may not go up", "grown-ups")
    assert found.rules == ("DC-TOY-9",)
    assert found.why == (Reason("a child may not go up", ("DC-TOY-9",)),)


def test_a_permission_is_an_answer_of_the_same_shape() -> None:
    found = asked(Reach)
    assert (found.legal, found.refused, found.instead, found.result) == (True, "", "", True)


class Load(Struct, frozen=True):
    """What two climbers carry, checked."""

    legal: bool
    violations: tuple[Violation, ...] = ()


class Pack(Question, frozen=True, kw_only=True):
    """Whether a load can be carried up; without a weight it cannot be said."""

    rolls = {"dice": "luck"}

    weight: Annotated[int, Meta(ge=0, le=99)] = 0
    dice: Annotated[tuple[int, ...], Meta(max_length=3)] | None = None

    def answer(self, nature: Nature) -> Finding[Load]:
        why = Why()
        if not self.weight:
            raise Refusal("there is no load", "DC-TOY-9", "any load")
        luck = nature.roll("1d6", "luck", "DC-TOY-8") + nature.roll("1d6", "luck", "DC-TOY-8")
        if self.weight > luck:
            return why.so(Load(False, (Violation("too heavy", ("DC-TOY-8",)),)))
        return why.so(Load(True))


def test_a_plan_that_is_checked_says_so_in_the_same_place() -> None:
    light, heavy, none = (asked(Pack, weight=n, dice=(3, 4)) for n in (7, 8, 0))
    assert (light.legal, light.refused, light.result) == (True, "", Load(True))
    assert (heavy.legal, heavy.refused) == (False, "too heavy")
    assert (none.legal, none.refused, none.result) == (False, "there is no load", None)
    assert not asked(Pack).legal
    assert asked(Pack, weight=1).legal


def test_more_dice_than_are_thrown_are_a_mistake() -> None:
    with pytest.raises(BadInput, match="dice: 2 needed here, not 3"):
        asked(Pack, weight=7, dice=(3, 4, 5))
    with pytest.raises(BadInput, match="first: 1 needed here, not 2"):
        asked(Climbs, first=(3, 4))
    assert asked(Climbs, first=(3,)).odds is not None


class Climbs(Question, frozen=True, kw_only=True):
    """Two climbs, each with a die."""

    rolls = {"first": "the first", "second": "the second"}

    first: Annotated[tuple[int, ...], Meta(max_length=3)] | None = None
    second: Annotated[int, Meta(ge=1, le=6)] | None = None

    def answer(self, nature: Nature) -> Finding[int]:
        return Why().so(nature.roll("1d6", "the first") + nature.roll("1d6", "the second"))


class Names(Question, frozen=True, kw_only=True):
    """How many names there are."""

    names: Annotated[tuple[str, ...], Meta(max_length=9)]
    others: Annotated[tuple[str, ...], Meta(max_length=9, min_length=0)]
    title: Annotated[str, Meta(max_length=9)] = "none"

    def answer(self, nature: Nature) -> Finding[int]:
        return Why().so(len(self.names) + len(self.others))


@pytest.mark.parametrize("empty", ["", " , ", [], ()])
def test_what_is_needed_cannot_be_left_empty(empty: Any) -> None:
    with pytest.raises(BadInput, match="names is a list of up to 9: a word; it cannot"):
        read_inputs(Names, {"names": empty, "others": "b"})
    found = read_inputs(Names, {"names": "a", "others": empty, "title": ""})
    assert found == Names(names=("a",), others=(), title="none")


def test_muting_changes_the_answer() -> None:
    with mute("DC-TOY-8"):
        found = asked(Toll, season="winter")
    assert (found.result, found.rules) == (2, ("DC-TOY-9",))


def test_odds_are_shown_in_order_where_there_is_one() -> None:
    assert [item.result for item in shown_odds(Dist({3: 1, 1: 2}))] == [1, 3]
    assert [item.result for item in shown_odds(Dist({"b": 1, 1: 2}))] == ["b", 1]


def test_a_question_must_name_its_dice_rightly() -> None:
    class Wrong(Question, frozen=True, kw_only=True):
        rolls = {"dye": "a die"}

    with pytest.raises(AssertionError, match="Wrong has no input 'dye'"):
        answer("wrong", Wrong())


def test_a_question_must_have_an_answer() -> None:
    with pytest.raises(AssertionError, match="must have an answer"):
        answer("nothing", Question())


class Switches(Struct, frozen=True, kw_only=True):
    """The switches of a game."""

    fall: Annotated[Literal["one_rung", "to_ground"], Meta(description="how far")] = "one_rung"
    shout: Annotated[Literal["heard", "lost"], Meta(description="who hears it")] = "heard"


class Falls(Question, frozen=True, kw_only=True):
    """How far somebody falls."""

    turns_on = ("fall",)

    rung: Annotated[int, Meta(ge=0, le=9, description="where he is")]
    rulings: Switches = Switches()

    def answer(self, nature: Nature) -> Finding[int]:
        return Why().so(0 if self.rulings.fall == "to_ground" else self.rung - 1)


def test_switches_that_a_question_turns_on_are_inputs_like_any_other() -> None:
    assert [item.name for item in inputs_of(Falls)] == ["rung", "fall"]
    assert inputs_of(Falls)[1] == Input(
        "fall", "how far", "one_rung or to_ground", False, "one_rung", False
    )
    assert answer("toys.falls", read_inputs(Falls, {"rung": 3})).result == 2
    deep = answer("toys.falls", read_inputs(Falls, {"rung": 3, "fall": "to_ground"}))
    assert (deep.result, deep.inputs) == (0, {"rung": 3, "fall": "to_ground"})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"fall": "far"}, "fall is one_rung or to_ground, not 'far'"),
        ({"shout": "lost"}, "There is no input 'shout'"),
        ({"rulings": {"fall": "to_ground"}}, "There is no input 'rulings'"),
    ],
)
def test_other_switches_are_none_of_its_inputs(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_inputs(Falls, {"rung": 3, **given})
