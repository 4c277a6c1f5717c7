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
