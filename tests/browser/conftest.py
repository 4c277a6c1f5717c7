"""A real server, a real Chromium, and a watch over everything that goes wrong in the page.

To load the page costs a second of processor time, most tests look at it for less. So
- `visit` walks: the first visit of a test goes on in the page that the test before it left, which
  has forgotten everything but its code. A second visit of the same kind (desk, phone, dark) is
  another browser. A test that needs a page which was just loaded says `visit(..., fresh=True)`;
- `table` sets a match up over the API; `visit(ELSEWHERE, at=club, name="Anna")` opens an account
  and `hands.begin_together` begins a match for several people without a click;
- tests that look at different sides of one page are one test; a window is made narrow and the
  colours dark while the page is open (`looks`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from browser.hands import open_account
from browser.serving import serving
from browser.tables import Table
from browser.walks import ARRIVED, Kind, Walks
from browser.watching import Watch
from cli import registered
from landbridge.server import create_app
from landbridge.server.context import ServerContext
from landbridge.server.settings import Settings
from needs import left_out, skip_or_fail
from server.devices import quick_passwords

expect.set_options(timeout=30_000)
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
ARGS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SLOW = int(os.environ.get("LANDBRIDGE_SLOW", "0"))
"""How many milliseconds a reply may be held back: tests that do not wait for it then fail."""
HOLD = """
    const ask = fetch, wait = () => new Promise((on) => setTimeout(on, SLOW * Math.random()));
    fetch = async (...what) => {
      await wait();
      const had = await ask(...what);
      await wait();
      return had;
    };
"""
AT_ONCE = """
    try {
      localStorage.setItem("landbridge.playback", '{"auto":false}');
    } catch {
      // An empty page keeps nothing.
    }
"""
"""What others did is not played back first, but on demand."""
AXE_HOLDER = "axe_playwright_python"
"""The package of the development group that carries axe-core."""


def chromium() -> str:
    """The browser to drive."""
    if left_out("browser"):
        skip_or_fail("browser", "")
    found = os.environ.get("LANDBRIDGE_CHROMIUM") or next(
        filter(None, map(shutil.which, NAMES)), ""
    )
    if found:
        return found
    why = "No Chromium was found: run scripts/chromium.sh, or set LANDBRIDGE_CHROMIUM to its path."
    skip_or_fail("browser", why)


@pytest.fixture(scope="session", autouse=True)
def few_rows_are_proved() -> Iterator[None]:
    """Whether its cases prove a row is counted for Arsenal only. For all games that takes a process
    half a minute, which it needs once in tests/conformance."""
    computed = ServerContext.computed

    def only_arsenal(self: ServerContext, name: str, work: Any, *given: str) -> bytes | None:
        left_out = name in ("coverage of belorussia", "coverage of orsha")
        return None if left_out else computed(self, name, work, *given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ServerContext, "computed", only_arsenal)
        yield


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is served."""
    with serving(create_app()) as found:
        yield found


@pytest.fixture
def servers() -> Iterator[ExitStack]:
    """The servers of one test: they stop when its pages, which may still ask, are closed."""
    with ExitStack() as running:
        yield running


@pytest.fixture
def fresh(servers: ExitStack) -> str:
    """A server of one's own that has no matches yet."""
    return servers.enter_context(serving(create_app()))


@pytest.fixture
def club(servers: ExitStack, monkeypatch: pytest.MonkeyPatch) -> str:
    """A server for several people, who log in."""
    quick_passwords(monkeypatch)
    app = create_app(settings=Settings(public=True, limits=False))
    return servers.enter_context(serving(app))


class Chromium:
    """The browser of all tests; if it dies, one test fails and the next gets another."""

    def __init__(self, playwright: Playwright, path: str) -> None:
        self._launch = partial(playwright.chromium.launch, executable_path=path, args=ARGS)
        self._made: Browser | None = None

    def open(self) -> Browser:
        if self._made is None or not self._made.is_connected():
            self._made = self._launch()
        return self._made

    def close(self) -> None:
        if self._made is not None:
            self._made.close()


@pytest.fixture(scope="session")
def one_chromium() -> Iterator[Chromium]:
    """While it is open, Playwright runs a loop in this thread, and a test that starts a loop of
    its own would fail: tests/conftest.py puts the browser tests last."""
    path = chromium()
    with sync_playwright() as playwright, closing(Chromium(playwright, path)) as made:
        yield made


@pytest.fixture
def browser(one_chromium: Chromium, walks: Walks) -> Iterator[Browser]:
    """The browser; nothing of one test stays open in it for the next but the pages to walk in."""
    made = one_chromium.open()
    yield made
    if made.is_connected():
        for context in made.contexts:
            if not walks.keep(context):
                context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    try:
        import_module(AXE_HOLDER)
    except ImportError:
        skip_or_fail("browser", f"axe-core comes with {AXE_HOLDER}, of the development group.")
    return (files(AXE_HOLDER) / "axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def walks(one_chromium: Chromium) -> Iterator[Walks]:
    """The pages of a module in which its tests walk."""
    with closing(Walks()) as made:
        yield made


@pytest.fixture
def watch(address: str) -> Iterator[Watch]:
    made = Watch(address)
    yield made
    assert made.troubles == []


Opener = Callable[..., Page]


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    with closing(Table(address)) as made:
        yield made


@pytest.fixture
def fresh_table(fresh: str, servers: ExitStack) -> Table:
    """The API of a server of one's own."""
    return servers.enter_context(closing(Table(fresh)))


@pytest.fixture
def toys(servers: ExitStack) -> Table:
    """A server on which Ladder and Sealed can be begun by name."""
    servers.enter_context(registered.toys())
    address = servers.enter_context(serving(create_app()))
    return servers.enter_context(closing(Table(address)))


@pytest.fixture
def visit(
    servers: ExitStack, browser: Browser, walks: Walks, address: str, watch: Watch
) -> Iterator[Opener]:
    """Open the page somewhere, on a desk or a phone, in the light or in the dark.

    The first visit of each kind walks there in a page that is open already, unless it is to be
    fresh. On a server for several people, whoever visits under a name has an account. `plays`: the
    turns of others are played back first; `still`: nothing moves by itself.
    """
    opened: list[Page] = []
    walking: dict[Kind, Page] = {}

    def opener(
        place: str = "",
        *,
        phone: bool = False,
        dark: bool = False,
        wide: int = 0,
        at: str = address,
        slow: int = SLOW,
        fresh: bool = False,
        name: str = "",
        plays: bool = False,
        still: bool = False,
    ) -> Page:
        watch.addresses.add(at)
        kind = Kind(phone, dark, wide)
        walks_there = at == address and slow == SLOW and not (fresh or plays or still)
        walks_there = walks_there and kind not in walking
        page = walks.take(kind) if walks_there else None
        if page is None:
            context = browser.new_context(
                viewport=kind.size,
                color_scheme=kind.scheme,
                has_touch=phone,
                reduced_motion="reduce" if still else "no-preference",
            )
            if not plays:
                context.add_init_script(AT_ONCE)
            if slow:
                context.add_init_script(HOLD.replace("SLOW", str(slow)))
            if name:
                open_account(context.request, at, name)
            page = context.new_page()
            page.set_default_timeout(30_000)
        if walks_there:
            walking[kind] = page
        else:
            opened.append(page)
        watch.over(page)
        page.goto(f"{at}{place}")
        page.wait_for_selector(ARRIVED)
        return page

    yield opener
    for page in opened:
        page.context.close()
    for kind, page in walking.items():
        watch.leave(page)
        walks.give_back(kind, page)
