"""Who can act looks so, who cannot says why; what would be lost is named, what happened stays."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from browser.test_hands import second_turn
from browser.war_map import card, click, spot, tip, unit, war

ARMOUR = ("XXIV", "XLVI", "XLVII")


def broken_through(table: Any) -> str:
    """Brest-Litovsk was taken in the first round, as three dice in five have it."""
    sent = [f"move {one} WAR BRE" for one in (*ARMOUR, "XII")]
    for seed in range(60):
        match = war(table, *sent, "attack BRE", seed=f"b{seed}")
        seen = table.look(match)
        offered = str(seen["decisions"][0]["offers"])
        at = {one["id"]: one["at"] for one in seen["board"]["units"]}
        if at["XII"] == "BRE" and all(f"{one!r}" in offered for one in ARMOUR):
            return match
    raise AssertionError("nobody broke through in sixty battles")


def test_armour_that_broke_through_looks_ready_and_goes_on(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{broken_through(table)}")
    click(page, "BRE")
    for one in ARMOUR:
        expect(unit(page, one)).not_to_have_class(re.compile("still"))
    # Whoever stays says why under the mouse, and when it is clicked.
    expect(unit(page, "XII")).to_have_class(re.compile("still"))
    expect(unit(page, "XII")).to_have_attribute("title", re.compile("XII Corps"))
    unit(page, "XII").click()
    expect(card(page).locator(".why-not")).to_contain_text("XII Corps")
    unit(page, "XXIV").click()
    click(page, "BAR")
    expect(page.locator('.battle-line[data-point="BAR"]')).to_contain_text("%")


def test_who_cannot_do_this_can_perhaps_do_something_else(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{war(table)}")
    click(page, "WAR")
    how = card(page).get_by_role("group", name="How")
    expect(how.get_by_role("button", name="Move")).to_have_attribute("aria-pressed", "true")
    plane = unit(page, "FK-II")
    expect(plane).to_have_attribute("title", "Change the base of aircraft")
    plane.click()
    expect(how.get_by_role("button", name="Rebase")).to_have_attribute("aria-pressed", "true")
    expect(plane).to_have_attribute("aria-pressed", "true")


def test_whoever_would_leave_reinforcements_behind_is_asked_first(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{second_turn(table)}")
    come = page.locator(".arrivals .fanned")
    expect(come).to_have_count(5)
    page.get_by_role("button", name="End replacements").click()
    asked = page.locator(".gives-up")
    expect(asked).to_contain_text("Not placed this month: ")
    expect(asked).to_contain_text("XXXIV Corps")
    asked.get_by_role("button", name="Go back").click()
    expect(asked).to_have_count(0)
    expect(come).to_have_count(5)


def test_the_story_of_a_battle_stays_until_one_goes_on(visit: Any, table: Any) -> None:
    match = war(table, *(f"move {one} WAR BRE" for one in (*ARMOUR, "XII")), "move L DAN KON")
    page = visit(f"#/match/{match}")
    page.locator(".battle-line").get_by_role("button", name="Fight for Brest-Litovsk").click()
    story = page.locator(".lately .battle-story, .decision .battle-story")
    expect(story.first).to_contain_text("Brest-Litovsk")
    # To look about takes nothing away; the next deed does.
    click(page, "KON")
    expect(card(page)).to_contain_text("Konigsberg")
    page.keyboard.press("Escape")
    expect(story.first).to_be_visible()


def test_a_finger_drags_what_is_chosen_and_sees_the_odds_on_the_way(visit: Any, table: Any) -> None:
    match = war(table)
    page = visit(f"#/match/{match}", phone=True)
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    page.touchscreen.tap(*spot(page, "WAR"))
    unit(page, "XXIV").tap()
    expect(card(page).locator(".hint")).to_contain_text("chosen")
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (x, y), (left, top) = spot(page, "WAR"), spot(page, "BIA")
    touch("touchStart", (x, y))
    for share in (0.3, 0.6, 1):
        touch("touchMove", (x + (left - x) * share, y + (top - y) * share))
    expect(tip(page)).to_contain_text("If you then fight for Bialystok")
    assert "aim" not in next(o for o in table.look(match)["board"]["units"] if o["id"] == "XXIV")
    touch("touchEnd")
    expect(page.locator('.battle-line[data-point="BIA"]')).to_be_attached()
    units = table.look(match)["board"]["units"]
    assert next(o for o in units if o["id"] == "XXIV")["aim"] == "BIA"


def test_phases_pass_by_themselves_or_not_as_one_wishes(fresh_table: Any, visit: Any) -> None:
    first = fresh_table.begin("arsenal", scenario="tutorial")
    page = visit(f"#/match/{first}?as=axis", at=fresh_table.address)
    page.locator(".side-tabs").get_by_role("button", name="More").click()
    wish = page.get_by_label("A phase passes by itself where I have nothing to decide")
    expect(wish).to_be_checked()
    for passes in (False, True):
        wish.set_checked(passes)
        expect(page.locator(".more-panel")).to_contain_text("Kept, for all your matches.")
        match = fresh_table.begin("arsenal", scenario="tutorial")
        fresh_table.do(match, "done")
        phase = "Strategic movement" if passes else "Replacements and reinforcements"
        assert fresh_table.look(match)["board"]["phase"] == phase
