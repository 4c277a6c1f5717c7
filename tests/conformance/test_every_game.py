"""What every game must hold to, whatever its rules: one suite for all of them."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.driver import LIMIT, fill, options, play, step
from landbridge.engine.chance import Sampler
from landbridge.engine.events import REFEREE
from landbridge.engine.game import Game
from landbridge.engine.match import Match
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from landbridge.engine.saves import from_text, to_text
from landbridge.engine.seals import fingerprint
from landbridge.referee.games import all_games
from toys import BigMap, Ladder, LeakySealed, Sealed

GAMES: list[Game[Any]] = [*all_games(), Sealed(), Ladder(), BigMap()]
BEGINNINGS = [(game, scenario.name) for game in GAMES for scenario in game.scenarios]

begins = pytest.mark.parametrize(
    ("game", "scenario"), BEGINNINGS, ids=[f"{g.name}-{s}" for g, s in BEGINNINGS]
)
some = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
seeds = st.integers(0, 10**6)
lengths = st.integers(0, 400)


def begin(game: Game[Any], scenario: str, seed: int) -> Match[Any]:
    return Match.new(game, scenario, seed=seed)


@begins
@some
@given(seed=seeds)
def test_random_play_comes_to_an_end(game: Game[Any], scenario: str, seed: int) -> None:
    match = play(begin(game, scenario, seed), random.Random(seed))
    assert match.outcome is not None, f"still going after {LIMIT} actions"
    assert match.decisions() == ()
    with pytest.raises(Refusal, match="over"):
        match.do(next(iter(game.verbs)))
    assert match.audit() == []


@begins
@some
@given(seed=seeds, length=lengths)
def test_a_saved_match_goes_on_as_if_nothing_had_happened(
    game: Game[Any], scenario: str, seed: int, length: int
) -> None:
    match = play(begin(game, scenario, seed), random.Random(seed), length)
    again = Match.load(game, from_text(to_text(match.save())))
    assert again.state == match.state
    assert again.log() == match.log()
    assert to_text(again.save()) == to_text(match.save())
    if match.outcome is None:
        rest = random.Random(seed + 1)
        text = step(match, rest)
        assert step(again, random.Random(seed + 1)) == text
        assert again.state == match.state


@begins
@some
@given(seed=seeds, length=lengths)
def test_the_same_seed_and_actions_give_the_same_match(
    game: Game[Any], scenario: str, seed: int, length: int
) -> None:
    match = play(begin(game, scenario, seed), random.Random(seed), length)
    twin = begin(game, scenario, seed)
    for turn in match.history:
        twin.do(turn.record.do, turn.record.who)
    assert fingerprint(twin.state) == fingerprint(match.state)
    assert list(twin.history.records) == list(match.history.records)


@begins
@some
@given(seed=seeds, length=lengths)
def test_taking_everything_back_leads_to_the_start(
    game: Game[Any], scenario: str, seed: int, length: int
) -> None:
    match = begin(game, scenario, seed)
    states = [match.state]
    rng = random.Random(seed)
    while match.outcome is None and len(match) < length:
        step(match, rng)
        states.append(match.state)
    if match.outcome is not None:
        for take_back in (match.undo, lambda: match.rollback(1, game.roles)):
            with pytest.raises(Refusal, match="the match is over"):
                take_back()
        match = match.branch(len(match) - 1, seed)
    while len(match):
        last = match.history[-1]
        if last.final:
            before = len(match)
            with pytest.raises(Refusal):
                match.undo()
            assert len(match) == before
            match.rollback(before, game.roles)
        else:
            match.undo()
        assert match.state == states[len(match)]
    assert match.state == states[0]
    assert Match.load(game, from_text(to_text(match.save()))).state == states[0]


@begins
@some
@given(seed=seeds, length=lengths)
def test_nothing_that_only_looks_changes_anything(
    game: Game[Any], scenario: str, seed: int, length: int
) -> None:
    match = play(begin(game, scenario, seed), random.Random(seed), length)
    before = to_text(match.save())
    for role in (*game.roles, REFEREE):
        match.view(role), match.decisions(role), match.log(role)
        game.summary(match.view(role))
    sandbox = match.branch(seed=seed)
    assert sandbox.header.seed != match.header.seed
    play(sandbox, random.Random(seed), 20)
    for number in (0, len(match) // 2, len(match)):
        match.at(number)
    assert to_text(match.save()) == before


@begins
@some
@given(seed=seeds, length=lengths)
def test_a_state_is_plain_data_without_floats(
    game: Game[Any], scenario: str, seed: int, length: int
) -> None:
    state = play(begin(game, scenario, seed), random.Random(seed), length).state
    assert msgspec.convert(msgspec.to_builtins(state), type(state)) == state
    assert b"." not in _numbers(msgspec.json.decode(msgspec.json.encode(state)))


def _numbers(value: Any) -> bytes:
    if isinstance(value, dict):
        return b" ".join(_numbers(item) for item in value.values())
    if isinstance(value, list):
        return b" ".join(_numbers(item) for item in value)
    return b"." if isinstance(value, float) else b""


@begins
@some
@given(seed=seeds, length=lengths)
def test_what_a_game_draws_is_legal(game: Game[Any], scenario: str, seed: int, length: int) -> None:
    """Only for whoever decides, from the role's own view, and nothing when it is over."""
    match = play(begin(game, scenario, seed), random.Random(seed), length)
    rng = random.Random(seed)
    deciding = {decision.who for decision in match.decisions()}
    for role in game.roles:
        action = game.random_action(match.view(role), role, rng.randrange)
        if action is None:
            continue
        assert role in deciding
        assert not game.check(match.state, role, action)
        match.branch(seed=seed).do(action, role)


@begins
@some
@given(seed=seeds, length=lengths)
def test_the_offers_are_honest(game: Game[Any], scenario: str, seed: int, length: int) -> None:
    """What is offered can be checked, what passes can be done, what is not offered is refused."""
    match = play(begin(game, scenario, seed), random.Random(seed), length)
    rng = random.Random(seed)
    before = fingerprint(match.state)
    for decision, offer in options(match, rng):
        assert decision.who in game.roles
        assert offer.verb in game.verbs
        text = fill(match, decision.who, offer, rng)
        if text is None:
            continue
        action = game.read(text)
        try:
            fine = not game.check(match.state, decision.who, action)
        except Refusal:
            fine = False
        if fine:
            match.branch(seed=seed).do(action, decision.who)
    for decision in match.decisions():
        offered = {offer.verb for offer in decision.offers}
        for verb in set(game.verbs) - offered:
            with pytest.raises(LandbridgeError):
                match.do(verb, decision.who)
    if match.outcome is None:
        with pytest.raises(BadInput):
            match.do("sing a song")
    assert fingerprint(match.state) == before


@begins
@some
@given(seed=seeds, length=lengths)
def test_the_log_can_be_read(game: Game[Any], scenario: str, seed: int, length: int) -> None:
    match = play(begin(game, scenario, seed), random.Random(seed), length)
    for _, event in match.log():
        assert game.sentence(event).strip()
        assert not any(roll.faces for roll in event.rolls) or event.rules
    told = [roll for _, event in match.log() for roll in event.rolls if roll.faces]
    thrown = [roll for turn in match.history for roll in turn.rolls if roll.faces]
    opening = [roll for roll in match.opening.rolls if roll.faces]
    assert told == opening + thrown, "a roll that no event tells of"


def leaks(game: Game[Any], match: Match[Any], role: str, seed: int) -> bool:
    """Whether a role could notice that everything it cannot see has been reshuffled."""
    other = game.imagine(match.state, role, Sampler(seed))
    same_view = msgspec.to_builtins(game.view(other, role)) == msgspec.to_builtins(
        game.view(match.state, role)
    )
    mine = [d for d in game.decisions(match.state) if d.who == role]
    same_offers = mine == [d for d in game.decisions(other) if d.who == role]
    said = [
        (offer.verb, game.next_slot(match.state, role, offer.verb, ()))
        for d in mine
        for offer in d.offers
    ]
    same_slots = said == [
        (offer.verb, game.next_slot(other, role, offer.verb, ()))
        for d in mine
        for offer in d.offers
    ]
    return not (same_view and same_offers and same_slots)


@begins
@some
@given(seed=seeds, length=lengths)
def test_no_role_can_tell_what_it_may_not_see(
    game: Game[Any], scenario: str, seed: int, length: int
) -> None:
    match = play(begin(game, scenario, seed), random.Random(seed), length)
    for role in game.roles:
        for shuffle in range(3):
            assert not leaks(game, match, role, seed + shuffle)


def test_the_leak_test_finds_a_leak() -> None:
    game = LeakySealed()
    found = False
    for seed in range(20):
        match = play(begin(game, game.scenarios[0].name, seed), random.Random(seed), 3)
        found = found or any(leaks(game, match, role, seed) for role in game.roles)
    assert found
