"""What a hand does on many pages: opening an account, clicking at what may go on by itself; and
what needs no hand, because the test is about something else."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import APIRequestContext, Locator, Page, TimeoutError

PASSWORD = "a long enough password"


def press(button: Locator) -> bool:
    """Click what was there a moment ago; whether it still was. If not, look again."""
    try:
        button.click(timeout=2_000)
    except TimeoutError:
        return False
    return True


def enter(page: Page, name: str) -> None:
    """Open an account on the page that asks for one."""
    page.get_by_role("button", name="Open an account instead").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Open the account").click()


# Without clicking


def open_account(asking: APIRequestContext, at: str, name: str, **more: str) -> None:
    """Open an account over the API; the pages of this context are signed in then."""
    _post(asking, at, "register", {"name": name, "password": PASSWORD, **more})


def post(page: Page, path: str, **body: Any) -> Any:
    """Say something to the API as whoever is signed in on this page."""
    return _post(page.request, page.url.partition("#")[0], path, body)


def _post(asking: APIRequestContext, at: str, path: str, body: dict[str, Any]) -> Any:
    csrf = asking.get(f"{at}api/me").json()["csrf"]
    reply = asking.post(f"{at}api/{path}", data=body, headers={"X-CSRF-Token": csrf})
    assert reply.ok, reply.text()
    return reply.json()


def begin_together(game: str, players: dict[str, Page], **more: Any) -> str:
    """Begin a match in which each plays a role, by its name; the first of them begins it."""
    (first, page), *others = players.items()
    match: str = post(page, "matches", game=game, seats={first: "me"}, **more)["id"]
    for role, other in others:
        post(other, f"matches/{match}/seats", role=role, to="me")
    return match


def look_at(match: str, *pages: Page) -> None:
    """Go to a match on these pages."""
    for page in pages:
        page.goto(f"{page.url.partition('#')[0]}#/match/{match}")
