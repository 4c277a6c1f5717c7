"""A map of 8,494 hexes with 1,500 units, played at random: what the engine carries."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import msgspec

from bench.measure import Figure, micros
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.space import kernels, plain

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
ACTIONS = 1500


def figures() -> list[Figure]:
    """A march checked, applied, logged and hashed; a view; a copy."""
    from toys import BigMap
    from toys.steppe import supplied

    game = BigMap()
    Match.new(game, seed=1)
    found = {}
    assert kernels.load(), "the compiled kernels need numba: pip install 'landbridge[fast]'"
    compiled = kernels.used()
    for name, kernel in (("compiled", compiled), ("plain", plain)):
        kernels.use(kernel)
        match, rng = Match.new(game, seed=1), random.Random(7)
        spent = 0.0
        for _ in range(ACTIONS):
            who = game.roles[match.state.side]
            action = game.random_action(match.state, who, rng.randrange)
            assert action is not None
            start = time.perf_counter()
            match.do(action, who)
            fingerprint(match.state)
            spent += time.perf_counter() - start
        found[name] = spent / ACTIONS * 1e6
    state = match.state
    view = micros(lambda: msgspec.json.encode(game.view(state, "west")), 5)
    supply = micros(lambda: supplied(state), 5)
    kernels.use(compiled)
    quick = micros(lambda: supplied(state), 20)
    return [
        Figure("a march, kernels compiled", found["compiled"], "plain", found["plain"], 200),
        Figure("a view of all units, encoded", view, "a march", found["compiled"], 5000),
        Figure("supply state of a side, compiled", quick, "plain", supply, 2000),
    ]
