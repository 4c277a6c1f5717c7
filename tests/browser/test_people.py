"""A server for several people: accounts, how one is told, links to look on."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.hands import PASSWORD, begin_together, look_at
from browser.looks import faint, nameless, too_wide
from browser.walks import ELSEWHERE


def test_an_account_keeps_wishes_and_changes_its_password(
    club: str, visit: Any, watch: Any
) -> None:
    watch.expected |= {400, 403}
    page = visit("#/account", at=club, name="Anna")
    told = page.get_by_role("form", name="When it is your turn")
    told.get_by_label("E-mail").fill("anna@example.org")
    told.get_by_label("Send me a letter").check()
    told.get_by_role("button", name="Keep").click()
    expect(told.get_by_role("status")).to_contain_text("once the address is confirmed")
    page.reload()
    expect(told.get_by_label("E-mail")).to_have_value("anna@example.org")
    expect(told).to_contain_text("not confirmed yet")
    told.get_by_label("Webhook").fill("ftp://example.org/hook")
    told.get_by_role("button", name="Keep").click()
    expect(told.locator(".note.warn")).to_be_visible()

    words = page.get_by_role("form", name="Password")
    words.get_by_label("The old one").fill("not this one at all")
    words.get_by_label("A new one").fill("another long password")
    words.get_by_role("button", name="Change it").click()
    expect(words.locator(".note.warn")).to_contain_text("The old password is wrong")
    words.get_by_label("The old one").fill(PASSWORD)
    words.get_by_role("button", name="Change it").click()
    expect(words.locator(".note.legal")).to_contain_text("Changed.")
    assert too_wide(page) == 0
    assert faint(page) == []
    assert nameless(page)[0] == []
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_somebody_is_let_in_to_look_on(club: str, visit: Any, watch: Any) -> None:
    watch.expected |= {403, 404}
    anna = visit(ELSEWHERE, at=club, name="Anna")
    match = begin_together("arsenal", {"soviet": anna}, private=True)
    look_at(match, anna)
    boris = visit(f"#/match/{match}", at=club, name="Boris")
    expect(boris.get_by_role("heading", level=1)).to_have_text("There is no such match")
    expect(boris.locator("main")).to_contain_text("it is private")
    expect(boris.get_by_role("link", name="All matches")).to_be_visible()
    expect(boris.get_by_role("link", name="Sign in")).to_have_count(0)
    guest = visit(f"#/match/{match}", at=club)
    expect(guest.locator("main").get_by_role("link", name="Sign in")).to_be_visible()
    anna.get_by_role("button", name="People", exact=True).click()
    anna.get_by_role("button", name="A link to look on").click()
    letters = anna.get_by_label("Letters about this match")
    letters.select_option("no")
    expect(letters).to_have_value("no")
    boris.goto(anna.locator(".onlooking code").inner_text())
    boris.get_by_role("button", name="Look on").click()
    expect(boris.locator(".match-title")).to_contain_text("you look on")
    expect(boris.locator("canvas.surface")).to_be_visible()
    expect(boris.locator(".decision")).to_have_count(0)
    anna.get_by_role("button", name="Let the chance go").click()
    expect(boris.locator(".log")).to_contain_text("The Axis turn begins")
    expect(anna.locator(".onlooking code")).to_be_visible()


def test_what_could_not_be_sent_is_shown(club: str, visit: Any) -> None:
    page = visit(ELSEWHERE, at=club, name="Anna")
    page.set_viewport_size({"width": 390, "height": 800})
    target = f"https://hooks.example.org/{'a-long-secret-' * 9}"
    failed = {
        "target": target,
        "at": "2026-11-15T12:00:00Z",
        "text": "hooks.example.org answers 410.",
    }
    wishes = {"mail": True, "webhook": target, "email": "", "confirmed": False}
    failures = [
        {"kind": "webhook", "off": True, **failed},
        {"kind": "mail", "off": False, **failed},
    ]
    page.route(
        "**/api/me/notify", lambda route: route.fulfill(json=wishes | {"failures": failures})
    )
    page.goto(f"{club}#/account")
    told = page.get_by_role("form", name="When it is your turn")
    expect(told.locator(".note.refused")).to_contain_text("answers 410. Nothing more is sent there")
    expect(told.locator(".note.warn")).to_contain_text("still sent there")
    assert too_wide(page) == 0
    assert faint(page) == []
    failures.clear()
    told.get_by_role("button", name="Keep").click()
    expect(told.locator(".note.refused")).to_have_count(0)
