"""Boards: 8,520 hexes and 3,000 counters that pan smoothly, for mouse, touch, keys and ears."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import Chromium
from browser.looks import nameless
from browser.walks import DESK, PHONE
from browser.watching import Watch
from landbridge.server.http.guard import HEADERS

DEMO = Path(__file__).parent / "demo"
HEXES = "hexes.html"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "text/plain"}

Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def laid(one_chromium: Chromium) -> Iterator[dict[tuple[str, bool], Page]]:
    """The boards that are laid out already: that takes seconds."""
    found: dict[tuple[str, bool], Page] = {}
    yield found
    for page in found.values():
        page.context.close()


@pytest.fixture
def demo(
    one_chromium: Chromium, laid: dict[tuple[str, bool], Page], address: str, watch: Watch
) -> Iterator[Opener]:
    """Open a page of tests/browser/demo as if the server had it, under the server's own headers.
    On the board of hexes one begins again."""
    opened: list[Page] = []

    def serve(route: Route) -> None:
        place = DEMO / route.request.url.split("/demo/")[1].partition("?")[0]
        policy = {"Content-Security-Policy": HEADERS["Content-Security-Policy"]}
        kind = TYPES[place.suffix]
        route.fulfill(body=place.read_bytes(), content_type=kind, headers=policy)

    def open_page(phone: bool) -> Page:
        browser = one_chromium.open()
        context = browser.new_context(viewport=PHONE if phone else DESK, has_touch=phone)
        page = context.new_page()
        page.route("**/demo/**", serve)
        return page

    def opener(name: str, *, scale: int = 44, phone: bool = False, fresh: bool = False) -> Page:
        kept = None if fresh or name != HEXES else laid.get((name, phone))
        page = kept or open_page(phone)
        opened.append(page)
        watch.over(page)
        if kept:
            page.mouse.move(0, 0)
            page.evaluate("scale => begin(scale)", scale)
        else:
            page.goto(f"{address}demo/{name}?s={scale}")
        until(page, "window.board?.sheet.settled()")
        if name == HEXES and not fresh:
            laid[name, phone] = page
        return page

    yield opener
    for page in opened:
        watch.leave(page)
        if page not in laid.values():
            page.context.close()


def until(page: Page, holds: str) -> None:
    """Wait until something holds; the page's own headers forbid the usual way of waiting."""
    deadline = time.monotonic() + 60
    while not page.evaluate(f"Boolean({holds})"):
        assert time.monotonic() < deadline, holds
        page.wait_for_timeout(40)


def middle(page: Page, place: str) -> tuple[float, float]:
    """Where a hex is on the screen."""
    x, y = page.evaluate(
        """id => { const hex = board.grid.byId.get(id); const box = board.sheet.canvas
        .getBoundingClientRect(); const [x, y] = board.sheet.toScreen(hex.x, hex.y);
        return [x + box.left, y + box.top] }""",
        place,
    )
    return x, y


def stack(page: Page, side: str, most: int = 1) -> str:
    """A hex with so many units of a side."""
    found: str = page.evaluate(
        """([side, most]) => { const at = {};
        for (const unit of units) (at[unit.at] ??= []).push(unit);
        return Object.keys(at).find((id) => at[id].length >= most
          && at[id].every((unit) => unit.side === side)) }""",
        [side, most],
    )
    return found


# What is painted


@pytest.mark.parametrize("size", [64, 44, 24, 11])
def test_panning_paints_nothing_that_has_been_painted(demo: Opener, size: int) -> None:
    """Tiles are kept: so the largest map pans at sixty hertz (see `python -m bench boards`)."""
    page = demo(HEXES, scale=size)
    assert page.evaluate("[hexes, units.length]") == [8520, 3000]
    page.evaluate("countTiles()")
    pan_to_and_fro(page)
    assert pan_to_and_fro(page) == 0


def test_panning_paints_only_what_comes_into_sight(demo: Opener) -> None:
    page = demo(HEXES)
    page.evaluate("countTiles()")
    high = page.evaluate("Math.ceil(board.sheet.canvas.clientHeight / 256) + 1")
    settle(page)
    for _ in range(4):
        before = page.evaluate("tiles()")
        page.evaluate("board.sheet.pan(-256, 0)")
        settle(page)
        # A column comes into sight, and one lies ready beyond: each tile is a ground and its dress.
        assert page.evaluate("tiles()") - before <= 2 * 2 * (high + 2)


def pan_to_and_fro(page: Page) -> int:
    """Pan away and back; how many tiles were made meanwhile."""
    before: int = page.evaluate("tiles()")
    for way in (-1, 1):
        for _ in range(6):
            page.evaluate("way => board.sheet.pan(way * 90, way * 50)", way)
            settle(page)
    after: int = page.evaluate("tiles()")
    return after - before


def settle(page: Page) -> None:
    """Wait until what is seen is painted, and what lies at its edge."""
    until(page, "board.sheet.settled()")
    page.evaluate(
        """async () => { for (let before = -1; before !== tiles();) { before = tiles();
        for (let n = 0; n < 2; n++) await new Promise((then) => requestIdleCallback(then)); } }"""
    )


# Mouse, touch, wheel


def test_a_hex_is_chosen_with_the_mouse(demo: Opener) -> None:
    page = demo(HEXES)
    place = stack(page, "soviet", 3)
    page.evaluate("id => board.go(id)", place)
    page.mouse.click(*middle(page, place))
    assert page.evaluate("picked.at(-1)[0]") == place
    fan = page.get_by_role("group", name=f"Stack in {place}, 3 units")
    expect(fan).to_be_visible()
    expect(fan.get_by_role("button")).to_have_count(3)
    fan.get_by_role("button").nth(1).click()
    chosen = page.evaluate("picked.at(-1)[1]")
    below = page.evaluate(
        "id => units.filter((unit) => unit.at === id).map((unit) => unit.id)", place
    )
    assert chosen == below[1]


def test_dragging_moves_the_map_and_chooses_nothing(demo: Opener) -> None:
    page = demo(HEXES)
    before = page.evaluate("({...board.sheet.view})")
    page.mouse.move(700, 400)
    page.mouse.down()
    page.mouse.move(600, 330, steps=4)
    page.mouse.up()
    after = page.evaluate("({...board.sheet.view})")
    assert after["x"] - before["x"] == pytest.approx(100 / before["scale"], rel=0.15)
    assert page.evaluate("picked.length") == 0


def test_the_wheel_zooms_where_it_points(demo: Opener) -> None:
    page = demo(HEXES, scale=40)
    page.mouse.move(500, 300)
    under = page.evaluate("board.grid.at(...board.sheet.toWorld(500, 300)).id")
    for _ in range(4):
        page.mouse.wheel(0, -60)
    until(page, "board.sheet.view.scale > 60 && board.sheet.settled()")
    assert page.evaluate("board.grid.at(...board.sheet.toWorld(500, 300)).id") == under


def test_two_fingers_zoom(demo: Opener) -> None:
    page = demo(HEXES, scale=50, phone=True)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmitTouchEventsForMouse", {"enabled": False})

    def touch(kind: str, *spots: tuple[int, int]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (150, 400), (240, 400))
    touch("touchMove", (110, 400), (280, 400))
    touch("touchMove", (80, 400), (310, 400))
    touch("touchEnd")
    until(page, "board.sheet.view.scale > 70")


# Keys and ears


def test_the_keys_walk_from_hex_to_hex_and_are_heard(demo: Opener) -> None:
    page = demo(HEXES)
    page.evaluate("board.go('60.30')")
    page.locator("canvas.surface").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#announcement")).to_contain_text("60.31")
    page.keyboard.press("ArrowRight")
    told = page.locator("#announcement").inner_text()
    assert told.startswith("61.")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    told = page.locator("#announcement").inner_text()
    assert told.startswith("66.")
    assert abs(int(told.split(".")[1][:2]) - 31) <= 1
    page.keyboard.press("Enter")
    assert page.evaluate("picked.at(-1)[0]") == told.split(",")[0]


def test_a_stack_is_opened_with_keys(demo: Opener) -> None:
    page = demo(HEXES)
    place = stack(page, "soviet", 2)
    page.evaluate("id => board.go(id)", place)
    page.locator("canvas.surface").focus()
    page.keyboard.press("f")
    fan = page.locator(".fan")
    expect(fan).to_be_visible()
    expect(fan.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(fan).to_be_hidden()
    expect(page.locator("canvas.surface")).to_be_focused()


def test_what_is_reached_and_refused_is_heard(demo: Opener) -> None:
    page = demo(HEXES)
    page.evaluate(
        """() => { board.overlay({ reach: new Map([['60.31', '2½']]),
        refused: [{ hex: '60.32', reason: 'Blocked Lake hexside' }] }); board.go('60.30') }"""
    )
    page.locator("canvas.surface").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#announcement")).to_contain_text("Reached for 2½")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#announcement")).to_contain_text("Refused: Blocked Lake hexside")


def test_the_board_can_be_read_as_a_table(demo: Opener) -> None:
    page = demo(HEXES)
    page.get_by_text("The board in words").click()
    rows = page.locator(".board-words tbody tr")
    expect(rows.first).to_contain_text("Axis")
    assert rows.count() > 1000
    without, _ = nameless(page)
    assert without == []


# What is hidden stays hidden


@pytest.mark.parametrize(("side", "same"), [("axis", True), ("soviet", False)])
def test_an_enemy_stack_looks_the_same_whatever_is_below(
    demo: Opener, side: str, same: bool
) -> None:
    page = demo(HEXES, scale=60)
    page.evaluate("board.go('60.30')")

    def look(below: int) -> bytes:
        page.evaluate(
            """async ([side, below]) => { const top = { id: 'top', side, at: '60.30',
            symbol: 'infantry', number: '1', strength: 5, rating: 3, move: 4, size: 'XX' };
            board.units([...Array.from({ length: below }, (_, at) => ({ ...top, id: `b${at}`,
              symbol: 'armor', strength: 9 })), top]);
            for (let at = 0; at < 4; at++) await new Promise(requestAnimationFrame) }""",
            [side, below],
        )
        until(page, "board.sheet.settled()")
        x, y = middle(page, "60.30")
        return page.screenshot(clip={"x": x - 40, "y": y - 40, "width": 80, "height": 80})

    alone, three = look(0), look(3)
    assert (alone == three) is same
    page.evaluate("board.units([])")
    until(page, "board.sheet.settled()")
    x, y = middle(page, "60.30")
    clip = {"x": x - 40, "y": y - 40, "width": 80, "height": 80}
    assert page.screenshot(clip=clip) != alone  # type: ignore[arg-type]


def test_a_counter_that_moves_slides_and_lands(demo: Opener) -> None:
    page = demo(HEXES, scale=60)
    unit = page.evaluate("units.find((one) => one.side === 'soviet').id")
    slides = page.evaluate(
        """id => { const { at } = units.find((unit) => unit.id === id);
        board.go(at); const next = board.grid.over(board.grid.byId.get(at), 0).id;
        board.units(units.map((unit) => unit.id === id ? { ...unit, at: next } : unit));
        return !board.sheet.settled() }""",
        unit,
    )
    assert slides
    until(page, "board.sheet.settled()")


# Points and lines


def test_the_points_map_is_walked_with_keys(demo: Opener) -> None:
    page = demo("points.html")
    page.locator("canvas.surface").focus()
    page.keyboard.press("ArrowRight")
    first = page.locator("#announcement").inner_text()
    assert "Lines:" in first
    page.keyboard.press("ArrowRight")
    expect(page.locator("#announcement")).not_to_have_text(first)
    page.keyboard.press("Enter")
    assert page.evaluate("picked.length") == 1


def test_a_point_shows_its_stack_but_not_the_enemys(demo: Opener) -> None:
    page = demo("points.html")

    def click(point: str) -> None:
        x, y = page.evaluate(
            """async id => { const map = await (await fetch('/demo/points.json')).json();
            const point = map.points.find((one) => one.id === id);
            const box = board.sheet.canvas.getBoundingClientRect();
            const [x, y] = board.sheet.toScreen(point.x, point.y);
            return [x + box.left, y + box.top] }""",
            point,
        )
        page.mouse.click(x, y)

    click("MOS")
    card = page.locator(".chosen-point")
    expect(card).to_contain_text("Moscow")
    expect(card.locator("canvas")).to_have_count(2)
    click("SMO")
    expect(card).to_contain_text("a stack")
    expect(card.locator("canvas")).to_have_count(1)


def test_control_can_change(demo: Opener) -> None:
    page = demo("points.html")
    page.get_by_text("The board in words").click()
    row = page.locator(".board-words tr").filter(has_text="Kharkov")
    expect(row).to_contain_text("soviet")
    page.evaluate("board.set({ control: { KHA: 'axis' } })")
    expect(row).to_contain_text("axis")


def test_what_counts_keeps_its_name_however_small_the_map(demo: Opener) -> None:
    """Thirty stacks on a small sheet: capitals are named before anything else finds room."""
    page = demo("points.html")
    named = page.evaluate(
        """async () => {
          const { arrange } = await import('/board/points/layout.js');
          const points = Array.from({ length: 30 }, (_, n) => ({
            id: `p${n}`, name: `Place ${n}`, x: (n % 6) * 20, y: Math.floor(n / 6) * 20,
            kind: n % 3 ? 'junction' : 'city', worth: n === 14 || n === 15 ? 4 : 0,
          }));
          const pen = document.createElement('canvas').getContext('2d');
          const plan = arrange({ points, stacks: points.map((one) => one.id), factories: {}, pen,
            close: false, wide: 22, k: 1, dots: 1 });
          return plan.names.map((one) => one.point.id);
        }"""
    )
    assert named[:2] == ["p15", "p14"], named
    assert len(named) < 30


@pytest.mark.parametrize("owner", ["soviet", "axis"])
def test_a_point_taken_alone_lies_on_its_owners_side(demo: Opener, owner: str) -> None:
    page = demo("points.html")
    lean = page.evaluate(
        """async (owner) => {
          const { signedField } = await import('/board/points/front-line.js');
          const points = [], control = {};
          for (let n = 0; n < 100; n++) {
            points.push({ id: `p${n}`, x: (n % 10) * 11, y: Math.floor(n / 10) * 11 });
            control[`p${n}`] = (n === 44) === (owner === 'soviet') ? 'soviet' : 'axis';
          }
          const span = { left: 0, top: 0, right: 99, bottom: 99 };
          const field = signedField(points, control, 'soviet', span, 0.99);
          const { values, columns, left, top, step } = field;
          const at = (x, y) =>
            values[Math.round((y - top) / step) * columns + Math.round((x - left) / step)];
          return points.every((one) => at(one.x, one.y) > 0 === (control[one.id] === 'soviet'));
        }""",
        owner,
    )
    assert lean


NAMES = """async () => {
  const [{ townNames }, { gridOf }] = await Promise.all([
    import("/board/hexes/town-names.js"), import("/board/hexes/grid.js")]);
  const hexes = [];
  for (let column = 0; column < 8; column++) {
    for (let row = 0; row < 6; row++) {
      const [x, y] = [column * Math.sqrt(3) / 2, row + (column % 2) / 2];
      hexes.push({ id: `${column}.${row}`, x, y, terrain: "open" });
    }
  }
  const town = (hex, name) => ({ hex, name, kind: "village" });
  const map = {
    hexes,
    towns: [
      town("3.2", "Staraya Kostyukovichi"), town("4.2", "Belynkovichi"),
      town("5.2", "Krasnopolye on the Besed"),
    ],
  };
  const grid = gridOf(map);
  const pen = document.createElement("canvas").getContext("2d");
  const written = (stacks, shown) => {
    const found = new Map();
    pen.fillText = (text, x, y) => found.set(text, [x, y, pen.measureText(text).width]);
    townNames(map, grid).draw(pen, 64, 1, grid.bounds, stacks, shown);
    return [...found];
  };
  const stacks = new Map(["3.2", "4.2"].map((hex) => [hex, []]));
  const tag = (text) => ({ hex: "3.2", text, under: true });
  const marks = [tag("4 SP"), tag("Base 1")];
  return [written(new Map(), {}), written(stacks, {}), written(stacks, { marks })];
}"""
"""Names of towns side by side, as they are written: alone, under counters, and over tags."""


def test_names_of_towns_keep_clear_of_each_other(visit: Opener) -> None:
    page = visit()
    for names in page.evaluate(NAMES):
        assert len(names) == 3
        boxes = [(x - wide / 2, x + wide / 2, y - 10, y + 2) for _, (x, y, wide) in names]
        for at, (left, right, top, bottom) in enumerate(boxes):
            for a, b, c, d in boxes[:at]:
                clear = right <= a or left >= b or bottom <= c or top >= d
                assert clear, names
