"""Balance: bots play a scenario against each other many times, and what came of it is summed up."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import cast

from msgspec import Struct

from landbridge.bots.known import bot, known_bots
from landbridge.bots.seats import Seat
from landbridge.engine.play.diaries import Diary
from landbridge.engine.refusals import BadInput, unknown
from landbridge.games import info
from landbridge.referee.games import game as find_game
from landbridge.referee.games import new_match
from landbridge.study.bars import Measure, StudyFigures, measured

DRAW = "draw"


class Order(Struct, frozen=True):
    """One match that is to be played."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    """For each role, in the game's order."""
    seed: str
    options: dict[str, str] = {}


class PlayedMatch(Struct, frozen=True):
    """One match that was played."""

    seed: str
    winner: str
    reason: str
    actions: int
    seconds: float
    slowest: float
    """The longest that one role thought between two decisions of the other."""
    events: dict[str, str] = {}
    """What happened, and when first, where the game keeps a diary."""
    curves: dict[str, dict[str, int]] = {}
    figures: dict[str, int] = {}


class EventTiming(Struct, frozen=True):
    """In how many matches an event came to pass, and when."""

    event: str
    share: float
    """In how many of the matches it happened."""
    early: str
    """Of those in which it happened: the first quarter, the middle, the last quarter."""
    middle: str
    late: str
    history: str
    """When it happened in history; nothing if never."""


class Curve(Struct, frozen=True):
    """A figure over time: the low quarter, the middle and the high quarter of all matches."""

    name: str
    steps: tuple[str, ...]
    low: tuple[float, ...]
    middle: tuple[float, ...]
    high: tuple[float, ...]


class Balance(Struct, frozen=True):
    """What many matches came to."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    matches: int
    wins: dict[str, float]
    """The share of each role, and of draws."""
    reasons: dict[str, int]
    actions: float
    seconds: float
    slowest: float
    events: tuple[EventTiming, ...]
    curves: tuple[Curve, ...]
    measures: tuple[Measure, ...] = ()


def play_one(order: Order) -> PlayedMatch:
    """Play one match to its end."""
    match = new_match(order.game, order.scenario, seed=order.seed, options=order.options)
    bots = {
        role: bot(order.game, name, f"{order.seed} {role}")
        for role, name in zip(match.game.roles, order.bots, strict=True)
    }
    diary = _diary(order.game)
    began = time.process_time()
    slowest = since = 0.0
    last = ""
    while match.outcome is None:
        if diary is not None:
            diary.look(match.state)
        role = match.deciders[0]
        if role != last:
            slowest, since, last = max(slowest, since), 0.0, role
        start = time.process_time()
        action = bots[role].choose(Seat(match, role))
        since += time.process_time() - start
        match.do(action, role)
    if diary is not None:
        diary.look(match.state)
    outcome = match.outcome
    return PlayedMatch(
        order.seed,
        outcome.winner or DRAW,
        outcome.reason,
        len(match),
        time.process_time() - began,
        max(slowest, since),
        dict(diary.events) if diary is not None else {},
        dict(diary.curves) if diary is not None else {},
        dict(diary.figures) if diary is not None else {},
    )


def _diary(game: str) -> Diary | None:
    found = info(game)
    return cast("Diary", found.load(found.diary)()) if found.diary else None


def orders(
    game: str,
    scenario: str | None,
    bots: tuple[str, ...],
    matches: int,
    seed: str,
    options: dict[str, str] | None = None,
) -> list[Order]:
    """The matches of a study, checked before any is played."""
    found = find_game(game)
    if matches < 1:
        raise BadInput(f"A study takes at least one match, not {matches}.")
    if len(bots) == 1:
        bots *= len(found.roles)
    if len(bots) != len(found.roles):
        raise BadInput(f"{len(found.roles)} bots are needed: for {', '.join(found.roles)}.")
    for name in bots:
        if name not in known_bots(game):
            raise BadInput(unknown("bot", name, known_bots(game)))
    chosen = options or {}
    found.choose(chosen)
    name = found.scenario(scenario).name
    return [Order(game, name, bots, f"{seed} {n}", chosen) for n in range(1, matches + 1)]


def play_all(wanted: list[Order], workers: int | None = None) -> Iterator[PlayedMatch]:
    """Play matches in n processes; every match is the same whoever plays it when."""
    count = workers or max(1, (os.cpu_count() or 2) - 1)
    if count == 1 or len(wanted) == 1:
        yield from map(play_one, wanted)
        return
    with ProcessPoolExecutor(count) as pool:
        yield from pool.map(play_one, wanted)


def summed_up(wanted: list[Order], played: list[PlayedMatch]) -> Balance:
    """What the matches came to."""
    first = wanted[0]
    roles = find_game(first.game).roles
    count = len(played)
    wins = Counter(one.winner for one in played)
    events = _timings(first.game, played)
    return Balance(
        first.game,
        first.scenario,
        first.bots,
        count,
        {who: wins[who] / count for who in (*roles, DRAW)},
        dict(Counter(f"{one.winner}: {_kind(one.reason)}" for one in played).most_common()),
        sum(one.actions for one in played) / count,
        sum(one.seconds for one in played) / count,
        max(one.slowest for one in played),
        events,
        _curves(played),
        _measures(first, wins, events, played),
    )


def _kind(reason: str) -> str:
    """A reason without the figures in it, so that like reasons are counted together."""
    return " ".join(word for word in reason.split() if not word.isdigit())


def _timings(game: str, played: list[PlayedMatch]) -> tuple[EventTiming, ...]:
    diary = _diary(game)
    if diary is None:
        return ()
    found = []
    for event, history in diary.history.items():
        when = sorted(one.events[event] for one in played if event in one.events)
        if not when and not history:
            continue
        early, middle, late = (when[len(when) * part // 4] if when else "" for part in (1, 2, 3))
        share = len(when) / len(played)
        found.append(EventTiming(event, share, early, middle, late, history))
    return tuple(found)


def _measures(
    order: Order, wins: Counter[str], events: tuple[EventTiming, ...], played: list[PlayedMatch]
) -> tuple[Measure, ...]:
    diary = _diary(order.game)
    if diary is None:
        return ()
    seen = StudyFigures(
        tuple(one.figures for one in played),
        {one.event: (one.share, one.middle, one.history) for one in events},
        diary.dates,
        tuple(count for who, count in wins.items() if who != DRAW),
    )
    return measured(diary.bars, order.scenario, seen)


def _curves(played: list[PlayedMatch]) -> tuple[Curve, ...]:
    names = dict.fromkeys(name for one in played for name in one.curves)
    found = []
    for name in names:
        steps = sorted({step for one in played for step in one.curves.get(name, {})})
        rows = [
            sorted(one.curves[name][step] for one in played if step in one.curves.get(name, {}))
            for step in steps
        ]
        found.append(
            Curve(
                name,
                tuple(steps),
                tuple(float(row[len(row) // 4]) for row in rows),
                tuple(float(median(row)) for row in rows),
                tuple(float(row[min(len(row) * 3 // 4, len(row) - 1)]) for row in rows),
            )
        )
    return tuple(found)
