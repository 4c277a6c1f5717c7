"""The pictures of the page in the docs, taken from the page itself.

PYTHONPATH=src:tests python -m browser.pictures [NAME ...]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from browser.conftest import ARGS, chromium
from browser.serving import serving
from browser.tables import Table
from browser.test_operational import at, find, first_steps, stands, switch
from browser.test_planning import combat_phase
from browser.war_map import spot
from landbridge.server import create_app

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 300_000
"""Bytes that a picture may have."""
COLOURS = 200
PARTISANS = (("B17.10", 3), ("B20.12", 5), ("C33.20", 7), ("D8.21", 2))


def ledger(table: Table) -> str:
    """A table in its first Soviet Reinforcement Phase."""
    match = table.begin(dice="typed", mode="referee", name="Thursday group")
    for hex_, drawn in PARTISANS:
        table.do(match, f"partisan {hex_}", dice=[drawn])
    table.do(match, "weather", dice=[[3, 4]])
    table.do(match, "initiative", dice=[[5, 5], [1, 2]])
    table.do(match, "go first", "orders")
    table.do(match, "supply", dice=[[5, 2]])
    return match


def war(table: Table) -> str:
    """The tutorial with a battle prepared."""
    match = table.begin("arsenal", scenario="tutorial", seed="pictures", name="With Boris")
    table.do(match, "done", "done")
    table.do(match, *(f"move {unit} SUW KAU" for unit in ("XXXIX", "II")))
    return match


STRIKE = tuple(f"move {unit} WAR BRE" for unit in ("XXIV", "XLVI", "XLVII", "XII"))
"""June 1941: four corps go against Brest-Litovsk."""
ANSWERS = ("press", "stand", "withdraw", "done")
"""What the Axis say when they are asked in a battle."""


def tutorial(table: Table) -> str:
    """The tutorial against a bot, in the first Axis operations."""
    seats = {"axis": "me", "soviet": "bot:novice"}
    match = table.begin("arsenal", scenario="tutorial", seed="pictures", seats=seats)
    wait_for_axis(table, match)
    table.do(match, "done", **{"as": "axis"})
    return match


def a_month_later(table: Table) -> str:
    """The same in July, when the Soviets have had their turn."""
    match = tutorial(table)
    for action in (*STRIKE, "attack BRE 1", "done"):
        table.do(match, action, **{"as": "axis"})
        wait_for_axis(table, match)
    return match


def wait_for_axis(table: Table, match: str) -> None:
    """Let the bot play, and the battles come to their end."""
    while True:
        seen = table.look(match, "axis")
        if "axis" not in seen["to_decide"]:
            time.sleep(0.1)
        elif seen["board"]["phase"] == "Battle":
            offered = [offer["verb"] for one in seen["decisions"] for offer in one["offers"]]
            said = next(verb for verb in ANSWERS if verb in offered)
            table.do(match, said, **{"as": "axis"})
        else:
            return


def shown(page: Page) -> None:
    """The coach's finger points at what is to be done."""
    page.locator(".coach h2", has_text="Brest-Litovsk").wait_for()
    page.get_by_role("button", name="Show me").click()


def situated(page: Page) -> None:
    """What the others did is skipped, down to the situation."""
    page.locator(".playback-pane").wait_for()
    page.keyboard.press("Escape")
    page.locator(".situation").wait_for()


def choose(page: Page, point: str, *units: str) -> None:
    """Open a point on the map and choose counters there."""
    page.mouse.click(*spot(page, point))
    for unit in units:
        page.locator(f'.chosen-point [data-unit="{unit}"]').click()
        page.wait_for_timeout(250)


def arsenal(page: Page) -> None:
    page.locator(".odds-line").filter(has_text="%").first.wait_for()
    choose(page, "WAR", "XXIV", "XLVI")
    page.mouse.move(*spot(page, "BRE"))
    page.locator(".point-tip .p").first.wait_for()


def phone_map(page: Page) -> None:
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    page.wait_for_timeout(400)
    choose(page, "WAR", "XXIV")


def dice(page: Page) -> None:
    page.get_by_role("button", name="Roll Soviet replacements").tap()
    page.locator(".dicepad").wait_for()
    page.locator('.die-row [data-face="4"]').first.tap()


def on_the_map(page: Page) -> None:
    """A unit is chosen, its supply line shown, and one looks where it could go."""
    switch(page, "Supply")
    find(page, "307", "307th Rifle Division")
    stands(page, "307th Rifle Division", "D13.13")
    page.mouse.move(*at(page, "D13.11"))
    page.locator(".way-tally").wait_for()


def planned(page: Page) -> None:
    """An attack is planned, and one looks at its odds."""
    page.mouse.click(*at(page, "D9.12"))
    page.locator(".plan-tiles").wait_for()


def rechitsa(table: Table) -> str:
    """The tutorial of the map game, its tank brigade fuelled."""
    match = table.begin(scenario="first-steps", dice="typed", name="First steps")
    table.do(match, "weather", dice=[2, [5, 5]])
    table.do(match, "initiative", dice=[[6, 6], [1, 2]])
    table.do(match, "go first")
    table.do(match, "fuel S-GTB-15 single")
    return f"#/match/{match}?as=soviet"


def coached(page: Page) -> None:
    """The coach would have the tanks march; their way is looked at."""
    page.locator(".coach h2", has_text="bring the tanks up").wait_for()
    page.get_by_role("button", name="Show me").click()
    page.mouse.move(*at(page, "D11.12"))
    page.locator(".way-tally").wait_for()


def still(page: Page) -> None:
    """Nothing is done before the picture is taken."""


Shot = tuple[str, str, Callable[[Page], None], bool, bool]


def shots(table: Table) -> list[Shot]:
    """Name, place, what is done there, whether on a phone, whether in the dark."""
    group, battle = ledger(table), war(table)
    table.begin(name="Evening against the bot", seats={"soviet": "me", "axis": "bot:random"})
    return [
        ("home", "#/", still, False, False),
        ("new-match", "#/new/arsenal?for=bot", still, False, False),
        ("arsenal-match", f"#/match/{battle}", arsenal, False, False),
        ("arsenal-match-dark", f"#/match/{battle}", arsenal, False, True),
        ("arsenal-coach", f"#/match/{tutorial(table)}?as=axis", shown, False, False),
        ("arsenal-situation", f"#/match/{a_month_later(table)}?as=axis", situated, False, False),
        ("ledger", f"#/match/{group}", still, False, False),
        ("belorussia-play", first_steps(table), on_the_map, False, False),
        ("belorussia-coach", rechitsa(table), coached, False, False),
        ("belorussia-attack", combat_phase(table), planned, False, False),
        ("phone-map", f"#/match/{battle}", phone_map, True, False),
        ("phone-dice", f"#/match/{group}", dice, True, False),
    ]


def take(browser: Browser, address: str, shot: Shot) -> Path:
    """One picture, small enough for a page of the docs."""
    name, place, act, phone, dark = shot
    size = {"width": 390, "height": 780} if phone else {"width": 1360, "height": 850}
    context = browser.new_context(
        viewport={**size}, color_scheme="dark" if dark else "light", has_touch=phone
    )
    page = context.new_page()
    page.goto(f"{address}{place}")
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_timeout(900)
    act(page)
    page.wait_for_timeout(900)
    kept = FOLDER / f"{name}.png"
    page.screenshot(path=kept)
    context.close()
    Image.open(kept).convert("RGB").quantize(COLOURS).save(kept, optimize=True)
    assert kept.stat().st_size < LARGEST, f"{kept.name} has {kept.stat().st_size} bytes"
    return kept


def main(wanted: list[str]) -> None:
    """Take all pictures, or those that are named."""
    with serving(create_app()) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        for shot in shots(Table(address)):
            if not wanted or shot[0] in wanted:
                print(take(browser, address, shot))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
