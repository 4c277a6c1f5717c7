"""The largest map in a browser without a GPU: frames while it is panned, and its first picture.

`python -m bench boards`. A frame that only lays the same tiles on the same canvas stands beside it.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright

from bench.measure import Figure

ROOT = Path(__file__).parent.parent
DEMO = ROOT / "tests" / "browser"
CLIENT = ROOT / "src" / "landbridge" / "client"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
ROUNDS = 5
FRAMES = 120
BARE_FRAME = """() => {
  const { canvas } = board.sheet, pen = canvas.getContext("2d"), taken = [];
  const tile = Object.assign(document.createElement("canvas"), { width: 256, height: 256 });
  for (let frame = 0; frame < 120; frame++) {
    const began = performance.now();
    for (let x = 0; x < canvas.width; x += 256)
      for (let y = 0; y < canvas.height; y += 256) pen.drawImage(tile, x, y);
    taken.push(performance.now() - began);
  }
  return taken.sort((a, b) => a - b)[60];
}"""


def figures() -> list[Figure]:
    """Frames of 8,520 hexes with 3,000 counters at four sizes, and the first picture of them."""
    program = os.environ.get("LANDBRIDGE_CHROMIUM") or shutil.which("chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.route("**/*", _serve)
        found = []
        for size in (64, 44, 24, 11):
            page.goto(f"http://127.0.0.1/demo/hexes.html?s={size}")
            page.wait_for_function("window.board?.sheet.settled()")
            first = page.evaluate("Math.max(...board.sheet.times)")
            found += _frames(page, size, first)
        browser.close()
    return found


def _frames(page: Page, size: int, first: float) -> list[Figure]:
    bare = max(page.evaluate(BARE_FRAME), 0.1) * 1000
    best: dict[str, Any] = {}
    for _ in range(ROUNDS):
        now = page.evaluate("frames => measure(frames, 7, 4)", FRAMES)
        best = {name: min(best.get(name, value), value) for name, value in now.items()}
    drawn, gap = best["draw_median"] * 1000, best["gap_median"] * 1000
    bare_name = "its tiles alone"
    return [
        Figure(f"hexes of {size} px: first picture", first * 1000, bare_name, bare, 1_500_000),
        Figure(f"hexes of {size} px: drawing a frame", drawn, bare_name, bare, 8_000),
        Figure(f"hexes of {size} px: from frame to frame", gap, "60 Hz", 16_667, 34_000),
    ]


def _serve(route: Route) -> None:
    """The files of the page, with no server."""
    path = route.request.url.partition("//")[2].partition("/")[2].partition("?")[0]
    place = (DEMO if path.startswith("demo/") else CLIENT) / path
    if place.is_file():
        kind = TYPES.get(place.suffix, "text/plain")
        route.fulfill(body=place.read_bytes(), content_type=kind)
    else:
        route.fulfill(status=404, body="")
