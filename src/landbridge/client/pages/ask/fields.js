/** A form made from a question's inputs: each kind of input has its own control. */

import { fill, fresh, h, icon } from "../../shell/dom.js";
import { chip, die } from "../../shell/parts.js";
import { heading, inWords, isDate, prose, shortDate } from "../../shell/words.js";
import { turnPicker } from "./turn-picker.js";

/** @typedef {import("../../api.d.ts").FormField} FormField */
/** @typedef {import("../../shell/types.d.ts").Given} Given */
/** @typedef {string | string[]} Value */
/** @typedef {{ box: HTMLElement, set: (value: Value) => void }} Control */

const FEW = 4;
/** So many words are shown as keys; more become a list to choose from. */
const LETTERS = 34;

/**
 * @param {FormField[]} inputs
 * @param {string[]} turns
 * @param {() => void} changed
 */
export function makeForm(inputs, turns, changed) {
  /** @type {Given} */
  let given = {};
  /** @type {Map<string, { field: FormField, control: Control, box: HTMLElement }>} */
  const made = new Map();
  for (const field of inputs) {
    const control = makeControl(field, turns, (value) => {
      if (isEmpty(value)) delete given[field.name];
      else given[field.name] = value;
      changed();
    });
    made.set(field.name, { field, control, box: labelled(field, control) });
  }
  const part = (/** @type {(field: FormField) => boolean} */ wanted) =>
    [...made.values()].filter(({ field }) => wanted(field)).map(({ box }) => box);
  const settled = part((field) => Boolean(field.ruling));
  const box = h(
    "form",
    { class: "inputs", novalidate: true, onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    part((field) => !field.roll && !field.ruling && isOpen(field)),
    part((field) => Boolean(field.roll)),
    part((field) => !field.roll && !field.ruling && !isOpen(field)),
    settled.length > 0 &&
      h(
        "details",
        { class: "settled" },
        h("summary", {}, "Open points of the rules, settled by default"),
        settled,
      ),
    !inputs.length && h("p", { class: "muted", text: "Nothing to choose: it has one answer." }),
  );

  return {
    box,
    /** What has been chosen so far. */
    given: () => given,
    /** Required inputs that are still empty. */
    missing: () => inputs.filter((field) => field.required && given[field.name] === undefined),
    /** @param {Given} values */
    set(values) {
      given = {};
      for (const { field, control } of made.values()) {
        const value = read(field, values[field.name]);
        control.set(value ?? start(field));
        if (value !== undefined && !isEmpty(value)) given[field.name] = value;
        if (value !== undefined && field.ruling) box.querySelector("details")?.setAttribute("open", "");
      }
      for (const name of Object.keys(values)) if (!made.has(name)) given[name] = values[name];
    },
    /** Mark the input that an error names. @param {string} text */
    blame(text) {
      for (const { field, box: place } of made.values()) {
        place.classList.toggle("wrong", text.startsWith(`${field.name} is `));
      }
    },
  };
}

/** Whether an input has no value of its own to begin with. @param {FormField} field */
const isOpen = (field) => field.required || field.default === null;

/** @param {Value} value */
const isEmpty = (value) => value.length === 0;

/** @param {FormField} field @returns {Value} */
function start(field) {
  const value = field.default;
  if (Array.isArray(value)) return value.map(String);
  return value === null ? (field.shape.kind === "list" ? [] : "") : String(value);
}

/** @param {FormField} field @param {Value | undefined} value @returns {Value | undefined} */
function read(field, value) {
  if (value === undefined) return undefined;
  if (field.shape.kind !== "list") return Array.isArray(value) ? value.join(",") : value;
  return (Array.isArray(value) ? value : [value]).flatMap((part) => part.split(",")).filter(Boolean);
}

/** @param {FormField} field @param {Control} control */
function labelled(field, control) {
  const text = prose(field.roll ? `${field.text}, for ${field.roll}` : field.text);
  const name = h("span", { class: "name", text: heading(field.name) });
  const more = [
    name,
    " ",
    h("span", { class: "hint", text }),
    " ",
    field.ruling && chip(field.ruling),
    field.required && h("span", { class: "need", text: "needed" }),
  ];
  const kind = field.shape.kind;
  if (kind === "flag" && !isOpen(field)) {
    return h(
      "label",
      { class: "input check" },
      control.box,
      h("span", {}, name, " ", h("span", { class: "hint", text })),
    );
  }
  const single = control.box.matches("input, select");
  if (single) {
    control.box.id = fresh();
    return h("div", { class: "input" }, h("label", { for: control.box.id }, more), control.box);
  }
  const id = fresh();
  return h(
    "div",
    { class: "input", role: "group", "aria-labelledby": id },
    h("div", { id, class: "label" }, more),
    control.box,
  );
}

/**
 * @param {FormField} field @param {string[]} turns
 * @param {(value: Value) => void} change @returns {Control}
 */
function makeControl(field, turns, change) {
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
function list(field, turns, change) {
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
