/**
 * Parts of every calculator: small controls whose values stand in the address, sums with their reasons,
 * chances in large figures.
 */

import { fill, fresh, h } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { keep, to } from "../../shell/route.js";
import { capital, inWords, monthOf, percent, prose, signed } from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").CitedAnswer} CitedAnswer */
/** @typedef {import("../../shell/types.d.ts").Child} Child */
/** @typedef {{ [name: string]: string }} Values */

/**
 * The words that an input of a question may have, as the referee lists them.
 * @param {import("../../api.d.ts").QuestionForm} question
 * @returns {(input: string) => string[]}
 */
export const wordsOf = (question) => (input) => {
  const shape = question.inputs.find((one) => one.name === input)?.shape;
  return (shape?.words ?? shape?.of?.words ?? []).map(String);
};

/**
 * The values of a calculator: what differs from the start is kept in the address.
 * @param {string} name
 * @param {Values} start
 * @param {import("../../shell/types.d.ts").Given} given
 * @param {() => void} changed
 */
export function valuesOf(name, start, given, changed) {
  /** @type {Values} */
  const values = { ...start };
  for (const [word, value] of Object.entries(given)) if (word in start) values[word] = String(value);
  return {
    values,
    /** @param {string} word @param {string} value */
    set(word, value) {
      values[word] = value;
      keep(
        to(
          "charts",
          name,
          Object.fromEntries(Object.entries(values).filter(([one, now]) => now !== start[one])),
        ),
      );
      changed();
    },
    /**
     * Only these, as inputs of a question: what is empty is left out.
     * @param {{ [input: string]: string }} named input by value
     */
    of: (named) =>
      Object.fromEntries(
        Object.entries(named).map(([input, word]) => [input, values[word]]).filter(([, value]) =>
          value !== ""
        ),
      ),
  };
}

/** @typedef {ReturnType<typeof valuesOf>} Model */

/**
 * A number with keys for one less and one more.
 * @param {Model} model
 * @param {string} word
 * @param {string} label
 * @param {number} low
 * @param {number} high
 * @param {number} [step]
 */
export function stepper(model, word, label, low, high, step = 1) {
  const id = fresh();
  const field = h("input", {
    id,
    type: "number",
    inputmode: "decimal",
    min: low,
    max: high,
    value: model.values[word],
    oninput: () => model.set(word, field.value),
  });
  const by = (/** @type {number} */ much) => {
    field.value = String(Math.max(low, Math.min(high, (Number(field.value) || 0) + much)));
    model.set(word, field.value);
  };
  return h(
    "div",
    { class: "calc-line" },
    h("label", { for: id, text: label }),
    h(
      "span",
      { class: "stepper" },
      h("button", {
        type: "button",
        "aria-label": `${label}: one less`,
        text: "−",
        onclick: () => by(-step),
      }),
      field,
      h("button", { type: "button", "aria-label": `${label}: one more`, text: "+", onclick: () => by(step) }),
    ),
  );
}

/**
 * One of a few words.
 * @param {Model} model
 * @param {string} word
 * @param {string} label
 * @param {string[]} words
 * @param {string} [none] what an empty word stands for
 */
export function choice(model, word, label, words, none = "none") {
  const id = fresh();
  const field = h(
    "select",
    { id, class: "field small", onchange: () => model.set(word, field.value) },
    words.map((one) =>
      h("option", {
        value: one,
        selected: model.values[word] === one,
        text: one === "" ? none : /^\d{4}-\d\d$/.test(one) ? monthOf(`${one}-01`) : inWords(one),
      })
    ),
  );
  return h("div", { class: "calc-line" }, h("label", { for: id, text: label }), field);
}

/**
 * Yes or no.
 * @param {Model} model
 * @param {string} word
 * @param {string} label
 * @param {string} [on] the value that a tick stands for
 */
export function flag(model, word, label, on = "true") {
  const off = on === "true" ? "false" : "true";
  const field = h("input", {
    type: "checkbox",
    checked: model.values[word] === on,
    onchange: () => model.set(word, field.checked ? on : off),
  });
  return h("label", { class: "calc-flag" }, field, h("span", { text: label }));
}

/** A part of the form under its name. @param {string} title @param {string} kind @param {...Child} parts */
export const part = (title, kind, ...parts) =>
  h("fieldset", { class: `card calc-part ${kind}` }, h("legend", { text: title }), parts);

/**
 * Modifiers one by one, and their sum.
 * @param {string} title
 * @param {import("../../api.d.ts").Modifier[]} modifiers
 * @param {string} sum
 * @param {string} [none]
 */
export const tally = (title, modifiers, sum, none = "Nothing changes it.") =>
  h(
    "section",
    { class: "calc-tally" },
    h("h3", { text: title }),
    modifiers.length
      ? h(
        "ul",
        { class: "tally" },
        modifiers.map((one) =>
          h(
            "li",
            {},
            h("span", { text: capital(one.reason) }),
            h("span", {}, chips(one.rules)),
            h("b", { text: signed(one.value) }),
          )
        ),
        h("li", { class: "sum" }, "In all", h("span"), h("b", { text: sum })),
      )
      : h("p", { class: "small muted", text: none }),
  );

/** Reasons of an answer, one by one. @param {string} title @param {CitedAnswer} answer @param {Child} [sum] */
export const reasons = (title, answer, sum) =>
  h(
    "section",
    { class: "calc-tally" },
    h("h3", {}, title, sum && h("span", { class: "calc-sum" }, sum)),
    answer.why.length
      ? h(
        "ul",
        { class: "reasons small" },
        answer.why.map((one) => h("li", {}, capital(prose(one.text)), chips(one.rules))),
      )
      : h("p", { class: "small muted", text: "As printed on the counters." }),
  );

/** Chances that matter most, in large figures. @param {[string, number, string][]} tiles text, share, tone */
export const tiles = (tiles) =>
  h(
    "dl",
    { class: "calc-tiles" },
    tiles.map(([text, share, tone]) =>
      h("div", { class: tone }, h("dt", { text }), h("dd", { text: percent(share) }))
    ),
  );

/**
 * The sum of the chances of some results.
 * @param {import("../../api.d.ts").Chances[]} chances
 * @param {(result: any) => boolean} wanted
 */
export const shareOf = (chances, wanted) =>
  chances.reduce((sum, one) => sum + (wanted(one.result) ? one.share : 0), 0);

/**
 * A bar in parts, with its figures under it.
 * @param {string} label
 * @param {[string, number, string][]} parts
 */
export function split(label, parts) {
  return h(
    "figure",
    {
      class: "calc-split",
      role: "img",
      "aria-label": `${label}: ${parts.map(([text, share]) => `${text} ${percent(share)}`).join(", ")}`,
    },
    h(
      "div",
      { class: "bar" },
      parts.map(([, share, tone]) => {
        const made = h("i", { class: tone });
        made.style.width = `${100 * share}%`;
        return made;
      }),
    ),
    h(
      "figcaption",
      { class: "small" },
      parts.map(([text, share, tone]) =>
        h("span", { class: tone }, `${text} `, h("b", { text: percent(share) }))
      ),
    ),
  );
}

/**
 * The frame of a calculator: what is chosen at the left, what follows from it at the right.
 * @param {HTMLElement} place @param {string} lead @param {Child} form
 */
export function frame(place, lead, form) {
  const result = h("section", { class: "card calc-result", "aria-label": "Result", "aria-live": "off" });
  fill(
    place,
    h("p", { class: "muted calc-lead", text: lead }),
    h(
      "div",
      { class: "calc" },
      h(
        "form",
        { class: "calc-form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        form,
      ),
      result,
    ),
  );
  return result;
}
