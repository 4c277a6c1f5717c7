/**
 * A hex map as geometry: where hexes, corners and borders are, found quickly. One unit is the width of a
 * hex from flat to flat.
 */

/** @typedef {import("../types.d.ts").HexMap} HexMap */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {import("../surface.js").Region} Region */
/** @typedef {[number, number]} Spot */

const RADIUS = 1 / Math.sqrt(3);

/**
 * A number from 0 to 1 that is always the same for the same three.
 * @param {number} a
 * @param {number} b
 * @param {number} c
 */
export function chanceOf(a, b, c) {
  let mixed = Math.imul(a | 0, 374761393) ^ Math.imul(b | 0, 668265263) ^ Math.imul(c | 0, 2246822519);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}

/** @param {HexMap} map */
export function gridOf(map) {
  const turn = map.pointy ? Math.PI / 6 : 0;
  const corners = Array.from(
    { length: 6 },
    (
      _,
      i,
    ) => /** @type {Spot} */ ([
      RADIUS * Math.cos(turn + (i * Math.PI) / 3),
      RADIUS * Math.sin(turn + (i * Math.PI) / 3),
    ]),
  );
  /** The way to the neighbour over the border from corner i to corner i + 1. */
  const steps = Array.from(
    { length: 6 },
    (
      _,
      i,
    ) => /** @type {Spot} */ ([
      Math.cos(turn + Math.PI / 6 + (i * Math.PI) / 3),
      Math.sin(turn + Math.PI / 6 + (i * Math.PI) / 3),
    ]),
  );
  /** @type {Map<string, HexPlace>} */
  const byId = new Map();
  /** @type {Map<string, HexPlace>} */
  const bySpot = new Map();
  /** @type {Map<string, HexPlace[]>} */
  const cells = new Map();
  const spot = (/** @type {number} */ x, /** @type {number} */ y) =>
    `${Math.round(x * 8)},${Math.round(y * 8)}`;
  const CELL = 4;
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const hex of map.hexes) {
    byId.set(hex.id, hex);
    bySpot.set(spot(hex.x, hex.y), hex);
    const cell = `${Math.floor(hex.x / CELL)},${Math.floor(hex.y / CELL)}`;
    const list = cells.get(cell);
    if (list) list.push(hex);
    else cells.set(cell, [hex]);
    bounds.left = Math.min(bounds.left, hex.x - 0.7);
    bounds.right = Math.max(bounds.right, hex.x + 0.7);
    bounds.top = Math.min(bounds.top, hex.y - 0.7);
    bounds.bottom = Math.max(bounds.bottom, hex.y + 0.7);
  }

  /**
   * The hex over a border, by direction 0 to 5, or nothing at the edge.
   * @param {HexPlace} hex
   * @param {number} side
   */
  function over(hex, side) {
    const [x, y] = [hex.x + steps[side][0], hex.y + steps[side][1]];
    const near = bySpot.get(spot(x, y));
    if (near) return near;
    return at(x, y);
  }

  /** The hex under a spot. @param {number} x @param {number} y */
  function at(x, y) {
    /** @type {HexPlace | undefined} */
    let best;
    let least = 0.62;
    for (let i = Math.floor((x - 1) / CELL); i <= Math.floor((x + 1) / CELL); i++) {
      for (let j = Math.floor((y - 1) / CELL); j <= Math.floor((y + 1) / CELL); j++) {
        for (const hex of cells.get(`${i},${j}`) ?? []) {
          const far = Math.hypot(hex.x - x, hex.y - y);
          if (far < least) [best, least] = [hex, far];
        }
      }
    }
    return best;
  }

  /** Every hex that may show in a region. @param {Region} region @param {number} [margin] */
  function within(region, margin = 1) {
    /** @type {HexPlace[]} */
    const found = [];
    const [left, right, top, bottom] = [
      region.left - margin,
      region.right + margin,
      region.top - margin,
      region.bottom + margin,
    ];
    for (let i = Math.floor(left / CELL); i <= Math.floor(right / CELL); i++) {
      for (let j = Math.floor(top / CELL); j <= Math.floor(bottom / CELL); j++) {
        for (const hex of cells.get(`${i},${j}`) ?? []) {
          if (hex.x >= left && hex.x <= right && hex.y >= top && hex.y <= bottom) found.push(hex);
        }
      }
    }
    return found;
  }

  /**
   * The hex that lies that way, for the arrow keys.
   * @param {HexPlace} hex
   * @param {number} dx
   * @param {number} dy
   */
  function towards(hex, dx, dy) {
    const ranked = steps.map((step, side) => ({ side, fit: step[0] * dx + step[1] * dy })).sort((a, b) =>
      b.fit - a.fit
    );
    const [first, second] = ranked;
    // Between two ways of the same worth every second column takes the other, so that a row is walked straight.
    const even = Math.abs(first.fit - second.fit) > 0.01 || Math.round(hex.x / steps[0][0]) % 2 === 0;
    return over(hex, (even ? first : second).side) ?? over(hex, (even ? second : first).side);
  }

  /** @type {Map<string, Float32Array>} */
  const borders = new Map();

  /**
   * A border that wanders as on a printed map; both hexes that share it get the same points.
   * @param {HexPlace} hex
   */
  function wandering(hex) {
    let points = borders.get(hex.id);
    if (points) return points;
    const ends = corners.map(([x, y]) => nudged(hex.x + x, hex.y + y));
    const list = ends.flatMap((end, i) => [...end, ...between(end, ends[(i + 1) % 6])]);
    points = new Float32Array(list);
    borders.set(hex.id, points);
    return points;
  }

  return { corners, steps, byId, bounds, over, at, within, towards, wandering };
}

/** A corner, moved a little, always in the same way. @param {number} x @param {number} y @returns {Spot} */
function nudged(x, y) {
  const [a, b] = [Math.round(x * 30), Math.round(y * 30)];
  return [x + (chanceOf(a, b, 3) - 0.5) * 0.16, y + (chanceOf(a, b, 9) - 0.5) * 0.16];
}

/** Points on the way from one corner to the next. @param {Spot} from @param {Spot} end */
function between(from, end) {
  const turned = from[0] > end[0] + 1e-6 || (Math.abs(from[0] - end[0]) < 1e-6 && from[1] > end[1]);
  const [a, b] = turned ? [end, from] : [from, end];
  const seed = [Math.round(a[0] * 300), Math.round(a[1] * 300), Math.round(b[0] * 300) * 7];
  /** @type {Spot[]} */
  const points = [];
  for (let i = 1; i < 5; i++) {
    const t = i / 5;
    const off = (chanceOf(seed[0], seed[1], seed[2] + i) - 0.5) * 0.29 * (1 - Math.abs(t - 0.5));
    points.push([
      a[0] + (b[0] - a[0]) * t - (b[1] - a[1]) * off,
      a[1] + (b[1] - a[1]) * t + (b[0] - a[0]) * off,
    ]);
  }
  return (turned ? points.reverse() : points).flat();
}

/**
 * Pairs that share an end joined to long chains.
 * @param {[string, string][]} pairs
 * @returns {string[][]}
 */
export function chained(pairs) {
  /** @type {Map<string, Set<number>>} */
  const ends = new Map();
  pairs.forEach((pair, at) => pair.forEach((end) => ends.set(end, (ends.get(end) ?? new Set()).add(at))));
  const free = new Set(pairs.keys());
  const next = (/** @type {string} */ end) => {
    const left = [...(ends.get(end) ?? [])].filter((at) => free.has(at));
    return left.length === 1 && (ends.get(end)?.size ?? 0) <= 2 ? left[0] : undefined;
  };
  const chains = [];
  for (const at of pairs.keys()) {
    if (!free.delete(at)) continue;
    const chain = [...pairs[at]];
    for (const forward of [true, false]) {
      for (;;) {
        const end = forward ? chain[chain.length - 1] : chain[0];
        const follows = next(end);
        if (follows === undefined) break;
        free.delete(follows);
        const other = pairs[follows][0] === end ? pairs[follows][1] : pairs[follows][0];
        if (forward) chain.push(other);
        else chain.unshift(other);
      }
    }
    chains.push(chain);
  }
  return chains;
}
