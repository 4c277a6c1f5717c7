/** What can be found on the operational map by its name: places, units and hexes. */

import { pieceOf } from "./atlas.js";

/** @typedef {import("./atlas.js").Atlas} Atlas */
/** @typedef {import("./atlas.js").Piece} Piece */
/** @typedef {import("./atlas.js").Drawn} Drawn */

/**
 * @param {Atlas} atlas
 * @param {Map<string, Piece>} pieces
 * @param {string[]} played the hexes of the window
 * @param {Drawn} now
 */
export function found({ places }, pieces, played, now) {
  const inside = new Set(played);
  return [
    ...places.filter(({ hexes }) => inside.has(hexes[0])).map(({ name, hexes }) => ({
      word: hexes[0],
      name,
      note: hexes[0],
    })),
    ...now.units.map((stands) => ({
      word: stands.id,
      name: pieceOf(pieces, stands).name,
      note: stands.at,
    })),
    ...played.map((hex) => ({ word: hex, name: hex })),
  ];
}
