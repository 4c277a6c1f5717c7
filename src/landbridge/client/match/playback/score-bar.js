/** The points that decide a match: how many there are, what is still missing, what they would decide. */

import { h } from "../../shell/dom.js";

/** @typedef {import("../types.d.ts").ScoreTrack} ScoreTrack */

/** Room on the bar beyond the last goal. */
const BEYOND = 1;

/**
 * The bar alone, with a mark for each goal.
 * @param {ScoreTrack} track
 */
function bar({ side, points, most, goals }) {
  const end = Math.min(Math.max(most, 1), Math.max(points, ...goals.map((goal) => goal.points)) + BEYOND);
  const share = (/** @type {number} */ value) => `${(100 * value) / end}%`;
  const filled = h("i", { class: `filled ${side}` });
  filled.style.width = share(Math.max(points, 0));
  return h(
    "span",
    { class: "score-track", "aria-hidden": "true" },
    filled,
    goals.map((goal) => {
      const mark = h("i", { class: `goal-mark${points >= goal.points ? " reached" : ""}` });
      mark.style.left = share(goal.points);
      return mark;
    }),
  );
}

/**
 * One line that is always on the page.
 * @param {ScoreTrack} track
 * @param {string} needs what is still needed, or how it ended
 */
const scoreLine = (track, needs) => [
  h("span", { class: "score-title small muted", title: track.title, text: track.short }),
  h("b", {
    class: "score-points",
    text: track.most === 1 ? (track.points ? "held" : "not held") : track.points,
  }),
  // Held or not held: there is nothing to measure.
  track.most > 1 && bar(track),
  h("span", { class: "score-needs small", text: needs }),
];

/** What a side needs, or both where nobody's side is taken. @param {ScoreTrack} track @param {string} role */
const needOf = ({ needs, side }, role) => needs[role] ?? needs[side] ?? "";

/**
 * The score on the page of a match; it opens the situation.
 * @param {ScoreTrack[]} tracks
 * @param {string} role
 * @param {() => void} open
 * @param {string} [ended] how the match ended, if it is over
 */
export const scoreButton = (tracks, role, open, ended = "") =>
  tracks.length > 0 &&
  h(
    "button",
    { type: "button", class: "score-line", title: "The situation: front, score and losses", onclick: open },
    scoreLine(tracks[0], ended || needOf(tracks[0], role)),
  );

/**
 * The same with every goal in words.
 * @param {ScoreTrack} track
 * @param {string} role
 */
export const scoreCard = (track, role) =>
  h(
    "div",
    { class: "score-card" },
    h("p", { class: "small", text: track.title }),
    h("p", { class: "score-line" }, scoreLine(track, needOf(track, role)).slice(1)),
    h(
      "ul",
      { class: "small muted" },
      track.most > 1 && track.goals.map((goal) =>
        h("li", { text: `${goal.points} VP: ${goal.text}${track.points >= goal.points ? ", reached" : ""}` })
      ),
    ),
  );
