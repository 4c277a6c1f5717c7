/** Belorussia over its calendar: the weather to be expected, and who arrives when. */

import { bySide, inTable, legend } from "../../pages/charts/plot-cards.js";
import { stacked } from "../../pages/charts/stacked-columns.js";
import { games, table } from "../../shell/api.js";
import { fill, h } from "../../shell/dom.js";
import { badge } from "../../shell/parts.js";
import { askAll } from "../../shell/question-api.js";
import { to } from "../../shell/route.js";
import { heading, LONG_MONTHS, monthOf, percent, shortDate } from "../../shell/words.js";
import { renderArrival } from "./arrivals.js";

/** @typedef {import("../../api.d.ts").ChartView} ChartView */
/** @typedef {{ name: string, share: number }[]} Mix */

/**
 * Whether a column of the ground table is read on a date: "until 1 Oct", "5-15 Oct", "December".
 * @param {string} column
 * @param {string} date
 * @param {string} first
 */
function readOn(column, date, first) {
  const [year, month, day] = date.split("-").map(Number);
  const named = LONG_MONTHS.findIndex((one) => column === one);
  if (named >= 0) return month === named + 1;
  const ends = /^(?:until )?(\d+)(?:-(\d+))? (\w{3})$/.exec(column);
  if (!ends) return false;
  const of = LONG_MONTHS.findIndex((one) => one.startsWith(ends[3])) + 1;
  if (column.startsWith("until")) {
    return date >= first &&
      year * 10000 + month * 100 + day <= Number(first.slice(0, 4)) * 10000 + of * 100 + Number(ends[1]);
  }
  return month === of && day >= Number(ends[1]) && day <= Number(ends[2] ?? ends[1]);
}

/** The ground to be expected on each turn. @param {ChartView} ground @param {string[]} turns */
const groundOn = (ground, turns) =>
  turns.map((date) => {
    const column = ground.columns.find((one) => readOn(one.name, date, turns[0]));
    return (column?.odds ?? []).map((one) => ({ name: String(one.result), share: one.share }));
  });

/**
 * The flight condition to be expected: that of each ground, as often as it comes.
 * @param {ChartView} flight
 * @param {Mix[]} grounds
 * @returns {Mix[]}
 */
const flightOn = (flight, grounds) =>
  grounds.map((mix) => {
    /** @type {Map<string, number>} */
    const sum = new Map();
    for (const { name, share } of mix) {
      for (const one of flight.columns.find((column) => column.name === name)?.odds ?? []) {
        sum.set(String(one.result), (sum.get(String(one.result)) ?? 0) + share * one.share);
      }
    }
    return [...sum].map(([name, share]) => ({ name, share }));
  });

/** @param {HTMLElement} place */
export async function weather(place) {
  const [ground, flight, documents] = await Promise.all([
    table("belorussia.weather.ground"),
    table("belorussia.weather.flight"),
    games(),
  ]);
  const turns = documents.find((one) => one.name === "belorussia")?.turns ?? [];
  const grounds = groundOn(ground, turns);
  const flights = flightOn(flight, grounds);
  fill(
    place,
    h("p", {
      class: "muted calc-lead",
      text: "What the tables give for every turn, before a die is thrown. Point at a turn, or walk with " +
        "the arrow keys, for its figures.",
    }),
    mixCard("Ground", turns, grounds, ["dry", "mud", "freeze", "deep_freeze"], ground),
    mixCard("Flight", turns, flights, ["full", "limited", "none"], flight),
  );
}

/**
 * @param {string} title
 * @param {string[]} turns
 * @param {Mix[]} mixes
 * @param {string[]} kinds
 * @param {ChartView} sheet
 */
function mixCard(title, turns, mixes, kinds, sheet) {
  const share = (/** @type {Mix} */ mix, /** @type {string} */ kind) =>
    mix.find((one) => one.name === kind)?.share ?? 0;
  const wordsPlace = h("p", { class: "plot-words small", role: "status" });
  const say = (/** @type {number} */ at) => {
    const words = kinds.filter((kind) => share(mixes[at], kind)).map((kind) =>
      `${heading(kind)} ${percent(share(mixes[at], kind))}`
    ).join(", ");
    fill(wordsPlace, h("b", { text: `${shortDate(turns[at])}: ` }), words);
    return `${shortDate(turns[at])}: ${words}`;
  };
  const picture = stacked({
    label: `${title} over the calendar`,
    columns: turns.map((date, at) => ({
      name: shortDate(date),
      group: monthOf(date),
      parts: kinds.map((kind) => ({ kind, value: share(mixes[at], kind) })),
    })),
    kinds,
    most: 1,
    scale: (value) => `${Math.round(100 * value)}%`,
    point: say,
  });
  if (mixes.length) say(0);
  return h(
    "section",
    { class: "card plot-card" },
    h(
      "header",
      {},
      h("h2", { text: title }),
      badge(sheet.source),
      h("span", { class: "grow" }),
      h("a", { class: "small", href: to("charts", sheet.name), text: "the table" }),
    ),
    h(
      "div",
      { class: "body" },
      legend(kinds),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${title}, plot` }, picture),
      wordsPlace,
      inTable(
        title,
        turns.map(shortDate),
        kinds,
        (at, kind) => (share(mixes[at], kind) ? percent(share(mixes[at], kind)) : ""),
      ),
    ),
  );
}

/** @param {HTMLElement} place */
export async function arrivals(place) {
  const turns = (await games()).find((one) => one.name === "belorussia")?.turns ?? [];
  const sides = ["soviet", "axis"];
  fill(place, h("p", { class: "muted", text: "Reading the orders of arrival…" }));
  const answers = await askAll(
    sides.flatMap((side) =>
      turns.map((
        date,
      ) => /** @type {[string, { [name: string]: string }]} */ (["belorussia.arrivals", { side, date }]))
    ),
  );
  const entries = answers.map((one) => /** @type {any[]} */ (/** @type {any} */ (one.result).entries ?? []));
  bySide(
    place,
    "Counters that the orders of arrival bring on each turn. Those that are lost in the scan count " +
      "too, and are shown as gaps.",
    turns.map((date) => ({ name: shortDate(date), group: monthOf(date) })),
    entries,
    (entry) =>
      entry.details.length +
      entry.unknown.reduce((/** @type {number} */ sum, /** @type {any} */ gap) => sum + (gap.count ?? 1), 0),
    (entry, side) => renderArrival(side, entry),
  );
}
