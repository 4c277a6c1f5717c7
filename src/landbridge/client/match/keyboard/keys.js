/** The keys of a match page. */

import { keyHelp } from "./key-help.js";

/**
 * @param {{
 *   back: () => boolean,
 *   covered: () => boolean,
 *   dice: (event: KeyboardEvent) => boolean,
 *   keys: { [key: string]: (event: KeyboardEvent) => void },
 *   confirm: () => boolean,
 * }} page `back`: one step back, if there is one; `dice`: a key of the dice pad; `keys`: what each letter does
 * @returns {(event: KeyboardEvent) => boolean} whether a key was one of these
 */
export const matchKeys = ({ back, covered, dice, keys, confirm }) => (event) => {
  if (event.key === "Escape") return back();
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) {
    return false;
  }
  if (covered()) return false;
  if (dice(event)) return true;
  const name = event.key.toLowerCase();
  if (name === "?") {
    keyHelp();
    return true;
  }
  if (name === "enter") return target.closest("button, a, summary, canvas") ? false : confirm();
  keys[name]?.(event);
  return name in keys;
};
