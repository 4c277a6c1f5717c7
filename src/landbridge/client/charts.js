/** The Charts page: every table whole, and the exact odds of the column one points at. */

import { games, table, tables } from "./api.js";
import { fill, h, icon, narrow, tell, walk } from "./dom.js";
import { finder } from "./finder.js";
import { badge, chips, cited, odds, trouble } from "./parts.js";
import { keep, to } from "./route.js";
import { drawSheet, layout } from "./sheet.js";
import { capital, columnName, heading, inWords, percent, plural, signed } from "./words.js";

/** @typedef {import("./types").Sheet} Sheet */

const BROAD = 8;
/** A grid of more columns than this needs all the room there is. */

/** @type {{ frame: HTMLElement, main: HTMLElement, column: ReturnType<typeof finder> } | null} */
let page = null;

/**
 * @param {HTMLElement} frame
 * @param {import("./types").Route} route
 */
export async function showCharts(frame, route) {
  const [every, documents] = await Promise.all([tables(), games()]);
  const name = route.name || (narrow() ? "" : (every[0]?.name ?? ""));
  const game = every.find((one) => one.name === name)?.game ?? every[0]?.game ?? documents[0].name;
  if (!page || page.frame.firstChild !== page.column.box) {
    const main = h("main", { id: "main", class: "charts", tabindex: "-1" });
    const column = finder({
      label: "Charts",
      placeholder: "Find: flight, supply",
      items: every.map((one) => ({
        name: one.name, href: to("charts", one.name), title: one.title, chapter: one.chapter, game: one.game,
        words: `${one.name} ${one.title} ${one.chapter}`, mark: one.dice.replace(/^1(?=d)/, ""),
      })),
      games: documents, game, current: name,
      empty: (one) => [`No chart of ${one.title} is drawn yet. Its ${plural(one.rows, "row")} can be read under `,
        h("a", { href: to("rules", "", { game: one.name }), text: "Rules" }), "."],
    });
    fill(frame, column.box, main);
    page = { frame, main, column };
  }
  frame.dataset.chosen = route.name ? "yes" : "no";
  document.title = "Charts · Landbridge";
  page.column.mark(name);
  const { main } = page;
  if (!name) {
    fill(main, h("section", { class: "empty" }, h("h1", { text: "Charts" }),
      h("p", { text: "Every printed table, with the exact odds of each column. Choose one from the list." })));
    return;
  }
  try {
    const sheet = await table(name);
    document.title = `${sheet.title} · Landbridge`;
    draw(main, sheet, route.given);
  } catch (problem) {
    fill(main, h("section", { class: "empty" }, h("h1", { text: "No such chart" }), trouble(problem)));
  }
}

/**
 * @param {HTMLElement} main
 * @param {Sheet} first
 * @param {import("./types").Given} given
 */
function draw(main, first, given) {
  let sheet = first;
  const kind = layout(first);
  const byRow = kind === "chart";
  const names = byRow ? first.rows : first.columns.map((column) => column.name);
  const asked = names.indexOf(String(given.column ?? given.row ?? ""));
  const rolled = byRow ? 0 : Math.max(0, first.columns.findIndex((column) => !column.automatic));
  let hot = asked >= 0 ? asked : rolled;
  let shift = 0;
  const drawn = drawSheet(first);
  const detail = h("section", { class: "card column", "aria-label": byRow ? "Row" : "Column" });

  /** @param {number} at */
  function point(at) {
    if (at === hot) return;
    hot = at;
    keep(to("charts", first.name, { [byRow ? "row" : "column"]: names[hot] }));
    show();
  }

  function show() {
    for (const part of drawn.querySelectorAll("[data-hot]"))
      part.classList.toggle("hot", Number(/** @type {HTMLElement} */ (part).dataset.hot) === hot);
    for (const part of drawn.querySelectorAll("[data-pick]")) {
      const on = Number(/** @type {HTMLElement} */ (part).dataset.pick) === hot;
      if (on) part.setAttribute("aria-current", "true");
      else part.removeAttribute("aria-current");
    }
    fill(detail, byRow ? rowDetail(sheet, hot) : columnDetail(sheet, hot, stepper()));
  }

  function stepper() {
    const [low, high] = [Math.min(sheet.modifiers[0], 0), Math.max(sheet.modifiers[1], 0)];
    if (low === high) return null;
    const go = async (/** @type {number} */ by) => {
      shift = Math.max(low, Math.min(high, shift + by));
      sheet = await table(first.name, shift);
      show();
      /** @type {HTMLElement | null} */ (detail.querySelector(`[data-by="${by}"]`))?.focus();
      tell(`Modifier ${signed(shift)}`);
    };
    const key = (/** @type {number} */ by, /** @type {string} */ text, /** @type {string} */ label) =>
      h("button", { type: "button", "data-by": by, "aria-label": label, onclick: () => go(by), text });
    return h("p", { class: "ctl" }, "Modifiers", h("span", { class: "stepper" },
      key(-1, "−", "One less"), h("output", { text: signed(shift) }), key(1, "+", "One more")));
  }

  const hover = (/** @type {Event} */ event) => {
    const part = /** @type {HTMLElement} */ (event.target).closest("[data-hot], [data-pick]");
    if (part instanceof HTMLElement) point(Number(part.dataset.hot ?? part.dataset.pick));
  };
  for (const happening of ["pointerover", "focusin", "click"]) drawn.addEventListener(happening, hover);
  show();
  walk(drawn, ".pick");

  const shown = { chart: "the rules of a row", lines: "the odds of a line", grid: "the odds of a column", single: "" }[kind];
  const legend = `Hover, tap or arrow keys: ${shown}.`;
  fill(
    main,
    h("a", { class: "back noprint", href: to("charts") }, icon("back", 15), "All charts"),
    h("div", { class: first.columns.length > BROAD && kind === "grid" ? "pair wide broad" : "pair wide" },
      h("section", { class: "card chart", "aria-label": first.title },
        h("header", {},
          h("h1", { text: first.title }), badge(first.source),
          first.dice && h("span", { class: "pill", text: first.dice_words }),
          h("span", { class: "grow" }),
          h("button", { type: "button", class: "btn small quiet noprint", "aria-label": "Print this chart", onclick: () => print() }, icon("print", 16))),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${first.title}, table` }, drawn),
        (first.note || kind !== "single") && h("p", { class: "small muted read" },
          first.note, first.note && " ", kind !== "single" && h("span", { class: "faint noprint", text: legend }))),
      detail),
  );
}

/** @param {Sheet} sheet @param {number} at @param {HTMLElement | null} stepper */
function columnDetail(sheet, at, stepper) {
  const column = sheet.columns[at];
  const rules = sheet.citations.filter((item) => column.rules.includes(item.id));
  const best = column.odds.reduce((a, b) => (b.share > a.share ? b : a));
  return [
    h("header", {}, h("h2", { text: capital(columnName(column.name)) || sheet.title }), h("span", { class: "grow" }),
      h("span", { class: "small faint", text: column.automatic ? "no roll" : sheet.dice_words })),
    h("div", { class: "body" },
      column.automatic
        ? h("p", {}, "Always ", h("b", { text: inWords(column.odds[0].result) }), ", without a roll.")
        : [stepper, odds(column.odds, waysOf(sheet.dice)),
          h("p", { class: "sr", text: `Most likely ${inWords(best.result)}, ${percent(best.share)}` })],
      h("p", { class: "over", text: "Rests on" }), cited(rules)),
  ];
}

/** @param {Sheet} sheet @param {number} at */
function rowDetail(sheet, at) {
  const rules = new Set(sheet.columns.flatMap((column) => column.cells[at].rules));
  const named = sheet.citations.filter((item) => rules.has(item.id));
  return [
    h("header", {}, h("h2", { text: heading(sheet.rows[at]) }), h("span", { class: "grow" }), badge(sheet.source)),
    h("div", { class: "body" },
      h("dl", { class: "facts" }, sheet.columns.map((column) =>
        h("div", {}, h("dt", { text: heading(column.name) }), h("dd", { text: inWords(column.cells[at].value) })))),
      h("p", { class: "over", text: "Rests on" }), named.length ? cited(named) : h("p", {}, chips([...rules]))),
  ];
}

/** In how many ways dice can fall. @param {string} dice */
function waysOf(dice) {
  const [count, sides] = dice.split("d").map(Number);
  return sides ** count;
}
