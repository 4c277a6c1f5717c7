"""Pages call pieces and places by their names, never by the ids of the program."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import pictures, pictures_orsha
from browser.war_map import war

SEEN = """() => {
  const texts = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  const seen = [];
  while (texts.nextNode()) {
    const { parentElement: box, data } = texts.currentNode;
    if (box.checkVisibility() && !box.closest(".rule, option, code")) seen.push(data);
  }
  return seen.join("\\n");
}"""
"""What is to be read on the page. Rules have numbers, and players know them by these."""

TYPED = r"\b[a-z]+(?:_[a-z]+)+\b|\b[a-z_]+=\w+"
IDS = {
    "arsenal": rf"{TYPED}|\b(?:move|rail|attack|raise) [A-Z]\S* [A-Z]{{3}}\b|\b[TAFR]-[A-Z]{{3}}\b",
    "belorussia": rf"{TYPED}|\bTFB-[A-Z]+-\d+",
    "orsha": rf"{TYPED}|\b[GR]-2[34][ap]m-\S+|\b2[34][ap]m\b",
}
"""How the ids of a game's data look, and what only somebody types."""


def look_through(page: Page, game: str, *tabs: str) -> None:
    """Nothing on the page, or under these tabs, is an id."""
    for tab in ("", *tabs):
        if tab:
            bar = page.locator(".o-tabs, .side-tabs").get_by_role("button", name=tab, exact=True)
            bar.click()
            expect(bar).to_have_attribute("aria-pressed", "true")
        found = re.findall(IDS[game], page.evaluate(SEEN))
        assert not found, f"{tab or 'the page'}: {sorted(set(found))[:9]}"


@pytest.mark.parametrize("game", list(IDS))
def test_pages_show_names_and_no_ids(game: str, visit: Any, table: Any) -> None:
    if game == "arsenal":
        page = visit(f"#/match/{war(table, 'move XII WAR BRE')}?as=axis")
        expect(page.locator(".decision")).to_be_visible()
        look_through(page, game, "Forces", "More", "Log")
    elif game == "belorussia":
        page = visit(f"#/match/{pictures.ledger(table)}")
        expect(page.locator(".decision")).to_be_visible()
        look_through(page, game, "Arrivals", "More", "Log")
    else:
        page = visit(f"#/match/{pictures_orsha.setting_up(table)}?as=german")
        expect(page.locator(".decision")).to_be_visible()
        look_through(page, game, "Roster", "Steps", "More", "Map")
