"""The books of the campaign on the map recounted from the log alone, as beside the map."""

from __future__ import annotations

import re
from typing import Any

import pytest

from belorussia.test_recount import BEHIND, SIDES, Recount, amounts
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
    found, state = RecountOnTheMap(), match.state
    found.held.update(match.at(0).held)
    for _, event in match.log():
        found.read(event.id, event.values)
    step = state.agenda[0] if state.agenda else None
    for side, own in found.books.items():
        book = state.book(side)
        phase = step if getattr(step, "side", "") == side else None
        assert own.left("Pax") == book.pax
        assert own.left("Ally Pax") == book.ally
        assert own.left("Eq") == len(book.eq) + len(getattr(phase, "eq", ()))
        assert own.left("Air") == getattr(phase, "air", 0)
        assert own.left("Hog") == getattr(phase, "hogs", 0)
        assert own.tigers == book.tigers
        assert own.dead == {unit.name for unit in book.dead}
        assert own.box == {unit.name for unit in book.box}
        assert own.points == book.vp
        assert own.arrived == book.totals.get("arrived", 0)
        assert own.withdrawn == book.totals.get("withdrawn", 0)
    assert found.alerts == set(state.alerts_out)
    assert found.held - set(BEHIND) == set(state.held)
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
