"""Attacks that are planned on the map: who goes, the odds beside the button, what one more would
change; the same for keys and fingers."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.looks import faults
from browser.test_operational import at, find, first_steps, offers


def combat_phase(table: Any) -> str:
    """The lesson in its first Combat Phase."""
    place = first_steps(table)
    match = place.rsplit("/", 1)[1]
    while not any(offer["verb"] == "attack" for offer in offers(table, match)):
        table.do(match, "finish")
    return place


def is_in_sight(page: Page, name: str) -> bool:
    """Whether all of it is seen without scrolling."""
    box = page.locator(name).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_an_attack_is_planned_weighed_and_made(visit: Any, table: Any, axe: str) -> None:
    page = visit(combat_phase(table))
    plan, log = page.locator(".attack-plan"), page.locator(".log")
    tiles, odds = plan.locator(".plan-tiles li b"), plan.locator(".plan-odds")
    expect(page.locator(".phase-line [aria-current]")).to_have_text("Combat Phase")

    # A click on an enemy stack plans an attack by the largest stack beside it.
    page.mouse.click(*at(page, "D9.12"))
    expect(plan.locator("h2")).to_have_text("Attack on D9.12")
    expect(odds).to_have_text("3:1")
    expect(tiles).to_have_text(["59.3%", "29.1%", "22.7%"])
    expect(plan).to_contain_text("Costs 7 tokens from D12.09.")
    expect(plan.locator(".plan-reasons")).to_contain_text("+1 action rating 4 against 3")
    expect(plan.locator(".plan-reasons .rule", has_text="OCS-9.6-1").first).to_be_visible()
    for wide, high in ((1024, 768), (1440, 900)):
        page.set_viewport_size({"width": wide, "height": high})
        assert is_in_sight(page, ".commit")
        assert is_in_sight(page, ".plan-tiles")

    # What one more would change is named; it joins by a click, and the odds are as told.
    best = plan.locator(".plan-more li").first
    expect(best).to_contain_text("60th Rifle Division from D10.11: 4:1, they lose a step 69.9%")
    best.get_by_role("button", name="Add it").click()
    expect(odds).to_have_text("4:1")
    expect(tiles.first).to_have_text("69.9%")
    assert faults(page, axe) == ""

    # Counters come and go by a click, on the card and on the map.
    plan.locator('[data-unit="S-RD-60"]').click()
    expect(odds).to_have_text("3:1")
    page.mouse.click(*at(page, "D10.11"))
    expect(odds).to_have_text("4:1")
    page.mouse.click(*at(page, "D9.11"))
    expect(odds).to_have_text("1:1")
    expect(page.locator(".fan")).to_be_visible()
    page.locator('.fan [data-unit="S-GTB-15"]').click()
    expect(odds).to_have_text("2:1")

    # Escape lets it go; nothing has been done.
    page.locator(".surface").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(plan).to_be_hidden()
    expect(log).not_to_contain_text("attack D9.12")

    # With keys: the hex under the cursor, then the button.
    page.mouse.click(*at(page, "D8.11"))
    plan.locator(".commit").focus()
    page.keyboard.press("Enter")
    expect(log).to_contain_text("attack D8.11")
    expect(plan).to_be_hidden()


def test_a_plan_opened_on_a_low_screen_shows_its_button(visit: Any, table: Any) -> None:
    page = visit(combat_phase(table), wide=1024)
    page.set_viewport_size({"width": 1024, "height": 768})
    page.mouse.click(*at(page, "D9.12"))
    expect(page.locator(".plan-odds")).to_have_text("3:1")
    commit = page.locator(".attack-plan .commit")
    expect(commit).to_be_in_viewport(ratio=1)
    assert is_in_sight(page, ".commit")
    tops = page.locator(".plan-tiles li").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    assert len(set(tops)) == 1
    # What there is no room for in the bar is left out, not cut.
    bar = page.locator(".bar-head").bounding_box()
    assert bar is not None
    for pill in page.locator(".bar-head .pill").all():
        box = pill.bounding_box()
        assert box is not None
        cut = box["x"] + box["width"] > bar["x"] + bar["width"] + 0.5
        assert not cut or box["y"] >= bar["y"] + bar["height"]


def test_a_finger_sees_the_odds_before_it_commits(visit: Any, table: Any, axe: str) -> None:
    page = visit(combat_phase(table), phone=True, dark=True)
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    expect(page.locator(".surface")).to_be_visible()
    page.touchscreen.tap(*at(page, "D9.12"))
    expect(page.locator(".plan-odds")).to_have_text("3:1")
    assert is_in_sight(page, ".commit")
    assert is_in_sight(page, ".plan-tiles")
    assert faults(page, axe) == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


ATTACK = "attack D9.12 S-GTB-15 S-RD-246 S-GRD-37 S-RD-60"


def test_what_a_combat_asks_of_both_sides_is_answered_on_cards(
    visit: Any, table: Any, axe: str
) -> None:
    match = table.begin(scenario="first-steps", seed="a", mode="referee")
    table.do(match, "weather", "initiative", "go first")
    while not any(offer["verb"] == "attack" for offer in offers(table, match)):
        table.do(match, "finish")
    table.do(match, ATTACK)

    # The defender is told what supply means to him, and pays by one click.
    page = visit(f"#/match/{match}?as=axis")
    card = page.locator(".decision")
    expect(page.locator(".phase-line .whose")).to_have_text("Soviet turn")
    expect(page.locator(".phase-line [aria-current]")).to_have_text("Combat")
    expect(card).to_contain_text("Paid for, your units fight at full strength; unpaid, at half.")
    # Beside each answer stand its exact odds, as far as the defender sees.
    expect(card.locator(".answer-choices button")).to_contain_text(
        ["Defend with combat supply for 2 tokens", "Defend at half strength"]
    )
    expect(card.locator(".answer-odds")).to_contain_text(
        ["2:1 by what you see, you lose a step 39.6%", "4:1 by what you see, you lose a step 69.9%"]
    )
    card.locator("[data-word=paid]").click()
    expect(page.locator(".log")).to_contain_text("The combat at D9.12: Ao1 e4 DL1o2.")

    # The attacker takes his option as a hex; the hexes are lit at once, and one is clicked.
    page.locator("#bar select").select_option("soviet")
    page.get_by_role("button", name="I am the Soviet player").click()
    card.get_by_role("button", name="Retreat 1 hex").click()
    group = card.locator(".answer-unit").first
    expect(group).to_have_attribute("aria-pressed", "true")
    expect(card.locator(".slot-form")).to_contain_text("Where to?")
    assert faults(page, axe) == ""
    page.mouse.click(*at(page, "D10.10"))
    expect(page.locator(".log")).to_contain_text("retreat from D9.11 to D10.10")


def test_a_combat_is_played_back_on_the_map(visit: Any, table: Any, axe: str) -> None:
    match = table.begin(scenario="first-steps", seed="a", mode="referee")
    table.do(match, "weather", "initiative", "go first", "move S-RD-307 D13.12")
    while not any(offer["verb"] == "attack" for offer in offers(table, match)):
        table.do(match, "finish")
    table.do(match, ATTACK, "defend paid")
    page = visit(f"#/match/{match}?as=axis")
    pane = page.locator(".playback-pane")

    # The march comes first, then the attack with its odds, and the dice with what they led to.
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    page.locator(".timeline").get_by_role("button", name="Play from here").click()
    expect(pane).to_contain_text("a unit marches from D13.13 to D13.12")
    pane.get_by_role("button", name="Step on").click()
    story = pane.locator(".battle-story")
    expect(story.locator("h3")).to_contain_text("Battle for D9.12")
    expect(story).to_contain_text("4 units")
    pane.get_by_role("button", name="Step on").click()
    expect(story.locator(".volley .die")).to_have_count(4)
    expect(story).to_contain_text("The combat at D9.12: ")
    assert faults(page, axe) == ""
    page.keyboard.press("Escape")
    expect(pane).to_be_hidden()

    # The situation tells ground and supply, what is worth points, and no losses where none were.
    page.locator(".score-line").first.click()
    situation = page.locator(".situation")
    expect(situation.locator(".prizes tr").first).to_contain_text("Rechitsa")
    expect(situation.locator(".changes")).to_contain_text("On the ground: ")
    expect(situation).not_to_contain_text("The dashed line")
    expect(situation.locator(".score-card")).to_be_visible()
    assert faults(page, axe) == ""


def test_what_is_offered_below_a_long_list_can_be_clicked(visit: Any, table: Any) -> None:
    match: str = table.begin(scenario="orsha-road", dice="typed", name="Reserves")
    table.do(match, "weather", dice=[2, [5, 5]])
    table.do(match, "initiative", dice=[[6, 6], [1, 2]])
    table.do(match, "go first")
    while not any(offer["verb"] == "release" for offer in offers(table, match)):
        table.do(match, "finish")
    page = visit(f"#/match/{match}?as=soviet")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".offer.release .answer-unit").nth(12)).to_be_attached()
    page.locator(".decision [data-verb=finish]").click(trial=True)

    # To look at a Reserve does not release it, neither by the map nor by its name nor by N.
    find(page, "4th guards tank", "4th Guards Tank Brigade")
    also = page.locator(".chosen-unit .also")
    expect(also.get_by_role("button", name="Release a Reserve")).to_be_visible()
    page.mouse.click(*at(page, "B25.09"))
    expect(page.locator(".chosen-unit b")).to_have_text("5th Guards Cavalry Division")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.mouse.click(*at(page, "B25.10"))
    expect(page.locator(".chosen-unit b")).to_have_text("4th Guards Tank Brigade")
    expect(page.locator(".log")).not_to_contain_text("is released")
    # Its button does, and the brigade stays in hand: it still needs fuel.
    also.get_by_role("button", name="Release a Reserve").click()
    expect(page.locator(".log")).to_contain_text("4th Guards Tank Brigade is released in B25.10")
    expect(page.locator(".map-said")).to_contain_text("4th Guards Tank Brigade has no fuel")


SIX = "attack B22.09 S-GRD-30 S-GRD-85 S-GRD-22 S-RD-61 S-RD-62 S-RD-63"


def test_no_more_advance_than_the_hex_holds(visit: Any, table: Any) -> None:
    match: str = table.begin(scenario="orsha-road", dice="typed", name="Osinovka")
    table.do(match, "weather", dice=[2, [5, 5]])
    table.do(match, "initiative", dice=[[6, 6], [1, 2]])
    table.do(match, "go first")
    while not any(offer["verb"] == "attack" for offer in offers(table, match)):
        table.do(match, "finish")
    table.do(match, SIX)
    table.do(match, "defend paid", dice=[[5, 5], [6, 6]], **{"as": "axis"})
    for _ in range(8):
        decision = table.look(match)["decisions"][0]
        verbs = [offer["verb"] for offer in decision["offers"]]
        if "advance" in verbs:
            break
        table.do(match, "stand" if "stand" in verbs else "ignore", **{"as": decision["who"]})
    page = visit(f"#/match/{match}?as=soviet")
    page.set_viewport_size({"width": 1440, "height": 900})
    card = page.locator(".answer.advance")
    go, units = card.locator("[data-confirm]"), card.locator(".answer-unit")
    # Three divisions of 3 RE find room; a fourth is warned of, and what commits stays in sight.
    expect(units).to_have_count(6)
    expect(units.first).to_contain_text("3\u00a0RE")
    expect(go).to_have_text("Advance with 3 units")
    expect(card.locator(".crowded")).to_be_hidden()
    units.last.click()
    expect(card.locator(".crowded")).to_contain_text("12 RE, and 10 is the most")
    expect(go).to_have_text("Advance with 4 units")
    assert is_in_sight(page, ".answer.advance [data-confirm]")
    # Help is for what is asked, not for the phase in which it is asked.
    expect(page.locator(".decision .how")).to_contain_text("Into the empty hex")
