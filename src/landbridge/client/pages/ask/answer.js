/** The answer: the result large, the dice and the cell it came from, the reasons with their rules. */

import { isRule, table } from "../../shell/api.js";
import { fill, h } from "../../shell/dom.js";
import { badge, chip, chips, cited, copier, note, odds, thrown, unbroken } from "../../shell/parts.js";
import { picture } from "../../shell/picture.js";
import { to } from "../../shell/route.js";
import {
  capital,
  columnName,
  heading,
  inWords,
  isNothing,
  isPicture,
  isRecord,
  percent,
  range,
  signed,
} from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").CitedAnswer} CitedAnswer */
/** @typedef {import("../../shell/types.d.ts").Plain} Plain */
/** @typedef {import("../../api.d.ts").QuestionForm} QuestionForm */

/** A table of more columns than this does not fit into the card. */
const COLUMNS = 5;

/**
 * @param {QuestionForm} question
 * @param {CitedAnswer} answer
 * @param {import("../../shell/types.d.ts").Given} given
 */
export function answerCard(question, answer, given) {
  const counted = answer.odds !== null;
  const provenance = [...new Set(answer.citations.map((item) => item.source))];
  return [
    h(
      "header",
      {},
      h("h2", { text: counted ? "Exact odds" : "Answer" }),
      h("span", { class: "grow" }),
      provenance.map(badge),
    ),
    h(
      "div",
      { class: "body" },
      verdict(answer),
      answer.odds ? odds(answer.odds, waysLeft(question, given)) : hasResult(answer) && result(answer.result),
      answer.notes.map((text) => h("p", { class: "small muted", text })),
      answer.rolls.map((roll) => rollBox(question.game, roll)),
      h(
        "section",
        { class: "why" },
        h("h3", { text: "Why?" }),
        reasons(answer),
        h("p", { class: "over", text: "Rests on" }),
        cited(answer.citations),
      ),
      foot(question, given),
    ),
  ];
}

/** Whether there is more to show than that the rules forbid it. @param {CitedAnswer} answer */
const hasResult = (answer) => answer.legal || (answer.result !== null && typeof answer.result === "object");

/** What the rules forbid, and what they would let be done. @param {CitedAnswer} answer */
const verdict = (answer) =>
  !answer.legal &&
  note("refused", `Not legal: ${answer.refused}`, answer.instead && `Legal: ${answer.instead}.`);

/** The answer in one line, for those who listen. @param {CitedAnswer} answer */
export const spoken = (answer) =>
  !answer.legal
    ? `Not legal: ${answer.refused}`
    : answer.odds
    ? `Exact odds: ${answer.odds.map((item) => `${inWords(item.result)} ${item.chance}`).join(", ")}`
    : `Answer: ${inWords(answer.result)}`;

/** The answer in a few words: the result, or the likeliest one. @param {CitedAnswer} answer */
export function inShort(answer) {
  if (!answer.legal) return "not legal";
  if (!answer.odds) return inWords(answer.result);
  const best = answer.odds.reduce((a, b) => (b.share > a.share ? b : a));
  return `${inWords(best.result)} ${percent(best.share)}${answer.odds.length > 1 ? ", …" : ""}`;
}

/**
 * In how many ways the open dice can fall, as far as the inputs tell.
 * @param {QuestionForm} question
 * @param {import("../../shell/types.d.ts").Given} given
 */
function waysLeft(question, given) {
  const open = question.inputs.filter((field) => field.roll && given[field.name] === undefined);
  return open.reduce((ways, { shape: { low, high } }) => {
    if (low === 1 && high) return ways * high;
    return low === 2 && high === 12 ? ways * 36 : 0;
  }, 1);
}

// Results

/** @param {Plain} value */
function result(value) {
  if (isPicture(value)) return picture(value, "The answer as a picture");
  if (value !== null && typeof value === "object") return h("div", { class: "result" }, shown(value, true));
  return h("p", { class: "result big", text: inWords(value) });
}

/**
 * @param {Plain} value
 * @param {boolean} [large]
 * @returns {HTMLElement}
 */
export function shown(value, large = false) {
  if (Array.isArray(value)) return many(value, large);
  if (isRecord(value)) {
    const parts = Object.entries(value).filter(([, part]) => part !== "");
    const wide = (/** @type {Plain} */ part) =>
      part !== null && typeof part === "object" && inWords(part).length > 40;
    return h(
      "dl",
      { class: large ? "facts large" : "facts" },
      parts.map(([name, part]) =>
        h(
          "div",
          { class: wide(part) ? "wide" : null },
          h("dt", { text: heading(name) }),
          h("dd", {}, shown(part)),
        )
      ),
    );
  }
  if (isPicture(value)) return picture(value, "A picture");
  return typeof value === "string" && isRule(value) ? chip(value) : h("span", { text: inWords(value) });
}

/** @param {Plain[]} values @param {boolean} large */
function many(values, large) {
  if (!values.length) return h("span", { class: "faint", text: "none" });
  const records = values.filter(isRecord);
  if (records.length === values.length) return recordList(records);
  if (large && values.length <= 6 && !records.length) return h("p", { class: "big", text: inWords(values) });
  return h("ul", { class: "several" }, values.map((item) => h("li", {}, shown(item))));
}

/**
 * Records as a table where they are short and alike, as cards where they are not.
 * @param {{ [name: string]: Plain }[]} records
 */
function recordList(records) {
  const names = [
    ...new Set(records.flatMap((record) => Object.keys(record).filter((name) => !isNothing(record[name])))),
  ];
  const plain = records.every((record) =>
    names.every((name) => !isRecord(record[name]) && inWords(record[name] ?? "").length < 30)
  );
  if (names.length <= COLUMNS && plain) {
    return h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col", text: heading(name) })))),
        h(
          "tbody",
          {},
          records.map((record) =>
            h(
              "tr",
              {},
              names.map((name) => h("td", {}, isNothing(record[name] ?? null) ? "" : shown(record[name]))),
            )
          ),
        ),
      ),
    );
  }
  return h(
    "ul",
    { class: "records" },
    records.map((record) =>
      h(
        "li",
        {},
        h(
          "dl",
          {},
          Object.entries(record).filter(([, part]) => !isNothing(part)).map(([name, part]) =>
            h("div", {}, h("dt", { text: heading(name) }), h("dd", {}, shown(part)))
          ),
        ),
      )
    ),
  );
}

// Dice and cells

/**
 * A roll: the dice, what was added, and the cell in its column.
 * @param {string} game
 * @param {import("../../api.d.ts").Roll} roll
 */
function rollBox(game, roll) {
  const name = `${game}.${roll.table}`;
  const strip = h("div");
  if (roll.table) drawStrip(strip, name, roll);
  const { modifiers, total } = roll.modifiers;
  return h(
    "section",
    { class: "roll" },
    h(
      "header",
      {},
      roll.faces.length ? thrown(roll) : h("span", { class: "pill", text: "no roll" }),
      h("b", { text: roll.purpose }),
      roll.table &&
        h("a", {
          class: "small",
          href: to("charts", name, roll.column ? { column: roll.column } : {}),
          text: columnName(roll.column) || "the table",
        }),
    ),
    modifiers.length > 0 &&
      h(
        "ul",
        { class: "tally" },
        h("li", {}, "rolled", h("span"), h("b", { text: roll.total })),
        modifiers.map((item) =>
          h("li", {}, item.reason, h("span", {}, chips(item.rules)), h("b", { text: signed(item.value) }))
        ),
        h(
          "li",
          { class: "sum" },
          "read at",
          h("span"),
          h("b", { text: signed(roll.total + Number(total), false) }),
        ),
      ),
    strip,
  );
}

/** @param {HTMLElement} place @param {string} name @param {import("../../api.d.ts").Roll} roll */
async function drawStrip(place, name, roll) {
  const sheet = await table(name).catch(() => null);
  const column = sheet?.columns.find((one) => one.name === roll.column);
  if (!column) return;
  fill(
    place,
    h(
      "ol",
      {
        class: column.cells.length > 8 ? "strip many" : "strip",
        "aria-label": `${roll.purpose}, ${roll.column || "table"}`,
      },
      column.cells.map((cell) => {
        const hit = cell.label === roll.row;
        return h(
          "li",
          { class: hit ? "hit" : null, "aria-current": hit ? "true" : null },
          h("span", { text: range(cell.label) }),
          h("b", { text: inWords(cell.value) }),
        );
      }),
    ),
  );
}

// Reasons

/** @param {CitedAnswer} answer */
function reasons(answer) {
  const looked = answer.rolls.filter((roll) => roll.table).map((roll) => {
    const column = roll.column ? `, ${columnName(roll.column)}` : "";
    const row = roll.row === ".." ? "always" : `${range(roll.row)} gives`;
    return { text: `${roll.purpose}${column}: ${row} ${inWords(roll.cell)}`, rules: roll.rules };
  });
  const all = [...looked, ...answer.why];
  if (!all.length) {
    return h("p", {
      class: "muted",
      text: answer.odds
        ? "Dice are left open, so the same rules were run along every way they can fall."
        : "It follows at once from the rules below.",
    });
  }
  return h(
    "ul",
    { class: "reasons" },
    all.map((reason) =>
      h("li", {}, unbroken(capital(reason.text)), reason.rules.map((id) => [" ", chip(id)]))
    ),
  );
}

/** @param {QuestionForm} question @param {import("../../shell/types.d.ts").Given} given */
function foot(question, given) {
  const command = [
    "landbridge ask",
    question.name,
    ...Object.entries(given).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(",") : value;
      return `${name}=${/^[\w.,:+/-]*$/.test(text) ? text : `"${text}"`}`;
    }),
  ].join(" ");
  return h(
    "footer",
    { class: "noprint" },
    h("code", { class: "command", text: command }),
    h(
      "div",
      { class: "acts" },
      copier("Copy command", "copy", () => command),
      copier("Copy link", "link", () => location.href),
    ),
  );
}
