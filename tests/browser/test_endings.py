"""Resigning, draws, clocks and leave, as two people see them."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.hands import begin_together, look_at, post
from browser.looks import faint, faults, nameless, too_wide
from browser.serving import serving
from browser.walks import ELSEWHERE
from landbridge.server import create_app
from landbridge.server.clocks import server_time
from landbridge.server.settings import Settings
from server.clocks.test_timekeeping import DAY, Machine
from server.devices import quick_passwords


class Club:
    """A server for several people, whose clocks are set by hand."""

    def __init__(self, app: Any, address: str) -> None:
        self.app, self.address = app, address
        self.machine = Machine()

    def set_clocks(self) -> None:
        """Take the clocks over, once the server runs."""
        keeper = self.app.state.context.keeper
        keeper.wall, keeper.steady = lambda: self.machine.wall, lambda: self.machine.steady
        keeper._base, keeper._at = self.machine.wall, self.machine.steady

    def days(self, count: float) -> None:
        """Let days pass; the server looks after its clocks at its next look."""
        self.machine.wait(count * DAY)


@pytest.fixture
def timed(servers: ExitStack, monkeypatch: pytest.MonkeyPatch) -> Club:
    quick_passwords(monkeypatch)
    monkeypatch.setattr(server_time, "COUNT_EVERY", 1000 * DAY)
    monkeypatch.setattr("landbridge.server.clocks.watch.COUNT_EVERY", 0.2)
    app = create_app(settings=Settings(public=True, limits=False))
    club = Club(app, servers.enter_context(serving(app)))
    club.set_clocks()
    return club


def two_players(visit: Any, at: str, *, phone: bool = False, **more: Any) -> tuple[Page, Page]:
    """Anna plays the Soviets of Arsenal against Boris."""
    anna = visit(ELSEWHERE, at=at, name="Anna")
    boris = visit(ELSEWHERE, at=at, name="Boris", phone=phone)
    look_at(begin_together("arsenal", {"soviet": anna, "axis": boris}, **more), anna, boris)
    expect(boris.locator(".waiting")).to_be_visible()
    anna.get_by_role("button", name="More", exact=True).click()
    return anna, boris


def test_resigning_takes_two_clicks_and_both_see_how_it_ended(club: str, visit: Any) -> None:
    anna, boris = two_players(visit, club)
    anna.get_by_role("button", name="Resign…").click()
    expect(anna.get_by_role("button", name="Yes, Soviet resigns: Axis wins")).to_be_focused()
    anna.get_by_role("button", name="Play on").click()
    expect(anna.locator(".ending")).to_have_count(0)
    anna.get_by_role("button", name="Resign…").click()
    anna.get_by_role("button", name="Yes, Soviet resigns: Axis wins").click()
    for page in (anna, boris):
        expect(page.locator(".ending")).to_contain_text("Axis wins")
        expect(page.locator(".ending")).to_contain_text("The Soviet player resigns")
        expect(page.locator(".log")).to_contain_text(
            "The match is over: the Soviet player resigns."
        )
        expect(page.get_by_role("button", name="Resign…")).to_have_count(0)
    boris.goto(f"{club}#/")
    expect(boris.locator(".mt")).to_contain_text("Axis won")


def test_a_draw_is_offered_declined_offered_and_accepted(club: str, visit: Any) -> None:
    anna, boris = two_players(visit, club)
    anna.get_by_role("button", name="Offer a draw").click()
    expect(anna.locator(".draw-offer")).to_contain_text("You offer a draw")
    expect(boris.locator(".draw-offer")).to_contain_text("The Soviet player offers a draw")
    boris.get_by_role("button", name="Decline").click()
    for page in (anna, boris):
        expect(page.locator(".draw-offer")).to_have_count(0)
    expect(anna.get_by_role("button", name="Offer a draw")).to_be_disabled()
    expect(anna.locator(".end-of-match")).to_contain_text("both sides act")
    boris.get_by_role("button", name="More", exact=True).click()
    boris.get_by_role("button", name="Offer a draw").click()
    assert faint(anna) == []
    assert nameless(anna)[0] == []
    anna.get_by_role("button", name="Accept the draw").click()
    for page in (anna, boris):
        expect(page.locator(".ending")).to_contain_text("A draw")
        expect(page.locator(".ending")).to_contain_text("A draw by agreement")


@pytest.mark.parametrize("phone", [False, True])
def test_the_clock_is_shown_and_time_out_claimed(
    timed: Club, visit: Any, axe: str, phone: bool
) -> None:
    anna, boris = two_players(visit, timed.address, phone=phone, clock={"days": 3, "reserve": 7})
    expect(anna.locator(".clock-line")).to_contain_text("10 days left")
    expect(boris.locator(".clock-line")).to_contain_text("10 days left")
    expect(anna.locator(".end-of-match")).to_contain_text(
        "3 days for a move and 7 days in reserve; then the other side may claim the match."
    )
    timed.days(9.5)
    expect(boris.locator(".clock-line")).to_contain_text("12 h left")
    expect(boris.locator(".claim")).to_have_count(0)
    timed.days(1)
    expect(boris.locator(".claim")).to_contain_text("The Soviet player is out of time")
    assert too_wide(boris) == 0
    assert faults(boris, axe) == ""
    expect(anna.locator(".clock-line")).to_contain_text("out of time for 12 h")
    boris.get_by_role("button", name="Claim the win").click()
    for page in (anna, boris):
        expect(page.locator(".ending")).to_contain_text("Axis wins")
        expect(page.locator(".ending")).to_contain_text("The Soviet player ran out of time")


def test_lists_say_whose_clock_runs_and_who_is_on_leave(timed: Club, visit: Any, axe: str) -> None:
    anna = visit("#/new/arsenal", at=timed.address, name="Anna")
    anna.get_by_label("Time for a move").select_option("5")
    expect(anna.get_by_label("Whoever runs out of time")).to_be_visible()
    anna.get_by_label("Reserve for the whole match").select_option("7")
    assert faults(anna, axe) == ""
    anna.get_by_role("button", name="Begin", exact=True).click()
    anna.wait_for_url("**/#/match/**")
    match = anna.url.partition("#/match/")[2].partition("?")[0]
    link = post(anna, f"matches/{match}/invite", role="axis")["link"]
    boris = visit(ELSEWHERE, at=timed.address, name="Boris")
    post(boris, "join", token=link.partition("#/join/")[2])
    boris.goto(f"{timed.address}#/")
    row = boris.locator(".mt a")
    expect(row).to_contain_text("waiting for Soviet")
    expect(row).to_contain_text("12 days left")
    anna.goto(f"{timed.address}#/account")
    leave = anna.get_by_role("form", name="Leave")
    expect(leave).to_contain_text("28 days of them left")
    leave.get_by_label("The last day").fill("2027-01-20")
    leave.get_by_role("button", name="Take leave").click()
    expect(leave).to_contain_text("You are on leave until 20 Jan 27")
    assert too_wide(anna) == 0
    assert faults(anna, axe) == ""
    assert faults(boris, axe) == ""
    boris.reload()
    expect(boris.locator(".mt a")).to_contain_text("stands still")
    boris.locator(".mt a").click()
    expect(boris.locator(".clock-line")).to_contain_text("on leave until 20 Jan 27")
    leave.get_by_role("button", name="End it now").click()
    expect(leave).to_contain_text("Your clocks run again")
