/**
 * What a player asks to see on a hex board: reach and its costs, refused hexes, paths, planned attacks,
 * perimeters, zones, fronts and lines of supply.
 */

import { attack, disc, hatched, outline, pill, prize, tag, tagsUnder } from "./overlay-marks.js";
import { ink } from "../pens.js";
import { bend } from "./terrain-water.js";

/** @typedef {import("../types.d.ts").Overlay} Overlay */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {import("../surface.js").Region} Region */
/** @typedef {ReturnType<typeof import("./grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number]} Spot */

/** Pixels from one line of a hatch to the next. */
const HATCH = 9;

/** Pixels of a hex from which tags lie under counters: from afar they would cover the names of towns. */
const TAGGED = 34;

/**
 * What lies under the counters of hexes, such as dumps and bases, by hex.
 * @param {Overlay} shown
 * @param {number} size pixels of a hex
 */
export function tagsOf({ marks }, size) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { hex, text, under } of size < TAGGED ? [] : marks ?? []) {
    if (under) found.set(hex, `${found.get(hex) ?? ""}  ${text}`);
  }
  return found;
}

/** Lines are thinner on a map that is seen from afar. @param {number} size pixels of a hex */
const thinned = (size) => Math.max(0.35, Math.min(1, size / 26));

/**
 * What lies under the counters.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {HexPlace[]} hexes
 * @param {Overlay} shown
 * @param {Region} region
 */
export function underlay(pen, k, dots, grid, hexes, shown, region) {
  for (const area of shown.areas ?? []) {
    const inside = hexes.filter((hex) => area.hexes.has(hex.id));
    wash(pen, k, grid, inside, area.colour);
    if (area.hatch) hatch(pen, k, dots, grid, inside, area.hatch, region);
  }
  const { reach } = shown;
  if (reach) {
    wash(pen, k, grid, hexes.filter((hex) => !reach.has(hex.id)), "#FFFDF773");
    border(pen, k, dots, grid, hexes, (id) => reach.has(id), ink("--legal"), [], 0.985);
  }
  for (const one of shown.perimeters ?? []) {
    border(
      pen,
      k,
      dots,
      grid,
      hexes,
      (id) => one.hexes.has(id),
      one.colour,
      one.dashed ? [7, 4] : [],
      one.against ? 1 : 0.96,
      one.against,
    );
  }
  for (const line of shown.lines ?? []) course(pen, k, dots, grid, line, region);
}

/** @typedef {NonNullable<Overlay["lines"]>[number]} Line */

/**
 * The course of a line and the room that it takes, found once.
 * @type {WeakMap<Line, { points: Spot[], room: Region }>}
 */
const courses = new WeakMap();

/** @param {Line} line @param {Grid} grid */
function courseOf(line, grid) {
  let found = courses.get(line);
  if (found) return found;
  const points = line.hexes.flatMap((id) => {
    const hex = grid.byId.get(id);
    return hex ? [/** @type {Spot} */ ([hex.x, hex.y])] : [];
  });
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  found = {
    points,
    room: { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) },
  };
  courses.set(line, found);
  return found;
}

/**
 * A line through the middles of hexes.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {Line} line
 * @param {Region} [region] where it may be seen
 */
function course(pen, k, dots, grid, line, region) {
  const { colour, width = 3.6, dash = [], halo = true } = line;
  const { points, room } = courseOf(line, grid);
  if (points.length < 2 || (region && !meet(room, region))) return;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  const thin = dots * thinned(k / dots);
  for (
    const [ink, wide, dashes] of /** @type {[string, number, number[]][]} */ ([
      ["#FFFDF7", halo ? width + 3.4 : 0, []],
      [colour, width, dash],
    ])
  ) {
    if (!wide) continue;
    pen.strokeStyle = ink;
    pen.lineWidth = wide * thin;
    pen.setLineDash(dashes.map((part) => part * thin));
    bend(pen, points, k);
    pen.stroke();
  }
  pen.setLineDash([]);
}

/** Whether two rooms come near each other. @param {Region} one @param {Region} other */
const meet = (one, other) =>
  one.right > other.left - 1 && one.left < other.right + 1 && one.bottom > other.top - 1 &&
  one.top < other.bottom + 1;

/**
 * What passes over the tiles: the way that would be taken, and a hex that is refused.
 * @param {Pen} pen
 * @param {(x: number, y: number) => [number, number]} toScreen
 * @param {number} size
 * @param {Grid} grid
 * @param {Overlay} shown
 */
export function passing(pen, toScreen, size, grid, { path = [], refused = [] }) {
  if (path.length < 2 && !refused.length) return;
  pen.save();
  pen.translate(...toScreen(0, 0));
  course(pen, size, 1, grid, { hexes: path, colour: ink("--legal") });
  for (const one of refused) {
    const hex = grid.byId.get(one.hex);
    if (hex) hatched(pen, size, 1, grid, hex);
  }
  pen.restore();
}

/**
 * What lies over the counters.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {HexPlace[]} hexes
 * @param {Overlay} shown
 * @param {Region} region
 * @param {(hex: string) => boolean} taken whether counters lie there
 */
export function overlay(pen, k, dots, grid, hexes, shown, region, taken) {
  const size = k / dots;
  for (const hex of hexes) {
    if (shown.able?.has(hex.id) && size >= 14) frame(pen, k, dots, hex, ink("--legal"));
    if (shown.coached?.has(hex.id)) ring(pen, k, dots, grid, hex, ink("--warning"));
  }
  if (size >= 28 && shown.marks?.length) drawMarks(pen, k, dots, hexes, shown.marks, taken);
  if (shown.reach && size >= 28) {
    for (const hex of hexes) {
      const cost = shown.reach.get(hex.id);
      if (cost) pill(pen, String(cost), hex.x * k, (hex.y + (taken(hex.id) ? 0.5 : 0.3)) * k, dots);
    }
  }
  if (shown.prizes?.length) {
    const byHex = lyingIn(shown.prizes);
    for (const hex of hexes) {
      for (const one of byHex.get(hex.id) ?? []) prize(pen, one, hex.x * k, (hex.y - 0.52) * k, dots, k);
    }
  }
  if (size >= 9 && shown.spots?.length) {
    const byHex = lyingIn(shown.spots);
    for (const hex of hexes) {
      for (const spot of byHex.get(hex.id) ?? []) {
        disc(pen, spot, (hex.x + 0.3) * k, (hex.y - 0.28) * k, dots, k);
      }
    }
  }
  for (const arrow of shown.arrows ?? []) {
    const [from, to] = [grid.byId.get(arrow.from), grid.byId.get(arrow.to)];
    if (from && to && Math.abs(from.x - region.left) < 60) attack(pen, k, dots, from, to);
  }
  const chosen = shown.chosen ? grid.byId.get(shown.chosen) : undefined;
  if (chosen && hexes.includes(chosen)) ring(pen, k, dots, grid, chosen, ink("--legal"));
}

/** What lies in each hex, by the list of it. @type {WeakMap<{ hex: string }[], Map<string, any[]>>} */
const listed = new WeakMap();

/**
 * What lies in each hex; found once for a list.
 * @template {{ hex: string }} T
 * @param {T[]} all
 * @returns {Map<string, T[]>}
 */
function lyingIn(all) {
  let found = listed.get(all);
  if (found) return found;
  found = new Map();
  for (const one of all) found.set(one.hex, [...(found.get(one.hex) ?? []), one]);
  listed.set(all, found);
  return found;
}

/**
 * Tags beside the stacks, below each other, and under them in a row; in an empty hex they lie in its middle.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {HexPlace[]} hexes
 * @param {NonNullable<Overlay["marks"]>} marks
 * @param {(hex: string) => boolean} taken
 */
function drawMarks(pen, k, dots, hexes, marks, taken) {
  const byHex = lyingIn(marks);
  for (const hex of hexes) {
    const here = byHex.get(hex.id) ?? [];
    if (!here.length) continue;
    const beside = here.filter((one) => !one.under);
    beside.forEach(({ text, colour }, at) => {
      const down = (at - (beside.length - 1) / 2) * 0.27;
      tag(pen, text, (hex.x - 0.4) * k, (hex.y + down) * k, dots, k, colour);
    });
    const under = k / dots < TAGGED ? [] : here.filter((one) => one.under).map(({ text }) => text);
    if (under.length) tagsUnder(pen, under, hex.x * k, (hex.y + (taken(hex.id) ? 0.47 : 0)) * k, dots, k);
  }
}

/**
 * @param {Pen} pen @param {number} k @param {number} dots @param {Grid} grid @param {HexPlace} hex
 * @param {string} colour
 */
function ring(pen, k, dots, grid, hex, colour) {
  for (const [paint, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 5.5], [colour, 3]])) {
    outline(pen, k, grid, hex, 0.97);
    pen.strokeStyle = paint;
    pen.lineWidth = width * dots;
    pen.stroke();
  }
}

/**
 * Around a stack that can act.
 * @param {Pen} pen @param {number} k @param {number} dots @param {HexPlace} hex @param {string} colour
 */
function frame(pen, k, dots, hex, colour) {
  const half = 0.405 * k;
  pen.beginPath();
  pen.roundRect(hex.x * k - half, hex.y * k - half, half * 2, half * 2, 0.08 * k);
  pen.strokeStyle = colour;
  pen.lineWidth = 2 * dots;
  pen.stroke();
}

/** @param {Pen} pen @param {number} k @param {Grid} grid @param {HexPlace[]} hexes @param {string} colour */
function wash(pen, k, grid, hexes, colour) {
  if (!hexes.length) return;
  pen.fillStyle = colour;
  trace(pen, k, grid, hexes);
  pen.fill();
}

/**
 * Thin lines over hexes, rising or falling: what is told apart without its colour.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {HexPlace[]} hexes
 * @param {{ colour: string, rising: boolean }} lines
 * @param {Region} region
 */
function hatch(pen, k, dots, grid, hexes, { colour, rising }, region) {
  if (!hexes.length) return;
  pen.save();
  trace(pen, k, grid, hexes);
  pen.clip();
  const [left, top, right, bottom] = [region.left, region.top, region.right, region.bottom].map((one) =>
    one * k
  );
  const [gap, high] = [HATCH * dots, bottom - top];
  pen.strokeStyle = colour;
  pen.lineWidth = 1.3 * dots;
  pen.beginPath();
  // Lines go on from tile to tile: they are counted from the corner of the map.
  const [slope, from] = rising ? [-1, left + top] : [1, left - bottom];
  const end = rising ? right + bottom : right - top;
  for (let at = Math.floor(from / gap) * gap; at <= end; at += gap) {
    const x = rising ? at - top : at + top;
    pen.moveTo(x, top);
    pen.lineTo(x + slope * high, bottom);
  }
  pen.stroke();
  pen.restore();
}

/**
 * The outlines of hexes as one path.
 * @param {Pen} pen @param {number} k @param {Grid} grid @param {HexPlace[]} hexes
 */
function trace(pen, k, grid, hexes) {
  pen.beginPath();
  for (const hex of hexes) {
    grid.corners.forEach((
      [x, y],
      i,
    ) => (i ? pen.lineTo((hex.x + x) * k, (hex.y + y) * k) : pen.moveTo((hex.x + x) * k, (hex.y + y) * k)));
    pen.closePath();
  }
}

/**
 * The line between what is inside and what is not; `against`: only where these lie beyond it.
 * @param {Pen} pen @param {number} k @param {number} dots @param {Grid} grid @param {HexPlace[]} hexes
 * @param {(id: string) => boolean} inside @param {string} colour @param {number[]} dash @param {number} share
 * @param {Set<string>} [against]
 */
function border(pen, k, dots, grid, hexes, inside, colour, dash, share, against) {
  pen.beginPath();
  for (const hex of hexes) {
    if (!inside(hex.id)) continue;
    for (let side = 0; side < 6; side++) {
      const next = grid.over(hex, side);
      if (against ? !next || !against.has(next.id) : next && inside(next.id)) continue;
      const [a, b] = [grid.corners[side], grid.corners[(side + 1) % 6]];
      pen.moveTo((hex.x + a[0] * share) * k, (hex.y + a[1] * share) * k);
      pen.lineTo((hex.x + b[0] * share) * k, (hex.y + b[1] * share) * k);
    }
  }
  const thin = dots * thinned(k / dots);
  pen.lineCap = "round";
  for (const [paint, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 5], [colour, 2.8]])) {
    pen.strokeStyle = paint;
    pen.lineWidth = width * thin;
    pen.setLineDash(paint === colour ? dash.map((part) => part * thin) : []);
    pen.stroke();
  }
  pen.setLineDash([]);
}
