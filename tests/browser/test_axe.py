"""Matches against axe-core's rules for WCAG 2.2 AA, in the light and in the dark."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.hands import begin_together, look_at
from browser.looks import faults
from browser.walks import ELSEWHERE


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


def test_what_stands_round_a_war(visit: Any, table: Any, axe: str) -> None:
    """The situation, the key, people and options, beside the coach; in the dark too."""
    page = visit(f"{war(table)}?as=axis")
    page.locator(".score-place button").click()
    expect(page.locator(".situation")).to_be_visible()
    assert faults(page, axe) == ""
    page.keyboard.press("Escape")
    page.locator(".legend summary").click()
    assert faults(page, axe) == ""
    page.locator(".legend summary").click()
    for part in ("People", "More"):
        page.locator(".side-tabs").get_by_role("button", name=part).click()
        assert faults(page, axe) == "", part
    page.locator(".side-tabs").get_by_role("button", name="People").click()
    page.locator(".to-bots summary").first.click()
    assert faults(page, axe) == ""


def test_those_who_come_by_a_link_or_too_late(club: str, visit: Any, axe: str, watch: Any) -> None:
    watch.expected |= {404}
    anna = visit(ELSEWHERE, at=club, name="Anna")
    match = begin_together("arsenal", {"axis": anna}, scenario="tutorial", private=True)
    look_at(match, anna)
    expect(anna.locator(".open-seat")).to_be_visible()
    assert faults(anna, axe) == ""
    anna.get_by_role("button", name="Invite somebody").click()
    boris = visit(at=club, name="Boris")
    boris.goto(f"{club}#/match/{match}")
    expect(boris.get_by_role("heading", level=1)).to_have_text("There is no such match")
    assert faults(boris, axe) == ""
    boris.goto(anna.locator(".open-seat code").inner_text())
    expect(boris.get_by_role("button", name="Take the seat")).to_be_visible()
    assert faults(boris, axe) == ""
    boris.get_by_role("button", name="Take the seat").click()
    boris.locator(".side-tabs").get_by_role("button", name="People").click()
    expect(boris.locator(".chat-list")).to_be_visible()
    assert faults(boris, axe) == ""


def test_a_match_of_a_game_without_a_board(toys: Any, visit: Any, axe: str) -> None:
    match = toys.begin("ladder", seed="axe")
    page = visit(f"#/match/{match}", at=toys.address)
    expect(page.locator(".decision, .cover").first).to_be_visible()
    assert faults(page, axe) == ""
