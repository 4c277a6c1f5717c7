"""Clicking at a page that goes on by itself."""

from __future__ import annotations

from playwright.sync_api import Locator, TimeoutError


def press(button: Locator) -> bool:
    """Click what was there a moment ago; whether it still was. If not, look again."""
    try:
        button.click(timeout=2_000)
    except TimeoutError:
        return False
    return True
