/** Lines and shores on a points map: gentle bends, wandering borders, and what lies inside. */

import { chanceOf } from "../hexes/grid.js";

/** @typedef {import("../types.d.ts").Spot} Spot */
/** @typedef {import("../surface.js").Region} Region */

/** How far a border wanders, as a part of the length between two of its spots. */
const WANDER = 0.22;

/** @param {Spot} a @param {Spot} b @param {number} [t] @returns {Spot} */
const between = (a, b, t = 0.5) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** Straight from spot to spot. @param {Spot[][]} courses @param {boolean} closed */
export function pathOf(courses, closed) {
  const path = new Path2D();
  for (const course of courses) {
    course.forEach((spot, at) => (at ? path.lineTo(...spot) : path.moveTo(...spot)));
    if (closed) path.closePath();
  }
  return path;
}

/** A shore or a river as a gentle line. @param {Spot[]} course @param {boolean} closed */
export function smooth(course, closed) {
  const path = new Path2D();
  const last = course.length - 1;
  path.moveTo(...(closed ? between(course[last], course[0]) : course[0]));
  for (let i = closed ? 0 : 1; i < (closed ? course.length : last); i++) {
    path.quadraticCurveTo(...course[i], ...between(course[i], course[(i + 1) % course.length]));
  }
  if (closed) path.closePath();
  else path.lineTo(...course[last]);
  return path;
}

/** Spots of one stretch. */
const STRETCH = 14;

/**
 * A line in short stretches, so that a part of the map needs to draw only those that it shows.
 * @param {Spot[]} course
 * @param {"shore" | "line"} kind a shore is closed, and straight from spot to spot as the land that it bounds
 */
export function stretchesOf(course, kind) {
  const closed = kind === "shore";
  const whole = closed ? [...course, course[0]] : course;
  const found = [];
  for (let at = 0; at < whole.length - 1; at += STRETCH) {
    const part = whole.slice(at, at + STRETCH + 1);
    found.push({ path: closed ? pathOf([part], false) : smooth(part, false), ...boxOf(part) });
  }
  return found;
}

/** @param {Spot[]} course @returns {Region} */
export const boxOf = (course) => ({
  left: Math.min(...course.map(([x]) => x)),
  right: Math.max(...course.map(([x]) => x)),
  top: Math.min(...course.map(([, y]) => y)),
  bottom: Math.max(...course.map(([, y]) => y)),
});

/**
 * Whether two regions lie within a distance of each other.
 * @param {Region} one
 * @param {Region} other
 * @param {number} [room]
 */
export const meets = (one, other, room = 0) =>
  one.left < other.right + room && one.right > other.left - room && one.top < other.bottom + room &&
  one.bottom > other.top - room;

/**
 * A few spots around a stretch of country as its border in nature: it wanders, the same way every time, and
 * its corners are cut.
 * @param {Spot[]} ring
 */
export function wandering(ring) {
  let found = ring;
  for (let turn = 0; turn < 2; turn++) {
    found = found.flatMap((spot, at) => {
      const next = found[(at + 1) % found.length];
      const [x, y] = between(spot, next);
      const off = (chanceOf(Math.round(x), Math.round(y), turn) - 0.5) * WANDER * 2;
      return [spot, /** @type {Spot} */ ([x - (next[1] - spot[1]) * off, y + (next[0] - spot[0]) * off])];
    });
  }
  return found.flatMap((spot, at) => {
    const next = found[(at + 1) % found.length];
    return [between(spot, next, 0.25), between(spot, next, 0.75)];
  });
}

/** Whether a spot lies within a ring. @param {Spot[]} ring @param {number} x @param {number} y */
export function within(ring, x, y) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
