/** How it ended: who won and why, what decided it, how it went, luck, what next; proofs at the foot. */

import { fill, h } from "../../shell/dom.js";
import { chips, copier } from "../../shell/parts.js";
import * as people from "../../shell/people-api.js";
import { to } from "../../shell/route.js";
import { capital, heading, inWords, percent, plural } from "../../shell/words.js";
import { result, sideMark } from "../match-status.js";
import { nextMatch } from "./next-match.js";
import { storyChart } from "./story-chart.js";

/** @typedef {import("../../api.d.ts").Position} Position */
/** @typedef {import("../../api.d.ts").Story} Story */

/**
 * Stories that were told, so that drawing the page again does not ask anew.
 * @type {{ name: string, place: HTMLElement } | null}
 */
let told = null;

/** @param {import("../types.d.ts").Scene} scene */
export function ending(scene) {
  const { match } = scene;
  return h(
    "section",
    { class: "ending" },
    h("h2", { tabindex: "-1", text: "The match is over" }),
    verdict(match),
    nextMatch(scene),
    storyOf(match),
    proofs(match),
  );
}

/** @param {Position} match */
function verdict({ outcome, yours }) {
  if (!outcome) return null;
  const won = outcome.winner && yours.length === 1
    ? (yours[0] === outcome.winner ? "You win" : "You lose")
    : "";
  return [
    h("p", {
      class: "big",
      text: won ? `${won}: ${result(outcome)}` : result(outcome),
    }),
    h("p", {}, `${capital(outcome.reason)}.`, chips(outcome.rules)),
    Object.keys(outcome.score).length > 1 && h("p", { class: "muted", text: score(outcome) }),
  ];
}

/** Points of several sides, the winner's first. @param {import("../../api.d.ts").Outcome} outcome */
const score = ({ score, winner }) =>
  Object.entries(score).sort(([a], [b]) => Number(b === winner) - Number(a === winner)).map((
    [role, points],
  ) => `${heading(role)} ${inWords(points)}`).join(", ");

/** @param {Position} match */
function storyOf(match) {
  const name = `${match.id} ${match.role} ${match.actions}`;
  if (told?.name === name) return told.place;
  const place = h("div", { class: "story", "aria-busy": "true" });
  told = { name, place };
  people.story(match.id, match.role).then(
    (found) => fill(place, found && story(match, found)),
    () => {
      // It can be asked for again; the verdict stands without it.
      told = null;
    },
  ).finally(() => place.removeAttribute("aria-busy"));
  return place;
}

/** @param {Position} match @param {Story} found */
function story(match, found) {
  const charts = found.turns.length > 1
    ? found.series.map((series) => storyChart(series, found.turns)).filter(Boolean)
    : [];
  return [
    (found.moments ?? []).length > 0 && h(
      "section",
      { class: "moments" },
      h("h3", { text: "What decided it" }),
      h(
        "ol",
        {},
        (found.moments ?? []).map((one) =>
          h(
            "li",
            {},
            h("span", { class: "muted small", text: one.turn || "At the start" }),
            h("a", {
              href: to("match", match.id, { as: match.role, at: String(one.number) }),
              text: one.text,
            }),
          )
        ),
      ),
    ),
    charts.length > 0 && h("section", {}, h("h3", { text: "How it went" }), charts),
    (found.luck ?? []).length > 0 && h(
      "section",
      { class: "luck" },
      h("h3", { text: "Luck" }),
      h("ul", {}, (found.luck ?? []).map((one) => h("li", {}, sideMark(one.side), ` ${luck(one)}`))),
    ),
  ];
}

/** @param {import("../../api.d.ts").SideLuck} one */
function luck({ what, throws, had, expected, better }) {
  const usual = expected.toFixed(expected < 100 ? 1 : 0);
  const [word, share] = had >= expected ? ["as much or more", better] : ["less", 1 - better];
  return `${had} ${what} in ${
    plural(throws, "throw")
  }; dice give ${usual} on average, and ${word} than this ` +
    `${percent(share)} of the time.`.replace("as much or more than this", "as much or more");
}

/** @param {Position} match */
function proofs(match) {
  const { seed } = match;
  if (!seed) return null;
  return h(
    "details",
    { class: "proofs small" },
    h("summary", { text: "Proof of the dice" }),
    h(
      "p",
      {},
      "The seed of the dice: ",
      h("code", { text: seed.text }),
      ", salt ",
      h("code", { text: seed.salt }),
      ". Its hash is the promise made at the start: ",
    ),
    h("p", {}, h("code", { class: "hash", text: match.commitment })),
    copier("Copy seed", "copy", () => `${seed.text} ${seed.salt}`),
  );
}
