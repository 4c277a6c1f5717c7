/** Names of towns on a board: each stands where the counters around it leave it room, below its town if it can. */

import { tagsOf } from "./overlays.js";
import { nameBox, nameTown } from "./terrain-names.js";

/** @typedef {import("../types.d.ts").HexMap} HexMap */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {import("../types.d.ts").Overlay} Overlay */
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

/** Which names give way to which. */
const RANKS = { major: 0, minor: 1, village: 2 };
/** So near, across and down, that the names of two towns could meet. */
const [BESIDE, ABOVE] = [3.2, 1.3];

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
  }).sort((one, other) => RANKS[one.kind] - RANKS[other.kind]);
  /** The greater and earlier towns so near that their names could meet. */
  const rivals = new Map(
    towns.map((town, at) => [
      town,
      towns.slice(0, at).filter(({ x, y }) => Math.abs(x - town.x) < BESIDE && Math.abs(y - town.y) < ABOVE),
    ]),
  );
  /** The hexes around each town. @type {Map<Placed, HexPlace[]>} */
  const around = new Map();

  /** @param {Placed} town */
  function aroundOf(town) {
    const found = around.get(town) ?? grid.within(roomOf(town), 0);
    around.set(town, found);
    return found;
  }

  /** Where names stand, for one size of the map and what lies on it. @type {Map<Placed, Spot>} */
  let spots = new Map();
  /** What they were found for. @type {unknown[]} */
  let foundFor = [];

  /**
   * Where the name of a town stands, as seen from it: clear of counters and tags, and of names that go before.
   * @param {Placed} town
   * @param {(town: Placed) => ReturnType<typeof nameBox>} boxOf
   * @param {(hex: string) => boolean} taken
   * @param {{ hex: string }[]} stars
   * @param {Map<string, string>} tags
   * @returns {Spot}
   */
  function spotOf(town, boxOf, taken, stars, tags) {
    const known = spots.get(town);
    const own = boxOf(town);
    if (known || !own) return known ?? [0, 0];
    const rooms = aroundOf(town).filter((hex) => taken(hex.id)).map((hex) => /** @type {Room} */ ([
      hex.x - town.x - HALF,
      hex.x - town.x + HALF + EDGES,
      hex.y - town.y - HALF - EDGES,
      hex.y - town.y + HALF,
    ]));
    for (const hex of tags.size ? aroundOf(town) : []) {
      const half = (tags.get(hex.id) ?? "").length * LETTER / 2;
      const low = hex.y - town.y + (taken(hex.id) ? TAG : 0);
      if (half) rooms.push([hex.x - town.x - half, hex.x - town.x + half, low - TALL, low + TALL]);
    }
    for (const rival of rivals.get(town) ?? []) {
      const box = boxOf(rival);
      if (!box) continue;
      const [right, lower] = spotOf(rival, boxOf, taken, stars, tags);
      const [x, y] = [rival.x - town.x + right, rival.y - town.y + lower];
      rooms.push([x - box.wide / 2, x + box.wide / 2, y - box.high * 0.8, y + box.high * 0.15]);
    }
    if (stars.some(({ hex }) => hex === town.hex)) rooms.push(STAR);
    const found = place(own.wide, own.high, [0, own.down], rooms);
    spots.set(town, found);
    return found;
  }

  return {
    /**
     * @param {CanvasRenderingContext2D} pen
     * @param {number} k
     * @param {number} dots
     * @param {Region} region
     * @param {Map<string, unknown>} stacks the counters that lie there, by hex
     * @param {Overlay} shown the stars over hexes, and the tags under their counters
     */
    draw(pen, k, dots, region, stacks, shown) {
      const now = [k, dots, stacks, shown.prizes, shown.marks];
      if (now.some((one, at) => one !== foundFor[at])) [spots, foundFor] = [new Map(), now];
      const tags = tagsOf(shown, k / dots);
      const boxOf = (/** @type {Placed} */ town) => nameBox(pen, k, town, k / 64, dots, k / dots);
      for (const town of towns) {
        if (!inside(town, region, NAME_ROOM)) continue;
        const spot = spotOf(town, boxOf, (id) => stacks.has(id), shown.prizes ?? [], tags);
        nameTown(pen, k, town, k / 64, dots, k / dots, () => spot);
      }
    },
    /** What has to be painted again when counters come to a hex or leave it. @param {HexPlace} hex */
    near(hex) {
      const near = new Set(towns.filter((town) => inside(town, roomOf(hex), 0)));
      // Names that give way to those may move as well.
      return towns.filter((town) => near.has(town) || rivals.get(town)?.some((one) => near.has(one)))
        .map(roomOf);
    },
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
