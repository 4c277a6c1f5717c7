/**
 * Where the counters and names of a points map go, so that nothing is covered: cities first, what finds no
 * room is left out.
 */

import { ink } from "./surface.js";

/** @typedef {import("./types.d.ts").PointPlace} PointPlace */
/** @typedef {[number, number, number, number]} Box left, top, width, height */

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
  const free = (/** @type {Box} */ box) =>
    !taken.some((other) =>
      box[0] < other[0] + other[2] && box[0] + box[2] > other[0] && box[1] < other[1] + other[3] &&
      box[1] + box[3] > other[1]
    );
  for (const [id, count] of Object.entries(factories)) {
    const point = byId.get(id);
    if (point) taken.push([point.x * k + 6 * dots, point.y * k + 6 * dots, count * 13 * dots, 13 * dots]);
  }
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
    const fits = places.find((place) => free(box(place))) ?? places[0];
    counters.set(id, [point.x * k + fits[0], point.y * k + fits[1]]);
    taken.push(box(fits));
  }
  /** @type {{ point: PointPlace, x: number, y: number, size: number }[]} */
  const names = [];
  for (
    const point of [...points].sort((a, b) =>
      (b.worth ?? 0) - (a.worth ?? 0) || Number(a.kind === "junction") - Number(b.kind === "junction")
    )
  ) {
    if (point.kind === "junction" && !close) continue;
    const size = ((point.worth ?? 0) > 1 ? 14 : point.kind === "junction" ? 12 : 12.5) * dots;
    if (pen) pen.font = `${point.kind === "junction" ? 500 : 600} ${size}px ${ink("--serif")}`;
    const length = pen?.measureText(point.name).width ?? point.name.length * size * 0.5;
    const off = (point.kind === "junction" ? 8 : 11) * dots;
    for (
      const [dx, dy] of [[off, 4 * dots], [-length - off, 4 * dots], [-length / 2, -11 * dots], [
        -length / 2,
        20 * dots,
      ]]
    ) {
      /** @type {Box} */
      const box = [point.x * k + dx - 1, point.y * k + dy - size + 2, length + 2, size];
      if (!free(box)) continue;
      taken.push(box);
      names.push({ point, x: point.x * k + dx, y: point.y * k + dy, size });
      break;
    }
  }
  return { names, counters };
}
