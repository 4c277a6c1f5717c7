"""Replacements, units and points recounted from the log alone, by code of its own.

What came in was used, is left or is lost; who died lies in the Dead Pile until it is rebuilt or
withdrawn. Steps that units lack, the RVGK-3 box, Alert units and points follow from the log too.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from belorussia.test_facts import go_on, say
from landbridge.bots.random_bot import RandomBot
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF
from landbridge.games.belorussia.ledger.score import score_so_far
from landbridge.games.belorussia.words import PACKAGE
from landbridge.referee.games import load_match, new_match
from landbridge.store.files import read_save

ACTIONS = 450
SIDES = ("soviet", "axis")
KEPT = Path(__file__).parents[1] / "replays"
NO_UNITS = ("Pax:", "Eq:", "random:", "named:", "marker:")
BEHIND = ("Smolensk", "Bryansk")
ALERT_BY_LIST = "TFB-OOA-32"
"""The entry that draws an Alert unit; it is counted with the Alert units."""


def amounts(text: str) -> Counter[str]:
    """Replacements in words, each with its number: 2 Pax, AR3 Eq."""
    found: Counter[str] = Counter()
    for part in text.split(", "):
        number, _, what = part.partition(" ")
        if number.isdigit():
            found[what.removesuffix("s")] += int(number)
        elif part.startswith("AR"):
            found["Eq"] += 1
        elif part == "Air":
            found["Air"] += 1
    return found


def units_in(text: str) -> int:
    """How many counters of an entry, as the log keeps them, are units that can be read."""
    inside = re.fullmatch(r"[a-z]\w* \((.*)\)", text)
    parts = (inside[1] if inside else text).split("; ")
    return sum(
        ":" in part and not part.startswith(NO_UNITS) and " lost (" not in part for part in parts
    )


class SideRecount:
    """One side's book as the log tells it."""

    def __init__(self) -> None:
        self.received: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.dead: set[str] = set()
        self.reduced: dict[str, int] = {}
        self.box: set[str] = set()
        self.arrived = self.withdrawn = self.points = self.tigers = 0

    def left(self, what: str) -> int:
        """What has come in and was neither used nor lost."""
        return self.received[what] - self.used[what] - self.lost[what]


class Recount:
    """Both books from the events of a match, without a look at its position."""

    def __init__(self) -> None:
        self.books = {side: SideRecount() for side in SIDES}
        self.alerts: set[str] = set()
        self.held: set[str] = {"Smolensk", "Bryansk"}
        """Places worth points that the Soviet side holds; at first those behind its front."""
        self.noted = 0
        """How often single points were given."""
        self.phase = "soviet"

    @property
    def own(self) -> SideRecount:
        """The book of the side whose phase it is."""
        return self.books[self.phase]

    def read(self, id: str, values: dict[str, Any]) -> None:
        """One event."""
        reader = getattr(self, f"read_{id}", None)
        if reader is not None:
            reader(values)

    def read_reinforcement_begins(self, values: dict[str, Any]) -> None:
        self.phase = values["side"].lower()

    # Replacements

    def read_soviet_replacements(self, values: dict[str, Any]) -> None:
        eq = values["eq"].count(" Eq") if values["eq"] != "no Eq" else 0
        self.own.received.update({"Pax": values["pax"], "Eq": eq, "Air": values["air"]})
        self.own.received.update(amounts(values["activations"].removeprefix("partisan ")))

    def read_axis_replacements(self, values: dict[str, Any]) -> None:
        eq = values["eq"].count(" Eq") if values["eq"] != "no Eq" else 0
        self.own.received.update({"Pax": values["pax"], "Eq": eq, "Air": values["air"]})
        self.own.received["Ally Pax"] += values["ally"]
        self.own.received.update(amounts(values["hogs"]))

    def read_soviet_special(self, values: dict[str, Any]) -> None:
        self.own.received.update(amounts(values["hogs"]))

    def read_plane_restored(self, values: dict[str, Any]) -> None:
        self.own.used["Air"] += 1

    def read_hedgehog(self, values: dict[str, Any]) -> None:
        self.own.used["Hog"] += 1

    def read_unused_lost(self, values: dict[str, Any]) -> None:
        self.own.lost.update(amounts(values["what"]))

    def read_axis_special_received(self, values: dict[str, Any]) -> None:
        self.own.tigers += values["outcome"] == "kept"

    def read_rebuilt(self, values: dict[str, Any]) -> None:
        self.own.used.update(amounts(values["price"]))
        self.own.tigers -= values["price"] == "a kept Tiger"
        found = re.fullmatch(
            r"(.*?)(?: \((?:from \d+ to )?(\d+) of (\d+) steps\))?", values["name"]
        )
        assert found
        name, now, printed = found[1], int(found[2] or 1), int(found[3] or 1)
        assert (name in self.own.dead) != (name in self.own.reduced), name
        self.own.dead.discard(name)
        self.own.reduced.pop(name, None)
        if now < printed:
            self.own.reduced[name] = now
        if values["where"].startswith("in the RVGK-3 box"):
            self.own.box.add(name)

    # Units

    def read_arrived(self, values: dict[str, Any]) -> None:
        self.own.arrived += units_in(values["what"])
        for part in values["what"].split("; "):
            kind, _, rest = part.partition(":")
            if kind == "Pax":
                self.own.received["Pax"] += int(rest)
            elif kind == "Eq":
                self.own.received["Eq"] += 1

    def read_north_edge_arrives(self, values: dict[str, Any]) -> None:
        self.own.arrived += values["row"] != ALERT_BY_LIST

    def read_withdrawn(self, values: dict[str, Any]) -> None:
        self.own.withdrawn += units_in(values["what"])

    def read_withdrawn_from_dead_pile(self, values: dict[str, Any]) -> None:
        self.own.dead -= set(values["what"].split(", "))

    def read_to_the_dead_pile(self, values: dict[str, Any]) -> None:
        self.own.dead.update(values["what"].split(", "))

    def read_exchanged(self, values: dict[str, Any]) -> None:
        self.own.dead.discard(values["unit"])
        self.own.dead.add(values["other"])

    def read_merged(self, values: dict[str, Any]) -> None:
        self.own.dead.add(values["other"])

    def read_lost(self, values: dict[str, Any]) -> None:
        book, name = self.books[values["side"].lower()], values["name"]
        if values["goes"] == "to the Dead Pile":
            book.dead.add(name)
        if values["goes"] in ("to the Dead Pile", "out of play"):
            book.reduced.pop(name, None)
            book.box.discard(name)
        if book is self.books["axis"]:
            self.alerts.discard(name)

    def read_reduced(self, values: dict[str, Any]) -> None:
        self.books[values["side"].lower()].reduced[values["name"]] = values["left"]

    def read_leaves_the_box(self, values: dict[str, Any]) -> None:
        self.own.box.remove(values["name"])

    def read_alert_drawn(self, values: dict[str, Any]) -> None:
        assert values["unit"] not in self.alerts
        self.alerts.add(values["unit"])

    # Points

    def read_appeal(self, values: dict[str, Any]) -> None:
        self.own.points += values["vp"]
        self.own.arrived += units_in(values["what"])

    def read_option_taken(self, values: dict[str, Any]) -> None:
        self.books["soviet"].points += 1

    def read_vp(self, values: dict[str, Any]) -> None:
        self.books[values["side"].lower()].points += int(values["points"])
        self.noted += 1

    def read_held(self, values: dict[str, Any]) -> None:
        (self.held.add if values["word"] == "holds" else self.held.discard)(values["place"])

    def read_objectives_scored(self, values: dict[str, Any]) -> None:
        self.books["soviet"].points += values["points"]


def recount(match: Match[Any]) -> Recount:
    """The books of a match from its log alone."""
    found = Recount()
    for _, event in match.log():
        found.read(event.id, event.values)
    return found


def compare(match: Match[Any]) -> Recount:
    """Recount a match, and find the same in its position."""
    found, state = recount(match), match.state
    compare_books(found, state)
    for side, own in found.books.items():
        assert own.reduced == {unit.name: unit.steps for unit in state.book(side).reduced}
    assert total(found) == score_so_far(state).result.points
    return found


def compare_books(found: Recount, state: Any) -> None:
    """Find in a position what the log of its match says of both books."""
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


def total(found: Recount) -> int:
    """The Soviet total by the log and by the figures in the data."""
    worth = read_toml(PACKAGE, "rulings/victory.toml")
    figures = next(one for one in worth["ruling"] if one.get("switch") == "victory_points")
    terms = figures["options"][figures["default"]]["figures"]
    held = sum(terms["places"][place] for place in found.held - set(BEHIND))
    lost = 0 if found.held.issuperset(BEHIND) else terms["smolensk_or_bryansk_lost"]
    return held + lost + found.books["soviet"].points - found.books["axis"].points


def kept_matches() -> Iterable[Path]:
    """Whole campaigns of this edition, played by bots."""
    edition = new_match("belorussia", seed=1).game.edition
    return sorted(KEPT.glob(f"belorussia.campaign-*.{edition}.lbm"))


@pytest.mark.parametrize("file", kept_matches(), ids=lambda file: file.name)
def test_books_of_a_whole_campaign_follow_from_its_log(file: Path) -> None:
    found = compare(load_match(read_save(file)))
    assert found.books["soviet"].arrived > 15
    assert found.books["axis"].received["Pax"] > 10


@pytest.mark.parametrize("seed", range(3))
def test_books_follow_from_the_log_whatever_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    match = new_match("belorussia", seed=seed)
    bots = {role: RandomBot(f"recount {seed} {role}") for role in match.game.roles}
    while match.outcome is None and len(match) < ACTIONS:
        fact = FACT_OF[rng.choice(["lose", "reduce", "lose", "reduce", "vp", "hold"])]
        if rng.random() < 0.7 or not say(match, fact, rng):
            go_on(match, bots)
        if len(match) % 50 == 0:
            compare(match)
    found = compare(match)
    assert any(book.used for book in found.books.values())
    assert any(book.dead or book.reduced for book in found.books.values())
    assert found.noted
