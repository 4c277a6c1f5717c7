/** The chart of Reinforcement Groups: what each brings, its price today, what is left of it, how many are bought. */

import { fill, h, icon } from "../../../shell/dom.js";
import { badge, chips } from "../../../shell/parts.js";
import { capital, heading } from "../../../shell/words.js";

/** @typedef {import("../types.d.ts").Shop} Shop */
/** @typedef {import("../types.d.ts").ShopRow} ShopRow */

/** @type {{ [letter: string]: string }} */
const BRANCHES = {
  I: "Infantry",
  V: "Vehicles",
  G: "Guns",
  O: "Artillery",
  F: "Aircraft",
  B: "Bombardment",
  M: "Miscellaneous",
};
const ENTRIES = { "": "as usual", onboard: "on the map", offboard: "from off-board", retained: "retained" };
/**
 * @param {string} side
 * @param {{
 *   live: () => boolean,
 *   buy: (words: string[]) => void,
 *   putBack: (row: ShopRow) => void,
 * }} hands
 */
export function groupsChart(side, { live, buy, putBack }) {
  const rows = h("div", { class: "card ob-chart" });
  /** What is chosen for a row before it is bought. @type {Map<string, string>} */
  const chosenWords = new Map();
  /** @type {Shop | null} */
  let shop = null;

  /** @param {ShopRow} row */
  const words = (row) => [row.id, ...(chosenWords.get(row.id) ?? "").split(" ").filter(Boolean)];

  function drawRows() {
    if (!shop) return;
    const active = document.activeElement instanceof HTMLElement && rows.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : "";
    let branch = "";
    fill(
      rows,
      h(
        "div",
        { class: "ob-top" },
        h("h2", { text: `${heading(side)} Reinforcement Groups` }),
        badge(shop.source),
        h("span", { class: "grow" }),
        h("span", { class: "small muted", text: shop.date }),
      ),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Chart of Reinforcement Groups" },
        h(
          "table",
          { class: "ob-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col", text: "Group" }),
              h("th", { scope: "col", text: "What it brings" }),
              h("th", { scope: "col", class: "n", text: "CPP" }),
              h("th", {
                scope: "col",
                class: "n",
                title: "Bought and allowed, on this date and in the campaign",
                text: "Date · CG",
              }),
              h("th", { scope: "col", class: "n", text: "Buy" }),
            ),
          ),
          h(
            "tbody",
            {},
            shop.rows.map((row) => {
              const head = BRANCHES[row.id[0]] ?? "";
              const opens = head !== branch &&
                h(
                  "tr",
                  { class: "ob-branch" },
                  h("th", { scope: "colgroup", colspan: 5, class: "over", text: head }),
                );
              branch = head;
              return [opens, line(row)];
            }),
          ),
        ),
      ),
      notes(),
    );
    if (active) {
      /** @type {HTMLElement | null} */ (rows.querySelector(`[data-key="${CSS.escape(active)}"]`))?.focus({
        preventScroll: true,
      });
    }
  }

  /** @param {ShopRow} row */
  function line(row) {
    const wish = chosenWords.get(row.id) ?? "";
    const way = row.ways.find((one) => one.entry && wish.split(" ").includes(one.entry)) ?? row.ways[0];
    const usual = row.ways[0].cpp;
    const stop = row.refused;
    const shut = stop && !row.ways.some((one) => one.entry && !one.closed && one.cpp < usual) ? stop : null;
    return h(
      "tr",
      { class: row.planned ? "bought" : stop ? "stopped" : null, "data-rg": row.id },
      h("th", { scope: "row" }, h("span", { class: "mono", text: row.id })),
      h(
        "td",
        {},
        h(
          "div",
          { class: "ob-what" },
          h("span", {}, h("b", { text: row.type }), " ", h("span", { class: "faint", text: row.units })),
          h(
            "span",
            { class: "small ob-letters" },
            row.notes.map((letter) =>
              h("abbr", {
                title: `${letter}: ${shop?.notes.find((one) => one.letter === letter)?.text ?? ""}`,
                text: letter,
              })
            ),
            row.given > 0 && h("span", { class: "faint", text: `${row.given} given at the start` }),
          ),
          choices(row),
          stop &&
            h(
              "span",
              { class: "small ob-stop" },
              icon("no", 13),
              h(
                "span",
                {},
                capital(stop.text),
                stop.remedy ? `; ${stop.remedy}` : "",
                chips(stop.rules.slice(0, 1)),
              ),
            ),
        ),
      ),
      h(
        "td",
        { class: "n ob-price", title: way.why },
        way.cpp !== usual && h("s", { class: "faint", text: usual }),
        " ",
        way.cpp,
      ),
      h(
        "td",
        { class: "n ob-max" },
        h("span", { class: row.today >= row.date_max ? "full" : null, text: `${row.today}/${row.date_max}` }),
        " · ",
        h("span", { class: row.ever >= row.cg_max ? "full" : null, text: `${row.ever}/${row.cg_max}` }),
      ),
      h(
        "td",
        { class: "n" },
        h(
          "span",
          { class: "stepper" },
          h("button", {
            type: "button",
            "data-key": `${row.id}-`,
            disabled: !live() || !row.planned,
            "aria-label": `${row.id}: one less`,
            text: "−",
            onclick: () => putBack(row),
          }),
          h("output", { "aria-label": `${row.id} on the plan`, text: row.planned }),
          h("button", {
            type: "button",
            "data-key": `${row.id}+`,
            disabled: !live() || Boolean(shut),
            "aria-label": `${row.id}: one more${shut ? `. Refused: ${shut.text}` : ""}`,
            title: shut ? `${capital(shut.text)} (${shut.rules[0]})` : null,
            text: "+",
            onclick: () => buy(words(row)),
          }),
        ),
      ),
    );
  }

  /** How it comes and what goes with it. @param {ShopRow} row */
  function choices(row) {
    const open = row.ways.filter((one) => !one.closed);
    const extras = row.extras.flatMap((word) => (word === "hexes" ? ["hexes=1", "hexes=2"] : [word]));
    const all = [...open.slice(1).map((one) => one.entry), ...extras];
    if (!all.length || !live()) return null;
    const wish = (chosenWords.get(row.id) ?? "").split(" ").filter(Boolean);
    const described = (/** @type {string} */ word) =>
      ENTRIES[/** @type {keyof typeof ENTRIES} */ (word)] ??
        (word.startsWith("hexes=")
          ? `${word.slice(6)} Pre-Registered`
          : word === "raised"
          ? "one level higher"
          : word === "trucks"
          ? "with trucks"
          : "basic dr");
    const flip = (/** @type {string} */ word) => {
      const kin = (/** @type {string} */ other) =>
        other !== word &&
        ((word in ENTRIES && other in ENTRIES) || (word.startsWith("hexes") && other.startsWith("hexes")));
      const next = wish.includes(word)
        ? wish.filter((one) => one !== word)
        : [...wish.filter((one) => !kin(one)), word];
      chosenWords.set(row.id, next.join(" "));
      drawRows();
    };
    const price = (/** @type {string} */ word) => open.find((one) => one.entry === word)?.cpp;
    return h(
      "span",
      { class: "ob-choices", role: "group", "aria-label": `How ${row.id} comes` },
      all.map((word) =>
        h(
          "button",
          {
            type: "button",
            class: "ob-choice",
            "data-key": `${row.id} ${word}`,
            "aria-pressed": String(wish.includes(word)),
            onclick: () => flip(word),
          },
          described(word),
          price(word) !== undefined && h("b", { text: ` ${price(word)}` }),
        )
      ),
    );
  }

  function notes() {
    return h(
      "details",
      { class: "ob-notes" },
      h("summary", { text: "Notes of the chart" }),
      h(
        "dl",
        {},
        (shop?.notes ?? []).map((one) =>
          h(
            "div",
            {},
            h("dt", { class: "mono", text: one.letter }),
            h("dd", {}, capital(one.text), chips(one.rules)),
          )
        ),
      ),
    );
  }

  return {
    box: rows,
    /** @param {Shop} found */
    draw(found) {
      shop = found;
      drawRows();
    },
  };
}
