/** What a side has noted of its pieces as it sets up: which of them come, where each stands, which stay away. */

import { lineHeading, lineName, lineOf } from "../names.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../types.d.ts").Drafts} Drafts */
/** @typedef {import("../types.d.ts").Piece} Piece */
/** @typedef {ReturnType<typeof notesOf>} Notes */

/**
 * @param {Scene | null} scene
 * @param {Drafts | null} drafts
 * @param {string} side
 */
export function notesOf(scene, drafts, side) {
  /** @returns {Piece[]} */
  const pieces = () =>
    Object.values(/** @type {{ [id: string]: Piece }} */ (scene?.view[side]?.pieces ?? {})).filter((one) =>
      wayOf(one.id)
    );
  /** @param {string} id */
  const wayOf = (id) => drafts?.coming[side]?.[id] ?? "";
  /** @param {string} id */
  const pieceOf = (id) => pieces().find((one) => one.id === id);
  /** @param {Piece} one */
  const placeOf = (one) => (one.standing === "map" && one.hex ? one.hex : "");
  /** Whether a note keeps it off the map. @param {Piece} one */
  const keptBack = (one) => Boolean(scene?.view[side]?.kept_back?.includes(one.id));
  /** Pieces that may set up and have no note. */
  const open = () => pieces().filter((one) => wayOf(one.id) === "onboard" && !placeOf(one) && !keptBack(one));

  /** The next piece of the same line that has no place yet. @param {string} what */
  function following(what) {
    const own = pieces().filter((one) => lineOf(one.id) === lineOf(what) && wayOf(one.id) === "onboard");
    const at = own.findIndex((one) => one.id === what);
    return [...own.slice(at + 1), ...own.slice(0, at)].find((one) => !placeOf(one) && !keptBack(one));
  }

  /** @param {string} what */
  function nameOf(what) {
    const one = pieceOf(what);
    return one ? `${one.name} ${one.id.slice(one.id.lastIndexOf("/"))}` : `All of ${lineTitle(what)}`;
  }

  /** What a line is called. @param {string} line */
  const lineTitle = (line) => lineName(line, scene?.view[side]);

  /** The same as a heading. @param {string} line */
  const headingOf = (line) => lineHeading(line, scene?.view[side]);

  return { headingOf, pieces, wayOf, pieceOf, placeOf, keptBack, open, following, nameOf, lineTitle };
}
