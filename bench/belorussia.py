"""The campaign of Belorussia on its map: reach, supply, marches, views, and what it all weighs."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from bench.measure import Figure, micros
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.space import kernels, plain
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.movement.moving import Move
from landbridge.games.belorussia.map_game.phases import own_rows
from landbridge.games.belorussia.map_game.set_out import (
    first_position,
    scenario_counters,
    scenario_land,
)
from landbridge.games.belorussia.movement.allowances import allowed
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.setting_out import setting_out_violations
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.fuel import needs_fuel
from landbridge.games.belorussia.supply_lines.fuel_plans import fuel_for
from landbridge.games.belorussia.supply_lines.paths import forget_searches
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import Side
from landbridge.referee.games import render
from landbridge.referee.scripts import from_position

CAMPAIGN = "map-1944"
ORSHA = "orsha-road"
MARCHES = 150
ROUNDS = 4
GAME = Belorussia()


def figures() -> list[Figure]:
    """Each with the compiled kernels, beside the plain ones where these do the same."""
    assert kernels.load(), "the compiled kernels need numba: pip install 'landbridge[fast]'"
    compiled = kernels.used()

    def both(what: str, made: Callable[[], Callable[[], object]], limit: float) -> Figure:
        quick = micros(made(), 5, 40)
        kernels.use(plain)
        slow = micros(made(), 2)
        kernels.use(compiled)
        return Figure(what, quick, "plain", slow, limit)

    found = [both("reach of the unit that goes furthest", _reach, 100)]
    found += [
        both(f"supply state, {side} campaign", lambda side=side: _state(side), 2000)  # type: ignore[misc]
        for side in SIDES
    ]
    marches = _marches()
    march = _march(marches)
    kernels.use(plain)
    slow = _march(marches)
    kernels.use(compiled)
    found.append(Figure("a march, checked, applied, logged, hashed", march, "plain", slow, 200))
    found.append(Figure("an action of The Orsha road at random", _at_random(), "march", march, 200))
    found.append(
        Figure("cheapest fuel of the largest stack", micros(_fuel()), "march", march, None)
    )
    state = _campaign().state
    row = state.table.counters.row("S-RD-60")
    copy = micros(lambda: state.with_position(state.table.position.moved({row: 0})), 20)
    view = _view(marches)
    found.append(Figure("copy of the campaign's state", copy, "march", march, 100))
    found.append(Figure("a view of the campaign, encoded", view, "march", march, 5000))
    return [*found, *_alone()]


def _theatre() -> Theatre:
    """The map as a rule sees it for the first time."""
    return Theatre(scenario_land(CAMPAIGN), scenario_counters(CAMPAIGN), first_position(CAMPAIGN))


def _campaign() -> Match[Any]:
    """The campaign with the Soviet player in his Movement Phase."""
    agenda = [{"type": "MapMovement", "side": "soviet"}, {"type": "TurnEnd"}]
    begun = {"ground": "dry", "flight": "full", "agenda": agenda}
    return from_position(Match.new(GAME, CAMPAIGN, seed=1), begun)


def _reach() -> Callable[[], object]:
    theatre = _theatre()
    able = [
        row for row in own_rows(theatre, "soviet") if not setting_out_violations(theatre, (row,))
    ]
    furthest = max(able, key=lambda row: allowed(theatre, row))
    assert len(list(reach_of(theatre, (furthest,)))) > 300, "that is no long march"
    return lambda: reach_of(theatre, (furthest,)).found


def _state(side: Side) -> Callable[[], object]:
    def look() -> object:
        forget_searches()
        return supply_state(_theatre(), side).how

    look()
    return look


def _marches() -> list[Move]:
    """Marches one after another, as a player could order them: of units somewhere that are in no
    mode, since Reserves that part would need more markers than there are."""
    match, rng, found = _campaign(), random.Random(7), list[Move]()
    step = match.state.agenda[0]
    while len(found) < MARCHES:
        theatre = step.theatre(match.state)
        rows = [row for row in Move.candidates(match.state, step) if not theatre.marker(row)]
        row = rng.choice(rows)
        ends = [place for place in reach_of(theatre, (row,)) if place != theatre.place_of(row)]
        if ends:
            action = Move(theatre.counter(row).id, (theatre.land.labels[rng.choice(ends)],))
            match.do(action, "soviet")
            found.append(action)
    return found


def _march(marches: list[Move]) -> float:
    """Microseconds for one of these, ordered again: checked, carried out, logged and hashed."""

    def march_all() -> None:
        for action in marches:
            match.do(action, "soviet")
            fingerprint(match.state)

    best = float("inf")
    for _ in range(ROUNDS):
        match = _campaign()
        best = min(best, micros(march_all, rounds=1))
    return best / len(marches)


def _view(marches: list[Move]) -> float:
    """Microseconds for what the enemy's page is told after one of these, the best of them."""
    match, best = _campaign(), float("inf")
    for action in marches[:20]:
        match.do(action, "soviet")
        best = min(best, micros(lambda: _page(match.state), rounds=1))
    return best


def _page(state: Any) -> bytes:
    return msgspec.json.encode(render("belorussia", GAME.view(state, "axis")))


def _at_random() -> float:
    """Microseconds for an action of The Orsha road at random: drawn from what its player sees,
    checked, carried out, logged and hashed."""
    best = float("inf")
    for seed in range(ROUNDS):
        match, bot, done = Match.new(GAME, ORSHA, seed=seed), RandomBot(seed), 0
        start = time.perf_counter()
        while match.outcome is None:
            who = match.deciders[0]
            match.do(bot.choose(Seat(match, who)), who)
            fingerprint(match.state)
            done += 1
        best = min(best, (time.perf_counter() - start) / done * 1e6)
    return best


def _fuel() -> Callable[[], object]:
    theatre = _theatre()
    stacks = (theatre.stack(place) for place in range(theatre.land.size))
    wanting = ([row for row in stack if needs_fuel(theatre, row)] for stack in stacks)
    largest = max(wanting, key=len)

    def plan() -> object:
        forget_searches()
        return fuel_for(_theatre(), largest)

    return plan


ALONE = """
import time
from pathlib import Path
start = time.perf_counter()
from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.ledger.game import Belorussia
match = Match.new(Belorussia(), "{scenario}", seed=1)
lines = Path("/proc/self/status").read_text().splitlines()
most = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
print((time.perf_counter() - start) * 1e6, most / 1024)
"""


def _alone() -> list[Figure]:
    """The campaign begun in a process of its own, beside a short scenario."""
    found = {}
    for scenario in (CAMPAIGN, "first-steps"):
        run = subprocess.run(
            [sys.executable, "-c", ALONE.format(scenario=scenario)],
            capture_output=True,
            check=True,
            text=True,
        )
        found[scenario] = [float(word) for word in run.stdout.split()]
    (time_big, size_big), (time_small, size_small) = found[CAMPAIGN], found["first-steps"]
    return [
        Figure("the campaign begins, from nothing", time_big, "First steps", time_small, 2e6),
        Figure(
            "memory of a process with the campaign", size_big, "First steps", size_small, 100, "MB"
        ),
    ]
