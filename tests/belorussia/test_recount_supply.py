"""Supply recounted from the log alone: what came in is used, lies there, or is lost."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import LandbridgeError
from landbridge.referee.games import new_match

ACTIONS = 320
BASES = ("Smolensk air base", "Yelnya air base", "Orsha air base", "Minsk air base")


def tokens(text: str) -> int:
    """An amount as the log writes it, in tokens: 2 SP 1T are 9."""
    found = re.fullmatch(r"(?:(\d+) SP)? ?(?:(\d+)T)?", text)
    assert found, text
    return 4 * int(found[1] or 0) + int(found[2] or 0)


class Recount:
    """The supply of both sides as the log tells it, without a look at the position."""

    def __init__(self) -> None:
        self.income: Counter[str] = Counter()
        self.placed: dict[str, Counter[str]] = {"soviet": Counter(), "axis": Counter()}
        self.paid: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.lost = self.refits = 0
        self._side = ""
        self._due = 0
        self._put: Counter[str] = Counter()

    def read(self, id: str, values: dict[str, Any]) -> None:
        """One event of the log."""
        if id in ("soviet_supply", "axis_supply"):
            self._side = id.removesuffix("_supply")
            points = values["points"] if self._side == "soviet" else values["total"]
            self.income[self._side] += points
            self._due = 4 * points
        elif id == "supply_put":
            self._put[values["place"]] += tokens(values["amount"])
        elif id == "supply_taken_back":
            del self._put[values["place"]]
        elif id == "supply_lost":
            self.lost += tokens(values["amount"])
            self._due -= tokens(values["amount"])
        elif id == "reinforcement_ends":
            assert sum(self._put.values()) == self._due
            self.placed[self._side] += self._put
            self._put, self._due = Counter(), 0
        elif id == "front_pays":
            self.paid[values["front"].removesuffix(" Front")] += values["sp"]
        elif id == "refit":
            assert values["used"] + values["off_map"] == (1 if values["planes"] else 0)
            self.used[values["place"]] += values["used"]
            self.refits += 1


def play_with_refits(seed: int, scenario: str) -> Match[Any]:
    """A match of bots in which air bases refit planes, too."""
    rng = random.Random(seed)
    options = {"offensive_entry": "from_ready_paid"}
    match = new_match("belorussia", scenario, seed=seed, options=options)
    bots = {role: RandomBot(f"{seed} {role}") for role in match.game.roles}
    while match.outcome is None and len(match) < ACTIONS:
        play(match, bots, 3)
        try:
            match.do(f"refit '{rng.choice(BASES)}'")
        except LandbridgeError:
            continue
    return match


@pytest.mark.parametrize(("seed", "scenario"), [(1, "campaign-1943"), (2, "campaign-1944")])
def test_supply_in_is_used_or_left_or_lost(seed: int, scenario: str) -> None:
    match = play_with_refits(seed, scenario)
    while type(match.state.agenda[0]).__name__ == "Reinforcement":
        # What was put in an unfinished phase is not yet in the books.
        play(match, {r: RandomBot(f"end {r}") for r in match.game.roles}, 1)
    recount = Recount()
    for _, event in match.log():
        recount.read(event.id, event.values)
    assert recount.refits > 5
    state = match.state
    for side in ("soviet", "axis"):
        book = state.book(side)
        assert book.totals["sp"] == recount.income[side]
        assert book.supply == dict(recount.placed[side])
        in_books = sum(book.supply.values())
        assert 4 * recount.income[side] == in_books + (recount.lost if side == "axis" else 0)
    assert state.soviet.paid == dict(recount.paid)
    for name, place in state.places.items():
        if "air base" in name:
            received = recount.placed[place.side][name]
            assert place.stock == received - recount.used[name], name
