/** The matches on the home page: each a row with its picture, its sides and whose turn it is. */

import { timeLeft } from "../../match/clock.js";
import { sideMark } from "../../match/match-status.js";
import { add, fill, h } from "../../shell/dom.js";
import { to } from "../../shell/route.js";
import { heading, plural } from "../../shell/words.js";
import { paintCountry } from "./landscape.js";
import { paintSketch } from "./sketches.js";

/** @typedef {import("../../api.d.ts").Summary} Summary */

/** @param {HTMLCanvasElement} canvas */
export function paintThumb(canvas) {
  const { game, at } = canvas.dataset;
  if (game === "belorussia") {
    const shift = [...(at ?? "")].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    paintCountry(canvas, at ? 62 + (shift % 44) : 76, at ? 48 + (shift % 5) : 50.4, at ? 24 : 30);
  } else paintSketch(canvas, game ?? "");
}

// Matches

/** Whether a match waits for whoever looks. @param {Summary} match */
const isWaiting = (match) => !match.over && match.to_decide.some((role) => match.yours.includes(role));

/**
 * Whether a match waits for whoever looks that is more than a lesson.
 * @param {Summary[]} found
 * @param {import("../../api.d.ts").GameEntry[]} known
 */
export function waitedFor(found, known) {
  const lessons = known.flatMap(({ tutorials }) => tutorials.map(({ scenario }) => scenario));
  const together = (/** @type {Summary} */ one) =>
    Object.values(one.seats).some(({ kind }) => kind === "user");
  return found.some((one) => isWaiting(one) && (together(one) || !lessons.includes(one.scenario)));
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} count
 * @param {Summary[]} found
 * @param {import("../../api.d.ts").Me | null} who
 * @param {import("../../shell/types.d.ts").Child} tutorial what begins a tutorial
 */
export function drawMatches(list, count, found, who, tutorial) {
  const mine = found.filter(isWaiting);
  count.textContent = found.length
    ? `${
      mine.length
        ? `your move in ${mine.length} of ${found.length}`
        : plural(found.length, "match", "matches")
    }`
    : "";
  document.title = mine.length ? `Your move in ${mine.length} · Landbridge` : "Landbridge";
  const ranked = [...found].sort((a, b) =>
    Number(mine.includes(b)) - Number(mine.includes(a)) || b.updated.localeCompare(a.updated)
  );
  fill(list, ranked.map((match) => matchRow(match)));
  if (found.length) return;
  const away = who?.mode === "public" && !who.user;
  add(list, [
    h(
      "div",
      { class: "empty first-time" },
      h("h3", { text: away ? "Sign in to play" : "No match yet" }),
      h("p", {
        text: away
          ? "Charts, rules and odds are open to everybody; a match belongs to an account."
          : "Begin with four turns on the road to Smolensk, or three on the hexes before Rechitsa, against a bot: " +
            "a coach lights each next step, shows the odds beforehand and names the rule behind every number. " +
            "Or set your own map up and let Landbridge referee your table.",
      }),
      h(
        "p",
        { class: "acts" },
        away ? [h("a", { class: "btn go", href: to("account"), text: "Sign in" })] : [
          tutorial,
          h("a", {
            class: "btn",
            href: to("new", "belorussia", { for: "referee" }),
            text: "Referee our table",
          }),
          h("a", { class: "btn quiet", href: to("ask"), text: "Just look around" }),
        ],
      ),
    ),
  ]);
}

/** @param {Summary} match */
function matchRow(match) {
  const yours = match.to_decide.filter((role) => match.yours.includes(role));
  const state = match.over
    ? h("span", {
      class: "pill",
      text: match.outcome?.winner
        ? `${heading(match.outcome.winner)} won`
        : match.outcome?.how === "drawn"
        ? "drawn"
        : "over",
    })
    : yours.length
    ? h("span", {
      class: "pill legal",
      text: match.yours.length > 1 ? `${yours.map(heading).join(", ")} to move` : "your move",
    })
    : h("span", {
      class: "pill",
      text: `waiting for ${match.to_decide.map(heading).join(", ") || "nobody"}`,
    });
  const seats = Object.entries(match.seats);
  return h(
    "a",
    { href: to("match", match.id), "data-match": match.id },
    h("canvas", { "data-game": match.game, "data-at": match.id, "aria-hidden": "true" }),
    h("b", { text: match.name || match.title }),
    h(
      "span",
      { class: "sub" },
      match.name && match.name !== (match.scenario_title ?? match.scenario)
        ? match.scenario_title ?? match.scenario
        : match.title,
      " · ",
      seats.map(([role, seat], at) => [
        at ? ", " : "",
        sideMark(role),
        ` ${
          seat.kind === "me"
            ? "you"
            : seat.kind === "bot"
            ? `bot ${seat.name}`
            : seat.kind === "open"
            ? "open"
            : seat.name
        }`,
      ]),
      ` · ${plural(match.actions, "action")}`,
    ),
    h(
      "span",
      { class: "stand" },
      state,
      Object.entries(match.clock?.running ?? {}).map(([role, time]) =>
        h(
          "span",
          { class: "clock-of", "aria-label": `Clock of ${heading(role)}` },
          match.to_decide.length > 1 && sideMark(role),
          timeLeft(time),
        )
      ),
      h("time", { datetime: match.updated, text: ago(match.updated) }),
    ),
  );
}

/** How long ago, in words. @param {string} iso */
export function ago(iso) {
  const minutes = (Date.now() - Date.parse(iso)) / 60_000;
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${Math.round(minutes)} min ago`;
  if (minutes < 60 * 24) return `${plural(Math.round(minutes / 60), "hour")} ago`;
  return minutes < 60 * 48 ? "yesterday" : `${plural(Math.round(minutes / 1440), "day")} ago`;
}
