/**
 * A board of hexes: printed ground, stacks of counters, reach and refusals; the same for mouse, touch, keys
 * and ears.
 */

import { announce, fill, h } from "../shell/dom.js";
import { plural } from "../shell/words.js";
import { counter, facesOf, inWordsOf, sprite } from "./counter.js";
import { gridOf } from "./hex-grid.js";
import { overlay, underlay } from "./overlays.js";
import { ink, surface } from "./surface.js";
import { groundOf } from "./terrain.js";

/** @typedef {import("./types.d.ts").HexMap} HexMap */
/** @typedef {import("./types.d.ts").HexPlace} HexPlace */
/** @typedef {import("./types.d.ts").Unit} Unit */
/** @typedef {import("./types.d.ts").Overlay} Overlay */

/** A counter's share of a hex. */
const SHARE = 49 / 64;
const STEP = 3 / 64;
/** A stack shows so many edges at most. */
const EDGES = 3;
const SLIDE = 160;

/**
 * @param {{
 *   map: HexMap,
 *   label: string,
 *   mine?: string | null,
 *   scale?: number,
 *   pick?: (hex: string, unit: string | null, fanned: boolean) => boolean | void,
 *   point?: (hex: string) => void,
 *   describeHex?: (hex: string, units: Unit[]) => string,
 *   ground?: (map: HexMap, grid: ReturnType<typeof gridOf>) => import("./surface.js").Painter,
 *   lines?: (pen: CanvasRenderingContext2D, k: number, dots: number, grid: ReturnType<typeof gridOf>,
 *     hexes: HexPlace[]) => void,
 * }} options `mine` is the side whose stacks may be looked into; null for all; `pick` says whether a
 *   counter of an opened stack was meant, and answers whether that was all, so that no stack is opened;
 *   `point` is told the hex under the mouse when it is another, or nothing; `ground` paints another
 *   printed map than the usual one; `lines` draws a game's own lines under the counters
 */
export function hexBoard(
  { map, label, mine = null, scale = 40, pick, point, describeHex, ground = groundOf, lines },
) {
  const grid = gridOf(map);
  /** @type {Map<string, Unit[]>} */
  let stacks = new Map();
  /** @type {Map<string, { unit: Unit, from: HexPlace, to: HexPlace, began: number }>} */
  const sliding = new Map();
  /** @type {Overlay} */
  let shown = {};
  /** @type {HexPlace | null} */
  let cursor = null;
  /** @type {string | null} */
  let fanned = null;
  /** The hex under the mouse. */
  let under = "";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const sheet = surface({
    label: `${label}. Arrow keys move from hex to hex, Enter chooses, F opens the stack, plus and minus ` +
      "zoom, Shift with arrows moves the map.",
    bounds: grid.bounds,
    least: 7,
    most: 110,
    ground: ground(map, grid),
    dress,
    over,
    key,
    moved: placeFan,
    pick(x, y) {
      const hex = grid.at(x, y);
      if (hex) choose(hex, false);
    },
    point(x, y) {
      const hex = grid.at(x, y)?.id ?? "";
      if (hex !== under) point?.(under = hex);
    },
  });

  // Painting

  /** @type {import("./surface.js").Painter} */
  function dress(pen, k, region, dots) {
    const hexes = grid.within(region, 1.2);
    underlay(pen, k, dots, grid, hexes, shown);
    lines?.(pen, k, dots, grid, hexes);
    const pixels = Math.max(4, Math.round(SHARE * k));
    for (const hex of hexes) {
      const stack = stacks.get(hex.id);
      if (stack?.length) drawStack(pen, hex, stack, k, pixels, dots);
    }
    overlay(pen, k, dots, grid, hexes, shown, region, (id) => stacks.has(id));
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {HexPlace} hex
   * @param {Unit[]} stack
   * @param {number} k
   * @param {number} pixels
   * @param {number} dots
   */
  function drawStack(pen, hex, stack, k, pixels, dots) {
    const lying = sliding.size ? stack.filter((unit) => !sliding.has(unit.id)) : stack;
    if (!lying.length) return;
    const top = lying[lying.length - 1];
    const [x, y] = [Math.round(hex.x * k - pixels / 2), Math.round(hex.y * k - pixels / 2)];
    const { face, edge } = facesOf(top.side);
    if (pixels / dots < 9) {
      pen.fillStyle = face;
      pen.strokeStyle = edge;
      pen.lineWidth = 1;
      pen.fillRect(x, y, pixels, pixels);
      pen.strokeRect(x + 0.5, y + 0.5, pixels - 1, pixels - 1);
      return;
    }
    // An enemy stack shows one edge whatever is below: hidden state must not change a pixel.
    const open = mine === null || top.side === mine;
    const edges = open ? Math.min(lying.length - 1, EDGES) : 1;
    pen.lineWidth = Math.max(1, k / 55);
    for (let i = edges; i > 0; i--) {
      const off = STEP * k * i;
      pen.fillStyle = face;
      pen.strokeStyle = edge;
      pen.beginPath();
      pen.roundRect(
        x + off + pixels * 0.03,
        y - off + pixels * 0.03,
        pixels * 0.94,
        pixels * 0.94,
        pixels * 0.08,
      );
      pen.fill();
      pen.stroke();
    }
    pen.drawImage(sprite(top, pixels, dots), x, y);
  }

  /** What lies over the tiles: the cursor and counters on their way. */
  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {(x: number, y: number) => [number, number]} toScreen
   * @param {number} size
   */
  function over(pen, toScreen, size) {
    const now = performance.now();
    for (const [id, one] of sliding) {
      const t = Math.min(1, (now - one.began) / SLIDE);
      const ease = t * (2 - t);
      const [x, y] = toScreen(
        one.from.x + (one.to.x - one.from.x) * ease,
        one.from.y + (one.to.y - one.from.y) * ease,
      );
      const wide = SHARE * size;
      pen.drawImage(
        sprite(one.unit, Math.round(wide * 2), 2),
        x - wide / 2,
        y - wide / 2,
        wide * 1.1,
        wide * 1.1,
      );
      if (t < 1) continue;
      sliding.delete(id);
      sheet.dirty([around(one.to)]);
    }
    if (cursor && document.activeElement === sheet.canvas) {
      const [x, y] = toScreen(cursor.x, cursor.y);
      for (
        const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 7], [ink("--focus"), 3]])
      ) {
        pen.strokeStyle = colour;
        pen.lineWidth = width;
        pen.beginPath();
        for (const [a, b] of grid.corners) pen.lineTo(x + a * size * 0.93, y + b * size * 0.93);
        pen.closePath();
        pen.stroke();
      }
    }
    return sliding.size > 0;
  }

  /** @param {HexPlace} hex */
  const around = (hex) => ({ left: hex.x - 1, right: hex.x + 1, top: hex.y - 1, bottom: hex.y + 1 });

  // Choosing

  /** @param {HexPlace} hex @param {boolean} byKey */
  function choose(hex, byKey) {
    cursor = hex;
    const stack = stacks.get(hex.id) ?? [];
    const meant = pick?.(hex.id, stack.length ? stack[stack.length - 1].id : null, false) === true;
    if (byKey && !meant) say(hex);
    fan(!meant && looksInto(stack) && stack.length > 1 && fanned !== hex.id ? hex.id : null, byKey);
    sheet.ask();
  }

  /** Whether one may see what lies below. @param {Unit[]} stack */
  const looksInto = (stack) => mine === null || stack[stack.length - 1]?.side === mine;

  /** @param {KeyboardEvent} event */
  function key(event) {
    const way = /** @type {{ [key: string]: [number, number] }} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    })[event.key];
    if (way) {
      const middle = sheet.size();
      const from = cursor ?? grid.at(...sheet.toWorld(middle.wide / 2, middle.high / 2)) ?? map.hexes[0];
      cursor = cursor ? (grid.towards(from, ...way) ?? cursor) : from;
      sheet.bring(cursor.x, cursor.y);
      say(cursor);
      return true;
    }
    if (event.key === "Escape" && fanned) {
      fan(null, false);
      return true;
    }
    if (!cursor) return false;
    if (event.key === "Enter" || event.key === " ") choose(cursor, true);
    else if (event.key.toLowerCase() === "f") fan(fanned ? null : cursor.id, true);
    else return false;
    return true;
  }

  /** @param {HexPlace} hex */
  function say(hex) {
    const stack = stacks.get(hex.id) ?? [];
    announce(describeHex?.(hex.id, stack) ?? inLine(hex, stack));
  }

  /** @param {HexPlace} hex @param {Unit[]} stack */
  function inLine(hex, stack) {
    const town = map.towns?.find((one) => one.hex === hex.id)?.name;
    const there = !stack.length
      ? "empty"
      : looksInto(stack)
      ? stack.map(inWordsOf).reverse().join("; ")
      : `${inWordsOf(stack[stack.length - 1])}, perhaps more below`;
    const cost = shown.reach?.get(hex.id);
    const refused = shown.refused?.find((one) => one.hex === hex.id);
    return `${hex.id}${town ? `, ${town}` : ""}, ${hex.terrain}: ${there}${
      cost === undefined ? "" : `. Reached for ${cost}`
    }${refused ? `. Refused: ${refused.reason}` : ""}`;
  }

  // A stack fanned out

  const fanBox = h("div", { class: "fan card", role: "group", hidden: true });

  /** @param {string | null} id @param {boolean} byKey */
  function fan(id, byKey) {
    fanned = id && (stacks.get(id)?.length ?? 0) > 0 && looksInto(stacks.get(id) ?? []) ? id : null;
    fanBox.hidden = !fanned;
    if (!fanned) return;
    const stack = [...(stacks.get(fanned) ?? [])].reverse();
    fanBox.setAttribute("aria-label", `Stack in ${fanned}, ${plural(stack.length, "unit")}`);
    fill(
      fanBox,
      stack.map((unit) =>
        h("button", {
          type: "button",
          class: "fanned",
          onclick: () => {
            if (pick?.(/** @type {string} */ (fanned), unit.id, true) === true) fan(null, false);
          },
        }, counter(unit, 50))
      ),
    );
    placeFan();
    if (byKey) /** @type {HTMLElement | null} */ (fanBox.querySelector("button"))?.focus();
  }

  function placeFan() {
    const hex = fanned && grid.byId.get(fanned);
    if (!hex) return;
    const [x, y] = sheet.toScreen(hex.x, hex.y);
    const { wide } = sheet.size();
    const width = fanBox.offsetWidth;
    fanBox.style.left = `${Math.max(4, Math.min(wide - width - 4, x - width / 2))}px`;
    fanBox.style.top = `${y - sheet.view.scale * 0.62 - fanBox.offsetHeight}px`;
  }
  fanBox.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    fan(null, false);
    sheet.canvas.focus();
  });

  // The board in words

  const list = h("div", {
    class: "scroll",
    tabindex: "0",
    role: "group",
    "aria-label": "The board in words",
  });
  const wordsBox = h("details", { class: "board-words" }, h("summary", { text: "The board in words" }), list);
  wordsBox.addEventListener("toggle", () => wordsBox.open && inTable());

  function inTable() {
    const rows = [...stacks].filter(([, stack]) => stack.length).sort(([a], [b]) =>
      a.localeCompare(b, "en", { numeric: true })
    );
    fill(
      list,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, ["Hex", "Terrain", "Units"].map((text) => h("th", { scope: "col", text }))),
        ),
        h(
          "tbody",
          {},
          rows.map(([id, stack]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", text: id }),
              h("td", { text: grid.byId.get(id)?.terrain ?? "" }),
              h("td", {
                text: looksInto(stack)
                  ? stack.map(inWordsOf).reverse().join("; ")
                  : inWordsOf(stack[stack.length - 1]),
              }),
            )
          ),
        ),
      ),
    );
  }

  const box = h(
    "div",
    { class: "board hexboard" },
    h(
      "div",
      { class: "board-view" },
      sheet.canvas,
      fanBox,
      h(
        "div",
        { class: "zoom noprint" },
        h("button", {
          type: "button",
          "aria-label": "Zoom in",
          text: "+",
          onclick: () => sheet.zoom(1.3),
        }),
        h("button", {
          type: "button",
          "aria-label": "Zoom out",
          text: "−",
          onclick: () => sheet.zoom(1 / 1.3),
        }),
      ),
    ),
    wordsBox,
  );
  sheet.canvas.addEventListener("focus", sheet.ask);
  sheet.canvas.addEventListener("blur", sheet.ask);
  const [middle, down] = [
    (grid.bounds.left + grid.bounds.right) / 2,
    (grid.bounds.top + grid.bounds.bottom) / 2,
  ];
  sheet.view.scale = scale;
  sheet.go(middle, down, scale);

  return {
    box,
    sheet,
    grid,
    /** Put these units on the board; those that changed their hex slide there. @param {Unit[]} units */
    units(units) {
      /** @type {Map<string, string>} */
      const was = new Map();
      for (const [hex, stack] of stacks) for (const unit of stack) was.set(unit.id, hex);
      const before = stacks;
      stacks = new Map();
      for (const unit of units) {
        if (!unit.at) continue;
        const stack = stacks.get(unit.at);
        if (stack) stack.push(unit);
        else stacks.set(unit.at, [unit]);
        const [from, to] = [grid.byId.get(was.get(unit.id) ?? ""), grid.byId.get(unit.at)];
        if (from && to && from !== to && !calm.matches && sliding.size < 24) {
          sliding.set(unit.id, { unit, from, to, began: performance.now() });
        }
      }
      const changed = [...new Set([...before.keys(), ...stacks.keys()])].filter((id) =>
        JSON.stringify(before.get(id)) !== JSON.stringify(stacks.get(id))
      );
      sheet.dirty(
        changed.length > 400 ? undefined : changed.flatMap((id) => {
          const hex = grid.byId.get(id);
          return hex ? [around(hex)] : [];
        }),
      );
      if (fanned) fan(fanned, false);
      if (wordsBox.open) inTable();
    },
    /** Show reach, refusals, paths and perimeters; what is left out is taken away. @param {Overlay} next */
    overlay(next) {
      shown = next;
      sheet.dirty();
    },
    /** Show a hex in the middle. @param {string} id @param {number} [size] pixels of a hex */
    go(id, size) {
      const hex = grid.byId.get(id);
      if (!hex) return;
      cursor = hex;
      sheet.go(hex.x, hex.y, size);
    },
    close: sheet.close,
  };
}
