/** A picture painted in tiles that are kept: a ground that stays, and dress over it that changes. */

import { penOf } from "./pens.js";

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Region */
/** @typedef {(pen: CanvasRenderingContext2D, scale: number, region: Region, dots: number) => void} Painter */
/** @typedef {{ canvas: HTMLCanvasElement, fresh: boolean, used: number }} Tile */
/** @typedef {{ x: number, y: number, scale: number }} View the place in the upper left corner, and its scale */
/** @typedef {{ wide: number, high: number, dots: number }} Size in pixels of the page, and dots in each */

const TILE = 256;
/** Tiles that are kept beyond those in sight. */
const KEPT = 160;
/** Milliseconds of a frame that may go into painting tiles. */
const BUDGET = 7;

/**
 * @param {{
 *   canvas: HTMLCanvasElement,
 *   bounds: Region,
 *   ground: Painter,
 *   dress: Painter,
 *   view: View,
 *   size: Size,
 * }} options the canvas on which the tiles are shown, and what is to be seen on it, which changes
 */
export function tilesOn({ canvas, bounds, ground, dress, view, size }) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  /** The scale that the tiles are painted at. */
  let level = 0;
  /** @type {Map<string, Tile>} */
  let grounds = new Map();
  /** @type {Map<string, Tile>} */
  let tiles = new Map();
  /** @type {{ tiles: Map<string, Tile>, level: number } | null} */
  let before = null;
  let [clock, first] = [0, true];

  /** Put every tile in its place; paint as many new ones as the frame has time for. @param {number} began */
  function paint(began) {
    const { wide, high, dots } = size;
    clock++;
    pen.setTransform(1, 0, 0, 1, 0, 0);
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
    }
    forget(tiles);
    forget(grounds);
    return waiting;
  }

  /**
   * Paint what is at the edge of what is seen, so that it is there when it is panned into sight; whether there
   * is more of it than one has time for.
   */
  function ahead() {
    const { wide, high, dots } = size;
    if (!wide || level !== view.scale || before) return false;
    const began = performance.now();
    const [ox, oy] = origin(level);
    const [i0, j0] = [Math.floor(ox / TILE) - 1, Math.floor(oy / TILE) - 1];
    const [i1, j1] = [Math.floor((ox + wide * dots) / TILE) + 1, Math.floor((oy + high * dots) / TILE) + 1];
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        if (i !== i0 && i !== i1 && j !== j0 && j !== j1) continue;
        const name = `${i},${j}`;
        if (tiles.get(name)?.fresh || !meets(i, j)) continue;
        if (performance.now() - began > BUDGET) return true;
        make(name, i, j, tiles.get(name));
      }
    }
    return false;
  }

  /** Whether any of the picture is in this tile. @param {number} i @param {number} j */
  function meets(i, j) {
    const side = TILE / (level * size.dots);
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
    const { dots } = size;
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
    const { wide, high, dots } = size;
    const ratio = view.scale / scale;
    const [ox, oy] = [view.x * view.scale * dots, view.y * view.scale * dots];
    for (const [name, tile] of from) {
      const [i, j] = name.split(",").map(Number);
      const [x, y, side] = [i * TILE * ratio - ox, j * TILE * ratio - oy, TILE * ratio];
      if (x > wide * dots || y > high * dots || x + side < 0 || y + side < 0) continue;
      pen.drawImage(tile.canvas, x, y, side + 0.6, side + 0.6);
    }
  }

  const clear = () => patch(0, 0, size.wide * size.dots, size.high * size.dots);
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

  /** @param {number} scale @returns {[number, number]} */
  const origin = (scale) => [Math.round(view.x * scale * size.dots), Math.round(view.y * scale * size.dots)];

  return {
    pen,
    paint,
    ahead,
    /** Whether nothing is painted yet. */
    bare: () => !level,
    /** Whether what is seen is painted at its scale. */
    sharp: () => level === view.scale && !before,
    /** Paint at the scale that was zoomed to; whether it is another. */
    settle() {
      if (level === view.scale) return false;
      before = { tiles, level };
      [tiles, grounds] = [new Map(), new Map()];
      level = view.scale;
      return true;
    },
    /** Paint everything anew, as when the colours have changed. */
    repaint() {
      [tiles, grounds] = [new Map(), new Map()];
      before = null;
      first = true;
    },
    /** Dress every tile again, or those that touch one of these regions. @param {Region[]} [regions] */
    dirty(regions) {
      const side = TILE / (level * size.dots || 1);
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
    },
  };
}
