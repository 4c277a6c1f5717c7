"""A match of 40,000 actions on the big map: memory, looking back, taking back, saving, loading.

`python -m bench matches` plays it once; `python -m bench.matches FILE ACTION` is `landbridge do`
for such a file, in a process of its own.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bench.measure import Figure, micros
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.resuming import read_match, write_match
from landbridge.engine.matches.saves import from_text
from landbridge.engine.play.actions import write
from landbridge.engine.play.events import Play
from landbridge.engine.play.game import Game
from landbridge.engine.space import kernels

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

ACTIONS = 40_000
SAMPLES = 60


def campaign() -> Game[Any]:
    """The big map with turns enough for a whole campaign."""
    from toys.steppe import BigMap, Steppe

    class Campaign(BigMap):
        def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Steppe:
            return replace(super().set_up(scenario, options, play), turns=99)

    return Campaign()


def play_on(match: Match[Any], actions: int) -> float:
    """Play at random; seconds that the actions themselves took."""
    rng, spent = random.Random(len(match)), 0.0
    for _ in range(actions):
        who = match.game.deciders(match.state)[0]
        action = match.game.random_action(match.state, who, rng.randrange)
        assert action is not None
        start = time.perf_counter()
        match.do(action, who)
        spent += time.perf_counter() - start
    return spent


def slowest(match: Match[Any]) -> float:
    """Microseconds that the slowest of many looks back took."""
    rng, worst = random.Random(1), 0.0
    for number in rng.sample(range(len(match)), SAMPLES):
        start = time.perf_counter()
        match.at(number)
        worst = max(worst, time.perf_counter() - start)
    return worst * 1e6


def act_in_shell(data: bytes, action: str) -> tuple[float, float]:
    """Microseconds of `landbridge do` on a file, Python's start included: by the clock, and of the
    processor alone, which a busy machine changes less."""
    processor = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "campaign.lbm"
        command = [sys.executable, "-m", "bench.matches", str(file), action]

        def once() -> None:
            nonlocal processor
            file.write_bytes(data)
            before = os.times()
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            after = os.times()
            used = after.children_user + after.children_system
            used -= before.children_user + before.children_system
            processor = min(processor, used)

        clock = micros(once, rounds=5)
    return clock, processor * 1e6


def figures() -> list[Figure]:
    """What this page measures."""
    assert kernels.load(), "the compiled kernels need numba: pip install 'landbridge[fast]'"
    game = campaign()
    play_on(Match.new(game, seed=2), 200)
    tracemalloc.start()
    match = Match.new(game, seed=1)
    play_on(match, ACTIONS)
    match.save()
    megabytes = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    done = play_on(match, 250) / 250 * 1e6
    back = micros(match.undo, 20, rounds=3)
    seen = slowest(match)
    data = write_match(match)
    one_more = _save_again(match)
    resumed = micros(lambda: read_match(lambda _: game, data), rounds=3)
    again = read_match(lambda _: game, data)
    assert again is not None
    seen_again = slowest(again)
    full = micros(lambda: Match.load(game, from_text(data.decode())), rounds=1)
    who = game.deciders(again.state)[0]
    action = game.random_action(again.state, who, random.Random(1).randrange)
    assert action is not None
    clock, processor = act_in_shell(data, write(action))
    bare = micros(lambda: subprocess.run([sys.executable, "-c", ""], check=True), rounds=3)
    whole = "playing it through"
    return [
        Figure("an action", done, "an undo", back, 200),
        Figure("an undo", back, "an action", done, 1e5),
        Figure("a look back, the slowest", seen, "an action", done, 1e5),
        Figure("the same after loading", seen_again, "an action", done, 1e5),
        Figure("save after one more action", one_more, whole, full, 1e5),
        Figure("load from the last snapshot", resumed, whole, full, 3e5),
        Figure("`landbridge do` on the file, processor", processor, "by the clock", clock, 5e5),
        Figure("`landbridge do` on the file, clock", clock, "Python's start", bare, None),
        Figure("memory", megabytes, "its file", len(data) / 1e6, 60, "MB"),
    ]


def _save_again(match: Match[Any]) -> float:
    def once() -> None:
        play_on(match, 1)
        write_match(match)

    return micros(once, rounds=5)


def _do(words: list[str]) -> int:
    from landbridge.cli import acting
    from landbridge.referee import games

    game = campaign()
    games.game = lambda name: game  # type: ignore[assignment]
    return acting.do(words)


if __name__ == "__main__":
    sys.exit(_do(sys.argv[1:]))
