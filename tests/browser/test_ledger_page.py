"""Belorussia's ledger: a turn with dice from the table, books, Fronts, arrivals, a phone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from playwright.sync_api import Page, expect

from browser.hands import press
from browser.looks import faint, nameless, too_wide

GESTURES = 200
"""With fewer a phase is over; more would be a circle."""
START = (("B17.10", 3), ("B20.12", 5), ("C33.20", 7), ("D8.21", 2))


def table_match(table: Any, **more: Any) -> str:
    """A match at somebody's table, its partisans placed."""
    match: str = table.begin(**{"dice": "typed", "mode": "referee", "name": "Club", **more})
    for hex_, drawn in START:
        table.do(match, f"partisan {hex_}", dice=[drawn])
    return match


def offer(page: Page, text: str) -> Any:
    return page.locator(".now-pane [data-verb]").filter(has_text=text)


def throw(page: Page, *faces: int) -> None:
    """Tap these faces, one for each die, and use them."""
    pad = page.locator(".dicepad")
    expect(pad.locator(".die-row")).to_have_count(len(faces))
    for at, face in enumerate(faces):
        pad.locator(".die-row").nth(at).locator(f'[data-face="{face}"]').click()
    pad.locator("[data-confirm]").click()


def in_reinforcement(table: Any) -> str:
    """Turn 1 in the Soviet Reinforcement Phase."""
    match = table_match(table)
    table.do(match, "weather", dice=[[3, 4]])
    table.do(match, "initiative", dice=[[5, 5], [1, 2]])
    table.do(match, "go first", "orders")
    return match


# A turn at the table


def test_a_turn_is_refereed_with_typed_dice_by_clicking(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(400)
    match = table_match(table)
    page = visit(f"#/match/{match}")
    guide = page.locator(".guide")
    expect(guide.locator(".now")).to_contain_text("Weather")
    offer(page, "Roll the weather").click()
    throw(page, 3, 4)
    expect(guide.locator("li.done").filter(has_text="Weather")).to_contain_text("Dry, Full Flight")
    expect(page.locator(".bar-head")).to_contain_text("26 Sep 43")
    expect(page.locator(".bar-head .pill").first).to_have_text("Dry")

    offer(page, "Both sides roll two dice").click()
    expect(page.locator(".dicepad h3")).to_contain_text("Soviet roll for first player")
    expect(page.locator(".dicepad .die.soviet").first).to_be_visible()
    throw(page, 5, 5)
    expect(page.locator(".dicepad h3")).to_contain_text("Axis roll for first player")
    expect(page.locator(".dicepad")).to_contain_text("1 roll of this action given")
    throw(page, 1, 2)
    expect(page.locator(".lately .die.soviet")).to_have_count(2)
    expect(page.locator(".lately .die.axis")).to_have_count(2)
    offer(page, "Go first or second").click()
    page.locator(".slot-form").get_by_role("button", name="First").click()
    offer(page, "Orders are given").click()

    expect(page.locator(".decision h2")).to_contain_text("Soviet Reinforcement Phase")
    blocked = page.locator(".violations")
    expect(blocked).to_contain_text("Supply has not been rolled")
    blocked.get_by_role("button", name="Supply", exact=True).click()
    throw(page, 5, 2)
    expect(page.locator(".lately")).to_contain_text("Soviet supply: 12 SP.")
    expect(page.locator(".own-control").first).to_contain_text("12 SP to place")

    for front in ("1st Baltic", "Western", "2nd Belorussian"):
        page.get_by_role("button", name=f"{front}: 1 SP more").click()
        expect(page.get_by_role("status", name=f"{front} has")).to_have_text("1 SP")
    page.get_by_role("button", name="1st Belorussian: the rest").click()
    expect(page.get_by_role("button", name="1st Belorussian: the rest")).to_have_count(0)
    expect(guide.locator("li.done").filter(has_text="Supply placed")).to_contain_text(
        "Western 1 SP"
    )

    due = page.locator(".due[data-row='TFB-OOS-1']")
    expect(due.locator("canvas.counter")).to_have_count(2)
    due.get_by_role("button", name="Placed: TFB-OOS-1").click()
    expect(page.locator(".log")).to_contain_text(" arrive")
    finish(page, "Soviet")
    expect(page.locator(".decision h2")).to_contain_text("Axis Reinforcement Phase")
    finish(page, "Axis")
    expect(page.locator(".bar-head")).to_contain_text("29 Sep 43")
    expect(page.locator(".track .g-dry .wx").first).to_have_text("D")
    found = table.look(match)
    assert found["view"]["turn"] == 2
    assert found["view"]["soviet"]["supply"] == {
        "1st Baltic": 4,
        "Western": 4,
        "2nd Belorussian": 4,
        "1st Belorussian": 36,
    }


def finish(page: Page, side: str) -> None:
    """Do what the phase still needs, end it, and end the player turn."""
    faces: Iterator[int] = cycle((3, 4, 2, 6, 1, 5))
    end = offer(page, f"End the {side} player turn")
    for _ in range(GESTURES):
        if end.count():
            end.click()
            page.locator(".decision h2").filter(has_not_text=f"{side} player turn").wait_for()
            return
        before = standing(page)
        pad = page.locator(".dicepad")
        if pad.count():
            rows = pad.locator(".die-row")
            throw(page, *(next(faces) for _ in range(rows.count())))
        elif page.locator(".slot-form [data-word]").count():
            press(page.locator(".slot-form [data-word]").first)
        elif page.locator(".violations .btn").count():
            press(page.locator(".violations .btn").first)
        elif page.get_by_role("button", name=": the rest").count():
            rest = page.locator(".puts button:not([disabled])").filter(has_text="rest")
            press(rest.first)
        elif page.get_by_role("button", name="all the same").count():
            press(page.get_by_role("button", name="all the same"))
        else:
            press(offer(page, f"End the {side} Reinforcement Phase").first)
        moved(page, before)
    raise AssertionError(page.locator(".now-pane").first.inner_text())


def standing(page: Page) -> list[str]:
    """What the page asks for now."""
    shown = ".where, .dicepad h3, .slot-form, .problem, .gives-up"
    return page.locator(shown).all_inner_texts()


def moved(page: Page, before: list[str]) -> None:
    """Wait until the page has gone on."""
    for _ in range(100):
        if standing(page) != before:
            break
        page.wait_for_timeout(40)
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_the_phase_cannot_end_too_early(visit: Any, table: Any, watch: Any) -> None:
    watch.expected |= {400, 409}
    page = visit(f"#/match/{in_reinforcement(table)}")
    offer(page, "End the Soviet Reinforcement Phase").click()
    refused = page.locator(".problem .note.refused")
    expect(refused).to_contain_text("Refused: supply has not been rolled")
    expect(refused.locator(".rule").first).to_have_text("TFB-SUP-1")
    expect(refused).to_contain_text("Replacements have not been rolled")
    page.locator(".problem").get_by_role("button", name="Supply", exact=True).click()
    expect(page.locator(".dicepad h3")).to_contain_text("Supply")


def test_a_referee_declares_and_resolves_what_the_table_did(
    visit: Any, table: Any, watch: Any
) -> None:
    watch.expected.add(409)
    match = in_reinforcement(table)
    page = visit(f"#/match/{match}")
    offer(page, "End the Soviet Reinforcement Phase").click()
    page.get_by_role("button", name="Declare it all the same").click()
    expect(page.locator(".decision h2")).to_contain_text("Soviet player turn on the map")
    expect(page.locator(".log .pill.plan").first).to_have_text("declared")

    # A question about the map: its own form, without what the ledger knows.
    fold = page.locator(".decision .asides")
    fold.locator("summary").click()
    resolve, form = fold.locator('[data-verb="resolve"]'), fold.locator(".resolving")
    resolve.click()
    form.get_by_label("Narrow").fill("move cost")
    form.locator('[data-word="move_cost"]').click()
    expect(form.locator("h3")).to_have_text("Move cost")
    assert "ground" not in form.locator(".name").all_inner_texts()
    go = form.get_by_role("button", name="Resolve it")
    expect(go).to_be_disabled()
    for terrain in ("village", "open"):
        form.get_by_label("Add to Terrain").select_option(terrain)
    form.locator(".key", has_text="Truck").click()
    go.click()
    told = page.locator(".log li").filter(
        has_text="Move cost (terrain village and open, move truck)"
    )
    expect(told).to_contain_text("TFB-TECM")
    # What a Front stands for is known once it is named; a drawing anew takes nothing away.
    fold.locator("summary").click()
    resolve.click()
    form.locator('[data-word="front_posture"]').click()
    form.get_by_label("Front").select_option("western")
    table.do(match, "minsk isolated yes")
    expect(page.locator(".log li").filter(has_text="Minsk")).to_have_count(1)
    expect(form.get_by_label("Front")).to_have_value("western")
    go.click()
    expect(page.locator(".log li").filter(has_text="Front posture (front western)")).to_have_count(
        1
    )


def test_supply_is_put_and_taken_back(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(409)
    match = in_reinforcement(table)
    table.do(match, "supply", dice=[[5, 2]])
    page = visit(f"#/match/{match}")
    has = page.get_by_role("status", name="Western has")
    page.get_by_role("button", name="Western: 1 SP more").click()
    expect(has).to_have_text("1 SP")
    page.get_by_role("button", name="Western: 1 token more").click()
    expect(has).to_have_text("1 SP 1T")
    page.get_by_role("button", name="Western: take all back").click()
    expect(has).to_have_text("0")
    page.keyboard.press("u")
    expect(has).to_have_text("1 SP 1T")
    page.get_by_role("button", name="Western: the rest").click()
    expect(page.locator(".own-control").first).to_contain_text("3 SP to place")


# Books, Fronts, calendar


def test_the_books_tell_what_has_been_placed(visit: Any, table: Any) -> None:
    match = table_match(table)
    offers = table.look(match)["decisions"][0]["offers"]
    slots = next(one["slots"] for one in offers if one["verb"] == "lose")
    words = {slot["name"]: slot["choices"] for slot in slots}
    table.do(match, "vp soviet 3 'Vitebsk taken'")
    table.do(match, f"lose axis '1 of 16Pz' {words['kind'][0]} {words['size'][0]} 4 truck")
    page = visit(f"#/match/{match}")
    soviet, axis = page.locator(".book.soviet"), page.locator(".book.axis")
    expect(soviet.locator(".strong").first).to_have_text("VP3")
    expect(axis).to_contain_text("Dead Pile: 1 of 16Pz")
    expect(axis).to_contain_text("Alert pools: infantry 10, AG/PG 4, flak 4")
    fronts = page.locator(".fronts")
    expect(fronts.locator(".front").filter(has_text="2nd Belorussian")).to_contain_text(
        "Offensive turn 5 of 8"
    )
    marker = fronts.locator(".front").filter(has_text="Western").get_by_role("img")
    expect(marker).to_have_attribute("aria-label", "Barrage in box 8 of 8")


def test_arrivals_are_a_calendar(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{table_match(table)}")
    page.locator(".side-tabs").get_by_role("button", name="Arrivals").click()
    calendar = page.locator(".cal")
    expect(calendar.locator("[aria-current=date] th")).to_contain_text("26 Sep")
    for _ in range(2):
        page.get_by_role("button", name="Later").click()
    row = calendar.locator("tr").filter(has=page.get_by_role("rowheader", name="19 Nov"))
    expect(row.locator("[data-side=soviet] canvas.counter")).to_have_count(7)
    expect(row.locator("[data-side=soviet]")).to_contain_text("TFB-OOS-19")
    expect(row.locator("[data-side=axis] .lost")).to_have_text("at least 1 picture lost")
    counter = row.locator("canvas.counter").first
    expect(counter).to_have_attribute("aria-label", "Soviet cavalry 6 of 3G.Cav, 8-4-5")
    page.locator(".panel-head").get_by_role("button", name="Axis").click()
    expect(calendar.locator("thead th")).to_have_text(["Turn", "Axis"])
    page.get_by_role("button", name="This turn").click()
    expect(calendar.locator("[aria-current=date]")).to_be_visible()
    page.locator(".panel-head").get_by_role("button", name="Both").click()


def test_a_rule_opens_beside_the_match(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{table_match(table)}")
    page.locator(".decision .rule").first.click()
    expect(page.locator("#side h2")).to_be_focused()
    expect(page.locator("#side")).to_contain_text("TFB-1.8-1")
    expect(page.locator(".decision")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()


# A phone at the table


def test_a_phone_is_used_with_one_thumb(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(400)
    match = table_match(table)
    page = visit(f"#/match/{match}", phone=True)
    expect(page.locator(".tabbar")).to_be_hidden()
    offer(page, "Roll the weather").tap()
    for face in page.locator(".faces button").all():
        box = face.bounding_box()
        assert box is not None
        assert box["height"] >= 50
        assert box["width"] >= 44
    low = page.locator(".dicepad [data-confirm]").bounding_box()
    assert low is not None
    assert low["y"] + low["height"] < 844 - 58
    for at, face in enumerate((3, 4)):
        page.locator(".die-row").nth(at).locator(f'[data-face="{face}"]').tap()
    page.locator(".dicepad [data-confirm]").tap()
    expect(page.locator(".lately")).to_contain_text("Weather: Dry, Full Flight.")
    tabs = page.locator(".match-tabs")
    for name, part in (
        ("Turn", ".guide"),
        ("Books", ".ledger"),
        ("Arrivals", ".cal"),
        ("Log", ".log"),
        ("Now", ".decision"),
    ):
        tab = tabs.get_by_role("button", name=name)
        box = tab.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        tab.tap()
        expect(page.locator(part)).to_be_visible()
        assert too_wide(page) == 0, name
    page.get_by_role("button", name="More: notes, print, save, proof").tap()
    expect(page.get_by_role("heading", name="Your notes")).to_be_visible()


def test_a_phone_is_read_at_arms_length(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{in_reinforcement(table)}", phone=True)
    expect(page.locator(".decision")).to_be_visible()
    for name in ("Turn", "Books", "Arrivals", "Log", "Now"):
        page.locator(".match-tabs").get_by_role("button", name=name).tap()
        expect(page.locator(".cal td > .faint:visible")).to_have_count(0)
        assert faint(page) == [], name
        assert nameless(page)[0] == [], name


# Paper


def test_the_page_prints_books_and_checklist(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{in_reinforcement(table)}")
    expect(page.locator(".decision")).to_be_visible()
    page.emulate_media(media="print")
    for part in (".ledger", ".guide", ".fronts", ".log"):
        expect(page.locator(part)).to_be_visible()
    for part in (".now-pane:not(.playback-pane)", ".timeline", ".side-tabs", ".top"):
        expect(page.locator(part)).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_ledger_prints_on_a_sheet_of_its_own(visit: Any, table: Any) -> None:
    match = in_reinforcement(table)
    page = visit(f"#/match/{match}")
    page.get_by_role("button", name="More", exact=True).click()
    link = page.locator(".more-panel").get_by_role("link", name="Turn")
    with page.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Turn sheet")


def test_the_books_tell_objectives_and_the_total(visit: Any, table: Any) -> None:
    match = table_match(table, options={"front_objectives": "objectives"})
    table.do(match, "weather", dice=[[3, 4]])
    table.do(match, "initiative", dice=[[5, 5], [1, 2]])
    table.do(match, "go first", "objective 2nd_belorussian Orsha")
    table.do(match, "objective 2nd_belorussian Mogilev")
    page = visit(f"#/match/{match}")
    front = page.locator(".front", has_text="2nd Belorussian")
    expect(front).to_contain_text("Objectives: Orsha, Mogilev")
    expect(page.locator(".front", has_text="1st Baltic")).not_to_contain_text("Objectives")
    book = page.get_by_role("region", name="Soviet book")
    expect(book).to_contain_text("Penal units out: 2nd Belorussian 2, 1st Belorussian 1")
    expect(book).to_contain_text("held: 0 VP; at this rate an Axis strategic victory")
    expect(page.get_by_role("region", name="Axis book")).not_to_contain_text("Soviet total")
