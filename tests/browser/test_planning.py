"""Attacks that are planned on the map: who goes, the odds beside the button, what one more would
change; the same for keys and fingers."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.looks import faults
from browser.test_operational import at, first_steps, offers


def combat_phase(table: Any) -> str:
    """The lesson in its first Combat Phase."""
    place = first_steps(table)
    match = place.rsplit("/", 1)[1]
    while not any(offer["verb"] == "attack" for offer in offers(table, match)):
        table.do(match, "finish")
    return place


def is_in_sight(page: Page, name: str) -> bool:
    """Whether all of it is seen without scrolling."""
    box = page.locator(name).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_an_attack_is_planned_weighed_and_made(visit: Any, table: Any, axe: str) -> None:
    page = visit(combat_phase(table))
    plan, log = page.locator(".attack-plan"), page.locator(".log")
    tiles, odds = plan.locator(".plan-tiles li b"), plan.locator(".plan-odds")
    expect(page.locator(".phase-line [aria-current]")).to_have_text("Combat Phase")

    # A click on an enemy stack plans an attack by the largest stack beside it.
    page.mouse.click(*at(page, "D9.12"))
    expect(plan.locator("h2")).to_have_text("Attack on D9.12")
    expect(odds).to_have_text("3:1")
    expect(tiles).to_have_text(["59.3%", "29.1%", "22.7%"])
    expect(plan).to_contain_text("Costs 7 tokens from D12.09.")
    expect(plan.locator(".plan-reasons")).to_contain_text("+1 action rating 4 against 3")
    expect(plan.locator(".plan-reasons .rule", has_text="OCS-9.6-1").first).to_be_visible()
    for wide, high in ((1024, 768), (1440, 900)):
        page.set_viewport_size({"width": wide, "height": high})
        assert is_in_sight(page, ".commit")
        assert is_in_sight(page, ".plan-tiles")

    # What one more would change is named; it joins by a click, and the odds are as told.
    best = plan.locator(".plan-more li").first
    expect(best).to_contain_text("60th Rifle Division from D10.11: 4:1, they lose a step 69.9%")
    best.get_by_role("button", name="Add it").click()
    expect(odds).to_have_text("4:1")
    expect(tiles.first).to_have_text("69.9%")
    assert faults(page, axe) == ""

    # Counters come and go by a click, on the card and on the map.
    plan.locator('[data-unit="S-RD-60"]').click()
    expect(odds).to_have_text("3:1")
    page.mouse.click(*at(page, "D10.11"))
    expect(odds).to_have_text("4:1")
    page.mouse.click(*at(page, "D9.11"))
    expect(odds).to_have_text("1:1")
    expect(page.locator(".fan")).to_be_visible()
    page.locator('.fan [data-unit="S-GTB-15"]').click()
    expect(odds).to_have_text("2:1")

    # Escape lets it go; nothing has been done.
    page.locator(".surface").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(plan).to_be_hidden()
    expect(log).not_to_contain_text("attack D9.12")

    # With keys: the hex under the cursor, then the button.
    page.mouse.click(*at(page, "D8.11"))
    plan.locator(".commit").focus()
    page.keyboard.press("Enter")
    expect(log).to_contain_text("attack D8.11")
    expect(plan).to_be_hidden()


def test_a_finger_sees_the_odds_before_it_commits(visit: Any, table: Any, axe: str) -> None:
    page = visit(combat_phase(table), phone=True, dark=True)
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    expect(page.locator(".surface")).to_be_visible()
    page.touchscreen.tap(*at(page, "D9.12"))
    expect(page.locator(".plan-odds")).to_have_text("3:1")
    assert is_in_sight(page, ".commit")
    assert is_in_sight(page, ".plan-tiles")
    assert faults(page, axe) == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
