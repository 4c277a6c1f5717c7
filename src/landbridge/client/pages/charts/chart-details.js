/**
 * What stands beside a chart: the distribution of a column, the rules of a row, what a cell says and where
 * it comes from.
 */

import { h } from "../../shell/dom.js";
import { badge, chips, cited, odds } from "../../shell/parts.js";
import { capital, columnName, heading, inWords, percent, plural, range } from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").ChartView} ChartView */
/** @typedef {import("../../shell/types.d.ts").Plain} Plain */
/** @typedef {import("../../shell/types.d.ts").Child} Child */

/**
 * A cell in words; results of combat in the series' notation are spelled out.
 * @param {Plain} value
 * @returns {string[]}
 */
export function whatItSays(value) {
  const word = typeof value === "string" ? value : "";
  if (!/^[AD](L\d|o\d|e\d)/.test(word)) return [inWords(value)];
  const found = [];
  for (const part of word.split(" ")) {
    const who = part.startsWith("A") ? "Attacker" : part.startsWith("D") && part !== "DG" ? "Defender" : "";
    const [lost, option, exploit] = [/L(\d)/, /o(\d)/, /e(\d)/].map((sign) => sign.exec(part)?.[1]);
    const said = [
      lost && `loses ${plural(Number(lost), "step")}`,
      option && `takes ${plural(Number(option), "option")}, each a step or a hex of retreat`,
    ].filter(Boolean).join(" and ");
    if (who && said) found.push(`${who} ${said}`);
    if (exploit) found.push(`Attackers with action rating ${exploit} or more may exploit`);
    if (part === "DG") found.push("All defenders are disorganised");
  }
  return found;
}

/** @param {ChartView} sheet @param {[number, number] | null} cell @returns {Child} */
function cellDetail(sheet, cell) {
  const column = cell && sheet.columns[cell[0]];
  const found = cell && column?.cells[cell[1]];
  if (!found || !column) return null;
  const label = sheet.kind === "chart" ? heading(found.label || sheet.rows[cell[1]]) : range(found.label);
  const rules = found.rules.length ? found.rules : column.rules;
  const named = sheet.citations.filter((item) => rules.includes(item.id));
  return h(
    "section",
    { class: "cell-detail", "aria-label": "Cell" },
    h("p", {
      class: "over",
      text: `Cell: ${label}${sheet.columns.length > 1 ? `, ${columnName(column.name)}` : ""}`,
    }),
    h("p", { class: "cell-value", text: inWords(found.value) }),
    whatItSays(found.value)[0] !== inWords(found.value) &&
      h("ul", { class: "small muted" }, whatItSays(found.value).map((text) => h("li", { text }))),
    h("p", { class: "small" }, badge(named[0]?.source ?? sheet.source), chips(rules)),
  );
}

/**
 * @param {ChartView} sheet
 * @param {number} at
 * @param {HTMLElement | null} stepper
 * @param {ChartView | null} heads
 * @param {[number, number] | null} cell
 */
export function columnDetail(sheet, at, stepper, heads, cell) {
  const column = sheet.columns[at];
  const rules = sheet.citations.filter((item) => column.rules.includes(item.id));
  const best = column.odds.reduce((a, b) => (b.share > a.share ? b : a));
  const over = heads?.rows.map((label, row) =>
    `${heading(label)} ${inWords(heads.columns[at].cells[row].value)}`
  ).reverse().join(" · ");
  return [
    h(
      "header",
      {},
      h("h2", { text: capital(columnName(column.name)) || sheet.title }),
      h("span", { class: "grow" }),
      h("span", { class: "small faint", text: column.automatic ? "no roll" : sheet.dice_words }),
    ),
    h(
      "div",
      { class: "body" },
      over && h("p", { class: "small muted", text: over }),
      column.automatic
        ? h("p", {}, "Always ", h("b", { text: inWords(column.odds[0].result) }), ", without a roll.")
        : [
          stepper,
          odds(column.odds, waysOf(sheet.dice)),
          h("p", { class: "sr", text: `Most likely ${inWords(best.result)}, ${percent(best.share)}` }),
        ],
      cellDetail(sheet, cell),
      h("p", { class: "over", text: "Rests on" }),
      cited(rules),
    ),
  ];
}

/** @param {ChartView} sheet @param {number} at @param {[number, number] | null} cell */
export function rowDetail(sheet, at, cell) {
  const rules = new Set(sheet.columns.flatMap((column) => column.cells[at].rules));
  const named = sheet.citations.filter((item) => rules.has(item.id));
  return [
    h(
      "header",
      {},
      h("h2", { text: heading(sheet.rows[at]) }),
      h("span", { class: "grow" }),
      badge(sheet.source),
    ),
    h(
      "div",
      { class: "body" },
      h(
        "dl",
        { class: "facts" },
        sheet.columns.map((column) =>
          h(
            "div",
            {},
            h("dt", { text: capital(heading(column.name)) }),
            h("dd", { text: inWords(column.cells[at].value) }),
          )
        ),
      ),
      cell && cell[1] === at && cellDetail(sheet, cell),
      h("p", { class: "over", text: "Rests on" }),
      named.length ? cited(named) : h("p", {}, chips([...rules])),
    ),
  ];
}

/** In how many ways dice can fall. @param {string} dice */
function waysOf(dice) {
  const [count, sides] = dice.split("d").map(Number);
  return sides ** count;
}
