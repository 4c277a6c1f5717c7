"""Orsha set up on the map: pieces chosen, hexes lit, refusals with their rule; by keys too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.looks import faults, nameless, too_wide

FIRST = "G-23am-I1.1/1"


def setting_up(table: Any, who: str = "german") -> str:
    """A match in which a side sets up."""
    match: str = table.begin("orsha", seed="orsha")
    table.do(match, "buy I1", "buy G1", "ready", "receive", **{"as": "german"})
    table.do(match, "buy I1", "buy I2 onboard", "ready", "receive", "ready", **{"as": "russian"})
    table.do(match, "wind", **{"as": "german"})
    if who == "russian":
        notes = ("place G-23am-G1.1 K30", "place rest retained", "place rest K30")
        table.do(match, *notes, "ready", **{"as": "german"})
    return match


def key(page: Page, what: str) -> Any:
    return page.locator(f"[data-what='{what}']")


def spot(page: Page, table: Any, hex: str) -> tuple[Any, dict[str, float]]:
    """The map, and where a hex is on it; it is brought into sight first."""
    place = next(h for h in table.get("games/orsha/board")["hexes"] if h["id"] == hex)
    canvas = page.locator(".om-board canvas.surface")
    box = canvas.bounding_box()
    assert box is not None
    for _ in range(20):
        seen = canvas.get_attribute("data-view") or ""
        left, top, scale = (float(n) for n in seen.split())
        x, y = (place["x"] - left) * scale, (place["y"] - top) * scale
        if 20 < x < box["width"] - 20 and 20 < y < box["height"] - 20:
            break
        canvas.focus()
        page.keyboard.press("Shift+ArrowRight" if x > 20 else "Shift+ArrowLeft")
        expect(canvas).not_to_have_attribute("data-view", seen)
    return canvas, {"x": x, "y": y}


def click(page: Page, table: Any, hex: str) -> None:
    """Click a hex of the map where it is now."""
    canvas, place = spot(page, table, hex)
    canvas.click(position=place)


def placed(table: Any, match: str, side: str = "german") -> dict[str, str]:
    pieces = table.look(match, side)["view"][side]["pieces"]
    return {name: one["hex"] for name, one in pieces.items() if one.get("standing") == "map"}


def test_pieces_are_set_up_and_moved_with_clicks(visit: Any, table: Any) -> None:
    match = setting_up(table)
    page = visit(f"#/match/{match}?as=german")
    panel = page.locator(".ol")
    expect(panel.locator("header .pill")).to_have_text(re.compile(r"^0 of \d+ on the map"))
    key(page, FIRST).click()
    expect(panel.locator(".ol-chosen")).to_contain_text("1230 hexes lit")
    click(page, table, "K30")
    expect(key(page, FIRST)).to_contain_text("K30")
    # The next one of the line is chosen at once.
    expect(key(page, "G-23am-I1.1/2")).to_have_attribute("aria-pressed", "true")
    expect(panel.locator(".ol-chosen")).to_contain_text("hexes lit")
    click(page, table, "K30")
    expect(key(page, "G-23am-I1.1/2")).to_contain_text("K30")
    assert placed(table, match) == {FIRST: "K30", "G-23am-I1.1/2": "K30"}

    # A hex that is not lit says its rule, and nothing changes.
    expect(panel.locator(".ol-chosen")).to_contain_text("hexes lit")
    click(page, table, "K45")
    refused = panel.locator(".ol-refused")
    expect(refused).to_contain_text("Germans set up in hexes below 42")
    expect(refused.locator(".rule").first).to_have_text("OTO-8.61G-1")
    assert len(placed(table, match)) == 2

    # Pointing at one says it too, and no longer when the mouse goes on.
    for hex_, told in (("L44", 1), ("K30", 0)):
        canvas, place = spot(page, table, hex_)
        canvas.hover(position=place)
        expect(refused.filter(has_text="Not in L44")).to_have_count(told)
    assert len(placed(table, match)) == 2

    # Chosen again, in the opened stack, a piece is moved.
    page.keyboard.press("Escape")
    expect(panel.locator(".ol-chosen")).to_have_count(0)
    click(page, table, "K30")
    page.locator(".fan").get_by_role("button").last.click()
    expect(panel.locator(".ol-chosen")).to_contain_text("4-6-7 /1")
    expect(panel.locator(".ol-chosen")).to_contain_text("hexes lit")
    click(page, table, "L29")
    expect(key(page, FIRST)).to_contain_text("L29")
    key(page, FIRST).click()
    panel.get_by_role("button", name="Take it off the map").click()
    expect(key(page, FIRST)).to_have_attribute("aria-label", re.compile("kept off the map"))
    assert placed(table, match) == {"G-23am-I1.1/2": "K30"}
    assert table.look(match, "russian")["view"]["german"]["pieces"] == {}


def test_a_whole_line_stands_in_one_hex(visit: Any, table: Any) -> None:
    match = setting_up(table)
    page = visit(f"#/match/{match}?as=german")
    whole = key(page, "G-23am-G1.1")
    expect(whole).to_have_attribute("aria-label", re.compile("^All 4 of [A-Z]"))
    whole.click()
    expect(page.locator(".ol-chosen")).to_contain_text("All of")
    expect(page.locator(".ol-chosen")).not_to_contain_text("G-23am")
    expect(page.locator(".ol-chosen")).to_contain_text("hexes lit")
    page.get_by_label("In what it stands").select_option("trench")
    click(page, table, "P24")
    expect(key(page, "G-23am-G1.1/4")).to_contain_text("P24")
    guns = table.look(match, "german")["view"]["german"]["pieces"]
    assert [guns[f"G-23am-G1.1/{n}"]["cover"] for n in (1, 2, 3, 4)] == ["trench"] * 4


def test_set_up_with_the_keys_alone(visit: Any, table: Any) -> None:
    match = setting_up(table)
    table.do(match, f"place {FIRST} K30", **{"as": "german"})
    page = visit(f"#/match/{match}?as=german")
    expect(key(page, FIRST)).to_contain_text("K30")
    key(page, FIRST).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".om-board canvas.surface")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#announcement")).to_contain_text("may be set up here")
    page.keyboard.press("Enter")
    expect(key(page, FIRST)).to_contain_text("K31")
    assert placed(table, match) == {FIRST: "K31"}
    # Down the list, and out again without doing anything.
    key(page, FIRST).focus()
    page.keyboard.press("ArrowRight")
    expect(key(page, "G-23am-I1.1/2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".om-board canvas.surface")).to_be_focused()
    page.keyboard.press("Escape")
    expect(key(page, "G-23am-I1.1/2")).to_be_focused()
    expect(page.locator(".ol-chosen")).to_have_count(0)
    assert placed(table, match) == {FIRST: "K31"}


def test_it_can_still_be_said_in_words(visit: Any, table: Any) -> None:
    match = setting_up(table)
    page = visit(f"#/match/{match}?as=german")
    page.get_by_role("button", name="In words: Note where a piece sets up").click()
    page.locator(".slot-form input").fill(FIRST)
    page.locator(".slot-form [data-confirm]").click()
    expect(page.locator(".slot-form .said")).to_contain_text(FIRST)
    page.locator(".slot-form input").fill("K30")
    page.get_by_role("button", name="Do it", exact=True).click()
    expect(key(page, FIRST)).to_contain_text("K30")


def test_those_who_come_from_off_board_say_so(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{setting_up(table, 'russian')}?as=russian")
    panel = page.locator(".ol")
    key(page, "R-23am-I1.1/1").click()
    expect(panel).to_contain_text("R-23am-I1.1/1 (4-4-7) comes from off-board")
    expect(panel.locator(".note .rule").first).to_have_text("OTO-CG12b-1")
    key(page, "R-23am-I2.1/1").click()
    expect(panel.locator(".ol-chosen")).to_contain_text("345 hexes lit")
    click(page, table, "K45")
    expect(key(page, "R-23am-I2.1/1")).to_contain_text("K45")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_it_can_be_read_and_heard(visit: Any, table: Any, axe: str, phone: bool) -> None:
    match = setting_up(table)
    table.do(match, f"place {FIRST} K30", **{"as": "german"})
    page = visit(f"#/match/{match}?as=german", phone=phone)
    if phone:
        page.locator(".match-tabs").get_by_role("button", name="Board").tap()
    key(page, "G-23am-I1.1/2").click()
    expect(page.locator(".ol-chosen")).to_contain_text("hexes lit")
    assert nameless(page)[0] == []
    assert too_wide(page) == 0
    assert faults(page, axe) == ""


def test_locations_are_reconnoitred_on_the_map(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(409)
    match = table.begin("orsha", seed="orsha")
    table.do(match, "buy I1", "ready", "receive", **{"as": "german"})
    table.do(match, "buy M3 basic", "ready", "receive", **{"as": "russian"})
    table.do(match, "wind", f"place {FIRST} K40", **{"as": "german"})
    table.do(match, "place rest retained", "place rest K30", "ready", **{"as": "german"})
    table.do(match, "ready", **{"as": "russian"})
    page = visit(f"#/match/{match}?as=russian")
    expect(page.locator(".how")).to_contain_text("Choose a hex on the map")
    page.get_by_text("Places worth a victory point").click()
    # Far from the Russian line: refused, with its rule.
    page.locator(".om-places").get_by_role("button", name="I7").click()
    page.get_by_role("button", name="Inspect I7").click()
    expect(page.locator(".problem .rule").first).to_be_visible()
    assert table.look(match, "russian")["view"]["sightings"] == {}
    click(page, table, "K40")
    page.get_by_role("button", name="Inspect K40").click()
    expect(page.locator(".log li").first).to_contain_text("K40")
    expect(page.locator(".log li").first).to_contain_text("4-6-7")
    seen = table.look(match, "russian")["view"]["sightings"]
    assert seen[FIRST]["hex"] == "K40"


def test_an_observer_is_recorded_before_the_germans_set_up(
    visit: Any, table: Any, watch: Any
) -> None:
    watch.expected.add(409)
    match: str = table.begin("orsha", seed="orsha")
    table.do(match, "buy O1", "buy O6", "ready", "receive", "ready", **{"as": "russian"})
    page = visit(f"#/match/{match}?as=russian")
    page.get_by_role("button", name="The Observers are recorded").click()
    expect(page.locator("main")).to_contain_text("has not been recorded")
    expect(page.get_by_role("button", name="Place pieces on the map")).to_have_count(0)
    page.get_by_role("button", name="Record an Offboard Observer").click()
    expect(page.locator(".slot-form")).to_contain_text("On which hex of the edge?")
    page.locator(".slot-form input").fill("K53")
    page.locator(".slot-form").get_by_role("button", name="Do it").click()
    told = "Offboard Observer (O6.1/1, 23 AM) sets up in K53."
    expect(page.locator(".log")).to_contain_text(told)
    assert placed(table, match, "russian")["R-23am-O6.1/1"] == "K53"
