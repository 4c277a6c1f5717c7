/** The roster: every counter of a side with its values, where and how it is, and what it has been through. */

import { fill, h, later } from "../../shell/dom.js";
import { sheetAddress } from "../../shell/match-api.js";
import { heading, plural, said, sentence } from "../../shell/words.js";
import { lineHeading, lineMark, lineName, lineOf, withNames } from "./names.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Piece} Piece */
/** @typedef {import("./types.d.ts").Drafts} Drafts */

const GONE = ["eliminated", "exited", "recalled", "used", "joined", "captured"];
/** @type {{ [standing: string]: string }} */
const WHEREABOUTS = { offmap: "off the map", map: "on the map" };

/** @param {string} side @param {(hex: string) => void} go shows a hex on the map */
export function rosterPanel(side, go) {
  const words = h("input", {
    class: "field",
    type: "search",
    placeholder: "Find: 4-6-7, K33, broken, I2…",
    "aria-label": "Find a piece",
    autocomplete: "off",
    oninput: later(draw, 60),
  });
  const kind = h("select", { class: "field", "aria-label": "Kind", onchange: draw });
  const whereabouts = h(
    "select",
    { class: "field", "aria-label": "Where", onchange: draw },
    [["play", "In play"], ["map", "On the map"], ["offmap", "Off the map"], ["gone", "No longer in play"], [
      "",
      "All",
    ]].map(([value, text]) => h("option", { value, text })),
  );
  const list = h("div", { class: "or-list" });
  const sum = h("p", { class: "small muted" });
  const money = h("div", { class: "scroll" });
  const links = h("span", { class: "acts" });
  const box = h(
    "section",
    { class: "card or", "aria-label": `${heading(side)} roster` },
    h("header", {}, h("h2", { text: `${heading(side)} roster` }), h("span", { class: "grow" }), links),
    h(
      "div",
      { class: "body" },
      money,
      h("div", { class: "or-finds", role: "search" }, words, kind, whereabouts),
      sum,
      list,
    ),
  );
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Drafts | null} */
  let drafts = null;
  let kinds = "";

  function draw() {
    if (!scene) return;
    const book = scene.view[side];
    /** @type {Piece[]} */
    const pieces = Object.values(book.pieces);
    const found = [...new Set(pieces.map((one) => one.kind))];
    if (found.join() !== kinds) {
      kinds = found.join();
      const was = kind.value;
      fill(
        kind,
        h("option", { value: "", text: "Every kind" }),
        found.map((one) => h("option", { value: one, text: heading(one) })),
      );
      kind.value = found.includes(was) ? was : "";
    }
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {Piece} */ one) => {
      const gone = GONE.includes(one.standing ?? "offmap");
      const where = whereabouts.value;
      if (kind.value && one.kind !== kind.value) return false;
      if (
        where === "play" ? gone : where === "gone" ? !gone : where && (one.standing ?? "offmap") !== where
      ) return false;
      const text = [
        lineName(lineOf(one.id), book),
        lineMark(one.id),
        one.name,
        one.kind,
        one.hex,
        one.standing ?? "offmap",
        ...(one.states ?? []),
        ...(one.remarks ?? []),
      ].join(" ").toLowerCase();
      return wanted.every((word) => text.includes(word));
    };
    const shown = pieces.filter(fits);
    fill(sum, h("b", { text: plural(shown.length, "piece") }), ` of ${pieces.length}`);
    /** @type {Map<string, Piece[]>} */
    const lines = new Map();
    for (const one of shown) lines.set(lineOf(one.id), [...(lines.get(lineOf(one.id)) ?? []), one]);
    fill(
      list,
      [...lines].map(([line, members]) => group(line, members, scene?.view)),
      !pieces.length &&
        h("p", {
          class: "muted",
          text: "No counters yet: they are listed here as soon as they are received, each with its values " +
            "and its history.",
        }),
      pieces.length > 0 && !shown.length &&
        h("p", { class: "muted", text: "No piece fits. Use fewer words, or look at all." }),
    );
  }

  /**
   * @param {string} line
   * @param {Piece[]} members
   * @param {import("./types.d.ts").Campaign} view
   */
  function group(line, members, view) {
    const book = view[/** @type {import("./types.d.ts").OrshaSide} */ (side)];
    const { name, note } = lineHeading(line, book);
    return h(
      "section",
      { class: "or-line" },
      h(
        "h3",
        {},
        name,
        " ",
        h("span", { class: "small muted", text: note }),
        book.entry[line] && h("span", { class: "pill", text: heading(book.entry[line]) }),
      ),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          {},
          h(
            "thead",
            { class: "sr" },
            h(
              "tr",
              {},
              ["Piece", "Counter", "Values", "Where", "State", "History"].map((text) =>
                h("th", { scope: "col", text })
              ),
            ),
          ),
          h(
            "tbody",
            {},
            members.map((one) =>
              h(
                "tr",
                {},
                h("th", { scope: "row", class: "mono", text: one.id.slice(one.id.lastIndexOf("/") + 1) }),
                h(
                  "td",
                  {},
                  h("b", { text: one.name }),
                  " ",
                  h("span", { class: "small faint", text: said(one.kind) }),
                ),
                h("td", { class: "small muted", text: valuesOf(one) }),
                h(
                  "td",
                  {},
                  one.hex && one.standing === "map"
                    ? h("button", {
                      type: "button",
                      class: "link mono",
                      "aria-label": `${one.hex}: show on the map`,
                      text: one.hex,
                      onclick: () => go(one.hex ?? ""),
                    })
                    : h("span", {
                      class: "small",
                      text: WHEREABOUTS[one.standing ?? "offmap"] ?? said(one.standing ?? ""),
                    }),
                  one.area && h("span", { class: "pill refused", text: `isolated ${one.area}` }),
                ),
                h(
                  "td",
                  { class: "small" },
                  [...(one.states ?? []), ...(one.remarks ?? [])].map((
                    word,
                  ) => [h("span", { class: "pill", text: said(word) }), " "]),
                ),
                h(
                  "td",
                  { class: "small muted or-history" },
                  sentence(withNames((one.history ?? []).join("; "), view)),
                ),
              )
            ),
          ),
        ),
      ),
    );
  }

  /** @param {Piece} one */
  const valuesOf = (one) =>
    Object.entries(drafts?.counters[one.name] ?? {}).map(([name, value]) => `${said(name)} ${value}`).join(
      ", ",
    );

  function drawMoney() {
    if (!scene) return;
    const { id, role } = scene.match;
    const rows = scene.view[side].roster;
    fill(
      links,
      rows.length > 0 && ["roster", "record", "form"].map((name) =>
        h("a", {
          class: "btn small quiet",
          href: sheetAddress(id, `${name}-${side}`, role),
          target: "_blank",
          rel: "noopener",
          text: name === "roster" ? "Print roster" : name === "record" ? "Purchase record" : "Empty form",
        })
      ),
    );
    fill(
      money,
      rows.length > 0 &&
        h(
          "table",
          { class: "or-money" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Date", "Start", "Purchased", "Spent", "Left"].map((text) => h("th", { scope: "col", text })),
            ),
          ),
          h(
            "tbody",
            {},
            rows.map((/** @type {any} */ row) =>
              h(
                "tr",
                {},
                h("th", { scope: "row", text: `${row.date.slice(0, 2)} ${row.date.slice(2).toUpperCase()}` }),
                h("td", { text: row.start }),
                h("td", { class: "small", text: row.purchased.join(", ") || "nothing" }),
                h("td", { text: row.spent }),
                h("td", { text: row.left }),
              )
            ),
          ),
        ),
    );
  }

  return {
    box,
    /** @param {Scene} next @param {Drafts | null} found */
    draw(next, found) {
      [scene, drafts] = [next, found];
      draw();
      drawMoney();
    },
  };
}
