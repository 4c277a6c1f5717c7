/**
 * Where the counters and names of a points map go, so that nothing is covered. The names of places that count
 * come first, then the counters, then the other names. A name moves before it goes, and those that count never go.
 */

import { ink } from "../pens.js";

/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {[number, number, number, number]} Box left, top, width, height */
/** @typedef {{ point: PointPlace, x: number, y: number, size: number }} Name */

/** Kinds of points, the most important first. */
const RANKS = ["fortress", "city", "junction"];

/**
 * @param {{
 *   points: PointPlace[],
 *   stacks: string[],
 *   factories: { [point: string]: number },
 *   pen: CanvasRenderingContext2D | null,
 *   close: boolean,
 *   wide: number,
 *   k: number,
 *   dots: number,
 * }} options `close`: near enough for the names of junctions; `wide`: a counter's width
 */
export function arrange({ points, stacks, factories, pen, close, wide, k, dots }) {
  const byId = new Map(points.map((point) => [point.id, point]));
  /** @type {Box[]} */
  const taken = points.map((point) => [point.x * k - 7 * dots, point.y * k - 7 * dots, 14 * dots, 14 * dots]);
  /** How much of a box lies on what is there already. @param {Box} box */
  const covered = ([left, top, width, height]) =>
    taken.reduce((sum, other) => {
      const across = Math.min(left + width, other[0] + other[2]) - Math.max(left, other[0]);
      const down = Math.min(top + height, other[1] + other[3]) - Math.max(top, other[1]);
      return across > 0 && down > 0 ? sum + across * down : sum;
    }, 0);
  for (const [id, count] of Object.entries(factories)) {
    const point = byId.get(id);
    if (point) taken.push([point.x * k + 6 * dots, point.y * k + 6 * dots, count * 13 * dots, 13 * dots]);
  }
  /** @type {Name[]} */
  const names = [];
  /** @param {PointPlace} point @param {boolean} always */
  const name = (point, always) => {
    const size = ((point.worth ?? 0) > 1 ? 14 : point.kind === "junction" ? 12 : 12.5) * dots;
    if (pen) pen.font = `${point.kind === "junction" ? 500 : 600} ${size}px ${ink("--serif")}`;
    const length = pen?.measureText(point.name).width ?? point.name.length * size * 0.5;
    const boxes = spotsFor(length, (point.kind === "junction" ? 8 : 11) * dots, dots).map((
      [dx, dy],
    ) => /** @type {Box} */ ([point.x * k + dx - 1, point.y * k + dy - size + 2, length + 2, size]));
    const box = boxes.find((one) => covered(one) === 0) ??
      (always ? boxes.reduce((best, one) => (covered(one) < covered(best) ? one : best)) : null);
    if (!box) return;
    taken.push(box);
    names.push({ point, x: box[0] + 1, y: box[1] + size - 2, size });
  };
  const counts = (/** @type {PointPlace} */ point) => Boolean(point.worth);
  for (const point of points.filter(counts).sort(byImportance)) name(point, true);
  /** @type {Map<string, [number, number]>} */
  const counters = new Map();
  for (const id of stacks) {
    const point = byId.get(id);
    if (!point) continue;
    const far = wide / 2 + 9 * dots;
    const places = [[far, -far * 0.5], [-far, -far * 0.5], [0, -far * 1.15], [0, far * 1.15], [
      far,
      far * 0.6,
    ], [-far, far * 0.6]];
    // The edges of a stack and its number stand out to the right and above.
    const box = (
      /** @type {number[]} */ [dx, dy],
    ) => /** @type {Box} */ ([
      point.x * k + dx - wide / 2,
      point.y * k + dy - wide / 2 - 7 * dots,
      wide + 7 * dots,
      wide + 7 * dots,
    ]);
    const fits = places.reduce((best, place) => (covered(box(place)) < covered(box(best)) ? place : best));
    counters.set(id, [point.x * k + fits[0], point.y * k + fits[1]]);
    taken.push(box(fits));
  }
  for (const point of points.filter((one) => !counts(one)).sort(byImportance)) {
    if (point.kind !== "junction" || close) name(point, false);
  }
  return { names, counters };
}

/** @param {PointPlace} a @param {PointPlace} b */
const byImportance = (a, b) =>
  (b.worth ?? 0) - (a.worth ?? 0) || RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind);

/** Where a name may begin, as seen from its point: beside it, above and below, at the corners, further off.
 * @param {number} length
 * @param {number} off
 * @param {number} dots
 */
const spotsFor = (length, off, dots) => [
  [off, 4 * dots],
  [-length - off, 4 * dots],
  [-length / 2, -11 * dots],
  [-length / 2, 20 * dots],
  [off * 0.6, -9 * dots],
  [off * 0.6, 18 * dots],
  [-length - off * 0.6, -9 * dots],
  [-length - off * 0.6, 18 * dots],
  [off * 1.8, -20 * dots],
  [off * 1.8, 28 * dots],
  [-length - off * 1.8, -20 * dots],
  [-length - off * 1.8, 28 * dots],
];
