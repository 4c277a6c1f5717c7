"""What a page costs: requests and bytes over the wire, counted by a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.tables import Table
from browser.walks import DESK
from browser.watching import Watch

MOST_REQUESTS = 25
MOST_BYTES = 250_000
QUIET = 700
"""Milliseconds without a request after which a page is taken to be whole."""


def cost(browser: Browser, watch: Watch, url: str) -> tuple[list[str], int]:
    """The addresses that a first visit asks for, and the bytes that come back."""
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    watch.over(page)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    asked: list[str] = []
    came: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        came.append(event["encodedDataLength"])

    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.loadingFinished", finished)
    page.goto(url)
    page.wait_for_selector("main h1")
    before = -1
    while before != len(asked) or len(came) < len(asked):
        before = len(asked)
        page.wait_for_timeout(QUIET)
    context.close()
    return asked, int(sum(came))


@pytest.mark.parametrize(
    ("game", "role", "scenario"),
    [
        ("", "", {}),
        ("arsenal", "axis", {}),
        ("belorussia", "soviet", {}),
        ("belorussia", "soviet", {"scenario": "map-1943"}),
        ("orsha", "german", {}),
    ],
)
def test_home_and_a_match_are_few_requests_and_few_bytes(
    browser: Browser, watch: Watch, table: Table, game: str, role: str, scenario: dict[str, str]
) -> None:
    place = f"#/match/{table.begin(game, **scenario)}?as={role}" if game else ""
    asked, came = cost(browser, watch, f"{table.address}{place}")
    assert len(asked) <= MOST_REQUESTS, asked
    assert came <= MOST_BYTES


def test_a_second_visit_fetches_no_code(browser: Browser, watch: Watch, table: Table) -> None:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    watch.over(page)
    page.goto(table.address)
    page.wait_for_selector("main h1")
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    over_the_wire: list[str] = []
    kept: set[str] = set()
    network.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
    network.on(
        "Network.responseReceived",
        lambda event: (
            over_the_wire.append(event["response"]["url"])
            if event["requestId"] not in kept and not event["response"].get("fromDiskCache")
            else None
        ),
    )
    page.reload()
    page.wait_for_selector("main h1")
    page.wait_for_timeout(QUIET)
    context.close()
    assert any("/api/matches" in url for url in over_the_wire)
    assert [url for url in over_the_wire if "/client/" in url] == []
