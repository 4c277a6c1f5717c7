/** What each of the others did, in a few lines: battles, who went where, who came. */

import { h } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";
import { sideMark } from "../match-status.js";
import { UNKNOWN } from "./steps.js";

/** @typedef {import("./steps.js").PlaybackStep} PlaybackStep */
/** @typedef {import("../types.d.ts").PlaybackBoard} PlaybackBoard */
/** @typedef {import("../types.d.ts").Whereabouts} Whereabouts */

/** So many are named; more are counted. */
const NAMED = 3;
/** Of more than so many the places are told to which most have gone. */
const MANY = 6;
/** Moves that are no march of one's own will. */
const NO_MARCH = new Set(["attack", "retreat", "advance"]);

/**
 * @param {PlaybackStep[]} steps what happened
 * @param {string} role who looks
 * @param {Whereabouts} standing whose each unit is
 * @param {PlaybackBoard} board
 */
export function inShort(steps, role, standing, board) {
  const lines = board.sides.filter((side) => side !== role).flatMap((side) =>
    lineOf(steps, side, standing, board)
  );
  return lines.length > 0 && h("ul", { class: "in-short small" }, lines);
}

/**
 * @param {PlaybackStep[]} steps
 * @param {string} side
 * @param {Whereabouts} standing
 * @param {PlaybackBoard} board
 */
function lineOf(steps, side, standing, board) {
  const pictures = steps.flatMap((step) => step.events.flatMap((event) => event.picture ?? []));
  const moves = steps.flatMap((step) => step.traces.moves).filter((move) =>
    move.side === side && !NO_MARCH.has(move.how)
  );
  const battles = pictures.filter(({ battle }) => battle?.part === "begins" && battle.attacker === side);
  const arrived = pictures.flatMap(({ fates = [] }) => fates).filter((fate) =>
    fate.what === "arrived" && (fate.side || standing.get(fate.units[0])?.side) === side
  );
  /** Where each that marched has come to in the end. @type {Map<string, string>} */
  const ends = new Map();
  let unknown = 0;
  for (const { units, to } of moves) {
    for (const unit of units) {
      if (unit === UNKNOWN) unknown++;
      else ends.set(unit, to);
    }
  }
  const came = arrived.flatMap(({ units, place }) =>
    units.map((unit) => /** @type {[string, string]} */ ([unit, place]))
  );
  if (!battles.length && !ends.size && !unknown && !came.length) return [];
  const named = (
    /** @type {Map<string, string>} */ list,
    /** @type {(place: string) => string} */ where,
  ) => {
    const first = [...list].slice(0, NAMED).map(([unit, place]) =>
      `${board.unit(unit, side).name ?? unit}${place ? where(board.placeName(place)) : ""}`
    );
    if (list.size > NAMED) first.push(`${list.size - NAMED} more`);
    return first.length > 1 ? `${first.slice(0, -1).join(", ")} and ${first.at(-1)}` : first.join("");
  };
  const places = battles.map(({ battle }) => board.placeName(battle?.place ?? ""));
  return [
    h(
      "li",
      {},
      sideMark(side),
      h("b", { text: places.length ? ` ${plural(places.length, "attack")}` : " no attack" }),
      places.length > 0 && `: ${places.join(", ")}`,
      ends.size + unknown > 0 && h(
        "div",
        {},
        h("b", { text: `${ends.size + unknown} moved` }),
        ends.size > 0 &&
          `: ${ends.size > MANY ? gathered(ends, board) : named(ends, (place) => ` to ${place}`)}`,
      ),
      came.length > 0 &&
        h(
          "div",
          {},
          h("b", { text: `${came.length} came` }),
          `: ${named(new Map(came), (place) => ` (${place})`)}`,
        ),
    ),
  ];
}

/**
 * Where most have gone: "Leningrad 5, Kiev 4, Smolensk 3 and elsewhere 9".
 * @param {Map<string, string>} ends
 * @param {PlaybackBoard} board
 */
function gathered(ends, board) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const place of ends.values()) counts.set(place, (counts.get(place) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]);
  const told = most.slice(0, NAMED).map(([place, count]) => `to ${board.placeName(place)} ${count}`);
  const rest = most.slice(NAMED).reduce((sum, [, count]) => sum + count, 0);
  return told.join(", ") + (rest ? ` and elsewhere ${rest}` : "");
}
