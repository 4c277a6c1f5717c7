/**
 * A board of hexes: printed ground, stacks of counters, reach and refusals; the same for mouse, touch, keys
 * and ears.
 */

import { announce, h } from "../../shell/dom.js";
import { carrying } from "../carrying.js";
import { gridOf } from "./grid.js";
import { drawCarried, stackPainter } from "./stacks.js";
import { hexWords } from "./words.js";
import { overlay, passing, underlay } from "./overlays.js";
import { ink } from "../pens.js";
import { stackFan } from "./stack-fan.js";
import { surface } from "../surface.js";
import { tracePainter } from "../traces.js";
import { groundOf } from "./terrain.js";
import { townNames } from "./town-names.js";
import { tipOn } from "../tip.js";

/** @typedef {import("../types.d.ts").HexMap} HexMap */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {import("../types.d.ts").Overlay} Overlay */

/** What is drawn over the tiles, which stay as they are. */
const PASSING = new Set(["path", "refused"]);
/** More stacks than this are painted anew all at once. */
const MANY = 400;

/**
 * @param {{
 *   map: HexMap,
 *   label: string,
 *   mine?: string | null,
 *   scale?: number,
 *   pick?: (hex: string, unit: string | null, fanned: boolean, touch: boolean) => boolean | void,
 *   point?: (hex: string) => void,
 *   carry?: import("../carrying.js").Carry,
 *   held?: () => string[],
 *   moved?: () => void,
 *   describeHex?: (hex: string, units: Unit[]) => string,
 *   ground?: (map: HexMap, grid: ReturnType<typeof gridOf>, named?: boolean) => import("../surface.js").Painter,
 *   lines?: (pen: CanvasRenderingContext2D, k: number, dots: number, grid: ReturnType<typeof gridOf>,
 *     hexes: HexPlace[]) => void,
 * }} options `mine` is the side whose stacks may be looked into; null for all; `pick` says whether a
 *   counter of an opened stack was meant, and answers whether that was all, so that no stack is opened;
 *   `point` is told the hex under the mouse or the keys when it is another, or nothing; `carry`: counters are
 *   dragged from a hex to another; `held`: which counters are chosen; `moved`: one looks at another part;
 *   `ground` paints another printed map than the usual one; `lines` draws a game's own lines under the counters
 */
export function hexBoard(
  {
    map,
    label,
    mine = null,
    scale = 40,
    pick,
    point,
    carry,
    held = () => [],
    moved,
    describeHex,
    ground = groundOf,
    lines,
  },
) {
  const grid = gridOf(map);
  /** @type {Map<string, Unit[]>} */
  let stacks = new Map();
  /** @type {Overlay} */
  let shown = {};
  /** @type {HexPlace | null} */
  let cursor = null;
  /** What is played back, or was. @type {import("../types.d.ts").BoardTraces | null} */
  let traces = null;
  const paintTraces = tracePainter();
  /** The hex under the mouse. */
  let under = "";
  /** The counter that is dragged, and where it is. @type {{ unit: Unit, x: number, y: number } | null} */
  let inHand = null;

  /** Whether one may see what lies below. @param {Unit[]} stack */
  const looksInto = (stack) => mine === null || stack[stack.length - 1]?.side === mine;

  /** How bad it is to hide a stack: one of the others is what one goes against. @param {Unit[]} stack */
  const weightOf = (stack) => !stack.length ? 0 : looksInto(stack) ? 1 : 2;

  const painter = stackPainter(looksInto);
  const names = townNames(map, grid);
  const sheet = surface({
    label: `${label}. Arrow keys move from hex to hex, Enter chooses, F opens the stack, plus and minus ` +
      "zoom, Shift with arrows moves the map.",
    bounds: grid.bounds,
    most: 110,
    ground: ground(map, grid, false),
    dress,
    over,
    key,
    moved: () => {
      fan.lie();
      tip.box.hidden = true;
      moved?.();
    },
    pick(x, y, event) {
      const hex = grid.at(x, y);
      if (hex) choose(hex, false, event.pointerType === "touch");
    },
    ...carrying({
      placeAt: (x, y) => grid.at(x, y),
      look: lookAt,
      moved(carried) {
        inHand = carried && { ...carried, unit: inHand?.unit ?? carriedFrom(carried.from) };
        if (!carried) under = "";
        sheet.ask();
      },
    }, carry),
    point: (x, y) => lookAt(grid.at(x, y) ?? null, (hex) => point?.(hex ?? "")),
  });
  sheet.canvas.addEventListener("pointerleave", () => lookAt(null, (hex) => point?.(hex ?? "")));

  const byId = (/** @type {string} */ hex) => grid.byId.get(hex);
  const fan = stackFan({
    sheet: () => sheet,
    stack: (hex) => stacks.get(hex) ?? [],
    place: byId,
    mayLook: looksInto,
    held,
    pick: (hex, unit) => pick?.(hex, unit, true, false) === true,
    wanted: () => shown.coached,
    covered: (region) =>
      grid.within(region, 0.2).reduce(
        (sum, { id }) =>
          sum + (id === fan.open() ? 20 : shown.coached?.has(id) ? 10 : weightOf(stacks.get(id) ?? [])),
        0,
      ),
  });
  const words = hexWords({ map, stacks: () => stacks, shown: () => shown, mayLook: looksInto, place: byId });
  const tip = tipOn({
    sheet: () => sheet,
    away: () => sheet.view.scale * 0.55 + 4,
    beside: () => (shown.path ?? []).flatMap((id) => grid.byId.get(id) ?? []),
  });

  // Painting

  /** @type {import("../surface.js").Painter} */
  function dress(pen, k, region, dots) {
    const hexes = grid.within(region, 1.2);
    underlay(pen, k, dots, grid, hexes, shown, region);
    lines?.(pen, k, dots, grid, hexes);
    names.draw(pen, k, dots, region, stacks, shown);
    for (const hex of hexes) {
      const stack = stacks.get(hex.id);
      if (stack?.length) painter.draw(pen, hex, stack, k, dots);
    }
    overlay(pen, k, dots, grid, hexes, shown, region, (id) => stacks.has(id));
  }

  /**
   * What lies over the tiles: the path, counters on their way, the cursor.
   * @param {CanvasRenderingContext2D} pen
   * @param {(x: number, y: number) => [number, number]} toScreen
   * @param {number} size
   */
  function over(pen, toScreen, size) {
    passing(pen, toScreen, size, grid, shown);
    if (inHand?.unit) drawCarried(pen, inHand.unit, ...toScreen(inHand.x, inHand.y), size);
    const arrived = painter.drawSliding(pen, toScreen, size);
    if (arrived.length) sheet.dirty(arrived.map(around));
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
    const moving = paintTraces(pen, (id) => {
      const hex = byId(id);
      return hex ? toScreen(hex.x, hex.y) : null;
    }, traces);
    return painter.sliding() || moving;
  }

  /** @param {HexPlace} hex */
  const around = (hex) => ({ left: hex.x - 1, right: hex.x + 1, top: hex.y - 1, bottom: hex.y + 1 });

  /** The counter that is seen to be dragged from a hex. @param {HexPlace} hex */
  function carriedFrom(hex) {
    const stack = stacks.get(hex.id) ?? [];
    return stack.find((unit) => held().includes(unit.id)) ?? stack[stack.length - 1];
  }

  // Choosing

  /** @param {HexPlace | null} hex @param {((id: string | null) => void) | undefined} tell */
  function lookAt(hex, tell) {
    if ((hex?.id ?? "") === under) return;
    under = hex?.id ?? "";
    tell?.(under || null);
  }

  /** @param {HexPlace} hex @param {boolean} byKey @param {boolean} [touch] */
  function choose(hex, byKey, touch = false) {
    cursor = hex;
    const stack = stacks.get(hex.id) ?? [];
    const top = stack.length ? stack[stack.length - 1].id : null;
    const meant = pick?.(hex.id, top, false, touch) === true;
    if (byKey && !meant) say(hex);
    fan.show(!meant && looksInto(stack) && stack.length > 1 && fan.open() !== hex.id ? hex.id : "", byKey);
    sheet.ask();
  }

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
      lookAt(cursor, (hex) => point?.(hex ?? ""));
      return true;
    }
    if (event.key === "Escape" && fan.open()) {
      fan.show("");
      return true;
    }
    if (!cursor) return false;
    if (event.key === "Enter" || event.key === " ") choose(cursor, true);
    else if (event.key.toLowerCase() === "f") fan.show(fan.open() ? "" : cursor.id, true);
    else return false;
    return true;
  }

  /** @param {HexPlace} hex */
  const say = (hex) => announce(describeHex?.(hex.id, stacks.get(hex.id) ?? []) ?? words.inLine(hex));

  const zoomButton = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ by) =>
    h("button", { type: "button", "aria-label": name, text, onclick: () => sheet.zoom(by) });
  const view = h(
    "div",
    { class: "board-view" },
    sheet.canvas,
    fan.box,
    tip.box,
    h(
      "div",
      { class: "zoom noprint" },
      zoomButton("Zoom in", "+", 1.3),
      zoomButton("Zoom out", "−", 1 / 1.3),
    ),
  );
  sheet.canvas.addEventListener("focus", sheet.ask);
  sheet.canvas.addEventListener("blur", sheet.ask);
  sheet.view.scale = scale;
  sheet.go(
    (grid.bounds.left + grid.bounds.right) / 2,
    (grid.bounds.top + grid.bounds.bottom) / 2,
    scale,
  );

  return {
    box: h("div", { class: "board hexboard" }, view, words.box),
    /** Where more can be laid over the map. */
    view,
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
        const [from, to] = [byId(was.get(unit.id) ?? ""), byId(unit.at)];
        if (from && to && from !== to) painter.slide(unit, from, to);
      }
      const changed = [...new Set([...before.keys(), ...stacks.keys()])].filter((id) =>
        JSON.stringify(before.get(id)) !== JSON.stringify(stacks.get(id))
      );
      sheet.dirty(
        changed.length > MANY ? undefined : changed.flatMap((id) => {
          const hex = byId(id);
          if (!hex) return [];
          return before.has(id) === stacks.has(id) ? [around(hex)] : [around(hex), ...names.near(hex)];
        }),
      );
      if (fan.open()) fan.show(fan.open());
      words.draw();
    },
    /**
     * Show reach, refusals, paths and perimeters; what is left out is taken away. What is the same as before is
     * not painted again.
     * @param {Overlay} next
     */
    overlay(next) {
      const names = /** @type {(keyof Overlay)[]} */ ([
        ...new Set([...Object.keys(shown), ...Object.keys(next)]),
      ]);
      const other = names.filter((name) => shown[name] !== next[name]);
      shown = next;
      if (fan.open()) fan.show(fan.open());
      if (other.some((name) => !PASSING.has(name))) sheet.dirty();
      else sheet.ask();
    },
    /** Change what is laid over the tiles, and nothing else. @param {Pick<Overlay, "path" | "refused">} next */
    pass(next) {
      Object.assign(shown, next);
      sheet.ask();
    },
    /**
     * Show what is played back; what comes new is brought into sight.
     * @param {import("../types.d.ts").BoardTraces} next
     */
    traces(next) {
      const fresh = next.now !== traces?.now ? next.now : null;
      traces = next;
      sheet.canvas.dataset.traces = next.stay.moves.map(({ from, to }) => `${from} ${to}`).join(", ");
      const places = fresh ? [...fresh.places, ...fresh.moves.flatMap(({ from, to }) => [from, to])] : [];
      for (const hex of places.flatMap((id) => byId(id) ?? [])) sheet.bring(hex.x, hex.y, 90);
      sheet.ask();
    },
    /**
     * Say something beside a hex; nothing takes it away.
     * @param {string} hex
     * @param {import("../tip.js").Child} inside
     */
    tip: (hex, inside) => tip.say(byId(hex), inside),
    /** Open the stack of a hex, or close it. @param {string} hex */
    fan: (hex) => fan.show(hex),
    /** Show a hex in the middle. @param {string} id @param {number} [size] pixels of a hex */
    go(id, size) {
      const hex = byId(id);
      if (!hex) return;
      cursor = hex;
      sheet.go(hex.x, hex.y, size);
    },
    /** Bring a hex into sight, if it is not. @param {string} id */
    bring(id) {
      const hex = byId(id);
      if (hex) sheet.bring(hex.x, hex.y, 90);
    },
    close: sheet.close,
  };
}
