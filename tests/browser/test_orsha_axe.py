"""Orsha's boards, calculators, plots and charts against axe-core's rules for WCAG 2.2 AA."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.looks import faults, too_wide
from browser.test_orsha import prepared, reported
from browser.walks import ELSEWHERE

OWN = (
    "belorussia.calculator.combat",
    "belorussia.calculator.barrage",
    "arsenal.calculator.battle",
    "belorussia.plot.weather",
    "belorussia.plot.arrivals",
    "belorussia.terrain.movement",
    "orsha.groups.russian",
)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_every_part_of_a_campaign(visit: Any, table: Any, axe: str, phone: bool) -> None:
    role = "german" if phone else "russian"
    page = visit(ELSEWHERE, phone=phone)
    for match, tabs in (
        (table.begin("orsha"), ("Purchases", "Map", "Roster")),
        (prepared(table), ("Result form", "Roster")),
        (reported(table), ("Map",)),
    ):
        page.locator("main > *").first.evaluate("part => part.setAttribute('data-old', '')")
        page.goto(f"{table.address}#/match/{match}?as={role}")
        expect(page.locator("[data-old]")).to_have_count(0)
        if phone:
            page.locator(".match-tabs").get_by_role("button", name="Board").tap()
        for tab in tabs:
            page.get_by_role("button", name=tab, exact=True).click()
            assert faults(page, axe) == "", tab
            assert too_wide(page) == 0, tab
    page.locator(":is(.match-tabs, .side-tabs)").get_by_role("button", name="Steps").last.click()
    assert faults(page, axe) == ""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_calculators_plots_and_charts(visit: Any, axe: str, phone: bool) -> None:
    page = visit("#/charts", phone=phone)
    for name in OWN:
        page.evaluate("place => { location.hash = place }", f"#/charts/{name}")
        expect(page.locator(":is(.calc-result h2, .plot, table.sheet)").first).to_be_visible()
        assert faults(page, axe) == "", name


def test_a_perimeter_by_hand(visit: Any, table: Any, axe: str) -> None:
    page = visit(f"#/match/{reported(table)}?as=german")
    page.get_by_role("button", name="Begin with an empty map").click()
    page.get_by_text("Places worth a victory point").click()
    page.locator(".om-places").get_by_role("button", name="K33").click()
    page.locator(".om-places").get_by_role("button", name="D22").click()
    expect(page.locator(".op-violation").first).to_be_visible()
    assert faults(page, axe) == ""
