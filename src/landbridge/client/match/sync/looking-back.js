/** Looking at an earlier position of a match. */

import { announce, later } from "../../shell/dom.js";

/**
 * @param {import("../types.d.ts").MatchOnPage} known
 * @param {{
 *   position: (at: number, role: string) => Promise<import("../types.d.ts").EarlierPosition>,
 *   leaveReplay: () => void,
 *   refuse: (problem: import("../../shell/api.js").ApiError) => void,
 *   draw: () => void,
 * }} page
 * @returns {(number: number) => void} go to the position after so many actions
 */
export function lookingBack(known, { position, leaveReplay, refuse, draw }) {
  let wanted = 0;
  const fetchPast = later(async () => {
    const at = wanted;
    try {
      const found = await position(at, known.role);
      if (wanted !== at || known.cover) return;
      known.past = found;
      draw();
      announce(`The position after action ${at}.`);
    } catch (problem) {
      refuse(/** @type {import("../../shell/api.js").ApiError} */ (problem));
    }
  }, 60);

  return (number) => {
    leaveReplay();
    wanted = Math.max(0, Math.min(known.match.actions, number));
    if (wanted < known.match.actions) return fetchPast();
    known.past = null;
    draw();
  };
}
