/**
 * How the rows of a rule list stand: what this server finds when it runs every case, with the rule in force
 * and without it.
 */

import { get } from "../../shell/api.js";
import { h } from "../../shell/dom.js";

/** @typedef {import("../../api.d.ts").RuleHit} RuleHit */
/** @typedef {import("../../api.d.ts").RowStatus} RowStatus */
/**
 * @typedef {"tested" | "data" | "missing" | "cases" | "bare"} State the last two while the cases still run
 */

/** Milliseconds between two looks at cases that still run. */
const PAUSE = 1200;

/** @type {{ [state in State]: string }} */
export const STATES = {
  tested: "tested",
  data: "kept as data",
  missing: "not proved",
  cases: "with cases, not run yet",
  bare: "without a case",
};

/** What each state means, in a sentence. @type {{ [state in State]: string }} */
export const MEANINGS = {
  tested: "Every case that names it passes and cites it, and at least one fails when the rule is left out.",
  data: "It records something and decides nothing; a data file has it.",
  missing: "Its cases do not prove it.",
  cases: "Cases name it; this server is running them.",
  bare: "No case names it; this server is still looking whether data have it.",
};

/** How a row stands in matches. @type {{ [state in RowStatus["play"]]: string }} */
export const IN_PLAY = {
  enforced: "enforced in play",
  map: "needs the map",
  battle: "needs a battle",
  nothing: "nothing to enforce",
  missing: "not proved in play",
};

/** @type {Map<string, { [row: string]: RowStatus }>} */
const known = new Map();
/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/**
 * Ask how the rows of a game stand, and go on asking until it is known.
 * @param {string} game
 * @returns {Promise<void>}
 */
export function learn(game) {
  let found = asked.get(game);
  if (!found) {
    found = until(game);
    found.catch(() => asked.delete(game));
    asked.set(game, found);
  }
  return found;
}

/** @param {string} game */
async function until(game) {
  for (;;) {
    /** @type {import("../../api.d.ts").RowStatuses} */
    const found = await get(`/api/coverage/${encodeURIComponent(game)}`);
    if (found.ready) return void known.set(game, found.rows);
    await new Promise((on) => setTimeout(on, PAUSE));
  }
}

/** Whether it is known how the rows of a game stand. @param {string} game */
export const isKnown = (game) => known.has(game);

/** @param {string} game @param {string} row @returns {RowStatus | undefined} */
export const statusOfRow = (game, row) => known.get(game)?.[row];

/** @param {RuleHit} one */
export const statusOf = (one) => statusOfRow(one.game, one.row.id);

/** How a row stands in matches, in words. @param {RowStatus} status */
export const inPlay = (status) => `${IN_PLAY[status.play]}${status.play_why ? `: ${status.play_why}` : ""}`;

/** @param {RuleHit} one @returns {State} */
export const stateOf = (one) =>
  statusOf(one)?.state ??
    (one.cases ? "cases" : one.row.kind === "datum" ? "data" : "bare");

/** A sign that says it again in words. @param {RuleHit} one */
export function sign(one) {
  const state = stateOf(one);
  const status = statusOf(one);
  const text = [
    `${STATES[state]}${status?.why ? `: ${status.why}` : ""}`,
    status && inPlay(status),
  ].filter(Boolean).join("; ");
  return h("i", { class: `st ${state}`, role: "img", "aria-label": text, title: text });
}
