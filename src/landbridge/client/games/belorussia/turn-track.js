/** The track of turns and the weather of this one. */

import { h } from "../../shell/dom.js";
import { capital, heading, plural, shortDate } from "../../shell/words.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */

const GROUNDS = {
  dry: ["D", "Dry"],
  mud: ["M", "Mud"],
  freeze: ["F", "Freeze"],
  deep_freeze: ["FF", "Deep freeze"],
  snow: ["S", "Snow"],
};

const FLIGHTS = { full: "full flight", limited: "limited flight", none: "no flight" };

// The turn track

/** @param {Scene} scene */
export function turnTrack({ game, view }) {
  const turns = game?.turns ?? [];
  const now = Number(view.turn) - 1;
  /** @type {[string, string][]} */
  const past = view.past ?? [];
  const began = now - past.length;
  /** @type {Map<string, number[]>} */
  const months = new Map();
  turns.forEach((turn, at) => {
    const month = shortDate(turn).replace(/^\d+ /, "");
    months.set(month, [...(months.get(month) ?? []), at]);
  });
  const box = h(
    "ol",
    { class: "track", tabindex: "0", "aria-label": "Turns and their weather" },
    [...months].map(([month, list]) =>
      h(
        "li",
        { class: "month-of" },
        h("span", { class: "over", text: month }),
        h("ol", {}, list.map((at) => turnBox(turns[at], at, now, began, past, view))),
      )
    ),
  );
  requestAnimationFrame(() => {
    const here = /** @type {HTMLElement | null} */ (box.querySelector(".now"));
    if (here) {
      box.scrollLeft += here.getBoundingClientRect().left - box.getBoundingClientRect().left -
        box.clientWidth / 3;
    }
  });
  return h("section", { class: "card track-card", "aria-label": "Turn track" }, box);
}

/**
 * @param {string} date
 * @param {number} at
 * @param {number} now
 * @param {number} began
 * @param {[string, string][]} past
 * @param {any} view
 */
function turnBox(date, at, now, began, past, view) {
  const weather = at === now ? [view.ground, view.flight] : at >= began && at < now ? past[at - began] : null;
  const [sign, ground] = weather?.[0]
    ? (GROUNDS[/** @type {keyof typeof GROUNDS} */ (weather[0])] ?? ["·", heading(weather[0])])
    : ["", ""];
  const flight = weather?.[1] ? FLIGHTS[/** @type {keyof typeof FLIGHTS} */ (weather[1])] : "";
  const words = `${shortDate(date)}, turn ${at + 1}${
    ground ? `: ${ground}${flight ? `, ${flight}` : ""}` : at < began ? ": before this campaign" : ""
  }`;
  return h(
    "li",
    {
      class: [at === now ? "now" : at < now ? "gone" : "", weather?.[0] ? `g-${weather[0]}` : ""].join(" "),
      title: words,
      "aria-current": at === now ? "date" : null,
    },
    h("span", { "aria-hidden": "true", class: "day", text: Number(date.slice(8)) }),
    h("span", { "aria-hidden": "true", class: "wx", text: sign }),
    h("span", { class: "sr", text: words }),
  );
}

/** The date and the weather for the bar at the top. @param {Scene} scene */
export function weatherPills({ view, summary }) {
  const [date, turn] = (summary[0] ?? "").split(", ");
  const ground = view.ground &&
    (GROUNDS[/** @type {keyof typeof GROUNDS} */ (view.ground)]?.[1] ?? heading(view.ground));
  const flight = view.flight &&
    capital(FLIGHTS[/** @type {keyof typeof FLIGHTS} */ (view.flight)] ?? view.flight);
  return [
    h("b", { class: "when", text: date }),
    turn && h("span", { class: "muted small turn-of", text: turn }),
    ground && h("span", { class: "pill", text: ground }),
    flight && h("span", { class: "pill", text: flight }),
    view.ice?.present ? h("span", { class: "pill", text: "Ice on rivers" }) : view.ice?.run > 0 &&
      h("span", { class: "pill warn", text: `Ice after ${plural(3 - view.ice.run, "more Freeze turn")}` }),
  ];
}
