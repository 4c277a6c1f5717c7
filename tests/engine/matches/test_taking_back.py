"""Taking back: undo, and rollback with consent; what was thrown stays thrown."""

from __future__ import annotations

import pytest

from engine.matches.test_match import LADDER, SEALED, ladder, play, play_on, reloaded
from landbridge.engine.chance.nature import SeededDice
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import BadInput, Refusal


def test_undo_takes_back_what_showed_nothing() -> None:
    match = play(ladder(), "climb left 2", "rest")
    assert [played.record.do for played in match.undo()] == ["rest"]
    assert match.state == match.at(1)
    match.undo()
    assert match.state == ladder().state
    with pytest.raises(Refusal, match="nothing has been done yet"):
        match.undo()


def test_undo_stops_at_a_roll() -> None:
    match = play(ladder(), "rest", "jump")
    with pytest.raises(Refusal, match="'jump' rolled dice; it can only be rolled back, if all"):
        match.undo()
    assert len(match) == 2


def test_undo_stops_at_a_reveal() -> None:
    match = play(ladder(), "shout hello")
    with pytest.raises(Refusal, match="'shout hello' revealed something; it can only be rolled"):
        match.undo()


def test_a_card_laid_in_secret_can_be_taken_back_until_both_lie() -> None:
    match = Match.new(SEALED, seed=1)
    red, blue = match.state.hands["red"], match.state.hands["blue"]
    match.do(f"lay {red[0]}", "red")
    match.undo()
    match.do(f"lay {red[1]}", "red")
    match.do(f"lay {blue[0]}", "blue")
    with pytest.raises(Refusal):
        match.undo()


def test_rollback_needs_everybody_and_keeps_the_lost_luck() -> None:
    match = play(ladder(dice="either"), "rest")
    match.do("jump", dice=[6])
    play(match, "climb left 1")
    with pytest.raises(Refusal, match="north or south must agree to a rollback"):
        match.rollback(2, [])
    with pytest.raises(Refusal, match="south must agree to a rollback"):
        match.rollback(2, ["north"])
    taken = match.rollback(2, ["south", "north"])
    assert taken.actions == ("jump", "climb left 1")
    assert taken.dice == ((6,),)
    assert taken.agreed == ("north", "south")
    assert (taken.before, taken.serial) == (2, 4)
    assert len(match) == 1
    assert reloaded(match).save().footer.taken_back == (taken,)


def test_the_referee_may_agree_for_all() -> None:
    match = play(ladder(), "jump")
    assert match.rollback(1, [REFEREE]).agreed == (REFEREE,)


@pytest.mark.parametrize("before", [0, 3, -1])
def test_there_is_nothing_to_roll_back_there(before: int) -> None:
    match = play(ladder(), "rest", "rest")
    with pytest.raises(BadInput, match=f"There are actions 1 to 2; {before} is none of them"):
        match.rollback(before, LADDER.roles)


def test_serials_never_go_back() -> None:
    """Otherwise dice that have been seen could be had again, or avoided."""
    match = play(ladder("tower"), "rest", "rest")
    match.undo()
    play(match, "rest", "jump")
    serials = [record.serial for record in match.history.records]
    assert serials == [1, 3, 4]
    match.rollback(3, LADDER.roles)
    play(match, "jump")
    assert match.history.records[-1].serial == 6
    again = reloaded(match)
    play(again, "rest")
    assert again.history.records[-1].serial == 7


def test_dice_differ_after_a_rollback() -> None:
    match = ladder("tower")
    seen = []
    for _ in range(12):
        match.do("jump")
        seen.append(match.history.records[0].dice)
        match.rollback(1, LADDER.roles)
    seed = match.header.seed
    assert seed is not None
    assert seen == [(SeededDice(seed.key, 1 + 2 * n).faces("1d6", "Jump"),) for n in range(12)]
    assert len(set(seen)) > 1
    assert match.audit() == []


def test_dice_differ_after_an_undo() -> None:
    first = play(ladder("tower"), "rest")
    second = play(ladder("tower"), "rest", "rest")
    second.undo()
    for match in (first, second):
        for _ in range(6):
            play(match, *(["grab no"] if match.decisions()[0].prompt == "You fall" else ["jump"]))
    assert [record.dice for record in first.history.records] != [
        record.dice for record in second.history.records
    ]


def test_after_the_end_nothing_is_taken_back() -> None:
    match = play_on(Match.new(SEALED, "short", seed=1), 1)
    assert match.outcome is not None
    count = len(match)
    for take_back in (match.undo, lambda: match.rollback(1, [REFEREE])):
        with pytest.raises(Refusal, match="the match is over; a branch goes on from any"):
            take_back()
    assert len(match) == count
    assert match.branch(count - 1).outcome is None


def test_the_log_keeps_who_acted_for_a_role() -> None:
    match = ladder()
    match.do("rest")
    match.do("rest", "south")
    match.do("rest", REFEREE)
    match.do("rest", "south", by_referee=True)
    assert [record.by for record in match.history.records] == ["", "", REFEREE, REFEREE]
    assert list(reloaded(match).history.records) == [turn.record for turn in match.history]


def test_what_the_referee_declares_is_the_referees() -> None:
    match = Match.new(LADDER, mode="referee")
    match.do("climb left 1")
    match.do("rest", declare=True)
    assert [record.by for record in match.history.records] == ["", REFEREE]
