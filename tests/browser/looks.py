"""What every page is looked at for: contrast, size of letters, names for those who listen.

What has to do with colours is looked at in the light and in the dark, on the same open page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

from browser.walks import draw_again

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NARROW = 760
"""Up to this width the client builds pages for a phone."""
COLOURS = ["link-in-text-block"]
"""The rules of axe-core that can find in the dark what they do not find in the light; but its
contrast, which takes it long, is the one that is measured here for every text."""

CONTRAST = """() => {
  const channel = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (text) => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    const [r, g, b, alpha = 1] = numbers;
    const scale = text.startsWith("color(srgb") ? 255 : 1;
    return [r * scale, g * scale, b * scale, alpha];
  };
  const over = ([r, g, b], [x, y, z], share) =>
    [r * share + x * (1 - share), g * share + y * (1 - share), b * share + z * (1 - share)];
  const known = new Map();
  const styleOf = (element) => {
    if (!known.has(element)) {
      const { backgroundColor, backgroundImage, color, fontSize, opacity } =
        getComputedStyle(element);
      known.set(element, { back: parse(backgroundColor), image: backgroundImage !== "none",
        color: parse(color), size: parseFloat(fontSize), opacity: Number(opacity) });
    }
    return known.get(element);
  };
  // What is painted at a text, from the nearest ground that nothing shines through: the ground and
  // the letters, each mixed with what lies below; nothing where a picture is the ground.
  const painted = (element) => {
    const layers = [];
    let dim = false;
    for (let at = element; at; at = at.parentElement) dim ||= styleOf(at).opacity < 1;
    for (let at = element; at; at = at.parentElement) {
      const style = styleOf(at);
      if (style.image) return null;
      layers.unshift(style);
      if (style.back[3] > 0.99 && !dim) break;
    }
    const paint = (at, below) => {
      const { back, color, opacity } = layers[at];
      const ground = over(back, below, back[3]);
      const [within, letters] = at === layers.length - 1
        ? [ground, over(color, ground, color[3])]
        : paint(at + 1, ground);
      return [over(within, below, opacity), over(letters, below, opacity)];
    };
    return paint(0, [255, 255, 255]);
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || element.closest("[aria-hidden], .sr, .never")) continue;
    if (element.closest("[disabled], [aria-disabled=true]") || !element.checkVisibility()) continue;
    const found = painted(element);
    if (!found) continue;
    const { size } = styleOf(element);
    const [a, b] = found.map(light).sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (size >= 24 ? 3 : 4.5)) poor.push(`${ratio.toFixed(2)} ${text.slice(0, 40)}`);
    if (size < 12) poor.push(`${size}px ${text.slice(0, 40)}`);
  }
  return [...new Set(poor)];
}"""

ALIKE = """() => {
  const known = new Map();
  const grounds = (element) => {
    if (!element) return "";
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter,
        style.mixBlendMode, style.position, style.zIndex];
      known.set(element, `${own.join("|")}/${grounds(element.parentElement)}`);
    }
    return known.get(element);
  };
  const inSight = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const alike = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const idle = "[disabled], [aria-disabled=true], [inert], [aria-hidden=true]";
    const look = [style.color, style.fontSize, style.fontWeight, style.textShadow,
      style.webkitTextStroke, element.tagName, element.id !== "", element.closest(idle) !== null,
      Boolean(element.closest("label")?.control?.disabled), grounds(element)].join("|");
    alike.set(look, (alike.get(look) ?? new Set()).add(element));
  }
  for (const group of alike.values()) {
    let marked = 0;
    for (const element of group) {
      if (marked === 2) break;
      if (!inSight(element)) continue;
      element.setAttribute("data-judged", "");
      marked++;
    }
    if (!marked) for (const one of [...group].slice(0, 2)) one.setAttribute("data-judged", "");
  }
}"""
"""Mark the texts of which axe-core is to judge the contrast: two of all that look alike, in sight
if any is.

Its judgement rests on the letters' colour, size and weight and on every ground below them, which is
what is compared here; to judge hundreds of equal cells one by one takes it most of its time.
"""

MARKED_ONLY = """() => {
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-judged]" }] });
}"""

VIOLATIONS = """async only => {
  const { violations } = await axe.run(document, { runOnly: only, resultTypes: ["violations"] });
  const marked = document.querySelectorAll("[data-judged]");
  for (const one of marked) one.removeAttribute("data-judged");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`));
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
    """What axe-core, of which this is the source, finds wrong, and what is faint: one line for each
    place.

    In the dark only colours are others.
    """
    settle(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
        page.evaluate(MARKED_ONLY)
    page.evaluate(ALIKE)
    found = _run_axe(page, {"type": "tag", "values": LEVELS}) + page.evaluate(CONTRAST)
    with in_the_dark(page):
        dark = _run_axe(page, {"type": "rule", "values": COLOURS}) + page.evaluate(CONTRAST)
    return "\n".join([*found, *(f"in the dark: {text}" for text in dark)])


def _run_axe(page: Page, only: dict[str, object]) -> list[str]:
    found: list[str] = page.evaluate(VIOLATIONS, only)
    return found


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


DRAWN = """async ([places, parts]) => {
  const shown = (part) => {
    const found = document.querySelector(part);
    return found?.checkVisibility({ visibilityProperty: true }) ? found : null;
  };
  const ready = (title) => document.querySelector("main h1")?.textContent === title
    && !document.querySelector("[aria-busy]") && parts.every(shown);
  const until = (title) => new Promise((on, stop) => {
    const look = () => {
      if (!ready(title)) return;
      watching.disconnect();
      clearTimeout(late);
      on();
    };
    const watching = new MutationObserver(look);
    watching.observe(document, { subtree: true, childList: true, attributes: true });
    const late = setTimeout(() => stop(new Error(`${title}: not drawn`)), 30_000);
    look();
  });
  const found = {};
  for (const [place, title] of Object.entries(places)) {
    location.hash = place;
    await until(title);
    const text = shown(parts[0]).innerText;
    found[place] = { text, wide: document.documentElement.scrollWidth };
  }
  return found;
}"""


def drawn(page: Page, places: dict[str, str], *parts: str) -> dict[str, Any]:
    """Go to each of these places, of which the titles are known, and wait there for its parts: the
    text of the first part, and how wide the page is. All in one round, without leaving the page."""
    found: dict[str, Any] = page.evaluate(DRAWN, [places, parts])
    return found


def resize(page: Page, wide: int) -> None:
    """Make the window this wide. Below the width of a tablet pages are built in another way:
    there it is drawn again."""
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": wide, "height": size["height"]})
    if (wide <= NARROW) != (size["width"] <= NARROW):
        draw_again(page)


def too_wide(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, found)
