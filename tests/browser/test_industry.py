"""What the Soviet side does at home: factories on trains, replacements on the map."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.war_map import BARE, card, click, spot


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
    word = page.locator(".arrivals .fanned").first
    name = word.get_attribute("data-word")
    word.click()
    places = page.locator(".slot-form [data-word]")
    expect(places.first).to_be_visible()
    expect(word).to_have_attribute("aria-pressed", "true")
    lit = [str(one.get_attribute("data-word")) for one in places.all()]
    open_ = [one for one in lit if page.evaluate(BARE, spot(page, one))]
    assert open_, f"none of {lit} can be seen"
    point = open_[0]
    click(page, point)
    # The next one is taken up by itself.
    expect(page.locator(f'.arrivals [data-word="{name}"]')).to_have_count(0)
    expect(page.locator('.arrivals [aria-pressed="true"]')).to_have_count(1)
    found = {one["id"]: one["at"] for one in table.look(match)["board"]["units"]}
    assert found[str(name)] == point
