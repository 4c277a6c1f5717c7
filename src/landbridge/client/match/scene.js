/** What the parts of a match page draw: the position, the log, what is being said, and what can be done. */

import { withoutBoxStep } from "./box-controls.js";
import { DARK } from "./coach/lights.js";
import { battleStory, battleUpTo } from "./playback/battle-story.js";

/** @typedef {import("./types.d.ts").Scene} Scene */

/**
 * The scene as no coach lights it yet.
 * @param {import("./types.d.ts").MatchOnPage} known
 * @param {Pick<Scene, "game" | "form" | "say" | "drop" | "hold" | "act" | "open" | "show" | "traces"> & {
 *   playback: import("./types.d.ts").PlaybackBoard | undefined,
 * }} page what only the page knows
 * @returns {Scene}
 */
export const sceneOf = (known, { playback, form, ...page }) => {
  const { match, log, past } = known;
  return {
    ...page,
    match,
    log,
    view: withoutBoxStep(past?.view ?? match.view),
    board: past ? past.board : match.board,
    summary: past?.summary ?? match.summary,
    at: past?.at ?? match.actions,
    live: !past,
    form: past ? null : form,
    story: (event) => (playback ? battleStory(battleUpTo(known.log.events, event), playback, true) : null),
    lights: DARK,
    offered: (verb) =>
      known.match.decisions.flatMap((one) => one.offers).find((offer) => offer.verb === verb),
  };
};
