"""Dice, odds, and keeping long matches."""

from __future__ import annotations

import random
from math import gcd

from msgspec import Struct

from bench.measure import Figure, micros
from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature, SeededDice
from landbridge.engine.chance.tables import parse_table
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.play.actions import Action, Decision, Offer
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game, Outcome, Scenario
from landbridge.engine.refusals import Violation

FIRST = parse_table(
    "bench.first",
    {
        "title": "first",
        "cites": "OCS 9.8",
        "source": "series",
        "dice": "2d6",
        "rows": {"2-5": 0, "6-8": 1, "9-12": 2},
    },
)
SECOND = parse_table(
    "bench.second",
    {
        "title": "second",
        "cites": "OCS 9.9",
        "source": "series",
        "dice": "2d6",
        "columns": ["0", "1", "2"],
        "rows": {
            "2-4": ["A2", "A1", "e"],
            "5-7": ["A1", "e", "D1"],
            "8-10": ["e", "D1", "D2"],
            "11-12": ["D1", "D2", "DX"],
        },
    },
)


def two_stages(nature: Nature) -> str:
    """A column found with two dice, a result found with two more."""
    found: str = nature.look(SECOND, column=str(nature.look(FIRST)))
    return found


def by_faces() -> dict[str, int]:
    """The same by brute force over 1,296 faces."""
    counts: dict[str, int] = {}
    faces = range(1, 7)
    for a in faces:
        for b in faces:
            column = str(FIRST.cell(a + b).value)
            for c in faces:
                for d in faces:
                    value = SECOND.cell(c + d, column).value
                    counts[value] = counts.get(value, 0) + 1
    return counts


class Throw(Action, frozen=True):
    """Throw two dice."""


class Sum(Struct, frozen=True):
    """How often, and how much altogether."""

    throws: int = 0
    total: int = 0


class Throwing(Game[Sum]):
    """The smallest game with dice: throw until ten thousand throws are made."""

    name = "throwing"
    title = "Throwing"
    edition = "1"
    roles = ("player",)
    scenarios = (Scenario("long", "Long"),)
    actions = (Throw,)
    package = "landbridge.games.arsenal"

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Sum:
        return Sum()

    def deciders(self, state: Sum) -> tuple[str, ...]:
        return ("player",)

    def decisions(self, state: Sum, role: str = REFEREE) -> tuple[Decision, ...]:
        return (Decision("player", "Throw", (Offer("throw", "Throw"),)),)

    def check(self, state: Sum, who: str, action: Action) -> tuple[Violation, ...]:
        return ()

    def apply(self, state: Sum, who: str, action: Action, play: Play) -> Sum:
        rolled = play.nature.roll("2d6", "throw", "OCS 9.8")
        play.log("thrown", ("OCS 9.8",), total=rolled)
        return Sum(state.throws + 1, state.total + rolled)

    def outcome(self, state: Sum) -> Outcome | None:
        return Outcome("enough") if state.throws >= 10_000 else None


def long_match() -> Match[Sum]:
    """A match of ten thousand actions."""
    match = Match.new(Throwing(), seed=1)
    while match.outcome is None:
        match.do("throw")
    return match


def figures() -> list[Figure]:
    """What this page measures."""
    assert odds(two_stages).weights == _shrunk(by_faces())
    nature = SeededDice(b"k" * 32, 1)
    dice = random.Random(1)
    rolled = micros(lambda: nature.roll("2d6", "bench", ("OCS 9.8",)), 20_000)
    nature.record.clear()
    plain = micros(lambda: dice.randint(1, 6) + dice.randint(1, 6), 20_000)
    exact = micros(lambda: odds(two_stages), 200)
    brute = micros(by_faces, 20)
    match = long_match()
    text = to_text(match.save())
    keep = micros(lambda: to_text(match.save()), rounds=3)
    load = micros(lambda: Match.load(Throwing(), from_text(text)), rounds=3)
    done = micros(long_match, rounds=2)
    return [
        Figure("a roll of 2d6, seeded and logged", rolled, "random.randint twice", plain, 5),
        Figure("exact odds of a two-stage 2d6 table", exact, "1,296 faces", brute, 1_000),
        Figure("save a match of 10,000 actions", keep, "playing it", done, 1e6),
        Figure("load and replay that match", load, "playing it", done, 1e6),
    ]


def _shrunk(counts: dict[str, int]) -> dict[str, int]:
    common = gcd(*counts.values())
    return {value: count // common for value, count in counts.items()}
