/**
 * A picture larger than the screen: panned and zoomed by mouse, touch and keys, painted in tiles that are
 * kept.
 */

import { h } from "../shell/dom.js";
import { listenToHands } from "./surface-hands.js";
import { tilesOn } from "./tiles.js";

/** @typedef {import("./tiles.js").Region} Region */
/** @typedef {import("./tiles.js").Painter} Painter */

const SETTLE = 110;
/** Have something done between frames. */
const whenIdle = window.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 50));

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
 *   moved?: () => void,
 * } & import("./surface-hands.js").Gestures} options `least`: the smallest scale, where one may look at less than
 *   the whole; `slack`: the part of the room by which one may look over the edge
 */
export function surface(
  {
    label,
    bounds,
    least = Infinity,
    most,
    slack = 0,
    ground,
    dress,
    over,
    moved,
    ...gestures
  },
) {
  const canvas = h("canvas", { class: "surface", tabindex: "0", role: "application", "aria-label": label });
  const size = { wide: 0, high: 0, dots: 1 };
  const view = { x: bounds.left, y: bounds.top, scale: Math.min(least, most) };
  const tiles = tilesOn({ canvas, bounds, ground, dress, view, size });
  let [frame, idle, settling] = [0, 0, 0];
  /** Where to go as soon as there is room. @type {(() => void) | null} */
  let pending = null;
  /** How long each frame took to draw, for those who measure. @type {number[]} */
  const times = [];

  // Drawing

  const ask = () => {
    if (!frame) frame = requestAnimationFrame(draw);
  };

  /** When nothing else is to be done, as nothing of it is seen yet. */
  const lookAhead = () => {
    if (idle) return;
    idle = whenIdle(() => {
      idle = 0;
      if (!frame && tiles.ahead()) lookAhead();
    });
  };

  function draw() {
    frame = 0;
    const { wide, high, dots } = size;
    if (!wide || !high) return;
    const began = performance.now();
    const waiting = tiles.paint(began);
    tiles.pen.setTransform(dots, 0, 0, dots, 0, 0);
    const more = over?.(tiles.pen, toScreen, view.scale);
    times.push(performance.now() - began);
    if (times.length > 600) times.shift();
    if (waiting || more) ask();
    if (!waiting) lookAhead();
  }

  // Where one is

  /** @param {number} x @param {number} y @returns {[number, number]} */
  const toScreen = (x, y) => [(x - view.x) * view.scale, (y - view.y) * view.scale];

  /** @param {number} px @param {number} py @returns {[number, number]} */
  const toWorld = (px, py) => [view.x + px / view.scale, view.y + py / view.scale];

  function keepInside(over = slack) {
    const [w, t] = [size.wide / view.scale, size.high / view.scale];
    const hold = (
      /** @type {number} */ at,
      /** @type {number} */ low,
      /** @type {number} */ end,
      /** @type {number} */ seen,
    ) =>
      end - low <= seen ? (low + end - seen) / 2 : Math.max(
        Math.min(low, end - seen) - over * seen,
        Math.min(Math.max(low, end - seen) + over * seen, at),
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
  function zoom(by, px = size.wide / 2, py = size.high / 2) {
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
    if (tiles.settle()) ask();
  }

  /** The scale at which the whole picture can be seen. */
  const fitting = () => Math.min(...ratios());
  /** The scales at which all of its width, and all of its height, can be seen. */
  const ratios = () => [
    size.wide / (bounds.right - bounds.left),
    size.high / (bounds.bottom - bounds.top),
  ];

  /**
   * Show a place in the middle; scale 0 shows as much as fills the room, a negative one all of it, but no
   * smaller than that.
   * @param {number} x
   * @param {number} y
   * @param {number} [scale]
   */
  function go(x, y, scale = view.scale) {
    const { wide, high } = size;
    if (!wide) {
      pending = () => go(x, y, scale);
      return;
    }
    if (!scale) scale = Math.max(...ratios());
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
    const { wide, high } = size;
    const [px, py] = toScreen(x, y);
    const dx = px < margin ? margin - px : px > wide - margin ? wide - margin - px : 0;
    const dy = py < margin ? margin - py : py > high - margin ? high - margin - py : 0;
    if (dx || dy) pan(dx, dy);
  }

  listenToHands(canvas, { toWorld, pan, zoom, ask }, gestures);

  // Sizes and colours

  const sized = new ResizeObserver(() => {
    const box = canvas.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const sharp = Math.min(2, devicePixelRatio || 1);
    if (sharp !== size.dots) repaint();
    Object.assign(size, { wide: Math.round(box.width), high: Math.round(box.height), dots: sharp });
    canvas.width = size.wide * size.dots;
    canvas.height = size.high * size.dots;
    if (pending) pending();
    else keepInside();
    pending = null;
    if (tiles.bare()) settle();
  });
  sized.observe(canvas);

  /** Paint everything anew, as when the colours have changed. */
  function repaint() {
    tiles.repaint();
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
      tiles.dirty(regions);
      ask();
    },
    /** Whether there is nothing left to paint. */
    settled: () => !frame && tiles.sharp(),
    size: () => ({ wide: size.wide, high: size.high }),
    close() {
      sized.disconnect();
      size.wide = 0;
      dark.removeEventListener("change", repaint);
      cancelAnimationFrame(frame);
      clearTimeout(settling);
    },
  };
}
