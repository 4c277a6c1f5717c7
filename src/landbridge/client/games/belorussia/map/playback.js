/** The operational map as turns are played back on it: who stands where, who holds which place, the score. */

import { plural } from "../../../shell/words.js";
import { pieceOf, unitOf, windowOf } from "./atlas.js";

/** @typedef {import("./atlas.js").Atlas} Atlas */
/** @typedef {import("./atlas.js").Drawn} Drawn */
/** @typedef {import("../../../match/types.d.ts").SeenPosition} SeenPosition */

/** @type {{ [letter: string]: string }} */
const HOLDERS = { s: "soviet", a: "axis" };

/** Tokens of a Supply Point. */
const TOKENS = 4;

/** @param {number} count */
const hexes = (count) => (count === 1 ? "1 hex" : `${count} hexes`);

/** @param {string} iso @param {"numeric" | "2-digit"} [year] */
export const day = (iso, year = "numeric") =>
  new Date(`${iso}T12:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year,
  });

/**
 * @param {Atlas} atlas
 * @returns {import("../../../match/types.d.ts").PlaybackBoard}
 */
export function playbackOn(atlas) {
  const pieces = new Map(atlas.counters.map((piece) => [piece.id, piece]));
  const names = new Map(atlas.places.flatMap(({ name, hexes }) => hexes.map((hex) => [hex, name])));
  const towns = atlas.places.map(({ hexes }) => hexes[0]);
  /** The hexes of a window by their places in its columns. @type {Map<string, Map<string, number>>} */
  const windows = new Map();

  /** @param {Drawn} now */
  function numbersOf(now) {
    const name = [now.west, now.east, now.south, now.north].join();
    const found = windows.get(name) ??
      new Map(windowOf(atlas, now).map(([label], at) => [label, at]));
    windows.set(name, found);
    return found;
  }

  return {
    sides: ["soviet", "axis"],
    units({ board }) {
      const now = /** @type {Drawn} */ (board);
      for (const { printed } of now.units) if (printed) pieces.set(printed.id, printed);
      return new Map(now.units.map(({ id, side, at }) => [id, { at, side }]));
    },
    unit(id, side) {
      const stands = { id, side, at: "" };
      return pieces.has(id)
        ? unitOf(pieceOf(pieces, stands), stands)
        : { id, side, symbol: "plain", down: true, name: "a unit" };
    },
    placeName: (id) => (names.has(id) ? `${names.get(id)} (${id})` : id),
    worth: () => 0,
    control({ board }) {
      const now = /** @type {Drawn} */ (board);
      const numbers = numbersOf(now);
      return Object.fromEntries(
        towns.flatMap((hex) => {
          const holder = HOLDERS[now.held[numbers.get(hex) ?? -1]];
          return holder ? [[hex, holder]] : [];
        }),
      );
    },
    front: ({ board }) => ({ held: board.held }),
    changes(side, before, now) {
      const [was, is] = [before, now].map(({ board }) => /** @type {Drawn} */ (board));
      const letter = side === "soviet" ? "s" : "a";
      const turned = [...is.held].filter((one, at) => one !== was.held[at] && was.held[at]);
      const won = turned.filter((one) => one === letter).length;
      const out = (/** @type {Drawn} */ { units }) =>
        units.filter((unit) => unit.side === side && unit.out).length;
      const supply = (/** @type {Drawn} */ { dumps }) =>
        dumps.filter((dump) => dump.side === side).reduce((sum, { tokens }) => sum + tokens, 0) / TOKENS;
      const others = [
        out(was) || out(is) ? `Out of supply: ${plural(out(is), "unit")}, ${out(was)} a turn ago.` : "",
        supply(was) !== supply(is) ? `On the ground: ${supply(is)} SP, ${supply(was)} a turn ago.` : "",
      ].filter(Boolean);
      if (!turned.length && !others.length && was.turn === is.turn) return [];
      return [
        turned.length
          ? `Ground won: ${hexes(won)}; lost: ${hexes(turned.length - won)}.`
          : "The front stands where it stood.",
        ...others,
      ];
    },
    when: ({ board }) =>
      `${day(board.date)}, turn ${board.turn - board.first + 1} of ${board.last - board.first + 1}`,
    score: ({ board }) => board.score ?? [],
    prizes: ({ board }) =>
      /** @type {Drawn} */ (board).worth.filter(({ points }) => points)
        .map(({ place, hexes, points, side }) => ({ name: place, hex: hexes[0], points, side }))
        .sort((a, b) => b.points - a.points),
  };
}
