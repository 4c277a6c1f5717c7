/** The bar over a map: who is still to act, what is laid over the map, and a field to find something by name. */

import { fill, h, icon } from "../shell/dom.js";
import { plural } from "../shell/words.js";
import { findBox } from "./find-box.js";

/** @typedef {{ name: string, title: string, text: string }} Switch what it is called, shortly, and in a sentence */

/**
 * @param {{
 *   switches: Switch[],
 *   on: Set<string>,
 *   switched: (name: string) => void,
 *   next: (step: 1 | -1) => void,
 *   find: Parameters<typeof findBox>[0],
 * }} map
 */
export function mapBar({ switches, on, switched, next, find }) {
  const count = h("span", { class: "still-to-act", role: "status" });
  const arrow = (/** @type {1 | -1} */ step) =>
    h("button", {
      type: "button",
      class: "btn quiet",
      "aria-label": step > 0 ? "Next unit" : "Previous unit",
      title: step > 0 ? "Next unit (N)" : "Previous unit (Shift N)",
      onclick: () => next(step),
    }, icon(step > 0 ? "next" : "back", 16));
  const walk = h(
    "div",
    { class: "unit-walk", role: "group", "aria-label": "Units" },
    arrow(-1),
    count,
    arrow(1),
  );
  const keys = h("div", { class: "map-switches", role: "group", "aria-label": "Shown on the map" });

  /** @param {string} name */
  function flip(name) {
    if (!on.delete(name)) on.add(name);
    drawKeys();
    switched(name);
    /** @type {HTMLElement | null} */ (keys.querySelector(`[data-switch="${name}"]`))?.focus();
  }

  function drawKeys() {
    fill(
      keys,
      switches.map(({ name, title, text }) =>
        h("button", {
          type: "button",
          "data-switch": name,
          "aria-pressed": String(on.has(name)),
          title: text,
          text: title,
          onclick: () => flip(name),
        })
      ),
    );
  }
  drawKeys();

  return {
    box: h("div", { class: "map-bar noprint" }, walk, keys, findBox(find)),
    /** How many are still to act; less than none where nobody acts now. @param {number} left @param {number} all */
    tell(left, all) {
      walk.hidden = all <= 0;
      fill(count, left ? `${left} of ${plural(all, "unit")} to act` : "All have acted");
    },
  };
}

/**
 * The next of a list that will do, after one of them or before it.
 * @param {string[]} list
 * @param {string} current
 * @param {1 | -1} step
 * @param {(one: string) => boolean} does
 */
export function neighbour(list, current, step, does) {
  const from = list.indexOf(current);
  const start = from < 0 ? (step > 0 ? 0 : list.length - 1) : from + step;
  for (let at = 0; at < list.length; at++) {
    const one = list[(start + at * step + 2 * list.length) % list.length];
    if (does(one)) return one;
  }
  return undefined;
}
