"""The pages about accounts: a forgotten password, devices, the end, reports, moderation."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.hands import PASSWORD, begin_together, look_at
from browser.looks import faults, too_wide
from browser.serving import serving
from browser.walks import ELSEWHERE
from landbridge.cli import main
from landbridge.server import create_app
from landbridge.server.settings import Settings
from server.devices import quick_passwords
from server.receivers import MailServer, mail

__all__ = ["mail"]

Looked = Callable[[Page], None]


class Club:
    """A server for several people that sends letters, and its administrator."""

    def __init__(self, address: str, database: str, mail: MailServer) -> None:
        self.address, self.database, self.mail = address, database, mail

    def admin(self, *words: str) -> None:
        """Run a job; in a thread of its own, since Playwright has a loop in this one."""
        status: list[int] = []
        job = threading.Thread(
            target=lambda: status.append(main(["admin", *words, "--db", self.database]))
        )
        job.start()
        job.join(30)
        assert status == [0]


@pytest.fixture
def server(
    servers: ExitStack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mail: MailServer
) -> Club:
    quick_passwords(monkeypatch)
    database = str(tmp_path / "club.sqlite")
    app = create_app(
        settings=Settings(
            public=True,
            limits=False,
            database=database,
            smtp=mail.url,
            mail_from="club@example.org",
        )
    )
    return Club(servers.enter_context(serving(app)), database, mail)


@pytest.fixture
def looked(axe: str) -> Looked:
    """A page that is as every page has to be."""

    def look(page: Page) -> None:
        assert too_wide(page) == 0
        assert faults(page, axe) == ""

    return look


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Matches")).to_be_visible()


def with_address(page: Page, server: Club, name: str) -> None:
    """Open an account with a mail address, and confirm it."""
    page.get_by_role("button", name="Open an account instead").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("E-mail").fill(f"{name.lower()}@example.org")
    page.get_by_role("button", name="Open the account").click()
    expect(page.get_by_role("heading", name="Matches")).to_be_visible()
    link = re.search(r"(/mail/confirm/\S+)", server.mail.next().get_content())
    assert link is not None
    reply = page.request.get(server.address.rstrip("/") + link[1])
    assert reply.ok


def test_a_forgotten_password(server: Club, visit: Any, watch: Any, looked: Looked) -> None:
    watch.expected |= {400, 403, 404}
    anna = visit("#/account", at=server.address)
    with_address(anna, server, "Anna")
    page = visit("#/account", at=server.address, phone=True)
    page.get_by_role("link", name="Forgot your password?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A new password")
    looked(page)
    asked = page.get_by_role("form", name="By letter")
    asked.get_by_label("Name, or confirmed").fill("anna")
    asked.get_by_label("Name, or confirmed").press("Enter")
    expect(asked.get_by_role("status")).to_contain_text("If there is such an account")
    letter = server.mail.next().get_content()
    token = re.search(r"/#/reset/(\S+)", letter)
    assert token is not None
    page.goto(f"{server.address}#/reset/{token[1]}")
    chosen = page.get_by_role("form", name="Choose it")
    looked(page)
    chosen.get_by_label("The new password").fill("short")
    chosen.get_by_role("button", name="Use it").click()
    expect(chosen.locator(".note.warn")).to_be_visible()
    chosen.get_by_label("The new password").fill("another long password")
    chosen.get_by_role("button", name="Use it").click()
    expect(page.locator("main")).to_contain_text("It is set")
    page.get_by_role("link", name="Sign in").click()
    sign_in(page, "Anna", "another long password")
    anna.goto(f"{server.address}#/account")
    expect(anna.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.goto(f"{server.address}#/reset/{token[1]}")
    chosen.get_by_label("The new password").fill("once more a password")
    chosen.get_by_role("button", name="Use it").click()
    expect(chosen).to_contain_text("has been used")


def test_devices_are_signed_out_from_another(
    server: Club, visit: Any, watch: Any, looked: Looked
) -> None:
    watch.expected |= {403}
    page = visit("#/account", at=server.address, name="Anna")
    others = [visit("#/account", at=server.address) for _ in range(3)]
    for other in others:
        sign_in(other, "Anna")
    page.reload()
    listed = page.get_by_role("region", name="Where you are signed in")
    expect(listed.get_by_role("listitem")).to_have_count(4)
    expect(listed.locator("li", has_text="this device")).to_have_count(1)
    expect(listed).to_contain_text("on Linux")
    expect(listed).to_contain_text("this machine")
    looked(page)
    listed.get_by_role("button", name=re.compile("^Sign out Chrom")).first.click()
    expect(listed.get_by_role("listitem")).to_have_count(3)
    expect(listed.get_by_role("status")).to_contain_text("is signed out")
    listed.get_by_role("button", name="Sign out everywhere else").press("Enter")
    expect(listed.get_by_role("listitem")).to_have_count(1)
    expect(listed.get_by_role("status")).to_contain_text("2 other devices signed out")
    expect(listed.get_by_role("button", name="Sign out everywhere else")).to_be_hidden()
    for other in others:
        other.goto(f"{server.address}#/account")
        expect(other.get_by_role("heading", level=1)).to_have_text("Sign in")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_data_and_the_end_of_an_account(
    server: Club, visit: Any, watch: Any, looked: Looked, phone: bool
) -> None:
    watch.expected |= {403}
    page = visit("#/account", at=server.address, phone=phone, name="Anna")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download it").click()
    kept = json.loads(Path(download.value.path()).read_text())
    assert kept["account"][0]["name"] == "Anna"
    page.get_by_text("Delete the account").first.click()
    leaving = page.get_by_role("form", name="Delete the account")
    expect(leaving).to_contain_text("former player")
    looked(page)
    leaving.get_by_label("are resigned").check()
    leaving.get_by_label("Your password").fill("not this one at all")
    leaving.get_by_role("button", name="Delete it permanently").click()
    expect(leaving.locator(".note.warn")).to_contain_text("nothing has been deleted")
    leaving.get_by_label("Your password").fill(PASSWORD)
    leaving.get_by_role("button", name="Delete it permanently").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.get_by_label("Name").fill("Anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("wrong")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_report_and_what_a_moderator_does(
    server: Club, visit: Any, watch: Any, looked: Looked, phone: bool
) -> None:
    watch.expected |= {403, 404, 409}
    boris = visit(ELSEWHERE, at=server.address, name="Boris")
    mona = visit("#/moderation", at=server.address, phone=phone, name="Mona")
    expect(mona.locator("main")).to_contain_text("This page is for moderators")
    server.admin("make-moderator", "Mona", "--why", "trusted by all")

    anna = visit("#/report/Boris", at=server.address, name="Anna")
    report = anna.get_by_role("form", name="For the moderators")
    expect(report.get_by_label("Who")).to_have_value("Boris")
    looked(anna)
    report.get_by_label("What for").select_option("abuse")
    report.get_by_label("What happened").fill("He shouts at everybody.")
    report.get_by_role("button", name="Send the report").click()
    expect(report.get_by_role("status")).to_contain_text("A moderator will look at it")

    mona.reload()
    expect(mona.get_by_role("heading", name="Open reports (1)")).to_be_visible()
    card = mona.get_by_role("article", name="Report of Boris")
    expect(card).to_contain_text("He shouts at everybody.")
    expect(mona.get_by_role("table")).to_contain_text("trusted by all")
    looked(mona)
    card.get_by_role("link", name="Boris").click()
    expect(mona.get_by_role("heading", level=1)).to_have_text("Boris")
    switch = mona.get_by_role("form", name="Disable the account")
    switch.get_by_label("Why").fill("insults")
    switch.get_by_role("button", name="Disable the account").click()
    expect(mona.locator(".note.warn")).to_contain_text("is disabled")
    looked(mona)
    boris.goto(f"{server.address}#/account")
    expect(boris.get_by_role("heading", level=1)).to_have_text("Sign in")
    mona.get_by_role("link", name="All reports").click()
    card.get_by_label("What you decided").fill("Disabled for a month.")
    card.get_by_role("button", name="Close the report").click()
    expect(mona.get_by_role("heading", name="Open reports (0)")).to_be_visible()
    expect(mona.get_by_role("table")).to_contain_text("Disabled for a month.")
    mona.get_by_label("An account, by its name").fill("Nobody")
    mona.get_by_label("An account, by its name").press("Enter")
    expect(mona.locator("main")).to_contain_text("There is no account 'Nobody'")


def test_a_player_is_reported_from_the_match(server: Club, visit: Any, watch: Any) -> None:
    anna = visit(ELSEWHERE, at=server.address, name="Anna")
    boris = visit(ELSEWHERE, at=server.address, name="Boris")
    look_at(begin_together("arsenal", {"soviet": anna, "axis": boris}), boris)
    expect(boris.locator("canvas.surface")).to_be_visible()
    boris.get_by_role("button", name="People", exact=True).click()
    boris.get_by_role("link", name="Report Anna").click()
    report = boris.get_by_role("form", name="For the moderators")
    expect(report.get_by_label("Who")).to_have_value("Anna")
    expect(report.get_by_role("link", name="this match")).to_be_visible()
