/**
 * A planned attack as a card: who against whom, the odds beside the button that commits, what one more would change,
 * and what made the figures.
 */

import { counter } from "../../../../board/counter.js";
import { oddsTable } from "../../../../match/deciding/forecast.js";
import { h } from "../../../../shell/dom.js";
import { chips } from "../../../../shell/parts.js";
import { asPrinted, capital, percent, plural } from "../../../../shell/words.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Way} Way */
/** @typedef {import("../../../../board/types.d.ts").Unit} Unit */
/** @typedef {import("../../../../api.d.ts").Odds} Odds */
/** @typedef {Odds["alternatives"][0]} Alternative */

/** So many chances stand above the button. */
const FIRST = 3;
/** So many defenders are drawn; more are counted. */
const SEEN = 4;
/** Odds in two figures. */
const RATIO = /^\d+:\d+/;
/** A change of less than this is none. */
const SAME = 0.0005;

/**
 * @param {Plan} plan
 * @param {{
 *   words: { on: string, act: string },
 *   unit: (id: string) => Unit | null,
 *   placeOf: (unit: string) => string,
 *   nameOf: (hex: string) => string,
 *   defenders: Unit[],
 *   coached: string[] | null,
 *   toggle: (unit: string) => void,
 *   lead: (unit: string) => void,
 *   close: () => void,
 *   commit: () => void,
 *   change: (way: Way, target?: string) => void,
 *   refusal: import("../../../../shell/types.d.ts").Child,
 * }} board `coached`: who should go, the leader first, where a coach would have it so
 */
export function planCard(plan, board) {
  const { odds, units, can, fit } = plan;
  const others = can.filter((one) => !units.includes(one) && (plan.single || fit.has(one)));
  const { coached } = board;
  const asCoached = coached && coached.length === units.length && coached.every((one) => units.includes(one));
  const led = !leads(plan) || coached?.[0] === units[0];
  return [
    h(
      "header",
      { class: "plan-head" },
      h("h2", {}, `${board.words.on} ${board.nameOf(plan.hex)}`),
      h("span", { class: "pill plan", text: "private plan" }),
      h("button", {
        type: "button",
        class: "btn quiet small",
        "data-part": "close",
        "aria-label": "Let the plan go",
        text: "×",
        onclick: board.close,
      }),
    ),
    kinds(plan, board.change),
    h(
      "div",
      { class: "plan-sides" },
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Who goes: click one to take it out" },
        units.map((one, at) =>
          unitButton(one, board, "Take out", at === 0 && leads(plan), coached && !coached.includes(one))
        ),
        !units.length && h("span", { class: "small muted", text: "Nobody yet: add somebody." }),
      ),
      h("b", {
        class: odds && !RATIO.test(odds.title) ? "plan-odds long" : "plan-odds",
        text: odds ? shortTitle(odds) : odds === undefined ? "…" : "",
      }),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Who is seen there" },
        board.defenders.slice(0, SEEN).map((one) => counter(one, 36)),
        board.defenders.length > SEEN &&
          h("span", { class: "small muted", text: `and ${board.defenders.length - SEEN} more` }),
      ),
    ),
    others.length > 0 && h(
      "div",
      { class: "plan-join" },
      h("span", { class: "small muted", text: "May join:" }),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Who may join in: click one to add it" },
        others.map((one) => unitButton(one, board, "Add", false, coached?.includes(one))),
      ),
    ),
    leader(plan, board, Boolean(asCoached && !led)),
    h(
      "div",
      { class: "plan-decision", "aria-live": "polite" },
      odds && tiles(odds),
      board.refusal,
      h("button", {
        type: "button",
        class: "btn go commit",
        "data-confirm": "",
        "data-part": "commit",
        "data-guided": asCoached && led ? "" : null,
        disabled: !units.length,
        text: `${board.words.act} with ${plural(units.length, leads(plan) ? "unit" : "counter")}`,
        onclick: board.commit,
      }),
      odds?.notes.filter((note) => /^Costs /.test(note)).map((note) =>
        h("p", { class: "small", text: note })
      ),
    ),
    odds && alternatives(odds, board),
    odds && [
      h("div", { class: "forecast small" }, oddsTable(odds, toneOf)),
      h("p", {
        class: "small muted",
        text: asPrinted(odds.notes.filter((note) => !/^Costs /.test(note)).join(" · "))
          .replace(/(^|· )-(?=\d)/g, "$1−"),
      }),
      h("p", { class: "small faint" }, h("b", { text: "Exact" }), ": every fall of the dice is counted."),
    ],
    odds && odds.reasons.length > 0 && reasons(odds),
  ];
}

/** Whether one of those that go leads. @param {Plan} plan */
const leads = ({ way }) => way.offer.verb === "attack" || way.offer.verb === "overrun";

/** Odds in two figures, where they are such. @param {Odds} odds */
const shortTitle = ({ title }) => RATIO.exec(title)?.[0] ?? /column [^,]+$/.exec(title)?.[0] ?? "";

/** What a result means for whoever acts: good, bad, or neither. @param {string} result */
function toneOf(result) {
  if (/AL\d|^yours|^both/.test(result)) return "bad";
  return /DL\d|lost|^theirs|Trainbusting/.test(result) ? "good" : "plain";
}

/**
 * @param {string} id
 * @param {{ unit: (id: string) => Unit | null, placeOf: (id: string) => string, toggle: (id: string) => void }} board
 * @param {string} does
 * @param {boolean} first whether it leads
 * @param {boolean | null} [guided] whether a coach would have it clicked
 */
function unitButton(id, { unit, placeOf, toggle }, does, first, guided) {
  const shown = unit(id);
  if (!shown) return null;
  const name = `${shown.title ?? id}, ${placeOf(id)}`;
  return h("button", {
    type: "button",
    class: first ? "fanned leads" : "fanned",
    "data-part": `unit ${id}`,
    "data-unit": id,
    "data-guided": guided ? "" : null,
    "aria-label": `${does} ${name}`,
    title: `${does} ${name}`,
    onclick: () => toggle(id),
  }, counter(shown, 36));
}

/**
 * What else can be done against the hex, and what in it is meant.
 * @param {Plan} plan
 * @param {(way: Way, target?: string) => void} change
 */
function kinds({ way, ways, target, targets }, change) {
  if (ways.length < 2 && targets.length < 2) return null;
  const tab = (/** @type {string} */ text, /** @type {boolean} */ on, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", "data-part": `tab ${text}`, "aria-pressed": String(on), text, onclick });
  return h(
    "div",
    { class: "plan-kinds" },
    ways.length > 1 && h(
      "div",
      { class: "tabs", role: "group", "aria-label": "What is done" },
      ways.map((one) => tab(one.offer.label, one === way, () => change(one))),
    ),
    targets.length > 1 && h(
      "div",
      { class: "tabs", role: "group", "aria-label": "What is the target" },
      targets.map(({ word, label }) => tab(capital(label), word === target, () => change(way, word))),
    ),
  );
}

/**
 * Whose action rating counts.
 * @param {Plan} plan
 * @param {Parameters<typeof planCard>[1]} board
 * @param {boolean} guided whether a coach would have another
 */
function leader(plan, { unit, lead }, guided) {
  if (!leads(plan) || plan.units.length < 2) return null;
  const choice = h(
    "select",
    {
      class: "field",
      "data-part": "leader",
      "data-guided": guided ? "" : null,
      onchange: (/** @type {Event} */ event) => lead(/** @type {HTMLSelectElement} */ (event.target).value),
    },
    plan.units.map((id) => {
      const shown = unit(id);
      return h("option", {
        value: id,
        text: `${shown?.title ?? id}, AR ${shown?.rating ?? ""}`,
      });
    }),
  );
  return h("label", { class: "plan-leader small" }, "Led by ", choice);
}

/** The chances that are asked for first. @param {Odds} odds */
const tiles = ({ also, chances }) =>
  h(
    "ul",
    { class: "plan-tiles" },
    (also.length ? also : chances).slice(0, FIRST).map((one) =>
      h("li", { title: one.chance }, h("b", { text: percent(one.share) }), ` ${one.result}`)
    ),
  );

/**
 * What one more would change, the best named first, and what the others may do.
 * @param {Odds} odds
 * @param {Parameters<typeof planCard>[1]} board
 */
function alternatives(odds, board) {
  const more = odds.alternatives.filter((one) => one.kind === "one more");
  const others = odds.alternatives.filter((one) => one.kind !== "one more");
  const line = (/** @type {Alternative} */ one, /** @type {string} */ head) =>
    h("li", {}, h("b", { text: head }), ` ${one.text}: ${changes(one, odds)}`);
  return odds.alternatives.length > 0 && h(
    "ul",
    { class: "plan-more small" },
    more.slice(0, 1).map((one) => {
      const row = line(one, "Best next:");
      row.append(
        " ",
        h("button", {
          type: "button",
          class: "btn small",
          "data-part": "best",
          text: "Add it",
          onclick: () => board.toggle(one.word),
        }),
      );
      return row;
    }),
    more.slice(1).map((one) => line(one, "Or")),
    others.map((one) => line(one, "What")),
  );
}

/** The figures of an alternative beside those of the plan. @param {Alternative} one @param {Odds} odds */
function changes(one, odds) {
  const was = new Map(odds.also.map((chance) => [String(chance.result), chance.share]));
  const told = one.also.slice(0, FIRST).map(({ result, share }) => {
    const by = share - (was.get(String(result)) ?? 0);
    const change = Math.abs(by) < SAME ? "as now" : `${by > 0 ? "+" : "−"}${percent(Math.abs(by))}`;
    return `${result} ${percent(share)} (${change})`;
  });
  return [/^\d+:\d+|^column .+/.exec(one.title)?.[0], ...told].filter(Boolean).join(", ");
}

/** @param {Odds} odds */
const reasons = (odds) =>
  h(
    "details",
    { class: "plan-reasons small", open: true },
    h("summary", { text: "What made the numbers" }),
    h(
      "ul",
      {},
      odds.reasons.map(({ text, rules }) => h("li", {}, asPrinted(capital(text)), " ", chips(rules))),
    ),
  );
