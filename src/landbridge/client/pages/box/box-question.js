/** One question to the owner of a box: its choices, and the figures that the box has instead. */

import { fill, fresh, h } from "../../shell/dom.js";
import { badge, chips } from "../../shell/parts.js";
import { heading, inWords } from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").BoxQuestionView} BoxQuestionView */
/** @typedef {import("../../shell/box-api.js").BoxAnswer} BoxAnswer */

/** Rules that are shown beside a question. */
const SHOWN = 4;

/**
 * @param {BoxQuestionView} question
 * @param {BoxAnswer | undefined} answer what was said before
 * @param {(said: BoxAnswer | null, wrong: string) => void} change what is said now; nothing while a figure is wrong
 */
export function boxQuestion(question, answer, change) {
  const group = fresh();
  let choice = typeof answer === "string" ? answer : answer?.choice ?? (answer ? question.default : "");
  /** @type {{ [name: string]: any }} */
  const own = typeof answer === "object" ? { ...answer } : {};
  delete own.choice;
  /** @type {Map<string, string>} */
  const wrong = new Map();
  const figures = h("div", { class: "box-figures" });

  function tell() {
    if (wrong.size) return change(null, [...wrong.values()][0]);
    if (!choice) return change(null, "");
    change(Object.keys(own).length ? { choice, ...own } : choice, "");
  }

  function draw() {
    const usual = question.options.find((one) => one.name === choice)?.figures ?? {};
    const names = Object.keys(usual);
    if (!names.length) return fill(figures);
    const open = names.some((name) => name in own);
    const fold = h(
      "details",
      {},
      h("summary", { class: "small", text: "My box has other figures" }),
      h("div", { class: "figure-rows" }, names.map((name) => figureRow(name, usual[name]))),
    );
    fold.open = open;
    fill(figures, fold);
  }

  /** @param {string} name @param {any} usual */
  function figureRow(name, usual) {
    const id = fresh();
    const problem = h("span", { class: "small wrong", id: `${id}p`, role: "status" });
    const field = control(usual, own[name] ?? usual, (value, why) => {
      if (why) wrong.set(name, `${question.title}, ${inWords(name)}: ${why}`);
      else {
        wrong.delete(name);
        if (JSON.stringify(value) === JSON.stringify(usual)) delete own[name];
        else own[name] = value;
      }
      problem.textContent = why;
      field.setAttribute("aria-invalid", String(Boolean(why)));
      tell();
    });
    field.id = id;
    field.setAttribute("aria-describedby", `${id}p`);
    return h("div", { class: "figure-row" }, h("label", { for: id, text: heading(name) }), field, problem);
  }

  draw();
  return h(
    "fieldset",
    { class: "box-question", "data-key": question.key },
    h(
      "legend",
      {},
      h("b", { text: question.title }),
      " ",
      badge(question.source),
      h("span", { class: "chips" }, chips(question.rules.slice(0, SHOWN))),
    ),
    h("p", { text: question.text }),
    question.look && h("p", { class: "small muted", text: `Look at: ${question.look}` }),
    h(
      "div",
      { class: "box-choices", role: "radiogroup", "aria-label": question.title },
      question.options.map((option) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: group,
            value: option.name,
            checked: option.name === choice,
            onchange: () => {
              choice = option.name;
              for (const name of Object.keys(own)) delete own[name];
              wrong.clear();
              draw();
              tell();
            },
          }),
          h("span", {}, h("b", { text: heading(option.name) }), " ", h("span", { text: option.text })),
        )
      ),
    ),
    figures,
  );
}

/**
 * A control for a figure of the kind of another.
 * @param {any} usual
 * @param {any} value
 * @param {(value: any, why: string) => void} say
 * @returns {HTMLElement}
 */
function control(usual, value, say) {
  if (typeof usual === "boolean") {
    return h(
      "select",
      {
        class: "field",
        onchange: (/** @type {Event} */ event) =>
          say(/** @type {HTMLSelectElement} */ (event.target).value === "yes", ""),
      },
      ["yes", "no"].map((word) =>
        h("option", { value: word, selected: (word === "yes") === value, text: word })
      ),
    );
  }
  if (typeof usual === "number") {
    return h("input", {
      class: "field",
      type: "number",
      step: "1",
      value: String(value),
      oninput: (/** @type {Event} */ event) => {
        const { value: text } = /** @type {HTMLInputElement} */ (event.target);
        if (/^-?\d+$/.test(text)) say(Number(text), "");
        else say(null, "a whole number");
      },
    });
  }
  if (typeof usual === "string") {
    return h("input", {
      class: "field",
      type: "text",
      autocomplete: "off",
      value,
      oninput: (/** @type {Event} */ event) => say(/** @type {HTMLInputElement} */ (event.target).value, ""),
    });
  }
  if (isPlainList(usual)) {
    const numbers = usual.some((/** @type {any} */ one) => typeof one === "number");
    return h("input", {
      class: "field",
      type: "text",
      autocomplete: "off",
      value: value.join(", "),
      oninput: (/** @type {Event} */ event) => {
        const words = /** @type {HTMLInputElement} */ (event.target).value.split(",").map((one) =>
          one.trim()
        );
        const said = words.filter(Boolean).map((
          word,
        ) => (numbers && NUMBER.test(word) ? Number(word) : word));
        say(said, numbers && said.some((one) => typeof one === "string") ? "whole numbers with commas" : "");
      },
    });
  }
  const lines = isPlainTable(usual);
  return h("textarea", {
    class: "field tall",
    rows: lines ? Math.min(12, Object.keys(value).length + 1) : 8,
    spellcheck: "false",
    autocapitalize: "off",
    value: lines ? writeLines(value) : JSON.stringify(value, null, 1),
    oninput: (/** @type {Event} */ event) => {
      const { value: text } = /** @type {HTMLTextAreaElement} */ (event.target);
      try {
        say(lines ? readLines(text) : readJson(text, usual), "");
      } catch (problem) {
        say(null, /** @type {Error} */ (problem).message);
      }
    },
  });
}

const NUMBER = /^-?\d+$/;

/** @param {any} value */
const isWord = (value) => typeof value === "string" || typeof value === "number";

/** @param {any} value */
const isPlainList = (value) => Array.isArray(value) && value.length > 0 && value.every(isWord);

/** @param {any} value */
const isPlainTable = (value) =>
  !Array.isArray(value) && Object.keys(value).length > 0 && Object.values(value).every(isWord);

/** Entries one below the other: Minsk = 5. @param {{ [name: string]: any }} table */
const writeLines = (table) => Object.entries(table).map(([name, value]) => `${name} = ${value}`).join("\n");

/** @param {string} text */
function readLines(text) {
  /** @type {{ [name: string]: string | number }} */
  const table = {};
  for (const line of text.split("\n").filter((one) => one.trim())) {
    const at = line.lastIndexOf("=");
    const [name, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at < 0 || !name || !value) throw new Error(`“${line.trim()}” is no line such as Minsk = 5`);
    table[name] = NUMBER.test(value) ? Number(value) : value;
  }
  return table;
}

/** @param {string} text @param {any} like */
function readJson(text, like) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error("this cannot be read: check brackets, commas and quotes");
  }
  const same = typeof read === "object" && read !== null && Array.isArray(read) === Array.isArray(like);
  if (!same) throw new Error(Array.isArray(like) ? "a list in [ ]" : "entries in { }");
  return read;
}
