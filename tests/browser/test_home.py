"""Home: the list of matches, a new one, a file brought in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.looks import too_wide


def begin(page: Page) -> None:
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**/#/match/**")


def test_without_matches_it_teaches(fresh: str, visit: Any) -> None:
    page = visit(at=fresh)
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Three campaigns between the Dvina and the Dnepr"
    )
    first = page.locator(".first-time")
    expect(first).to_contain_text("No match yet")
    expect(first).to_contain_text("names the rule behind every number")
    first.get_by_role("link", name="Referee our table").click()
    expect(page.get_by_role("heading", level=1, name="New match")).to_be_visible()
    expect(page.get_by_role("radio", name="Referee our table")).to_be_checked()
    expect(page.get_by_role("radio", name="We throw and type")).to_be_checked()
    expect(page.get_by_role("radio", name="The referee may let it pass")).to_be_checked()


def test_the_tutorial_is_one_click_away(fresh: str, visit: Any) -> None:
    page = visit(at=fresh)
    page.get_by_role("button", name="Tutorial: The road to Smolensk").click()
    page.wait_for_url("**/#/match/**")
    expect(page.get_by_role("heading", level=1)).to_have_text("The road to Smolensk")
    expect(page.locator("canvas.surface")).to_be_visible()
    asked = page.locator(".decision h2")
    expect(asked).to_contain_text("Axis strategic movement", timeout=30_000)
    note = page.locator(".lately")
    expect(note).to_contain_text("reinforcements: nothing to decide, so it passes by itself")
    expect(page.locator(".how")).to_be_visible()


def test_a_match_against_a_bot(fresh: str, visit: Any) -> None:
    page = visit(at=fresh)
    page.get_by_role("link", name="New match").click()
    beside = page.get_by_role("radiogroup", name="Beside your own map")
    here = page.get_by_role("radiogroup", name="On the map here")
    page.get_by_role("radio", name="Referee our table").check()
    expect(beside.get_by_role("radio", name="The whole campaign")).to_be_checked()
    page.get_by_role("radio", name="Against a bot").check()
    expect(here.get_by_role("radio", name="First steps")).to_be_checked()
    beside.get_by_role("radio", name="The whole campaign").check()
    expect(here.get_by_role("radio", name="First steps")).not_to_be_checked()
    seats = page.locator(".seat-row")
    soviet = seats.filter(has_text="Soviet")
    # Who takes the other side leaves this one to the bot.
    bot = seats.filter(has_text="Axis").locator("input:checked").get_attribute("value")
    expect(soviet.get_by_role("radio", name="Me")).to_be_checked()
    seats.filter(has_text="Axis").get_by_role("radio", name="Me").check()
    expect(soviet.locator("input:checked")).to_have_value(str(bot))
    soviet.get_by_role("radio", name="Bot: random").check()
    seats.filter(has_text="Axis").get_by_role("radio", name="Me").check()
    expect(page.get_by_role("radio", name="We throw and type")).to_be_disabled()
    page.get_by_label("A name for the list").fill("Evening against the bot")
    page.get_by_label("Seed of the dice").fill("orsha")
    begin(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Evening against the bot")
    expect(page.locator(".log li").filter(has_text="is placed face down").first).to_be_visible()
    expect(page.locator(".log")).to_contain_text("Weather:", timeout=30_000)
    page.get_by_role("link", name="Landbridge, home").click()
    row = page.locator(".mt > a").filter(has_text="Evening against the bot")
    expect(row).to_contain_text("bot random")
    expect(row).to_contain_text("you")


def test_whoever_is_waited_for_finds_the_match_first(fresh_table: Any, visit: Any) -> None:
    lesson = fresh_table.begin("arsenal", scenario="tutorial")
    page = visit(at=fresh_table.address)
    offer, row = page.locator(".tutorial-offer").first, page.locator(f'[data-match="{lesson}"]')
    above = "([one, other]) => !!(one.compareDocumentPosition(other) & 4)"
    expect(offer).to_contain_text("Go on with the tutorial")
    assert page.evaluate(above, [offer.element_handle(), row.element_handle()])
    match = fresh_table.begin("arsenal", scenario="barbarossa")
    row = page.locator(f'[data-match="{match}"]')
    expect(row).to_be_visible()
    assert page.evaluate(above, [row.element_handle(), offer.element_handle()])


def test_whose_turn_it_is(visit: Any, table: Any) -> None:
    match = table.begin(name="Tuesday table", dice="typed", mode="referee")
    page = visit()
    row = page.locator(f'[data-match="{match}"]')
    expect(row).to_contain_text("Tuesday table")
    expect(row.locator(".pill")).to_have_text("Soviet to move")
    expect(row).to_contain_text("0 actions")
    for hex_, drawn in (("B17.10", 3), ("B20.12", 5)):
        table.do(match, f"partisan {hex_}", dice=[drawn])
    expect(row).to_contain_text("2 actions")
    row.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday table")


def test_a_ruling_can_be_changed(visit: Any, table: Any) -> None:
    page = visit("#/new/belorussia?for=hot")
    page.get_by_text("Options and open points of the rules").click()
    page.get_by_label("Narrow the open points").fill("ice begins")
    row = page.locator(".ruling-row").filter(has_text="When Ice begins and ends")
    expect(row.locator("p")).not_to_be_empty()
    chosen = row.get_by_role("combobox")
    taken = chosen.input_value()
    other = next(
        value
        for value in chosen.locator("option").evaluate_all("all => all.map(one => one.value)")
        if value != taken
    )
    before = row.locator("p").inner_text()
    chosen.select_option(other)
    expect(row.locator("p")).not_to_have_text(before)
    expect(page.locator(".open-points summary")).to_contain_text("1 point changed")
    row.locator(".rule").click()
    expect(page.locator("#side h2")).to_contain_text("When Ice begins and ends")
    page.keyboard.press("Escape")
    begin(page)
    match = page.url.split("/match/")[1].partition("?")[0]
    options = table.look(match)["options"]
    assert other in options.values()


def test_a_match_comes_from_a_file(visit: Any, table: Any, tmp_path: Path) -> None:
    match = table.begin(name="To keep", dice="typed")
    table.do(match, "partisan B17.10", dice=[3])
    kept = tmp_path / "kept.lbm"
    kept.write_bytes(table.save(match))
    page = visit()
    page.set_input_files("#bring-in", kept)
    page.wait_for_url("**/#/match/**")
    assert match not in page.url
    page.get_by_role("button", name="I am the Soviet player").click()
    expect(page.locator(".log")).to_contain_text("Partisan 1 is placed face down in B17.10.")


def test_a_damaged_file_is_told(visit: Any, watch: Any, tmp_path: Path) -> None:
    watch.expected |= {400, 409}
    damaged = tmp_path / "damaged.lbm"
    damaged.write_text("no match at all\n", encoding="utf-8")
    page = visit()
    page.set_input_files("#bring-in", damaged)
    expect(page.locator(".home .note")).to_contain_text("not a Landbridge match")


def test_a_match_is_begun_on_a_phone(fresh: str, visit: Any) -> None:
    page = visit(at=fresh, phone=True)
    assert too_wide(page) == 0
    page.get_by_role("link", name="New match").tap()
    page.get_by_role("radio", name="Against a bot").check()
    assert too_wide(page) == 0
    box = page.get_by_role("button", name="Begin", exact=True).bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= 844
    page.get_by_role("button", name="Begin", exact=True).tap()
    expect(page.locator(".match-tabs")).to_be_visible()
    expect(page.get_by_role("button", name="Roll the weather")).to_be_visible()


def test_a_match_is_begun_with_keys_alone(fresh: str, visit: Any) -> None:
    page = visit(at=fresh)
    page.get_by_role("link", name="New match").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="New match")).to_be_visible()
    page.get_by_role("radio", name="Referee our table").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Against a bot")).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Two at one screen")).to_be_checked()
    page.get_by_label("A name for the list").focus()
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand over to Soviet")


def test_the_menu_leads_everywhere(visit: Any) -> None:
    page = visit()
    for name, heading in (("Ask", "Ask the referee"), ("Rules", "Rules")):
        page.locator(".nav").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    page.locator(".nav").get_by_role("link", name="Play").click()
    expect(page.locator(".home")).to_be_visible()
    expect(page.locator(".nav [aria-current]")).to_have_text("Play")
    page.locator(".qs").get_by_role("link", name="Open the charts").click()
    expect(page.locator("table.sheet")).to_be_visible()


def test_what_happens_before_the_page_listens_is_not_missed(fresh: str, visit: Any) -> None:
    page = visit("#/charts", at=fresh)
    held: list[str] = []

    def as_it_was(route: Any) -> None:
        if held:
            return route.continue_()
        # The first look is answered as before the match began.
        held.append(route.request.url)
        begun = page.request.post(f"{fresh}api/matches", data={"game": "arsenal", "name": "Late"})
        assert begun.ok, begun.text()
        return route.fulfill(json=[])

    page.route("**/api/matches", as_it_was)
    page.get_by_role("link", name="Landbridge, home").click()
    expect(page.locator(".mt > a").filter(has_text="Late")).to_be_visible()
    page.unroute("**/api/matches")
