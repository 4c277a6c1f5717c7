"""Nobody does what he is not offered, no refusal tells a secret, referees may let breaches pass."""

from __future__ import annotations

import itertools
import random
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from unittest.mock import patch

import msgspec
from msgspec import Meta

from conformance.corpus import each_beginning, matches, positions, stops
from conformance.driver import play
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.play.actions import Action, Decision, write
from landbridge.engine.play.events import REFEREE, SPECTATOR, Play
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import (
    BadInput,
    ImpossibleAction,
    LandbridgeError,
    Refusal,
    Violation,
)
from toys import Sealed

TRIES = 3
"""So many wordings of each verb are tried for each role."""
OTHERS = 40
"""So many actions of other moments of the match are tried for each role."""


@contextmanager
def decided_once(game: Game[Any]) -> Iterator[None]:
    """What is asked in a position is found once for each role.

    Whoever is refused is told what is legal instead: hundreds of times the same in one position.
    That finding it changes nothing is tested in `test_every_game`.
    """
    known: dict[tuple[int, str], tuple[Any, tuple[Decision, ...]]] = {}
    find = game.decisions

    def decisions(state: Any, role: str = REFEREE) -> tuple[Decision, ...]:
        # The state is kept: no other can have its identity meanwhile.
        if (id(state), role) not in known:
            known[id(state), role] = state, find(state, role)
        return known[id(state), role][1]

    with patch.object(game, "decisions", decisions):
        yield


# Any well-formed action


def words_of(state: Any) -> list[str]:
    """Every word and number that stands in a position: names that the rules know."""
    found: dict[str, None] = {}

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                found[str(name)] = None
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)
        elif isinstance(value, str | int):
            found[str(value)] = None

    collect(msgspec.to_builtins(state))
    return [word for word in found if word] or ["1"]


def any_word(kind: Any, known: list[str], rng: random.Random) -> str:
    """A word that fits a type, often one that the position knows."""
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *notes = get_args(kind)
        for note in notes:
            if isinstance(note, Meta) and note.ge is not None and note.le is not None:
                return str(rng.randint(int(note.ge), int(note.le)))
            if isinstance(note, Meta) and note.examples and rng.random() < 0.5:
                return str(rng.choice(note.examples))
        return any_word(inner, known, rng)
    if origin in (Union, UnionType):
        return any_word(rng.choice([a for a in get_args(kind) if a is not type(None)]), known, rng)
    if origin is Literal:
        return str(rng.choice(get_args(kind)))
    if kind is bool:
        return rng.choice(("yes", "no"))
    if kind is int:
        return str(rng.randint(0, 12))
    return rng.choice(known)


def any_action(game: Game[Any], verb: str, known: list[str], rng: random.Random) -> Action | None:
    """Any action of a verb that can be read; None where no words were found for it."""
    for _ in range(20):
        words = [verb]
        for field in msgspec.structs.fields(game.verbs[verb]):
            if get_origin(field.type) is tuple:
                inner = get_args(field.type)[0]
                words += [any_word(inner, known, rng) for _ in range(rng.randint(1, 3))]
            elif not field.required and rng.random() < 0.3:
                break
            else:
                words.append(any_word(field.type, known, rng))
        try:
            return game.read(shlex.join(words))
        except BadInput:
            continue
    return None


def offered(match: Match[Any], role: str) -> set[str]:
    """Every verb that a role is asked for or offered beside it."""
    return {offer.verb for one in match.open_to(role) for offer in one.offers}


def actions(
    match: Match[Any], rng: random.Random, roles: tuple[str, ...]
) -> Iterator[tuple[str, Action]]:
    """Well-formed actions of every verb, by every role."""
    known = words_of(match.state)
    for verb in match.game.verbs:
        for role in roles:
            for _ in range(TRIES):
                action = any_action(match.game, verb, known, rng)
                if action is not None:
                    yield role, action


def verb(action: Action) -> str:
    return str(action.__struct_config__.tag)


def told(game: Game[Any], state: Any, role: str, action: Action) -> str:
    """How an action is refused, or what speaks against it; empty if nothing does."""
    try:
        return "; ".join(map(str, game.check(state, role, action)))
    except LandbridgeError as problem:
        return str(problem)


def passes(game: Game[Any], match: Match[Any], seed: int) -> list[str]:
    """What a role may do although it is not offered, or is refused without a rule."""
    open_to = {role: offered(match, role) for role in game.roles}
    wrong = []
    for role, action in actions(match, random.Random(seed), (*game.roles, SPECTATOR)):
        if verb(action) in open_to.get(role, ()):
            continue
        try:
            # A breach is only let pass by a referee; nothing at all is a hole.
            found = game.check(match.state, role, action)
            cited = bool(found) and all(one.rules for one in found)
        except Refusal as refused:
            cited = bool(refused.rules)
        except BadInput:
            # It means nothing, for anybody.
            cited = True
        if not cited:
            wrong.append(f"{role}: {write(action)}: {told(game, match.state, role, action)}")
    return wrong


def leaks(game: Game[Any], match: Match[Any], seed: int) -> list[str]:
    """Refusals by which a role could notice that what it cannot see has been reshuffled."""
    wrong = []
    others = {
        role: [game.imagine(match.state, role, Sampler(seed + n)) for n in range(2)]
        for role in game.roles
    }
    for role, action in actions(match, random.Random(seed), game.roles):
        here = told(game, match.state, role, action)
        there = {told(game, other, role, action) for other in others[role]}
        if there != {here}:
            wrong.append(f"{role}: {write(action)}: {here}; {there}")
    return wrong


@each_beginning()
def test_what_is_not_offered_to_a_role_is_refused_with_a_rule(
    game: Game[Any], scenario: str
) -> None:
    for seed, match in positions(game, scenario):
        if match.outcome is None:
            before = fingerprint(match.state)
            with decided_once(game):
                assert passes(game, match, seed) == []
            assert fingerprint(match.state) == before


@each_beginning()
def test_no_refusal_depends_on_what_is_hidden(game: Game[Any], scenario: str) -> None:
    for seed, match in itertools.islice(positions(game, scenario), 1, None, 3):
        with decided_once(game):
            assert leaks(game, match, seed) == []


# What a referee may let pass


def done_elsewhere(match: Match[Any], rng: random.Random) -> Iterator[tuple[str, Action]]:
    """Actions of other moments of a match, by whoever did them and by the others."""
    records = match.history.records
    for record in rng.sample(records, min(OTHERS, len(records))):
        for role in match.game.roles:
            yield role, match.game.read(record.do)


def not_declarable(
    game: Game[Any], state: Any, tried: Iterator[tuple[str, Action]], seed: int
) -> list[str]:
    """Refusals without a rule, and those that are neither a violation nor say why they never are.

    What only a referee can let pass is let pass: it must lead to a position that can be played.
    """
    wrong = []
    for role, action in tried:
        found: tuple[Violation, ...] = ()
        try:
            found = game.check(state, role, action)
            fine = all(violation.rules for violation in found)
        except ImpossibleAction as refused:
            fine = bool(refused.rules)
        except Refusal as refused:
            fine = bool(refused.rules) and refused.declarable
        except BadInput:
            fine = True
        if not fine:
            wrong.append(f"{role}: {write(action)}: {told(game, state, role, action)}")
        elif found:
            after = game.apply(state, role, action, Play(Sampler(seed)))
            game.decisions(after)
    return wrong


@each_beginning()
def test_a_referee_can_let_pass_whatever_is_well_formed(game: Game[Any], scenario: str) -> None:
    for seed, match in matches(game, scenario):
        rng = random.Random(seed)
        for number in stops(match, seed):
            state = match.at(number)
            if game.outcome(state) is None:
                here = match.branch(number, seed)
                tried = itertools.chain(actions(here, rng, game.roles), done_elsewhere(match, rng))
                with decided_once(game):
                    assert not_declarable(game, state, tried, seed) == []


class Careless(Sealed):
    """Lets anybody do anything, unless the other's card is the higher one."""

    def check(self, state: Any, who: str, action: Action) -> tuple[Violation, ...]:
        hands = [card for role in self.roles if role != who for card in state.hands[role]]
        if max(hands, default=0) > 5:
            raise Refusal(f"the other holds {max(hands)}", "DC-R01")
        return ()


def test_the_tests_find_a_hole_and_a_leak() -> None:
    game = Careless()
    holes = leaking = False
    for seed in range(20):
        match = play(Match.new(Sealed(), "short", seed=seed), random.Random(seed), 1)
        holes = holes or bool(passes(game, match, seed))
        leaking = leaking or bool(leaks(game, match, seed))
    assert holes
    assert leaking
