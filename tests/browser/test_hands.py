"""What hands do on the map of the war: dragging, choosing all, taking back, asking why."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.war_map import BARE, card, click, spot, tip, unit, war

COUNT = """() => {
  window.presses = 0;
  addEventListener('pointerdown', () => window.presses++, { capture: true });
}"""
"""Counts how often something is pressed: a drag once, like a click."""
MOST_PRESSES = 16
"""Half of the 32 that the same turn took before units could be dragged; 14 placed units."""


def drag(page: Page, start: str, end: str) -> None:
    """Drag what stands at a point to another, and look at what it says before it is dropped."""
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    (x, y), (left, top) = spot(page, start), spot(page, end)
    page.mouse.move((x + left) / 2, (y + top) / 2, steps=3)
    page.mouse.move(left, top, steps=2)
    expect(tip(page)).to_be_visible()
    with page.expect_response("**/actions"):
        page.mouse.up()


def placed(table: Any, match: str) -> dict[str, str]:
    return {one["id"]: one["at"] for one in table.look(match)["board"]["units"]}


def committed(table: Any, match: str) -> set[str]:
    return {one["id"] for one in table.look(match)["board"]["units"] if one.get("aim")}


def test_a_stack_is_dragged_as_one_gesture_and_taken_back_as_one(visit: Any, table: Any) -> None:
    match = war(table)
    page = visit(f"#/match/{match}")
    drag(page, "SUW", "KAU")
    expect(page.locator('.battle-line[data-point="KAU"]')).to_be_visible()
    expect(card(page)).to_be_hidden()
    sent = committed(table, match)
    assert len(sent) > 1
    log = table.get(f"matches/{match}/log")["actions"]
    assert [one["joined"] for one in log[3:]] == [False] + [True] * (len(sent) - 1)

    # The odds of the whole battle stand beside the button, without scrolling, and say one thing.
    for wide, high in ((1440, 900), (1024, 768)):
        page.set_viewport_size({"width": wide, "height": high})
        line = page.locator('.battle-line[data-point="KAU"]')
        expect(line.locator(".odds-line")).to_contain_text("%")
        for shown in (line.locator(".odds-line"), line.get_by_role("button", name="Fight for")):
            box = shown.bounding_box()
            assert box
            assert box["y"] + box["height"] <= high
    page.set_viewport_size({"width": 1440, "height": 900})

    page.locator(".battle-line").get_by_role("button", name="Kaunas", exact=True).click()
    battle = card(page).locator('.battle[data-point="KAU"]')
    # Its odds stand within the card.
    expect(battle.locator(".odds .p").first).to_be_visible()
    assert card(page).evaluate("box => box.scrollWidth <= box.clientWidth")
    # One of them is taken out of the battle; then one undo takes that back, another the whole drag.
    gone = sorted(sent)[0]
    battle.locator(f'[data-recall="{gone}"]').click()
    expect(battle.locator(f'[data-recall="{gone}"]')).to_have_count(0)
    assert committed(table, match) == sent - {gone}
    page.keyboard.press("u")
    expect(battle.locator(f'[data-recall="{gone}"]')).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".battle-line")).to_have_count(0)
    assert committed(table, match) == set()

    # What cannot act says why, and what cannot go there keeps what was chosen.
    table.do(match, "move XXIV WAR BRE")
    click(page, "WAR")
    unit(page, "XXIV").click()
    expect(card(page).locator(".why-not")).to_contain_text("committed against Brest-Litovsk")
    expect(card(page).locator(".why-not .rule")).to_have_text("RUL-DC-33")
    card(page).get_by_role("button", name="Choose all").click()
    expect(card(page).locator(".hint")).to_contain_text("units chosen")
    click(page, "GRO")
    expect(tip(page)).to_contain_text("Grodno: refused")
    expect(card(page)).to_contain_text("Warsaw")
    expect(card(page).locator(".hint")).to_contain_text("units chosen")

    # The button of a place in the panel sends all that are chosen, as one gesture.
    before = table.look(match)["actions"]
    with page.expect_response("**/actions"):
        page.locator('.slot-form [data-word="BRE"]').click()
    expect(page.locator('.battle-line[data-point="BRE"]')).to_be_visible()
    with_them = committed(table, match) - {"XXIV"}
    assert len(with_them) > 1
    joined = [one["joined"] for one in table.get(f"matches/{match}/log")["actions"][before:]]
    assert joined == [False] + [True] * (len(with_them) - 1)


def second_turn(table: Any) -> str:
    """Barbarossa in July 1941, when five units come."""
    match: str = table.begin("arsenal", scenario="barbarossa", seed="turn2")
    while table.look(match)["board"]["turn"] < 2:
        table.do(match, "done")
    return match


def test_a_turn_needs_at_most_half_of_the_presses_of_before(
    visit: Any, table: Any, watch: Any
) -> None:
    """July 1941: five units are placed, four stacks moved, three battles fought."""
    # The Soviets act over the API, so that a press may come too late and is sent again.
    watch.expected.add(409)
    match = second_turn(table)
    page = visit(f"#/match/{match}")
    expect(page.locator(".arrivals .fanned")).to_have_count(5)
    page.evaluate(COUNT)
    page.locator(".arrivals .fanned").first.click()
    for left in range(5, 0, -1):
        expect(page.locator(".arrivals .fanned")).to_have_count(left)
        words = page.locator(".slot-form [data-word]")
        expect(words.first).to_be_visible()
        lit = [str(one.get_attribute("data-word")) for one in words.all()]
        click(page, next(one for one in lit if page.evaluate(BARE, spot(page, one))))
    # With the last of them the phase has passed by itself.
    expect(page.locator(".arrivals")).to_have_count(0)
    page.get_by_role("button", name="End strategic movement").click()
    expect(page.locator(".phase-line [aria-current]")).to_have_text("Operations")
    for start, end in (("SUW", "GRO"), ("WAR", "BIA"), ("TIL", "SIA"), ("DAN", "KON")):
        before = table.look(match)["actions"]
        drag(page, start, end)
        expect(page.locator("[aria-busy]")).to_have_count(0)
        assert table.look(match)["actions"] > before
    lines = page.locator(".battle-line")
    fought = lines.count()
    assert fought == 3
    for _ in range(fought):
        point = lines.first.get_attribute("data-point")
        lines.first.get_by_role("button", name="Fight for").click()
        expect(page.locator(f'.battle-line[data-point="{point}"]')).to_have_count(0)
        while table.look(match)["board"]["phase"] == "Battle":
            # The Soviets go on, or leave it; that is no press of this side.
            who = table.look(match)["to_decide"][0]
            verbs = {
                o["verb"] for o in table.get(f"matches/{match}?as={who}")["decisions"][0]["offers"]
            }
            table.do(match, next(v for v in ("withdraw", "halt", "done", "stand") if v in verbs))
        expect(page.locator(".phase-line [aria-current]")).to_have_text("Operations")
    page.get_by_role("button", name="End operations", exact=True).click()
    presses = page.evaluate("window.presses")
    assert presses <= MOST_PRESSES, presses
