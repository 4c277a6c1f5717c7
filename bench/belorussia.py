"""The campaign of Belorussia on its map: reach, supply, marches, views, and what it all weighs."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from bench.measure import Figure, Spent, calls, micros, spent
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.space import kernels, plain
from landbridge.games.belorussia.combat.battles import named_battle
from landbridge.games.belorussia.combat.resolution import Combat
from landbridge.games.belorussia.combat.weighing import weigh
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.barrage.barraging import possible_barrages
from landbridge.games.belorussia.map_game.combat.attacking import Assault
from landbridge.games.belorussia.map_game.combat.combat_odds import (
    combat_distribution,
    forget_odds,
)
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
        quick = spent(made(), 5, 40)
        kernels.use(plain)
        slow = micros(made(), 2)
        kernels.use(compiled)
        return Figure(what, quick.clock, "plain", slow, limit, cpu=quick.cpu)

    found = [both("reach of the unit that goes furthest", _reach, 100)]
    kernels.use(plain)
    slow = spent(_reach(), 5)
    kernels.use(compiled)
    quick = found[0].value
    found.append(Figure("the same reach, plain", slow.clock, "compiled", quick, 3000, cpu=slow.cpu))
    found += [
        both(f"supply state, {side} campaign", lambda side=side: _state(side), 2000)  # type: ignore[misc]
        for side in SIDES
    ]
    marches = _marches()
    march = _march(marches)
    kernels.use(plain)
    slow_march = _march(marches).clock
    kernels.use(compiled)
    found.append(_figure("a march, checked, applied, logged, hashed", march, slow_march, 200))

    def beside(what: str, took: Spent, limit: float | None) -> None:
        found.append(_figure(what, took, march.clock, limit, "march"))

    drawn, done = _at_random()
    beside(f"Orsha road at random: {1e6 / drawn.clock:.0f} actions a second", drawn, 200)
    beside("of this: check, apply, log and hash", done, None)
    found += _called(marches)
    odds = _combats()
    beside("exact odds of a full combat, first time", _odds(odds, False), 1000)
    beside("exact odds of a full combat, again", _odds(odds, True), 1000)
    for side in SIDES:
        beside(f"offers of guns and planes, {side} campaign", _guns(side), None)
    beside("cheapest fuel of the largest stack", spent(_fuel()), None)
    state = _campaign().state
    row = state.table.counters.row("S-RD-60")
    copy = spent(lambda: state.with_position(state.table.position.moved({row: 0})), 20)
    beside("copy of the campaign's state", copy, 100)
    beside("a view of the campaign, encoded", _view(marches), 5000)
    return [*found, *_alone()]


def _figure(
    what: str, took: Spent, beside: float, limit: float | None, yardstick: str = "plain"
) -> Figure:
    return Figure(what, took.clock, yardstick, beside, limit, cpu=took.cpu)


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


def _march(marches: list[Move]) -> Spent:
    """What one of these takes when they are ordered again in a match of their own: nobody has
    checked them before, and each is carried out, logged and hashed."""

    def march_all() -> None:
        for action in marches:
            match.do(action, "soviet")
            fingerprint(match.state)

    found = []
    for _ in range(ROUNDS):
        match = _campaign()
        found.append(spent(march_all, rounds=1))
    return _best(found, len(marches))


def _called(marches: list[Move]) -> list[Figure]:
    """How many functions a march calls, and an action of The Orsha road at random."""
    _march(marches)
    match = _campaign()
    march = calls(lambda: [_done(match, action) for action in marches]) / len(marches)
    road, bot = Match.new(GAME, ORSHA, seed=0), RandomBot(0)

    def play() -> None:
        while road.outcome is None:
            who = road.deciders[0]
            road.do(bot.choose(Seat(road, who)), who)
            fingerprint(road.state)

    drawn = calls(play) / len(road)
    return [
        Figure("functions that a march calls", march, "Orsha road", drawn, None, "calls"),
        Figure("those of an action at random", drawn, "march", march, None, "calls"),
    ]


def _done(match: Match[Any], action: Move) -> str:
    match.do(action, "soviet")
    return fingerprint(match.state)


def _best(found: list[Spent], times: int = 1) -> Spent:
    return Spent(min(one.clock for one in found) / times, min(one.cpu for one in found) / times)


def _view(marches: list[Move]) -> Spent:
    """What it takes to say what the enemy's page is told after one of these, the best of them."""
    match, found = _campaign(), []
    for action in marches[:20]:
        match.do(action, "soviet")
        found.append(spent(lambda: _page(match.state), rounds=1))
    return _best(found)


def _page(state: Any) -> bytes:
    return msgspec.json.encode(render("belorussia", GAME.view(state, "axis")))


def _at_random() -> tuple[Spent, Spent]:
    """What an action of The Orsha road at random takes: drawn from what its player sees, checked,
    carried out, logged and hashed; and the same without the drawing."""
    whole, done = [], []
    for seed in range(ROUNDS):
        match, bot = Match.new(GAME, ORSHA, seed=seed), RandomBot(seed)
        start, acted = _now(), Spent(0, 0)
        while match.outcome is None:
            who = match.deciders[0]
            action = bot.choose(Seat(match, who))
            before = _now()
            match.do(action, who)
            fingerprint(match.state)
            acted = Spent(*map(sum, zip(acted, _since(before), strict=True)))
        whole.append(_best([_since(start)], len(match)))
        done.append(_best([acted], len(match)))
    return _best(whole), _best(done)


def _now() -> Spent:
    return Spent(time.perf_counter() * 1e6, time.process_time() * 1e6)


def _since(start: Spent) -> Spent:
    now = _now()
    return Spent(now.clock - start.clock, now.cpu - start.cpu)


def _combats() -> list[Combat]:
    """The combats of a match of The Orsha road at random, as their attackers weighed them."""
    match, bot, found = Match.new(GAME, ORSHA, seed=2), RandomBot(2), dict[Combat, None]()
    while match.outcome is None:
        who = match.deciders[0]
        action = bot.choose(Seat(match, who))
        step = match.state.agenda[0]
        if isinstance(action, Assault):
            theatre = step.theatre(match.view(who))
            rows, target = action.rows(theatre, step), theatre.land.place(action.hex)
            battle = named_battle(theatre, rows, target, rows[0], action.kind)
            found[weigh(theatre, battle).result.combat] = None
        match.do(action, who)
    return list(found)


def _odds(combats: list[Combat], known: bool) -> Spent:
    """What the exact odds of one of these take on an average."""

    def ask() -> None:
        for combat in combats:
            combat_distribution(combat)

    def ask_anew() -> None:
        forget_odds()
        ask()

    return _best([spent(ask if known else ask_anew)], len(combats))


def _guns(side: Side) -> Spent:
    """What it takes to list all that guns and planes of a side could barrage in the campaign."""

    def look() -> Iterable[object]:
        forget_searches()
        step = match.state.agenda[0]
        return list(possible_barrages(match.state, step))

    found = []
    for _ in range(ROUNDS):
        took = []
        for segment in ("CombatBarrage", "MovementBarrage"):
            agenda = [{"type": segment, "side": side, "phasing": side}, {"type": "TurnEnd"}]
            begun = {"ground": "dry", "flight": "full", "agenda": agenda}
            match = from_position(Match.new(GAME, CAMPAIGN, seed=1), begun)
            took.append(spent(look, rounds=1))
        found.append(Spent(*map(sum, zip(*took, strict=True))))
    return _best(found)


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
from landbridge.engine.space import kernels
from landbridge.engine.space.reach import reach
from landbridge.games.belorussia.ledger.game import Belorussia
match = Match.new(Belorussia(), "{scenario}", seed=1)
spent = time.perf_counter() - start, time.process_time()
if {compiled}:
    kernels.load()
    reach(match.state.table.land.costs("leg"), 0, 240)
lines = Path("/proc/self/status").read_text().splitlines()
most = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
print(*(seconds * 1e6 for seconds in spent), most / 1024)
"""


def _alone() -> list[Figure]:
    """The campaign begun in a process of its own, beside a short scenario."""
    (big, size_big), (small, size_small) = _begun(CAMPAIGN), _begun("first-steps")
    size_compiled = _begun(CAMPAIGN, compiled=True)[1]
    return [
        _figure("the campaign begins, from nothing", big, small.clock, 2e6, "First steps"),
        Figure("memory with the campaign", size_big, "First steps", size_small, 100, "MB"),
        Figure("the same, kernels loaded", size_compiled, "without", size_big, 100, "MB"),
    ]


def _begun(scenario: str, compiled: bool = False) -> tuple[Spent, float]:
    """What it takes to begin a match in a process of its own, the best of three, and how large
    that becomes, in megabytes."""
    found = []
    for _ in range(3):
        run = subprocess.run(
            [sys.executable, "-c", ALONE.format(scenario=scenario, compiled=compiled)],
            capture_output=True,
            check=True,
            text=True,
        )
        found.append([float(word) for word in run.stdout.split()])
    took = _best([Spent(clock, cpu) for clock, cpu, _ in found])
    return took, min(size for _, _, size in found)
