/** What a newcomer is offered: a tutorial, then to go on with it, and after it the scenario that comes next. */

import { whileBusy } from "../../shell/busy.js";
import { h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { to } from "../../shell/route.js";
import { capital } from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").GameEntry} GameEntry */
/** @typedef {import("../../api.d.ts").Summary} Summary */
/** @typedef {import("../../api.d.ts").TutorialEntry} TutorialEntry */

/** @typedef {{ game: GameEntry, tutorial: TutorialEntry }} Lesson */

/**
 * Every tutorial with its game, the shortest first.
 * @param {GameEntry[]} known
 * @returns {Lesson[]}
 */
const lessonsOf = (known) =>
  known
    .flatMap((game) => game.tutorials.map((tutorial) => ({ game, tutorial })))
    .sort((a, b) => a.tutorial.minutes - b.tutorial.minutes);

/** @param {GameEntry} game @param {TutorialEntry} tutorial */
async function beginTutorial(game, { scenario, role, opponent }) {
  const others = game.roles.filter((one) => one !== role);
  const seats = { [role]: "me", ...Object.fromEntries(others.map((one) => [one, `bot:${opponent}`])) };
  const begun = await play.begin({ game: game.name, scenario, seats });
  location.hash = to("match", begun.id);
}

/**
 * A button for each tutorial.
 * @param {GameEntry[]} known
 * @param {(error: unknown) => void} failed
 */
export const tutorialButtons = (known, failed) =>
  lessonsOf(known).map((lesson) => tutorialButton(lesson, `Tutorial: ${lesson.tutorial.title}`, failed));

/** @param {Lesson} lesson @param {string} text @param {(error: unknown) => void} failed */
const tutorialButton = ({ game, tutorial }, text, failed) =>
  h("button", {
    type: "button",
    class: "btn go",
    text,
    onclick: (/** @type {Event} */ event) =>
      whileBusy(
        /** @type {HTMLButtonElement} */ (event.currentTarget),
        () => beginTutorial(game, tutorial),
        failed,
      ),
  });

/**
 * What is offered above the matches, a card for each tutorial.
 * @param {GameEntry[]} known
 * @param {Summary[]} matches
 * @param {(error: unknown) => void} failed
 */
export const tutorialOffers = (known, matches, failed) =>
  lessonsOf(known).map((lesson) => tutorialOffer(lesson, matches, failed));

/**
 * The card of a tutorial: nothing once somebody has played what comes after it.
 * @param {Lesson} lesson
 * @param {Summary[]} matches
 * @param {(error: unknown) => void} failed
 */
function tutorialOffer(lesson, matches, failed) {
  const { game, tutorial } = lesson;
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
    `${capital(game.name)}: ${tutorial.title}`,
    `A tutorial of ${tutorial.minutes} minutes. ${tutorial.text}`,
    begun
      ? h("a", { class: "btn go", href: to("match", begun.id), text: "Go on with the tutorial" })
      : tutorialButton(lesson, "Play the tutorial", failed),
  );
}

/** @param {string} title @param {string} text @param {import("../../shell/types.d.ts").Child} act */
const card = (title, text, act) =>
  h(
    "section",
    { class: "card pad tutorial-offer", "aria-label": `Learn by playing: ${title}` },
    h("div", {}, h("h3", { text: title }), h("p", { class: "small muted", text })),
    act,
  );
