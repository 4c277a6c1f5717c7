"""Every page for everyone: axe-core's rules for WCAG 2.2 AA, contrast, names, every width.

Each page is opened once on a desk and once on a phone, and looked at in the light and in the dark.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.looks import faults, resize, too_wide

PLACES = [
    "#/",
    "#/new/belorussia?for=referee",
    "#/new/arsenal?for=bot",
    "#/account",
    "#/ask",
    "#/ask/belorussia.weather?date=1943-10-08",
    "#/ask/belorussia.weather?date=1943-10-08&die=2&dice=8",
    "#/ask/belorussia.refit",
    "#/ask/belorussia.ice?grounds=mud,freeze",
    "#/charts",
    "#/charts/belorussia.weather.ground",
    "#/charts/belorussia.combat.table",
    "#/rules?game=belorussia&q=ice",
    "#/rules/TFB-1.8c-6?game=belorussia&q=ice",
]
LONG = "#/rules"
"""Thousands of rows like those above, at which axe-core would look for a minute."""


def settled(page: Page) -> None:
    """Wait until the page has drawn what it was asked for."""
    page.wait_for_selector(
        ".answer h2, .empty, table.sheet, .rl a, .home, .setup-form, main.account h1"
    )
    expect(page.locator("[aria-busy]")).to_have_count(0)
    if "#/rules/" in page.url:
        page.wait_for_selector("#side h2")


@pytest.fixture(autouse=True)
def some_match(table: Any) -> None:
    """Home has something to show."""
    table.begin("arsenal", scenario="tutorial", name="Road to Smolensk")


@pytest.mark.parametrize("place", PLACES)
def test_on_a_desk(visit: Any, axe: str, place: str) -> None:
    page = visit(place)
    settled(page)
    assert faults(page, axe) == ""
    assert page.locator("main").count() == 1
    assert page.locator("h1:visible").count() == 1
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.title().endswith("Landbridge")
    for wide in (1920, 1280, 1024, 700):
        resize(page, wide)
        settled(page)
        assert too_wide(page) == 0, wide


def test_a_long_list_fits(visit: Any) -> None:
    page = visit(LONG, wide=1024)
    settled(page)
    assert page.locator(".rl a").count() > 1000
    assert too_wide(page) == 0
    resize(page, 390)
    settled(page)
    assert too_wide(page) == 0


@pytest.mark.parametrize("place", PLACES)
def test_on_a_phone(visit: Any, axe: str, place: str) -> None:
    page = visit(place, phone=True)
    settled(page)
    assert faults(page, axe) == ""
    assert too_wide(page) == 0
