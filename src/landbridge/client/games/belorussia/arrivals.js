/** Arrivals, withdrawals and dated events of both sides as a calendar, a few turns at a time. */

import { fill, h } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { askTogether } from "../../shell/question-api.js";
import { capital, shortDate } from "../../shell/words.js";
import { lost, pieces } from "./written-counters.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/**
 * @typedef {{
 *   row: string,
 *   what: string,
 *   place: string,
 *   details: import("./written-counters.js").Detail[],
 *   unknown: { what: string, count: number | null, at_least: boolean }[],
 *   formation: string,
 *   condition: string,
 *   due?: string | null,
 *   note: string,
 *   certainty: string,
 * }} ArrivalEntry
 */

const AHEAD = 6;
const WORDS = {
  arrive: "",
  available: "Available: ",
  deploy: "Deploys: ",
  dead_pile: "To the Dead Pile: ",
  group: "Group: ",
  withdraw: "Out: ",
  event: "",
  note: "",
};

/** @type {Map<string, Promise<ArrivalEntry[]>>} */
const fetched = new Map();

/**
 * What the order of arrival has for a side on a turn.
 * @param {string} side
 * @param {string} date
 * @returns {Promise<ArrivalEntry[]>}
 */
export function entriesOf(side, date) {
  const name = `${side} ${date}`;
  let found = fetched.get(name);
  if (!found) {
    found = askTogether("belorussia.arrivals", { side, date }).then((answer) =>
      /** @type {any} */ (answer.result).entries ?? []
    );
    found.catch(() => fetched.delete(name));
    fetched.set(name, found);
  }
  return found;
}

/**
 * What leaves, or what happens, beside units.
 * @param {string} side
 * @param {string} date
 * @returns {Promise<ArrivalEntry[]>}
 */
export function leavingOf(side, date) {
  const name = `out ${side} ${date}`;
  let found = fetched.get(name);
  if (!found) {
    found = askTogether("belorussia.withdrawals", { side, date }).then((answer) => {
      const result = /** @type {any} */ (answer.result);
      return Array.isArray(result) ? result : result?.entries ?? [];
    });
    found.catch(() => fetched.delete(name));
    fetched.set(name, found);
  }
  return found;
}

/**
 * What is dated beside units: markers, limits, notes.
 * @param {string} date
 * @returns {Promise<{ row: string, side: string, text: string }[]>}
 */
function eventsOf(date) {
  const name = `events ${date}`;
  let found = fetched.get(name);
  if (!found) {
    found = askTogether("belorussia.dated_events", { date }).then((answer) =>
      /** @type {any} */ (answer.result) ?? []
    );
    found.catch(() => fetched.delete(name));
    fetched.set(name, found);
  }
  return /** @type {Promise<any[]>} */ (found);
}

/** @type {{ sides: string, from: number | null }} */
const chosen = { sides: "both", from: null };

/** @param {HTMLElement} place @param {Scene} scene */
export function calendar(place, scene) {
  const turns = scene.game?.turns ?? [];
  const now = Number(scene.view.turn) - 1;
  const from = chosen.from ?? Math.max(0, now - 1);
  const sides = chosen.sides === "both" ? ["soviet", "axis"] : [chosen.sides];
  const again = () => calendar(place, scene);
  const tab = (/** @type {string} */ name, /** @type {string} */ text) =>
    h("button", {
      type: "button",
      "aria-pressed": String(chosen.sides === name),
      text,
      onclick: () => {
        chosen.sides = name;
        again();
      },
    });
  const rows = turns.slice(from, from + AHEAD + 2).map((date, at) => {
    const number = from + at;
    return h(
      "tr",
      {
        class: number === now ? "now" : number < now ? "gone" : null,
        "aria-current": number === now ? "date" : null,
      },
      h(
        "th",
        { scope: "row" },
        shortDate(date).replace(/ \d\d$/, ""),
        number === now && h("span", { class: "sr", text: ", this turn" }),
      ),
      sides.map((side) => {
        const cell = h("td", { "data-side": side }, h("span", { class: "faint", text: "…" }));
        Promise.all([entriesOf(side, date), leavingOf(side, date), eventsOf(date)]).then(
          ([coming, leaving, events]) => {
            const all = [
              ...coming,
              ...leaving.filter((one) => !coming.some((other) => other.row === one.row)),
            ];
            const dated = events.filter((one) =>
              one.side === side && !all.some((entry) => entry.row === one.row)
            );
            fill(
              cell,
              all.map((entry) => renderArrival(side, entry)),
              dated.map((one) =>
                h("p", { class: "small entry" }, h("b", { text: `${capital(one.text)}.` }), chips([one.row]))
              ),
              !all.length && !dated.length &&
                h("span", { class: "never", "aria-label": "nothing", role: "img", text: "·" }),
            );
          },
          () => fill(cell, h("span", { class: "small muted", text: "cannot be fetched" })),
        );
        return cell;
      }),
    );
  });
  const step = (/** @type {number} */ to, /** @type {string} */ text, /** @type {boolean} */ off) =>
    h("button", {
      type: "button",
      class: "btn small quiet",
      disabled: off,
      text,
      onclick: () => {
        chosen.from = to;
        again();
      },
    });
  const last = Math.max(0, turns.length - AHEAD - 2);
  fill(
    place,
    h(
      "header",
      { class: "panel-head" },
      h("h2", { text: "Arrivals and events" }),
      h("span", { class: "grow" }),
      h(
        "div",
        { class: "tabs", role: "group", "aria-label": "Side" },
        tab("both", "Both"),
        tab("soviet", "Soviet"),
        tab("axis", "Axis"),
      ),
    ),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: `cal sides-${sides.length}` },
        h("caption", { class: "sr", text: "Arrivals and events by turn" }),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col", text: "Turn" }),
            sides.map((side) => h("th", { scope: "col", text: capital(side) })),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
    h(
      "div",
      { class: "acts cal-steps noprint" },
      step(Math.max(0, from - AHEAD), "Earlier", from <= 0),
      h("button", {
        type: "button",
        class: "btn small quiet",
        text: "This turn",
        onclick: () => {
          chosen.from = null;
          again();
        },
      }),
      step(Math.min(last, from + AHEAD), "Later", from >= last),
    ),
  );
}

/** One entry of the order of arrival. @param {string} side @param {ArrivalEntry} entry */
export function renderArrival(side, entry) {
  const start = WORDS[/** @type {keyof typeof WORDS} */ (entry.what)] ?? "";
  const words = [entry.formation, entry.what === "withdraw" ? "" : entry.place, entry.condition].filter(
    Boolean,
  ).map((text) => capital(text)).join(". ");
  return h(
    "div",
    { class: `entry ${entry.what}` },
    (entry.details?.length > 0 || entry.unknown?.length > 0) &&
      h(
        "div",
        { class: "arr" },
        start && h("span", { class: "small muted", text: start }),
        pieces(side, entry.details ?? []),
        (entry.unknown ?? []).map(lost),
      ),
    h(
      "p",
      { class: "small" },
      words && `${words}. `,
      entry.note && `${capital(entry.note)}${entry.due ? ` on ${shortDate(entry.due)}` : ""}.`,
      chips([entry.row]),
    ),
  );
}
