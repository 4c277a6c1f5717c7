"""The score of a short scenario recounted from the log, with the figures as the data print them."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import defaultdict
from importlib.resources import files
from typing import Any

import pytest

from belorussia.test_recount import SIDES, recount
from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.ledger.score import score_so_far
from landbridge.games.belorussia.words import PACKAGE
from landbridge.referee.games import game

GAME = game("belorussia")
DATA = files(PACKAGE) / "data" / "armies"
PLAYED = [
    ("first-steps", "keen", "random", 3, 1500),
    ("first-steps", "random", "novice", 4, 1500),
    ("kovel", "random", "random", 5, 900),
    ("gomel-rechitsa", "random", "random", 6, 900),
]


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


def units(side: str) -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows(f"{side}.csv")}


def has_come(scenario: str, date: str) -> set[str]:
    """The counters of the set-up, and those that have come by a date and did not leave again."""
    there = {row["id"] for row in rows(f"set_ups/{scenario}.csv") if row["kind"] == "unit"}
    for row in rows("entries.csv"):
        if row["scenario"] == scenario and row["date"] <= date:
            ids = [id for word in row["ids"].split() for id in named(row["side"], word)]
            there = there.union(ids) if row["what"] == "arrive" else there.difference(ids)
    return there


def named(side: str, word: str) -> list[str]:
    """The counters that a word of an entry means: one, or those of a formation."""
    return [id for id, unit in units(side).items() if unit["formation"] == word] or [word]


def points_for_losses(scenario: str, side: str, dead: set[str], there: set[str]) -> int:
    """What the enemy scores for the units that lie in a side's Dead Pile."""
    worth = tomllib.loads((DATA / "victory.toml").read_text(encoding="utf-8"))[scenario]["lost"]
    every = units(side)
    alone = [u for u in every.values() if u["size"] == "XX" and not u["formation"]]
    divisions = sum(unit["name"] in dead for unit in alone)
    formations: dict[str, list[str]] = defaultdict(list)
    for id in there & every.keys():
        if every[id]["formation"] and every[id]["kind"] not in ("organic truck", "truck"):
            formations[every[id]["formation"]].append(every[id]["name"])
    whole = sum(dead.issuperset(names) for names in formations.values())
    each = worth.get(side, {})
    return sum(
        lost // each[what]
        for what, lost in (("divisions", divisions), ("formations", whole))
        if each.get(what)
    )


def total(match: Match[Any], scenario: str) -> int:
    """Soviet less Axis points by the log."""
    terms = tomllib.loads((DATA / "victory.toml").read_text(encoding="utf-8"))[scenario]
    held: set[str] = set()
    found = 0
    for _, event in match.log():
        if event.id in ("place_won", "place_lost"):
            (held.add if event.id == "place_won" else held.discard)(event.values["place"])
        elif event.id in ("deed_done", "deed_undone"):
            number, side = re.findall(r"(\d+) (Soviet|Axis)", event.values["worth"])[0]
            sign = (1 if side == "Soviet" else -1) * (1 if event.id == "deed_done" else -1)
            found += sign * int(number)
    found += sum(place["points"] for place in terms["places"] if place["name"] in held)
    books = recount(match).books
    there = has_come(scenario, match.state.date.isoformat())
    lost = {side: points_for_losses(scenario, side, books[side].dead, there) for side in SIDES}
    return found + lost["axis"] - lost["soviet"]


@pytest.mark.parametrize(("scenario", "soviet", "axis", "seed", "most"), PLAYED)
def test_score_follows_from_the_log(
    scenario: str, soviet: str, axis: str, seed: int, most: int
) -> None:
    match: Match[Any] = Match.new(GAME, scenario, seed=seed)
    names = {"soviet": soviet, "axis": axis}
    bots = {side: bot("belorussia", names[side], seed) for side in SIDES}
    while match.outcome is None and len(match) < most:
        play(match, bots, until=len(match) + 150)
        assert score_so_far(match.state).result.points == total(match, scenario)
    books = recount(match).books
    for side in SIDES:
        assert books[side].dead == {unit.name for unit in match.state.book(side).dead}
    assert any(books[side].dead for side in SIDES)
