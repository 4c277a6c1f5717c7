/** A battle as a story: what came of it first, who fought, round by round with the dice that hit. */

import { counter } from "../../board/counter.js";
import { h } from "../../shell/dom.js";
import { die } from "../../shell/parts.js";
import { sentence } from "../../shell/words.js";
import { sideMark } from "../match-status.js";

/** @typedef {import("../../api.d.ts").EventView} EventView */
/** @typedef {import("../../api.d.ts").BattlePart} BattlePart */
/** @typedef {import("../../api.d.ts").Volley} Volley */
/** @typedef {import("../types.d.ts").PlaybackBoard} PlaybackBoard */

/** What becomes of a unit in a battle, in a word under its counter. */
const FATES = { lost: "destroyed", dispersed: "dispersed", "thrown back": "thrown back" };

/**
 * The events of the battle that an event is a part of, up to that one.
 * @param {EventView[]} events
 * @param {EventView} last
 */
export function battleUpTo(events, last) {
  const place = last.picture?.battle?.place;
  /** @type {EventView[]} */
  const found = [];
  for (let at = events.indexOf(last); at >= 0; at--) {
    const battle = events[at].picture?.battle;
    if (battle?.place !== place) continue;
    found.unshift(events[at]);
    if (battle?.part === "begins") break;
  }
  return found;
}

/**
 * @param {EventView[]} events the battle so far, see `battleUpTo`
 * @param {PlaybackBoard} board
 * @param {boolean} [brief] earlier rounds are folded
 */
export function battleStory(events, board, brief = false) {
  const parts = events.map((event) => /** @type {BattlePart} */ (event.picture?.battle));
  const begun = parts.find((part) => part.part === "begins");
  const last = events[events.length - 1];
  if (!begun || !last) return null;
  const place = board.placeName(begun.place);
  const ended = last.picture?.battle?.part === "ends";
  const rounds = parts.filter((part) => part.part === "round").length;
  const other = board.sides.find((side) => side !== begun.attacker) ?? "";
  const fates = fatesOf(events);
  const struck = new Set((last.picture?.fates ?? []).flatMap((fate) => fate.units));
  const row = (
    /** @type {string[]} */ units,
    /** @type {string} */ side,
    /** @type {string} */ what,
    /** @type {string} */ unnamed = "",
  ) =>
    h(
      "div",
      { class: "fighters" },
      h("span", { class: "small" }, sideMark(side), h("span", { class: "muted", text: ` ${what}` })),
      h(
        "span",
        { class: "row" },
        units.map((unit) => fighter(unit, side, fates.get(unit) ?? "", struck.has(unit), board)),
        !units.length && h("span", { class: "small muted", text: unnamed || "nobody" }),
      ),
    );
  const told = events.flatMap((event) => {
    const { part, volleys = [] } = /** @type {BattlePart} */ (event.picture?.battle);
    if (part === "begins" || (part === "ends" && !event.picture?.moves?.length && !volleys.length)) {
      return [];
    }
    return [h(
      "li",
      { class: event === last ? "latest" : null },
      volleys.map((volley) => fire(volley, volley.by === "attacker" ? begun.attacker ?? "" : other)),
      h("p", { class: "small", text: sentence(event.text) }),
    )];
  });
  const folded = brief && !ended ? told.length - 1 : 0;
  return h(
    "section",
    { class: `battle-story${ended ? " ended" : ""}`, "aria-label": `Battle for ${place}` },
    h("h3", {
      text: ended
        ? last.picture?.headline
        : rounds > 1
        ? `Battle for ${place}, round ${rounds}`
        : `Battle for ${place}`,
    }),
    row(begun.attackers ?? [], begun.attacker ?? "", "attack", begun.attacking),
    row(begun.defenders ?? [], other, "defend", begun.defending),
    roundList(told.slice(0, folded), "Earlier rounds"),
    roundList(told.slice(folded)),
  );
}

/** Rounds one after the other, folded under a title if they have one. @param {HTMLElement[]} rounds */
function roundList(rounds, title = "") {
  if (!rounds.length) return null;
  const list = h("ol", { class: "rounds" }, rounds);
  return title
    ? h("details", {}, h("summary", { class: "small muted", text: `${title}: ${rounds.length}` }), list)
    : list;
}

/** What has become of each unit, the last word counts. @param {EventView[]} events */
function fatesOf(events) {
  /** @type {Map<string, keyof typeof FATES>} */
  const found = new Map();
  for (const { units, what } of events.flatMap((event) => event.picture?.fates ?? [])) {
    if (what in FATES) {
      for (const unit of units) found.set(unit, /** @type {keyof typeof FATES} */ (what));
    }
  }
  return found;
}

/**
 * A unit in a battle, with what has become of it.
 * @param {string} id
 * @param {string} side
 * @param {keyof typeof FATES | ""} fate
 * @param {boolean} struck whether that has just happened
 * @param {PlaybackBoard} board
 */
function fighter(id, side, fate, struck, board) {
  const unit = { ...board.unit(id, side), dispersed: fate === "dispersed" };
  return h(
    "span",
    { class: struck ? "fighter struck" : "fighter", "data-fate": fate || null },
    counter(unit, 38),
    fate && h("span", { class: "fate", text: FATES[fate] }),
  );
}

/**
 * Dice that were thrown together: those that hit are marked.
 * @param {Volley} volley
 * @param {string} side
 */
function fire({ text, faces, hits }, side) {
  const count = hits.filter(Boolean).length;
  return h(
    "p",
    { class: "volley" },
    h("span", { class: "small", text }),
    h(
      "span",
      { class: "dice" },
      faces.map((face, at) => {
        const made = die(face);
        if (side) made.classList.add(side);
        if (hits.length) made.classList.add(hits[at] ? "hit" : "miss");
        if (hits[at]) made.setAttribute("aria-label", `${made.getAttribute("aria-label")}, a hit`);
        return made;
      }),
    ),
    hits.length > 0 && h("b", { class: "small", text: count === 1 ? "1 hit" : `${count} hits` }),
  );
}
