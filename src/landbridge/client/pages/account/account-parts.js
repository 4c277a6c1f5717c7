/**
 * Parts that the pages about accounts share: fields with their labels, and forms that say what became of
 * them.
 */

import { whileBusy } from "../../shell/busy.js";
import { fill, fresh, h } from "../../shell/dom.js";
import { note, trouble } from "../../shell/parts.js";
import { shortDate } from "../../shell/words.js";

/** @param {string} type @param {string} complete */
export const input = (type, complete) =>
  h("input", { class: "field", type, autocomplete: complete, required: type !== "email" });

/**
 * A field under its label.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field
 */
export function row(label, field) {
  field.id = fresh();
  return h(
    "div",
    { class: "input" },
    h("label", { for: field.id }, h("span", { class: "name", text: label })),
    field,
  );
}

/**
 * A form that does something and says so.
 * @param {string} title
 * @param {import("../../shell/dom.js").Child} inside
 * @param {string} button
 * @param {() => Promise<string>} act
 * @param {string} [kind] of the button
 */
export function form(title, inside, button, act, kind = "") {
  const result = h("div", { role: "status" });
  const go = h("button", { type: "submit", class: `btn ${kind}`, text: button });
  return h(
    "form",
    {
      class: "card pad inputs",
      "aria-label": title,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        return whileBusy(go, async () => {
          const text = await act();
          fill(result, text && note("legal", text));
        }, (problem) => fill(result, trouble(problem)));
      },
    },
    h("h2", { text: title }),
    inside,
    result,
    h("p", { class: "acts" }, go),
  );
}

/** A moment as people say it, in their own time: "16 Nov 26, 14:05". @param {string | null} iso */
export function when(iso) {
  if (!iso) return "unknown";
  const at = new Date(iso);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${shortDate(`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`)}, ${
    two(at.getHours())
  }:${two(at.getMinutes())}`;
}
