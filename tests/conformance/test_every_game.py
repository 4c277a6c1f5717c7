"""What every game must hold to, whatever its rules: one suite for all of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import msgspec.inspect
import pytest

from conformance.corpus import GAMES, each_beginning, matches, positions, stops
from conformance.driver import LIMIT, fill, options, play, step
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.matches.states import decode_state, encode_state
from landbridge.engine.play.events import REFEREE
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from toys import LeakySealed


@each_beginning()
def test_random_play_comes_to_an_end(game: Game[Any], scenario: str) -> None:
    for seed, match in matches(game, scenario):
        assert match.outcome is not None, f"seed {seed}: still going after {LIMIT} actions"
        assert match.decisions() == ()
        with pytest.raises(Refusal, match="over"):
            match.do(next(iter(game.verbs)))
        assert match.audit() == []


@each_beginning()
def test_a_saved_match_is_the_same_match_when_it_is_loaded(game: Game[Any], scenario: str) -> None:
    for seed, match in matches(game, scenario):
        again = Match.load(game, from_text(to_text(match.save())))
        assert again.state == match.state
        assert all(again.at(number) == match.at(number) for number in stops(match, seed))
        assert again.log() == match.log()
        assert to_text(again.save()) == to_text(match.save())


@each_beginning()
def test_a_saved_match_goes_on_as_if_nothing_had_happened(game: Game[Any], scenario: str) -> None:
    for seed, match in matches(game, scenario):
        half = match.branch(stops(match, seed)[0], seed)
        again = Match.load(game, from_text(to_text(half.save())))
        assert again.state == half.state
        assert step(again, random.Random(seed)) == step(half, random.Random(seed))
        assert again.state == half.state
        assert to_text(again.save()) == to_text(half.save())


@each_beginning()
def test_the_same_seed_and_actions_give_the_same_match(game: Game[Any], scenario: str) -> None:
    for seed, match in itertools.islice(matches(game, scenario), 2):
        twin = Match.new(game, scenario, seed=seed)
        for record in match.history.records:
            twin.do(record.do, record.who)
        assert fingerprint(twin.state) == fingerprint(match.state)
        assert list(twin.history.records) == list(match.history.records)


@each_beginning()
def test_taking_everything_back_leads_to_the_start(game: Game[Any], scenario: str) -> None:
    for seed, whole in matches(game, scenario):
        for take_back in (whole.undo, lambda match=whole: match.rollback(1, game.roles)):
            with pytest.raises(Refusal, match="the match is over"):
                take_back()
        match = whole.branch(len(whole) - 1, seed)
        while len(match):
            before = len(match)
            if match.history[-1].final:
                with pytest.raises(Refusal):
                    match.undo()
                assert len(match) == before
                match.rollback(before, game.roles)
            else:
                match.undo()
            assert match.state == whole.at(len(match))
        first = whole.at(0)
        assert match.state == first
        assert Match.load(game, from_text(to_text(match.save()))).state == first


@each_beginning()
def test_nothing_that_only_looks_changes_anything(game: Game[Any], scenario: str) -> None:
    for seed, match in positions(game, scenario):
        before = to_text(match.save())
        for role in (*game.roles, REFEREE):
            match.view(role), match.decisions(role), match.log(role)
            game.summary(match.view(role))
        sandbox = match.branch(seed=seed + 1)
        assert sandbox.header.seed != match.header.seed
        play(sandbox, random.Random(seed), 20)
        for number in (0, len(match) // 2, len(match)):
            match.at(number)
        assert to_text(match.save()) == before


@each_beginning()
def test_a_state_is_plain_data_without_floats(game: Game[Any], scenario: str) -> None:
    for _, match in positions(game, scenario):
        state = match.state
        assert game.read_state(msgspec.to_builtins(state), type(state)) == state
        assert b"." not in _numbers(msgspec.json.decode(msgspec.json.encode(state)))


@each_beginning()
def test_a_state_that_is_written_is_read_and_hashes_as_before(
    game: Game[Any], scenario: str
) -> None:
    for _, match in positions(game, scenario):
        state = match.state
        again = decode_state(game, type(state), encode_state(state))
        assert again == state
        if game.snapshots:
            assert fingerprint(again) == fingerprint(state)
            assert msgspec.json.encode(again) == msgspec.json.encode(state), "in another order"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_with_snapshots_has_no_default_that_counts_by_identity(game: Game[Any]) -> None:
    """Where a field is left out if it *is* its default, words that only equal it would stay."""
    if game.snapshots:
        match = Match.new(game, game.scenarios[0].name, seed=1)
        kinds = [type(match.state), *getattr(game, "steps", {}).values()]
        for kind in msgspec.inspect.multi_type_info(kinds):
            assert list(_words_left_out(kind, set())) == []


def _words_left_out(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Fields of a type that may be left out and have a word as their default."""
    if isinstance(kind, msgspec.inspect.StructType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        for field in kind.fields:
            left_out = kind.cls.__struct_config__.omit_defaults
            if left_out and isinstance(field.default, str) and field.default:
                yield f"{kind.cls.__name__}.{field.name}"
            yield from _words_left_out(field.type, seen)
        return
    for name in ("types", "item_types"):
        for inner in getattr(kind, name, ()):
            yield from _words_left_out(inner, seen)
    for name in ("item_type", "key_type", "value_type", "type"):
        if isinstance(getattr(kind, name, None), msgspec.inspect.Type):
            yield from _words_left_out(getattr(kind, name), seen)


def _numbers(value: Any) -> bytes:
    if isinstance(value, dict):
        return b" ".join(_numbers(item) for item in value.values())
    if isinstance(value, list):
        return b" ".join(_numbers(item) for item in value)
    return b"." if isinstance(value, float) else b""


@each_beginning()
def test_what_a_game_draws_is_legal(game: Game[Any], scenario: str) -> None:
    """Only for whoever decides, from the role's own view, and nothing when it is over."""
    for seed, match in positions(game, scenario):
        rng = random.Random(seed)
        deciding = {decision.who for decision in match.decisions()}
        for role in game.roles:
            action = game.random_action(match.view(role), role, rng.randrange)
            if action is None:
                continue
            assert role in deciding
            assert not game.check(match.state, role, action)
            match.branch(seed=seed).do(action, role)


@each_beginning()
def test_the_offers_are_honest(game: Game[Any], scenario: str) -> None:
    """What is offered can be checked, what passes can be done, what is not offered is refused."""
    for seed, match in positions(game, scenario):
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


@each_beginning()
def test_the_log_can_be_read(game: Game[Any], scenario: str) -> None:
    for _, match in matches(game, scenario):
        log = match.log()
        for _, event in log:
            assert game.sentence(event).strip()
            assert not any(roll.faces for roll in event.rolls) or event.rules
        logged = [roll for _, event in log for roll in event.rolls if roll.faces]
        thrown = [roll for action in match.history for roll in action.rolls if roll.faces]
        opening = [roll for roll in match.opening.rolls if roll.faces]
        assert logged == opening + thrown, "a roll that no event tells of"


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


@each_beginning()
def test_no_role_can_tell_what_it_may_not_see(game: Game[Any], scenario: str) -> None:
    for seed, match in positions(game, scenario):
        for role in game.roles:
            for shuffle in range(3):
                assert not leaks(game, match, role, seed + shuffle)


def test_the_leak_test_finds_a_leak() -> None:
    game = LeakySealed()
    found = False
    for seed in range(20):
        match = play(Match.new(game, seed=seed), random.Random(seed), 3)
        found = found or any(leaks(game, match, role, seed) for role in game.roles)
    assert found
