/** Which board belongs to which game; a game without one of its own is shown in lines. */

import { arsenal } from "./arsenal/board.js";
import { ledger } from "./belorussia/board.js";
import { orsha } from "./orsha/board.js";
import { generic } from "./position-lines.js";

/** @typedef {import("../shell/types.d.ts").Board} Board */

/** @type {{ [game: string]: (view: any) => Board | null }} */
const BOARDS = {
  arsenal: (view) => (view && "held" in view ? arsenal : null),
  orsha: (view) => (view && "german" in view && "russian" in view && "agenda" in view ? orsha : null),
  belorussia: (view) => (view && "soviet" in view && "agenda" in view && "places" in view ? ledger : null),
};

/**
 * The board for a position of a game.
 * @param {string} game
 * @param {any} view
 * @returns {Board}
 */
export const boardFor = (game, view) => BOARDS[game]?.(view) ?? generic;
