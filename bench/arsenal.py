"""Dark Crusade at random: actions, copies, whole campaigns, beside random chess where it is.

Both are measured in processor time, one after the other in one run.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from bench.measure import Figure, micros
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.play.actions import Action, Offer
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War

GAME = Arsenal()
ROUNDS = (range(1, 8), range(8, 15), range(15, 22))
"""Seeds: no campaign is played twice."""


def begin(seed: int, scenario: str = "campaign") -> tuple[War, Sampler]:
    """A first position, with dice of its own."""
    nature = Sampler(seed)
    return GAME.set_up(scenario, GAME.choose({}), Play(nature)), nature


def play_out(seed: int, scenario: str = "campaign") -> tuple[War, int]:
    """A match of legal actions at random to its end; the last position and how many they were."""
    state, nature = begin(seed, scenario)
    chance = random.Random(seed).random

    def choose(number: int) -> int:
        return int(chance() * number)

    count = 0
    while deciders := GAME.deciders(state):
        (who,) = deciders
        action = GAME.random_action(state, who, choose)
        assert action is not None
        state = GAME.apply(state, who, action, Play(nature))
        count += 1
    return state, count


def random_action(state: War, who: str, offer: Offer, rng: random.Random) -> Action | None:
    """An action for an offer, slot by slot as a client asks; nothing if a slot allows nothing."""
    said: tuple[str, ...] = ()
    values: list[Any] = []
    while (slot := GAME.next_slot(state, who, offer.verb, said)) is not None:
        if slot.optional and rng.random() < 0.5:
            break
        if slot.low is not None and slot.high is not None:
            values.append(rng.randint(slot.low, slot.high))
        elif slot.words:
            word = rng.choice(slot.words)
            values.append(word == "yes" if slot.words == ("yes", "no") else word)
        else:
            return None
        said += (str(values[-1]),)
    return GAME.verbs[offer.verb](*values)


def by_offers(seed: int, scenario: str = "campaign") -> tuple[War, int]:
    """The same through what is shown to players: every offer listed, filled in and checked."""
    state, nature = begin(seed, scenario)
    rng = random.Random(seed)
    count = 0
    while decisions := GAME.decisions(state):
        decision = decisions[0]
        offers = list(decision.offers)
        rng.shuffle(offers)
        for offer in offers:
            action = random_action(state, decision.who, offer, rng)
            if action is None:
                continue
            try:
                GAME.check(state, decision.who, action)
            except Refusal:
                continue
            state = GAME.apply(state, decision.who, action, Play(nature))
            count += 1
            break
    return state, count


def each(play: Callable[[int], tuple[War, int]], seeds: range) -> float:
    """Microseconds for an action that was found and carried out."""
    start = time.process_time()
    count = sum(play(seed)[1] for seed in seeds)
    return (time.process_time() - start) / count * 1e6


def _chess(judged: bool, games: int = 20, longest: int = 400) -> float | None:
    """Microseconds for a random move of chess, where the package is there.

    Judged: `is_game_over()` before every move. Otherwise a game ends without a legal move, or
    after 75 moves in which nothing was taken: less is asked of chess than its rules know.
    """
    try:
        import chess
    except ImportError:
        return None
    rng = random.Random(1)
    count = 0
    start = time.process_time()
    for _ in range(games):
        board = chess.Board()
        for _ in range(longest):
            if judged and board.is_game_over():
                break
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= 150:
                break
            board.push(rng.choice(moves))
            count += 1
    return (time.process_time() - start) / count * 1e6


def figures() -> list[Figure]:
    """What this page measures."""
    state, _ = begin(1)
    plain = micros(lambda: bytes(bytearray(state.at)), 2_000)
    copied = micros(lambda: War(**{f: getattr(state, f) for f in state.__struct_fields__}), 2_000)
    play_out(0)
    by_offers(0, "barbarossa")
    # One after the other, so that a busy machine slows both alike.
    turns = [(each(play_out, seeds), _chess(True), _chess(False)) for seeds in ROUNDS]
    action = min(turn[0] for turn in turns)
    shown = each(by_offers, range(1, 3))
    whole = micros(lambda: play_out(7), rounds=3)
    found = [
        Figure("a position copied", copied, "a column copied", plain, 30),
        Figure("a whole random campaign", whole, "a random action", action, 2e6),
        Figure("a random action through what is shown", shown, "a random action", action, None),
    ]
    judged = [turn[1] for turn in turns if turn[1] is not None]
    bare = [turn[2] for turn in turns if turn[2] is not None]
    if not judged or not bare:
        return [Figure("a random action", action, "a column copied", plain, None), *found]
    return [
        Figure(
            "a random action", action, "python-chess, is_game_over, move", min(judged), min(judged)
        ),
        Figure("a random action", action, "python-chess, list moves, move", min(bare), None),
        *found,
    ]
