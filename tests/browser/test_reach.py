"""For everyone: thumbs on a phone, keys alone, the dark, a server that is gone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.test_pages import settled

# Sizes


def test_a_phone_can_be_used_with_a_thumb(visit: Any) -> None:
    page = visit("#/ask", phone=True)
    page.locator(".tabbar").get_by_role("link", name="Charts").tap()
    expect(page.get_by_role("heading", level=1, name="Charts")).to_be_visible()
    page.locator(".finder").get_by_role("link", name="Flight condition").tap()
    expect(page.get_by_role("heading", level=1, name="Flight condition")).to_be_visible()
    page.get_by_role("button", name="Mud").tap()
    expect(page.locator(".column").get_by_role("heading")).to_have_text("Mud")
    page.get_by_role("link", name="All charts").tap()
    expect(page.locator(".finder")).to_be_visible()
    page.locator(".tabbar").get_by_role("link", name="Ask").tap()
    page.locator(".finder").get_by_role("link", name="Weather", exact=False).tap()
    expect(page.get_by_role("heading", level=1, name="Weather")).to_be_visible()


def test_keys_on_a_phone_are_large_enough(visit: Any) -> None:
    page = visit("#/ask/belorussia.weather?date=1943-10-08", phone=True)
    settled(page)
    for key in page.locator(".keys.dice .key span:not(.die)").all():
        box = key.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 40
    for link in page.locator(".tabbar a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_a_long_form_on_a_phone_keeps_the_answer_in_sight(visit: Any) -> None:
    place = "#/ask/belorussia.supply_income?side=soviet&date=1944-02-05&dice=7"
    page = visit(place, phone=True)
    peek = page.locator(".peek")
    expect(peek).to_contain_text("12")
    peek.tap()
    expect(page.locator(".answer .big")).to_be_in_viewport()
    expect(peek).to_be_hidden()


def test_a_rule_on_a_phone_is_a_page_of_its_own(visit: Any) -> None:
    page = visit("#/ask/belorussia.ground_condition?date=1943-10-08&die=2", phone=True)
    page.locator('.cited [data-rule="TFB-1.8-3"]').tap()
    side = page.locator("#side")
    expect(side).to_be_visible()
    box = side.bounding_box()
    assert box is not None
    assert box["width"] == 390
    page.get_by_role("button", name="Close the rule").tap()
    expect(page.locator(".answer")).to_be_visible()


# Keyboard


def focused(page: Page) -> str:
    found: str = page.evaluate(
        """() => { const at = document.activeElement;
        return at.getAttribute("aria-label") ?? at.innerText ?? "" }"""
    )
    return found


def test_everything_can_be_asked_with_keys_alone(visit: Any) -> None:
    page = visit("#/ask")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the page"
    page.keyboard.press("/")
    page.keyboard.type("ground condition")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Ground condition")).to_be_visible()
    page.keyboard.press("Tab")
    while not focused(page).startswith("Date:"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_contain_text("8 Oct 43")
    assert focused(page) == "Date: 8 Oct 43"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="die 2")).to_be_checked()
    expect(page.locator(".answer .big")).to_have_text("Dry")
    expect(page.locator("#announcement")).to_have_text("Answer: Dry")


def test_escape_closes_what_was_opened_and_goes_back(visit: Any) -> None:
    page = visit("#/ask/belorussia.ground_condition?date=1943-10-08&die=2")
    chip = page.locator('.cited [data-rule="TFB-1.8-3"]')
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#side h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()
    expect(chip).to_be_focused()
    page.locator(".turn").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator(".turn")).to_be_focused()


def test_focus_is_always_seen(visit: Any) -> None:
    page = visit("#/ask/belorussia.weather?date=1943-10-08")
    settled(page)
    for _ in range(14):
        page.keyboard.press("Tab")
        ring = page.evaluate(
            """() => { const at = document.activeElement;
            const shown = at.matches(".key input") ? at.nextElementSibling : at;
            const style = getComputedStyle(shown);
            return [style.outlineStyle, parseFloat(style.outlineWidth), at.outerHTML] }"""
        )
        assert ring[0] == "solid", ring
        assert ring[1] >= 2, ring


def test_choosing_from_the_list_keeps_the_place_in_it(visit: Any) -> None:
    page = visit("#/ask")
    link = page.get_by_role("link", name="Ice effects")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Ice effects")).to_be_visible()
    expect(link).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert "Ice dates" in focused(page) or "Ice" in focused(page)


# Dark, and alone


def test_dark_is_dark(visit: Any) -> None:
    light, dark = (
        visit("#/charts", dark=dark).evaluate("getComputedStyle(document.body).backgroundColor")
        for dark in (False, True)
    )
    assert light == "rgb(244, 239, 227)"
    assert dark == "rgb(26, 25, 22)"


def test_a_server_that_is_gone_is_told(visit: Any, watch: Any) -> None:
    page = visit("#/ask/belorussia.ground_condition?date=1943-10-08")
    settled(page)
    page.route("**/api/ask/**", lambda route: route.abort())
    page.get_by_role("radio", name="die 2").check()
    expect(page.locator(".answer .note")).to_contain_text("Is Landbridge still running?")
    watch.troubles.clear()
