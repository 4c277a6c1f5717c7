"""What every page is looked at for: contrast, size of letters, names for those who listen."""

from __future__ import annotations

from playwright.sync_api import Page

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


def faint(page: Page) -> list[str]:
    """Texts that are too faint or too small."""
    found: list[str] = page.evaluate(CONTRAST)
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


def too_wide(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, found)
