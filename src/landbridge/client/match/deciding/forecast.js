/** Exact odds before one commits: a bar for each result, and what else may happen. */

import { fill, h } from "../../shell/dom.js";
import { forecast } from "../../shell/match-api.js";
import { chips } from "../../shell/parts.js";
import { capital, commonWays, percent } from "../../shell/words.js";
import { textOf } from "./slots.js";

/** @typedef {import("../types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Odds} Odds */

/** Odds that are known, by position and words. @type {Map<string, Promise<Odds | null>>} */
const known = new Map();
const MOST = 200;
/** Ways that are still said as a number. */
const READABLE = 10n ** 12n;

/**
 * The odds of actions in a row, the last of which throws dice.
 * @param {Scene} scene
 * @param {string} who
 * @param {string[][]} actions
 */
export function oddsOf({ match }, who, actions) {
  const texts = actions.map(textOf);
  const name = `${match.id} ${match.version} ${who} ${texts.join(" / ")}`;
  let found = known.get(name);
  if (!found) {
    if (known.size > MOST) known.clear();
    found = forecast(match.id, who, texts);
    found.catch(() => known.delete(name));
    known.set(name, found);
  }
  return found;
}

/** What a result means for whoever acts. @param {string} result */
const takenOrNot = (result) => (/taken|nobody/.test(result) ? "good" : "bad");

/**
 * A bar for each result.
 * @param {Odds} odds
 * @param {(result: string) => string} [toneOf] good, bad or plain for whoever acts
 */
export function oddsTable(odds, toneOf = takenOrNot) {
  const longest = Math.max(...odds.chances.map((one) => one.share));
  return h(
    "table",
    { class: "odds" },
    h("caption", { class: "sr", text: `Exact odds: ${odds.title}` }),
    h(
      "tbody",
      {},
      odds.chances.map((one) => {
        const bar = h("i");
        bar.style.width = `${(100 * one.share) / longest}%`;
        return h(
          "tr",
          { class: toneOf(String(one.result)), title: one.chance },
          h("th", { scope: "row", text: capital(String(one.result)) }),
          h("td", { class: "bar", "aria-hidden": "true" }, h("span", {}, bar)),
          h("td", { class: "p", text: percent(one.share) }),
        );
      }),
    ),
  );
}

/** @param {Odds} odds @param {boolean} [small] without what else may happen */
export function oddsPicture(odds, small = false) {
  return h(
    "figure",
    { class: small ? "forecast small" : "forecast" },
    h(
      "figcaption",
      {},
      h("b", { text: odds.title }),
      " ",
      h("span", { class: "muted", text: odds.notes.join(", ") }),
      !small && chips(odds.rules),
    ),
    oddsTable(odds),
    replyLine(odds),
    !small && h(
      "ul",
      { class: "also" },
      odds.also.filter((one) => one.share > 0).map((one) =>
        h(
          "li",
          { title: one.chance },
          h("span", { text: capital(String(one.result)) }),
          h("b", { text: percent(one.share) }),
        )
      ),
    ),
    !small &&
      h(
        "p",
        { class: "small faint" },
        h("b", { text: "Exact" }),
        `: ${countedOver(odds)}.`,
      ),
  );
}

/** The odds in one line, with what the other side may decide. @param {Odds} odds */
export function oddsSummary({ chances, reply }) {
  const words = chances.map((one) => `${one.result} ${percent(one.share)}`).join(", ");
  return [`${capital(words)}.`, reply && ` ${reply.text}`];
}

/** What the other side may decide meanwhile, and the odds if it does. @param {Odds} odds */
function replyLine({ reply }) {
  if (!reply) return null;
  const then = reply.chances.map((one) => `${one.result} ${percent(one.share)}`).join(", ");
  return h(
    "p",
    { class: "reply small" },
    h("b", { text: reply.text }),
    ` It comes to that in ${percent(reply.chance.share)}; if they do it, in all: ${then}.`,
  );
}

/** Over how many ways odds were counted; a number that nobody can read is left out. @param {Odds} odds */
function countedOver(odds) {
  const ways = commonWays(odds.chances.map((one) => one.chance));
  if (ways <= 1n) return "there is only one way";
  return ways > READABLE
    ? "every fall of the dice is counted"
    : `counted over ${String(ways).replace(/\B(?=(\d{3})+$)/g, ",")} equal ways`;
}

/**
 * A place that fills itself with the odds as soon as they are known.
 * @param {Scene} scene
 * @param {string} who
 * @param {string[][]} actions
 * @param {boolean} [small] without what else may happen
 */
export function oddsBox(scene, who, actions, small = false) {
  const box = h(
    "div",
    { class: "odds-place", "aria-live": "polite" },
    h("p", { class: "small faint", text: "Counting the odds…" }),
  );
  oddsOf(scene, who, actions).then((odds) => fill(box, odds && oddsPicture(odds, small)), () => fill(box));
  return box;
}
