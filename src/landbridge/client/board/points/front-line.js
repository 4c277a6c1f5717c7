/**
 * Who holds the country of a points map, and the front between them: every spot leans to the side that holds
 * the points around it, and a point lies on the side of whoever holds it, even if all its neighbours are the
 * enemy's.
 */

/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../types.d.ts").Spot} Spot */
/** @typedef {import("../surface.js").Region} Region */
/**
 * @typedef {{
 *   values: Float32Array,
 *   columns: number,
 *   rows: number,
 *   left: number,
 *   top: number,
 *   step: number,
 * }} Field
 */

/** Within this distance, in the map's unit, a point outweighs what lies around it. */
const OWN_GROUND = 1;
/** The same between two of the spots that are looked at. */
const STEP = 0.75;
/** Spots to each side over which the view from afar is evened out. */
const AFAR = 2;

/**
 * How far each spot leans to a side: above 0 it is held by it.
 * @param {PointPlace[]} points
 * @param {{ [point: string]: string }} control
 * @param {string} ours
 * @param {Region} bounds
 * @param {number} unit a fifth of a line, as a rule
 * @param {{ side: string, x: number, y: number }[]} [beyond] ground of a side where no points lie
 * @returns {Field}
 */
export function signedField(points, control, ours, bounds, unit, beyond = []) {
  const step = STEP * unit;
  const [left, top] = [bounds.left - step, bounds.top - step];
  const [columns, rows] = [
    Math.ceil((bounds.right - left) / step) + 2,
    Math.ceil((bounds.bottom - top) / step) + 2,
  ];
  const values = new Float32Array(columns * rows);
  const held = Float64Array.from([
    ...beyond,
    ...points.filter((point) => control[point.id]).map(({ id, x, y }) => ({ side: control[id], x, y })),
  ].flatMap(({ side, x, y }) => [x, y, side === ours ? 1 : -1]));
  const near = (OWN_GROUND * unit) ** 4;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      let [sum, all] = [0, 0];
      const [x, y] = [left + i * step, top + j * step];
      for (let at = 0; at < held.length; at += 3) {
        const dx = x - held[at];
        const dy = y - held[at + 1];
        const far = dx * dx + dy * dy;
        const weight = 1 / (far * far + near);
        sum += weight * held[at + 2];
        all += weight;
      }
      values[j * columns + i] = all ? sum / all : -1;
    }
  }
  return { values, columns, rows, left, top, step };
}

/** The same as it looks from afar, without its small bends. @param {Field} field @returns {Field} */
export function fromAfar(field) {
  const { columns, rows } = field;
  const even = (/** @type {Float32Array} */ from, /** @type {number} */ dx, /** @type {number} */ dy) =>
    from.map((_, at) => {
      const [i, j] = [at % columns, Math.floor(at / columns)];
      let [sum, count] = [0, 0];
      for (let off = -AFAR; off <= AFAR; off++) {
        const [a, b] = [i + off * dx, j + off * dy];
        if (a < 0 || b < 0 || a >= columns || b >= rows) continue;
        sum += from[b * columns + a];
        count++;
      }
      return sum / count;
    });
  return { ...field, values: even(even(field.values, 1, 0), 0, 1) };
}

/** The ground of the side as an area. @param {Field} field */
export function heldArea({ values, columns, rows, left, top, step }) {
  const held = new Path2D();
  for (let j = 0; j < rows - 1; j++) {
    // Spots that are held all around lie side by side: one strip for each run of them.
    let from = -1;
    const strip = (/** @type {number} */ to) => {
      if (from >= 0) held.rect(left + from * step, top + j * step, (to - from) * step, step);
      from = -1;
    };
    for (let i = 0; i < columns - 1; i++) {
      const around = heldCorners(values, columns, i, j);
      if (around === 4 && from < 0) from = i;
      if (around < 4) strip(i);
      if (around === 0 || around === 4) continue;
      const corners = cornersOf(i, j);
      const lean = corners.map(([a, b]) => values[b * columns + a]);
      /** @type {Spot[]} */
      const inside = [];
      corners.forEach((corner, at) => {
        const [next, a, b] = [corners[(at + 1) % 4], lean[at], lean[(at + 1) % 4]];
        if (a > 0) inside.push([left + corner[0] * step, top + corner[1] * step]);
        if (a > 0 !== b > 0) inside.push(cutOf(corner, next, a, b, left, top, step));
      });
      if (inside.length < 3) continue;
      inside.forEach((spot, at) => (at ? held.lineTo(...spot) : held.moveTo(...spot)));
      held.closePath();
    }
    strip(columns - 1);
  }
  return held;
}

/**
 * The front as whole lines, each as long as it goes on.
 * @param {Field} field
 * @returns {Spot[][]}
 */
export function frontLines({ values, columns, rows, left, top, step }) {
  /** The cuts of the front with the grid, and which of them follow each other. @type {Map<string, Spot>} */
  const cuts = new Map();
  /** @type {Map<string, string[]>} */
  const next = new Map();
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < columns - 1; i++) {
      const around = heldCorners(values, columns, i, j);
      if (around === 0 || around === 4) continue;
      const corners = cornersOf(i, j);
      const lean = corners.map(([a, b]) => values[b * columns + a]);
      /** @type {string[]} */
      const here = [];
      corners.forEach((corner, at) => {
        const [other, a, b] = [corners[(at + 1) % 4], lean[at], lean[(at + 1) % 4]];
        if (a > 0 === b > 0) return;
        const name = [corner.join(), other.join()].sort().join(" ");
        cuts.set(name, cutOf(corner, other, a, b, left, top, step));
        here.push(name);
      });
      for (let at = 0; at + 1 < here.length; at += 2) {
        next.set(here[at], [...(next.get(here[at]) ?? []), here[at + 1]]);
        next.set(here[at + 1], [...(next.get(here[at + 1]) ?? []), here[at]]);
      }
    }
  }
  /** @type {Set<string>} */
  const used = new Set();
  const follow = (/** @type {string} */ from) => {
    const names = [from];
    used.add(from);
    for (let at = from;;) {
      const on = next.get(at)?.find((name) => !used.has(name));
      if (!on) {
        // A ring ends where it began.
        if (names.length > 2 && next.get(at)?.includes(from)) names.push(from);
        return names;
      }
      used.add(on);
      names.push(on);
      at = on;
    }
  };
  const ends = [...next.keys()].filter((name) => next.get(name)?.length === 1);
  return [...ends, ...next.keys()].flatMap((name) =>
    used.has(name) ? [] : [follow(name).map((one) => /** @type {Spot} */ (cuts.get(one)))]
  );
}

/**
 * How many corners of a square of the grid are held.
 * @param {Float32Array} values
 * @param {number} columns
 * @param {number} i
 * @param {number} j
 */
function heldCorners(values, columns, i, j) {
  const at = j * columns + i;
  return Number(values[at] > 0) + Number(values[at + 1] > 0) + Number(values[at + columns] > 0) +
    Number(values[at + columns + 1] > 0);
}

/** @param {number} i @param {number} j @returns {Spot[]} */
const cornersOf = (i, j) => [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];

/**
 * Where a side of the grid changes hands.
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} a
 * @param {number} b
 * @param {number} left
 * @param {number} top
 * @param {number} step
 * @returns {Spot}
 */
function cutOf(from, to, a, b, left, top, step) {
  const t = a / (a - b);
  return [left + (from[0] + (to[0] - from[0]) * t) * step, top + (from[1] + (to[1] - from[1]) * t) * step];
}

/**
 * The pieces of lines on which a test holds, each up to where it no longer does.
 * @param {Spot[][]} lines
 * @param {(x: number, y: number) => boolean} holds
 * @param {number} shortest shorter pieces are left out
 */
export function partsWhere(lines, holds, shortest) {
  return lines.flatMap((line) => {
    /** @type {Spot[][]} */
    const parts = [];
    let inside = false;
    line.forEach((spot, at) => {
      const now = holds(...spot);
      if (now !== inside && at) {
        const edge = lastWhere(now ? spot : line[at - 1], now ? line[at - 1] : spot, holds);
        if (now) parts.push([edge]);
        else parts[parts.length - 1].push(edge);
      } else if (now && !at) parts.push([]);
      if (now) parts[parts.length - 1].push(spot);
      inside = now;
    });
    return parts.filter((part) => lengthOf(part) >= shortest);
  });
}

/**
 * The last spot at which a test holds, on the way to one where it does not.
 * @param {Spot} from
 * @param {Spot} to
 * @param {(x: number, y: number) => boolean} holds
 * @returns {Spot}
 */
function lastWhere(from, to, holds) {
  let [low, high] = [0, 1];
  const at = (
    /** @type {number} */ t,
  ) => /** @type {Spot} */ ([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]);
  for (let turn = 0; turn < 5; turn++) {
    const middle = (low + high) / 2;
    if (holds(...at(middle))) low = middle;
    else high = middle;
  }
  return at(low);
}

/** @param {Spot[]} line */
const lengthOf = (line) =>
  line.reduce((sum, [x, y], at) => (at ? sum + Math.hypot(x - line[at - 1][0], y - line[at - 1][1]) : 0), 0);
