/** What can be laid over the operational map: fronts, zones of control, supply, railways. */

import { chained } from "../../../board/hexes/grid.js";

/** @typedef {import("../../../board/types.d.ts").Overlay} Overlay */
/** @typedef {import("./atlas.js").Atlas} Atlas */
/** @typedef {import("./atlas.js").Drawn} Drawn */

/** @typedef {{ hexes: string[], cost: string, by: string }} SupplyPath */
/**
 * Columns have a letter for each hex of the window.
 * @typedef {{
 *   sources: string,
 *   railway: string,
 *   stops: string,
 *   reached?: string,
 *   without?: string[],
 *   paths?: SupplyPath[],
 * }} SideSupply
 */
/**
 * What the server has worked out from what is seen.
 * @typedef {{ zones?: string, supply?: { [side: string]: SideSupply }, line?: UnitSupply | null }} Laid
 */
/**
 * @typedef {{
 *   unit: string,
 *   draw: SupplyPath | null,
 *   throw: SupplyPath | null,
 *   hq: string,
 *   traced: boolean,
 * }} UnitSupply
 */

const KEPT = "landbridge.map.shown";

/** What is switched on when the map is opened. */
export function switchedOn() {
  const kept = localStorage.getItem(KEPT);
  return new Set(kept === null ? ["front", "counters"] : kept.split(" ").filter(Boolean));
}

/** The next time the same is switched on. @param {Set<string>} on */
export const keepSwitched = (on) => localStorage.setItem(KEPT, [...on].join(" "));

/** What can be switched on and off. @type {import("../../../board/map-bar.js").Switch[]} */
export const SWITCHES = [
  {
    name: "front",
    title: "Fronts",
    text: "Who holds what, the front, and where the zones of two Fronts meet",
  },
  { name: "zones", title: "Zones", text: "Zones of control: Soviet rising lines, Axis falling lines" },
  {
    name: "supply",
    title: "Supply",
    text: "Where units have trace, the sources, the paths from HQs to them, and who is without trace",
  },
  { name: "rail", title: "Railways", text: "Gauge, railheads, where trains stop, and what is cut off" },
  { name: "counters", title: "Counters", text: "The counters; without them the ground is seen" },
];
/** Which of them the server has to work out. */
const ASKED = { zones: ["zones"], supply: ["supply"], rail: ["supply"] };

/** What is to be asked for so that these can be shown. @param {Set<string>} on */
export const askedFor = (
  on,
) => [...new Set(Object.entries(ASKED).flatMap(([name, parts]) => (on.has(name) ? parts : [])))];

/** @type {{ [side: string]: { letter: string, wash: string, line: string, rising: boolean } }} */
const SIDES = {
  soviet: { letter: "s", wash: "#B5423A", line: "#8C3A2B", rising: true },
  axis: { letter: "a", wash: "#4A5A68", line: "#2F4B5E", rising: false },
};
/** How strong the colour of its holder lies over a hex: strongest at the front, so that the ground is seen. */
const BANDS = [{ far: 2, shade: "26" }, { far: 4, shade: "17" }, { far: Infinity, shade: "0B" }];
/** The same where a zone of control is hatched over it. */
const ZONE = "1E";
const [SUPPLY, REFUSED, FRONT] = ["#0B6B57", "#7C1D4F", "#1B1916"];
const THEN = "#8A5A00";

/**
 * The hexes of a column with one of these letters.
 * @param {string[]} played
 * @param {string} column
 * @param {string} letters
 */
const having = (played, column, letters) =>
  new Set(played.filter((_, at) => column[at] && letters.includes(column[at])));

/**
 * Layers by name, each made again only when what it shows has changed.
 * @param {Atlas} atlas
 * @param {string[]} played the hexes of the window
 */
export function layersOf(atlas, played) {
  const inside = new Set(played);
  const label = (/** @type {number} */ place) => atlas.hexes[place][0];
  const rails = atlas.sides.flatMap(([one, other, , , rail]) =>
    rail && inside.has(label(one)) && inside.has(label(other))
      ? [/** @type {[string, string]} */ ([label(one), label(other)])]
      : []
  );

  const around = neighbours(atlas, inside);
  const front = remembered((/** @type {string} */ held, /** @type {Drawn["boundaries"]} */ boundaries) => {
    const [soviet, axis] = ["s", "a"].map((letter) => having(played, held, letter));
    return {
      areas: [
        ...inBands(around, soviet, axis, SIDES.soviet.wash),
        ...inBands(around, axis, soviet, SIDES.axis.wash),
      ],
      perimeters: [{ hexes: soviet, against: axis, colour: FRONT }],
      lines: Object.entries(boundaries).flatMap(([side, hexes]) =>
        hexes.filter((hex) => inside.has(hex)).map((hex) => ({
          hexes: rowFrom(atlas, inside, hex, side === "soviet" ? 1 : -1),
          colour: SIDES[side].line,
          width: 3,
          dash: [14, 7, 3, 7],
        }))
      ),
    };
  });

  const zones = remembered((/** @type {string} */ column) => ({
    areas: Object.values(SIDES).map(({ letter, line, wash, rising }) => ({
      hexes: having(played, column, `${letter}b`),
      colour: `${wash}${ZONE}`,
      hatch: { colour: `${line}80`, rising },
    })),
  }));

  const supply = remembered((
    /** @type {NonNullable<Laid["supply"]>} */ sides,
    /** @type {Map<string, string>} */ places,
  ) => {
    const known = Object.entries(sides).flatMap(([side, one]) => one.reached ? [{ side, ...one }] : []);
    // Where both sides are seen their colours tell them apart.
    const paint = (/** @type {string} */ side) => (known.length > 1 ? SIDES[side].line : SUPPLY);
    return {
      areas: known.map((one) => ({
        hexes: having(played, one.reached ?? "", "dt"),
        colour: `${paint(one.side)}1E`,
      })),
      perimeters: known.map((one) => ({
        hexes: having(played, one.reached ?? "", "dt"),
        against: having(played, one.reached ?? "", "-"),
        colour: paint(one.side),
        dashed: true,
      })),
      lines: known.flatMap((one) =>
        (one.paths ?? []).map(({ hexes }) => ({ hexes, colour: paint(one.side), width: 3 }))
      ),
      spots: Object.entries(sides).flatMap(([side, one]) =>
        played.flatMap((hex, at) =>
          one.sources[at] && one.sources[at] !== "-"
            ? [{
              hex,
              text: one.sources[at] === "d" ? "" : "S",
              colour: one.reached ? SUPPLY : SIDES[side].line,
            }]
            : []
        )
      ),
      marks: known.flatMap((one) => [
        ...new Set((one.without ?? []).flatMap((unit) => places.get(unit) ?? [])),
      ]).map((hex) => ({ hex, text: "No trace", colour: REFUSED })),
    };
  });

  const rail = remembered((/** @type {NonNullable<Laid["supply"]>} */ sides, /** @type {string} */ gauge) => {
    const at = new Map(played.map((hex, number) => [hex, number]));
    const of = (/** @type {string} */ hex) => gauge[at.get(hex) ?? -1];
    /** @type {Map<string, [string, string][]>} */
    const groups = new Map();
    const heads = new Set();
    for (const [one, other] of rails) {
      const [side] = Object.entries(SIDES).find(([, { letter }]) => letter === of(one)) ?? [""];
      if (of(one) !== of(other)) {
        for (const hex of [one, other]) if (of(hex) === "s") heads.add(hex);
      }
      if (!side || of(one) !== of(other)) continue;
      const open = [one, other].every((hex) => sides[side]?.railway[at.get(hex) ?? -1] === "r");
      const name = `${side} ${open ? "open" : "cut"}`;
      groups.set(name, [...(groups.get(name) ?? []), [one, other]]);
    }
    return {
      lines: [...groups].flatMap(([name, pairs]) => {
        const [side, state] = name.split(" ");
        return chained(pairs).map((hexes) => ({
          hexes,
          colour: SIDES[side].line,
          width: state === "open" ? 4.4 : 2.6,
          dash: state === "open" ? [] : [2, 8],
        }));
      }),
      spots: Object.entries(sides).flatMap(([side, one]) =>
        played.flatMap((hex, number) =>
          one.stops[number] === "t" ? [{ hex, text: "", colour: SIDES[side].line }] : []
        )
      ),
      marks: [...heads].map((hex) => ({ hex, text: "Railhead", colour: SIDES.soviet.line })),
    };
  });

  const join = remembered((/** @type {(Overlay | null)[]} */ ...parts) => {
    /** @type {Overlay} */
    const all = { areas: [], perimeters: [], lines: [], spots: [], marks: [], prizes: [] };
    for (const part of parts) {
      if (!part) continue;
      all.areas?.push(...(part.areas ?? []));
      all.perimeters?.push(...(part.perimeters ?? []));
      all.lines?.push(...(part.lines ?? []));
      all.spots?.push(...(part.spots ?? []));
      all.marks?.push(...(part.marks ?? []));
      all.prizes?.push(...(part.prizes ?? []));
    }
    return all;
  });

  /** The supply line of the unit that is chosen. */
  const line = remembered((/** @type {UnitSupply | null | undefined} */ found) =>
    found
      ? {
        lines: [found.draw, found.throw].flatMap((path) =>
          path && path.hexes.length > 1 ? [{ hexes: path.hexes, colour: SUPPLY, width: 6 }] : []
        ),
      }
      : null
  );

  /** The front as it was. */
  const then = remembered((/** @type {string} */ held) => ({
    perimeters: [{
      hexes: having(played, held, "s"),
      against: having(played, held, "a"),
      colour: THEN,
      dashed: true,
    }],
  }));

  return {
    /**
     * All that is switched on, as one.
     * @param {Set<string>} on
     * @param {Drawn} now
     * @param {Laid} laid
     * @param {Map<string, string>} places where each unit is
     * @param {Overlay} things what lies on the map in any case
     * @param {string} [before] who held what a turn ago, where that is compared
     */
    shown: (on, now, laid, places, things, before = "") =>
      join(
        before ? then(before) : null,
        on.has("front") ? front(now.held, now.boundaries) : null,
        on.has("zones") && laid.zones ? zones(laid.zones) : null,
        on.has("rail") && laid.supply ? rail(laid.supply, now.gauge) : null,
        on.has("supply") && laid.supply ? supply(laid.supply, places) : null,
        on.has("supply") ? line(laid.line) : null,
        things,
      ),
  };
}

/**
 * The hexes around each hex that is played on.
 * @param {Atlas} atlas
 * @param {Set<string>} inside
 */
function neighbours(atlas, inside) {
  const bySpot = new Map(
    atlas.hexes.filter(([label]) => inside.has(label)).map((
      [label, column, row],
    ) => [`${column} ${row}`, label]),
  );
  return new Map(
    atlas.hexes.filter(([label]) => inside.has(label)).map(([label, column, row]) => {
      // Even columns lie half a hex farther north.
      const other = column % 2 ? row - 1 : row + 1;
      const spots = [[column, row - 1], [column, row + 1]].concat(
        [column - 1, column + 1].flatMap((beside) => [[beside, row], [beside, other]]),
      );
      return [label, spots.flatMap((spot) => bySpot.get(spot.join(" ")) ?? [])];
    }),
  );
}

/**
 * What a side holds, in bands by how far it is to the other side.
 * @param {Map<string, string[]>} around
 * @param {Set<string>} own
 * @param {Set<string>} others
 * @param {string} colour
 */
function inBands(around, own, others, colour) {
  const left = new Set(own);
  let [edge, reached] = [[...others], 0];
  return BANDS.map(({ far, shade }) => {
    /** @type {Set<string>} */
    const band = new Set();
    for (; reached < far && edge.length; reached++) {
      edge = [...new Set(edge.flatMap((hex) => around.get(hex) ?? []))].filter((hex) => left.delete(hex));
      for (const hex of edge) band.add(hex);
    }
    // Whatever no way leads to lies far behind.
    if (far === Infinity) { for (const hex of left) band.add(hex); }
    return { hexes: band, colour: `${colour}${shade}` };
  });
}

/**
 * Both ends of the row that leads from a hex to the edge, in columns that lie as high as each other.
 * @param {Atlas} atlas
 * @param {Set<string>} inside
 * @param {string} hex
 * @param {1 | -1} way
 */
function rowFrom(atlas, inside, hex, way) {
  const from = atlas.hexes.find(([name]) => name === hex);
  if (!from) return [];
  const [, column, row] = from;
  const along = atlas.hexes.filter(([name, c, r]) =>
    r === row && (c - column) * way > 0 && (c - column) % 2 === 0 && inside.has(name)
  ).sort((a, b) => (b[1] - a[1]) * way);
  return along.length ? [hex, along[0][0]] : [];
}

/**
 * The same answer as long as the same is asked.
 * @template {any[]} G
 * @template R
 * @param {(...given: G) => R} make
 */
export function remembered(make) {
  /** @type {{ given: G, made: R } | null} */
  let last = null;
  return (/** @type {G} */ ...given) => {
    if (!last || given.length !== last.given.length || given.some((one, at) => one !== last?.given[at])) {
      last = { given, made: make(...given) };
    }
    return last.made;
  };
}
