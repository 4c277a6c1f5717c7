/**
 * The front line on a points map: every spot leans to the side that holds the points around it, and a point lies
 * on the side of whoever holds it, even if all its neighbours are the enemy's.
 */

/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Span */
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

/** Hundredths of the map's length that are drawn around it. */
const AROUND = 45;
/** Within this distance, in hundredths of the map's length, a point outweighs what lies around it. */
const OWN_GROUND = 1;
/** The same between two of the spots that are looked at. */
const STEP = 0.75;

/**
 * How far each spot leans to the Soviet side: above 0 it is held by it.
 * @param {PointPlace[]} points
 * @param {{ [point: string]: string }} control
 * @param {Span} span
 * @param {number} unit
 * @returns {Field}
 */
export function signedField(points, control, span, unit) {
  const step = STEP * unit;
  // Room around it, so that whoever looks over the edge still sees who holds the country.
  const [wide, high] = [span.right - span.left, span.bottom - span.top];
  const [beside, above] = [
    AROUND * unit + Math.max(0, high - wide) / 2,
    AROUND * unit + Math.max(0, wide - high) / 2,
  ];
  const [left, top] = [span.left - beside, span.top - above];
  const [columns, rows] = [
    Math.ceil((wide + 2 * beside) / step) + 1,
    Math.ceil((high + 2 * above) / step) + 1,
  ];
  const values = new Float32Array(columns * rows);
  const held = points.filter((point) => control[point.id]).map((point) => ({
    x: point.x,
    y: point.y,
    sign: control[point.id] === "soviet" ? 1 : -1,
  }));
  const near = (OWN_GROUND * unit) ** 4;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      let [sum, all] = [0, 0];
      const [x, y] = [left + i * step, top + j * step];
      for (const point of held) {
        const far = (x - point.x) ** 2 + (y - point.y) ** 2;
        const weight = 1 / (far * far + near);
        sum += weight * point.sign;
        all += weight;
      }
      values[j * columns + i] = all ? sum / all : -1;
    }
  }
  return { values, columns, rows, left, top, step };
}

/**
 * The held side as an area, and the line where it ends.
 * @param {Field} field
 */
export function frontOf({ values, columns, rows, left, top, step }) {
  const held = new Path2D();
  const line = new Path2D();
  for (let j = 0; j < rows - 1; j++) {
    // Spots that are held all around lie side by side: one strip for each run of them.
    let from = -1;
    const strip = (/** @type {number} */ to) => {
      if (from >= 0) held.rect(left + from * step, top + j * step, (to - from) * step, step);
      from = -1;
    };
    for (let i = 0; i < columns - 1; i++) {
      const at = j * columns + i;
      if (values[at] > 0 && values[at + 1] > 0 && values[at + columns] > 0 && values[at + columns + 1] > 0) {
        if (from < 0) from = i;
        continue;
      }
      strip(i);
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const lean = corners.map(([a, b]) => values[b * columns + a]);
      /** @type {[number, number][]} */
      const inside = [];
      /** @type {[number, number][]} */
      const cuts = [];
      corners.forEach((corner, at) => {
        const [next, a, b] = [corners[(at + 1) % 4], lean[at], lean[(at + 1) % 4]];
        if (a > 0) inside.push([left + corner[0] * step, top + corner[1] * step]);
        if (a > 0 === b > 0) return;
        const t = a / (a - b);
        /** @type {[number, number]} */
        const cut = [
          left + (corner[0] + (next[0] - corner[0]) * t) * step,
          top + (corner[1] + (next[1] - corner[1]) * t) * step,
        ];
        inside.push(cut);
        cuts.push(cut);
      });
      if (inside.length > 2) {
        inside.forEach((spot, at) => (at ? held.lineTo(...spot) : held.moveTo(...spot)));
        held.closePath();
      }
      for (let at = 0; at + 1 < cuts.length; at += 2) {
        line.moveTo(...cuts[at]);
        line.lineTo(...cuts[at + 1]);
      }
    }
    strip(columns - 1);
  }
  return { held, line };
}
