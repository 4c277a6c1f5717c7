"""The country under the points: whose it is, the front through it, and what never covers it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.war_map import spot

PHONE = 390
SIZES = ((1440, 900), (1024, 768), (PHONE, 844))
CORNERS = ((0.1, 0.1), (0.9, 0.15), (0.1, 0.9), (0.9, 0.9), (0.5, 0.5))
STEP = 90
"""Pixels by which a key moves the map."""

CONTROL = """async ([control, month]) => {
  const { groundOf, neutralGround, project } = await import('/games/arsenal/earth.js');
  const { controlOf } = await import('/board/points/control.js');
  const { landOf } = await import('/board/points/land.js');
  const atlas = await (await fetch('/api/games/arsenal/board')).json();
  const points = atlas.points.map(({ id, lon, lat }) => {
    const [x, y] = project(lon / 100, lat / 100);
    return { id, x, y };
  });
  const { learnColours } = await import('/shell/sides.js');
  learnColours({ soviet: 'soviet', axis: 'axis' });
  const map = { points, lines: [], sides: ['soviet', 'axis'], ground: groundOf(atlas.ground) };
  const span = (side, at) => Math[side](...points.map((one) => one[at]));
  const bounds = { left: span('min', 'x') - 250, right: span('max', 'x') + 250,
    top: span('min', 'y') - 250, bottom: span('max', 'y') + 250 };
  const drawn = controlOf(map, control, neutralGround(atlas.ground, month), bounds, 31.2,
    landOf(map.ground, bounds));
  // A pixel of the wash alone, painted around a place.
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const washed = (lon, lat) => {
    const [x, y] = project(lon, lat);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, 9, 9);
    pen.setTransform(1, 0, 0, 1, -Math.round(x) + 4, -Math.round(y) + 4);
    drawn.draw(pen, 1, { left: x - 4, top: y - 4, right: x + 4, bottom: y + 4 }, 1);
    const [r, , b] = pen.getImageData(4, 4, 1, 1).data;
    return r > b ? 'soviet' : b > r ? 'axis' : '';
  };
  const { near, afar } = drawn.front();
  return { near: near.length, afar: afar.length, places: Object.fromEntries(Object.entries({
    Posen: [16.9, 52.4], Budapest: [19.1, 47.5], Alta: [23.5, 69.5], Stockholm: [17.5, 59.6],
    Ankara: [36.5, 40.6], Sofia: [23.6, 42.9], Maku: [44.5, 39.3], Perm: [55.5, 57.9],
    Sevastopol: [33.9, 45.3], Minsk: [27.6, 53.9], Ladoga: [31.6, 60.9], Euxine: [34, 43.3],
  }).map(([name, place]) => [name, washed(...place)])) };
}"""

COVERED = """([card, [x, y]]) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return x > left && x < right && y > top && y < bottom;
}"""


def drawn(page: Page, table: Any, scenario: str, month: str, **turned: str) -> Any:
    """Whose places are, and how many lines the front has, in a scenario at its start."""
    match = table.begin("arsenal", scenario=scenario, seed="country")
    board = table.get(f"matches/{match}")["board"]
    return page.evaluate(CONTROL, [board["control"] | turned, month])


def test_the_wash_follows_countries_and_the_front_is_one_line(visit: Any, table: Any) -> None:
    page = visit("")
    june = drawn(page, table, "barbarossa", "1941-06")
    assert june["places"] == {
        "Posen": "axis",
        "Budapest": "axis",
        "Alta": "axis",
        "Stockholm": "",
        "Ankara": "",
        "Sofia": "",
        "Maku": "",
        "Perm": "soviet",
        "Sevastopol": "soviet",
        "Minsk": "soviet",
        "Ladoga": "",
        "Euxine": "",
    }
    # From afar: Finland's frontier and the one from the Baltic to the Black Sea.
    assert june["afar"] == 2
    later = drawn(page, table, "barbarossa", "1941-09", MIN="axis", ODE="soviet")
    assert later["places"]["Maku"] == "soviet"
    assert later["places"]["Minsk"] == "axis"
    assert later["near"] > later["afar"] == 2
    summer = drawn(page, table, "bagration", "1944-06")
    assert summer["places"]["Minsk"] == "axis"
    assert summer["places"]["Posen"] == "axis"


def test_a_small_counter_has_a_simpler_face(visit: Any) -> None:
    """A picture is kept by its looks: two units that look the same are the same picture."""
    same = visit("").evaluate(
        """async () => {
          const { sprite } = await import('/board/counter.js');
          const unit = { id: 'a', side: 'axis', symbol: 'infantry', number: 'XX', strength: 1 };
          const [named, strong] = [{ ...unit, number: 'II' }, { ...unit, strength: 2 }];
          return [44, 26, 14].map((wide) =>
            [named, strong].map((other) => sprite(unit, wide) === sprite(other, wide)));
        }"""
    )
    assert same == [[False, False], [True, False], [True, True]]


PRESSES = """(canvas, presses) => {
  for (const [key, times] of presses) {
    for (let at = 0; at < times; at++) {
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true }));
    }
  }
}"""
"""Keys that are pressed so fast that the map is drawn once, at the end."""


def bring(page: Page, point: str, across: float, down: float) -> None:
    """Move the map with the keys until a point lies in about that part of it."""
    box = page.locator("canvas.surface").bounding_box()
    assert box
    x, y = spot(page, point)
    to_x, to_y = box["x"] + across * box["width"], box["y"] + down * box["height"]
    ways = ((to_x - x, ("ArrowLeft", "ArrowRight")), (to_y - y, ("ArrowUp", "ArrowDown")))
    presses = [(keys[by < 0], round(abs(by) / STEP)) for by, keys in ways]
    page.locator("canvas.surface").evaluate(PRESSES, presses)


def test_the_card_never_covers_its_place(visit: Any, table: Any) -> None:
    match = table.begin("arsenal", scenario="barbarossa", seed="country")
    page = visit(f"#/match/{match}")
    card = page.locator(".chosen-point")
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        if wide == PHONE:
            page.locator(".match-tabs").get_by_role("button", name="Map").click()
        for across, down in CORNERS:
            bring(page, "MIN", across, down)
            if not card.is_visible():
                page.mouse.click(*spot(page, "MIN"))
            expect(card).to_contain_text("Minsk")
            place = [card.element_handle(), spot(page, "MIN")]
            assert not page.evaluate(COVERED, place), (wide, across, down)
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
