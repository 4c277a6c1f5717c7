"""Belorussia on its map: what is told before a phase ends, who is cut down, how the end looks."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.looks import faults
from browser.test_operational import at, find, offers


def movement_phase(table: Any) -> str:
    """A refereed match with the Soviet player in his Movement Phase."""
    match: str = table.begin(scenario="first-steps", seed="a", mode="referee")
    table.do(match, "weather", "initiative", "go first")
    while not any(offer["verb"] == "move" for offer in offers(table, match)):
        table.do(match, "finish")
    return f"#/match/{match}?as=soviet"


def declare(table: Any, path: str, *actions: str) -> None:
    """Let the referee put units where no march leads."""
    match = path.split("/")[2].partition("?")[0]
    for action in actions:
        table.post(f"matches/{match}/actions", do=action, declare=True)


def test_who_ends_a_march_is_told_who_has_no_trace(visit: Any, table: Any, axe: str) -> None:
    path = movement_phase(table)
    declare(table, path, "move S-RD-307 C58.13")
    page = visit(path)
    end = page.get_by_role("button", name="End the Movement Phase", exact=True)
    end.click()
    asked = page.locator(".gives-up")
    expect(asked).to_contain_text("Without trace as they stand: 307th Rifle Division.")
    assert faults(page, axe) == ""
    asked.get_by_role("button", name="Go back").click()
    expect(asked).to_be_hidden()
    end.click()
    asked.get_by_role("button", name="all the same").click()
    page.get_by_role("button", name="End the Barrage Segment", exact=True).click()
    log = page.locator(".log")
    expect(log).to_contain_text("Soviet Supply Phase, without trace: 307th Rifle Division (C58.13)")
    expect(log).to_contain_text("307th Rifle Division in C58.13 is Out of Supply.")


def test_who_is_eliminated_is_asked_on_a_card(visit: Any, table: Any, axe: str) -> None:
    path = movement_phase(table)
    hexes = [f"move {unit} D13.13" for unit in ("S-RD-73", "S-RD-193", "S-RD-69")]
    declare(table, path, *hexes)
    page = visit(path)
    card = page.locator(".answer.eliminate")
    expect(card.locator(".answer-unit")).to_have_count(4)
    expect(card.locator(".answer-unit").first).to_contain_text("D13.13, 3 RE")
    assert faults(page, axe) == ""
    card.get_by_text("73rd Rifle Division").click()
    expect(page.locator(".log")).to_contain_text("73rd Rifle Division is eliminated in")
    expect(card).to_be_hidden()


def test_the_end_stands_beside_the_board(visit: Any, table: Any, axe: str) -> None:
    match: str = table.begin(scenario="first-steps", seed="end")
    table.post(f"matches/{match}/resign", **{"as": "axis"})
    page = visit(f"#/match/{match}?as=soviet")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".ending")).to_be_visible()
    boxes = [page.locator(pane).bounding_box() for pane in (".now-pane >> nth=0", ".board-place")]
    side = page.locator(".side-pane").bounding_box()
    now, board = (box for box in boxes if box)
    assert side
    assert now["x"] + now["width"] <= board["x"] + 1
    assert board["x"] + board["width"] <= side["x"] + 1
    assert board["width"] > now["width"]
    assert faults(page, axe) == ""


def test_a_standing_order_is_given_with_two_clicks(visit: Any, table: Any, axe: str) -> None:
    page = visit(movement_phase(table))
    page.get_by_role("button", name="Give a standing order").click()
    form = page.locator(".slot-form")
    form.locator("[data-word=defence]").click()
    expect(form.locator("[data-word=never]")).to_be_visible()
    assert faults(page, axe) == ""
    form.locator('[data-word="2"]').click()
    expect(form).to_be_hidden()
    expect(page.locator(".log")).to_contain_text("a standing order on combat supply")
    expect(page.locator(".log")).to_contain_text("pay up to 2T")


def test_a_march_into_a_full_hex_is_warned_of(visit: Any, table: Any, axe: str) -> None:
    path = movement_phase(table)
    declare(table, path, "move S-RD-73 D13.12", "move S-RD-193 D13.12", "move S-RD-69 D13.12")
    page = visit(path)
    find(page, "307", "307th Rifle Division")
    expect(
        page.locator(".decision").get_by_role("button", name="D13.12 (1 MP, 12 RE)")
    ).to_be_visible()
    page.mouse.move(*at(page, "D13.12"))
    tip = page.locator(".point-tip")
    expect(tip).to_contain_text("12 RE would stand there, and 10 is the most")
    assert faults(page, axe) == ""
