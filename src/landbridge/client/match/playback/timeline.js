/** Any earlier position: a slider over all actions, and what one can do from there. */

import { fill, h, icon } from "../../shell/dom.js";

/** @typedef {import("../types.d.ts").Scene} Scene */

/**
 * @param {HTMLElement} place
 * @param {{
 *   go: (number: number) => void,
 *   branch: (at: number) => void,
 *   rollBack: (before: number) => void,
 *   play?: (at: number, how: "play" | "battle") => void,
 * }} options `play`: play on from there, or go to the end of the next battle; left out where nothing of it is
 *   seen on the board
 */
export function timeline(place, { go, branch, rollBack, play }) {
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 0,
    value: "0",
    "aria-label": "Position after action",
    oninput: () => go(Number(slider.value)),
  });
  const where = h("output", { class: "where" });
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ sign,
    /** @type {(at: number) => void} */ act,
  ) =>
    h("button", {
      type: "button",
      class: "btn small quiet",
      "aria-label": name,
      title: name,
      onclick: () => act(Number(slider.value)),
    }, icon(sign, 15));
  const before = button("One action back", "back", (at) => go(at - 1));
  const after = button("One action on", "next", (at) => go(at + 1));
  const plays = play
    ? [
      button("Play from here", "play", (at) => play(at, "play")),
      button("To the end of the next battle", "battle", (at) => play(at, "battle")),
    ]
    : [];
  const line = h("div", { class: "time" }, before, slider, after, plays, where);
  const acts = h("div", { class: "acts then" });
  fill(place, line, acts);
  return {
    /** @param {Scene} scene */
    draw(scene) {
      const { match, at, live } = scene;
      slider.max = String(match.actions);
      slider.value = String(at);
      slider.setAttribute(
        "aria-valuetext",
        live ? `now, after ${match.actions}` : `after action ${at} of ${match.actions}`,
      );
      before.disabled = at <= 0;
      for (const one of [after, ...plays]) one.disabled = live;
      fill(
        where,
        live
          ? h("span", { class: "faint", text: `now · ${match.actions}` })
          : h("b", { text: `${at} of ${match.actions}` }),
      );
      place.classList.toggle("past", !live);
      fill(
        acts,
        !live && [
          h(
            "button",
            { type: "button", class: "btn go small", onclick: () => go(match.actions) },
            "Back to now ",
            h("kbd", { class: "wide-only", text: "Esc" }),
          ),
          h("button", {
            type: "button",
            class: "btn small",
            text: "Sandbox from here",
            onclick: () => branch(at),
          }),
          !match.over && match.may_act !== false &&
          h("button", {
            type: "button",
            class: "btn small",
            text: "Roll back to here",
            onclick: () => rollBack(at + 1),
          }),
        ],
      );
    },
  };
}
