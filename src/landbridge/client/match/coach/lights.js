/** What a coach lights: of the actions that it would have done, whatever is to be clicked next. */

import { textOf } from "../deciding/slots.js";

/** @typedef {import("../types.d.ts").Lights} Lights */

/** @type {Lights} */
export const DARK = { verbs: new Set(), words: new Set(), others: new Set(), actions: [] };

/**
 * The next words of the actions that a coach lights, and the verbs whose buttons are lit: where nothing more
 * is to be said, or where the board does not show what is.
 * @param {string[][]} lit each action as its words, the verb first
 * @param {import("../types.d.ts").Scene["form"]} form what is being said
 * @param {(word: string) => boolean} shows whether the board shows what a word stands for
 * @returns {Lights}
 */
export function lightsOf(lit, form, shows) {
  const begun = form
    ? lit.filter(([verb, ...words]) =>
      verb === form.verb && words.length > form.said.length &&
      form.said.every((word, at) => word === words[at])
    )
    : [];
  const at = begun.length ? (form?.said.length ?? 0) + 1 : 1;
  const next = begun.length ? begun : lit;
  const way = (/** @type {string[]} */ words) => words.slice(2).join(" ");
  const goesAlong = (/** @type {string[]} */ words) => begun.some((one) => way(one) === way(words));
  return {
    verbs: new Set(next.flatMap((words) => (words[at] && shows(words[at]) ? [] : words[0]))),
    words: new Set(next.flatMap((words) => words[at] ?? [])),
    others: new Set(at > 1 ? lit.filter(goesAlong).flatMap((words) => words[1] ?? []) : []),
    actions: lit,
  };
}

/**
 * Mark the buttons that are lit. A button that stands beside a place is lit with its place, one that opens an
 * offer only while that is not open, one for which something is still to be chosen not yet.
 * @param {HTMLElement} page
 * @param {Lights} lights
 */
export function markButtons(page, { verbs, words, others, actions }) {
  const whole = new Set(actions.map(textOf));
  for (const button of page.querySelectorAll("[data-remedy]")) {
    button.toggleAttribute("data-coached", whole.has(button.getAttribute("data-remedy") ?? ""));
  }
  for (const found of page.querySelectorAll("[data-verb], [data-word], [data-unit]")) {
    const button = /** @type {HTMLElement} */ (found);
    const { verb, word, unit } = button.dataset;
    const name = word ?? unit ?? "";
    const place = button.closest("[data-point]")?.getAttribute("data-point");
    const closed = button.getAttribute("aria-expanded") !== "true";
    const on = verb
      ? closed && (place ? words.has(place) : verbs.has(verb))
      // What is taken in and out again says itself when it is as it should be; who is in hand is not clicked again,
      // and nobody is called along who goes alone.
      : !("toggle" in button.dataset) && !button.matches(".fanned[aria-pressed=true]") &&
        (words.has(name) || (others.has(name) && !("alone" in button.dataset)));
    button.toggleAttribute("data-coached", on && !button.hasAttribute("data-not-yet"));
  }
}
