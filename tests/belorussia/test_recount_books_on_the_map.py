"""The books of the campaign on the map recounted from the log alone, as beside the map."""

from __future__ import annotations

import re
from typing import Any

import pytest

from belorussia.test_recount import SIDES, Recount, amounts, compare_books
from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.referee.games import game

STRIDE = 150
"""After so many actions the books are compared."""
STEPS = re.compile(r" \((?:from \d+ to )?\d+ of \d+ steps\)$")


class RecountOnTheMap(Recount):
    """Reduced units are counted by their counters, not by what players note."""

    def read_rebuilt(self, values: dict[str, Any]) -> None:
        self.own.used.update(amounts(values["price"]))
        self.own.tigers -= values["price"] == "a kept Tiger"
        name = STEPS.sub("", values["name"])
        self.own.dead.discard(name)
        if values["where"].startswith("in the RVGK-3 box"):
            self.own.box.add(name)


def compare(match: Match[Any]) -> Recount:
    """Recount a match, and find the same in its position."""
    found = RecountOnTheMap()
    found.held.update(match.at(0).held)
    for _, event in match.log():
        found.read(event.id, event.values)
    compare_books(found, match.state)
    return found


@pytest.mark.parametrize(("scenario", "seed", "most"), [("map-1943", 2, 900), ("map-1944", 3, 600)])
def test_books_on_the_map_follow_from_the_log(scenario: str, seed: int, most: int) -> None:
    match: Match[Any] = Match.new(game("belorussia"), scenario, seed=seed)
    bots = {side: bot("belorussia", "random", seed) for side in SIDES}
    while match.outcome is None and len(match) < most:
        play(match, bots, until=len(match) + STRIDE)
        found = compare(match)
    assert any(book.used for book in found.books.values())
    assert any(book.received for book in found.books.values())
