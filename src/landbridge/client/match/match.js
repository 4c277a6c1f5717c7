/** The match that the page shows: one is opened, kept while it is looked at, and left. */

import { boardFor } from "../games/boards.js";
import { games } from "../shell/api.js";
import * as play from "../shell/match-api.js";
import { openMatch } from "./page.js";

/** @typedef {import("../api.d.ts").Position} Position */

/** @type {ReturnType<typeof openMatch> | null} */
let page = null;

/**
 * @param {HTMLElement} frame
 * @param {import("../shell/types.d.ts").Route} route
 */
export async function showMatch(frame, route) {
  const as = String(route.given.as ?? "");
  if (page && page.id === route.name && page.main.isConnected) {
    if (as !== page.role() || page.covered()) await page.turnTo(as);
    else await page.refresh();
    if (route.given.at) page.goTo(Number(route.given.at));
    return;
  }
  closeMatch();
  frame.removeAttribute("data-chosen");
  const known = await games();
  const found = await play.changes(route.name, { as });
  const first = /** @type {Position} */ (found.position);
  const board = await boardFor(first.game, first.view);
  await board.ready?.();
  page = openMatch(frame, first, known.find((one) => one.name === first.game), as, board);
  await page.start(found);
  if (route.given.at && !page.covered()) page.goTo(Number(route.given.at));
}

/** Stop watching; the page shows something else. */
export function closeMatch() {
  page?.close();
  page = null;
}

/** Whether keys of the match are meant. */
export const matchKey = (/** @type {KeyboardEvent} */ event) => page?.key(event) ?? false;
