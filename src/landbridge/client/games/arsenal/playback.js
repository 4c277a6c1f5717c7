/** The war as turns are played back on its map: who stands where, what places are called and count. */

import { monthName } from "../../shell/words.js";
import { unitOf } from "./units.js";

/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

/**
 * @param {Atlas} atlas
 * @returns {import("../../match/types.d.ts").PlaybackBoard}
 */
export function playbackOn(atlas) {
  const pieces = new Map(atlas.units.map((piece) => [piece.id, piece]));
  const points = new Map(atlas.points.map((point) => [point.id, point]));
  return {
    sides: ["axis", "soviet"],
    units({ board }) {
      /** @type {import("../../match/types.d.ts").Whereabouts} */
      const found = new Map();
      for (const [side, lists] of Object.entries(/** @type {Drawn} */ (board).away)) {
        for (const unit of Object.values(lists).flat()) found.set(unit, { at: "", side });
      }
      for (const { id, side, at } of board.units) found.set(id, { at, side });
      return found;
    },
    unit(id, side) {
      const piece = pieces.get(id);
      if (piece) return unitOf(piece, { id, side, at: "" });
      return { id, side, symbol: "plain", name: id };
    },
    placeName: (id) => points.get(id)?.name ?? id,
    worth: (id) => points.get(id)?.vp ?? 0,
    control: ({ board }) => board.control,
    when: ({ board }) =>
      `${monthName(board.month)}, turn ${board.turn - board.first + 1} of ${board.last - board.first + 1}`,
    score: ({ board }) => board.score,
  };
}
