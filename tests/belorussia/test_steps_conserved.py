"""Steps on the map: what has come in is alive, lost or gone again, and the log told of each."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from conformance.driver import step
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Event
from landbridge.games.belorussia.ledger.game import Belorussia
from replays.conservation import name_of, steps_on_map

GAME = Belorussia()
LOSING = {
    *("steps_lost_in_combat", "destroyed_in_combat", "barrage_reduces"),
    *("steps_starved", "starved"),
}
"""Events that say how many steps a unit has lost."""
KILLING = {"cut_off", "eliminated", "breakout_failed"}
"""Events after which a unit is gone with whatever steps it had."""


def is_named(unit: str, events: Sequence[Event]) -> bool:
    """Whether the log names a unit."""
    name = name_of(unit)
    return any(name in str(value) for event in events for value in event.values.values())


def told_losses(events: Sequence[Event], before: dict[str, int]) -> int:
    """The steps that were lost for good, as the log has it."""
    by_name = {name_of(unit): steps for unit, steps in before.items()}
    losing = (event.values["steps"] for event in events if event.id in LOSING)
    killed = {str(event.values["unit"]) for event in events if event.id in KILLING}
    # Whoever is reduced and then killed in one action has lost those steps already.
    reduced = sum(
        int(str(event.values["steps"]).split()[0])
        for event in events
        if event.id in LOSING and event.values["unit"] in killed
    )
    whole = sum(by_name[name] for name in killed)
    return sum(int(str(words).split()[0]) for words in losing) + whole - reduced


def count(events: Sequence[Event], id: str) -> int:
    return sum(event.id == id for event in events)


@pytest.mark.parametrize(
    ("scenario", "seed", "most"),
    [("first-steps", 1, 200), ("first-steps", 2, 200), ("orsha-road", 1, 250), ("kovel", 2, 150)],
)
def test_steps_that_came_in_are_alive_or_lost(scenario: str, seed: int, most: int) -> None:
    match: Match[Any] = Match.new(GAME, scenario, seed=seed)
    rng = random.Random(seed)
    came, lost, left = sum(steps_on_map(match.state).values()), 0, 0
    for _ in range(most):
        if match.outcome is not None:
            break
        before = steps_on_map(match.state)
        step(match, rng)
        after, events = steps_on_map(match.state), match.history.events(len(match) - 1)
        story = [(event.id, event.values) for event in events]
        told = told_losses(events, before)
        new, gone = after.keys() - before.keys(), before.keys() - after.keys()
        dead = {unit for unit in gone if any(_is_killed(unit, event) for event in events)}
        for unit in (*new, *gone):
            assert is_named(unit, events), (unit, story)
        # A breakdown takes a step of its unit with it, and brings it back.
        apart = count(events, "broken_down") - count(events, "absorbed")
        grown = sum(after[unit] - before[unit] for unit in after.keys() & before.keys())
        fallen = sum(before[unit] for unit in dead)
        assert fallen - grown == told + apart, (match.history.records[-1].do, story)
        came += sum(after[unit] for unit in new) - count(events, "broken_down")
        left += sum(before[unit] for unit in gone - dead) - count(events, "absorbed")
        lost += told
        assert came == sum(after.values()) + lost + left
    assert lost


def _is_killed(unit: str, event: Event) -> bool:
    fatal = {*KILLING, "destroyed_in_combat", "starved"}
    return event.id in fatal and event.values["unit"] == name_of(unit)
