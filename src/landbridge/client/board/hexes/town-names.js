/** Names of towns on a board: each stands where the counters around it leave it room, below its town if it can. */

import { nameTown } from "./terrain-names.js";

/** @typedef {import("../types.d.ts").HexMap} HexMap */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {import("../surface.js").Region} Region */
/** @typedef {import("./terrain-names.js").Placed} Placed */
/** @typedef {ReturnType<typeof import("./grid.js").gridOf>} Grid */
/** @typedef {[number, number]} Spot */
/** Left, right, upper and lower edge, in hexes. @typedef {[number, number, number, number]} Room */

/** How far a name and the counters that it avoids may lie from its town. */
const NAME_ROOM = 2.6;
/** Half a counter, with the edges of its stack at the upper right. */
const [HALF, EDGES] = [0.4, 0.1];

/** The star over a place that counts in the score. @type {Room} */
const STAR = [-0.2, 0.2, -0.74, -0.3];

/** A tag under a counter: how deep its middle lies, half its height, and how wide a letter of it is. */
const [TAG, TALL, LETTER] = [0.47, 0.16, 0.11];

/** @param {Room} one @param {Room} other */
const shared = ([a, b, c, d], [e, f, g, h]) =>
  Math.max(0, Math.min(b, f) - Math.max(a, e)) * Math.max(0, Math.min(d, h) - Math.max(c, g));

/**
 * @param {HexMap} map
 * @param {Grid} grid
 */
export function townNames(map, grid) {
  /** @type {Placed[]} */
  const towns = (map.towns ?? []).flatMap((town) => {
    const hex = town.name ? grid.byId.get(town.hex) : undefined;
    return hex ? [{ ...town, x: hex.x, y: hex.y }] : [];
  });
  /** The hexes around each town. @type {Map<Placed, HexPlace[]>} */
  const around = new Map();

  /** @param {Placed} town */
  function aroundOf(town) {
    const found = around.get(town) ?? grid.within(roomOf(town), 0);
    around.set(town, found);
    return found;
  }

  return {
    /**
     * @param {CanvasRenderingContext2D} pen
     * @param {number} k
     * @param {number} dots
     * @param {Region} region
     * @param {(hex: string) => boolean} taken whether counters lie there
     * @param {{ hex: string }[]} [stars] where a star stands over the hex
     * @param {Map<string, string>} [tags] what lies under the counters of a hex
     */
    draw(pen, k, dots, region, taken, stars = [], tags = new Map()) {
      for (const town of towns) {
        if (!inside(town, region, NAME_ROOM)) continue;
        const rooms = aroundOf(town).filter((hex) => taken(hex.id)).map((hex) => /** @type {Room} */ ([
          hex.x - town.x - HALF,
          hex.x - town.x + HALF + EDGES,
          hex.y - town.y - HALF - EDGES,
          hex.y - town.y + HALF,
        ]));
        for (const hex of tags.size ? aroundOf(town) : []) {
          const half = (tags.get(hex.id) ?? "").length * LETTER / 2;
          const low = taken(hex.id) ? TAG : 0;
          if (half) {
            rooms.push([
              hex.x - town.x - half,
              hex.x - town.x + half,
              hex.y - town.y + low - TALL,
              hex.y - town.y + low + TALL,
            ]);
          }
        }
        if (stars.some(({ hex }) => hex === town.hex)) rooms.push(STAR);
        nameTown(
          pen,
          k,
          town,
          k / 64,
          dots,
          k / dots,
          (wide, high, below) => place(wide, high, below, rooms),
        );
      }
    },
    /** What has to be painted again when counters come to a hex or leave it. @param {HexPlace} hex */
    near: (hex) => towns.filter((town) => inside(town, roomOf(hex), 0)).map(roomOf),
  };
}

/** @param {{ x: number, y: number }} place @returns {Region} */
const roomOf = ({ x, y }) => ({
  left: x - NAME_ROOM,
  right: x + NAME_ROOM,
  top: y - NAME_ROOM,
  bottom: y + NAME_ROOM,
});

/** @param {{ x: number, y: number }} place @param {Region} region @param {number} more */
const inside = ({ x, y }, region, more) =>
  x > region.left - more && x < region.right + more && y > region.top - more && y < region.bottom + more;

/**
 * The first place for a name on which no counter lies, else the one of which they cover least.
 * @param {number} wide
 * @param {number} high
 * @param {Spot} below
 * @param {Room[]} rooms where counters lie, as seen from the town
 * @returns {Spot}
 */
function place(wide, high, below, rooms) {
  if (!rooms.length) return below;
  const [side, level] = [wide / 2 + 0.24, high * 0.35];
  const lower = Math.max(below[1], HALF + high * 0.85);
  const lowest = TAG + TALL + high * 0.85;
  const upper = -HALF - EDGES - high * 0.2;
  /** @type {Spot[]} */
  const spots = [
    below,
    [0, lower],
    [0, lowest],
    [side, level],
    [-side, level],
    [0, -0.24],
    [0, upper],
    [side, lower],
    [-side, lower],
    [side, upper],
    [-side, upper],
    [side + 0.3, level],
    [-side - 0.3, level],
  ];
  let [best, least] = [below, Infinity];
  for (const [x, y] of spots) {
    const room = /** @type {Room} */ ([x - wide / 2, x + wide / 2, y - high * 0.8, y + high * 0.15]);
    const covered = rooms.reduce((sum, other) => sum + shared(room, other), 0);
    if (covered < least - 0.005) [best, least] = [[x, y], covered];
    if (!covered) break;
  }
  return best;
}
