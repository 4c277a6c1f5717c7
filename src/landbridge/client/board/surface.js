/**
 * A picture larger than the screen: panned and zoomed by mouse, touch and keys, painted in tiles that are
 * kept.
 */

import { h } from "../shell/dom.js";

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Region */
/** @typedef {(pen: CanvasRenderingContext2D, scale: number, region: Region, dots: number) => void} Painter */
/** @typedef {{ canvas: HTMLCanvasElement, fresh: boolean, used: number }} Tile */

const TILE = 256;
/** Tiles that are kept beyond those in sight. */
const KEPT = 160;
/** Milliseconds of a frame that may go into painting tiles. */
const BUDGET = 7;
const SETTLE = 110;
const STILL = 5;

/**
 * @param {{
 *   label: string,
 *   bounds: Region,
 *   least?: number,
 *   most: number,
 *   slack?: number,
 *   ground: Painter,
 *   dress: Painter,
 *   over?: (pen: CanvasRenderingContext2D, toScreen: (x: number, y: number) => [number, number], scale:
 *     number) => boolean | void,
 *   pick?: (x: number, y: number, event: PointerEvent) => void,
 *   point?: (x: number, y: number) => void,
 *   key?: (event: KeyboardEvent) => boolean,
 *   moved?: () => void,
 * }} options `least`: the smallest scale, where one may look at less than the whole; `slack`: the part of the
 *   room by which one may look over the edge
 */
export function surface(
  { label, bounds, least = Infinity, most, slack = 0, ground, dress, over, pick, point, key, moved },
) {
  const canvas = h("canvas", { class: "surface", tabindex: "0", role: "application", "aria-label": label });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  let [wide, high, dots] = [0, 0, 1];
  const view = { x: bounds.left, y: bounds.top, scale: Math.min(least, most) };
  /** The scale that the tiles are painted at. */
  let level = 0;
  /** @type {Map<string, Tile>} */
  let grounds = new Map();
  /** @type {Map<string, Tile>} */
  let tiles = new Map();
  /** @type {{ tiles: Map<string, Tile>, level: number } | null} */
  let before = null;
  let [frame, clock, settling, first] = [0, 0, 0, true];
  /** Where to go as soon as there is room. @type {(() => void) | null} */
  let pending = null;
  /** How long each frame took to draw, for those who measure. @type {number[]} */
  const times = [];

  // Drawing

  const ask = () => {
    if (!frame) frame = requestAnimationFrame(draw);
  };

  function draw() {
    frame = 0;
    if (!wide || !high) return;
    const began = performance.now();
    clock++;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    const waiting = paintTiles(began);
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    const more = over?.(pen, toScreen, view.scale);
    times.push(performance.now() - began);
    if (times.length > 600) times.shift();
    if (waiting || more) ask();
  }

  /** Put every tile in its place; paint as many new ones as the frame has time for. @param {number} began */
  function paintTiles(began) {
    if (!level) level = view.scale;
    const same = level === view.scale;
    if (before) blit(before.tiles, before.level);
    else if (!same || first) clear();
    if (!same) {
      blit(tiles, level);
      return false;
    }
    const [ox, oy] = origin(level);
    let waiting = false;
    /** @type {[number, number, number][]} */
    const wanted = [];
    for (let j = Math.floor(oy / TILE); j * TILE < oy + high * dots; j++) {
      for (let i = Math.floor(ox / TILE); i * TILE < ox + wide * dots; i++) {
        wanted.push([
          i,
          j,
          Math.hypot((i + 0.5) * TILE - ox - (wide * dots) / 2, (j + 0.5) * TILE - oy - (high * dots) / 2),
        ]);
      }
    }
    wanted.sort((a, b) => a[2] - b[2]);
    for (const [i, j] of wanted) {
      const name = `${i},${j}`;
      let tile = tiles.get(name);
      if (!tile?.fresh) {
        if (performance.now() - began < BUDGET || first) tile = make(name, i, j, tile);
        else waiting = true;
      }
      if (!tile) {
        if (!before) patch(i * TILE - ox, j * TILE - oy);
        continue;
      }
      tile.used = clock;
      pen.drawImage(tile.canvas, i * TILE - ox, j * TILE - oy);
    }
    if (!waiting) {
      first = false;
      before = null;
      if (!waiting && performance.now() - began < BUDGET / 2) ahead(ox, oy);
    }
    forget(tiles);
    forget(grounds);
    return waiting;
  }

  /**
   * Paint one tile at the edge of what is seen, so that it is there when it is panned into sight.
   * @param {number} ox
   * @param {number} oy
   */
  function ahead(ox, oy) {
    const [i0, j0] = [Math.floor(ox / TILE) - 1, Math.floor(oy / TILE) - 1];
    const [i1, j1] = [Math.floor((ox + wide * dots) / TILE) + 1, Math.floor((oy + high * dots) / TILE) + 1];
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        if (i !== i0 && i !== i1 && j !== j0 && j !== j1) continue;
        const name = `${i},${j}`;
        if (tiles.get(name)?.fresh || !meets(i, j)) continue;
        make(name, i, j, tiles.get(name));
        ask();
        return;
      }
    }
  }

  /** Whether any of the picture is in this tile. @param {number} i @param {number} j */
  function meets(i, j) {
    const side = TILE / (level * dots);
    return (i + 1) * side > bounds.left && i * side < bounds.right && (j + 1) * side > bounds.top &&
      j * side < bounds.bottom;
  }

  /**
   * @param {string} name
   * @param {number} i
   * @param {number} j
   * @param {Tile | undefined} old
   * @returns {Tile}
   */
  function make(name, i, j, old) {
    const k = level * dots;
    const region = {
      left: (i * TILE) / k,
      top: (j * TILE) / k,
      right: ((i + 1) * TILE) / k,
      bottom: ((j + 1) * TILE) / k,
    };
    let base = grounds.get(name);
    if (!base) {
      base = blank();
      const onto = penOf(base.canvas);
      onto.setTransform(1, 0, 0, 1, -i * TILE, -j * TILE);
      ground(onto, k, region, dots);
      grounds.set(name, base);
    }
    base.used = clock;
    const tile = old ?? blank();
    const onto = penOf(tile.canvas);
    onto.setTransform(1, 0, 0, 1, 0, 0);
    onto.drawImage(base.canvas, 0, 0);
    onto.setTransform(1, 0, 0, 1, -i * TILE, -j * TILE);
    onto.save();
    dress(onto, k, region, dots);
    onto.restore();
    tile.fresh = true;
    tile.used = clock;
    tiles.set(name, tile);
    return tile;
  }

  /** Tiles of another scale, stretched. @param {Map<string, Tile>} from @param {number} scale */
  function blit(from, scale) {
    clear();
    const ratio = view.scale / scale;
    const [ox, oy] = [view.x * view.scale * dots, view.y * view.scale * dots];
    for (const [name, tile] of from) {
      const [i, j] = name.split(",").map(Number);
      const [x, y, side] = [i * TILE * ratio - ox, j * TILE * ratio - oy, TILE * ratio];
      if (x > wide * dots || y > high * dots || x + side < 0 || y + side < 0) continue;
      pen.drawImage(tile.canvas, x, y, side + 0.6, side + 0.6);
    }
  }

  const clear = () => patch(0, 0, wide * dots, high * dots);
  const patch = (/** @type {number} */ x, /** @type {number} */ y, w = TILE, t = TILE) => {
    pen.fillStyle = getComputedStyle(canvas).backgroundColor;
    pen.fillRect(x, y, w, t);
  };

  function blank() {
    const made = document.createElement("canvas");
    made.width = made.height = TILE;
    return { canvas: made, fresh: false, used: clock };
  }

  /** @param {Map<string, Tile>} kept */
  function forget(kept) {
    if (kept.size <= KEPT) return;
    for (const [name, tile] of [...kept].sort((a, b) => a[1].used - b[1].used)) {
      if (kept.size <= KEPT || tile.used === clock) return;
      kept.delete(name);
    }
  }

  // Where one is

  /** @param {number} scale @returns {[number, number]} */
  const origin = (scale) => [Math.round(view.x * scale * dots), Math.round(view.y * scale * dots)];

  /** @param {number} x @param {number} y @returns {[number, number]} */
  const toScreen = (x, y) => [(x - view.x) * view.scale, (y - view.y) * view.scale];

  /** @param {number} px @param {number} py @returns {[number, number]} */
  const toWorld = (px, py) => [view.x + px / view.scale, view.y + py / view.scale];

  function keepInside(over = slack) {
    const [w, t] = [wide / view.scale, high / view.scale];
    const hold = (
      /** @type {number} */ at,
      /** @type {number} */ low,
      /** @type {number} */ end,
      /** @type {number} */ size,
    ) =>
      end - low <= size ? (low + end - size) / 2 : Math.max(
        Math.min(low, end - size) - over * size,
        Math.min(Math.max(low, end - size) + over * size, at),
      );
    view.x = hold(view.x, bounds.left, bounds.right, w);
    view.y = hold(view.y, bounds.top, bounds.bottom, t);
    // Where one looks, for those who drive the page from outside.
    canvas.dataset.view = `${view.x.toFixed(3)} ${view.y.toFixed(3)} ${view.scale}`;
    moved?.();
    ask();
  }

  /** @param {number} dx @param {number} dy in pixels of the screen */
  function pan(dx, dy) {
    view.x -= dx / view.scale;
    view.y -= dy / view.scale;
    keepInside();
  }

  /** @param {number} by @param {number} [px] @param {number} [py] the pixel that stays where it is */
  function zoom(by, px = wide / 2, py = high / 2) {
    const [x, y] = toWorld(px, py);
    view.scale = Math.max(Math.min(least, fitting()), Math.min(most, view.scale * by));
    view.x = x - px / view.scale;
    view.y = y - py / view.scale;
    keepInside();
    clearTimeout(settling);
    settling = window.setTimeout(settle, SETTLE);
  }

  /** Paint at the scale that was zoomed to. */
  function settle() {
    if (level === view.scale) return;
    before = { tiles, level };
    tiles = new Map();
    grounds = new Map();
    level = view.scale;
    ask();
  }

  /** The scale at which the whole picture can be seen. */
  const fitting = () => Math.min(wide / (bounds.right - bounds.left), high / (bounds.bottom - bounds.top));

  /**
   * Show a place in the middle; scale 0 shows as much as fills the room, a negative one all of it, but no
   * smaller than that.
   * @param {number} x
   * @param {number} y
   * @param {number} [scale]
   */
  function go(x, y, scale = view.scale) {
    if (!wide) {
      pending = () => go(x, y, scale);
      return;
    }
    if (!scale) scale = Math.max(wide / (bounds.right - bounds.left), high / (bounds.bottom - bounds.top));
    if (scale < 0) scale = Math.max(-scale, fitting());
    view.scale = Math.max(Math.min(least, scale), Math.min(most, scale));
    view.x = x - wide / view.scale / 2;
    view.y = y - high / view.scale / 2;
    keepInside(0);
    settle();
  }

  /**
   * Bring a place into sight, if it is not.
   * @param {number} x
   * @param {number} y
   * @param {number} [margin] in pixels
   */
  function bring(x, y, margin = 60) {
    const [px, py] = toScreen(x, y);
    const dx = px < margin ? margin - px : px > wide - margin ? wide - margin - px : 0;
    const dy = py < margin ? margin - py : py > high - margin ? high - margin - py : 0;
    if (dx || dy) pan(dx, dy);
  }

  // Mouse, touch, keys

  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  let travelled = 0;
  const place = (/** @type {PointerEvent | WheelEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 1) travelled = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse") point?.(...toWorld(now.x, now.y));
      return;
    }
    if (fingers.size === 2) {
      const other = /** @type {{ x: number, y: number }} */ ([...fingers].find(([id]) =>
        id !== event.pointerId
      )?.[1]);
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) /
        Math.max(1, Math.hypot(last.x - other.x, last.y - other.y));
      pan((now.x - last.x) / 2, (now.y - last.y) / 2);
      zoom(ratio, (now.x + other.x) / 2, (now.y + other.y) / 2);
      travelled = STILL + 1;
    } else {
      travelled += Math.abs(now.x - last.x) + Math.abs(now.y - last.y);
      if (travelled > STILL) pan(now.x - last.x, now.y - last.y);
    }
    fingers.set(event.pointerId, now);
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    const there = fingers.delete(event.pointerId);
    if (!there || fingers.size || travelled > STILL || event.type === "pointercancel") return;
    const { x, y } = place(event);
    pick?.(...toWorld(x, y), event);
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = place(event);
    if (event.shiftKey) pan(-event.deltaY - event.deltaX, 0);
    else zoom(Math.exp(-Math.max(-80, Math.min(80, event.deltaY)) / 260), x, y);
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = /** @type {{ [key: string]: [number, number] }} */ ({
      ArrowLeft: [90, 0],
      ArrowRight: [-90, 0],
      ArrowUp: [0, 90],
      ArrowDown: [0, -90],
    })[event.key];
    if (step && event.shiftKey) pan(...step);
    else if (key?.(event)) ask();
    else if (step) pan(...step);
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // Sizes and colours

  const sized = new ResizeObserver(() => {
    const box = canvas.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const sharp = Math.min(2, devicePixelRatio || 1);
    if (sharp !== dots) repaint();
    [wide, high, dots] = [Math.round(box.width), Math.round(box.height), sharp];
    canvas.width = wide * dots;
    canvas.height = high * dots;
    if (pending) pending();
    else keepInside();
    pending = null;
    if (!level) settle();
  });
  sized.observe(canvas);

  /** Paint everything anew, as when the colours have changed. */
  function repaint() {
    grounds = new Map();
    tiles = new Map();
    before = null;
    first = true;
    ask();
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", repaint);

  return {
    canvas,
    ask,
    pan,
    zoom,
    go,
    bring,
    repaint,
    toScreen,
    toWorld,
    times,
    view,
    /** Dress every tile again, or those that touch one of these regions. @param {Region[]} [regions] */
    dirty(regions) {
      const side = TILE / (level * dots || 1);
      for (const [name, tile] of tiles) {
        const [i, j] = name.split(",").map(Number);
        const [left, top] = [i * side, j * side];
        if (
          !regions ||
          regions.some((one) =>
            one.right > left && one.left < left + side && one.bottom > top && one.top < top + side
          )
        ) {
          tile.fresh = false;
        }
      }
      ask();
    },
    /** Whether there is nothing left to paint. */
    settled: () => !frame && level === view.scale && !before,
    size: () => ({ wide, high }),
    close() {
      sized.disconnect();
      dark.removeEventListener("change", repaint);
      cancelAnimationFrame(frame);
      clearTimeout(settling);
    },
  };
}

/** @param {HTMLCanvasElement} canvas */
export const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @type {Map<string, string>} */
const inks = new Map();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => inks.clear());

/** A colour or font of the page by its name. @param {string} name */
export function ink(name) {
  let found = inks.get(name);
  if (found === undefined) {
    found = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    inks.set(name, found);
  }
  return found;
}
