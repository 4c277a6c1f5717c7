/** Plots over the calendar, drawn as SVG: the weather to be expected, and who arrives when. */

import { get, games, table } from "./api.js";
import { drawn } from "./boards/calendar.js";
import { askAll } from "./calculator.js";
import { fill, h, tell } from "./dom.js";
import { badge } from "./parts.js";
import { stacked } from "./plots-svg.js";
import { to } from "./route.js";
import { capital, heading, monthOf, percent, plural, shortDate } from "./words.js";

/** @typedef {import("./types.d.ts").Sheet} Sheet */
/** @typedef {{ name: string, share: number }[]} Mix */

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** Whether a column of the ground table is read on a date: "until 1 Oct", "5-15 Oct", "December". @param {string} column @param {string} date @param {string} first */
function readOn(column, date, first) {
  const [year, month, day] = date.split("-").map(Number);
  const named = MONTHS.findIndex((one) => column === one);
  if (named >= 0) return month === named + 1;
  const ends = /^(?:until )?(\d+)(?:-(\d+))? (\w{3})$/.exec(column);
  if (!ends) return false;
  const of = MONTHS.findIndex((one) => one.startsWith(ends[3])) + 1;
  if (column.startsWith("until")) return date >= first && year * 10000 + month * 100 + day <= Number(first.slice(0, 4)) * 10000 + of * 100 + Number(ends[1]);
  return month === of && day >= Number(ends[1]) && day <= Number(ends[2] ?? ends[1]);
}

/** The ground to be expected on each turn. @param {Sheet} ground @param {string[]} turns */
export const groundOn = (ground, turns) => turns.map((date) => {
  const column = ground.columns.find((one) => readOn(one.name, date, turns[0]));
  return (column?.odds ?? []).map((one) => ({ name: String(one.result), share: one.share }));
});

/** The flight condition to be expected: that of each ground, as often as it comes. @param {Sheet} flight @param {Mix[]} grounds @returns {Mix[]} */
const flightOn = (flight, grounds) => grounds.map((mix) => {
  /** @type {Map<string, number>} */
  const sum = new Map();
  for (const { name, share } of mix)
    for (const one of flight.columns.find((column) => column.name === name)?.odds ?? []) sum.set(String(one.result), (sum.get(String(one.result)) ?? 0) + share * one.share);
  return [...sum].map(([name, share]) => ({ name, share }));
});

/** @param {HTMLElement} place */
async function weather(place) {
  const [ground, flight, documents] = await Promise.all([table("belorussia.weather.ground"), table("belorussia.weather.flight"), games()]);
  const turns = documents.find((one) => one.name === "belorussia")?.turns ?? [];
  const grounds = groundOn(ground, turns);
  const flights = flightOn(flight, grounds);
  fill(place, h("p", { class: "muted calc-lead", text: "What the tables give for every turn, before a die is thrown. Point at a turn, or walk with the arrow keys, for its figures." }),
    mixCard("Ground", turns, grounds, ["dry", "mud", "freeze", "deep_freeze"], ground), mixCard("Flight", turns, flights, ["full", "limited", "none"], flight));
}

/** @param {string} title @param {string[]} turns @param {Mix[]} mixes @param {string[]} kinds @param {Sheet} sheet */
function mixCard(title, turns, mixes, kinds, sheet) {
  const share = (/** @type {Mix} */ mix, /** @type {string} */ kind) => mix.find((one) => one.name === kind)?.share ?? 0;
  const told = h("p", { class: "plot-told small", role: "status" });
  const say = (/** @type {number} */ at) => {
    const words = kinds.filter((kind) => share(mixes[at], kind)).map((kind) => `${heading(kind)} ${percent(share(mixes[at], kind))}`).join(", ");
    fill(told, h("b", { text: `${shortDate(turns[at])}: ` }), words);
    return `${shortDate(turns[at])}: ${words}`;
  };
  const picture = stacked({ label: `${title} over the calendar`, columns: turns.map((date, at) => ({ name: shortDate(date), group: monthOf(date), parts: kinds.map((kind) => ({ kind, value: share(mixes[at], kind) })) })), kinds, most: 1, scale: (value) => `${Math.round(100 * value)}%`, point: say });
  if (mixes.length) say(0);
  return h("section", { class: "card plot-card" },
    h("header", {}, h("h2", { text: title }), badge(sheet.source), h("span", { class: "grow" }), h("a", { class: "small", href: to("charts", sheet.name), text: "the table" })),
    h("div", { class: "body" }, legend(kinds), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${title}, plot` }, picture), told,
      inTable(title, turns.map(shortDate), kinds, (at, kind) => (share(mixes[at], kind) ? percent(share(mixes[at], kind)) : ""))));
}

/** @param {string[]} kinds */
const legend = (kinds) => h("p", { class: "plot-legend small" }, kinds.map((kind) => h("span", {}, h("i", { class: `k-${kind}`, "aria-hidden": "true" }), heading(kind))));

/** The same figures as a table, for those who do not see the picture. @param {string} title @param {string[]} names @param {string[]} kinds @param {(at: number, kind: string) => string} cell */
function inTable(title, names, kinds, cell) {
  const fold = h("details", { class: "settled" }, h("summary", { text: "The figures as a table" }));
  fold.addEventListener("toggle", () => {
    if (fold.open && fold.childElementCount === 1)
      fold.append(h("div", { class: "scroll" }, h("table", {}, h("caption", { class: "sr", text: title }), h("thead", {}, h("tr", {}, h("th", { scope: "col", text: "Turn" }), kinds.map((kind) => h("th", { scope: "col", text: heading(kind) })))),
        h("tbody", {}, names.map((name, at) => h("tr", {}, h("th", { scope: "row", text: name }), kinds.map((kind) => h("td", { text: cell(at, kind) }))))))));
  });
  return fold;
}

/** @param {HTMLElement} place */
async function arrivals(place) {
  const turns = (await games()).find((one) => one.name === "belorussia")?.turns ?? [];
  const sides = ["soviet", "axis"];
  fill(place, h("p", { class: "muted", text: "Reading the orders of arrival…" }));
  const answers = await askAll(sides.flatMap((side) => turns.map((date) => /** @type {[string, { [name: string]: string }]} */ (["belorussia.arrivals", { side, date }]))));
  const entries = answers.map((one) => /** @type {any[]} */ (/** @type {any} */ (one.result).entries ?? []));
  bySide(place, "Counters that the orders of arrival bring on each turn. Those that are lost in the scan count too, and are shown as gaps.", turns.map((date) => ({ name: shortDate(date), group: monthOf(date) })), entries,
    (entry) => entry.details.length + entry.unknown.reduce((/** @type {number} */ sum, /** @type {any} */ gap) => sum + (gap.count ?? 1), 0), (entry, side) => drawn(side, entry));
}

/** @param {HTMLElement} place */
async function monthly(place) {
  const atlas = await get("/api/games/arsenal/board");
  /** @type {string[]} */
  const months = atlas.months.map((/** @type {{ month: string }} */ one) => one.month);
  const answers = await askAll(["soviet", "axis"].flatMap((side) => months.map((month) => /** @type {[string, { [name: string]: string }]} */ (["arsenal.arrivals", { side, month }]))));
  bySide(place, "Units that arrive, leave or are released, month by month.", months.map((month) => ({ name: monthOf(`${month}-01`), group: month.slice(0, 4) })), answers.map((one) => /** @type {any[]} */ (one.result ?? [])),
    () => 1, (entry) => [h("b", { text: entry.unit }), ` ${entry.how === "in" ? "arrives" : entry.how === "out" ? "leaves" : entry.how}`, entry.at && ` at ${entry.at}`, entry.note && `, ${entry.note}`, " ", badge(entry.source)]);
}

/**
 * @param {HTMLElement} place @param {string} lead @param {{ name: string, group: string }[]} columns
 * @param {any[][]} entries of the Soviets for every column, then of the Axis @param {(entry: any) => number} worth how many counters an entry brings
 * @param {(entry: any, side: string) => import("./types.d.ts").Child} line
 */
function bySide(place, lead, columns, entries, worth, line) {
  const kinds = ["soviet", "axis"];
  const of = (/** @type {number} */ at, /** @type {string} */ kind) => entries[at + kinds.indexOf(kind) * columns.length] ?? [];
  const sum = (/** @type {number} */ at, /** @type {string} */ kind) => of(at, kind).reduce((all, entry) => all + worth(entry), 0);
  const told = h("div", { class: "plot-entries" });
  const say = (/** @type {number} */ at) => {
    fill(told, h("h3", { text: columns[at].name }), h("div", { class: "plot-sides" }, kinds.map((kind) => h("section", {}, h("p", {}, h("span", { class: `side ${kind}`, text: heading(kind) }), h("span", { class: "small faint", text: ` ${plural(sum(at, kind), "counter")}` })),
      h("ul", { class: "small" }, of(at, kind).map((entry) => h("li", {}, line(entry, kind))), !of(at, kind).length && h("li", { class: "faint", text: "nobody" }))))));
    return `${columns[at].name}: ${kinds.map((kind) => `${heading(kind)} ${sum(at, kind)}`).join(", ")}`;
  };
  const highest = Math.max(4, ...columns.map((_, at) => kinds.reduce((all, kind) => all + sum(at, kind), 0)));
  const most = Math.ceil(highest / 4) * 4;
  const picture = stacked({ label: "Arrivals over the calendar", columns: columns.map((column, at) => ({ ...column, parts: kinds.map((kind) => ({ kind, value: sum(at, kind) })) })), kinds, most, scale: (value) => String(Math.round(value)), point: say });
  if (columns.length) say(0);
  fill(place, h("p", { class: "muted calc-lead", text: lead }), h("section", { class: "card plot-card" }, h("header", {}, h("h2", { text: "Counters on each turn" })),
    h("div", { class: "body" }, legend(kinds), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Arrivals, plot" }, picture), told, inTable("Arrivals", columns.map((one) => one.name), kinds, (at, kind) => String(sum(at, kind) || "")))));
  tell(`Arrivals over ${plural(columns.length, "turn")}.`);
}

/** @param {HTMLElement} place */
async function zones(place) {
  const atlas = await get("/api/games/arsenal/board");
  const kinds = ["clear", "mud", "snow"];
  const card = (/** @type {"north" | "south"} */ zone) => {
    const told = h("p", { class: "plot-told small", role: "status" });
    const say = (/** @type {number} */ at) => { const text = `${monthOf(`${atlas.months[at].month}-01`)}: ${heading(atlas.months[at][zone])}`; told.textContent = text; return text; };
    say(0);
    const picture = stacked({ label: `Weather in the ${zone}`, columns: atlas.months.map((/** @type {any} */ one) => ({ name: monthOf(`${one.month}-01`), group: one.month.slice(0, 4), parts: [{ kind: one[zone], value: 1 }] })), kinds, most: 1, scale: () => "", point: say, low: true });
    return h("section", { class: "card plot-card" }, h("header", {}, h("h2", { text: `${capital(zone)}` })), h("div", { class: "body" }, legend(kinds), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Weather in the ${zone}, plot` }, picture), told,
      inTable(`Weather in the ${zone}`, atlas.months.map((/** @type {any} */ one) => monthOf(`${one.month}-01`)), ["weather"], (at) => heading(atlas.months[at][zone]))));
  };
  fill(place, h("p", { class: "muted calc-lead", text: "The weather of each month in both zones, as the calendar has it." }), card("north"), card("south"));
}

/** @type {import("./charts.js").Own[]} */
export const PLOTS = [
  { name: "belorussia.plot.weather", game: "belorussia", title: "Weather over the calendar", words: "ground flight plot", draw: weather },
  { name: "belorussia.plot.arrivals", game: "belorussia", title: "Arrivals over the calendar", words: "reinforcements plot", draw: arrivals },
  { name: "arsenal.plot.weather", game: "arsenal", title: "Weather over the calendar", words: "mud snow plot", draw: zones },
  { name: "arsenal.plot.arrivals", game: "arsenal", title: "Arrivals over the calendar", words: "reinforcements plot", draw: monthly },
];
