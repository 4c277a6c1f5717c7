/** What is known of a match, brought up to date by what the server says has changed. */

import { applyDelta } from "./deltas.js";

/** @typedef {import("../../api.d.ts").Position} Position */
/** @typedef {import("../../api.d.ts").Log} Log */
/** @typedef {import("../../api.d.ts").ShownPosition} ShownPosition */
/** @typedef {import("../../api.d.ts").Changes} Changes */
/**
 * A match as a role sees it; `basis` is what the server calls this position.
 * @typedef {{ match: Position, log: Log, basis: string }} Known
 */

/** Nothing has been told yet. @returns {Log} */
export const emptyLog = () => ({ since: -1, version: 0, events: [], actions: [] });

/**
 * What is known after an answer; null where it builds on something that is no longer shown.
 * @param {Known} known
 * @param {Changes} found
 * @param {ShownPosition} shown what was shown when it was asked for
 * @returns {Known | null}
 */
export function takeChanges(known, found, shown) {
  if (!found.position && shown.basis !== known.basis) return null;
  if (shown.version && shown.version !== known.log.version) return null;
  return {
    match: found.position ?? applyDelta(found.delta, known.match),
    log: shown.version ? continued(known.log, found.log) : found.log,
    basis: found.basis,
  };
}

/**
 * The log up to where it is still good, and what comes after that.
 * @param {Log} log
 * @param {Log} told
 * @returns {Log}
 */
const continued = (log, told) => ({
  since: told.since,
  version: told.version,
  events: [
    ...log.events.filter((event) => event.number <= told.since),
    ...told.events.filter((event) => event.number > told.since),
  ],
  actions: [...log.actions.filter((action) => action.number <= told.since), ...told.actions],
});
