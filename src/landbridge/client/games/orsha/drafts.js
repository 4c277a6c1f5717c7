/** What Orsha's pages are drawn from: the printed map, and the drafts of a role. */

import { get } from "../../shell/api.js";
import { drafts } from "../../shell/match-api.js";

/** @typedef {import("./types.d.ts").PrintedMap} PrintedMap */
/** @typedef {import("./types.d.ts").Drafts} Drafts */
/** @typedef {import("./types.d.ts").OrshaSide} OrshaSide */
/** @typedef {import("./types.d.ts").Campaign} Campaign */
/** @typedef {import("../../match/types.d.ts").Scene} Scene */

/** @type {Promise<PrintedMap> | null} */
let printed = null;

/** The printed map; it never changes. @returns {Promise<PrintedMap>} */
export function printedMap() {
  printed ??= get("/api/games/orsha/board").catch((problem) => {
    printed = null;
    throw problem;
  });
  return /** @type {Promise<PrintedMap>} */ (printed);
}

/**
 * The drafts of a role; `asked` adds a form or a draft to be checked.
 * @param {Scene} scene
 * @param {{ [name: string]: string[] }} [asked]
 * @returns {Promise<Drafts>}
 */
export const draftsOf = (scene, asked = {}) =>
  drafts(scene.match.id, scene.match.role, scene.live ? null : scene.at, asked);

/** @type {OrshaSide[]} */
export const SIDES = ["german", "russian"];

/** Sides whose drafts this role may see. @param {Scene} scene @returns {OrshaSide[]} */
export const ownSides = ({ match: { role }, view }) =>
  SIDES.filter((side) => (role === side || role === "referee") && !view[side].sealed.length);

/** The step that is being done. @param {Campaign} view */
export const stepOf = (view) => view.agenda[0]?.type ?? "";

const DATES = ["23am", "23pm", "24am", "24pm"];

/** A date as players write it. @param {string} date */
export const dateName = (date) => `${date.slice(0, 2)} ${date.slice(2).toUpperCase()}`;

/** How many dates have begun. @param {string} date */
export const dateNumber = (date) => DATES.indexOf(date) + 1;
