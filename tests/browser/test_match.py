"""The match page of any game: offers, refusals, log, taking back, time, secrets, several people."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.looks import faint, nameless, resize, too_wide

HIDDEN = re.compile(r"\b(foot|cavalry) \d+\b")
"""What only the Soviet player may know: which partisan unit lies where."""


def offer(page: Page, text: str) -> Any:
    return page.locator(".now-pane [data-verb]").filter(has_text=text)


def started(table: Any, **more: Any) -> str:
    """A match of Belorussia after its set-up."""
    match: str = table.begin(**{"seed": "vitebsk", **more})
    table.do(match, "partisan B17.10", "partisan B20.12", "partisan C33.20", "partisan D8.21")
    return match


# Any game, from its offers


def test_slots_are_said_one_after_the_other(toys: Any, visit: Any) -> None:
    match = toys.begin("ladder", name="Up the wall")
    page = visit(f"#/match/{match}?as=north", at=toys.address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Up the wall")
    expect(page.locator(".decision h2")).to_contain_text("North moves")
    expect(page.locator(".decision h2 .rule")).to_have_text("DC-TOY-3")
    offer(page, "Climb some rungs").click()
    # One hand is free: that is said at once, and can be asked for all the same.
    expect(page.locator(".said")).to_have_text("Left")
    page.get_by_role("button", name="Change Left").click()
    expect(page.locator(".slot-form .asked")).to_contain_text("Which hand?")
    page.locator(".slot-form").get_by_role("button", name="Left").click()
    expect(page.locator(".said")).to_have_text("Left")
    expect(page.locator(".slot-form .asked")).to_contain_text("How many rungs?")
    page.get_by_role("button", name="One more").click()
    expect(page.get_by_role("spinbutton")).to_have_value("2")
    page.get_by_role("button", name="Do it", exact=True).click()
    expect(page.locator(".log li").first).to_contain_text("2")
    assert toys.look(match)["view"]["rung"] == {"north": 2, "south": 0}
    expect(page.locator(".waiting")).to_contain_text("Waiting for South")


def test_the_position_of_any_game_is_shown_in_lines(toys: Any, visit: Any) -> None:
    match = toys.begin("ladder")
    page = visit(f"#/match/{match}?as=referee", at=toys.address)
    lines = page.locator(".summary-lines")
    expect(lines).to_contain_text("Rung")
    expect(lines).to_contain_text("Breath")
    page.get_by_text("Everything that is known").click()
    expect(page.locator(".board-place dl.facts").first).to_be_visible()


def test_free_words_may_be_left_out(toys: Any, visit: Any) -> None:
    match = toys.begin("ladder")
    page = visit(f"#/match/{match}?as=north", at=toys.address)
    offer(page, "Shout").click()
    expect(page.locator(".slot-form")).to_contain_text("may be left out")
    page.get_by_role("textbox", name="Words").fill("it's high")
    page.get_by_role("button", name="Do it", exact=True).click()
    expect(page.locator(".log li").first).to_contain_text("it's high")
    offer(page, "Shout").click()
    page.get_by_role("button", name="Leave out and do it").click()
    expect(page.locator(".log li")).to_have_count(2)


def test_the_end_shows_the_seed_and_its_proof(toys: Any, visit: Any) -> None:
    match = toys.begin("ladder", seed="top", name="To the top")
    promised = toys.look(match)["commitment"]
    page = visit(f"#/match/{match}?as=referee", at=toys.address)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator(".more-panel")).to_contain_text(promised)
    toys.do(match, "climb left 4", **{"as": "north"})
    toys.do(match, "rest", **{"as": "south"})
    toys.do(match, "rest", **{"as": "north"})
    toys.do(match, "rest", **{"as": "south"})
    toys.do(match, "climb right 4", **{"as": "north"})
    ending = page.locator(".ending")
    expect(ending).to_contain_text("North wins")
    expect(ending).to_contain_text("The top is reached")
    expect(ending.locator(".rule")).to_have_text("DC-TOY-6")
    expect(ending).to_contain_text("The seed of the dice: top")
    expect(ending).to_contain_text(promised)
    page.get_by_role("button", name="Check every action and roll").click()
    expect(page.locator(".more-panel .note")).to_contain_text("All is sound")


def test_two_decide_at_once_in_secret(toys: Any, visit: Any) -> None:
    match = toys.begin("sealed", seed="cards")
    red = visit(f"#/match/{match}?as=red", at=toys.address)
    blue = visit(f"#/match/{match}?as=blue", at=toys.address)
    hands = toys.look(match)["view"]["hands"]
    assert hands["red"] != hands["blue"]
    for page, role in ((red, "red"), (blue, "blue")):
        offer(page, "").first.click()
        shown = page.locator(".slot-form [data-word], .slot-form [data-face]")
        expect(shown.first).to_be_visible()
        words = {int(word) for word in shown.evaluate_all("all => all.map(o => o.dataset.word)")}
        assert words == set(hands[role])
        shown.first.click()
    expect(red.locator(".log li").first).to_be_visible()
    expect(blue.locator(".log li").first).to_be_visible()


# Refusals, violations, declaring


def test_a_refusal_names_its_rule_and_what_is_legal(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(409)
    match = started(table)
    page = visit(f"#/match/{match}?as=soviet")
    page.get_by_text("Note something").click()
    offer(page, "A penal unit has been used").click()
    page.locator("[data-word=western]").click()
    refused = page.locator(".problem .note.refused")
    expect(refused).to_contain_text(re.compile("^Refused: no penal unit is there"))
    expect(refused.locator(".rule").last).to_have_text("RUL-TFB-109")
    expect(page.locator("#announcement")).to_have_text(
        re.compile("^Refused: no penal unit is there")
    )
    refused.locator(".rule").last.click()
    expect(page.locator("#side h2")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator(".problem")).to_have_count(0)
    assert table.look(match)["actions"] == 4


def test_a_word_that_makes_no_sense_is_told(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(400)
    match = table.begin()
    page = visit(f"#/match/{match}?as=soviet")
    offer(page, "Place a partisan").click()
    page.locator(".slot-form input").fill("nowhere")
    page.get_by_role("button", name="Do it", exact=True).click()
    expect(page.locator(".problem .note")).to_contain_text("nowhere")
    expect(page.locator(".slot-form input")).to_have_value("nowhere")
    page.locator(".slot-form input").fill("B17.10")
    page.keyboard.press("Enter")
    expect(page.locator(".lately")).to_contain_text("Partisan 1")
    expect(page.locator(".problem")).to_have_count(0)


def test_a_referee_may_declare(toys: Any, visit: Any, watch: Any) -> None:
    watch.expected.add(409)
    match = toys.begin("ladder", mode="referee")
    toys.do(match, "climb left 3", **{"as": "north"})
    toys.do(match, "rest", **{"as": "south"})
    page = visit(f"#/match/{match}?as=referee", at=toys.address)
    expect(page.locator(".match-title")).to_contain_text("Referee: warns, never forbids")
    page.route(
        "**/actions",
        lambda route: route.continue_(
            post_data=json.dumps(
                {**json.loads(route.request.post_data or "{}"), "do": "climb right 4"}
            )
        ),
    )
    offer(page, "Rest").click()
    refused = page.locator(".problem")
    expect(refused).to_contain_text("4 rungs take more than 1 breaths")
    expect(refused.locator(".rule")).to_have_text("DC-TOY-3")
    refused.get_by_role("button", name="Declare it all the same").click()
    expect(page.locator(".log .pill").first).to_have_text("declared")
    assert toys.look(match)["view"]["rung"]["north"] == 6


# Dice


def test_typed_dice_are_asked_for_as_faces(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(400)
    match = table.begin(dice="typed", mode="referee")
    page = visit(f"#/match/{match}")
    offer(page, "Place a partisan").click()
    page.locator(".slot-form input").fill("B17.10")
    page.get_by_role("button", name="Do it", exact=True).click()
    pad = page.locator(".dicepad")
    expect(pad.get_by_role("heading")).to_contain_text("Partisan drawn")
    expect(pad.locator("[data-face]")).to_have_count(14)
    pad.get_by_role("button", name="A number from 1 to 14: 13").click()
    pad.get_by_role("button", name="Use 13").click()
    expect(page.locator(".log")).to_contain_text("Partisan 1 is cavalry 2.")
    for hex_, drawn in (("B20.12", 5), ("C33.20", 7), ("D8.21", 2)):
        table.do(match, f"partisan {hex_}", dice=[drawn])
    offer(page, "Roll the weather").click()
    expect(pad.get_by_role("heading")).to_contain_text("Flight condition")
    expect(pad.locator(".die-row")).to_have_count(2)
    page.keyboard.press("6")
    page.keyboard.press("5")
    expect(pad.get_by_role("button", name="Use 6 + 5 = 11")).to_be_focused()
    page.keyboard.press("Enter")
    happened = page.locator(".lately")
    expect(happened.locator(".die")).to_have_count(2)
    expect(happened.locator(".die i")).to_have_count(11)
    expect(happened).to_contain_text("Weather:")


def test_dice_can_be_taken_back_before_they_are_used(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(400)
    match = table.begin(dice="typed", mode="referee")
    for hex_, drawn in (("B17.10", 1), ("B20.12", 1), ("C33.20", 1), ("D8.21", 1)):
        table.do(match, f"partisan {hex_}", dice=[drawn])
    page = visit(f"#/match/{match}")
    offer(page, "Roll the weather").click()
    expect(page.locator(".dicepad .die-row").first).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(page.locator(".dicepad")).to_have_count(0)
    expect(offer(page, "Roll the weather")).to_be_visible()
    assert table.look(match)["actions"] == 4


# Taking back, time, branches


def test_undo_is_free_until_a_die_was_rolled(toys: Any, visit: Any) -> None:
    match = toys.begin("ladder", seed="undo")
    page = visit(f"#/match/{match}?as=referee", at=toys.address)
    undo = page.locator("[data-undo]")
    expect(undo).to_be_disabled()
    offer(page, "Rest").click()
    expect(page.locator(".decision h2")).to_contain_text("South moves")
    expect(undo).to_be_enabled()
    page.keyboard.press("u")
    expect(page.locator(".decision h2")).to_contain_text("North moves")
    expect(page.locator("#announcement")).to_contain_text("Taken back: rest")
    offer(page, "Jump").click()
    expect(page.locator(".log .die").first).to_be_visible()
    expect(undo).to_be_disabled()
    assert "rolled" in (undo.get_attribute("title") or "")


def test_the_slider_shows_any_position(visit: Any, table: Any) -> None:
    match = started(table)
    table.do(match, "weather", "initiative")
    page = visit(f"#/match/{match}?as=referee")
    slider = page.get_by_role("slider", name="Position after action")
    expect(slider).to_have_value("6")
    expect(page.locator(".track .now .wx")).to_have_text("D")
    expect(page.locator(".partisans tbody tr")).to_have_count(4)
    slider.fill("2")
    expect(page.locator(".partisans tbody tr")).to_have_count(2)
    expect(page.locator(".track .now .wx")).to_have_text("")
    expect(page.locator(".looking")).to_contain_text("Partisan 2 is placed face down in B20.12.")
    expect(page.locator(".log")).not_to_contain_text("Weather")
    expect(page.locator("[data-undo]")).to_be_disabled()
    page.get_by_role("button", name="One action on").click()
    expect(page.locator(".partisans tbody tr")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator(".partisans tbody tr")).to_have_count(4)
    expect(slider).to_have_value("6")
    page.locator(".log").get_by_role("button", name="Action 1:").first.click()
    expect(page.locator(".partisans tbody tr")).to_have_count(1)


def test_a_rollback_at_ones_own_table_is_done_at_once(visit: Any, table: Any) -> None:
    match = started(table)
    table.do(match, "weather")
    page = visit(f"#/match/{match}?as=referee")
    page.get_by_role("slider", name="Position after action").fill("4")
    page.get_by_role("button", name="Roll back to here").click()
    expect(offer(page, "Roll the weather")).to_be_visible()
    assert table.look(match)["actions"] == 4


def test_a_sandbox_leaves_the_match_alone(visit: Any, table: Any) -> None:
    match = started(table, name="The real one")
    page = visit(f"#/match/{match}?as=referee")
    page.get_by_role("slider", name="Position after action").fill("3")
    page.get_by_role("button", name="Sandbox from here").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        "Sandbox of The real one, after action 3"
    )
    assert match not in page.url
    assert table.look(match)["actions"] == 4


def test_notes_sheets_and_the_save(visit: Any, table: Any) -> None:
    match = started(table)
    page = visit(f"#/match/{match}?as=referee")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("textbox", name="Notes that only you see").fill("Watch Orsha.")
    expect(page.locator(".more-panel")).to_contain_text("Kept.")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Ledger").click()
    sheet = opened.value
    expect(sheet.get_by_role("heading", level=1)).to_have_text("Campaign ledger")
    assert sheet.locator("h1").evaluate("one => getComputedStyle(one).fontSize") != "32px"
    sheet.close()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save to a file").click()
    assert saved.value.suggested_filename.endswith(".lbm")
    page.reload()
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("textbox", name="Notes that only you see")).to_have_value(
        "Watch Orsha."
    )


# Keys, sizes, looks


def test_everything_goes_with_keys(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(400)
    match = table.begin(dice="typed", mode="referee")
    page = visit(f"#/match/{match}")
    expect(page.locator(".decision")).to_be_visible()
    for hex_, drawn in (("B17.10", "3"), ("B20.12", "5"), ("C33.20", "7"), ("D8.21", "2")):
        page.keyboard.press("n")
        expect(offer(page, "Place a partisan")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".slot-form input")).to_be_focused()
        page.keyboard.type(hex_)
        page.keyboard.press("Enter")
        expect(page.locator(".dicepad")).to_be_visible()
        page.keyboard.press(drawn)
        page.keyboard.press("Enter")
        expect(page.locator(".log")).to_contain_text(hex_)
    expect(offer(page, "Roll the weather")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(".die-row")).to_have_count(2)
    for face in "34":
        page.keyboard.press(face)
    page.keyboard.press("Enter")
    expect(page.locator(".lately")).to_contain_text("Weather:")
    page.keyboard.press("l")
    expect(page.locator(".log")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)


def test_the_keyboard_sees_where_it_is(visit: Any, table: Any) -> None:
    match = started(table)
    page = visit(f"#/match/{match}?as=referee")
    expect(page.locator(".decision")).to_be_visible()
    for _ in range(24):
        page.keyboard.press("Tab")
        ring = page.evaluate(
            """() => { const style = getComputedStyle(document.activeElement);
            return [style.outlineStyle, parseFloat(style.outlineWidth),
              document.activeElement.outerHTML.slice(0, 120)] }"""
        )
        assert ring[0] in ("solid", "auto"), ring
        assert ring[1] >= 1, ring


def test_no_width_scrolls_sideways(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{started(table)}?as=referee", wide=390)
    for wide in (390, 761, 1024, 1280, 1920):
        resize(page, wide)
        expect(page.locator(".decision")).to_be_visible()
        assert too_wide(page) == 0, wide


def test_nothing_is_faint_or_nameless(visit: Any, table: Any) -> None:
    match = started(table)
    table.do(match, "weather", "initiative")
    page = visit(f"#/match/{match}?as=referee")
    expect(page.locator(".decision")).to_be_visible()
    for part in ("Arrivals", "More", "Log"):
        page.locator(".side-tabs").get_by_role("button", name=part).click()
        expect(page.locator(".cal .faint")).to_have_count(0)
        assert faint(page) == [], part
        without, roles = nameless(page)
        assert without == [], part
        assert roles.count("main") == 1
    assert page.locator("h1:visible").count() == 1


def test_an_unknown_match_is_told(visit: Any, watch: Any) -> None:
    watch.expected.add(404)
    page = visit("#/match/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such match")
    expect(page.locator("main")).not_to_contain_text("Try again")
    page.get_by_role("link", name="All matches").click()
    expect(page.get_by_role("heading", name="Matches")).to_be_visible()
