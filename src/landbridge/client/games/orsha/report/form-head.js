/** The head of a result form: what is still to be said, and what can be done with the form. */

import { h, icon } from "../../../shell/dom.js";
import { chips } from "../../../shell/parts.js";
import { heading, plural } from "../../../shell/words.js";

/**
 * How far a form has come.
 * @typedef {object} FormProgress
 * @property {number} missing pieces of which nothing is said yet
 * @property {number} reported pieces of which it has been entered
 * @property {number} ready rows that wait to be entered
 * @property {boolean} drafted whether anything is filled in
 * @property {boolean} busy whether rows are being entered
 * @property {boolean} live whether anything can be entered now
 * @property {boolean} onlyOpen whether only what is still open is listed
 * @property {string} template the empty form as a file, if there is one
 * @property {import("../../../api.d.ts").Offer | undefined} filing the offer to file the report
 */

/**
 * What can be done with a form.
 * @typedef {object} FormActs
 * @property {() => void} enter
 * @property {() => void} download
 * @property {(event: Event) => void} upload
 * @property {() => void} file
 * @property {() => void} clear
 * @property {(only: boolean) => void} listOnlyOpen
 */

/** @param {string} side @param {FormProgress} now @param {FormActs} acts */
export function formHead(side, now, acts) {
  return [
    h(
      "header",
      {},
      h("h2", { text: `${heading(side)} result form` }),
      h("span", { class: "chips" }, chips(["OTO-8.618-1"])),
      h("span", { class: "grow" }),
      h("span", {
        class: `pill ${now.missing ? "warn" : "legal"}`,
        text: now.missing
          ? `${now.missing} of ${now.missing + now.reported} still to be said`
          : "every piece is accounted for",
      }),
    ),
    h("div", { class: "acts of-acts" }, ...formButtons(side, now, acts)),
  ];
}

/** @param {string} side @param {FormProgress} now @param {FormActs} acts */
function formButtons(side, now, acts) {
  const file = h("input", {
    type: "file",
    id: `of-file-${side}`,
    class: "sr",
    accept: ".csv,.json,text/csv,application/json",
    onchange: acts.upload,
  });
  return [
    h("button", {
      type: "button",
      class: "btn go",
      "data-form": "enter",
      "aria-busy": now.busy && "true",
      disabled: !now.ready || now.busy || !now.live,
      text: now.ready ? `Enter ${plural(now.ready, "row")}` : "Enter rows",
      onclick: acts.enter,
    }),
    h(
      "button",
      {
        type: "button",
        class: "btn",
        "data-form": "template",
        disabled: !now.template,
        onclick: acts.download,
      },
      icon("down", 14),
      "Template",
    ),
    file,
    h("label", { class: "btn", for: file.id }, icon("up", 14), "Fill from a file"),
    now.filing && h("button", {
      type: "button",
      class: now.missing ? "btn" : "btn go",
      "data-form": "file",
      text: now.filing.label,
      onclick: acts.file,
    }),
    h(
      "label",
      { class: "check of-open" },
      h("input", {
        type: "checkbox",
        checked: now.onlyOpen,
        onchange: (/** @type {Event} */ event) =>
          acts.listOnlyOpen(/** @type {HTMLInputElement} */ (event.target).checked),
      }),
      "only what is still open",
    ),
    now.drafted && h("button", {
      type: "button",
      class: "btn quiet",
      text: "Clear what is not entered",
      onclick: acts.clear,
    }),
  ];
}
