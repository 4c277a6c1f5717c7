"""The war in the East: its map, what may be done on it, odds beforehand."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from browser.looks import faint, nameless, too_wide
from browser.war_map import BARE, card, click, look_at, spot, tip, unit, war


def test_a_unit_is_clicked_and_then_where_it_goes(visit: Any, table: Any) -> None:
    match = war(table)
    page = visit(f"#/match/{match}")
    expect(page.locator(".bar-head .when")).to_have_text("June 1941")
    expect(page.locator(".bar-head .turn-of")).to_have_text("turn 1 of 4")
    expect(page.locator(".phase-line [aria-current]")).to_have_text("Operations")
    click(page, "WAR")
    expect(card(page)).to_contain_text("Warsaw")
    expect(card(page)).to_contain_text("worth 2")
    unit(page, "XXIV").click()
    expect(unit(page, "XXIV")).to_have_attribute("aria-pressed", "true")
    expect(card(page)).to_contain_text("1 unit chosen: click a lit point, or drag there.")
    # What each line still carries stands beside its end.
    expect(page.locator(".slot-form [data-word]")).to_have_text(
        [f"{name} (6 more, 3 armour)" for name in ("Danzig", "Bialystok", "Brest-Litovsk")]
    )
    click(page, "BRE")
    expect(page.locator(".log")).to_contain_text(
        "XXIV Motorized is committed against Brest-Litovsk."
    )
    board = table.look(match)["board"]
    assert [one["aim"] for one in board["units"] if one["id"] == "XXIV"] == ["BRE"]


def test_several_go_together_and_one_goes_on(visit: Any, table: Any) -> None:
    match = war(table)
    page = visit(f"#/match/{match}")
    click(page, "SUW")
    card(page).get_by_role("button", name="Choose all").click()
    pressed = card(page).locator('.fanned[aria-pressed="true"]')
    assert pressed.count() == 9
    card(page).get_by_role("button", name="Choose none").click()
    expect(pressed).to_have_count(0)
    unit(page, "XXXIX").click()
    unit(page, "LVII").click()
    expect(page.locator(".slot-form")).to_contain_text("Konigsberg")
    # What is being said names all that go, as long as they are chosen.
    said = page.locator(".said li").first
    expect(said).to_have_text("XXXIX Motorized and LVII Motorized")
    unit(page, "V").click()
    expect(said).to_have_text("XXXIX Motorized, LVII Motorized and V Corps")
    unit(page, "V").click()
    expect(said).to_have_text("XXXIX Motorized and LVII Motorized")
    click(page, "KON")
    expect(page.locator(".log")).to_contain_text("LVII Motorized moves from Suwalki to Konigsberg.")
    expect(card(page)).to_contain_text("Konigsberg")
    expect(unit(page, "XXXIX")).to_be_visible()
    found = {one["id"]: one["at"] for one in table.look(match)["board"]["units"]}
    assert (found["XXXIX"], found["LVII"], found["V"]) == ("KON", "KON", "SUW")


def test_no_card_stays_open_in_the_turn_of_the_others(visit: Any, table: Any) -> None:
    match = war(table)
    page = visit(f"#/match/{match}")
    click(page, "WAR")
    unit(page, "XXIV").click()
    click(page, "GRO")
    expect(tip(page)).to_contain_text("Grodno: refused")
    table.do(match, "move L DAN KON")
    expect(page.locator(".log")).to_contain_text("L Corps moves from Danzig")
    expect(card(page)).to_contain_text("Warsaw")
    table.do(match, "done")
    expect(page.locator(".phase-line .whose")).to_have_text("Soviet turn")
    expect(card(page)).to_be_hidden()
    expect(tip(page)).to_be_hidden()


def test_a_refused_target_says_its_rule(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table)}")
    click(page, "WAR")
    unit(page, "XXIV").click()
    expect(page.locator(".slot-form")).to_contain_text("Bialystok")
    look_at(page, "GRO")
    expect(tip(page)).to_contain_text("Grodno: refused")
    expect(tip(page)).to_contain_text("No line leads from Warsaw to Grodno.")
    expect(tip(page).locator(".rule")).to_have_text("RUL-DC-35")


def test_odds_are_shown_before_committing(visit: Any, table: Any) -> None:
    match = war(table, "move XII WAR BRE")
    page = visit(f"#/match/{match}")
    click(page, "WAR")
    unit(page, "XXIV").click()
    expect(page.locator(".slot-form")).to_contain_text("Bialystok")
    look_at(page, "BRE")
    expect(tip(page)).to_contain_text("If you then fight for Brest-Litovsk")
    asked = "do=move%20XXIV%20WAR%20BRE"
    odds = table.get(f"matches/{match}/odds?as=axis&{asked}")["odds"]
    shares = [f"{100 * one['share']:.1f}%" for one in odds["chances"]]
    expect(tip(page).locator(".p")).to_have_text(shares)

    line = page.locator('.battle-line[data-point="BRE"]')
    expect(line).to_contain_text("They may withdraw after the first round: then it is yours.")
    line.get_by_role("button", name="Brest-Litovsk", exact=True).click()
    battle = page.locator('.battle[data-point="BRE"]')
    alone = battle.locator(".p").first.inner_text()
    battle.get_by_role("button", name="One air unit more").click()
    expect(battle.locator(".p").first).not_to_have_text(alone)
    battle.get_by_role("button", name="Fight for Brest-Litovsk").click()
    expect(page.locator(".log")).to_contain_text("XII Corps attacks 4th Army and 14 MC")
    last = table.get(f"matches/{match}/log")["actions"][-1]
    assert last["do"] == "attack BRE 1"


def test_whoever_would_leave_a_battle_unfought_is_asked_first(visit: Any, table: Any) -> None:
    match = war(table)
    table.do(match, "move XXIV WAR BRE")
    page = visit(f"#/match/{match}")
    end = page.get_by_role("button", name="End operations", exact=True)
    end.click()
    asked = page.locator(".gives-up")
    expect(asked).to_contain_text("The attack on Brest-Litovsk, with 1 unit, is not fought.")
    asked.get_by_role("button", name="Go back").click()
    expect(asked).to_have_count(0)
    expect(end).to_be_focused()
    assert table.look(match)["board"]["phase"] == "Operations"
    end.click()
    asked.get_by_role("button", name="End operations all the same").click()
    expect(page.locator(".log")).to_contain_text("Axis operations are over.")


def test_a_battle_goes_on_round_by_round(visit: Any, table: Any) -> None:
    sent = [f"move {one} WAR BIA" for one in ("VII", "IX", "XIII")]
    for seed in range(20):
        match = war(table, *sent, "attack BIA", seed=f"r{seed}")
        asked = [one["verb"] for one in table.look(match)["decisions"][0]["offers"]]
        if "stand" in asked:
            break
    page = visit(f"#/match/{match}")
    expect(page.locator(".decision h2")).to_contain_text("Battle for Bialystok after round 1")
    expect(page.locator(".phase-line [aria-current]")).to_have_text("Operations: battle")
    # The Soviet side decides, in the Axis turn.
    expect(page.locator(".phase-line .whose")).to_have_text("Axis turn")
    expect(page.locator(".decision .how")).to_contain_text("You are attacked.")
    expect(page.locator('.log li[data-id="round"] .die.axis').first).to_be_visible()
    expect(page.locator('.log li[data-id="round"] .die.soviet').first).to_be_visible()
    page.get_by_role("button", name="Fight on").click()
    expect(page.locator(".forecast")).to_contain_text("If you press on at Bialystok")
    page.get_by_role("button", name="Break off").click()
    expect(page.locator(".log")).to_contain_text("The Axis break off the attack on Bialystok.")


def test_the_map_is_walked_with_keys_alone(visit: Any, table: Any) -> None:
    match = war(table)
    page = visit(f"#/match/{match}")
    expect(page.locator("canvas.surface")).to_have_attribute("data-view", re.compile(r"\d"))
    page.keyboard.press("m")
    expect(page.locator("canvas.surface")).to_be_focused()
    heard = page.locator("#announcement")
    # As far to the west as one gets, from Warsaw to the coast, and on.
    for key in (*["ArrowLeft"] * 30, "ArrowUp", *["ArrowLeft"] * 5):
        page.keyboard.press(key)
    expect(heard).to_contain_text("Danzig, city, axis: Axis L Corps, firepower 1, major.")
    page.keyboard.press("Enter")
    unit(page, "L").focus()
    page.keyboard.press("Enter")
    expect(unit(page, "L")).to_have_attribute("aria-pressed", "true")
    expect(unit(page, "L")).to_be_focused()
    expect(card(page)).to_contain_text("click a lit point")
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    expect(heard).to_contain_text("Konigsberg")
    expect(heard).to_contain_text("can be chosen")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("L Corps moves from Danzig to Konigsberg.")
    page.keyboard.press("u")
    expect(page.locator(".log")).not_to_contain_text("L Corps moves from Danzig to Konigsberg.")


def test_the_map_is_there_in_words(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table, 'move XII WAR BRE')}")
    page.get_by_text("The board in words").click()
    row = page.locator(".board-words tr").filter(has_text="Brest-Litovsk")
    expect(row).to_contain_text("soviet")
    expect(row).to_contain_text("Soviet 4th Army, firepower 1")
    expect(row).to_contain_text("under attack by XII")
    row.get_by_role("button", name="Brest-Litovsk").click()
    expect(card(page)).to_contain_text("Brest-Litovsk")
    expect(page.locator(".board-words tr").filter(has_text="Moscow")).to_contain_text("factories")


def test_the_key_tells_every_mark_and_stays_as_it_was_left(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table)}")
    key = page.locator(".legend")
    expect(key.locator("span").first).not_to_be_visible()
    key.locator("summary").click()
    expect(key.get_by_text("its victory points")).to_be_visible()
    ground = ("front", "frontier of the time", "woods", "marsh")
    signs = (
        "can act",
        "may be gone to",
        "how many may still go there",
        "units on a point",
        "factory",
    )
    for sign in signs:
        expect(key.get_by_text(sign)).to_be_visible()
    for mark in (*ground, "dispersed", "fortified", "out of supply"):
        expect(key.get_by_text(mark, exact=True)).to_be_visible()
    page.reload()
    expect(key.get_by_text("dispersed", exact=True)).to_be_visible()
    key.locator("summary").click()
    expect(key.get_by_text("dispersed", exact=True)).not_to_be_visible()


def test_an_earlier_position_is_drawn(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table, 'move L DAN KON')}")
    page.get_by_text("The board in words").click()
    row = page.locator(".board-words tr").filter(has_text="Danzig")
    expect(row).not_to_contain_text("L Corps")
    page.get_by_role("button", name="One action back").click()
    expect(row).to_contain_text("L Corps")
    page.keyboard.press("Escape")
    expect(row).not_to_contain_text("L Corps")


def test_forces_and_factories(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table)}")
    page.locator(".side-tabs").get_by_role("button", name="Forces").click()
    forces = page.locator(".forces")
    expect(forces).to_contain_text("Axis: Smolensk in overland supply at the end")
    expect(forces.locator(".book.soviet .strong")).to_have_text("VP9")
    forces.get_by_text("In Siberia").click()
    expect(forces).to_contain_text("27MC")
    expect(forces.locator(".factories tbody tr")).to_have_count(4)
    expect(forces.locator(".factories")).to_contain_text("Moscow tank plant")
    # Beside a coach and a battle there is still room to read them.
    panel = page.locator(".beside-panel").bounding_box()
    assert panel is not None
    assert panel["height"] > 250


def test_the_phase_that_is_played_is_never_cut(visit: Any, table: Any) -> None:
    match = war(table, "move XXXIX SUW KAU", "move II SUW KAU", "attack KAU")
    page = visit(f"#/match/{match}")
    phase = page.locator(".phase-line [aria-current]")
    expect(phase).to_have_text("Operations: battle")
    for wide in (1440, 1360, 1280, 1024):
        page.set_viewport_size({"width": wide, "height": 800})
        inside = "it => it.getBoundingClientRect().right <= it.closest('.turn-strip')"
        assert phase.evaluate(f"{inside}.getBoundingClientRect().right + 0.5"), wide
        assert too_wide(page) == 0


def test_a_phase_with_a_long_name_is_not_cut_either(visit: Any, table: Any) -> None:
    match = table.begin("arsenal", scenario="tutorial", seed="board")
    table.do(match, "done", "done", "done", "done")
    page = visit(f"#/match/{match}?as=soviet")
    page.set_viewport_size({"width": 1024, "height": 768})
    for _ in range(9):
        phase = page.locator(".phase-line [aria-current]")
        if phase.inner_text().startswith("Replacements"):
            break
        table.do(match, "done")
        expect(phase).not_to_have_text("Industry")
    expect(phase).to_have_text("Replacements and reinforcements")
    right = "it => it.getBoundingClientRect().right"
    strip = page.locator(".turn-strip").evaluate(right)
    assert phase.evaluate(right) <= strip + 0.5


def test_what_is_opened_beside_a_coach_has_room_on_a_low_screen(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table)}?as=axis", wide=1024)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".coach h2")).to_be_visible()
    page.locator(".side-tabs").get_by_role("button", name="People").click()
    panel = page.locator(".people-panel").bounding_box()
    assert panel is not None
    assert panel["height"] > 200
    assert panel["y"] + panel["height"] <= 768


def test_the_key_scrolls_where_it_has_no_room(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table)}?as=axis", phone=True)
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    page.locator(".legend summary").tap()
    key, view = (page.locator(one).bounding_box() for one in (".legend", ".board-view"))
    assert key
    assert view
    assert key["y"] + key["height"] <= view["y"] + view["height"]
    page.locator(".legend").evaluate("it => it.scrollTo(0, 9999)")
    expect(page.get_by_text("has broken through and may go on")).to_be_in_viewport()
    page.locator(".legend").evaluate("it => it.scrollTo(0, 0)")
    page.locator(".legend summary").tap()


def test_a_phone_moves_units_with_a_thumb(visit: Any, table: Any) -> None:
    match = war(table)
    page = visit(f"#/match/{match}", phone=True)
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    assert too_wide(page) == 0
    page.touchscreen.tap(*spot(page, "WAR"))
    unit(page, "XXIV").tap()
    expect(card(page)).to_contain_text("click a lit point")
    x, y = spot(page, "BIA")
    page.touchscreen.tap(x, y)
    # The odds come before the commitment.
    expect(tip(page)).to_contain_text("If you then fight for Bialystok")
    expect(tip(page)).to_contain_text("Touch it again to commit.")
    assert "aim" not in next(o for o in table.look(match)["board"]["units"] if o["id"] == "XXIV")
    page.touchscreen.tap(x, y)
    expect(card(page).locator(".battle")).to_contain_text("Fight for Bialystok")
    page.locator(".match-tabs").get_by_role("button", name="Now").tap()
    expect(page.locator(".battle-line")).to_contain_text("Bialystok")
    assert too_wide(page) == 0


def test_no_lit_point_lies_below_the_buttons_of_the_map(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table)}", phone=True)
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").tap()
    for point in ("BIA", "BRE"):
        # The map is dragged until the point lies below the button that zooms out.
        box = page.get_by_role("button", name="Zoom out").bounding_box()
        assert box
        (x, y), (left, top) = spot(page, point), (box["x"] + 22, box["y"] + 22)
        page.mouse.move(100, 420)
        page.mouse.down()
        page.mouse.move(100 + left - x, 420 + top - y, steps=4)
        page.mouse.up()
        assert not page.evaluate(BARE, spot(page, point))
        page.touchscreen.tap(*spot(page, "WAR"))
        unit(page, "XXIV").tap()
        expect(page.locator(".point-tip, .hint").first).to_contain_text("chosen")
        assert page.evaluate(BARE, spot(page, point)), point
        card(page).get_by_role("button", name="Close").tap()


def test_nothing_is_faint_or_nameless(visit: Any, table: Any) -> None:
    match = war(table, "move XII WAR BRE")
    for wide in (1440, 1024):
        page = visit(f"#/match/{match}", wide=wide)
        click(page, "WAR")
        expect(card(page).locator(".why-not")).to_contain_text("XII")
        page.locator(".battle-line").get_by_role("button", name="Brest-Litovsk", exact=True).click()
        expect(page.locator(".forecast .p").first).to_be_visible()
        assert too_wide(page) == 0
        assert faint(page) == []
        assert nameless(page)[0] == []
