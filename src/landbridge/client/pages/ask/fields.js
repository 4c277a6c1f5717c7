/** A form made from a question's inputs, each with its label and its control. */

import { fresh, h } from "../../shell/dom.js";
import { chip } from "../../shell/parts.js";
import { heading, prose } from "../../shell/words.js";
import { isOpen, makeControl } from "./controls.js";

/** @typedef {import("../../api.d.ts").FormField} FormField */
/** @typedef {import("../../shell/types.d.ts").Given} Given */
/** @typedef {string | string[]} Value */
/** @typedef {{ box: HTMLElement, set: (value: Value) => void }} Control */

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
