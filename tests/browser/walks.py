"""Pages that stay open while the tests of a module go from place to place in them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from playwright.sync_api import BrowserContext, Error, Page, ViewportSize

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

ELSEWHERE = "#/report"
"""A place that costs little to draw, for whoever goes on to another."""
ARRIVED = "main:not([data-left]) h1"
"""What is there once another place has been drawn than the one that was left."""
LEAVE = """async (elsewhere) => {
  const leave = () => { document.querySelector("main").dataset.left = ""; };
  leave();
  location.hash = elsewhere;
  await new Promise((on, stop) => {
    const late = setTimeout(() => stop(new Error("the page cannot be left")), 30_000);
    const look = () => {
      if (!document.querySelector("main:not([data-left]) h1")) return;
      watching.disconnect();
      clearTimeout(late);
      on();
    };
    const watching = new MutationObserver(look);
    watching.observe(document, { subtree: true, childList: true });
    look();
  });
  leave();
}"""
FORGET = """() => {
  localStorage.clear();
  localStorage.setItem("landbridge.playback", '{"auto":false}');
  sessionStorage.clear();
  return document.querySelector("dialog[open]") === null;
}"""


def draw_again(page: Page) -> None:
    """Have the place where one is drawn as if one had just come there."""
    place = page.url
    page.evaluate(LEAVE, ELSEWHERE)
    page.goto(place)
    page.wait_for_selector(ARRIVED)


class Kind(NamedTuple):
    """What somebody looks with."""

    phone: bool
    dark: bool
    wide: int

    @property
    def size(self) -> ViewportSize:
        size = PHONE if self.phone else DESK
        return {"width": self.wide or size["width"], "height": size["height"]}

    @property
    def scheme(self) -> Literal["dark", "light"]:
        return "dark" if self.dark else "light"


class Walks:
    """The pages of a module that nobody uses now, by their kind."""

    def __init__(self) -> None:
        self._idle: dict[Kind, Page] = {}

    def keep(self, context: BrowserContext) -> bool:
        """Whether a context is open for the tests to come."""
        return any(page.context is context for page in self._idle.values())

    def take(self, kind: Kind) -> Page | None:
        """A page of this kind, if there is one that nobody uses now."""
        page = self._idle.pop(kind, None)
        return None if page is None or page.is_closed() else page

    def give_back(self, kind: Kind, page: Page) -> None:
        """Leave a page as if it had just been opened; close one that cannot be left so."""
        if self._left(kind, page) and kind not in self._idle:
            self._idle[kind] = page
        elif not page.is_closed():
            page.context.close()

    def _left(self, kind: Kind, page: Page) -> bool:
        try:
            for other in page.context.pages:
                if other is not page:
                    other.close()
            page.unroute_all(behavior="ignoreErrors")
            page.context.clear_cookies()
            page.mouse.move(0, 0)
            page.set_viewport_size(kind.size)
            page.emulate_media(media="screen", color_scheme=kind.scheme)
            page.evaluate(LEAVE, ELSEWHERE)
            found: bool = page.evaluate(FORGET)
        except Error:
            return False
        return found

    def close(self) -> None:
        for page in self._idle.values():
            if not page.is_closed():
                page.context.close()
