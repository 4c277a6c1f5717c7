/** A table drawn as a player knows it. Every way of drawing marks what can be asked for its odds. */

import { h } from "./dom.js";
import { tone } from "./parts.js";
import { heading, inWords, isNothing, isRecord, range } from "./words.js";

/** @typedef {import("./types").Sheet} Sheet */
/** @typedef {import("./types").Column} Column */

const FEW = 8;
/** So many different results can head the columns. */

/**
 * How a table is best drawn: `chart` rows by columns without dice; `single` one column; `grid` totals
 * by columns; `lines` one line for each column, its ranges under the results.
 * @param {Sheet} sheet
 * @returns {"chart" | "single" | "grid" | "lines"}
 */
export function layout(sheet) {
  if (sheet.kind === "chart") return "chart";
  if (sheet.columns.length === 1) return "single";
  return !sheet.rows.length && results(sheet).length <= FEW ? "lines" : "grid";
}

/** The different results of a table, in its order. @param {Sheet} sheet */
function results(sheet) {
  return [...new Set(sheet.columns.flatMap((column) => column.cells.map((cell) => JSON.stringify(cell.value))))];
}

/**
 * The table; `data-hot` holds the number of the column (in a chart: of the row) that a cell is of.
 * @param {Sheet} sheet
 */
export function drawSheet(sheet) {
  const kind = layout(sheet);
  const drawn = { chart, single, grid, lines }[kind](sheet);
  return h("table", { class: `sheet ${kind}` }, h("caption", { class: "sr", text: sheet.title }), drawn);
}

/** @param {string} text @param {number} at @param {string} says */
const picker = (text, at, says) =>
  h("button", { type: "button", class: "pick", "data-pick": at, "aria-label": `${text}: ${says}`, text });

/** @param {Sheet} sheet */
function chart(sheet) {
  return [
    h("thead", {}, h("tr", {}, h("td"), sheet.columns.map((column) => h("th", { scope: "col", text: heading(column.name) })))),
    h("tbody", {}, sheet.rows.map((label, at) =>
      h("tr", { "data-hot": at },
        h("th", { scope: "row" }, picker(heading(label), at, "show its rules")),
        sheet.columns.map((column) => box(column.cells[at].value))))),
  ];
}

/** @param {Sheet} sheet */
function single(sheet) {
  const { cells } = sheet.columns[0];
  const names = fieldsOf(cells[0].value);
  const told = (/** @type {import("./types").Plain} */ value) =>
    names.length ? names.map((name) => /** @type {{ [name: string]: import("./types").Plain }} */ (value)[name]) : [value];
  return [
    h("thead", {}, h("tr", {}, h("td", { class: "small", text: thrownFor(sheet) }),
      (names.length ? names : ["result"]).map((name) => h("th", { scope: "col", text: heading(name) })))),
    h("tbody", {}, cells.map((cell) =>
      h("tr", {}, h("th", { scope: "row", text: range(cell.label) }), told(cell.value).map(box)))),
  ];
}

/** The names in a cell that holds several things. @param {import("./types").Plain} value */
const fieldsOf = (value) => (isRecord(value) ? Object.keys(value) : []);

/** One cell; where there is nothing, a dot. @param {import("./types").Plain} value */
function box(value) {
  if (isNothing(value)) return h("td", { class: "never" }, h("span", { "aria-label": "nothing", role: "img", text: "·" }));
  return h("td", { class: tone(value), text: inWords(value) });
}

/** @param {Sheet} sheet */
const thrownFor = (sheet) => heading(sheet.dice_words.replaceAll(" ", "_"));

/** @param {Sheet} sheet */
function lines(sheet) {
  const values = results(sheet);
  return [
    h("thead", {}, h("tr", {},
      h("td", { class: "small", text: thrownFor(sheet) }),
      values.map((value) => h("th", { scope: "col", text: inWords(JSON.parse(value)) })))),
    h("tbody", {}, sheet.columns.map((column, at) =>
      h("tr", { "data-hot": at },
        h("th", { scope: "row" }, picker(heading(column.name), at, "show its odds")),
        values.map((value) => {
          const labels = column.cells.filter((cell) => JSON.stringify(cell.value) === value).map((cell) => range(cell.label));
          return labels.length
            ? h("td", { text: labels.join(", ") })
            : h("td", { class: "never" }, h("span", { "aria-label": "never", role: "img", text: "·" }));
        })))),
  ];
}

/** @param {Sheet} sheet */
function grid(sheet) {
  const rows = sheet.rows.length ? sheet.rows.map((label) => range(label)) : totals(sheet).map(String);
  const cell = (/** @type {Column} */ column, /** @type {number} */ at) =>
    sheet.rows.length ? column.cells[at] : column.cells.find((one) => holds(one.label, totals(sheet)[at]));
  return [
    h("thead", {}, h("tr", {},
      h("td", { class: "small", text: thrownFor(sheet) }),
      sheet.columns.map((column, at) =>
        h("th", { scope: "col", "data-hot": at }, picker(heading(column.name), at, "show its odds"))))),
    h("tbody", {}, rows.map((label, at) =>
      h("tr", {}, h("th", { scope: "row", text: label }),
        sheet.columns.map((column, number) => {
          const made = box(cell(column, at)?.value ?? null);
          made.dataset.hot = String(number);
          return made;
        })))),
  ];
}

/** Every total from the lowest end to the highest. @param {Sheet} sheet */
function totals(sheet) {
  const ends = sheet.columns.flatMap((column) => column.cells.flatMap((cell) => limits(cell.label))).filter(Number.isFinite);
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
