"""Arsenal's map under the hands of a test: matches on it, and where points are on the screen."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

PLACE = """async ([canvas, id]) => {
  const { project } = await import('/games/arsenal/earth.js');
  const { points } = await (await fetch('/api/games/arsenal/board')).json();
  const point = points.find((one) => one.id === id);
  const [x, y] = project(point.lon / 100, point.lat / 100);
  const [left, top, scale] = canvas.dataset.view.split(' ').map(Number);
  const box = canvas.getBoundingClientRect();
  return [box.left + (x - left) * scale, box.top + (y - top) * scale];
}"""
BARE = "([x, y]) => document.elementFromPoint(x, y)?.matches('canvas.surface') ?? false"
"""Whether nothing lies over the map there."""


def war(table: Any, *actions: str, **more: Any) -> str:
    """The tutorial in the first Axis operations."""
    wishes = {"scenario": "tutorial", "seed": "board", "name": "Smolensk", **more}
    match: str = table.begin("arsenal", **wishes)
    table.do(match, "done", "done", *actions)
    return match


def spot(page: Page, point: str) -> tuple[float, float]:
    """Where a point is on the screen."""
    canvas = page.locator("canvas.surface")
    expect(canvas).to_have_attribute("data-view", re.compile(r"\d"))
    x, y = page.evaluate(PLACE, [canvas.element_handle(), point])
    return x, y


def click(page: Page, point: str) -> None:
    page.mouse.click(*spot(page, point))


def look_at(page: Page, point: str) -> None:
    page.mouse.move(*spot(page, point))


def card(page: Page) -> Locator:
    return page.locator(".chosen-point")


def unit(page: Page, name: str) -> Locator:
    return card(page).locator(f'[data-unit="{name}"]')


def tip(page: Page) -> Locator:
    return page.locator(".point-tip")
