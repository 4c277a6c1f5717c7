"""The war in the East: its map, what may be done on it, odds beforehand, a whole tutorial."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from browser.hands import enter, press
from browser.looks import faint, nameless, too_wide

PLACE = """async ([canvas, id]) => {
  const { project } = await import('/games/arsenal/earth.js');
  const { points } = await (await fetch('/api/games/arsenal/board')).json();
  const point = points.find((one) => one.id === id);
  const [x, y] = project(point.lon / 100, point.lat / 100);
  const [left, top, scale] = canvas.dataset.view.split(' ').map(Number);
  const box = canvas.getBoundingClientRect();
  return [box.left + (x - left) * scale, box.top + (y - top) * scale];
}"""


BARE = "([x, y]) => document.elementFromPoint(x, y)?.matches('canvas.surface') ?? false"
"""Whether nothing lies over the map there."""


BATTLES = 3
"""How many are fought in the tutorial that is played to its end."""

GONE_ON = """was => document.querySelector(".ending")
  || document.querySelector(".where")?.innerText !== was"""
"""Whether the page asks for something else than it did."""


def war(table: Any, *actions: str, **more: Any) -> str:
    """The tutorial in the first Axis operations."""
    wishes = {"scenario": "tutorial", "seed": "board", "name": "Smolensk", **more}
    match: str = table.begin("arsenal", **wishes)
    table.do(match, "done", "done", "done", *actions)
    return match


def spot(page: Page, point: str) -> tuple[float, float]:
    """Where a point is on the screen."""
    canvas = page.locator("canvas.surface")
    expect(canvas).to_have_attribute("data-view", re.compile(r"\d"))
    x, y = page.evaluate(PLACE, [canvas.element_handle(), point])
    return x, y


def click(page: Page, point: str) -> None:
    page.mouse.click(*spot(page, point))


def look_at(page: Page, point: str) -> None:
    page.mouse.move(*spot(page, point))


def card(page: Page) -> Locator:
    return page.locator(".chosen-point")


def unit(page: Page, name: str) -> Locator:
    return card(page).locator(f'[data-unit="{name}"]')


def tip(page: Page) -> Locator:
    return page.locator(".point-tip")


# The map


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
    expect(card(page)).to_contain_text("1 unit chosen: click a lit point.")
    expect(page.locator(".slot-form [data-word]")).to_have_text(
        ["Danzig", "Bialystok", "Brest-Litovsk"]
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
    click(page, "KON")
    expect(page.locator(".log")).to_contain_text("LVII Motorized moves from Suwalki to Konigsberg.")
    expect(card(page)).to_contain_text("Konigsberg")
    expect(unit(page, "XXXIX")).to_be_visible()
    found = {one["id"]: one["at"] for one in table.look(match)["board"]["units"]}
    assert (found["XXXIX"], found["LVII"], found["V"]) == ("KON", "KON", "SUW")


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

    battle = page.locator('.battle[data-point="BRE"]')
    expect(battle).to_contain_text("Exact: counted over")
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
    expect(page.locator(".forecast")).to_contain_text("Round 2 for Bialystok")
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
    page.locator(".match-tabs").get_by_role("button", name="Now").tap()
    expect(page.locator(".battle")).to_contain_text("Bialystok")
    assert too_wide(page) == 0


def test_nothing_is_faint_or_nameless(visit: Any, table: Any) -> None:
    match = war(table, "move XII WAR BRE")
    for wide in (1440, 1024):
        page = visit(f"#/match/{match}", wide=wide)
        click(page, "WAR")
        unit(page, "XXIV").click()
        expect(page.locator(".forecast .p").first).to_be_visible()
        assert too_wide(page) == 0
        assert faint(page) == []
        assert nameless(page)[0] == []


# Industry and replacements


def soviet(table: Any, phase: str) -> str:
    """The first Soviet turn, in one of its phases."""
    match: str = table.begin("arsenal", scenario="barbarossa", seed="works")
    for _ in range(20):
        position = table.look(match)
        if position["board"]["phase"] == phase and position["decisions"][0]["who"] == "soviet":
            return match
        table.do(match, "done")
    raise AssertionError(position["board"]["phase"])


def test_a_factory_is_entrained_at_its_point(visit: Any, table: Any) -> None:
    match = soviet(table, "Industry")
    page = visit(f"#/match/{match}")
    click(page, "KIE")
    expect(card(page)).to_contain_text("at work")
    card(page).get_by_role("button", name="Entrain").click()
    expect(page.locator(".log")).to_contain_text("plant is entrained at Kiev and stops work")
    states = {plant["state"] for plant in table.look(match)["board"]["plants"]}
    assert "entrained" in states
    page.locator(".side-tabs").get_by_role("button", name="Forces").click()
    expect(page.locator(".factories")).to_contain_text("Kiev, entrained")


def test_a_replacement_is_placed_on_a_lit_point(visit: Any, table: Any) -> None:
    match = soviet(table, "Replacements and reinforcements")
    page = visit(f"#/match/{match}")
    page.locator(".decision [data-verb=raise]").click()
    word = page.locator(".slot-form [data-word]").first
    name = word.get_attribute("data-word")
    word.click()
    places = page.locator(".slot-form [data-word]")
    expect(places.first).to_be_visible()
    expect(page.locator(".said")).to_have_text(str(name))
    lit = [str(one.get_attribute("data-word")) for one in places.all()]
    open_ = [one for one in lit if page.evaluate(BARE, spot(page, one))]
    assert open_, f"none of {lit} can be seen"
    point = open_[0]
    click(page, point)
    expect(page.locator(".slot-form")).to_have_count(0)
    found = {one["id"]: one["at"] for one in table.look(match)["board"]["units"]}
    assert found[str(name)] == point


# A bot, and two people


def test_a_bot_answers_in_the_tutorial(fresh: str, visit: Any) -> None:
    page = visit("#/new/arsenal?for=bot", at=fresh)
    page.get_by_role("radio", name="The road to Smolensk").check()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**/#/match/**")
    page.get_by_role("button", name="Let the chance go").click()
    expect(page.locator(".log")).to_contain_text("The Axis turn begins", timeout=30_000)
    expect(page.locator(".decision h2, .waiting h2").first).to_be_visible()
    expect(page.locator(".decision")).to_be_visible(timeout=60_000)


def test_two_browsers_play_the_whole_tutorial(club: str, visit: Any, watch: Any) -> None:
    """Everything by clicking: an invitation, moves on the map, battles, the end and its proof."""
    # What can be said next may be asked for when it has been said already: 400.
    watch.expected |= {400, 409}
    axis, soviet = visit("#/account", at=club), visit(at=club)
    enter(axis, "anna")
    axis.get_by_role("link", name="New match").click()
    axis.get_by_role("button", name="Arsenal").click()
    axis.get_by_role("radio", name="The road to Smolensk").check()
    rows = axis.locator(".seat-row")
    rows.filter(has_text="Axis").get_by_role("radio", name="Me").check()
    rows.filter(has_text="Soviet").get_by_role("radio", name="Invite").check()
    axis.get_by_role("button", name="Begin", exact=True).click()
    axis.wait_for_url("**/#/match/**")
    axis.get_by_role("button", name="Invite").click()
    soviet.goto(axis.locator(".open-seat code").inner_text())
    enter(soviet, "boris")
    soviet.get_by_role("button", name="Take the seat").click()
    soviet.wait_for_url("**/#/match/**")
    soviet.get_by_role("button", name="Pick the first factory").click()
    soviet.locator(".slot-form [data-word]").first.click()
    expect(axis.locator(".log")).to_contain_text("is picked")

    fought = 0
    pages = {"axis": axis, "soviet": soviet}
    for _ in range(400):
        if all(page.locator(".ending").count() for page in pages.values()):
            break
        side = next((s for s, page in pages.items() if page.locator(".decision").count()), "")
        if not side:
            axis.wait_for_timeout(30)
            continue
        fought += decide(pages[side], side, fought)
    for page in pages.values():
        expect(page.locator(".ending")).to_contain_text("The match is over")
        expect(page.locator(".story-chart")).to_have_count(2)
        page.get_by_text("Proof of the dice", exact=True).click()
        expect(page.locator(".ending .hash")).to_be_visible()
    assert fought >= BATTLES
    told = {page.locator(".ending .big").inner_text() for page in pages.values()}
    assert {one.partition(":")[0] for one in told} == {"You win", "You lose"}
    assert len({one.partition(": ")[2] for one in told}) == 1
    axis.get_by_role("button", name="More", exact=True).click()
    axis.get_by_role("button", name="Check every action and roll").click()
    expect(axis.locator(".note.legal")).to_contain_text("All is sound")


def decide(page: Page, side: str, fought: int) -> int:
    """One decision by clicking; how many battles it began."""
    where = page.locator(".where").inner_text()
    began = False
    if page.locator(".battle").count():
        began = press(page.locator(".battle [data-verb=attack]").first)
    elif page.get_by_role("button", name="Fight another round").count():
        press(page.get_by_role("button", name="Fight another round"))
    elif page.get_by_role("button", name="Retreat, dispersed").count():
        press(page.get_by_role("button", name="Retreat, dispersed"))
    elif page.get_by_role("button", name="Fight on").count():
        press(page.get_by_role("button", name="Fight on"))
    elif side == "axis" and fought < BATTLES and prepare(page):
        began = False
    elif page.locator(".violations button").count():
        # Too many on a point, for example: what puts it right is one click.
        press(page.locator(".violations button").first)
    else:
        press(page.locator(".decision [data-verb=done]"))
        if page.locator(".gives-up").count():
            press(page.locator(".gives-up [data-confirm]"))
    with suppress(TimeoutError):
        page.wait_for_function(GONE_ON, arg=where, timeout=5_000)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    return began


def prepare(page: Page) -> bool:
    """Send one unit against the enemy on the map, if any can go."""
    move = page.locator(".decision [data-verb=move]")
    if not move.count():
        return False
    for start in ("SUW", "WAR", "TIL"):
        click(page, start)
        able = card(page).locator("button.fanned")
        if not able.count():
            continue
        able.first.click()
        words = page.locator(".slot-form [data-word]")
        expect(words.first).to_be_visible()
        for word in [one.get_attribute("data-word") or "" for one in words.all()]:
            if word in ("KAU", "BRE", "SIA", "BIA", "GRO"):
                click(page, word)
                return True
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    return False
