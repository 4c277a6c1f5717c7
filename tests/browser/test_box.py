"""As in my box: the choice before a match, the form, and the question in the match."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.hands import look_at
from browser.looks import faint, in_the_dark, nameless, too_wide
from landbridge.referee.box import questions_of

ASKED = len(questions_of("belorussia"))
PICTURES = os.environ.get("LANDBRIDGE_PICTURES", "")
"""A folder for pictures of what is tested, for somebody who wants to look at them."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


def question(page: Page, key: str) -> Any:
    return page.locator(f".box-question[data-key={key}]")


def test_an_owner_fills_the_form_begins_and_is_asked_the_rest(
    visit: Any, tmp_path: Path, watch: Any
) -> None:
    page = visit("#/new/belorussia")
    picture(page, "new")
    expect(page.get_by_role("heading", name="Where the documents are silent")).to_be_visible()
    page.get_by_role("link", name="Everything that will be asked").click()
    expect(page.get_by_role("heading", name="As in my box")).to_be_visible()
    expect(page.locator(".box-page .begin")).to_contain_text(f"0 of {ASKED} answered")

    length = question(page, "offensive_length")
    expect(length).to_contain_text("Look at: Rulebook 3.3c")
    length.get_by_role("radio", name="Eight").check()
    length.locator("summary").click()
    length.get_by_label("Turns", exact=True).fill("")
    expect(page.locator(".box-page .begin")).to_contain_text("a whole number")
    expect(page.get_by_role("button", name="New match with these answers")).to_be_disabled()
    length.get_by_label("Turns", exact=True).fill("7")
    question(page, "start_places").get_by_label("None").check()
    expect(page.locator(".box-page .begin")).to_contain_text(f"2 of {ASKED} answered")
    assert too_wide(page) == 0
    assert nameless(page)[0] == []
    picture(page, "form")

    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a pack").click()
    pack = tmp_path / "mine.toml"
    waiting.value.save_as(pack)
    text = pack.read_text(encoding="utf-8")
    assert "turns = 7" in text
    watch.expected.add(400)
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace('"none"', '"all"'), encoding="utf-8")
    page.get_by_label("Open a pack").set_input_files(bad)
    expect(page.locator(".box-page")).to_contain_text("There is no choice for start_places 'all'")
    pack.write_text(text + '\n[box.regrouping_length]\nchoice = "six"\n', encoding="utf-8")
    page.get_by_label("Open a pack").set_input_files(pack)
    expect(page.locator(".box-page .begin")).to_contain_text(f"3 of {ASKED} answered")

    page.get_by_role("button", name="New match with these answers").click()
    expect(page.get_by_label("As in my box")).to_be_checked()
    expect(page.locator(".box-choice")).to_contain_text("3 answers given beforehand")
    picture(page, "chosen")
    page.get_by_role("button", name="Begin").click()

    asked = question(page, "alert_pools")
    expect(asked).to_be_visible()
    expect(page.locator(".now-body h2").first).to_contain_text("What does your box say?")
    go = page.get_by_role("button", name="So says the box")
    expect(go).to_be_disabled()
    asked.get_by_label("Seven").check()
    picture(page, "asked")
    assert too_wide(page) == 0
    go.click()
    pool = question(page, "partisan_pool")
    expect(pool).to_be_visible()
    pool.get_by_label("Eight").check()
    pool.locator("summary").click()
    pool.get_by_label("Start face down", exact=True).fill("1")
    picture(page, "figures")
    go.click()
    expect(question(page, "fronts_in_1943")).to_be_visible()
    page.get_by_role("link", name="All questions to the box").first.click()
    expect(page.locator(".box-page .begin")).to_contain_text(f"5 of {ASKED} answered")
    page.get_by_label("Narrow the questions").fill("fronts")
    question(page, "fronts_in_1943").get_by_role("radio").first.check()
    page.get_by_label("Narrow the questions").fill("penal")
    for key in ("penal", "penal_start"):
        question(page, key).get_by_role("radio").first.check()
    page.get_by_role("button", name="Back to the match").click()
    page.get_by_role("button", name="Give 3 answers kept on this device").click()
    question(page, "heinrici").get_by_role("radio").first.check()
    go.click()
    expect(page.locator(".now-body h2").first).to_contain_text("still to place: 1")


def test_orsha_asks_in_the_match(visit: Any, table: Any) -> None:
    seats = {"german": "me", "russian": "bot:random"}
    match = table.begin("orsha", options={"box": "yes"}, seats=seats)
    page = visit(f"#/match/{match}")
    question(page, "edge_rows").get_by_role("radio").first.check()
    picture(page, "orsha")
    while (asked := page.locator(".box-question")).count():
        key = asked.get_attribute("data-key")
        asked.get_by_role("radio").first.check()
        page.get_by_role("button", name="So says the box").click()
        expect(question(page, str(key))).to_have_count(0)
    expect(page.locator(".now-body h2").first).not_to_contain_text("What does your box say?")
    picture(page, "orsha-shop")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_form_and_the_match_can_be_read(visit: Any, table: Any, phone: bool) -> None:
    page = visit("#/box/orsha", phone=phone)
    question(page, "historical_drm").get_by_role("radio").first.check()
    question(page, "historical_drm").locator("summary").click()
    can_be_read(page, f"form-{'phone' if phone else 'desk'}")
    seats = {"soviet": "me", "axis": "bot:random"}
    look_at(table.begin(options={"box": "yes"}, seats=seats), page)
    expect(question(page, "start_places")).to_be_visible()
    can_be_read(page, f"match-{'phone' if phone else 'desk'}")


def can_be_read(page: Page, name: str) -> None:
    """Nothing is too wide, and nothing faint in the light or in the dark."""
    picture(page, f"{name}-light")
    with in_the_dark(page):
        picture(page, f"{name}-dark")
    assert too_wide(page) == 0
    assert faint(page) == []
