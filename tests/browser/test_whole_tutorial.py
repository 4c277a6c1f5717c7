"""A whole tutorial: against a bot from the first click on, and between two people to its end."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.hands import enter, press
from browser.war_map import BARE, click, spot

STEPS = 10
"""How many steps of the coach are followed at least."""
LESSONS = ("Battle", "Aircraft", "Replacements", "Supply")
"""What is learnt, whatever the dice say."""
MOST = 600
"""Decisions of both sides; more would be a circle."""
CLICKS = 20
"""With fewer a step is done: its units, where they go, and what is asked then."""
BUTTONS = ("Fight another round", "Retreat, dispersed", "Fight on")
"""What is answered in a battle, the best first."""
LIT = """[...document.querySelectorAll('[data-coached]:not([aria-pressed=true])')]
  .filter((one) => one.matches('button') && one.checkVisibility())
  .map((one) => ['verb', 'unit', 'word'].find((name) => name in one.dataset) ?? 'other')"""
"""Of the buttons that the coach lights: what each of them is."""


def test_a_bot_answers_in_the_tutorial(fresh: str, visit: Any) -> None:
    page = visit("#/new/arsenal?for=bot", at=fresh)
    page.get_by_role("radio", name="The road to Smolensk").check()
    seats = page.locator(".seat-row")
    # Whoever takes a tutorial sits where its coach is, against its easy bot.
    expect(seats.filter(has_text="Axis").get_by_role("radio", name="Me")).to_be_checked()
    expect(seats.filter(has_text="Soviet").get_by_role("radio", name="Bot: novice")).to_be_checked()
    brief = page.locator(".begin p")
    expect(brief).to_have_text("The road to Smolensk: Soviet bot novice, Axis you")
    page.get_by_role("radio", name="Barbarossa").check()
    expect(brief).to_have_text("Barbarossa: Soviet you, Axis bot keen")
    expect(seats.filter(has_text="Soviet").get_by_role("radio", name="Me")).to_be_checked()
    expect(seats.filter(has_text="Axis").get_by_role("radio", name="Bot: keen")).to_be_checked()
    page.get_by_role("radio", name="The road to Smolensk").check()
    seats.filter(has_text="Soviet").get_by_role("radio", name="Me").check()
    expect(seats.filter(has_text="Axis").get_by_role("radio", name="Bot: novice")).to_be_checked()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**/#/match/**")
    page.get_by_role("button", name="Let the chance go").click()
    expect(page.locator(".log")).to_contain_text("The Axis turn begins", timeout=30_000)
    expect(page.locator(".decision h2, .waiting h2").first).to_be_visible()
    expect(page.locator(".decision")).to_be_visible(timeout=60_000)


@pytest.mark.timeout(280)  # Four months in two browsers.
def test_two_browsers_play_the_whole_tutorial(
    club: str, visit: Any, watch: Any, player: Any
) -> None:
    """An invitation, moves on the map, battles, the end and its proof.

    Whatever is decided for the first time is clicked, by the light of the coach where there is
    one; what was clicked before is said over the API, and both pages follow.
    """
    # What can be said next may be asked for when it has been said already: 400.
    watch.expected |= {400, 409}
    pages = {"axis": visit("#/account", at=club), "soviet": visit(at=club)}
    invite_and_join(pages["axis"], pages["soviet"])
    players = {role: player(page) for role, page in pages.items()}
    axis = players["axis"]
    clicked: set[str] = set()
    titles: set[str] = set()
    learnt: set[str] = set()
    for _ in range(MOST):
        seen = axis.look()
        if seen["over"]:
            break
        role = "axis" if "axis" in seen["to_decide"] else "soviet"
        step = (seen["coach"] or {}).get("step") if role == "axis" else None
        lit = step["lit"] if step else []
        if step:
            titles.add(step["title"])
        if players[role].decide(lit, clicked):
            learnt |= set(axis.page.locator(".lessons .learnt").all_text_contents())
        if seen["coach"]["let_go"] and "alone" not in clicked:
            # The coach was followed to where it lets go, and taught what does not hang on luck.
            clicked.add("alone")
            expect(axis.page.locator(".coach h2")).to_contain_text("you command alone")
            learnt |= set(axis.page.locator(".lessons .learnt").all_text_contents())
    assert "alone" in clicked
    assert len(titles) >= STEPS, titles
    assert {f"{lesson} (learnt)" for lesson in LESSONS} <= learnt
    for verb in ("move", "attack", "raise", "done"):
        assert f"coached: {verb}" in clicked

    for page in pages.values():
        expect(page.locator(".ending")).to_contain_text("The match is over")
        expect(page.locator(".story-chart")).to_have_count(2)
        page.get_by_text("Proof of the dice", exact=True).click()
        expect(page.locator(".ending .hash")).to_be_visible()
    told = {page.locator(".ending .big").inner_text() for page in pages.values()}
    assert {one.partition(":")[0] for one in told} == {"You win", "You lose"}
    assert len({one.partition(": ")[2] for one in told}) == 1
    axis.page.get_by_role("button", name="More", exact=True).click()
    axis.page.get_by_role("button", name="Check every action and roll").click()
    expect(axis.page.locator(".note.legal")).to_contain_text("All is sound")


def invite_and_join(axis: Page, soviet: Page) -> None:
    """Two people open accounts; one begins a match and invites the other."""
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


@pytest.fixture
def player() -> Iterator[Any]:
    """Makes a player of whoever is signed in on a page."""
    with ExitStack() as held:

        def make(page: Page) -> Player:
            made = Player(page)
            held.callback(made.http.close)
            return made

        yield make


class Player:
    """One of the two: on a page, and over the API."""

    def __init__(self, page: Page) -> None:
        self.page = page
        at, _, match = page.url.partition("#/match/")
        cookies = {one["name"]: one["value"] for one in page.context.cookies()}
        self.http = httpx.Client(base_url=f"{at}api/", cookies=cookies, timeout=60, verify=False)
        self.http.headers["X-CSRF-Token"] = self.http.get("me").json()["csrf"]
        self.match = f"matches/{match.partition('?')[0]}"

    def look(self) -> Any:
        return self.http.get(self.match).json()

    def decide(self, lit: list[list[str]], clicked: set[str]) -> bool:
        """Decide once, as the coach says if it lights anything; whether that was clicked."""
        seen = self.look()
        verbs = [offer["verb"] for offer in seen["decisions"][0]["offers"]]
        kind = f"coached: {lit[0][0]}" if lit else " ".join(verbs)
        said = (
            shlex.join(lit[0]) if lit else next(v for v in ("stand", "halt", "done") if v in verbs)
        )
        if kind in clicked:
            reply = self.http.post(f"{self.match}/actions", json={"do": said})
            if reply.is_success:
                return False
            # Too many on a point, for example: the page says what puts it right.
        clicked.add(kind)
        number = seen["actions"]
        expect(self.page.locator(".timeline .faint")).to_have_text(f"now · {number}")
        for _ in range(CLICKS):
            if not follow_the_coach(self.page):
                click_at_what_is_asked(self.page)
            expect(self.page.locator("[aria-busy]")).to_have_count(0)
            if self.look()["actions"] > number:
                return True
        raise AssertionError(f"{kind}: nothing comes of clicking")


def follow_the_coach(page: Page) -> bool:
    """Click at what the coach lights; whether it lights anything."""
    show_me = page.locator(".coach").get_by_role("button", name="Show me")
    if not show_me.count():
        return False
    kinds = page.evaluate(LIT)
    points = str(page.locator("canvas.surface").get_attribute("data-beacons")).split()
    bare = [one for one in points if page.evaluate(BARE, spot(page, one))]
    # Counters first, then where they go; a button where nothing more is to be said.
    kind = next((one for one in ("other", "unit", "word", "verb") if one in kinds), "")
    if kind == "other":
        # Another way to act, one more aircraft, or what puts something right.
        others = page.locator("button[data-coached]:not([data-verb], [data-unit], [data-word])")
        press(others.locator("visible=true").first)
    elif bare and kind in ("", "word"):
        click(page, bare[0])
    elif kind:
        lit = page.locator(f"button[data-{kind}][data-coached]:not([aria-pressed=true])")
        press(lit.locator("visible=true").first)
    else:
        press(show_me)
    confirm(page)
    return True


def click_at_what_is_asked(page: Page) -> None:
    """Attack, fight on, put right what is wrong, or be done."""
    answers = [page.get_by_role("button", name=name) for name in BUTTONS]
    asked = [
        page.locator(".battle-line [data-verb=attack]"),
        *answers,
        page.locator(".violations button"),
    ]
    found = next((one for one in asked if one.count()), page.locator(".decision [data-verb=done]"))
    press(found.first)
    confirm(page)


def confirm(page: Page) -> None:
    """Give up what would be left undone, if the page asks."""
    if page.locator(".gives-up").count():
        press(page.locator(".gives-up [data-confirm]"))
