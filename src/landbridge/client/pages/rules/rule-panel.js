/** One rule at the side: its text, certainty and provenance, rulings, cases and where it is used. */

import { questions, rule, tables } from "../../shell/api.js";
import { announce, fill, h, icon } from "../../shell/dom.js";
import { badge, chips, note, trouble, unbroken } from "../../shell/parts.js";
import { asGiven, to } from "../../shell/route.js";
import { heading, inWords, plural } from "../../shell/words.js";
import { brief } from "../ask/ask.js";
import { expected } from "./case-values.js";
import { inPlay, learn, MEANINGS, STATES, statusOfRow } from "./row-status.js";
import { usesOf } from "./rule-uses.js";

/** @typedef {import("../../api.d.ts").RulePage} RulePage */
/** @typedef {import("../../api.d.ts").Ruling} Ruling */

const CERTAINTY = {
  clear: ["legal", "clear in print"],
  damaged: ["warn", "damaged in print"],
  depends: ["warn", "depends on a reading"],
  contradictory: ["warn", "contradicts itself"],
  missing: ["refused", "missing in print"],
};
const SHOWN = 6;

/**
 * @param {HTMLElement} place
 * @param {string} id
 * @param {() => void} close
 */
export async function showRule(place, id, close) {
  const shut = h("button", {
    type: "button",
    class: "btn small quiet shut",
    "aria-label": "Close the rule",
    onclick: close,
  }, icon("close", 16));
  try {
    const page = await rule(id);
    const where = h("div", {}, used(page, new Map()));
    fill(
      place,
      shut,
      page.row ? row(page) : page.rulings.some((one) => one.id === id) ? rulingOnly(page) : series(page),
      where,
      usesOf(id),
    );
    announce(`${id}. ${page.row?.title ?? ""}`);
    // Questions and charts are called by their titles as soon as these are known.
    Promise.all([questions(), tables()]).then(
      ([asked, drawn]) =>
        fill(where, used(page, new Map([...asked, ...drawn].map((one) => [one.name, one.title])))),
      () => {},
    );
  } catch (problem) {
    // Whoever chooses it again wants it fetched again.
    delete place.dataset.rule;
    fill(place, shut, h("h2", { tabindex: "-1", text: id }), trouble(problem));
  }
}

/** What stands at the side before a rule is chosen. @param {HTMLElement} place */
export function showNoRule(place) {
  fill(
    place,
    h(
      "div",
      { class: "empty" },
      h("h2", { text: "A rule at the side" }),
      h("p", {
        class: "muted",
        text: "Choose a row to read it whole: what it says, how certain the print is, where it comes " +
          "from, how an open question was settled and which cases prove it.",
      }),
    ),
  );
}

/** @param {string} id @param {...import("../../shell/dom.js").Child} badges */
const head = (id, ...badges) => h("div", { class: "marks" }, h("span", { class: "rule", text: id }), badges);

/** @param {RulePage} page */
function row(page) {
  const found = /** @type {import("../../api.d.ts").Row} */ (page.row);
  const [kind, words] = CERTAINTY[found.certainty];
  return [
    head(page.id, badge(found.source), h("span", { class: `pill ${kind}`, text: words }), statusOf(page)),
    h("h2", { tabindex: "-1" }, unbroken(found.title)),
    h("p", {}, unbroken(found.text)),
    found.note && note("warn", "Left open", found.note),
    h(
      "p",
      { class: "small faint" },
      found.where,
      found.kind === "datum" ? ". It records something and decides nothing." : "",
    ),
    page.rulings.map((one) => ruling(one, true)),
    cases(page),
  ];
}

/** How a row stands, as soon as that is known. @param {RulePage} page */
function statusOf(page) {
  const box = h("span", { class: "row-status" });
  const draw = () => {
    const found = statusOfRow(page.game, page.id);
    if (found) {
      fill(
        box,
        h("span", {
          class: `pill ${found.state === "missing" ? "refused" : found.state === "tested" ? "legal" : ""}`,
          title: `${MEANINGS[found.state]} ${found.why}`,
          text: `${STATES[found.state]}${found.why ? `: ${found.why}` : ""}`,
        }),
        h("span", {
          class: `pill ${found.play === "missing" ? "refused" : found.play === "enforced" ? "legal" : ""}`,
          title: "In matches: whether a scripted match goes another way when the rule is left out.",
          text: inPlay(found),
        }),
      );
    }
  };
  draw();
  learn(page.game).then(draw, () => {});
  return box;
}

/** @param {RulePage} page */
function rulingOnly(page) {
  const found = /** @type {Ruling} */ (page.rulings.find((one) => one.id === page.id));
  return [
    head(page.id, badge(found.source), h("span", { class: "pill", text: `${found.certainty} ground` })),
    h("h2", { tabindex: "-1", text: found.title }),
    ruling(found, false),
    h("p", { class: "small" }, h("span", { class: "faint", text: "Settles" }), chips(found.rows)),
    cases(page),
  ];
}

/** @param {RulePage} page */
const series = (page) => [
  head(page.id, badge("series")),
  h("h2", { tabindex: "-1", text: `Series rule ${page.id.replace(/^\D+/, "")}` }),
  h("p", {
    text: "A rule of the published series. Landbridge cites it by its number and prints no sentence of " +
      "it; read it in your own rulebook.",
  }),
];

/** @param {Ruling} found @param {boolean} named */
function ruling(found, named) {
  return h(
    "section",
    { class: "ruling" },
    named && h("h3", {}, `Ruling: ${found.title}`),
    named && h("p", { class: "marks" }, chips([found.id]), badge(found.source)),
    h("p", { class: "muted", text: found.question }),
    h(
      "ul",
      { class: "options" },
      Object.entries(found.options).map(([name, option]) => {
        const taken = name === found.default;
        const figures = Object.entries(option.figures);
        return h(
          "li",
          { class: taken ? "taken" : null },
          h(
            "p",
            {},
            taken && icon("ok", 15),
            h("b", { text: heading(name) }),
            h("span", { class: "small faint", text: taken ? "taken" : "alternative" }),
          ),
          h("p", { text: option.text }),
          figures.length > 0 &&
            h("p", {
              class: "small faint",
              text: figures.map(([word, value]) => `${heading(word)}: ${inWords(value)}`).join("; "),
            }),
        );
      }),
    ),
    h(
      "p",
      { class: "small faint" },
      "Switch ",
      h("code", { text: found.switch }),
      found.concerns === "match" ? "" : " (in questions; no match turns on it)",
    ),
  );
}

/** @param {RulePage} page */
function cases(page) {
  if (!page.cases.length) return null;
  const drawn = page.cases.map(oneCase);
  return h(
    "section",
    {},
    h("h3", { text: plural(page.cases.length, "case") }),
    drawn.slice(0, SHOWN),
    drawn.length > SHOWN &&
      h("details", {}, h("summary", { text: `${drawn.length - SHOWN} more` }), drawn.slice(SHOWN)),
  );
}

/** @param {import("../../api.d.ts").RuleExample} one */
function oneCase(one) {
  const line = (/** @type {string} */ name, /** @type {import("../../shell/dom.js").Child} */ value) =>
    h("div", {}, h("span", { text: name }), h("span", {}, value));
  const odds = one.odds && typeof one.odds === "object" ? chancesOf(one.odds) : "";
  return h(
    "div",
    { class: "case" },
    line("given", [
      brief(one.given),
      one.ask && [" ", h("a", { href: to("ask", one.ask, asGiven(one.given)), text: "ask" })],
    ]),
    one.refused
      ? line("refused", h("b", { text: one.refused }))
      : line("expect", odds ? h("b", { text: odds }) : expected(one.expect)),
    one.note && line("note", one.note),
  );
}

/** @param {import("../../shell/types.d.ts").Plain} odds */
function chancesOf(odds) {
  const pairs = Array.isArray(odds) ? odds : Object.entries(/** @type {object} */ (odds));
  return pairs.map((pair) => {
    const [result, chance] = /** @type {[import("../../shell/types.d.ts").Plain, string]} */ (pair);
    return `${inWords(result)} ${chance}`;
  }).join(", ");
}

/** @param {RulePage} page @param {Map<string, string>} titles */
function used(page, titles) {
  const links = (/** @type {"ask" | "charts"} */ tab, /** @type {string[]} */ names) =>
    names.map((
      name,
      at,
    ) => [at ? ", " : "", h("a", { href: to(tab, name), text: titles.get(name) ?? name })]);
  const line = (
    /** @type {string} */ name,
    /** @type {import("../../shell/dom.js").Child} */ value,
  ) => [h("dt", { text: name }), h("dd", {}, value)];
  return h(
    "dl",
    { class: "used" },
    page.questions.length > 0 && line("Ask", links("ask", page.questions)),
    page.tables.length > 0 && line("Charts", links("charts", page.tables)),
    page.code.length > 0 && line("In", page.code.map((name) => [h("code", { text: name }), " "])),
    !page.code.length && line("In", h("span", { class: "faint", text: "no code or data cites it yet" })),
  );
}
