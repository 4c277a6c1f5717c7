"""The coach on the page: followed by its lights, sent away, called back, offered at home."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.looks import faults, too_wide
from browser.test_operational import at, offers
from browser.war_map import card, click, unit


def tutorial(table: Any, *actions: str, **more: Any) -> str:
    """The tutorial in the first Axis operations, played by one person for both sides."""
    match: str = table.begin("arsenal", scenario="tutorial", seed="board", **more)
    table.do(match, "done", "done", *actions)
    return match


def defend(table: Any, match: str) -> None:
    """The Soviets stand in a battle, until the Axis are asked."""
    while table.look(match)["to_decide"] == ["soviet"]:
        verbs = {offer["verb"] for one in offers_of(table, match) for offer in one["offers"]}
        table.do(match, "stand" if "stand" in verbs else "done")


def offers_of(table: Any, match: str) -> Any:
    return table.look(match, "soviet")["decisions"]


def coach(page: Page) -> Any:
    return page.locator(".coach")


def test_the_coach_is_followed_by_what_it_lights(visit: Any, table: Any, axe: str) -> None:
    match = tutorial(table)
    page = visit(f"#/match/{match}?as=axis")
    expect(coach(page).locator("h2")).to_have_text("Send a strike force against Brest-Litovsk")
    expect(coach(page)).to_contain_text("Smolensk is held by the Soviets")
    expect(coach(page).locator(".rule").first).to_have_text("RUL-DC-35")
    expect(coach(page).locator(".lessons [aria-current]")).to_have_text("Battle")
    # What is lit is exactly what the step names, one thing after the other.
    coach(page).get_by_role("button", name="Show me").click()
    expect(card(page)).to_contain_text("Warsaw")
    lit = card(page).locator("[data-unit][data-coached]")
    expect(lit).to_have_count(4)
    for name in ("XXIV", "XLVI", "XLVII", "XII"):
        expect(unit(page, name)).to_have_attribute("data-coached", "")
        unit(page, name).click()
        expect(unit(page, name)).to_have_attribute("aria-pressed", "true")
    click(page, "BRE")
    expect(coach(page).locator("h2")).to_have_text("Fight for Brest-Litovsk, with aircraft")
    expect(coach(page).locator(".reply")).to_contain_text("It waits before the point")
    # All aircraft that can fly are added before the fight is lit; the odds are the same everywhere.
    lines, cards = page.locator(".battle-line"), page.locator(".battle")
    fights = page.locator(":is(.battle, .battle-line) [data-verb=attack]")
    most = int(cards.locator(".air span").first.inner_text().rpartition(" ")[2])
    assert most >= 1
    for _ in range(most):
        for fight in fights.all():
            expect(fight).not_to_have_attribute("data-coached", "")
        lines.get_by_role("button", name="One air unit more").and_(
            page.locator("[data-coached]")
        ).click()
    expect(cards.locator(".air output")).to_have_text(str(most))
    expect(cards.get_by_role("button", name="One air unit more")).not_to_have_attribute(
        "data-coached", ""
    )
    for fight in fights.all():
        expect(fight).to_have_attribute("data-coached", "")
    chance = cards.locator(".odds .p").first
    expect(chance).to_contain_text("%")
    expect(lines.locator(".odds-line")).to_contain_text(chance.inner_text())
    # The page as it is now can be read by everybody.
    assert not too_wide(page)
    assert faults(page, axe) == ""
    # Undone, the step before holds again; after a reload the same one.
    page.keyboard.press("u")
    expect(coach(page).locator("h2")).to_have_text("Send a strike force against Brest-Litovsk")
    page.reload()
    expect(coach(page).locator("h2")).to_have_text("Send a strike force against Brest-Litovsk")


def test_the_coach_can_be_left_and_called_back(visit: Any, table: Any) -> None:
    match = tutorial(table)
    page = visit(f"#/match/{match}?as=axis", phone=True)
    expect(coach(page).locator("h2")).to_be_visible()
    coach(page).get_by_role("button", name="Leave the coach").tap()
    expect(coach(page).locator("h2")).to_have_count(0)
    expect(page.locator("[data-coached]")).to_have_count(0)
    page.reload()
    coach(page).get_by_role("button", name="Call the coach back").tap()
    expect(coach(page).locator("h2")).to_be_visible()
    # Beside the map there is room for both.
    coach(page).get_by_role("button", name="Show me").tap()
    expect(card(page)).to_contain_text("Warsaw")
    assert not too_wide(page)
    # The other side has no coach.
    page.goto(page.url.replace("axis", "soviet"))
    expect(coach(page)).to_be_hidden()


@pytest.mark.parametrize(("wide", "tall"), [(1440, 900), (1024, 768), (390, 844)])
def test_the_coach_is_read_without_scrolling_and_covers_nothing_it_lights(
    visit: Any, table: Any, wide: int, tall: int
) -> None:
    page = visit(f"#/match/{tutorial(table)}?as=axis", wide=wide)
    page.set_viewport_size({"width": wide, "height": tall})
    coach(page).get_by_role("button", name="Show me").click()
    lit = page.locator("[data-unit][data-coached]")
    expect(lit).to_have_count(4)
    assert coach(page).evaluate("it => it.scrollHeight <= it.clientHeight")
    here = coach(page).bounding_box()
    for target in lit.all():
        there = target.bounding_box()
        beside = any(
            min(here[at] + here[size], there[at] + there[size]) <= max(here[at], there[at])
            for at, size in (("x", "width"), ("y", "height"))
        )
        assert beside
        assert there["y"] + there["height"] <= tall


@pytest.mark.parametrize("tall", [900, 768])
def test_odds_and_button_are_in_sight_beside_the_coach(visit: Any, table: Any, tall: int) -> None:
    strike = (f"move {one} WAR BRE" for one in ("XXIV", "XLVI", "XLVII", "XII"))
    match = tutorial(table, *strike, "attack BRE")
    defend(table, match)
    assert table.look(match)["board"]["phase"] == "Battle"
    page = visit(f"#/match/{match}?as=axis")
    page.set_viewport_size({"width": 1440 if tall == 900 else 1024, "height": tall})
    page.reload()
    expect(coach(page).locator("h2")).to_contain_text("fight another round")
    press = page.locator(".decision [data-verb=press]")
    expect(page.locator(".decision .odds .p").first).to_contain_text("%")
    expect(press).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".decision .odds .p").first).to_be_in_viewport(ratio=0.99)
    pane = page.get_by_label("What is asked").bounding_box()
    button = press.bounding_box()
    assert pane is not None
    assert button is not None
    assert button["y"] + button["height"] <= pane["y"] + pane["height"] + 1


def test_on_a_phone_the_coach_leads_from_the_map_to_what_a_battle_asks(
    visit: Any, table: Any
) -> None:
    strike = (f"move {one} WAR BRE" for one in ("XXIV", "XLVI", "XLVII", "XII"))
    match = tutorial(table, *strike)
    page = visit(f"#/match/{match}?as=axis", phone=True)
    tabs = page.locator(".match-tabs")
    tabs.get_by_role("button", name="Map").tap()
    table.do(match, "attack BRE")
    defend(table, match)
    assert table.look(match)["board"]["phase"] == "Battle"
    # What is asked in a battle comes into sight by itself; from the map the coach leads back to it.
    fight_on = page.locator(".decision [data-verb=press]")
    expect(fight_on).to_be_visible()
    tabs.get_by_role("button", name="Map").tap()
    expect(fight_on).to_be_hidden()
    coach(page).get_by_role("button", name="Show me").tap()
    expect(fight_on).to_be_in_viewport(ratio=0.99)
    expect(fight_on).to_be_focused()


def test_who_has_come_is_placed_one_by_one_by_the_lights(visit: Any, table: Any) -> None:
    match = tutorial(table, "done")
    while table.look(match)["to_decide"] != ["axis"]:
        table.do(match, "done")
    page = visit(f"#/match/{match}?as=axis", phone=True)
    lit = page.locator(".arrivals .fanned[data-coached]")
    come = page.locator(".arrivals .fanned")
    count = come.count()
    assert count > 1
    expect(lit).to_have_count(count)
    # A frame is seen whole.
    row = page.locator(".arrivals .row").bounding_box()
    first = come.first.bounding_box()
    assert row
    assert first
    assert first["y"] - row["y"] >= 3
    come.first.tap()
    # Where it goes is lit, and nobody else is called along.
    expect(page.locator(".slot-form [data-word][data-coached]")).to_have_count(1)
    expect(lit).to_have_count(0)
    page.locator(".slot-form [data-word][data-coached]").tap()
    expect(come).to_have_count(count - 1)


def test_a_card_opens_at_what_the_coach_lights(visit: Any, table: Any) -> None:
    """Aircraft change their base on another tab of the card than the one on which units move."""
    match = tutorial(table, "done")
    while table.look(match)["to_decide"] != ["axis"]:
        table.do(match, "done")
    while (step := table.look(match, "axis")["coach"]["step"])["name"] != "bases":
        table.do(match, *map(" ".join, step["lit"][:1]), **{"as": "axis"})
        defend(table, match)
    aircraft = {words[1]: words[2] for words in step["lit"]}
    units = {one["id"]: one["at"] for one in table.look(match)["board"]["units"]}
    page = visit(f"#/match/{match}?as=axis")
    click(page, units[next(iter(aircraft))])
    how = card(page).get_by_role("group", name="How")
    expect(how.get_by_role("button", name="Rebase")).to_have_attribute("aria-pressed", "true")
    how.get_by_role("button", name="Move").click()
    expect(how.get_by_role("button", name="Rebase")).to_have_attribute("data-coached", "")


def test_home_offers_the_tutorial_until_it_is_finished(
    fresh_table: Any, visit: Any, watch: Any
) -> None:
    table = fresh_table
    table.begin(name="Tuesday table", dice="typed", mode="referee")
    page = visit(at=table.address)
    offer = page.locator(".tutorial-offer").first
    expect(page.locator(".tutorial-offer").last).to_contain_text("before Rechitsa")
    expect(offer).to_contain_text("A tutorial of 15 minutes")
    offer.get_by_role("button", name="Play the tutorial").click()
    page.wait_for_url("**/#/match/**")
    expect(coach(page).locator("h2")).to_be_visible(timeout=30_000)
    page.get_by_role("link", name="Landbridge, home").click()
    expect(offer.get_by_role("link", name="Go on with the tutorial")).to_be_visible()
    matches = table.get("matches")
    begun = next(one["id"] for one in matches if one["game"] == "arsenal")
    table.post(f"matches/{begun}/resign", **{"as": "axis"})
    watch.cut = True
    page.reload()
    expect(offer).to_contain_text("Next: Barbarossa")
    offer.get_by_role("link", name="Play Barbarossa").click()
    expect(page.get_by_role("radio", name="Barbarossa")).to_be_checked()
    expect(page.get_by_role("radio", name="Against a bot")).to_be_checked()


def test_first_steps_are_followed_on_the_hexes(visit: Any, table: Any) -> None:
    match: str = table.begin(scenario="first-steps", dice="typed", name="Rechitsa")
    table.do(match, "weather", dice=[2, [5, 5]])
    table.do(match, "initiative", dice=[[6, 6], [1, 2]])
    table.do(match, "go first")
    page = visit(f"#/match/{match}?as=soviet")
    expect(coach(page).locator("h2")).to_have_text("Fuel the tank brigade")
    expect(coach(page).locator(".rule").first).to_have_text("OCS-12.5a-1")
    # What cannot march yet is chosen all the same, and what is to be done with it is lit.
    # So it is when another unit of its stack was held before; what is asked then is in sight.
    page.mouse.click(*at(page, "D9.11"))
    chosen = page.locator(".chosen-unit")
    expect(chosen).to_contain_text("246th Rifle Division")
    page.locator(".fan [data-unit=S-GTB-15]").click()
    expect(chosen).to_contain_text("15th Guards Tank Brigade")
    coach(page).get_by_role("button", name="Show me").click()
    expect(chosen).to_contain_text("15th Guards Tank Brigade")
    page.locator(".chosen-unit [data-coached]").click()
    expect(page.locator("[data-word=single][data-coached]")).to_be_in_viewport(ratio=1)
    page.locator("[data-word=single][data-coached]").click()
    expect(coach(page).locator("h2")).to_have_text("March: bring the tanks up")
    expect(coach(page).locator(".reply")).to_contain_text("is fuelled for 1 token")
    assert not too_wide(page)
    # The brigade stays in hand, with nothing said that held before; one click sends it there.
    expect(chosen).to_contain_text("fuelled")
    expect(page.locator(".map-said")).not_to_contain_text("has no fuel")
    expect(page.locator(".decision [data-word='D11.12'][data-coached]")).to_be_attached()
    page.mouse.click(*at(page, "D11.12"))
    # An opened stack hides no hex that the coach points at, as far as the map has room for it.
    expect(coach(page).locator("h2")).to_contain_text("Modes")
    page.mouse.click(*at(page, "D12.09"))
    # Who is in hand already is not lit to be clicked again.
    guns = page.locator(".fan [data-unit=S-GB-8]")
    expect(guns).to_have_attribute("aria-pressed", "true")
    expect(guns).not_to_have_attribute("data-coached", "")
    page.locator(".chosen-unit [data-coached]").click()
    page.locator("[data-word=move][data-coached]").click()
    expect(page.locator(".map-said")).to_contain_text("has no fuel")
    page.locator(".chosen-unit [data-coached]").click()
    page.locator("[data-word=single][data-coached]").click()
    expect(coach(page).locator("h2")).to_contain_text("Bring the guns")
    expect(page.locator(".fan [data-unit=S-GB-8]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".decision [data-word='D11.11'][data-coached]")).to_be_attached()
    x, y = at(page, "D11.11")
    assert (
        page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", [x, y]) == "surface"
    )
    page.mouse.click(x, y)
    expect(page.locator(".log")).to_contain_text("marches from D12.09 to D11.11")
    # The page does not scroll: the map is the page.
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


def test_a_coach_lights_who_goes_and_who_advances(visit: Any, table: Any) -> None:
    match: str = table.begin(scenario="first-steps", seed="b", name="Who goes")
    table.do(match, "weather", "initiative", "go first", **{"as": "soviet"})
    while not any(offer["verb"] == "attack" for offer in offers(table, match)):
        table.do(match, "finish")
    page = visit(f"#/match/{match}?as=soviet")
    lit = table.look(match, "soviet")["coach"]["step"]["lit"][0]
    page.mouse.click(*at(page, lit[1]))
    plan = page.locator(".attack-plan")
    expect(plan.locator(".plan-odds")).to_have_text(re.compile(r"\d:\d"))
    # Whoever leads has the best rating; what the coach would have otherwise is lit.
    ratings = plan.locator("[data-part=leader] option").all_inner_texts()
    figures = [int(text.rsplit(" ", 1)[1]) for text in ratings]
    assert figures[0] == max(figures, default=0)
    for _ in range(6):
        guided = plan.locator("[data-guided]").first
        expect(guided).to_be_visible()
        if guided.get_attribute("data-part") == "commit":
            break
        guided.click()
        expect(plan.locator(".plan-odds")).to_have_text(re.compile(r"\d:\d"))
    going = plan.locator(".plan-sides .row").first.locator("[data-unit]")
    units = [one.get_attribute("data-unit") for one in going.all()]
    assert sorted(units) == sorted(lit[2:])
    assert units[0] == lit[2]


def test_the_coach_leaves_room_for_a_planned_barrage(visit: Any, table: Any) -> None:
    match: str = table.begin(scenario="first-steps", dice="typed", name="Il-2s over the Dnepr")
    table.do(match, "weather", dice=[2, [5, 5]])
    table.do(match, "initiative", dice=[[6, 6], [1, 2]])
    table.do(match, "go first")
    while not any(offer["verb"] == "bombard" for offer in offers(table, match)):
        table.do(match, "finish")
    page = visit(f"#/match/{match}?as=soviet")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(coach(page).locator("h2")).to_contain_text("Fire: barrage")
    aimed = coach(page).locator("h2").inner_text().rsplit(" ", 1)[1]
    page.mouse.click(*at(page, aimed))
    plan = page.locator(".attack-plan")
    expect(plan.locator("h2")).to_have_text(f"Barrage of {aimed}")
    fire = plan.get_by_role("button", name="Fire with")
    expect(fire).to_be_in_viewport(ratio=1)
    pane = page.get_by_label("What is asked").bounding_box()
    tabs = plan.locator(".tabs").bounding_box()
    assert pane is not None
    assert tabs is not None
    assert pane["height"] > 300
    assert tabs["x"] + tabs["width"] <= pane["x"] + pane["width"]
    fire.click(trial=True)
