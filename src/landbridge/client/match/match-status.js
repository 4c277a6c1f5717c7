/** Where a match stands when nothing is asked: over, waiting for others, or looked at as it was. */

import { h } from "../shell/dom.js";
import { to } from "../shell/route.js";
import { coloursOf } from "../shell/sides.js";
import { heading } from "../shell/words.js";
import { actionText } from "./log.js";

/**
 * A side as a player sees it: a small counter and its name.
 * @param {string} role
 */
export function sideMark(role) {
  return h("span", { class: `side ${coloursOf(role) ?? "other"}`, text: heading(role) });
}

/** @param {import("./types.d.ts").Scene} scene */
export function looking({ at, match, log }) {
  const done = log.actions.find((action) => action.number === at);
  return h(
    "section",
    { class: "looking" },
    h("h2", { tabindex: "-1", text: "An earlier position" }),
    h(
      "p",
      {},
      `After action ${at} of ${match.actions}`,
      done ? `: ${actionText(log, done)}` : ".",
      " Nothing is asked of you here.",
    ),
  );
}

/** Who has won, in two words. @param {import("../api.d.ts").Outcome} outcome */
export function result(outcome) {
  if (outcome.winner) return `${heading(outcome.winner)} wins`;
  return outcome.how === "drawn" ? "A draw" : outcome.how ? "No result" : "Nobody wins";
}

/** @param {import("../api.d.ts").Position} match */
export function waiting(match) {
  const whose = match.to_decide.filter((role) => !match.yours.includes(role) || role !== match.role);
  const bot = whose.every((role) => match.seats[role]?.kind === "bot");
  return h(
    "section",
    { class: "waiting" },
    h(
      "h2",
      { tabindex: "-1" },
      whose.length
        ? ["Waiting for ", whose.map((role, at) => [at ? " and " : "", sideMark(role)])]
        : "Nothing is asked",
    ),
    h("p", {
      class: "muted",
      text: whose.length
        ? bot
          ? "The bot is thinking. The page goes on by itself."
          : "The page goes on by itself as soon as they have decided. You can look through the log, go " +
            "back in time or try things in a sandbox meanwhile."
        : "Nobody has anything to decide here.",
    }),
  );
}

/** The way back from a sandbox. @param {import("../api.d.ts").Position} match */
export const sandboxNote = ({ sandbox_of }) =>
  sandbox_of && h(
    "p",
    { class: "acts sandbox-note" },
    h("span", { class: "pill plan", text: "Sandbox" }),
    h("a", { class: "btn small", href: to("match", sandbox_of), text: "Back to the match" }),
  );
