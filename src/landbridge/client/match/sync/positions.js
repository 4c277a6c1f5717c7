/** Earlier positions of a match, each fetched once. */

import * as play from "../../shell/match-api.js";

/** @typedef {import("../types.d.ts").EarlierPosition} EarlierPosition */

/** So many are kept. */
const MOST = 400;

/** @param {string} id */
export function earlierPositions(id) {
  /** @type {Map<string, { at: number, found: Promise<EarlierPosition> }>} */
  const kept = new Map();
  return {
    /**
     * The position after so many actions, as a role saw it.
     * @param {number} at
     * @param {string} role
     */
    get(at, role) {
      const name = `${role} ${at}`;
      const known = kept.get(name);
      if (known) return known.found;
      if (kept.size >= MOST) kept.delete(/** @type {string} */ (kept.keys().next().value));
      const found = play.then(id, at, role).then((one) => ({ ...one, at }));
      kept.set(name, { at, found });
      found.catch(() => kept.delete(name));
      return found;
    },
    /** What came after so many actions was taken back. @param {number} last */
    forget(last) {
      for (const [name, { at }] of kept) if (at > last) kept.delete(name);
    },
  };
}
