/** Before something is given up: it is named, and its player is asked whether that is meant. */

import { h, icon } from "../../shell/dom.js";

/** @typedef {import("../../api.d.ts").Offer} Offer */

/**
 * @param {{ redraw: () => void, run: (words: string[], who: string) => void, back: (verb: string) => void }} page
 *   `back`: the keyboard goes back to the offer
 */
export function givingUp({ redraw, run, back }) {
  /** The offer that is asked about. */
  let asked = "";
  /** What it would give up. @type {string[]} */
  let named = [];
  return {
    /** @param {Offer} offer @param {string[]} texts */
    ask(offer, texts) {
      asked = offer.verb;
      named = texts;
      redraw();
      /** @type {HTMLElement | null} */ (document.querySelector(".gives-up button"))?.focus();
    },
    /** Nothing is asked any more. */
    clear() {
      asked = "";
    },
    /** One step back; false where nothing is asked. */
    back() {
      const verb = asked;
      asked = "";
      if (verb) back(verb);
      return Boolean(verb);
    },
    /** What would be given up, if this offer is asked about. @param {Offer} offer @param {string} who */
    draw(offer, who) {
      if (asked !== offer.verb) return null;
      return h(
        "div",
        { class: "gives-up note warn", role: "group", "aria-label": `Before: ${offer.label}` },
        icon("stop", 18),
        h(
          "div",
          {},
          named.map((text) => h("p", { text })),
          h(
            "div",
            { class: "acts" },
            h("button", { type: "button", class: "btn small", text: "Go back", onclick: this.back }),
            h("button", {
              type: "button",
              class: "btn small danger",
              "data-confirm": "",
              text: `${offer.label} all the same`,
              onclick: () => {
                asked = "";
                run([offer.verb], who);
              },
            }),
          ),
        ),
      );
    },
  };
}
