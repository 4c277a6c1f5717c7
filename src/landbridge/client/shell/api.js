/** The referee's API: one function for each thing that can be fetched. */

import { learnColours } from "./sides.js";

/** @typedef {import("./types.d.ts").Given} Given */

/** Milliseconds after which no answer is expected any more. */
const PATIENCE = 60_000;

/** What the server said no to, in its own words. */
export class ApiError extends Error {
  /**
   * @param {string} text
   * @param {{
   *   refused?: string,
   *   rules?: string[],
   *   legal?: string,
   *   violations?: import("../api.d.ts").Violation[],
   *   need?: import("../match/types.d.ts").Need,
   *   version?: import("./types.d.ts").Version,
   *   stale?: boolean,
   *   declarable?: boolean,
   * }} [more]
   * @param {number} [status]
   */
  constructor(text, more = {}, status = 0) {
    super(text);
    this.refused = more.refused ?? "";
    this.rules = more.rules ?? [];
    this.legal = more.legal ?? "";
    this.violations = more.violations ?? [];
    this.need = more.need ?? null;
    this.version = more.version ?? null;
    this.stale = more.stale ?? false;
    this.declarable = more.declarable ?? false;
    /** What the server answered with; 0 where it did not answer at all. */
    this.status = status;
  }
}

/**
 * Ask the server; what keeps the answer from coming is said, and nobody waits without end.
 * @param {string} path
 * @param {RequestInit} [how]
 * @param {number} [patience] milliseconds
 * @returns {Promise<any>}
 */
export async function get(path, how = {}, patience = PATIENCE) {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), patience);
  try {
    const reply = await fetch(path, {
      ...how,
      headers: { Accept: "application/json", ...how.headers },
      signal: given.signal,
    });
    const data = await reply.json().catch((problem) => {
      // An answer that breaks off says nothing; an error need not be in JSON.
      if (reply.ok || given.signal.aborted) throw problem;
      return {};
    });
    if (reply.ok) return data;
    throw new ApiError(data.error ?? `The referee failed on this (${reply.status}).`, data, reply.status);
  } catch (problem) {
    if (problem instanceof ApiError) throw problem;
    throw new ApiError(
      given.signal.aborted
        ? "The referee took too long to answer."
        : "The referee does not answer. Is Landbridge still running?",
    );
  } finally {
    clearTimeout(timer);
  }
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Fetch something that does not change while the page is open.
 * @param {string} path
 */
export function once(path) {
  let found = kept.get(path);
  if (!found) {
    found = get(path);
    found.catch(() => kept.delete(path));
    kept.set(path, found);
  }
  return found;
}

/** @returns {Promise<import("../api.d.ts").GameEntry[]>} */
export const games = async () => {
  const found = (await once("/api/games")).games;
  for (const { prefix, series, colours } of found) {
    documents.add(prefix);
    learnColours(colours);
    if (series) documents.add(series);
  }
  return found;
};

/** The open points of a game's rules. @param {string} game @returns {Promise<import("../api.d.ts").Ruling[]>} */
export const rulings = async (game) => (await once(`/api/games/${encodeURIComponent(game)}/rulings`)).rulings;

/** What the ids of rules begin with, as far as the games have been asked for. @type {Set<string>} */
const documents = new Set();

/** Whether a text is the id of a rule or a ruling. @param {string} text */
export const isRule = (text) => {
  const found = /^(?:RUL-)?([A-Z]+)-[A-Za-z0-9][\w.-]*\w$/.exec(text);
  return found !== null && documents.has(found[1]);
};

/** The map of a game, where it has one. @param {string} game @returns {Promise<any>} */
export const atlas = (game) => once(`/api/games/${encodeURIComponent(game)}/board`);

/** @returns {Promise<import("../api.d.ts").QuestionForm[]>} */
export const questions = async () => (await once("/api/questions")).questions;

/** @param {string} name @returns {Promise<import("../api.d.ts").QuestionForm>} */
export const question = (name) => once(`/api/questions/${encodeURIComponent(name)}`);

/** @returns {Promise<import("../api.d.ts").ChartHead[]>} */
export const tables = async () => (await once("/api/tables")).tables;

/** @param {string} name @param {number} [shift] @returns {Promise<import("../api.d.ts").ChartView>} */
export const table = (name, shift = 0) =>
  once(`/api/tables/${encodeURIComponent(name)}${shift ? `?shift=${shift}` : ""}`);

/** @param {string} id @returns {Promise<import("../api.d.ts").RulePage>} */
export const rule = (id) => once(`/api/rules/${encodeURIComponent(id)}`);

/** @param {string} game @param {string} words @returns {Promise<import("../api.d.ts").RuleHit[]>} */
export const rules = async (game, words) =>
  (await once(`/api/rules?${new URLSearchParams({ game, q: words })}`)).rows;

/** @param {string} name @param {Given} given @returns {Promise<import("../api.d.ts").CitedAnswer>} */
export const ask = (name, given) => get(`/api/ask/${encodeURIComponent(name)}?${query(given)}`);

/**
 * Inputs as a query; a list repeats its name.
 * @param {Given} given
 */
export function query(given) {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    for (const part of Array.isArray(value) ? value : [value]) made.append(name, part);
  }
  return String(made);
}
