"""Whatever the server answers, or if it does not: the page says so, and its controls work again."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatch
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Request, Route, expect

from browser.hands import PASSWORD, enter
from browser.test_match import offer, started
from browser.test_orsha import prepared, reported
from browser.walks import ELSEWHERE

BUSY = {"error": "The referee is asleep."}
SAID = re.compile("asleep|does not answer|failed on this|took too long")
"""What a page says when it was not answered as it hoped."""


class ClientAct(NamedTuple):
    """Something that a control of a page asks of the server."""

    place: Callable[[Any], str]
    """Where the control is, given a table."""
    ask: str
    """The address that it asks."""
    press: Callable[[Page], Any]
    done: Callable[[Page], Any]
    """Waits until it has worked."""
    ready: Callable[[Page], Any] = lambda page: None
    method: str = "POST"
    again: Callable[[Page], Any] | None = None
    """How it is pressed the second time, where that is another way."""


def button(name: str) -> Callable[[Page], Any]:
    def press(page: Page) -> None:
        found = page.get_by_role("button", name=name, exact=True).first
        expect(found).to_be_enabled()
        found.click()

    return press


def shows(selector: str, text: str = "") -> Callable[[Page], Any]:
    return lambda page: expect(page.locator(selector).filter(has_text=text).first).to_be_visible()


def more(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()


def file_chosen(page: Page) -> None:
    page.locator("#bring-in").set_input_files(
        {"name": "m.lbm", "mimeType": "text/plain", "buffer": b"no match at all"}
    )


def planned(table: Any) -> str:
    """A match of Orsha with one purchase on the German plan."""
    match: str = table.begin("orsha")
    table.do(match, "buy V3", **{"as": "german"})
    return match


ACTS = {
    "an action": ClientAct(
        lambda table: f"#/match/{started(table)}?as=soviet",
        "**/actions",
        lambda page: offer(page, "Roll the weather").click(),
        lambda page: expect(offer(page, "Both sides roll two dice")).to_be_visible(),
    ),
    "undo": ClientAct(
        lambda table: f"#/match/{planned(table)}?as=german",
        "**/undo",
        lambda page: page.locator("[data-undo]").click(),
        lambda page: expect(page.locator(".ob-left")).to_contain_text("66 left of 66"),
    ),
    "a rollback": ClientAct(
        lambda table: f"#/match/{started(table)}?as=soviet",
        "**/rollback",
        button("Roll back to here"),
        lambda page: expect(page.locator(".partisans tbody tr")).to_have_count(2),
        lambda page: page.get_by_role("slider", name="Position after action").fill("2"),
        again=lambda page: (
            page.get_by_role("slider", name="Position after action").fill("2"),
            button("Roll back to here")(page),
        ),
    ),
    "a sandbox": ClientAct(
        lambda table: f"#/match/{started(table)}?as=soviet",
        "**/branch",
        button("Sandbox from here"),
        lambda page: expect(page.get_by_role("heading", level=1)).to_contain_text("Sandbox of"),
        more,
        again=lambda page: (more(page), button("Sandbox from here")(page)),
    ),
    "a seat": ClientAct(
        lambda table: f"#/match/{started(table)}?as=soviet",
        "**/seats",
        lambda page: page.locator(".seats button", has_text="Give to bot").last.click(),
        shows(".seats", "bot "),
        lambda page: (
            page.get_by_role("button", name="People", exact=True).click(),
            page.locator(".to-bots summary").last.click(),
        ),
    ),
    "a check": ClientAct(
        lambda table: f"#/match/{started(table)}?as=soviet",
        "**/verify",
        button("Check every action and roll"),
        shows(".note", "All is sound"),
        more,
        "GET",
    ),
    "deleting": ClientAct(
        lambda table: f"#/match/{started(table)}?as=soviet",
        "**/api/matches/*",
        button("Yes, delete it for good"),
        lambda page: expect(page.locator("main.home")).to_be_visible(),
        lambda page: (more(page), button("Delete this match…")(page)),
        "DELETE",
    ),
    "a new match": ClientAct(
        lambda table: "#/new/belorussia",
        "**/api/matches",
        button("Begin"),
        lambda page: expect(page.locator("main.match, section.cover").first).to_be_visible(),
    ),
    "a file": ClientAct(
        lambda table: "",
        "**/matches/import",
        file_chosen,
        shows(".note", "cannot be read"),
    ),
    "a chart": ClientAct(
        lambda table: "#/charts/belorussia.combat.table?column=7",
        "**/api/tables/*?shift=*",
        button("One more"),
        lambda page: expect(page.locator(".ctl output")).to_have_text("+1"),
        method="GET",
    ),
    "a rule": ClientAct(
        lambda table: f"#/match/{started(table)}?as=soviet",
        "**/api/rules/*",
        lambda page: page.locator(".decision h2 a.rule").first.click(),
        lambda page: expect(page.locator("#side .row-text, #side p").first).to_be_visible(),
        method="GET",
    ),
    "a Perimeter": ClientAct(
        lambda table: f"#/match/{reported(table)}?as=german",
        "**/actions",
        button("Take it"),
        shows(".waiting", "Waiting for Russian"),
    ),
    "drafts": ClientAct(
        lambda table: f"#/match/{prepared(table)}?as=german",
        "**/drafts",
        lambda page: page.get_by_label("4-6-7, I1.1/1, 23 AM ended at").fill("QQ7"),
        shows(".of-problem", "no column QQ"),
        shows(".of"),
        again=button("Try again"),
    ),
}

FAILURES: dict[str, Callable[[Route], None]] = {
    "500": lambda route: route.fulfill(status=500, json=BUSY),
    "503": lambda route: route.fulfill(status=503, json=BUSY),
    "proxy": lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"),
    "cut": lambda route: route.abort(),
}

OFTEN = ("503", "cut")
"""Failures that every control meets; the others are told apart in one place, api.js."""


def fail(page: Page, act: ClientAct, how: Callable[[Route], None]) -> None:
    """Let what a control asks for fail."""
    page.route(
        act.ask,
        lambda route: how(route) if route.request.method == act.method else route.fallback(),
    )


def asks(act: ClientAct) -> Callable[[Request], bool]:
    """Whether a request is what a control asks for."""
    return lambda sent: sent.method == act.method and fnmatch(sent.url, act.ask)


def is_free(page: Page, act: ClientAct) -> None:
    """The page says what went wrong, and nothing is busy any more."""
    page.get_by_text(SAID).first.wait_for(state="visible")
    page.unroute(act.ask)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize("name", ACTS)
def test_a_control_works_again_after_errors(visit: Any, table: Any, watch: Any, name: str) -> None:
    watch.expected |= {400, 409, 500, 502, 503}
    watch.cut = True
    act = ACTS[name]
    page = visit(act.place(table))
    act.ready(page)
    press = act.press
    for failure in FAILURES if name == "an action" else OFTEN:
        fail(page, act, FAILURES[failure])
        with page.expect_request(asks(act)) as asked:
            press(page)
        asked.value.response()
        is_free(page, act)
        press = act.again or act.press
    press(page)
    act.done(page)


@pytest.mark.parametrize("name", ["an action", "a new match", "a seat"])
def test_a_control_works_again_after_no_answer_at_all(
    visit: Any, table: Any, watch: Any, name: str
) -> None:
    watch.cut = True
    watch.expected |= {409}
    act = ACTS[name]
    page = visit(act.place(table), fresh=True)
    act.ready(page)
    page.clock.install()
    waiting: list[Route] = []
    fail(page, act, waiting.append)
    act.press(page)
    for _ in range(1200):
        if waiting:
            break
        page.wait_for_timeout(50)
    assert waiting, "nothing was asked"
    page.clock.fast_forward(61_000)
    page.get_by_text("took too long to answer").first.wait_for(state="visible")
    is_free(page, act)
    (act.again or act.press)(page)
    act.done(page)


# Several people


def test_an_entrance_works_again_after_an_error(club: str, visit: Any, watch: Any) -> None:
    watch.expected |= {503}
    page = visit("#/account", at=club)
    page.route("**/register", lambda route: route.fulfill(status=503, json=BUSY))
    enter(page, "Anna")
    expect(page.get_by_text(SAID).first).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Anna")
    page.unroute("**/register")
    page.get_by_role("button", name="Open the account").click()
    expect(page.get_by_role("link", name="New match")).to_be_visible()
    page.goto(f"{club}#/account")
    for path, pressed in (("**/me/notify", "Keep"), ("**/password", "Change it")):
        page.get_by_label("The old one").fill(PASSWORD)
        page.get_by_label("A new one").fill(f"{PASSWORD} indeed")
        page.route(path, lambda route: route.fulfill(status=503, json=BUSY))
        page.get_by_role("button", name=pressed).click()
        form = page.locator("form", has=page.get_by_role("button", name=pressed))
        expect(form).to_contain_text("asleep")
        expect(page.get_by_role("button", name=pressed)).to_be_enabled()
        page.unroute(path)
        page.get_by_role("button", name=pressed).click()
        expect(form.locator(".note.legal")).to_be_visible()
    page.route("**/logout", lambda route: route.fulfill(status=503, json=BUSY))
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("asleep").first).to_be_visible()
    page.unroute("**/logout")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_an_invitation_can_be_taken_after_an_error(club: str, visit: Any, watch: Any) -> None:
    watch.expected |= {404, 503}
    page = visit("#/account", at=club)
    enter(page, "Boris")
    expect(page.get_by_role("heading", name="Matches")).to_be_visible()
    page.goto(f"{club}#/join/nothing")
    expect(page.locator(".note")).to_contain_text("has been used or withdrawn, or has expired")
    told = {
        "match": "x",
        "role": "axis",
        "by": "Anna",
        "game": "arsenal",
        "title": "Dark Crusade",
        "scenario_title": "Barbarossa",
        "name": "Evening",
        "seats": {},
        "clock": None,
        "begun": False,
        "over": False,
        "until": "2030-01-01T00:00:00Z",
    }
    page.route("**/invitations/*", lambda route: route.fulfill(json=told))
    page.route("**/join", lambda route: route.fulfill(status=503, json=BUSY))
    page.goto(f"{club}#/join/something")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Anna invites you to play the Axis side"
    )
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_text("asleep").first).to_be_visible()
    page.unroute("**/join")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator(".note", has_text="Not found")).to_be_visible()
    expect(page.get_by_role("button", name="Take the seat")).to_be_enabled()


def test_a_hot_seat_stays_covered_until_the_position_comes(
    visit: Any, table: Any, watch: Any
) -> None:
    watch.expected |= {503}
    match = started(table, seed="hot")
    page = visit(f"#/match/{match}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand over to Soviet")
    page.route("**/changes?*", lambda route: route.fulfill(status=503, json=BUSY))
    page.get_by_role("button", name="I am the Soviet player").click()
    expect(page.locator(".cover")).to_contain_text("asleep")
    page.unroute("**/changes?*")
    page.get_by_role("button", name="I am the Soviet player").click()
    expect(page.locator(".partisans tbody tr")).to_have_count(4)
    page.route("**/changes?*", lambda route: route.fulfill(status=503, json=BUSY))
    page.get_by_label("Look as").select_option("axis")
    page.get_by_role("button", name="I am the Axis player").click()
    expect(page.locator(".cover")).to_contain_text("asleep")
    assert page.locator(".log, .ledger, .decision").count() == 0


def test_notes_say_that_they_were_not_kept(visit: Any, table: Any, watch: Any) -> None:
    watch.expected |= {503}
    page = visit(f"#/match/{started(table)}?as=soviet")
    more(page)
    page.route("**/notes", lambda route: route.fulfill(status=503, json=BUSY))
    page.get_by_label("Notes that only you see").fill("the bridge")
    expect(page.locator(".more-panel")).to_contain_text("asleep")
    page.unroute("**/notes")
    page.get_by_label("Notes that only you see").fill("the bridge at K33")
    expect(page.locator(".more-panel")).to_contain_text("Kept.")


def test_the_map_of_orsha_can_be_fetched_again(visit: Any, table: Any, watch: Any) -> None:
    watch.expected |= {503}
    match = table.begin("orsha")
    page = visit(ELSEWHERE, fresh=True)
    page.route("**/games/orsha/board", lambda route: route.fulfill(status=503, json=BUSY))
    page.route("**/drafts", lambda route: route.fulfill(status=503, json=BUSY))
    page.evaluate("place => { location.hash = place }", f"#/match/{match}?as=german")
    expect(page.locator(".o-failed")).to_contain_text("asleep")
    page.unroute("**/drafts")
    page.locator(".o-failed").get_by_role("button", name="Try again").click()
    expect(page.locator(".ob-chart")).to_be_visible()
    page.get_by_role("button", name="Map", exact=True).click()
    page.unroute("**/games/orsha/board")
    page.locator(".o-map").get_by_role("button", name="Try again").click()
    expect(page.locator("canvas.surface")).to_be_visible()
