"""Claims on the ledger's page: one player tells a fact of the map, the other confirms it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.hands import begin_together, look_at, post
from browser.looks import faint, nameless, too_wide
from browser.walks import ELSEWHERE

HEXES = ("B6.03", "B12.20", "C30.22", "A40.10")


def two_players(club: str, visit: Any, **more: Any) -> tuple[Page, Page, str]:
    """Anna's Soviet side against Boris, the partisans placed; both look at the match."""
    anna = visit(ELSEWHERE, at=club, name="Anna")
    boris = visit(ELSEWHERE, at=club, name="Boris", **more)
    match = begin_together("belorussia", {"soviet": anna, "axis": boris})
    for where in HEXES:
        post(anna, f"matches/{match}/actions", do=f"partisan {where}")
    look_at(match, anna, boris)
    for page in (anna, boris):
        expect(page.locator(".now-body h2").first).to_be_visible()
    return anna, boris, match


def test_a_claim_is_made_confirmed_and_disputed(club: str, visit: Any, watch: Any) -> None:
    anna, boris, _ = two_players(club, visit)
    anna.locator(".asides summary").click()
    anna.locator("[data-verb=hold]").click()
    form = anna.locator(".slot-form")
    form.locator("input").first.fill("Gomel")
    form.get_by_role("button", name="Say more").click()
    form.get_by_role("button", name="Yes").click()
    card = anna.locator(".card.claims")
    expect(card).to_contain_text("Gomel is in Soviet hands")
    expect(card).to_contain_text("Waits for the Axis player")
    expect(card.get_by_role("button", name="Confirm")).to_have_count(0)

    asked = boris.locator(".now-pane:not(.playback-pane)")
    expect(asked).to_contain_text("Gomel is in Soviet hands")
    expect(boris.locator(".book.soviet")).to_contain_text("total with the places held: 0")
    assert faint(boris) == []
    assert nameless(boris)[0] == []
    asked.get_by_role("button", name="Confirm: Gomel is in Soviet hands").click()
    expect(boris.locator(".card.claims")).to_have_count(0)
    expect(anna.locator(".card.claims")).to_have_count(0)
    expect(anna.locator(".log")).to_contain_text("The Axis side confirms claim 1")

    # Whoever is asked nothing may note and claim all the same.
    boris.locator(".asides summary").click()
    boris.locator("[data-verb=minsk]").click()
    boris.locator(".slot-form").get_by_role("button", name="Isolated").click()
    boris.locator(".slot-form").get_by_role("button", name="Yes").click()
    expect(boris.locator(".log")).to_contain_text("Minsk is isolated")


def test_a_claim_is_disputed_or_taken_back(club: str, visit: Any, watch: Any) -> None:
    anna, boris, match = two_players(club, visit, phone=True)
    for text in ("vp soviet 3 agreed", "hold Gomel yes"):
        post(anna, f"matches/{match}/actions", do=text)
    asked = boris.locator(".now-pane:not(.playback-pane)")
    expect(asked.locator("[data-claim]")).to_have_count(2)
    assert too_wide(boris) == 0
    asked.get_by_role("button", name="Dispute: +3 VP").click()
    expect(asked.locator("[data-claim]")).to_have_count(1)
    card = anna.locator(".card.claims")
    expect(card.locator("[data-claim]")).to_have_count(1)
    card.get_by_role("button", name="Take back: Gomel").click()
    expect(card).to_have_count(0)
    expect(asked.locator("[data-claim]")).to_have_count(0)
    expect(anna.locator(".log")).to_contain_text("The Soviet side takes claim 2 back")


def test_one_person_at_the_table_is_asked_nothing(visit: Any, table: Any) -> None:
    match = table.begin(dice="typed", mode="referee")
    for where, drawn in zip(HEXES, (3, 5, 7, 2), strict=True):
        table.do(match, f"partisan {where}", dice=[drawn])
    page = visit(f"#/match/{match}")
    page.locator(".beside .asides summary").click()
    expect(page.locator(".beside summary")).to_contain_text("Note something for the Axis side")
    table.do(match, "vp soviet 3 agreed")
    expect(page.locator(".book.soviet .strong").first).to_have_text("VP3")
    expect(page.locator(".card.claims")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator(".book.soviet .strong").first).to_have_text("VP0")
