/** The country and the counters as they are printed, and the window of the map that a scenario plays on. */

import { chained } from "../../../board/hexes/grid.js";

/** @typedef {import("../../../board/types.d.ts").HexMap} HexMap */
/** @typedef {import("../../../board/types.d.ts").Unit} Unit */

/** @typedef {[label: string, column: number, row: number, landscape: string, settlement: string]} PrintedHex */
/** @typedef {[text: string, kind: string, x: number, y: number, turn: number]} GroundName */
/** @typedef {[one: number, other: number, water: string, road: string, rail: string]} PrintedSide */
/** @typedef {{ strength: string, rating: number, move: number, mobility: "leg" | "truck" | "track" }} Face */
/**
 * @typedef {{
 *   id: string,
 *   side: string,
 *   name: string,
 *   symbol: Unit["symbol"],
 *   size: string,
 *   category: "armor" | "mech" | "other",
 *   combat: Face,
 *   moving: Face,
 *   nation?: string,
 *   army?: string,
 *   parent?: string,
 *   formation?: string,
 *   steps?: number,
 * }} Piece
 */
/**
 * @typedef {{
 *   hexes: PrintedHex[],
 *   sides: PrintedSide[],
 *   places: { name: string, hexes: string[], kind: string }[],
 *   counters: Piece[],
 *   names: GroundName[],
 * }} Atlas
 */
/**
 * @typedef {{
 *   id: string,
 *   at: string,
 *   side: string,
 *   moving?: boolean,
 *   marker?: "" | "reserve" | "strat" | "exploit" | "dg",
 *   lost?: number,
 *   spent?: number,
 *   finished?: boolean,
 *   begun?: boolean,
 *   out?: boolean,
 *   stock?: number,
 *   load?: number,
 *   fuelled?: boolean,
 *   inactive?: boolean,
 *   printed?: Piece,
 * }} Standing
 */
/**
 * @typedef {{
 *   scenario: string,
 *   turn: number,
 *   first: number,
 *   last: number,
 *   date: string,
 *   ground: string,
 *   flight: string,
 *   ice: boolean,
 *   phase: string,
 *   side: string,
 *   west: number,
 *   east: number,
 *   south: number,
 *   north: number,
 *   score: import("../../../match/types.d.ts").ScoreTrack[],
 *   worth: { place: string, hexes: string[], points: number, side: string }[],
 *   units: Standing[],
 *   dumps: { hex: string, side: string, tokens: number, points: string }[],
 *   bases: { hex: string, side: string, level: number }[],
 *   hedgehogs: { [hex: string]: number },
 *   extenders: { hex: string, side: string, kind: string }[],
 *   held: string,
 *   gauge: string,
 *   boundaries: { [side: string]: string[] },
 * }} Drawn
 */

/**
 * The atlas as it comes over the wire: runs of hexes from north to south, and columns in their order.
 * @typedef {{
 *   runs: [prefix: string, number: number, column: number, row: number, count: number][],
 *   landscape: { words: string[], letters: string },
 *   settlement: { words: string[], letters: string },
 *   sides: { ones: number[], others: number[], kinds: number[], words: [string, string, string][] },
 *   places: Atlas["places"],
 *   counters: Piece[],
 *   names: GroundName[],
 * }} PackedAtlas
 */

/** @param {PackedAtlas} packed @returns {Atlas} */
export function unpackAtlas({ runs, landscape, settlement, sides, places, counters, names }) {
  const word = (/** @type {PackedAtlas["landscape"]} */ { words, letters }, /** @type {number} */ at) =>
    words[letters.charCodeAt(at) - 97];
  /** @type {PrintedHex[]} */
  const hexes = [];
  for (const [prefix, number, column, row, count] of runs) {
    for (let down = 0; down < count; down++) {
      const label = `${prefix}${String(number - down).padStart(2, "0")}`;
      const at = hexes.length;
      hexes.push([label, column, row - down, word(landscape, at), word(settlement, at)]);
    }
  }
  let one = 0;
  return {
    hexes,
    sides: sides.ones.map((step, at) => {
      one += step;
      return [one, one + sides.others[at], ...sides.words[sides.kinds[at]]];
    }),
    places,
    counters,
    names,
  };
}

/** From one column to the next, in widths of a hex. */
const COLUMN = Math.sqrt(3) / 2;

/** How the board calls a landscape. @type {{ [landscape: string]: string }} */
const GROUND = { light_woods: "light", heavy_woods: "heavy" };
/**
 * Roads and railways: as the board calls them, and by which word of a side they are known.
 * @type {["track" | "road" | "primary" | "rail" | "double_rail", 3 | 4, string][]}
 */
const WAYS = [
  ["track", 3, "track"],
  ["road", 3, "road"],
  ["primary", 3, "primary_road"],
  ["rail", 4, "single"],
  ["double_rail", 4, "double"],
];
/** @type {{ [kind: string]: "major" | "minor" | "village" }} */
const TOWNS = { major_city: "major", minor_city: "minor", village: "village" };

/** How names on the ground look. @type {{ [kind: string]: { size: number, colour?: string, wide?: boolean } }} */
const NAMES = {
  major_river: { size: 16 },
  minor_river: { size: 13 },
  lake: { size: 13 },
  marsh: { size: 19, colour: "#35615F", wide: true },
  forest: { size: 19, colour: "#3F5A22", wide: true },
  heights: { size: 18, colour: "#7A4F17", wide: true },
};

/** The hexes that a position is played on, in the order of the atlas. @param {Atlas} atlas @param {Drawn} now */
export const windowOf = (atlas, now) =>
  atlas.hexes.filter(([, column, row]) =>
    column >= now.west && column <= now.east && row >= now.south && row <= now.north
  );

/**
 * The printed map of the window.
 * @param {Atlas} atlas
 * @param {Drawn} now
 * @returns {HexMap}
 */
export function mapOf(atlas, now) {
  const played = windowOf(atlas, now);
  const inside = new Set(played.map(([label]) => label));
  const label = (/** @type {number} */ place) => atlas.hexes[place][0];
  const sides = atlas.sides.map(([one, other, ...rest]) => /** @type {const} */ ([
    label(one),
    label(other),
    ...rest,
  ])).filter(([a, b]) => inside.has(a) && inside.has(b));
  return {
    hexes: played.map(([id, column, row, landscape]) => ({
      id,
      x: column * COLUMN,
      // Even columns lie half a hex farther north.
      y: -row - (column % 2 ? 0 : 0.5),
      terrain: GROUND[landscape] ?? landscape,
    })),
    sides: sides.flatMap(([a, b, water]) =>
      water ? [{ a, b, kind: water === "minor_river" ? "minor" : "major" }] : []
    ),
    ways: WAYS.flatMap(([kind, column, word]) =>
      chained(
        sides.filter((side) => side[column] === word).map((
          [a, b],
        ) => /** @type {[string, string]} */ ([a, b])),
      )
        .map((hexes) => ({ kind, hexes }))
    ),
    towns: atlas.places.flatMap(({ name, hexes, kind }) =>
      hexes.filter((hex) => inside.has(hex)).map((hex, at) => ({
        name: at ? "" : name,
        kind: TOWNS[kind] ?? "village",
        hex,
      }))
    ),
    ice: now.ice,
    labels: atlas.names.filter(([, , x, y]) => x > now.west && x < now.east && y > now.south && y < now.north)
      .map(([text, kind, x, y, turn]) => ({ text, kind, x: x * COLUMN, y: -y, turn, ...NAMES[kind] })),
  };
}

/** The ids of Transport Points: those of a side's own, and those that it has captured. */
export const TRANSPORT = /-(truck|wagon|captured)-\d+$/;

/** What a Transport Point is called. @param {string} id */
export const transportName = (id) =>
  `${id.includes("wagon") ? "Wagon" : "Truck"} ${id.slice(id.lastIndexOf("-") + 1)}`;

/** Transport Points are not printed one by one. @param {string} id @param {string} side @returns {Piece} */
const transportPoint = (id, side) => {
  const wagon = id.includes("wagon");
  const face = /** @type {Face} */ ({
    strength: "",
    rating: 0,
    move: wagon ? 10 : 45,
    mobility: wagon ? "leg" : "truck",
  });
  return {
    id,
    side,
    name: transportName(id),
    symbol: "truck",
    size: "",
    category: "other",
    combat: face,
    moving: face,
  };
};

/** The counter that stands somewhere. @param {Map<string, Piece>} pieces @param {Standing} stands */
export const pieceOf = (pieces, stands) =>
  stands.printed ?? pieces.get(stands.id) ?? transportPoint(stands.id, stands.side);

/** A number that a counter shows: the first one in its name. @param {string} name */
const numberIn = (name) => name.match(/\d+|^[IVXL]+(?= )/)?.[0] ?? "";

/**
 * A counter as it is drawn.
 * @param {Piece} piece
 * @param {Standing} stands
 * @returns {Unit}
 */
export function unitOf(piece, stands) {
  const face = stands.moving ? piece.moving : piece.combat;
  const steps = piece.steps ?? 1;
  const marker = stands.marker ?? "";
  return {
    id: piece.id,
    side: stands.side,
    at: stands.at,
    symbol: piece.symbol,
    title: piece.name,
    number: numberIn(piece.name),
    formation: piece.formation,
    size: piece.size,
    category: piece.category,
    strength: face.strength,
    load: stands.load ? `${stands.load}T` : undefined,
    fuelled: stands.fuelled,
    rating: face.strength ? face.rating : "",
    move: face.move || "",
    mobility: face.mobility,
    mode: marker === "" ? (stands.moving ? "move" : undefined) : marker === "dg" ? undefined : marker,
    dg: marker === "dg",
    steps: [steps - (stands.lost ?? 0), steps],
    unsupplied: stands.out,
    spent: stands.finished || stands.inactive,
  };
}
