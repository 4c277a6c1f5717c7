"""The pictures of Orsha's boards, the charts and the rules in the docs, taken from the page itself.

PYTHONPATH=src:tests python -m browser.pictures_orsha [NAME ...]
"""

from __future__ import annotations

import sys

from playwright.sync_api import Page, sync_playwright

from browser.conftest import ARGS, chromium
from browser.pictures import Shot, still, take
from browser.serving import serving
from browser.tables import Table
from landbridge.server import create_app

GERMAN = ("buy 2x I1", "buy I2", "buy V1", "buy V3", "ready", "receive")
RUSSIAN = ("buy 2x I1", "buy 2x I2", "buy V1", "buy V2", "ready", "receive", "ready")
COLUMNS = (*"BCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "BB", "CC")
LINES = {"german": (20, 33), "russian": (37, 47)}
"""Rows between which the sides end."""
EDGE = "control russian A36-A41 DD35-DD41"
COMBAT = "belorussia.calculator.combat?armor=12&hedgehog=1"
PERIMETER = "OTO-9.605-3?game=orsha&chapter=Perimeter+and+isolation+9.605-9.6066"
CUT_OFF = ("S41", "Q40")
"""Where two German squads end behind the Russian line."""


STANDING = ("K33", "K33", "M31", "P36", "P34", "S38", "X38", "X38")


def fought(table: Table) -> str:
    """A campaign after its first battle, both Perimeters drawn."""
    match = table.begin("orsha", seed="orsha pictures", name="On track to Orsha")
    table.do(match, *GERMAN, **{"as": "german"})
    table.do(match, *RUSSIAN, **{"as": "russian"})
    table.do(match, "wind", "place rest retained", "place rest K30", "ready", **{"as": "german"})
    table.do(match, "ready", **{"as": "russian"})
    for side, rows in LINES.items():
        pieces = table.look(match, side)["view"][side]["pieces"].values()
        squads = [piece["id"] for piece in pieces if piece["kind"] == "squad"]
        for place, name in enumerate(squads):
            row = rows[0] + (place * 7 + place // 3) % (rows[1] - rows[0] + 1)
            spot = f"{COLUMNS[(place * 11) % len(COLUMNS)]}{row}"
            if side == "german" and place < len(CUT_OFF):
                spot = CUT_OFF[place]
            table.do(match, f"ended {name} {spot}", **{"as": side})
        table.do(match, f"ended rest {'P28' if side == 'german' else 'P44'}", **{"as": side})
        table.do(match, "file", **{"as": side})
    table.do(match, EDGE, "control russian K33", "agree", **{"as": "german"})
    table.do(match, "agree", **{"as": "russian"})
    while any("perimeter" in _verbs(one) for one in table.look(match)["decisions"]):
        waiting = next(one for one in table.look(match)["decisions"] if "perimeter" in _verbs(one))
        table.do(match, "perimeter", **{"as": waiting["who"]})
    return match


def _verbs(decision: dict[str, list[dict[str, str]]]) -> list[str]:
    return [offer["verb"] for offer in decision["offers"]]


def buying(table: Table) -> str:
    """A date on which the Russians have begun to buy."""
    match = table.begin("orsha", seed="orsha pictures", name="On track to Orsha")
    table.do(match, "buy 2x I2", "buy I5 onboard", "buy V4", "buy O1", **{"as": "russian"})
    return match


def setting_up(table: Table) -> str:
    """The Germans set up; some stand already."""
    match = table.begin("orsha", seed="orsha pictures", name="On track to Orsha")
    table.do(match, *GERMAN, **{"as": "german"})
    table.do(match, *RUSSIAN, **{"as": "russian"})
    table.do(match, "wind", **{"as": "german"})
    for number, hex_ in enumerate(STANDING, start=1):
        table.do(match, f"place G-23am-I1.1/{number} {hex_}", **{"as": "german"})
    return match


def placing(page: Page) -> None:
    page.locator(f"[data-what='G-23am-I1.1/{len(STANDING) + 1}']").click()
    page.locator(".ol-chosen", has_text="lit").wait_for()
    page.locator(".o-tabs").evaluate("tabs => scrollTo(0, tabs.offsetTop - 64)")


def on_the_map(page: Page) -> None:
    page.get_by_role("button", name="Map", exact=True).click()
    page.wait_for_timeout(1200)
    page.locator(".o-tabs").evaluate("tabs => scrollTo(0, tabs.offsetTop - 64)")


def down_to_the_chart(page: Page) -> None:
    page.locator(".o-tabs").evaluate("tabs => scrollTo(0, tabs.offsetTop - 64)")
    page.locator(".ob-odds .odds").wait_for()


def pointed_at(page: Page) -> None:
    page.locator("[data-cell='8 12']").hover()


def opened(page: Page) -> None:
    page.locator("#side .case").first.wait_for()
    page.locator("#side .row-status .pill").first.wait_for(timeout=60_000)
    page.evaluate("scrollTo(0, 0)")


def shots(table: Table) -> list[Shot]:
    """Name, place, what is done there, whether on a phone, whether in the dark."""
    map_, shop, notes = fought(table), buying(table), setting_up(table)
    return [
        ("orsha-map", f"#/match/{map_}?as=russian", on_the_map, False, False),
        ("orsha-purchase", f"#/match/{shop}?as=russian", down_to_the_chart, False, False),
        ("orsha-setup", f"#/match/{notes}?as=german", placing, False, False),
        ("charts", "#/charts/belorussia.combat.table?column=9", pointed_at, False, False),
        ("calculator", f"#/charts/{COMBAT}", still, False, False),
        ("weather", "#/charts/belorussia.plot.weather", still, False, False),
        ("rules", f"#/rules/{PERIMETER}", opened, False, False),
    ]


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
