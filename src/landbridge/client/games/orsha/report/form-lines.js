/** The pieces of a result form, by the lines of the record they came with; each violation at its row. */

import { fill, h, icon } from "../../../shell/dom.js";
import { chips } from "../../../shell/parts.js";
import { lineMark, lineName, lineOf } from "../names.js";
import { whereList } from "./row.js";

/** @typedef {import("../types.d.ts").Piece} Piece */
/** @typedef {import("../types.d.ts").Book} Book */
/** What is wrong with a row. @typedef {{ problem: string, legal: string, rules: string[] }} Fault */

/**
 * @param {Piece[]} pieces
 * @param {Book} book
 * @param {(one: Piece) => HTMLElement} row
 * @param {(members: Piece[], where: string) => void} allTo all pieces of a line ended in one place
 */
export function formLines(pieces, book, row, allTo) {
  /** @type {Map<string, Piece[]>} */
  const lines = new Map();
  for (const one of pieces) lines.set(lineOf(one.id), [...(lines.get(lineOf(one.id)) ?? []), one]);
  return [...lines].map(([line, members]) =>
    h(
      "section",
      {},
      h(
        "h3",
        {},
        lineName(line, book),
        h("span", { class: "small muted", text: lineMark(line) }),
        h("span", { class: "grow" }),
        h(
          "label",
          { class: "small of-all" },
          "All to ",
          h("input", {
            class: "field small",
            type: "text",
            list: whereList(members[0].side),
            placeholder: "hex",
            "aria-label": `All of ${lineName(line, book)} (${lineMark(line)}) ended at`,
            autocomplete: "off",
            onchange: (/** @type {Event} */ event) =>
              allTo(members, /** @type {HTMLInputElement} */ (event.target).value.trim()),
          }),
        ),
      ),
      h("div", { class: "of-rows" }, members.map(row)),
    )
  );
}

/**
 * Show at a row what is wrong with it, or that it can be entered.
 * @param {HTMLElement} row
 * @param {Fault | undefined} wrong
 * @param {boolean} filled
 */
export function markRow(row, wrong, filled) {
  row.classList.toggle("wrong", Boolean(wrong));
  row.classList.toggle("ready", !wrong && filled);
  fill(
    /** @type {HTMLElement} */ (row.querySelector(".of-problem")),
    wrong &&
      h(
        "span",
        { class: "ob-stop" },
        icon("no", 13),
        h("span", {}, wrong.problem, wrong.legal ? `; ${wrong.legal}` : "", chips(wrong.rules)),
      ),
  );
}
