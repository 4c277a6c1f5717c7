"""Every page against axe-core's rules for WCAG 2.2 AA, in the light and in the dark."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from needs import skip_or_fail

pytestmark = pytest.mark.browser

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
HOLDER = "axe_playwright_python"
"""The package of the development group that carries axe-core."""


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe-core."""
    try:
        import_module(HOLDER)
    except ImportError:
        skip_or_fail("browser", f"axe-core comes with {HOLDER}, of the development group.")
    return (files(HOLDER) / "axe.min.js").read_text("utf-8")


def faults(page: Page, source: str) -> str:
    """What axe-core finds wrong, one line for each place."""
    page.evaluate(source)
    found = page.evaluate(
        "levels => axe.run(document, { runOnly: levels, resultTypes: ['violations'] })", LEVELS
    )
    return "\n".join(
        f"{one['id']}: {node['target']} {node['html'][:120]}"
        for one in found["violations"]
        for node in one["nodes"]
    )


def ledger(table: Any) -> str:
    match: str = table.begin(dice="typed", mode="referee", name="Club")
    for hex_, drawn in (("B17.10", 3), ("B20.12", 5), ("C33.20", 7), ("D8.21", 2)):
        table.do(match, f"partisan {hex_}", dice=[drawn])
    table.do(match, "weather", dice=[[3, 4]])
    table.do(match, "initiative", dice=[[5, 5], [1, 2]])
    table.do(match, "go first", "orders")
    return f"#/match/{match}"


def war(table: Any) -> str:
    match: str = table.begin("arsenal", scenario="tutorial", seed="board")
    table.do(match, "done", "done", "done", "move XII WAR BRE")
    return f"#/match/{match}"


STILL = [
    "#/",
    "#/new/belorussia?for=referee",
    "#/new/arsenal?for=bot",
    "#/account",
    "#/ask",
    "#/charts",
    "#/rules",
    "#/rules/TFB-SUP-2",
]


@pytest.mark.parametrize("kind", ["light", "dark", "phone"])
@pytest.mark.parametrize("place", STILL)
def test_pages(visit: Any, table: Any, axe: str, place: str, kind: str) -> None:
    table.begin("arsenal", scenario="tutorial", name="Road to Smolensk")
    page = visit(place, phone=kind == "phone", dark=kind == "dark")
    page.wait_for_timeout(300)
    assert faults(page, axe) == ""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_ledger(visit: Any, table: Any, axe: str, dark: bool) -> None:
    place = ledger(table)
    page = visit(place, dark=dark)
    expect(page.locator(".decision")).to_be_visible()
    assert faults(page, axe) == ""
    for part in ("Arrivals", "More"):
        page.locator(".side-tabs").get_by_role("button", name=part).click()
        expect(page.locator(".cal td > .faint:visible")).to_have_count(0)
        assert faults(page, axe) == "", part
    phone = visit(place, phone=True, dark=dark)
    for part in ("Turn", "Books", "Arrivals", "Log", "Now"):
        phone.locator(".match-tabs").get_by_role("button", name=part).tap()
        expect(phone.locator(".cal td > .faint:visible")).to_have_count(0)
        assert faults(phone, axe) == "", part


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_dice_and_a_rule_beside_the_match(
    visit: Any, table: Any, axe: str, watch: Any, dark: bool
) -> None:
    watch.expected.add(400)
    page = visit(ledger(table), dark=dark)
    page.locator(".violations").get_by_role("button", name="Supply", exact=True).click()
    expect(page.locator(".dicepad")).to_be_visible()
    assert faults(page, axe) == ""
    page.locator(".dicepad .rule").first.click()
    expect(page.locator("#side h2")).to_be_visible()
    assert faults(page, axe) == ""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_war(visit: Any, table: Any, axe: str, dark: bool) -> None:
    place = war(table)
    page = visit(place, dark=dark)
    page.get_by_text("The board in words").click()
    page.locator(".board-words").get_by_role("button", name="Warsaw").click()
    page.locator('.chosen-point [data-unit="XXIV"]').click()
    expect(page.locator(".forecast .p").first).to_be_visible()
    assert faults(page, axe) == ""
    page.locator(".side-tabs").get_by_role("button", name="Forces").click()
    assert faults(page, axe) == ""
    phone = visit(place, phone=True, dark=dark)
    for part in ("Map", "Forces", "Log", "Now"):
        phone.locator(".match-tabs").get_by_role("button", name=part).tap()
        phone.wait_for_timeout(150)
        assert faults(phone, axe) == "", part


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_an_end_and_an_earlier_position(toys: Any, visit: Any, axe: str, dark: bool) -> None:
    match = toys.begin("ladder", seed="axe")
    page = visit(f"#/match/{match}", at=toys.address, dark=dark)
    page.wait_for_timeout(300)
    assert faults(page, axe) == ""
