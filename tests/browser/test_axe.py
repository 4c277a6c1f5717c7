"""Matches against axe-core's rules for WCAG 2.2 AA, in the light and in the dark."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.looks import faults


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
    table.do(match, "done", "done", "move XII WAR BRE")
    return f"#/match/{match}"


def test_the_ledger(visit: Any, table: Any, axe: str) -> None:
    page = visit(ledger(table))
    expect(page.locator(".decision")).to_be_visible()
    assert faults(page, axe) == ""
    for part in ("Arrivals", "More"):
        page.locator(".side-tabs").get_by_role("button", name=part).click()
        expect(page.locator(".cal td > .faint:visible")).to_have_count(0)
        assert faults(page, axe) == "", part


def test_the_ledger_on_a_phone(visit: Any, table: Any, axe: str) -> None:
    phone = visit(ledger(table), phone=True)
    for part in ("Turn", "Books", "Arrivals", "Log", "Now"):
        phone.locator(".match-tabs").get_by_role("button", name=part).tap()
        expect(phone.locator(".cal td > .faint:visible")).to_have_count(0)
        assert faults(phone, axe) == "", part


def test_dice_and_a_rule_beside_the_match(visit: Any, table: Any, axe: str, watch: Any) -> None:
    watch.expected.add(400)
    page = visit(ledger(table))
    page.locator(".violations").get_by_role("button", name="Supply", exact=True).click()
    expect(page.locator(".dicepad")).to_be_visible()
    assert faults(page, axe) == ""
    page.locator(".dicepad .rule").first.click()
    expect(page.locator("#side h2")).to_be_visible()
    assert faults(page, axe) == ""


def test_the_war(visit: Any, table: Any, axe: str) -> None:
    page = visit(war(table))
    page.get_by_text("The board in words").click()
    page.locator(".board-words").get_by_role("button", name="Warsaw").click()
    page.locator('.chosen-point [data-unit="XXIV"]').click()
    expect(page.locator(".odds-line").filter(has_text="%").first).to_be_visible()
    assert faults(page, axe) == ""
    page.locator(".side-tabs").get_by_role("button", name="Forces").click()
    assert faults(page, axe) == ""


def test_the_war_on_a_phone(visit: Any, table: Any, axe: str) -> None:
    phone = visit(war(table), phone=True)
    for part in ("Map", "Forces", "Log", "Now"):
        phone.locator(".match-tabs").get_by_role("button", name=part).tap()
        assert faults(phone, axe) == "", part


def test_a_match_of_a_game_without_a_board(toys: Any, visit: Any, axe: str) -> None:
    match = toys.begin("ladder", seed="axe")
    page = visit(f"#/match/{match}", at=toys.address)
    expect(page.locator(".decision, .cover").first).to_be_visible()
    assert faults(page, axe) == ""
