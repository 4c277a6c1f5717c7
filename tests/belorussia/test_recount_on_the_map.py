"""Supply on the map recounted from the log: what came in is used, left, or lost with its wagon."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from belorussia.test_books_on_the_map import placed, tokens
from conformance.driver import step
from landbridge.engine.columns import WORD
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Event
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.position.position import OFF_MAP

GAME = Belorussia()
AMOUNT = re.compile(r"(\d+)(?:T| tokens?)\b")
CAPTURED = re.compile(r"(\d+) tokens? of (\d+) captured")
UNCARRIED = re.compile(r"(\d+) tokens? lost")
CARRIED = {"loaded", "unloaded", "railed", "supply_comes", "supply_cannot_come"}
"""Events that tell of tokens that only go elsewhere, or come."""


def used_in(events: Iterable[Event]) -> int:
    """The tokens that were used up, as the log says."""
    said = (
        event.values.get("paid", event.values.get("tokens", "0 tokens"))
        for event in events
        if event.id not in CARRIED
    )
    return sum(map(amount, map(str, said)))


def amount(words: str) -> int:
    """Tokens as the log has them: 3, 3T, or 3 tokens from here and 1 token from there."""
    return int(words) if words.isdigit() else sum(map(int, re.findall(AMOUNT, words)))


def destroyed_in(events: Sequence[Event]) -> int:
    """The tokens of captured and blown dumps and trucks that were destroyed, as the log says."""
    told_of = [event.values["lost"] for event in events if event.id == "dump_blown"]
    blown = sum(int(words.split()[0]) for words in told_of)
    told = [event.values["what"] for event in events if event.id == "seized"]
    dumps = (int(of) - int(kept) for words in told for kept, of in re.findall(CAPTURED, words))
    uncarried = (int(lost) for words in told for lost in re.findall(UNCARRIED, words))
    return blown + sum(dumps) + sum(uncarried)


def came_in(events: Iterable[Event]) -> int:
    """The tokens that came to a short scenario, as the log says."""
    return sum(amount(event.values["tokens"]) for event in events if event.id == "supply_comes")


def came_loaded(before: Ledger, after: Ledger) -> int:
    """Tokens on counters that were not on the map before: organic trucks come full."""
    return sum(_load_of_movers(after, before))


def lost_with(before: Ledger, after: Ledger) -> int:
    """Tokens on counters that have left the map."""
    return sum(_load_of_movers(before, after))


def _load_of_movers(here: Ledger, elsewhere: Ledger) -> Iterable[int]:
    """The loads of counters that are on the map in one position and not in the other."""
    other = WORD.numbers(elsewhere.table.position.at)
    for row, place in enumerate(WORD.numbers(here.table.position.at)):
        if place < OFF_MAP and (row >= len(other) or other[row] >= OFF_MAP):
            yield here.table.position.load[row]


@pytest.mark.parametrize(
    ("scenario", "seed", "most"),
    [
        ("first-steps", 1, 120),
        ("kovel", 2, 120),
        ("gomel-rechitsa", 3, 60),
        ("orsha-road", 5, 250),
    ],
)
def test_supply_in_is_used_or_left_or_lost_on_the_map(scenario: str, seed: int, most: int) -> None:
    match: Match[Any] = Match.new(GAME, scenario, seed=seed)
    rng, used, blown = random.Random(seed), 0, 0
    for _ in range(most):
        if match.outcome is not None:
            break
        before = match.state
        step(match, rng)
        after, events = match.state, match.history.events(len(match) - 1)
        came = placed(after) - placed(before) + came_in(events)
        gone = used_in(events) + destroyed_in(events)
        if not any(event.id == "seized" for event in events):
            # Captured trucks come with what others carried: nothing comes or goes with them.
            came += came_loaded(before, after)
            gone += lost_with(before, after)
        told = [(event.id, event.values) for event in events]
        assert tokens(after) == tokens(before) + came - gone, (match.history.records[-1].do, told)
        used += used_in(events)
        blown += sum(event.id == "dump_blown" for event in events)
    assert used or scenario != "kovel"
    assert blown or scenario != "orsha-road"
