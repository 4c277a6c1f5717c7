"""What every page is looked at for: contrast, size of letters, names for those who listen.

What has to do with colours is looked at in the light and in the dark, on the same open page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NARROW = 760
"""Up to this width the client builds pages for a phone."""
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe-core that can find in the dark what they do not find in the light."""

CONTRAST = """() => {
  const channel = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (text) => text.startsWith("color(srgb")
    ? text.match(/[\\d.]+/g).map((n, i) => i < 3 ? 255 * n : +n)
    : text.match(/[\\d.]+/g).map(Number);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const colour = parse(style.backgroundColor);
      if (colour.length < 4 || colour[3] > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element.closest("[aria-hidden], .sr, .never"))
      continue;
    if (element.closest("[disabled]") || !element.checkVisibility()) continue;
    const back = ground(element);
    if (!back) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(parse(style.color)), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24;
    if (ratio < (large ? 3 : 4.5))
      poor.push(`${ratio.toFixed(2)} ${walker.currentNode.textContent.trim().slice(0, 40)}`);
    if (parseFloat(style.fontSize) < 12)
      poor.push(`${style.fontSize} ${walker.currentNode.textContent.trim().slice(0, 40)}`);
  }
  return [...new Set(poor)];
}"""

SPEAKING = {"button", "link", "textbox", "searchbox", "combobox", "radio", "checkbox", "spinbutton"}


def settle(page: Page) -> None:
    """Wait until nothing is being fetched, and nothing moves or changes its colour."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.evaluate(
        """() => Promise.allSettled(document.getAnimations()
        .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished)).then(() => true)"""
    )


@contextmanager
def in_the_dark(page: Page) -> Iterator[None]:
    """The same page as those see it who prefer the dark."""
    page.emulate_media(color_scheme="dark")
    settle(page)
    yield
    page.emulate_media(color_scheme="light")
    settle(page)


def faint(page: Page) -> list[str]:
    """Texts that are too faint or too small, in the light or in the dark."""
    settle(page)
    found: list[str] = page.evaluate(CONTRAST)
    with in_the_dark(page):
        found += [f"in the dark: {text}" for text in page.evaluate(CONTRAST)]
    return found


def faults(page: Page, axe: str) -> str:
    """What axe-core, of which this is the source, finds wrong: one line for each place.

    In the dark only colours are others.
    """
    settle(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = _run_axe(page, {"type": "tag", "values": LEVELS})
    with in_the_dark(page):
        found += _run_axe(page, {"type": "rule", "values": COLOURS})
    return "\n".join(found)


def _run_axe(page: Page, only: dict[str, object]) -> list[str]:
    found = page.evaluate(
        "only => axe.run(document, { runOnly: only, resultTypes: ['violations'] })", only
    )
    return [
        f"{one['id']}: {node['target']} {node['html'][:120]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def nameless(page: Page) -> tuple[list[str], list[str]]:
    """Controls without a name, and every role on the page."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    seen = [node for node in tree if not node.get("ignored")]
    without = [
        str(node.get("role", {}).get("value"))
        for node in seen
        if node.get("role", {}).get("value") in SPEAKING
        and not node.get("name", {}).get("value", "").strip()
    ]
    return without, [str(node.get("role", {}).get("value")) for node in seen]


def resize(page: Page, wide: int) -> None:
    """Make the window this wide. Below the width of a tablet pages are built in another way:
    there the page is opened again."""
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": wide, "height": size["height"]})
    if (wide <= NARROW) != (size["width"] <= NARROW):
        page.reload()
        page.wait_for_selector("main h1")


def too_wide(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, found)
