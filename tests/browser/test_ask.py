"""Asking the referee with real clicks and real keys."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from browser.looks import drawn

GROUND = "#/ask/belorussia.ground_condition"
WEATHER = "#/ask/belorussia.weather"


def answer(page: Page) -> Any:
    return page.locator(".answer")


def expect_odds(page: Page, expected: dict[str, tuple[str, str]]) -> None:
    """Wait until these bars are there, with their fractions and percentages."""
    for result, (fraction, percent) in expected.items():
        row = page.locator(".answer .odds tr").filter(
            has=page.get_by_role("rowheader", name=result, exact=True)
        )
        expect(row.locator("td.f")).to_have_text(fraction)
        expect(row.locator("td.p")).to_have_text(percent)


def test_the_first_page_teaches_and_offers_an_example(visit: Any) -> None:
    page = visit("#/ask")
    expect(page.get_by_role("heading", name="Ask the referee")).to_be_visible()
    page.get_by_role("link", name="Try “Ground condition”").click()
    expect(page.get_by_role("heading", level=1, name="Ground condition")).to_be_visible()
    expect(answer(page)).to_contain_text("Rests on")


def test_ask_by_clicking(visit: Any) -> None:
    page = visit("#/ask")
    page.get_by_label("Find: ice, supply, 1.8").fill("ground condition")
    page.get_by_role("link", name="Ground condition d6").click()
    expect(answer(page)).to_contain_text("Still needed: date.")
    page.get_by_role("button", name="Date: choose a turn").click()
    page.get_by_role("button", name="8 Oct 43", exact=True).click()
    expect_odds(page, {"Dry": ("2/6", "33.3%"), "Mud": ("4/6", "66.7%")})
    page.get_by_role("radio", name="die 2").check()
    expect(answer(page).locator(".big")).to_have_text("Dry")
    expect(answer(page).locator(".strip .hit")).to_have_text("1-2Dry")
    expect(answer(page).locator(".roll .die i")).to_have_count(2)
    expect(answer(page).get_by_role("heading", name="Why?")).to_be_visible()
    expect(answer(page).locator(".reasons .rule")).to_have_text(["OCS-17.0a-1", "TFB-1.8-3"])
    expect(answer(page).locator(".prov").nth(0)).to_have_text("series")
    expect(answer(page).locator(".prov").nth(1)).to_have_text("booklet")
    assert page.url.endswith(f"{GROUND}?date=1943-10-08&die=2")


def test_two_dice_have_keys_from_2_to_12(visit: Any) -> None:
    page = visit(f"{WEATHER}?date=1943-10-08&die=5")
    keys = page.locator(".keys.n11 .key")
    assert keys.all_inner_texts() == ["Odds", *map(str, range(2, 13))]
    expect_odds(page, {"Mud, Limited": ("15/36", "41.7%")})
    keys.nth(10).click()
    expect(answer(page).locator("dd")).to_have_text(["Mud", "None"])
    keys.nth(0).click()
    expect_odds(page, {"Mud, None": ("6/36", "16.7%")})


def test_without_dice_the_odds_are_exact_and_say_so(visit: Any) -> None:
    page = visit(f"{WEATHER}?date=1943-10-08")
    expect_odds(page, {"Dry, Full": ("5/18", "27.8%"), "Dry, None": ("1/108", "0.9%")})
    expect(answer(page)).to_contain_text("Exact: counted over 216 equal ways.")
    expect(answer(page)).to_contain_text("Why?")
    longest = page.locator(".odds .bar span").first.bounding_box()
    bar = page.locator(".odds .bar i").first.bounding_box()
    assert longest is not None
    assert bar is not None
    assert bar["width"] == pytest.approx(longest["width"], abs=1)


def test_modifiers_are_a_tally(visit: Any) -> None:
    page = visit("#/ask/belorussia.supply_income?side=soviet&date=1944-02-05&dice=7")
    tally = answer(page).locator(".tally li")
    expect(tally).to_have_count(3)
    expect(tally.nth(1)).to_contain_text("1944")
    expect(tally.nth(1)).to_contain_text("−1")
    expect(tally.nth(2)).to_contain_text("6")
    expect(answer(page).locator(".big")).to_have_text("12")


def test_a_date_that_is_no_turn_is_told(visit: Any, watch: Any) -> None:
    watch.expected.add(400)
    page = visit(f"{GROUND}?date=1943-10-09")
    expect(answer(page).get_by_role("heading", name="No answer")).to_be_visible()
    expect(answer(page).locator(".note")).to_contain_text("9 Oct 43 is not a turn")
    expect(page.locator(".turn")).to_contain_text("not a turn")
    expect(page.locator("#announcement")).to_contain_text("9 Oct 43 is not a turn")


def test_a_bad_word_is_told_and_its_input_marked(visit: Any, watch: Any) -> None:
    watch.expected.add(400)
    page = visit("#/ask/belorussia.flight_condition?ground=sand")
    expect(answer(page).locator(".note")).to_contain_text("dry, mud, freeze or deep_freeze")
    expect(page.locator(".input.wrong .name")).to_have_text("Ground")
    page.get_by_label("Mud").check()
    expect(page.locator(".input.wrong")).to_have_count(0)
    expect_odds(page, {"Full": ("15/36", "41.7%")})


def test_an_input_that_does_not_exist_is_told(visit: Any, watch: Any) -> None:
    watch.expected.add(400)
    page = visit(f"{GROUND}?date=1943-10-08&day=monday")
    expect(answer(page).locator(".note")).to_contain_text("There is no input 'day'")


def test_a_question_that_does_not_exist_is_told(visit: Any) -> None:
    page = visit("#/ask/belorussia.wether")
    expect(page.get_by_role("heading", name="No such question")).to_be_visible()
    page.get_by_role("link", name="All questions").click()
    expect(page.get_by_role("heading", name="Ask the referee")).to_be_visible()


def test_a_link_brings_question_and_inputs_back(visit: Any) -> None:
    page = visit("#/ask/belorussia.ice?grounds=freeze,freeze&grounds=deep_freeze&start=true")
    assert page.locator(".items li").all_inner_texts() == ["Freeze", "Freeze", "Deep freeze"]
    expect(page.get_by_label("Start")).to_be_checked()
    expect(answer(page)).to_contain_text("TFB-1.8c-2")


def test_a_row_in_the_address_is_its_question(visit: Any) -> None:
    page = visit("#/ask/TFB-1.8-13")
    expect(page.get_by_role("heading", level=1, name="Mud end")).to_be_visible()


def test_back_and_forward_go_through_the_questions(visit: Any) -> None:
    page = visit(f"{GROUND}?date=1943-10-08&die=2")
    expect(answer(page).locator(".big")).to_have_text("Dry")
    page.get_by_role("link", name="Ice effects").click()
    expect(page.get_by_role("heading", level=1, name="Ice effects")).to_be_visible()
    page.go_back()
    expect(answer(page).locator(".big")).to_have_text("Dry")
    expect(page.get_by_role("radio", name="die 2")).to_be_checked()


def test_lists_grow_and_shrink(visit: Any) -> None:
    page = visit("#/ask/belorussia.mud_end")
    grounds = page.get_by_role("group", name="Grounds")
    for _ in range(3):
        grounds.get_by_role("button", name="Add Mud").click()
    expect(answer(page).locator("dd").first).to_have_text("Yes")
    assert page.url.endswith("?grounds=mud&grounds=mud&grounds=mud")
    grounds.get_by_role("button", name="Remove Mud, number 2").click()
    expect(answer(page).locator("dd").first).to_have_text("No")
    assert grounds.locator(".items li").count() == 2


def test_checkboxes_selects_and_rulings(visit: Any) -> None:
    page = visit("#/ask/belorussia.refit?ground=freeze")
    page.get_by_label("Base the kind of air base").select_option("strip")
    expect(answer(page).locator(".big")).to_have_text("1")
    page.get_by_text("Open points of the rules").click()
    # Few short words are keys, more of them a list.
    keys, listed = (page.locator(f"{one}[value=round_down]") for one in ("input", "option"))
    if keys.count():
        keys.check()
    else:
        page.locator("select").filter(has=listed).select_option("round_down")
    expect(answer(page).locator(".big")).to_have_text("0")
    expect(page.locator(".settled .rule")).to_have_text("RUL-TFB-43")
    page.goto(page.url.split("#")[0] + "#/ask/belorussia.ice_effects?ice=false")
    expect(page.get_by_role("heading", level=1, name="Ice effects")).to_be_visible()


def test_turns_can_be_stepped_through(visit: Any) -> None:
    page = visit(f"{GROUND}?date=1944-02-26")
    expect(page.locator(".turn")).to_contain_text("turn 46 of 63")
    page.get_by_role("button", name="Turn after (Date)").click()
    expect(page.locator(".turn")).to_contain_text("1 Mar 44")
    expect_odds(page, {"Mud": ("3/6", "50.0%"), "Freeze": ("3/6", "50.0%")})
    page.goto(page.url.replace("1944-03-01", "1944-04-26"))
    expect(page.get_by_role("button", name="Turn after (Date)")).to_be_disabled()


def test_the_calendar_holds_nothing_but_turns(visit: Any) -> None:
    page = visit(f"{GROUND}?date=1943-10-08")
    page.locator(".turn").click()
    calendar = page.get_by_role("dialog")
    assert calendar.locator(".month button").count() == 63
    february = calendar.locator(".month", has_text="Feb 44")
    assert february.locator("button").all_inner_texts() == [*"158", "12", "15", "19", "22", "26"]
    page.get_by_role("heading", level=1).click()
    expect(calendar).to_be_hidden()


def test_a_rule_chip_opens_the_row_at_the_side(visit: Any) -> None:
    page = visit(f"{GROUND}?date=1943-10-08&die=2")
    page.locator('.cited [data-rule="TFB-1.8-3"]').click()
    side = page.locator("#side")
    expect(side.get_by_role("heading", level=2)).to_contain_text("Ground on 5-15 Oct")
    expect(side).to_contain_text("clear in print")
    expect(side.locator(".prov")).to_have_text("booklet")
    expect(answer(page).locator(".big")).to_be_visible()
    assert GROUND in page.url
    page.get_by_role("button", name="Close the rule").click()
    expect(side).to_be_hidden()


def test_the_filter_searches_names_words_and_numbers(visit: Any) -> None:
    page = visit("#/ask")
    field = page.get_by_label("Find: ice, supply, 1.8")
    links = page.locator(".found a")
    everything = links.count()
    for words, expected in [("flight cond", "Flight condition"), ("TFB-1.8c-7", "Ice effects")]:
        field.fill(words)
        expect(links.first).to_contain_text(expected)
        assert 1 <= links.count() < everything
    field.fill("xyzzy")
    expect(page.locator(".found")).to_contain_text("has those words")
    page.get_by_role("button", name="Show all").click()
    assert links.count() == everything


def test_a_game_without_questions_says_where_to_look(visit: Any, address: str) -> None:
    page = visit("#/ask")
    games = page.request.get(f"{address}api/games").json()["games"]
    for game in games:
        if not game["questions"]:
            page.get_by_role("button", name=game["name"].capitalize()).click()
            expect(page.locator(".found .empty")).to_contain_text("can be read under Rules")


def test_every_question_can_be_drawn_and_fits_a_phone(visit: Any, address: str) -> None:
    page = visit("#/ask", phone=True)
    questions = page.request.get(f"{address}api/questions").json()["questions"]
    places = {}
    for question in questions:
        given = question["examples"][0]["given"] if question["examples"] else {}
        inputs = {n: str(v).lower() if isinstance(v, bool) else v for n, v in given.items()}
        place = f"#/ask/{question['name']}?{urlencode(inputs, doseq=True)}"
        places[place] = question["title"]
    for place, shown in drawn(page, places, ".answer h2").items():
        assert shown["text"] in ("Answer", "Exact odds"), place
        assert shown["wide"] <= 390, place
