"""Each role counts what it noticed; heads stand for a whole history, or for what all may know."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from engine.matches.test_match import LADDER
from landbridge.engine.matches.heads import head_of
from landbridge.engine.matches.history import SEGMENT
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.proofs import proof
from landbridge.engine.matches.repeating import repeat
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.matches.taking_back import leave_out
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.events import REFEREE, SPECTATOR
from landbridge.engine.refusals import BadInput, Refusal
from toys.notebooks import Notebooks

GAME = Notebooks()


def begin(*actions: str) -> Match[Any]:
    """A match in which `red write go` is done, and so on."""
    match = Match.new(GAME, seed=1)
    for text in actions:
        who, _, action = text.partition(" ")
        match.do(action, who)
    return match


def test_a_role_counts_what_it_did_or_noticed() -> None:
    match = begin("red write go", "blue write ask", "blue write wait", "red read", "blue erase")
    assert has_secrets(GAME)
    assert list(match.visible("red").numbers()) == [1, 4]
    assert list(match.visible("blue").numbers()) == [2, 3, 4, 5]
    assert list(match.visible(SPECTATOR).numbers()) == [4]
    assert list(match.visible(REFEREE).numbers()) == [1, 2, 3, 4, 5]
    red = match.visible("red")
    assert (len(red), red.count(3), red.count(4), red.action(0), red.action(2)) == (2, 1, 2, 0, 4)
    with pytest.raises(BadInput, match="There are 2 actions; 3 is beyond them"):
        red.action(3)


def test_counting_follows_what_is_taken_back() -> None:
    match = begin("red write go", "blue write ask", "red read")
    assert len(match.visible("red")) == 2
    match.rollback(2, GAME.roles)
    assert list(match.visible("red").numbers()) == [1]
    assert list(match.visible("blue").numbers()) == []
    match.do("write wait", "blue")
    assert list(match.visible("blue").numbers()) == [2]


def test_when_it_is_over_nothing_is_hidden() -> None:
    match = begin("red write go", *["blue read"] * 5)
    assert match.outcome is not None
    assert match.visible("blue").sees_all
    assert len(match.visible("blue")) == 6
    for act in (match.undo, lambda: match.rollback(1, GAME.roles)):
        with pytest.raises(Refusal, match="the match is over"):
            act()
    assert not match.can_undo("red")


def test_games_without_secrets_count_everything() -> None:
    match = Match.new(LADDER, seed=1)
    match.do("rest")
    assert not has_secrets(LADDER)
    assert list(match.visible(SPECTATOR).numbers()) == [1]


def test_undo_reaches_ones_own_action_beneath_the_enemys_secret_ones() -> None:
    match = begin("red write go", "blue write ask", "blue write wait")
    assert match.can_undo("red")
    serial = match.next_serial
    assert [played.record.do for played in match.undo("red")] == ["write go"]
    assert [record.do for record in match.history.records] == ["write ask", "write wait"]
    assert match.state.words == {"red": (), "blue": ("ask", "wait")}
    assert match.next_serial == serial
    with pytest.raises(Refusal, match="nothing has been done yet"):
        match.undo("red")
    assert not match.can_undo("red")


def test_undo_keeps_the_hashes_of_positions_where_they_belong() -> None:
    match = begin("red write go", *["blue write ask"] * SEGMENT)
    match.undo("red")
    assert len(match) == SEGMENT
    assert match.history.records[-1].state
    assert Match.load(GAME, from_text(to_text(match.save()))).state == match.state


def test_what_somebody_has_acted_on_stays() -> None:
    match = begin("red write go", "red write wait")
    # As a referee sees it, the last action is what is taken back; as red does, too.
    match.do("erase", "red")
    assert match.can_undo("red")
    before = list(match.history.records)
    match.history.cut(1)
    match.do("erase", "red")
    with pytest.raises(Refusal, match="somebody has acted on it"):
        leave_out(match.history, range(1, 2), partial(repeat, match.game, match.header))
    assert [record.do for record in match.history.records] == ["write go", "erase"]
    assert before[0] == match.history.records[0]


# Heads


def test_the_head_is_that_of_the_file_with_or_without_its_seed() -> None:
    match = begin("red write go", "blue write ask", "red read")
    assert match.head() == head_of(match.save()) == head_of(match.save(with_seed=False))
    before = match.head()
    match.undo()
    match.do("write ask", "red")
    assert match.head() != before
    assert match.head() == head_of(match.save())


def test_the_public_head_moves_only_with_what_all_may_know() -> None:
    match = begin("red read")
    known = match.head(public=True)
    for action in ("write go", "write wait", "erase"):
        match.do(action, "blue")
        assert match.head(public=True) == known
    match.do("read", "blue")
    after = match.head(public=True)
    assert after != known
    match.rollback(5, GAME.roles)
    assert match.head(public=True) not in (known, after), "a rollback is known to all"


def test_two_histories_that_differ_in_secrets_have_the_same_public_head() -> None:
    one = begin("red read", "blue write go", "red read")
    other = begin("red read", "blue write ask", "blue write go", "red read")
    one.header = other.header
    assert one.head(public=True) == other.head(public=True)
    assert one.head() != other.head()


# What is proved


def test_a_proof_says_what_it_cannot_prove() -> None:
    match = begin("red write go", "red read")
    match.undo()
    said = proof(match)
    assert any("Every die comes from the seed" in text for text in said.proved)
    assert any("taken back once without a record" in text for text in said.unproved)
    assert not any("taken back" in text for text in proof(match, counted=False).unproved[:-1])
    copy = Match.load(GAME, match.save(with_seed=False))
    assert any("seed is not shown yet" in text for text in proof(copy).unproved)
    typed = Match.new(LADDER, dice="typed")
    assert any("typed in" in text for text in proof(typed).unproved)


def test_a_proof_counts_what_the_referee_let_pass() -> None:
    match = Match.new(LADDER, seed=1, mode="referee")
    assert proof(match).proved[1].startswith("Every action could be done under the rules, and")
    match.do("climb right 3", declare=True)
    assert "under the rules, but for 1 that the referee let pass, and" in proof(match).proved[1]
