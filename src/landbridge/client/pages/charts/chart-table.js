/**
 * A table drawn as a player knows it. Every way of drawing marks what can be asked for its odds, and every
 * cell.
 */

import { h } from "../../shell/dom.js";
import { tone } from "../../shell/parts.js";
import { heading, inWords, isNothing, isRecord, range } from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").ChartView} ChartView */
/** @typedef {import("../../api.d.ts").ChartRow} ChartRow */
/** @typedef {import("../../shell/types.d.ts").Plain} Plain */

const FEW = 8;
/** So many different results can head the columns. */

/**
 * How a table is best drawn: `chart` rows by columns without dice; `single` one column; `grid` totals
 * by columns; `lines` one line for each column, its ranges under the results.
 * @param {ChartView} sheet
 * @returns {"chart" | "single" | "grid" | "lines"}
 */
export function layout(sheet) {
  if (sheet.kind === "chart") return "chart";
  if (sheet.columns.length === 1) return "single";
  return !sheet.rows.length && results(sheet).length <= FEW ? "lines" : "grid";
}

/** The different results of a table, in its order. @param {ChartView} sheet */
function results(sheet) {
  return [
    ...new Set(sheet.columns.flatMap((column) => column.cells.map((cell) => JSON.stringify(cell.value)))),
  ];
}

/**
 * The table; `data-hot` holds the number of the column (in a chart: of the row) that a cell is of, and
 * `data-cell` the cell itself: its column and its place in it.
 * @param {ChartView} sheet
 * @param {ChartView | null} [heads] a chart whose rows stand over the columns, as the odds over the Combat Table
 */
export function drawSheet(sheet, heads = null) {
  const kind = layout(sheet);
  const drawn = { chart, single, grid: (/** @type {ChartView} */ one) => grid(one, heads), lines }[kind](
    sheet,
  );
  return h(
    "table",
    { class: `sheet ${kind}${heads ? " headed" : ""}` },
    h("caption", { class: "sr", text: sheet.title }),
    drawn,
  );
}

/** @param {string} text @param {number} at @param {string} says */
const picker = (text, at, says) =>
  h("button", { type: "button", class: "pick", "data-pick": at, "aria-label": `${text}: ${says}`, text });

/** @param {ChartView} sheet */
function chart(sheet) {
  return [
    h(
      "thead",
      {},
      doubled(sheet) ?? h(
        "tr",
        {},
        h("td"),
        sheet.columns.map((column) => h("th", { scope: "col", text: heading(column.name) })),
      ),
    ),
    h(
      "tbody",
      {},
      sheet.rows.map((label, at) =>
        h(
          "tr",
          { "data-hot": at },
          h("th", { scope: "row" }, picker(heading(label), at, "show its rules")),
          sheet.columns.map((column, number) => box(column.cells[at].value, number, at)),
        )
      ),
    ),
  ];
}

/**
 * Columns named by two words of which the first returns, such as "dry track", under two rows of heads.
 * @param {ChartView} sheet
 */
function doubled(sheet) {
  const pairs = sheet.columns.map((column) => column.name.split(" "));
  const groups = [...new Set(pairs.map(([first]) => first))];
  if (!pairs.every((pair) => pair.length === 2) || groups.length < 2 || groups.length * 2 > pairs.length) {
    return null;
  }
  return [
    h(
      "tr",
      {},
      h("td", { rowspan: 2 }),
      groups.map((name) =>
        h("th", {
          scope: "colgroup",
          class: "group",
          colspan: pairs.filter(([first]) => first === name).length,
          text: heading(name),
        })
      ),
    ),
    h("tr", {}, pairs.map(([, second]) => h("th", { scope: "col", text: heading(second) }))),
  ];
}

/** @param {ChartView} sheet */
function single(sheet) {
  const { cells } = sheet.columns[0];
  const names = fieldsOf(cells[0].value);
  const valuesOf = (/** @type {Plain} */ value) =>
    names.length ? names.map((name) => /** @type {{ [name: string]: Plain }} */ (value)[name]) : [value];
  return [
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", { class: "small", text: thrownFor(sheet) }),
        (names.length ? names : ["result"]).map((name) => h("th", { scope: "col", text: heading(name) })),
      ),
    ),
    h(
      "tbody",
      {},
      cells.map((cell, at) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", text: range(cell.label) }),
          valuesOf(cell.value).map((value) => box(value, 0, at)),
        )
      ),
    ),
  ];
}

/** The names in a cell that holds several things. @param {Plain} value */
const fieldsOf = (value) => (isRecord(value) ? Object.keys(value) : []);

/**
 * One cell; where there is nothing, a dot.
 * @param {Plain} value
 * @param {number} column
 * @param {number} place
 */
function box(value, column, place) {
  const cell = { tabindex: "-1", "data-cell": `${column} ${place}` };
  if (isNothing(value)) {
    return h(
      "td",
      { ...cell, class: "never" },
      h("span", { "aria-label": "nothing", role: "img", text: "·" }),
    );
  }
  const word = typeof value === "string" ? value : "";
  const parts = /^(A(?:[Loe]\d)+(?: e\d)?) (D.+)$/.exec(word);
  const looks = [tone(value), / DG|DL[2-9]/.test(word) && tone(value) ? "heavy" : ""].filter(Boolean).join(
    " ",
  );
  if (parts?.[1] && parts[2]) {
    return h(
      "td",
      { ...cell, class: looks || null },
      h("span", { class: "a", text: parts[1] }),
      " ",
      h("b", { text: parts[2] }),
    );
  }
  return h("td", { ...cell, class: looks || null, text: inWords(value) });
}

/** @param {ChartView} sheet */
const thrownFor = (sheet) => heading(sheet.dice_words.replaceAll(" ", "_"));

/** @param {ChartView} sheet */
function lines(sheet) {
  const values = results(sheet);
  return [
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", { class: "small", text: thrownFor(sheet) }),
        values.map((value) => h("th", { scope: "col", text: inWords(JSON.parse(value)) })),
      ),
    ),
    h(
      "tbody",
      {},
      sheet.columns.map((column, at) =>
        h(
          "tr",
          { "data-hot": at },
          h("th", { scope: "row" }, picker(heading(column.name), at, "show its odds")),
          values.map((value) => {
            const places = [...column.cells.keys()].filter((place) =>
              JSON.stringify(column.cells[place].value) === value
            );
            return places.length
              ? h("td", {
                tabindex: "-1",
                "data-cell": `${at} ${places[0]}`,
                text: places.map((place) => range(column.cells[place].label)).join(", "),
              })
              : h("td", { class: "never" }, h("span", { "aria-label": "never", role: "img", text: "·" }));
          }),
        )
      ),
    ),
  ];
}

/** @param {ChartView} sheet @param {ChartView | null} heads */
function grid(sheet, heads) {
  const rows = sheet.rows.length ? sheet.rows.map((label) => range(label)) : totals(sheet).map(String);
  const place = (/** @type {ChartRow} */ column, /** @type {number} */ at) =>
    sheet.rows.length ? at : column.cells.findIndex((one) => holds(one.label, totals(sheet)[at]));
  return [
    h(
      "thead",
      {},
      heads && heads.rows.map((label, at) =>
        h(
          "tr",
          { class: "over-columns" },
          h("th", { scope: "row", text: heading(label) }),
          heads.columns.map((column, number) =>
            h("td", { "data-hot": number, text: inWords(column.cells[at].value) })
          ),
        )
      ),
      h(
        "tr",
        {},
        h("td", { class: "small", text: thrownFor(sheet) }),
        sheet.columns.map((column, at) =>
          h("th", { scope: "col", "data-hot": at }, picker(heading(column.name), at, "show its odds"))
        ),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((label, at) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", text: label }),
          sheet.columns.map((column, number) => {
            const found = place(column, at);
            const made = box(column.cells[found]?.value ?? null, number, found);
            made.dataset.hot = String(number);
            return made;
          }),
        )
      ),
    ),
  ];
}

/** Every total from the lowest end to the highest. @param {ChartView} sheet */
function totals(sheet) {
  const ends = sheet.columns.flatMap((column) => column.cells.flatMap((cell) => limits(cell.label))).filter(
    Number.isFinite,
  );
  const low = Math.min(...ends);
  return Array.from({ length: Math.max(...ends) - low + 1 }, (_, at) => low + at);
}

/** @param {string} label @param {number} total */
function holds(label, total) {
  const [low, high] = limits(label);
  return low <= total && total <= high;
}

/** @param {string} label @returns {[number, number]} */
function limits(label) {
  const ends = /^(-?\d+)?(\.\.|-)?(-?\d+)?$/.exec(label);
  if (!ends) return [NaN, NaN];
  if (!ends[2]) return [Number(ends[1]), Number(ends[1])];
  return [ends[1] ? Number(ends[1]) : -Infinity, ends[3] ? Number(ends[3]) : Infinity];
}

/**
 * One stop for the Tab key; the arrow keys walk from cell to cell, Home and End to the ends of the heads
 * or of a row.
 * @param {HTMLTableElement} table
 */
export function walkCells(table) {
  const stop = (
    /** @type {Element | undefined} */ cell,
  ) => /** @type {HTMLElement | null} */ (cell?.querySelector(".pick") ??
    (cell instanceof HTMLElement && cell.dataset.cell ? cell : null));
  const picks = () => /** @type {HTMLElement[]} */ ([...table.querySelectorAll(".pick")]);
  const mark = (/** @type {HTMLElement | undefined} */ chosen) => {
    for (const one of table.querySelectorAll(".pick, [data-cell]")) {
      /** @type {HTMLElement} */ (one).tabIndex = one === chosen ? 0 : -1;
    }
  };
  mark(
    picks().find((one) => one.hasAttribute("aria-current")) ??
      picks()[0] ?? /** @type {HTMLElement | undefined} */ (table.querySelector("[data-cell]") ?? undefined),
  );
  table.addEventListener("focusin", (event) => mark(/** @type {HTMLElement} */ (event.target)));
  table.addEventListener("keydown", (event) => {
    const from = /** @type {HTMLElement} */ (event.target).closest("td, th");
    const row = /** @type {HTMLTableRowElement | null} */ (from?.closest("tr"));
    if (!from || !row || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = /** @type {{ [key: string]: [number, number] }} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    })[event.key];
    /** @type {HTMLElement | null} */
    let to = null;
    if (event.key === "Home" || event.key === "End") {
      const all = from.querySelector(".pick")
        ? picks()
        : /** @type {HTMLElement[]} */ ([...row.querySelectorAll("[data-cell]")]);
      to = all[event.key === "Home" ? 0 : all.length - 1];
    } else if (way) {
      const rows = [...table.rows];
      let [at, place] = [rows.indexOf(row), [...row.children].indexOf(from)];
      do {
        [at, place] = [at + way[1], place + way[0]];
        to = stop(rows[at]?.children[place]);
      } while (!to && rows[at] && rows[at].children[place]);
    } else return;
    event.preventDefault();
    to?.focus();
  });
}
