"""Belorussia on its map: units that are chosen, dragged and walked through, where they get and what
is refused, what is laid over the map, who and what is found on it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.looks import faults

WHERE = """async (label) => {
  const atlas = window.countryAtlas ??= await (await fetch("/api/games/belorussia/board")).json();
  const [prefix, number] = label.split(/(?<=\\.)/);
  const run = atlas.runs.find(([sheet, first, , , count]) =>
    sheet === prefix && number <= first && number > first - count);
  const [column, row] = [run[2], run[3] - (run[1] - number)];
  const surface = document.querySelector(".surface");
  const { left, top } = surface.getBoundingClientRect();
  const [x, y, scale] = surface.dataset.view.split(" ").map(Number);
  return [left + (column * Math.sqrt(3) / 2 - x) * scale,
    top + (-row - (column % 2 ? 0 : 0.5) - y) * scale];
}"""
"""Where a hex is on the screen."""


def first_steps(table: Any) -> str:
    """A match with the Soviet player in his Movement Phase."""
    match: str = table.begin(scenario="first-steps", dice="typed", mode="referee", name="Lesson")
    table.do(match, "weather", dice=[2, [5, 5]])
    table.do(match, "initiative", dice=[[6, 6], [1, 2]])
    table.do(match, "go first")
    while not any(offer["verb"] == "move" for offer in offers(table, match)):
        table.do(match, "finish")
    return f"#/match/{match}"


def offers(table: Any, match: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.look(match)["decisions"][0]["offers"]
    return found


def at(page: Page, label: str) -> tuple[float, float]:
    x, y = page.evaluate(WHERE, label)
    return x, y


def find(page: Page, letters: str, name: str) -> None:
    """Find something by its name, with the keys."""
    page.keyboard.press("/")
    page.keyboard.type(letters)
    expect(page.locator(".names-found li").first).to_contain_text(name)
    page.keyboard.press("Enter")


def stands(page: Page, name: str, text: str) -> None:
    """Wait until a unit is chosen that stands so."""
    expect(page.locator(".chosen-unit")).to_contain_text(name)
    expect(page.locator(".chosen-unit")).to_contain_text(text)


def switch(page: Page, name: str) -> None:
    page.locator(".map-switches").get_by_role("button", name=name).click()


def drag(page: Page, start: str, end: str) -> None:
    """Take up what stands in a hex and hold it over another."""
    page.mouse.move(*at(page, start))
    page.mouse.down()
    page.mouse.move(*at(page, end), steps=4)


def test_a_player_moves_finds_and_looks_about(visit: Any, table: Any, axe: str) -> None:
    page = visit(first_steps(table))
    expect(page.locator(".phase-line [aria-current]")).to_have_text("Movement Phase")
    log = page.locator(".log")
    said, tip = page.locator(".map-said"), page.locator(".point-tip")
    count = page.locator(".still-to-act")

    # A unit is found by its name, and chosen; what it reaches has its price.
    find(page, "307", "307th Rifle Division")
    stands(page, "307th Rifle Division", "D13.13 · Combat Mode · Leg, 2 MP")
    expect(page.locator(".decision").get_by_role("button", name="D13.12 (1 MP)")).to_be_visible()
    expect(page.locator(".decision").get_by_role("button", name="D12.11 (1½ MP)")).to_be_visible()

    # Whoever looks at a hex is told the way there and what it costs, or the reason why not.
    page.mouse.move(*at(page, "D13.11"))
    expect(tip).to_contain_text("To D13.11")
    expect(tip.locator("tbody tr")).to_have_text(
        ["D13.12Light Woods TFB-TECM-31", "D13.11Light Woods TFB-TECM-31"]
    )
    expect(tip.locator("tfoot")).to_contain_text("of 2 MP, 0 left2")
    page.mouse.move(*at(page, "D12.13"))
    expect(tip).to_contain_text("An enemy combat unit is there")
    expect(tip.locator(".rule").first).to_have_text("OCS-4.8c-1")

    # A click goes there; undo takes it back.
    page.mouse.click(*at(page, "D13.12"))
    expect(log).to_contain_text("307th Rifle Division marches from D13.13 to D13.12 for 1 MP.")
    expect(count).to_have_text("12 of 13 units to act")
    page.keyboard.press("u")
    expect(log).not_to_contain_text("307th Rifle Division marches")
    expect(count).to_have_text("13 of 13 units to act")

    # So does a drag; over what is refused it says why, and what is dropped there stays held.
    drag(page, "D13.13", "D12.13")
    expect(tip).to_contain_text("An enemy combat unit is there")
    page.mouse.up()
    stands(page, "307th Rifle Division", "D13.13")
    drag(page, "D13.13", "D13.11")
    expect(tip.locator("tfoot")).to_contain_text("0 left")
    page.mouse.up()
    expect(log).to_contain_text("307th Rifle Division marches from D13.13 to D13.11 for 2 MP.")
    page.keyboard.press("u")
    expect(log).not_to_contain_text("307th Rifle Division marches")

    # N and Shift N walk through those that are still to act.
    page.keyboard.press("Escape")
    expect(page.locator(".chosen-unit")).to_be_hidden()
    seen = []
    for key in ("n", "n", "Shift+N"):
        page.keyboard.press(key)
        expect(page.locator(".chosen-unit b")).not_to_have_text(seen[-1] if seen else "")
        seen.append(page.locator(".chosen-unit b").inner_text())
    assert seen[0] == seen[2] != seen[1]

    # What a unit cannot do says its rule; what else can be done with one stands beside it.
    find(page, "15th guards", "15th Guards Tank Brigade")
    expect(said).to_contain_text("15th Guards Tank Brigade has no fuel.")
    expect(said.locator(".rule").first).to_have_text("OCS-12.5a-1")
    find(page, "73rd", "73rd Rifle Division")
    also = page.locator(".chosen-unit .also")
    # What infantry can never do is not offered with it.
    expect(also.get_by_role("button", name="Break down")).to_be_visible()
    expect(also).not_to_contain_text("Pay fuel")
    also.get_by_role("button", name="Change the mode").click()
    form = page.locator(".slot-form")
    expect(form).to_contain_text("73rd Rifle Division")
    expect(form.locator("[data-word=move]")).to_be_visible()
    expect(log).not_to_contain_text("goes into Move Mode")
    page.keyboard.press("Escape")

    # A stack opens; several of it go together, and one undo takes all of them back.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.mouse.click(*at(page, "D9.10"))
    fan = page.locator(".fan")
    expect(fan.get_by_role("button")).to_have_count(3)
    expect(fan.locator("[aria-pressed=true]")).to_have_count(1)
    fan.locator("[data-unit=S-RD-81]").click()
    expect(fan.locator("[aria-pressed=true]")).to_have_count(2)
    stands(page, "and 1 more unit", "D9.10")
    page.mouse.click(*at(page, "D10.10"))
    expect(log).to_contain_text(
        "1st Guards Motor Rifle Brigade and 81st Rifle Division march from D9.10 to D10.10"
    )
    expect(fan).to_be_hidden()
    page.keyboard.press("u")
    expect(log).not_to_contain_text("march from D9.10")

    # Layers are laid over the map; each says what it shows.
    for name, text in (
        ("Zones", "rising lines"),
        ("Supply", "Nobody is without trace"),
        ("Railways", "Railways by gauge"),
    ):
        switch(page, name)
        expect(said).to_contain_text(text)
    find(page, "307", "307th Rifle Division")
    expect(said).to_contain_text("307th Rifle Division draws 5 MP from D16.10.")
    assert faults(page, axe) == ""

    # A place is found; the small map looks elsewhere.
    find(page, "gom", "Gomel")
    x, _ = at(page, "D16.14")
    box = page.locator(".surface").bounding_box()
    assert box is not None
    assert abs(x - box["x"] - box["width"] / 2) < 60
    before = page.locator(".surface").get_attribute("data-view")
    page.locator(".mini-map canvas").click(position={"x": 20, "y": 20})
    expect(page.locator(".surface")).not_to_have_attribute("data-view", before or "")


def test_the_map_on_a_phone_in_the_dark(visit: Any, table: Any, axe: str) -> None:
    page = visit(first_steps(table), phone=True, dark=True)
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    expect(page.locator(".surface")).to_be_visible()
    page.get_by_role("button", name="Next unit").tap()
    expect(page.locator(".chosen-unit")).to_be_visible()
    # Who is chosen and what can be done with it first are read whole, and touched.
    find(page, "1st guards", "1st Guards Motor Rifle Brigade")
    first = page.locator(".chosen-unit .also .btn").first.bounding_box()
    assert first is not None
    assert first["x"] + first["width"] <= 390
    whole = "it => it.scrollWidth <= it.clientWidth"
    assert page.locator(".chosen-unit b").first.evaluate(whole)
    assert faults(page, axe) == ""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
