/**
 * Parts of the plots over a calendar: the legend, the same figures as a table, and what each side gets turn
 * by turn.
 */

import { announce, fill, h } from "../../shell/dom.js";
import { heading, plural } from "../../shell/words.js";
import { stacked } from "./stacked-columns.js";

/** @param {string[]} kinds */
export const legend = (kinds) =>
  h(
    "p",
    { class: "plot-legend small" },
    kinds.map((kind) => h("span", {}, h("i", { class: `k-${kind}`, "aria-hidden": "true" }), heading(kind))),
  );

/**
 * The same figures as a table, for those who do not see the picture.
 * @param {string} title
 * @param {string[]} names
 * @param {string[]} kinds
 * @param {(at: number, kind: string) => string} cell
 */
export function inTable(title, names, kinds, cell) {
  const fold = h("details", { class: "settled" }, h("summary", { text: "The figures as a table" }));
  fold.addEventListener("toggle", () => {
    if (fold.open && fold.childElementCount === 1) {
      fold.append(
        h(
          "div",
          { class: "scroll" },
          h(
            "table",
            {},
            h("caption", { class: "sr", text: title }),
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col", text: "Turn" }),
                kinds.map((kind) => h("th", { scope: "col", text: heading(kind) })),
              ),
            ),
            h(
              "tbody",
              {},
              names.map((name, at) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row", text: name }),
                  kinds.map((kind) => h("td", { text: cell(at, kind) })),
                )
              ),
            ),
          ),
        ),
      );
    }
  });
  return fold;
}

/**
 * @param {HTMLElement} place @param {string} lead @param {{ name: string, group: string }[]} columns
 * @param {any[][]} entries of the Soviets for every column, then of the Axis
 * @param {(entry: any) => number} worth how many counters an entry brings
 * @param {(entry: any, side: string) => import("../../shell/types.d.ts").Child} line
 */
export function bySide(place, lead, columns, entries, worth, line) {
  const kinds = ["soviet", "axis"];
  const of = (/** @type {number} */ at, /** @type {string} */ kind) =>
    entries[at + kinds.indexOf(kind) * columns.length] ?? [];
  const sum = (/** @type {number} */ at, /** @type {string} */ kind) =>
    of(at, kind).reduce((all, entry) => all + worth(entry), 0);
  const wordsPlace = h("div", { class: "plot-entries" });
  const say = (/** @type {number} */ at) => {
    fill(
      wordsPlace,
      h("h3", { text: columns[at].name }),
      h(
        "div",
        { class: "plot-sides" },
        kinds.map((kind) =>
          h(
            "section",
            {},
            h(
              "p",
              {},
              h("span", { class: `side ${kind}`, text: heading(kind) }),
              h("span", { class: "small faint", text: ` ${plural(sum(at, kind), "counter")}` }),
            ),
            h(
              "ul",
              { class: "small" },
              of(at, kind).map((entry) => h("li", {}, line(entry, kind))),
              !of(at, kind).length && h("li", { class: "faint", text: "nobody" }),
            ),
          )
        ),
      ),
    );
    return `${columns[at].name}: ${kinds.map((kind) => `${heading(kind)} ${sum(at, kind)}`).join(", ")}`;
  };
  const highest = Math.max(4, ...columns.map((_, at) => kinds.reduce((all, kind) => all + sum(at, kind), 0)));
  const most = Math.ceil(highest / 4) * 4;
  const picture = stacked({
    label: "Arrivals over the calendar",
    columns: columns.map((column, at) => ({
      ...column,
      parts: kinds.map((kind) => ({ kind, value: sum(at, kind) })),
    })),
    kinds,
    most,
    scale: (value) => String(Math.round(value)),
    point: say,
  });
  if (columns.length) say(0);
  fill(
    place,
    h("p", { class: "muted calc-lead", text: lead }),
    h(
      "section",
      { class: "card plot-card" },
      h("header", {}, h("h2", { text: "Counters on each turn" })),
      h(
        "div",
        { class: "body" },
        legend(kinds),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Arrivals, plot" }, picture),
        wordsPlace,
        inTable("Arrivals", columns.map((one) => one.name), kinds, (at, kind) => String(sum(at, kind) || "")),
      ),
    ),
  );
  announce(`Arrivals over ${plural(columns.length, "turn")}.`);
}
