/** Actions that were done together, and are taken back together. */

import { brief, plural } from "../../shell/words.js";
import { actionText } from "../log.js";

/** @typedef {import("../../api.d.ts").ActionView} ActionView */

/** The last action with those that were done together with it. @param {ActionView[]} actions */
export function lastGesture(actions) {
  let first = actions.length - 1;
  while (first > 0 && actions[first].joined) first--;
  return actions.slice(Math.max(first, 0));
}

/**
 * What was done together, in a few words.
 * @param {import("../../api.d.ts").Log} log
 * @param {ActionView[]} gesture
 */
export function gestureWords(log, gesture) {
  const [first, ...more] = gesture.filter((action) => !action.automatic);
  return `${brief(actionText(log, first))}${more.length ? ` and ${plural(more.length, "more action")}` : ""}`;
}
