"""One match on several pages: in step, with secrets, with people far apart."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, Route, expect

from browser.hands import enter
from browser.test_match import offer, started
from browser.walks import ELSEWHERE

HIDDEN = re.compile(r"\b(foot|cavalry) \d+\b")
"""What only the Soviet player may know: which partisan unit lies where."""


# In step with others


def test_two_browsers_stay_in_step(visit: Any, table: Any) -> None:
    match = table.begin(seed="step")
    one = visit(f"#/match/{match}?as=soviet")
    two = visit(f"#/match/{match}?as=axis")
    expect(two.locator(".lamp")).to_have_text("live")
    expect(two.locator(".waiting")).to_contain_text("Waiting for Soviet")
    for number, hex_ in enumerate(("B17.10", "B20.12", "C33.20", "D8.21"), start=1):
        offer(one, "Place a partisan").click()
        one.locator(".slot-form input").fill(hex_)
        one.keyboard.press("Enter")
        told = f"Partisan {number} is placed face down in {hex_}."
        expect(one.locator(".log")).to_contain_text(told)
        expect(two.locator(".log")).to_contain_text(told)
    expect(two.locator("#announcement")).to_contain_text("Partisan 4 is placed face down")
    offer(one, "Roll the weather").click()
    expect(two.locator(".track .now .wx")).to_have_text("D")


def asked_for(page: Page) -> list[str]:
    """The calls that a page makes from now on, without the match."""
    found: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            place = urlsplit(request.url).path.removeprefix("/api/matches/").partition("/")[2]
            found.append(f"{request.method} {place}")

    page.on("request", note)
    return found


def test_a_click_is_one_request_and_one_for_whoever_looks_on(visit: Any, table: Any) -> None:
    match = started(table)
    actor, onlooker = visit(f"#/match/{match}?as=soviet"), visit(f"#/match/{match}?as=axis")
    expect(offer(actor, "Roll the weather")).to_be_visible()
    expect(onlooker.locator(".lamp")).to_have_text("live")
    mine, theirs = asked_for(actor), asked_for(onlooker)
    for name in ("Roll the weather", "Both sides roll two dice"):
        offer(actor, name).click()
        expect(offer(actor, name)).to_have_count(0)
    newest = table.get(f"matches/{match}/log?as=axis")["events"][-1]["text"].rstrip(".")
    expect(onlooker.locator(".log")).to_contain_text(newest)
    expect(actor.locator(".log")).to_contain_text(newest)
    assert mine == ["POST actions"] * 2
    assert 1 <= len(theirs) <= 2
    assert set(theirs) == {"GET changes"}


def test_what_is_stale_is_told_and_the_new_position_shown(
    visit: Any, table: Any, watch: Any
) -> None:
    watch.expected.add(409)
    match = started(table)
    page = visit(f"#/match/{match}?as=soviet")

    def late(route: Route) -> None:
        table.do(match, "weather", **{"as": "soviet"})
        route.continue_()

    page.route("**/actions", late, times=1)
    offer(page, "Roll the weather").click()
    expect(page.locator(".note.warn")).to_contain_text("The position has changed")
    expect(offer(page, "Both sides roll two dice")).to_be_visible()
    assert table.look(match)["actions"] == 5


def test_a_broken_connection_is_shown_and_mended(visit: Any, table: Any, watch: Any) -> None:
    match = started(table)
    page = visit(ELSEWHERE, fresh=True)
    tries: list[str] = []

    def connect(socket: Any) -> None:
        tries.append(socket.url)
        if len(tries) == 1:
            socket.close()
        else:
            socket.connect_to_server()

    page.route_web_socket("**/api/live", connect)
    page.evaluate("place => { location.hash = place }", f"#/match/{match}?as=axis")
    expect(page.locator(".lamp")).to_have_text("live")
    assert len(tries) >= 2
    table.do(match, "weather", **{"as": "soviet"})
    expect(page.locator(".log")).to_contain_text("Weather:")


# Secrets


def test_a_secret_is_never_in_the_others_page(visit: Any, table: Any) -> None:
    match = started(table)
    mine = visit(f"#/match/{match}?as=soviet")
    expect(mine.locator(".log")).to_contain_text(HIDDEN)
    # Not from a page that looks through all matches for whoever owns the table.
    theirs = visit("#/new/belorussia")
    theirs.wait_for_load_state("networkidle")
    sent: list[str] = []
    theirs.on("response", lambda reply: sent.append(reply.text()) if "/api/" in reply.url else None)
    theirs.evaluate("place => { location.hash = place }", f"#/match/{match}?as=axis")
    expect(theirs.locator(".partisans tbody tr")).to_have_count(4)
    expect(theirs.locator(".partisans .hidden-unit")).to_have_count(4)
    table.do(match, "weather", **{"as": "soviet"})
    expect(theirs.locator(".log")).to_contain_text("Weather:")
    theirs.get_by_role("slider", name="Position after action").fill("2")
    expect(theirs.locator(".partisans tbody tr")).to_have_count(2)
    assert not HIDDEN.search(theirs.content())
    matches = [text for text in sent if match in text or '"events"' in text or '"view"' in text]
    assert matches
    assert not any(HIDDEN.search(text) for text in matches)


def test_a_hot_seat_hands_over_and_hides(visit: Any, table: Any) -> None:
    match = started(table, seed="hot")
    page = visit(f"#/match/{match}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand over to Soviet")
    assert not HIDDEN.search(page.content())
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(HIDDEN)
    page.get_by_label("Look as").select_option("axis")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand over to Axis")
    assert not HIDDEN.search(page.content())
    assert page.locator(".log, .ledger, .decision").count() == 0
    page.get_by_role("button", name="I am the Axis player").click()
    expect(page.locator(".partisans .hidden-unit")).to_have_count(4)
    assert not HIDDEN.search(page.content())
    page.get_by_role("button", name="Hand over to the Soviet player").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand over to Soviet")
    page.get_by_role("button", name="I am the Soviet player").click()
    expect(page.locator(".log")).to_contain_text(HIDDEN)


# Several people on one server


def test_people_invite_join_and_agree_to_a_rollback(club: str, visit: Any, watch: Any) -> None:
    anna, boris = visit("#/account", at=club), visit(at=club)
    expect(boris.locator(".first-time")).to_contain_text("Sign in to play")
    enter(anna, "Anna")
    anna.get_by_role("link", name="New match").click()
    expect(anna.get_by_role("radio", name="With somebody elsewhere")).to_be_checked()
    beside = anna.get_by_role("radiogroup", name="Beside your own map")
    beside.get_by_role("radio", name="The whole campaign").check()
    anna.get_by_role("button", name="Begin", exact=True).click()
    anna.get_by_role("button", name="Invite").click()
    link = anna.locator(".open-seat code").inner_text()
    assert link.startswith(f"{club}#/join/")
    boris.goto(link)
    enter(boris, "Boris")
    boris.get_by_role("button", name="Take the seat").click()
    expect(boris.locator(".waiting")).to_contain_text("Waiting for Soviet")
    expect(anna.locator(".seats")).to_contain_text("Boris")
    for hex_ in ("B17.10", "B20.12"):
        offer(anna, "Place a partisan").click()
        anna.locator(".slot-form input").fill(hex_)
        anna.keyboard.press("Enter")
        for page in (anna, boris):
            expect(page.locator(".log")).to_contain_text(hex_)
        expect(anna.locator("[aria-busy]")).to_have_count(0)
    assert not HIDDEN.search(boris.content())
    anna.get_by_role("slider", name="Position after action").fill("1")
    anna.get_by_role("button", name="Roll back to here").click()
    asked = boris.locator(".rollback")
    expect(asked).to_contain_text("Soviet asks to take back 1 action, from action 2 on")
    expect(anna.locator(".rollback")).to_contain_text("Waiting for Axis")
    asked.get_by_role("button", name="Refuse").click()
    expect(anna.locator(".rollback")).to_have_count(0)
    anna.get_by_role("slider", name="Position after action").fill("1")
    anna.get_by_role("button", name="Roll back to here").click()
    boris.locator(".rollback").get_by_role("button", name="Agree").click()
    expect(anna.locator(".where")).to_contain_text("now · 1")
    expect(boris.locator(".partisans tbody tr")).to_have_count(1)
