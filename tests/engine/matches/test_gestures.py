"""Gestures: actions done together, all or none, and taken back together."""

from __future__ import annotations

import pytest

from engine.matches.test_match import ladder, play, reloaded
from landbridge.engine.matches.gestures import MOST_ACTIONS
from landbridge.engine.matches.history import SEGMENT
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from toys.notebooks import Notebooks


def test_a_gesture_is_done_and_undone_as_one() -> None:
    match = play(ladder("tower"), "rest")
    before = match.state
    events = match.do("climb left 1", then=["rest", "climb right 2"])
    assert [record.joined for record in match.history.records] == [False, False, True, True]
    assert events == tuple(e for n in (1, 2, 3) for e in match.history.events(n))
    assert match.last_gesture("north") == range(2, 5)
    again = reloaded(match)
    for one in (match, again):
        assert one.can_undo("north")
        assert [played.record.do for played in one.undo()] == [
            "climb left 1",
            "rest",
            "climb right 2",
        ]
        assert (one.state, len(one)) == (before, 1)
    play(match, "rest")
    assert match.history.records[-1].serial == 5


def test_a_gesture_is_refused_whole_with_the_reason() -> None:
    match = play(ladder("tower"), "rest")
    before = match.state, len(match), match.next_serial, match.head()
    with pytest.raises(LandbridgeError) as refused:
        match.do("climb left 1", then=["rest", "climb left 99"])
    with pytest.raises(LandbridgeError) as alone:
        match.do("climb left 99")
    assert str(refused.value) == str(alone.value)
    assert (match.state, len(match), match.next_serial, match.head()) == before


def test_only_the_last_action_of_a_gesture_shows_something() -> None:
    """Else luck could be seen, and then the whole be refused."""
    match = ladder("tower")
    with pytest.raises(Refusal, match="'jump' rolls dice; only the last action of a gesture may"):
        match.do("jump", then=["climb left 99"])
    with pytest.raises(Refusal, match="'shout hello' reveals something; only the last"):
        match.do("shout hello", then=["rest"])
    assert len(match) == 0
    match.do("rest", then=["jump"])
    assert not match.can_undo("north")
    with pytest.raises(Refusal, match="'jump' rolled dice"):
        match.undo()
    assert [record.joined for record in match.history.records] == [False, True]
    assert match.audit() == []


def test_typed_dice_are_those_of_the_last_action() -> None:
    match = ladder("tower", dice="typed")
    match.do("rest", then=["jump"], dice=[5])
    assert [(record.dice, record.typed) for record in match.history.records] == [
        ((), 0),
        (((5,),), 1),
    ]


@pytest.mark.parametrize("more", [MOST_ACTIONS, 500])
def test_a_gesture_has_an_end(more: int) -> None:
    with pytest.raises(BadInput, match=f"A gesture has 1 to {MOST_ACTIONS} actions"):
        ladder("tower").do("rest", then=["rest"] * more)


def test_what_others_did_in_secret_stays_done() -> None:
    match = Match.new(Notebooks(), seed=1)
    match.do("write go", "red", then=["write ask"])
    match.do("write wait", "blue")
    assert [played.record.do for played in match.undo("red")] == ["write go", "write ask"]
    assert match.state.words == {"red": (), "blue": ("wait",)}


def test_a_segment_that_ends_within_a_gesture_can_be_taken_back() -> None:
    match = ladder("tower")
    for _ in range(SEGMENT - 1):
        match.do("rest")
    match.do("rest", then=["rest", "rest"])
    assert match.history.records[SEGMENT - 1].state
    again = reloaded(match)
    again.undo()
    assert len(again) == SEGMENT - 1
    assert again.state == match.at(SEGMENT - 1)
