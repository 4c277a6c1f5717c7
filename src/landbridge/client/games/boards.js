/** Which board belongs to which game; a game without one of its own is shown in lines. */

import { generic } from "./position-lines.js";

/** @typedef {import("../match/types.d.ts").Board} Board */

/**
 * For each game, whether its board can draw a view, and the board, fetched when it is needed.
 * @type {{ [game: string]: { draws: (view: any) => boolean, board: (view: any) => Promise<Board> } }}
 */
const BOARDS = {
  arsenal: {
    draws: (view) => "held" in view,
    board: async () => (await import("./arsenal/board.js")).arsenal,
  },
  orsha: {
    draws: (view) => "german" in view && "russian" in view && "agenda" in view,
    board: async () => (await import("./orsha/board.js")).orsha,
  },
  belorussia: {
    draws: (view) => "soviet" in view && "agenda" in view && "places" in view,
    board: async (view) =>
      "on_map" in view
        ? (await import("./belorussia/map/board.js")).campaignMap
        : (await import("./belorussia/board.js")).ledger,
  },
};

/**
 * The board for a position of a game.
 * @param {string} game
 * @param {any} view
 * @returns {Promise<Board>}
 */
export async function boardFor(game, view) {
  const own = BOARDS[game];
  return own && view && own.draws(view) ? await own.board(view) : generic;
}
