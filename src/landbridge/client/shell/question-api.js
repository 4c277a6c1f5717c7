/** Questions that are asked together: one request for all that are asked at the same time. */

import { ApiError } from "./api.js";
import { send } from "./match-api.js";

/** @typedef {import("../api.d.ts").CitedAnswer} CitedAnswer */
/** @typedef {import("./types.d.ts").Given} Given */
/**
 * @typedef {{
 *   name: string,
 *   inputs: Given,
 *   give: (answer: CitedAnswer) => void,
 *   fail: (problem: unknown) => void,
 * }} Waiting
 */

/** @type {Waiting[]} */
let waiting = [];

/**
 * Ask a question together with all others that are asked before the page goes on.
 * @param {string} name
 * @param {Given} inputs
 * @returns {Promise<CitedAnswer>}
 */
export const askTogether = (name, inputs) =>
  new Promise((give, fail) => {
    if (waiting.push({ name, inputs, give, fail }) === 1) queueMicrotask(askThem);
  });

/** What the rules forbid, in one line. @param {CitedAnswer} answer */
const forbidden = ({ refused, instead, rules }) =>
  `${refused}${instead && `; ${instead}`} [${rules.join(", ")}]`;

async function askThem() {
  const asked = waiting;
  waiting = [];
  try {
    const { answers } = await send("/api/asks", {
      asks: asked.map(({ name, inputs }) => ({ name, inputs })),
    });
    asked.forEach(({ give, fail }, at) => {
      const { answer, error } = answers[at];
      if (error) fail(new ApiError(error));
      // What the rules forbid has no result to go on with; the reason is the error.
      else if (!answer.legal && answer.result === null) fail(new ApiError(forbidden(answer)));
      else give(answer);
    });
  } catch (problem) {
    for (const { fail } of asked) fail(problem);
  }
}

/**
 * Many questions at once; the first error counts for all.
 * @param {[string, Given][]} asks
 */
export const askAll = (asks) => Promise.all(asks.map(([name, inputs]) => askTogether(name, inputs)));
