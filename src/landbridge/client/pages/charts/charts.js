/**
 * The Charts page: every table whole, the exact odds of the column one points at, calculators, and plots
 * over the calendar.
 */

import { CALCULATORS, PLOTS } from "../../games/charts.js";
import { games, table, tables } from "../../shell/api.js";
import { announce, fill, h, icon, narrow } from "../../shell/dom.js";
import { finder } from "../../shell/finder.js";
import { badge, trouble } from "../../shell/parts.js";
import { keep, to } from "../../shell/route.js";
import { plural, signed } from "../../shell/words.js";
import { columnDetail, rowDetail, whatItSays } from "./chart-details.js";
import { drawSheet, layout, walkCells } from "./chart-table.js";

/** @typedef {import("../../api.d.ts").ChartView} ChartView */
/**
 * @typedef {(place: HTMLElement, route: import("../../shell/types.d.ts").Route) => void | Promise<void>}
 *   Draw
 */
/**
 * A calculator or a plot of a game; `load` fetches what draws it.
 * @typedef {{
 *   name: string,
 *   game: string,
 *   title: string,
 *   words: string,
 *   load: () => Promise<Draw>,
 * }} GameChart
 */

const BROAD = 8;
/** A grid of more columns than this needs all the room there is. */

/** Charts that stand over the columns of another. @type {{ [table: string]: string }} */
const HEADS = { "belorussia.combat.table": "belorussia.combat.odds" };

/** @type {{ frame: HTMLElement, main: HTMLElement, column: ReturnType<typeof finder> } | null} */
let page = null;

/** @param {GameChart} one @param {string} chapter */
const entry = (one, chapter) => ({
  name: one.name,
  href: to("charts", one.name),
  title: one.title,
  chapter,
  game: one.game,
  words: `${one.title} ${one.words} ${chapter}`,
  mark: "",
});

/**
 * @param {HTMLElement} frame
 * @param {import("../../shell/types.d.ts").Route} route
 */
export async function showCharts(frame, route) {
  const [every, documents] = await Promise.all([tables(), games()]);
  const own = [...CALCULATORS, ...PLOTS].find((one) => one.name === route.name);
  const name = route.name || (narrow() ? "" : (every[0]?.name ?? ""));
  const game = own?.game ?? every.find((one) => one.name === name)?.game ?? every[0]?.game ??
    documents[0].name;
  if (!page || page.frame.firstChild !== page.column.box) {
    const main = h("main", { id: "main", class: "charts", tabindex: "-1" });
    const column = finder({
      label: "Charts",
      placeholder: "Find: flight, supply",
      items: [
        ...CALCULATORS.map((one) => entry(one, "Calculators")),
        ...PLOTS.map((one) => entry(one, "Over the calendar")),
        ...every.map((one) => ({
          name: one.name,
          href: to("charts", one.name),
          title: one.title,
          chapter: one.chapter,
          game: one.game,
          words: `${one.name} ${one.title} ${one.chapter}`,
          mark: one.dice.replace(/^1(?=d)/, ""),
        })),
      ],
      games: documents,
      game,
      current: name,
      empty: (
        one,
      ) => [
        `No chart of ${one.title} is drawn yet. Its ${plural(one.rows, "row")} can be read under `,
        h("a", { href: to("rules", "", { game: one.name }), text: "Rules" }),
        ".",
      ],
    });
    fill(frame, column.box, main);
    page = { frame, main, column };
  }
  frame.dataset.chosen = route.name ? "yes" : "no";
  document.title = "Charts · Landbridge";
  page.column.mark(name);
  const { main } = page;
  if (!name) {
    fill(
      main,
      h(
        "section",
        { class: "empty" },
        h("h1", { text: "Charts" }),
        h("p", {
          text: "Every printed table, with the exact odds of each column; calculators, and plots over " +
            "the calendar. Choose one from the list.",
        }),
      ),
    );
    return;
  }
  if (own) {
    document.title = `${own.title} · Landbridge`;
    const place = h("div", { class: "own-chart", "data-own": own.name });
    fill(
      main,
      h("a", { class: "back noprint", href: to("charts") }, icon("back", 15), "All charts"),
      h("h1", { text: own.title }),
      place,
    );
    const drawOwn = await own.load();
    await drawOwn(place, route);
    return;
  }
  try {
    const [sheet, heads] = await Promise.all([table(name), HEADS[name] ? table(HEADS[name]) : null]);
    document.title = `${sheet.title} · Landbridge`;
    draw(main, sheet, heads, route.given);
  } catch (problem) {
    const { status, message } = /** @type {import("../../shell/api.js").ApiError} */ (problem);
    const missing = status === 404;
    fill(
      main,
      h(
        "section",
        { class: "empty" },
        h("h1", { text: missing ? "No such chart" : "The chart could not be fetched" }),
        missing && !/Did you mean/.test(message)
          ? h("p", { text: `There is no chart “${name}”. The list has all of them, and its field searches.` })
          : trouble(problem),
        h("p", {}, h("a", { class: "btn go", href: to("charts"), text: "All charts" })),
      ),
    );
  }
}

/**
 * @param {HTMLElement} main
 * @param {ChartView} first
 * @param {ChartView | null} heads
 * @param {import("../../shell/types.d.ts").Given} given
 */
function draw(main, first, heads, given) {
  let sheet = first;
  const kind = layout(first);
  const byRow = kind === "chart";
  const names = byRow ? first.rows : first.columns.map((column) => column.name);
  const asked = names.indexOf(String(given.column ?? given.row ?? ""));
  const rolled = byRow ? 0 : Math.max(0, first.columns.findIndex((column) => !column.automatic));
  let hot = asked >= 0 ? asked : rolled;
  /** The cell one points at: its column and its place. @type {[number, number] | null} */
  let cell = null;
  let shift = 0;
  const drawn = drawSheet(first, heads);
  const detail = h("section", { class: "card column", "aria-label": byRow ? "Row" : "Column" });

  /** @param {number} at @param {[number, number] | null} there */
  function point(at, there) {
    const same = at === hot && String(there) === String(cell);
    if (same) return;
    if (at !== hot) keep(to("charts", first.name, { [byRow ? "row" : "column"]: names[at] }));
    [hot, cell] = [at, there];
    show();
  }

  function show() {
    for (const part of drawn.querySelectorAll("[data-hot]")) {
      part.classList.toggle("hot", Number(/** @type {HTMLElement} */ (part).dataset.hot) === hot);
    }
    for (const part of drawn.querySelectorAll("[data-pick]")) {
      const on = Number(/** @type {HTMLElement} */ (part).dataset.pick) === hot;
      if (on) part.setAttribute("aria-current", "true");
      else part.removeAttribute("aria-current");
    }
    for (const part of drawn.querySelectorAll("[data-cell]")) {
      part.classList.toggle(
        "pointed",
        cell !== null && /** @type {HTMLElement} */ (part).dataset.cell === cell.join(" ") &&
          part.matches(":is(:hover, :focus, .pointed)"),
      );
    }
    const at = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.by ?? "";
    fill(detail, byRow ? rowDetail(sheet, hot, cell) : columnDetail(sheet, hot, stepper(), heads, cell));
    if (at) /** @type {HTMLElement | null} */ (detail.querySelector(`[data-by="${at}"]`))?.focus();
  }

  function stepper() {
    const [low, high] = [Math.min(sheet.modifiers[0], 0), Math.max(sheet.modifiers[1], 0)];
    if (low === high) return null;
    const go = async (/** @type {number} */ by) => {
      const wanted = Math.max(low, Math.min(high, shift + by));
      sheet = await table(first.name, wanted);
      shift = wanted;
      show();
      /** @type {HTMLElement | null} */ (detail.querySelector(`[data-by="${by}"]`))?.focus();
      announce(`Modifier ${signed(shift)}`);
    };
    const key = (/** @type {number} */ by, /** @type {string} */ text, /** @type {string} */ label) =>
      h("button", { type: "button", "data-by": by, "aria-label": label, onclick: () => go(by), text });
    return h(
      "p",
      { class: "ctl" },
      "Modifiers",
      h(
        "span",
        { class: "stepper" },
        key(-1, "−", "One less"),
        h("output", { text: signed(shift) }),
        key(1, "+", "One more"),
      ),
    );
  }

  const hover = (/** @type {Event} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const there = /** @type {HTMLElement | null} */ (target.closest("[data-cell]"));
    const part = /** @type {HTMLElement | null} */ (target.closest("[data-hot], [data-pick]"));
    const place = there
      ? /** @type {[number, number]} */ ((there.dataset.cell ?? "").split(" ").map(Number))
      : null;
    if (!part && !place) return;
    point(part ? Number(part.dataset.hot ?? part.dataset.pick) : hot, place);
    if (place && event.type === "focusin") {
      announce(whatItSays(sheet.columns[place[0]].cells[place[1]].value).join(". "));
    }
  };
  for (const happening of ["pointerover", "focusin", "click"]) drawn.addEventListener(happening, hover);
  show();
  walkCells(/** @type {HTMLTableElement} */ (drawn));

  const shown = {
    chart: "the rules of a row",
    lines: "the odds of a line",
    grid: "the odds of a column",
    single: "",
  }[kind];
  const legend = shown
    ? `Hover, tap or arrow keys: ${shown}, and where a cell comes from.`
    : "Hover, tap or arrow keys: where a cell comes from.";
  fill(
    main,
    h("a", { class: "back noprint", href: to("charts") }, icon("back", 15), "All charts"),
    h(
      "div",
      {
        class: first.columns.length > BROAD && kind !== "lines"
          ? `pair wide broad ${byRow ? "rows" : ""}`
          : `pair wide ${byRow ? "rows" : ""}`,
      },
      h(
        "section",
        { class: "card chart", "aria-label": first.title },
        h(
          "header",
          {},
          h("h1", { text: first.title }),
          badge(first.source),
          first.dice && h("span", { class: "pill", text: first.dice_words }),
          h("span", { class: "grow" }),
          h("button", {
            type: "button",
            class: "btn small quiet noprint",
            "aria-label": "Print this chart",
            onclick: () => print(),
          }, icon("print", 16)),
        ),
        h(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": `${first.title}, table` },
          drawn,
        ),
        h(
          "p",
          { class: "small muted read" },
          first.note,
          first.note && " ",
          h("span", { class: "faint noprint", text: legend }),
        ),
      ),
      detail,
    ),
  );
}
