"""Branches, saves and copies of a match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.matches.test_match import LADDER, SEALED, ladder, play, play_on, reloaded
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import BadSave, from_text, to_text
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput, Refusal

# Branching


def test_a_branch_goes_its_own_way() -> None:
    match = play(ladder(), "climb left 2", "jump", "rest")
    before = to_text(match.save())
    side = match.branch(1, seed="side")
    assert len(side) == 1
    assert side.state == match.at(1)
    play(side, "rest", "rest")
    assert to_text(match.save()) == before
    assert match.branch().state == match.state
    with pytest.raises(BadInput, match="9 is beyond them"):
        match.branch(9)


@pytest.mark.parametrize("game", [LADDER, SEALED])
def test_a_branch_never_holds_our_seed(game: Game[Any]) -> None:
    match = play_on(Match.new(game, seed="secret"), 5, 4)
    side = match.branch()
    assert side.header.seed != match.header.seed
    assert side.header.commitment != match.header.commitment
    assert "secret" not in to_text(side.save())
    assert side.header.dice == "either"


@pytest.mark.parametrize("game", [LADDER, SEALED])
def test_a_branch_can_be_kept_and_checked_like_any_match(game: Game[Any]) -> None:
    taken_over = 0
    for seed in range(40):
        match = play_on(Match.new(game, seed=seed), seed, 4)
        taken_over += sum(bool(record.dice) for record in match.history.records)
        side = play_on(match.branch(seed=99), seed)
        assert side.audit() == []
        assert reloaded(side).audit() == []
        assert reloaded(side).state == side.state
    assert taken_over


# Keeping


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", [LADDER, SEALED])
def test_a_match_is_the_same_after_loading(game: Game[Any], seed: int) -> None:
    match = play_on(Match.new(game, seed=seed), seed)
    again = reloaded(match)
    assert again.state == match.state
    assert again.log() == match.log()
    assert list(again.history) == list(match.history)
    assert again.save() == match.save()
    assert again.audit() == match.audit() == []


def test_a_match_goes_on_after_loading_in_the_middle_of_a_step() -> None:
    match = ladder(dice="either")
    match.do("jump", dice=[1])
    match.rollback(1, LADDER.roles)
    play(match, "climb left 4")
    match.do("jump", dice=[1])
    again = reloaded(match)
    for one in (match, again):
        while one.decisions()[0].prompt != "You fall":
            one.do("jump", dice=[1])
        play(one, "grab yes", "jump")
    assert again.save() == match.save()


def test_every_hundredth_action_carries_the_hash_of_its_position() -> None:
    match = ladder("tower")
    while len(match) < 250:
        match.do("rest")
    hashed = {n: t.record.state for n, t in enumerate(match.history, start=1) if t.record.state}
    assert hashed == {100: fingerprint(match.at(100)), 200: fingerprint(match.at(200))}
    match.rollback(150, LADDER.roles)
    while len(match) < 210:
        match.do("rest")
    assert match.history.records[199].state == fingerprint(match.at(200))
    assert reloaded(match).state == match.state


def test_a_copy_without_the_seed_can_be_read_but_not_played_on() -> None:
    match = play(ladder(), "rest", "jump")
    save = match.save(with_seed=False)
    assert save.header.seed is None
    assert save.header.commitment == match.header.commitment
    assert match.header.seed is not None
    assert match.header.seed.text not in to_text(save)
    copy = Match.load(LADDER, from_text(to_text(save)))
    assert copy.state == match.state
    assert copy.audit() == []
    with pytest.raises(Refusal, match="this copy has no seed: it can be read and checked"):
        copy.do("shout hello")


def test_a_copy_without_the_seed_goes_on_with_typed_dice() -> None:
    match = play(ladder(dice="either"), "rest")
    copy = Match.load(LADDER, match.save(with_seed=False))
    copy.do("jump", dice=[4])
    assert len(copy) == 2


def test_actions_can_be_repeated_one_by_one() -> None:
    """A copy that hears of every action stays in step, and can be played on with the same dice."""
    match = ladder()
    copy = reloaded(match)
    for text in ("climb left 2", "jump", "shout again"):
        match.do(text if match.decisions()[0].prompt != "You fall" else "grab yes")
        copy.repeat(match.history.records[-1])
    assert copy.save() == match.save()
    last = match.history.records[-1]
    with pytest.raises(BadSave, match="cannot be repeated"):
        copy.repeat(replace(last, do="climb left 9"))
    with pytest.raises(BadSave, match="dice that nothing asks for"):
        copy.repeat(replace(last, do="shout", dice=((3,),)))
    assert copy.save() == match.save()
