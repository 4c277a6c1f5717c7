/** Which point is meant: the one under a finger, or the next one in a direction. */

/** @typedef {import("../types.d.ts").PointPlace} PointPlace */

/**
 * The nearest point, if one lies near enough.
 * @param {PointPlace[]} points
 * @param {number} x
 * @param {number} y
 * @param {number} within
 */
export function nearestPoint(points, x, y, within) {
  /** @type {PointPlace | null} */
  let best = null;
  let least = within;
  for (const point of points) {
    const far = Math.hypot(point.x - x, point.y - y);
    if (far < least) [best, least] = [point, far];
  }
  return best;
}

/**
 * The way with the fewest lines from one point to another, through points that may be passed; the two ends
 * alone where there is none.
 * @param {{ a: string, b: string }[]} lines
 * @param {string} from
 * @param {string} to
 * @param {(id: string) => boolean} passable
 */
export function wayBetween(lines, from, to, passable) {
  /** @type {Map<string, string[]>} */
  const next = new Map();
  for (const { a, b } of lines) {
    next.set(a, [...(next.get(a) ?? []), b]);
    next.set(b, [...(next.get(b) ?? []), a]);
  }
  /** @type {Map<string, string>} */
  const before = new Map([[from, ""]]);
  for (const here of before.keys()) {
    if (here === to) break;
    if (here !== from && !passable(here)) continue;
    for (const end of next.get(here) ?? []) if (!before.has(end)) before.set(end, here);
  }
  if (!before.has(to)) return [from, to];
  const way = [to];
  while (way[0] !== from) way.unshift(/** @type {string} */ (before.get(way[0])));
  return way;
}

/** Which way an arrow key leads. @type {{ [key: string]: [number, number] }} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The point that lies that way, the near ones before those straight ahead.
 * @param {PointPlace[]} points
 * @param {PointPlace} from
 * @param {number} dx
 * @param {number} dy
 */
export function pointTowards(points, from, dx, dy) {
  /** @type {PointPlace | undefined} */
  let best;
  let least = Infinity;
  for (const point of points) {
    const [x, y] = [point.x - from.x, point.y - from.y];
    const ahead = x * dx + y * dy;
    if (point === from || ahead <= 0 || ahead < Math.abs(x * dy + y * dx) * 0.6) continue;
    const cost = Math.hypot(x, y) * (2 - ahead / Math.hypot(x, y));
    if (cost < least) [best, least] = [point, cost];
  }
  return best;
}
