/** Parts that every page shares: rule chips, provenance badges, dice, odds, notices. */

import { h, icon } from "./dom.js";
import { to } from "./route.js";
import { average, commonWays, heading, headWord, inWords, labels, outOf, percent } from "./words.js";

/** @typedef {import("./types.d.ts").Source} Source */
/** @typedef {import("../api.d.ts").Citation} Citation */

const PROVENANCE = {
  booklet: ["booklet", "From the game's own booklets"],
  series: ["series", "From the published series rules"],
  reconstruction: ["recon", "Reconstructed from history or by inference"],
  house: ["house", "Landbridge's own choice, where the documents leave it open"],
};

/**
 * A rule by its number; it opens the row at the side.
 * @param {string} id
 * @param {string} [title]
 */
export const chip = (id, title = "") =>
  h("a", { class: "rule", href: to("rules", id), "data-rule": id, title: title || null, text: id });

/** @param {string[]} ids */
export const chips = (ids) => ids.map((id) => [" ", chip(id)]);

/**
 * Where a datum comes from.
 * @param {Source} source
 */
export function badge(source) {
  const [kind, text] = PROVENANCE[source];
  return h("span", { class: `prov ${kind}`, title: text, text: source });
}

/**
 * A text whose ranges, such as 10-12, stay on one line.
 * @param {string} text
 */
export const unbroken = (text) =>
  text.split(/(\d+-\d+)/).map((part, at) => (at % 2 ? h("span", { class: "nowrap", text: part }) : part));

/**
 * Rules with their titles and provenance.
 * @param {Citation[]} citations
 */
export const cited = (citations) =>
  h(
    "ul",
    { class: "cited" },
    citations.map((item) =>
      h("li", {}, chip(item.id), h("span", {}, unbroken(item.title || "series rule")), badge(item.source))
    ),
  );

// Dice

const PIPS = [[], [5], [1, 9], [1, 5, 9], [1, 3, 7, 9], [1, 3, 5, 7, 9], [1, 3, 4, 6, 7, 9]];

/**
 * One die.
 * @param {number} face
 */
export function die(face) {
  const places = PIPS[face];
  if (!places) return total(face);
  return h(
    "span",
    { class: "die", role: "img", "aria-label": `die ${face}` },
    places.map((place) => h("i", { class: `p${place}` })),
  );
}

/**
 * A sum of dice whose single faces are not known.
 * @param {number} sum
 */
export const total = (sum) =>
  h("span", { class: "die sum", role: "img", "aria-label": `dice ${sum}`, text: sum });

/**
 * The dice of a roll.
 * @param {import("../api.d.ts").Roll} roll
 */
export function thrown(roll) {
  const single = roll.dice === "1d6" || roll.faces.length > 1;
  return h("span", { class: "dice" }, roll.faces.map((face) => (single ? die(face) : total(face))));
}

// Odds

/**
 * Who loses by a result in the series' notation of combat: blue where the defender loses a step, plum
 * where only the attacker does. Other results have no tone.
 * @param {import("./types.d.ts").Plain} value
 */
export function tone(value) {
  const word = wordOf(value);
  if (!/^[AD](L\d|o\d|e\d)/.test(word)) return null;
  return /DL\d/.test(word) ? "good" : /^AL\d/.test(word) ? "bad" : null;
}

/**
 * An exact distribution: one bar for each result, the longest as wide as there is room.
 * @param {import("../api.d.ts").Chances[]} chances
 * @param {number} [ways] how many ways the dice can fall, where that is known
 */
export function odds(chances, ways = 0) {
  const common = commonWays(chances.map((item) => item.chance));
  const counted = ways && BigInt(ways) % common === 0n ? BigInt(ways) : common;
  const longest = Math.max(...chances.map((item) => item.share));
  const mean = average(chances);
  const names = labels(chances.map((item) => item.result));
  return h(
    "div",
    { class: "odds-box" },
    h(
      "table",
      { class: "odds" },
      h("caption", { class: "sr", text: "Exact odds" }),
      h(
        "tbody",
        {},
        chances.map((item, at) => {
          const bar = h("i");
          bar.style.width = `${(100 * item.share) / longest}%`;
          return h(
            "tr",
            { class: tone(item.result) },
            h("th", {
              scope: "row",
              class: names[at].length > 22 ? "long" : null,
              title: title(item.result, names[at]),
              text: names[at],
            }),
            h("td", { class: "bar", "aria-hidden": "true" }, h("span", {}, bar)),
            h("td", { class: "f", text: outOf(item.chance, counted) }),
            h("td", { class: "p", text: percent(item.share) }),
          );
        }),
      ),
    ),
    h(
      "p",
      { class: "small faint" },
      h("b", { text: "Exact" }),
      `: counted over ${counted === 1n ? "the only way" : `${grouped(counted)} equal ways`}.`,
      mean && chances.length > 1 && ` On average ${mean}.`,
      losses(chances),
    ),
  );
}

/**
 * Who loses a step how often, in words beside the colours.
 * @param {import("../api.d.ts").Chances[]} chances
 */
function losses(chances) {
  const sum = (/** @type {RegExp} */ loss) =>
    chances.reduce(
      (all, item) => all + (tone(item.result) && loss.test(wordOf(item.result)) ? item.share : 0),
      0,
    );
  const [attacker, defender] = [sum(/^AL\d/), sum(/DL\d/)];
  return attacker + defender > 0 &&
    ` Attacker loses a step ${percent(attacker)}, defender ${percent(defender)}.`;
}

/** @param {import("./types.d.ts").Plain} value */
const wordOf = (value) => (typeof value === "string" ? value : headWord(value));

/**
 * The whole result, where its label says only a part.
 * @param {import("./types.d.ts").Plain} result
 * @param {string} label
 */
const title = (result, label) => (inWords(result) === label ? null : inWords(result));

/** @param {bigint} number */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

// Notices

/**
 * A notice with its sign: "refused", "warn" or "legal".
 * @param {"refused" | "warn" | "legal"} kind
 * @param {string} title
 * @param {...import("./dom.js").Child} more
 */
export function note(kind, title, ...more) {
  const signs = { refused: "no", warn: "warn", legal: "ok" };
  return h(
    "div",
    { class: `note ${kind}` },
    icon(signs[kind]),
    h("div", {}, h("b", { text: title }), more.length ? h("p", {}, more) : null),
  );
}

/**
 * What the server said no to: a refusal with its rules, or a word that makes no sense here.
 * @param {unknown} problem
 */
export function trouble(problem) {
  const error = /** @type {import("./api.js").ApiError} */ (problem);
  if (error.refused) {
    return note(
      "refused",
      `Refused: ${error.refused}`,
      error.legal && `Legal: ${error.legal}.`,
      chips(error.rules),
    );
  }
  const titles = /** @type {{ [status: number]: string }} */ ({
    0: "No answer",
    403: "Not yours to do",
    404: "Not found",
    409: "Refused",
    410: "It is over",
    429: "Too much at once",
    503: "The database does not answer",
  });
  return note("warn", titles[error.status] ?? "Something in this cannot be read", error.message);
}

/**
 * What could not be fetched, and a button to fetch it again.
 * @param {unknown} problem
 * @param {() => unknown} again
 */
export const retry = (problem, again) =>
  h(
    "div",
    { class: "retry" },
    trouble(problem),
    h(
      "p",
      { class: "acts" },
      h("button", { type: "button", class: "btn small", text: "Try again", onclick: again }),
    ),
  );

/**
 * A button that copies a text, where the browser allows it.
 * @param {string} label
 * @param {string} sign
 * @param {() => string} text
 */
export function copier(label, sign, text) {
  if (!navigator.clipboard) return null;
  const words = h("span", { text: label });
  const made = h("button", { type: "button", class: "btn small quiet" }, icon(sign, 15), words);
  made.addEventListener("click", async () => {
    // A browser may forbid it; the text can then be marked by hand.
    words.textContent = await navigator.clipboard.writeText(text()).then(
      () => "Copied",
      () => "Cannot be copied here",
    );
    setTimeout(() => (words.textContent = label), 1500);
  });
  return made;
}

/**
 * Tabs, one a game.
 * @param {import("../api.d.ts").GameEntry[]} known
 * @param {import("../api.d.ts").GameEntry | undefined} shown
 * @param {(game: import("../api.d.ts").GameEntry) => string} addressOf where each leads
 */
export const gameTabs = (known, shown, addressOf) =>
  h(
    "div",
    { class: "tabs", role: "group", "aria-label": "Game" },
    known.map((one) =>
      h("button", {
        type: "button",
        "aria-pressed": String(one === shown),
        text: heading(one.name),
        onclick: () => {
          location.hash = addressOf(one);
        },
      })
    ),
  );
