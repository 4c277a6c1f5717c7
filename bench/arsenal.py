"""Dark Crusade at random: actions, copies, whole campaigns, beside random chess where it is."""

from __future__ import annotations

import random
import time
from typing import Any

from bench.measure import Figure, micros
from landbridge.engine.actions import Action, Offer
from landbridge.engine.chance import Sampler
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refused
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War

GAME = Arsenal()


def begin(seed: int, scenario: str = "campaign") -> tuple[War, Sampler]:
    """A first position, with dice of its own."""
    nature = Sampler(seed)
    return GAME.set_up(scenario, GAME.choose({}), Play(nature)), nature


def random_action(state: War, who: str, offer: Offer, rng: random.Random) -> Action | None:
    """An action for an offer, slot by slot; nothing if a slot allows nothing."""
    said: tuple[str, ...] = ()
    values: list[Any] = []
    while (slot := GAME.complete(state, who, offer.verb, said)) is not None:
        if slot.optional and rng.random() < 0.5:
            break
        if slot.low is not None and slot.high is not None:
            values.append(rng.randint(slot.low, slot.high))
        elif slot.choices:
            word = rng.choice(slot.choices)
            values.append(word == "yes" if slot.choices == ("yes", "no") else word)
        else:
            return None
        said += (str(values[-1]),)
    return GAME.verbs[offer.verb](*values)


def play_out(seed: int, scenario: str = "campaign") -> tuple[War, int]:
    """A match at random to its end; the last position and the number of actions."""
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
            except Refused:
                continue
            state = GAME.apply(state, decision.who, action, Play(nature))
            count += 1
            break
    return state, count


def actions_a_second(seeds: range) -> float:
    """Random actions that were found, checked and carried out in a second."""
    start = time.perf_counter()
    count = sum(play_out(seed)[1] for seed in seeds)
    return count / (time.perf_counter() - start)


def _chess() -> float | None:
    """Microseconds for a random move of chess, where the package is there."""
    try:
        import chess
    except ImportError:
        return None
    rng = random.Random(1)
    count = 0
    start = time.perf_counter()
    for _ in range(20):
        board = chess.Board()
        while not board.is_game_over() and count < 20_000:
            board.push(rng.choice(list(board.legal_moves)))
            count += 1
    return (time.perf_counter() - start) / count * 1e6


def figures() -> list[Figure]:
    """What this page measures."""
    state, _ = begin(1)
    plain = micros(lambda: bytes(bytearray(state.at)), 2_000)
    copied = micros(lambda: War(**{f: getattr(state, f) for f in state.__struct_fields__}), 2_000)
    play_out(0)
    rate = actions_a_second(range(1, 6))
    whole = micros(lambda: play_out(7), rounds=3)
    beside = _chess()
    yardstick = "a column copied" if beside is None else "python-chess, a random move"
    return [
        Figure("a random action, found and done", 1e6 / rate, yardstick, beside or plain, None),
        Figure("a position copied", copied, "a column copied", plain, 20),
        Figure("a whole random campaign", whole, "a random action", 1e6 / rate, 2e6),
    ]
