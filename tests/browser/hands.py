"""What a hand does on many pages: opening an account, clicking at what may go on by itself."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, TimeoutError

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
