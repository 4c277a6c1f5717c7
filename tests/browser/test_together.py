"""Two people and somebody who looks on: invitation, chat, your move, the end, the next match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from browser.hands import PASSWORD
from browser.looks import faint, faults, nameless, too_wide
from browser.walks import ELSEWHERE
from landbridge.referee.games import game

KEPT = Path(__file__).parents[1] / "replays" / f"arsenal.barbarossa.{game('arsenal').edition}.lbm"

NOTICES = """
    window.notices = [];
    window.Notification = class {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title, { body }) { window.notices.push(`${title}: ${body}`); }
      close() {}
    };
    Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""
"""A browser that shows notices, and can be looked away from."""


@pytest.fixture
def comes_in(club: str) -> Iterator[Callable[[str], Person]]:
    """Opens an account; what it holds open is closed after the test."""
    with ExitStack() as held:

        def enter(name: str) -> Person:
            person = Person(club, name)
            held.callback(person.http.close)
            return person

        yield enter


class Person:
    """Somebody with an account, who acts over the API; pages can be opened in their name."""

    def __init__(self, club: str, name: str) -> None:
        self.club, self.http = club, httpx.Client(base_url=club)
        self.http.headers["X-CSRF-Token"] = self.http.get("api/me").json()["csrf"]
        me = self.post("api/register", name=name, password=PASSWORD)
        self.http.headers["X-CSRF-Token"] = me["csrf"]

    def post(self, path: str, **body: Any) -> Any:
        reply = self.http.post(path, json=body)
        assert reply.status_code < 300, reply.text
        return reply.json()

    def opens(self, page: Page, where: str) -> Page:
        page.context.add_cookies(
            [
                {"name": one.name, "value": one.value or "", "url": self.club}
                for one in self.http.cookies.jar
            ]
        )
        # Another # alone loads nothing: the page would not ask who one is.
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")
        page.goto(f"{self.club}{where}")
        return page


def test_two_people_and_an_onlooker_from_the_invitation_to_the_next_match(
    club: str, comes_in: Callable[[str], Person], visit: Any, watch: Any
) -> None:
    watch.expected |= {404}
    anna, boris = comes_in("Anna"), comes_in("Boris")
    tutorial = {"game": "arsenal", "scenario": "tutorial", "seats": {"axis": "me"}}
    one = anna.post("api/matches", **tutorial, private=True, name="Evening")["id"]
    hers = visit(at=club)
    hers.add_init_script(NOTICES)
    anna.opens(hers, f"#/match/{one}")

    # The invitation stands on the page, and says what it is to before it is accepted.
    expect(hers.locator(".open-seat")).to_contain_text("Nobody plays the Soviet side yet")
    expect(hers.locator(".coach")).to_contain_text("as soon as somebody plays the other side")
    hers.get_by_role("button", name="Invite somebody").click()
    link = hers.locator(".open-seat code").inner_text()
    his = visit(at=club)
    boris.opens(his, link.removeprefix(club))
    expect(his.get_by_role("heading", level=1)).to_have_text(
        "Anna invites you to play the Soviet side"
    )
    for part in ("Arsenal", "The road to Smolensk", "Evening", "Axis Anna", "not begun"):
        expect(his.locator(".facts")).to_contain_text(part)
    assert faint(his) == []
    his.get_by_role("button", name="Take the seat").click()
    expect(hers.locator(".open-seat")).to_have_count(0)
    expect(hers.locator(".coach")).to_contain_text("The other side moves")

    # Somebody without an account looks on by a link.
    hers.get_by_role("button", name="People", exact=True).click()
    hers.get_by_role("button", name="A link to look on").click()
    onlooker = visit(at=club)
    onlooker.goto(hers.locator(".onlooking code").inner_text())
    onlooker.get_by_role("button", name="Look on").click()
    expect(onlooker.locator(".match-title")).to_contain_text("you look on")
    expect(onlooker.locator("[data-undo]")).to_have_count(0)
    onlooker.set_viewport_size({"width": 390, "height": 844})
    whole = "it => it.scrollWidth <= it.parentElement.clientWidth"
    assert onlooker.locator(".bar-head .when").evaluate(whole)
    onlooker.set_viewport_size({"width": 1440, "height": 900})

    # What they say stands first; that a seat can be a bot's is folded away.
    expect(hers.locator(".people-panel h3").first).to_have_text("Chat")
    expect(hers.get_by_role("button", name="Give to bot keen")).to_be_hidden()

    # What they say is shown to each other as it is, and to nobody else.
    hers.get_by_label("A notice on this device").check()
    hers.get_by_label("Say something").fill("Good luck, <b>Boris</b>.")
    hers.keyboard.press("Enter")
    expect(his.locator(".people-button .unread")).to_have_text("1")
    his.locator(".people-button").click()
    expect(his.locator(".chat-list .words")).to_have_text("Good luck, <b>Boris</b>.")
    expect(his.locator(".unread")).to_have_count(0)
    onlooker.locator(".people-button").click()
    expect(onlooker.locator(".chat-list")).to_contain_text("Nothing has been said yet")
    expect(onlooker.get_by_text("To write you need an account")).to_be_visible()
    with his.expect_download() as saved:
        his.locator(".chat-head a").click()
    assert "Good luck, <b>Boris</b>." in saved.value.path().read_text(encoding="utf-8")
    for page in (hers, his):
        assert (faint(page), nameless(page)[0], too_wide(page)) == ([], [], 0)

    # Whose move it is: in the title, and as a notice to whoever looks away.
    assert hers.title() == "Evening · Landbridge"
    hers.evaluate("window.away = true")
    his.get_by_role("button", name="Pick the first factory").click()
    his.locator(".slot-form [data-word]").first.click()
    expect(hers).to_have_title("Your move: Evening · Landbridge")
    assert hers.evaluate("window.notices") == ["Your move: Evening, Axis"]

    # The end, and the same again with the sides changed.
    boris.post(f"api/matches/{one}/resign")
    expect(hers.locator(".ending .big")).to_have_text("You win: Axis wins")
    expect(his.locator(".ending .big")).to_have_text("You lose: Axis wins")
    expect(onlooker.locator(".chat-list .words")).to_have_text("Good luck, <b>Boris</b>.")
    expect(onlooker.get_by_role("button", name="Play again")).to_have_count(0)
    hers.get_by_role("button", name="Swap sides").click()
    expect(hers.locator(".open-seat")).to_contain_text("Nobody plays the Axis side yet")
    expect(hers.locator(".open-seat")).to_contain_text("The seat is kept for Boris")
    his.get_by_role("link", name="To the next match").click()
    his.get_by_role("button", name="Play the Axis side").click()
    expect(hers.locator(".open-seat")).to_have_count(0)
    expect(his.locator(".match-bar .side, #bar .side").first).to_have_text("Axis")


def test_the_end_is_told_first_and_proved_last(visit: Any, table: Any, axe: str) -> None:
    kept = table.load(KEPT.read_text())
    page = visit(f"#/match/{kept['id']}?as=referee")
    ending = page.locator(".ending")
    reason = kept["outcome"]["reason"]
    assert re.fullmatch(
        r"the Axis hold \d+ VP on the Soviet side \(\d+ or more are an Axis victory.*\)", reason
    )
    expect(ending).to_contain_text(reason[1:])
    expect(ending.get_by_role("heading", name="What decided it")).to_be_visible()
    expect(ending.locator(".story-chart")).to_have_count(2)
    expect(ending.locator(".luck")).to_contain_text("on average")
    expect(ending.locator(".hash")).to_be_hidden()
    winner = kept["outcome"]["winner"].title()
    expect(page.locator(".score-place .score-needs")).to_have_text(f"At the end: {winner} wins")
    order = ending.locator("h3, summary").all_inner_texts()
    assert order[-1].casefold() == "proof of the dice"
    assert faults(page, axe) == ""
    ending.locator(".moments a").last.click()
    expect(page.locator(".looking")).to_contain_text("An earlier position")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".match-title")).to_contain_text("Barbarossa")
    expect(page.locator(".ending")).to_have_count(0)
    page.evaluate(f"location.hash = '#/match/{kept['id']}?as=referee'")
    page.get_by_role("button", name="Next: Case Blue").click()
    expect(page.locator(".match-title")).to_contain_text("Case Blue")


def test_nothing_is_said_of_figures_that_never_were(visit: Any, table: Any) -> None:
    """A match in which no point was ever counted has no chart, and no heading for one."""
    page = visit(ELSEWHERE, fresh=True)
    told = {"turns": ["June 1941", "July 1941"], "moments": [], "luck": []}
    flat = {"title": "Points", "sides": {"axis": [0, 0]}, "goals": []}
    risen = flat | {"sides": {"axis": [0, 3]}}
    for series, charts in ((flat, 0), (risen, 1)):
        one = table.begin("arsenal", scenario="tutorial")
        table.post(f"matches/{one}/resign", **{"as": "soviet"})
        answer = told | {"series": [series]}
        page.route("**/story*", partial(Route.fulfill, json=answer))
        page.goto(f"{page.url.partition('#')[0]}#/match/{one}?as=referee")
        expect(page.locator(".story-chart")).to_have_count(charts)
        expect(page.locator(".story")).not_to_have_attribute("aria-busy", "true")
        expect(page.get_by_role("heading", name="How it went")).to_have_count(charts)
        page.unroute("**/story*")


def test_a_sandbox_leads_back(visit: Any, table: Any) -> None:
    one = table.begin("arsenal", scenario="tutorial")
    made = table.post(f"matches/{one}/branch", at=0)["id"]
    page = visit(f"#/match/{made}?as=axis")
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_url(f"**/#/match/{one}*")
    expect(page.get_by_role("link", name="Back to the match")).to_have_count(0)
