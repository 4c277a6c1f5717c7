"""The log of a match of each game: the newest action first, each phase under its heading."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat
from landbridge.engine.matches.saves import to_text
from landbridge.referee.games import new_match

PLAYED = (
    ("arsenal", None, 70, "July 1941 (turn 2)"),
    ("belorussia", None, 50, "29 Sep 43, turn 2 of 63"),
    ("orsha", "battles-by-chance", 70, "9.605 Perimeter determination"),
)


def played(table: Any, game: str, scenario: str | None, actions: int) -> str:
    """A match that bots have played for a while."""
    match = new_match(game, scenario, seed=5) if scenario else new_match(game, seed=5)
    bots: dict[str, RandomBot] = {}
    while match.outcome is None and len(match) < actions:
        role = match.decisions()[0].who
        bot = bots.setdefault(role, RandomBot(role))
        match.do(bot.choose(Seat(match, role)), role)
    found: str = table.load(to_text(match.save()))["id"]
    return found


def parts(page: Page) -> list[dict[str, Any]]:
    """What the log shows from top to bottom: headings, and actions with what they led to."""
    shown: list[dict[str, Any]] = page.locator(".log section").evaluate_all(
        """sections => sections.map((one) => {
          const actions = [];
          for (const line of one.querySelectorAll("li")) {
            const number = line.querySelector(".t")?.innerText;
            if (number) actions.push({ number: Number(number), events: [] });
            actions.at(-1).events.push(line.dataset.id);
          }
          const heads = [...one.querySelectorAll("h3 .begun")].map((head) => head.innerText);
          return { heads, since: one.querySelector("h3 .t")?.innerText ?? "", actions };
        })"""
    )
    return shown


@pytest.mark.parametrize(("game", "scenario", "actions", "heading"), PLAYED)
def test_numbers_run_down_and_every_part_has_its_heading(
    visit: Any, table: Any, game: str, scenario: str | None, actions: int, heading: str
) -> None:
    match = played(table, game, scenario, actions)
    told = table.get(f"matches/{match}/log?as=referee")["events"]
    page = visit(f"#/match/{match}?as=referee")
    expect(page.locator(".log li").first).to_be_visible()
    everything = page.locator(".log").get_by_role("button", name="Show all")
    if everything.count():
        everything.click()
    shown = parts(page)
    numbers = [action["number"] for part in shown for action in part["actions"]]
    assert numbers == sorted(numbers, reverse=True)
    assert set(numbers) <= {event["number"] for event in told}
    assert any(heading in head for part in shown for head in part["heads"])

    # Headings that follow each other stand over the same events, and say where they began.
    for newer, older in pairwise(shown):
        assert newer["heads"]
        assert older["actions"]
        assert int(newer["since"].removeprefix("from ")) >= older["actions"][0]["number"]

    # Everything is told, and what one action led to in the order in which it happened.
    lines = sum(len(action["events"]) for part in shown for action in part["actions"])
    assert lines + sum(len(part["heads"]) for part in shown) == len(told)
    for action in (action for part in shown for action in part["actions"]):
        order = iter(event["id"] for event in told if event["number"] == action["number"])
        assert all(name in order for name in action["events"]), action
