/** Going back in a match: the last gesture taken back, a rollback asked for, a sandbox begun. */

import * as play from "../../shell/match-api.js";
import { to } from "../../shell/route.js";
import { gestureWords, lastGesture } from "../hands/gestures.js";

/**
 * @param {string} id
 * @param {import("../types.d.ts").MatchOnPage} known
 * @param {{
 *   attempt: ReturnType<typeof import("./sending.js").sendingTo>["attempt"],
 *   asRole: () => string,
 *   refuse: (problem: import("../../shell/api.js").ApiError, pending: null) => void,
 *   showAsked: () => void,
 * }} page
 */
export const takingBack = (id, known, { attempt, asRole, refuse, showAsked }) => ({
  undo() {
    if (known.match.undoable !== true || known.past) return;
    const gesture = lastGesture(known.log.actions);
    attempt(
      "undo",
      (version, shown) => play.undo(id, asRole(), version, shown),
      gesture.length && gesture[0].do ? `Taken back: ${gestureWords(known.log, gesture)}` : "Taken back.",
    );
  },

  /** @param {number} before */
  rollBack(before) {
    known.past = null;
    attempt(
      "rollback",
      (_, shown) => play.rollBack(id, asRole(), before, shown),
      "The rollback was asked for.",
    );
    showAsked();
  },

  /** @param {number} at */
  async branch(at) {
    const { match, role } = known;
    try {
      const name = `Sandbox of ${match.name || match.title}, after action ${at}`;
      const made = await play.branch(id, at, name, role);
      location.hash = to("match", made.id, role ? { as: role } : {});
    } catch (problem) {
      refuse(/** @type {import("../../shell/api.js").ApiError} */ (problem), null);
      showAsked();
    }
  },
});
