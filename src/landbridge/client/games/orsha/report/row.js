/** One piece of a result form: where it ended, what can be said of it, what it became. */

import { h, icon } from "../../../shell/dom.js";
import { said } from "../../../shell/words.js";
import { pieceName } from "../names.js";

/** @typedef {import("../types.d.ts").Piece} Piece */

/** The id of the list of words for where a piece of a side ended. @param {string} side */
export const whereList = (side) => `of-where-${side}`;

/**
 * @param {Piece} one
 * @param {import("./draft.js").Entry} entry what is filled in
 * @param {any} was what was entered before
 * @param {string[]} states what can be said of it
 * @param {(change: Partial<import("./draft.js").Entry>) => void} set
 */
export function reportRow(one, entry, was, states, set) {
  const has = new Set(entry.states.split(" ").filter(Boolean));
  const flip = (/** @type {string} */ word) => {
    if (has.has(word)) has.delete(word);
    else has.add(word);
    set({ states: [...has].join(" ") });
  };
  return h(
    "div",
    {
      class: was ? "of-row said" : "of-row",
      "data-piece": one.id,
      role: "group",
      "aria-label": pieceName(one),
    },
    h("span", { class: "mono faint of-id", text: one.id.slice(one.id.lastIndexOf("/") + 1) }),
    h(
      "span",
      { class: "of-name" },
      h("b", { text: one.name }),
      " ",
      h("span", { class: "small faint", text: one.hex ? `from ${one.hex}` : said(one.kind) }),
      was &&
        h(
          "span",
          { class: "pill legal" },
          icon("ok", 11),
          [was.hex || said(was.standing), ...(was.states ?? []).map(said), was.name ? `as ${was.name}` : ""]
            .filter(Boolean).join(" "),
        ),
    ),
    h("input", {
      class: "field small of-where",
      type: "text",
      list: whereList(one.side),
      value: entry.ended,
      placeholder: "ended",
      "aria-label": `${pieceName(one)} ended at`,
      autocomplete: "off",
      spellcheck: "false",
      oninput: (/** @type {Event} */ event) =>
        set({ ended: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
    }),
    h(
      "details",
      { class: "of-more" },
      h(
        "summary",
        { class: "small" },
        [...has].map(said).join(", ") || "how",
        entry.becomes && ` as ${entry.becomes}`,
      ),
      h(
        "div",
        { class: "of-states" },
        states.map((word) =>
          h(
            "label",
            { class: "small" },
            h("input", {
              type: "checkbox",
              checked: has.has(word),
              onchange: () => flip(word),
            }),
            said(word),
          )
        ),
        h(
          "label",
          { class: "small" },
          "now ",
          h("input", {
            class: "field small",
            type: "text",
            value: entry.becomes,
            placeholder: "4-4-7",
            "aria-label": `${pieceName(one)} became`,
            onchange: (/** @type {Event} */ event) =>
              set({ becomes: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
          }),
        ),
        h(
          "label",
          { class: "small" },
          "more ",
          h("input", {
            class: "field small",
            type: "text",
            value: entry.more,
            placeholder: one.kind === "armor_leader" ? "aboard=…" : "by=… dr=7 in=trench",
            "aria-label": `More of ${pieceName(one)}`,
            onchange: (/** @type {Event} */ event) =>
              set({ more: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
          }),
        ),
      ),
    ),
    h("div", { class: "of-problem small" }),
  );
}
