/** The control of each kind of input: keys, a list, a tick, a line, a turn, several of them. */

import { fill, fresh, h, icon } from "../../shell/dom.js";
import { die } from "../../shell/parts.js";
import { heading, inWords, isDate, prose, shortDate } from "../../shell/words.js";
import { turnPicker } from "./turn-picker.js";

/** @typedef {import("../../api.d.ts").FormField} FormField */
/** @typedef {string | string[]} Value */
/** @typedef {{ box: HTMLElement, set: (value: Value) => void }} Control */

const FEW = 4;

/** So many words are shown as keys; more become a list to choose from. */
const LETTERS = 34;

/** Whether an input has no value of its own to begin with. @param {FormField} field */
export const isOpen = (field) => field.required || field.default === null;

/**
 * @param {FormField} field @param {string[]} turns
 * @param {(value: Value) => void} change @returns {Control}
 */
export function makeControl(field, turns, change) {
  const { shape } = field;
  const optional = !field.required && isOpen(field);
  if (field.roll && isDice(shape)) return keys(field, diceOf(shape), "Odds", change, shape.high === 6);
  switch (shape.kind) {
    case "words": {
      const words = (shape.words ?? []).map(String);
      const short = words.length <= FEW && words.join("").length <= LETTERS;
      return short
        ? keys(field, words, optional ? "Any" : "", change)
        : chooser(field, words, optional, change);
    }
    case "flag":
      return isOpen(field) ? keys(field, ["true", "false"], optional ? "Any" : "", change) : tick(change);
    case "date":
      if (!turns.length) return line(field, "date", change);
      return turnField({ turns, value: "", label: heading(field.name), optional, change });
    case "number":
      return line(field, "number", change);
    case "list":
      return list(field, turns, change);
    default:
      return line(field, "text", change);
  }
}

/** @param {Parameters<typeof turnPicker>[0]} options @returns {Control} */
function turnField(options) {
  const { box, set } = turnPicker(options);
  return { box, set: (value) => set(String(value)) };
}

/** @param {import("../../api.d.ts").FieldType} shape */
const isDice = ({ kind, low, high }) => kind === "number" && low != null && high != null && high - low < 20;

/** @param {import("../../api.d.ts").FieldType} shape */
const diceOf = ({ low, high }) => {
  const first = low ?? 1;
  return Array.from({ length: (high ?? 6) - first + 1 }, (_, i) => String(first + i));
};

/**
 * Everything that can be added to a list, where that is known.
 * @param {import("../../api.d.ts").FieldType} shape
 */
function wordsOf(shape) {
  if (shape.kind === "flag") return ["true", "false"];
  return isDice(shape) ? diceOf(shape) : (shape.words ?? []).map(String);
}

/** @param {string} word */
const asWords = (word) => ({ true: "Yes", false: "No" })[word] ?? inWords(word);

/**
 * Keys of which one is down; `none` names the key for leaving it open.
 * @param {FormField} field @param {string[]} words @param {string} none
 * @param {(value: Value) => void} change @param {boolean} [faces]
 * @returns {Control}
 */
function keys(field, words, none, change, faces = false) {
  const group = fresh();
  const key = (/** @type {string} */ word) =>
    h(
      "label",
      { class: word ? "key" : "key open" },
      h("input", {
        type: "radio",
        name: group,
        value: word,
        onchange: () => change(word),
        "aria-label": faces && word ? `die ${word}` : null,
      }),
      h(
        "span",
        { "aria-hidden": faces && word ? "true" : null },
        word ? (faces ? die(Number(word)) : asWords(word)) : none,
      ),
    );
  const box = h(
    "div",
    { class: field.roll ? `keys dice n${words.length}` : "keys" },
    none ? key("") : null,
    words.map(key),
  );
  return {
    box,
    set(value) {
      for (const input of box.querySelectorAll("input")) input.checked = input.value === String(value);
    },
  };
}

/**
 * @param {FormField} field @param {string[]} words @param {boolean} optional
 * @param {(value: Value) => void} change @returns {Control}
 */
function chooser(field, words, optional, change) {
  const none = field.required ? "Choose…" : "Any";
  const box = h(
    "select",
    { class: "field", onchange: () => change(box.value) },
    (field.required || optional) && h("option", { value: "", text: none }),
    words.map((word) => h("option", { value: word, text: asWords(word) })),
  );
  return {
    box,
    set: (value) => {
      box.value = String(value);
    },
  };
}

/** @param {(value: Value) => void} change @returns {Control} */
function tick(change) {
  const box = h("input", { type: "checkbox", onchange: () => change(String(box.checked)) });
  return {
    box,
    set: (value) => {
      box.checked = value === "true";
    },
  };
}

/**
 * @param {FormField} field @param {"text" | "number" | "date"} type
 * @param {(value: Value) => void} change @returns {Control}
 */
function line(field, type, change) {
  const box = h("input", {
    class: "field",
    type,
    placeholder: type === "date" ? null : allowed(field),
    autocomplete: "off",
    min: field.shape.low,
    max: field.shape.high,
    maxlength: field.shape.most,
    inputmode: type === "number" ? "numeric" : null,
    oninput: () => change(box.value.trim()),
  });
  return {
    box,
    set: (value) => {
      box.value = String(value);
    },
  };
}

/** What may be written, in words; where any word may be, its description says more. @param {FormField} field */
const allowed = (
  field,
) => (/\ba word\b/.test(field.allowed) ? " " : prose(field.allowed.replace(/^a list of[^:]*: /, "")));

/**
 * A list: what is in it as chips, and a way to add.
 * @param {FormField} field @param {string[]} turns
 * @param {(value: Value) => void} change @returns {Control}
 */
export function list(field, turns, change) {
  /** @type {string[]} */
  let items = [];
  const shown = h("ol", { class: "items" });
  const of = field.shape.of ?? { kind: "text" };
  const put = (/** @type {string[]} */ next) => {
    items = next;
    draw();
    change(items);
  };
  const most = field.shape.most ?? Infinity;
  const plus = (/** @type {string} */ word) => word && items.length < most && put([...items, word]);

  function draw() {
    fill(
      shown,
      items.map((item, at) =>
        h(
          "li",
          {},
          h("span", { text: isDate(item) ? shortDate(item) : asWords(item) }),
          h("button", {
            type: "button",
            "aria-label": `Remove ${asWords(item)}, number ${at + 1}`,
            onclick: () => put(items.filter((_, number) => number !== at)),
          }, icon("close", 12)),
        )
      ),
      !items.length && h("li", { class: "faint none", text: "nothing yet" }),
    );
  }

  const words = wordsOf(of);
  const box = h("div", { class: "list" }, shown, adder());
  draw();
  return {
    box,
    set: (value) => {
      items = Array.isArray(value) ? value : [];
      draw();
    },
  };

  function adder() {
    if (words.length && words.length <= 12) {
      return h(
        "div",
        { class: "adders" },
        words.map((word) =>
          h("button", {
            type: "button",
            class: "btn small",
            "aria-label": `Add ${asWords(word)}`,
            onclick: () => plus(word),
          }, isDice(of) && of.high === 6 ? die(Number(word)) : `+ ${asWords(word)}`)
        ),
      );
    }
    if (words.length) {
      const pick = h(
        "select",
        {
          class: "field",
          "aria-label": `Add to ${heading(field.name)}`,
          onchange: () => {
            plus(pick.value);
            pick.value = "";
          },
        },
        h("option", { value: "", text: "Add…" }),
        words.map((word) => h("option", { value: word, text: asWords(word) })),
      );
      return pick;
    }
    if (of.kind === "date" && turns.length) {
      const picker = turnPicker({
        turns,
        value: "",
        label: `Add to ${heading(field.name)}`,
        optional: false,
        change: (iso) => {
          plus(iso);
          picker.set("");
        },
      });
      return picker.box;
    }
    const entry = h("input", {
      class: "field",
      type: of.kind === "number" ? "number" : "text",
      autocomplete: "off",
      min: of.low,
      max: of.high,
      maxlength: of.most,
      "aria-label": `Add to ${heading(field.name)}`,
      placeholder: allowed(field),
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && enter(),
    });
    const enter = () => {
      plus(entry.value.trim());
      entry.value = "";
    };
    return h(
      "div",
      { class: "entry" },
      entry,
      h("button", { type: "button", class: "btn", text: "Add", onclick: enter }),
    );
  }
}
