"""Onslaught to Orsha: whole random campaigns that must end and verify, and the Perimeter search."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from typing import Any

from bench.measure import Figure
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat, play
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.play.actions import Action
from landbridge.engine.refusals import LandbridgeError
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.determination import Notes, draw_perimeter
from landbridge.games.orsha.rules.perimeter.grains import field
from landbridge.games.orsha.rules.perimeter.position import SIDES, Position, Unit
from landbridge.referee.games import load_match, new_match

SCENARIO = "battles-by-chance"
KEEN = 0.85
"""How often a bot that may buy does so; taking every offer alike it would stop at once."""


class Quartermaster(RandomBot):
    """A random bot that spends its points."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._keen = random.Random(f"{seed} keen")

    def choose(self, seat: Seat) -> Action:
        """A purchase or a work where one is possible, mostly; otherwise anything."""
        for verb in ("buy", "build"):
            offered = any(offer.verb == verb for d in seat.decisions for offer in d.offers)
            if offered and self._keen.random() < KEEN:
                for _ in range(20):
                    action = self._try(seat, verb)
                    if action is not None:
                        return action
        return super().choose(seat)

    def _try(self, seat: Seat, verb: str) -> Action | None:
        words = self._fill(seat, verb)
        if words is None:
            return None
        try:
            action = seat.read(" ".join((verb, *words)))
            return None if seat.check(action) else action
        except LandbridgeError:
            return None


def campaign(seed: int) -> Match[Any]:
    """A campaign from the first purchase to the verdict, both seats random, battles by chance."""
    match = new_match("orsha", SCENARIO, seed=seed)
    play(match, {role: Quartermaster(f"{seed} {role}") for role in match.game.roles})
    return match


def verified(match: Match[Any]) -> bool:
    """Whether its save loads to the same state with every die as the seed gives it."""
    again = load_match(from_text(to_text(match.save())))
    return again.state == match.state and again.audit() == []


def campaigns(number: int, first: int = 0) -> bool:
    """Play so many campaigns, say how they went; whether all ended and verify."""
    verbs: Counter[str] = Counter()
    events: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    lengths: list[int] = []
    bad: list[int] = []
    start = time.process_time()
    try:
        for seed in range(first, first + number):
            match = _sound(seed)
            if match is None:
                bad.append(seed)
                continue
            verbs.update(turn.record.do.split()[0] for turn in match.history)
            events.update(event.id for _, event in match.log())
            wins[(match.outcome and match.outcome.winner) or "nobody"] += 1
            lengths.append(len(match))
            if len(lengths) % 50 == 0:
                print(f"{len(lengths)} campaigns", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    played = len(lengths) + len(bad)
    each = (time.process_time() - start) / max(played, 1)
    print(f"{played} campaigns, {len(lengths)} ended and verified, {each:.2f} s of computing each")
    if lengths:
        mean = sum(lengths) / len(lengths)
        print(f"actions: {mean:.0f} on average, {min(lengths)} to {max(lengths)}")
        print(f"won by: {_shown(wins, 1)}")
        print(f"actions a campaign: {_shown(verbs, len(lengths))}")
        print(f"events a campaign: {_shown(events, len(lengths))}")
    return not bad


def _sound(seed: int) -> Match[Any] | None:
    """A campaign that has ended and whose save verifies; otherwise it is told what is wrong."""
    try:
        match = campaign(seed)
    except LandbridgeError as problem:
        print(f"seed {seed}: {problem}", file=sys.stderr, flush=True)
        return None
    over = match.outcome is not None and len(match.state.scores) == 4
    if not over or not verified(match):
        print(f"seed {seed}: {'does not verify' if over else 'has not ended'}", file=sys.stderr)
        return None
    return match


def _shown(counted: Counter[str], number: int) -> str:
    return ", ".join(
        f"{name} {count / number:.2f}" if number > 1 else f"{name} {count}"
        for name, count in counted.most_common()
    )


# Perimeters


def front(seed: int, each: int, cuts: int = 0) -> Position:
    """A front across the printed map with so many units a side, its edge cut into stretches."""
    source = random.Random(seed)
    where = field()
    line = [26]
    while len(line) < 30:
        line.append(min(45, max(8, line[-1] + source.randint(-2, 2))))
    units: dict[Hex, Unit] = {}
    number = where.atlas.sheets[0].numbers
    by_number = {number(place): place for place in where.hexes}
    for k in range(2 * each):
        column, side = source.randrange(30), SIDES[k % 2]
        depth = source.choice((1, 1, 2, 2, 3, 4, 5, 12))
        row = line[column] - depth if side == "german" else line[column] + depth
        place = by_number[column + 1, min(52, max(1, row))]
        units.setdefault(place, Unit(place, side, "mmc"))
    edge = {p: SIDES[number(p)[1] > line[number(p)[0] - 1]] for p in where.ring}
    for _ in range(cuts):
        start, length = source.randrange(len(where.ring)), source.randint(1, 12)
        holder = SIDES[source.randrange(2)]
        for k in range(length):
            edge[where.ring[(start + k) % len(where.ring)]] = holder
    edge |= {place: unit.side for place, unit in units.items() if place in edge}
    return Position(where, tuple(units.values()), {}, edge, {})


def cpu(position: Position) -> float:
    """Microseconds of computing for both Perimeters; other work on the machine does not count."""
    start = time.process_time()
    for side in SIDES:
        draw_perimeter(position, side, Notes())
    return (time.process_time() - start) * 1e6


def _slowest(cuts: int, seeds: range) -> tuple[float, float]:
    """The median and the longest time for both Perimeters, over several fronts."""
    times = sorted(cpu(front(seed, 60, cuts)) for seed in seeds)
    return times[len(times) // 2], times[-1]


def figures() -> list[Figure]:
    """What this page measures."""
    cpu(front(0, 5))
    usual, slow = _slowest(0, range(9))
    _, worst = max((_slowest(cuts, range(5)) for cuts in (4, 10, 20)), key=lambda t: t[1])
    start = time.process_time()
    campaign(7)
    whole = (time.process_time() - start) * 1e6
    beside = "the usual front"
    return [
        Figure("both Perimeters, 120 units, usual", usual, beside, usual, 2e6),
        Figure("both Perimeters, 120 units, slowest", slow, beside, usual, 2e6),
        Figure("both Perimeters, edge in many stretches", worst, beside, usual, 2e6),
        Figure("a whole random campaign", whole, beside, usual, 2e6),
    ]
