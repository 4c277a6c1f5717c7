/** The situation at a turn: what mattered, places won and lost, the score and what is needed, losses of both sides. */

import { counter } from "../../board/counter.js";
import { h } from "../../shell/dom.js";
import { plural, sentence } from "../../shell/words.js";
import { sideMark } from "../match-status.js";
import { headlinesOf } from "./headlines.js";
import { inShort } from "./in-short.js";
import { scoreCard } from "./score-bar.js";
import { joined, UNKNOWN } from "./steps.js";

/** @typedef {import("./steps.js").PlaybackStep} PlaybackStep */
/** @typedef {import("../types.d.ts").PlaybackBoard} PlaybackBoard */
/**
 * `theirs`: what happened since this role last acted; `turn`: what happened since its last turn began;
 * `before` and `now`: the position then and now.
 * @typedef {import("../types.d.ts").SeenPosition} SeenPosition
 * @typedef {{ role: string, theirs: PlaybackStep[], turn: PlaybackStep[], before: SeenPosition, now: SeenPosition }}
 *   Situation
 */

/** So many headlines are told at once. */
const TOLD = 5;
/** So many lost units are drawn; more are counted. */
const DRAWN = 12;

/**
 * @param {Situation} found
 * @param {PlaybackBoard} board
 */
export function situationCard({ role, theirs, turn, before, now }, board) {
  const [first, ...rest] = headlinesOf(theirs.flatMap((step) => step.events));
  const side = board.sides.includes(role) ? role : board.sides[0];
  // In the first turn there is nothing to compare with, unless something has happened already.
  const begins = board.when(before) === board.when(now);
  const moved = places(side, { turn, before, now }, board);
  const lost = joined(turn.map((step) => step.traces)).losses;
  return h(
    "div",
    { class: "situation" },
    h("h2", { tabindex: "-1", text: first?.text ?? board.when(now) }),
    first && h("p", { class: "small muted", text: board.when(now) }),
    rest.length > 0 && told(rest),
    inShort(theirs, role, board.units(before), board),
    everything(theirs),
    Object.keys(board.control(now)).length > 0 && (moved || !begins) && [
      h("h3", { text: "The front" }),
      moved ?? h("p", { class: "small", text: "No place has changed hands since your last turn began." }),
    ],
    board.score && [
      h("h3", { text: "Score" }),
      board.score(now).map((track) => scoreCard(track, role)),
      prizes(board.prizes?.(now) ?? []),
    ],
    board.units(now).size > 0 && (lost.length > 0 || !begins) && [
      h("h3", { text: "Losses since your last turn began" }),
      losses(lost, board),
    ],
  );
}

/** @param {import("./headlines.js").Headline[]} headlines */
const told = (headlines) => [
  h(
    "ul",
    { class: "headlines" },
    headlines.slice(0, TOLD).map(({ text }) => h("li", { text: sentence(text) })),
  ),
  headlines.length > TOLD &&
  h(
    "details",
    { class: "small" },
    h("summary", { text: `${headlines.length - TOLD} more` }),
    h(
      "ul",
      { class: "headlines" },
      headlines.slice(TOLD).map(({ text }) => h("li", { text: sentence(text) })),
    ),
  ),
];

/**
 * What is worth points, and who holds it.
 * @param {{ name: string, hex: string, points: number, side: string }[]} worth
 */
const prizes = (worth) =>
  worth.length > 0 && h(
    "table",
    { class: "prizes small" },
    h("caption", { class: "sr", text: "Places that count in the score" }),
    worth.map(({ name, hex, points, side }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name, " ", h("span", { class: "mono muted", text: hex })),
        h("td", {}, sideMark(side)),
        h("td", { class: "figure", text: `${points} VP` }),
      )
    ),
  );

/** @param {PlaybackStep[]} steps */
const everything = (steps) =>
  steps.length > 0 && h(
    "details",
    { class: "small all-told" },
    h("summary", { text: `All of it: ${plural(steps.length, "step")}` }),
    h("ol", {}, steps.flatMap((step) => step.events.map((event) => h("li", { text: sentence(event.text) })))),
  );

/**
 * What has changed for a side, and what has changed and changed back; nothing where nothing has.
 * @param {string} side
 * @param {Pick<Situation, "turn" | "before" | "now">} found
 * @param {PlaybackBoard} board
 */
function places(side, { turn, before, now }, board) {
  const [was, is] = [board.control(before), board.control(now)];
  const changed = Object.keys(is).filter((place) => was[place] && was[place] !== is[place])
    .sort((a, b) => board.worth(b) - board.worth(a));
  const named = (/** @type {string[]} */ ids) =>
    ids.map((id) => board.placeName(id) + (board.worth(id) ? ` (${board.worth(id)} VP)` : "")).join(", ");
  const taken = new Set(turn.flatMap((step) => step.traces.captures.map(({ place }) => place)));
  const again = Object.keys(is).filter((place) => was[place] === is[place] && taken.has(place));
  const own = (/** @type {string} */ id) => is[id] === side;
  const rows = /** @type {[string, string[]][]} */ ([
    ["Won", changed.filter(own)],
    ["Lost", changed.filter((id) => !own(id))],
    ["Won and lost again", again.filter((id) => !own(id))],
    ["Lost and won back", again.filter(own)],
  ]).filter(([, ids], at) => ids.length || (at < 2 && changed.length));
  const others = board.changes?.(side, before, now) ?? [];
  if (!rows.length && !others.length) return null;
  return [
    others.length > 0 && h("ul", { class: "small changes" }, others.map((text) => h("li", { text }))),
    rows.length > 0 && h(
      "dl",
      { class: "won-and-lost small" },
      rows.map(([title, ids]) =>
        h("div", {}, h("dt", { text: `${title} ${ids.length}` }), h("dd", { text: named(ids) || "nothing" }))
      ),
    ),
    (changed.length > 0 || apart(board.front, before, now)) && h(
      "p",
      { class: "small muted" },
      h("i", { class: "front-then", "aria-hidden": "true" }),
      "The dashed line on the map is the front a turn ago.",
    ),
  ];
}

/** Whether the front ran otherwise. @param {PlaybackBoard["front"]} front @param {SeenPosition[]} seen */
const apart = (front, ...seen) => {
  const [then, now] = seen.map((one) => JSON.stringify(front?.(one)));
  return then !== now;
};

/** @param {ReturnType<typeof joined>["losses"]} lost @param {PlaybackBoard} board */
function losses(lost, board) {
  return h(
    "div",
    { class: "losses" },
    board.sides.map((side) => {
      const own = lost.filter((one) => one.side === side);
      const units = [...new Set(own.flatMap((one) => one.units))].filter((unit) => unit !== UNKNOWN);
      const steps = own.reduce((sum, one) => sum + (one.steps ?? 0), 0);
      const count = steps ? plural(steps, "step") : units.length ? plural(units.length, "unit") : "nothing";
      return h(
        "div",
        {},
        h(
          "p",
          { class: "small" },
          sideMark(side),
          ` ${count}`,
        ),
        units.length > 0 && h(
          "p",
          { class: "row" },
          units.slice(0, DRAWN).map((unit) => counter(board.unit(unit, side), 30)),
          units.length > DRAWN &&
            h("span", { class: "small muted", text: `and ${units.length - DRAWN} more` }),
        ),
      );
    }),
  );
}
