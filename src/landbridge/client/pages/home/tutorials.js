/** What a newcomer is offered: a tutorial, then to go on with it, and after it the scenario that comes next. */

import { whileBusy } from "../../shell/busy.js";
import { h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { to } from "../../shell/route.js";

/** @typedef {import("../../api.d.ts").GameEntry} GameEntry */
/** @typedef {import("../../api.d.ts").Summary} Summary */
/** @typedef {import("../../api.d.ts").TutorialEntry} TutorialEntry */

/**
 * The first tutorial there is, with its game.
 * @param {GameEntry[]} known
 * @returns {{ game: GameEntry, tutorial: TutorialEntry } | null}
 */
export function firstTutorial(known) {
  const game = known.find((one) => one.tutorials.length);
  return game ? { game, tutorial: game.tutorials[0] } : null;
}

/** @param {GameEntry} game @param {TutorialEntry} tutorial */
async function beginTutorial(game, { scenario, role, opponent }) {
  const others = game.roles.filter((one) => one !== role);
  const seats = { [role]: "me", ...Object.fromEntries(others.map((one) => [one, `bot:${opponent}`])) };
  const begun = await play.begin({ game: game.name, scenario, seats });
  location.hash = to("match", begun.id);
}

/**
 * A button that begins a tutorial.
 * @param {GameEntry[]} known
 * @param {(error: unknown) => void} failed
 */
export function tutorialButton(known, failed) {
  const found = firstTutorial(known);
  return found && h("button", {
    type: "button",
    class: "btn go",
    text: "Play the tutorial",
    onclick: (/** @type {Event} */ event) =>
      whileBusy(
        /** @type {HTMLButtonElement} */ (event.currentTarget),
        () => beginTutorial(found.game, found.tutorial),
        failed,
      ),
  });
}

/**
 * What is offered above the matches: nothing once somebody has played what comes after the tutorial.
 * @param {GameEntry[]} known
 * @param {Summary[]} matches
 * @param {(error: unknown) => void} failed
 */
export function tutorialOffer(known, matches, failed) {
  const found = firstTutorial(known);
  if (!found) return null;
  const { game, tutorial } = found;
  const own = matches.filter((one) => one.game === game.name && one.yours.length > 0);
  const played = own.filter((one) => one.scenario === tutorial.scenario);
  const begun = played.find((one) => !one.over);
  const next = game.scenarios.find((one) => one.name === tutorial.then);
  if (played.some((one) => one.over)) {
    if (!next || own.some((one) => one.scenario === next.name)) return null;
    return card(
      `Next: ${next.title}`,
      next.text,
      h("a", {
        class: "btn go",
        href: to("new", game.name, { for: "bot", scenario: next.name }),
        text: `Play ${next.title}`,
      }),
    );
  }
  return card(
    tutorial.title,
    `A tutorial of ${tutorial.minutes} minutes. ${tutorial.text}`,
    begun
      ? h("a", { class: "btn go", href: to("match", begun.id), text: "Go on with the tutorial" })
      : tutorialButton(known, failed),
  );
}

/** @param {string} title @param {string} text @param {import("../../shell/types.d.ts").Child} act */
const card = (title, text, act) =>
  h(
    "section",
    { class: "card pad tutorial-offer", "aria-label": "Learn by playing" },
    h("div", {}, h("h3", { text: title }), h("p", { class: "small muted", text })),
    act,
  );
