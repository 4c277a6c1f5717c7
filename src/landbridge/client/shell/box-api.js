/** As in my box: what an owner is asked, packs of answers, and the answers that this device keeps. */

import { once } from "./api.js";
import { send } from "./match-api.js";

/** @typedef {import("../api.d.ts").BoxQuestionView} BoxQuestionView */
/**
 * An answer: a choice, or a choice with the box's own figures.
 * @typedef {string | { [name: string]: any }} BoxAnswer
 */
/** @typedef {{ [key: string]: BoxAnswer }} Answers */

/** @param {string} game */
const of = (game) => `/api/games/${encodeURIComponent(game)}`;

/** Everything that the owner of a game may be asked. @param {string} game @returns {Promise<BoxQuestionView[]>} */
export const boxQuestions = async (game) => (await once(`${of(game)}/box`)).questions;

/**
 * The answers of a pack; what is wrong with it is said by the server.
 * @param {string} game
 * @param {string} name
 * @param {string} text
 * @returns {Promise<Answers>}
 */
export const openPack = async (game, name, text) => (await send(`${of(game)}/box`, { name, text })).answers;

/** @param {string} game @param {Answers} answers @returns {Promise<{ name: string, text: string }>} */
export const writePack = (game, answers) => send(`${of(game)}/pack`, { answers });

/** @param {string} game */
const place = (game) => `landbridge box ${game}`;

/** The answers that were given beforehand on this device. @param {string} game @returns {Answers} */
export function keptAnswers(game) {
  try {
    return JSON.parse(localStorage.getItem(place(game)) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} game @param {Answers} answers */
export const keepAnswers = (game, answers) => localStorage.setItem(place(game), JSON.stringify(answers));

/** Answers as the words of the action `box`. @param {Answers} answers */
export const answerWords = (answers) =>
  Object.entries(answers).map(([key, said]) =>
    `${key}=${typeof said === "string" ? said : JSON.stringify(said)}`
  );

/** What was answered in a match, from its view. @param {any} view @returns {Answers} */
export const answersIn = (view) =>
  Object.fromEntries(
    (view?.rulings?.owner ?? []).map((/** @type {any} */ one) => [
      one.key,
      one.figures ? { choice: one.choice, ...JSON.parse(one.figures) } : one.choice,
    ]),
  );
