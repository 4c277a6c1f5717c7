/** One screen for several players: whoever is not at the screen sees nothing of another role. */

import { fill, h } from "../../shell/dom.js";
import { trouble } from "../../shell/parts.js";
import { to } from "../../shell/route.js";
import { heading } from "../../shell/words.js";
import { sideMark } from "../match-status.js";

/**
 * Cover everything until this role's player is there.
 * @param {HTMLElement} main
 * @param {string} role
 * @param {() => void} uncover
 * @param {unknown} [problem] why it could not be uncovered
 */
export function drawCover(main, role, uncover, problem) {
  document.title = "Hand over · Landbridge";
  fill(
    main,
    h(
      "section",
      { class: "cover" },
      h("h1", {}, "Hand over to ", sideMark(role)),
      h("p", {
        class: "lead",
        text: `Nothing is shown until the ${heading(role)} player is at the screen.`,
      }),
      h(
        "p",
        { class: "acts" },
        h("button", {
          type: "button",
          class: "btn go large",
          "data-confirm": "",
          text: `I am the ${heading(role)} player`,
          onclick: uncover,
        }),
        h("a", { class: "btn", href: to("home"), text: "All matches" }),
      ),
      problem ? trouble(problem) : null,
    ),
  );
  /** @type {HTMLElement | null} */ (main.querySelector("button"))?.focus();
}

/**
 * Buttons for those who decide now and are played here as well.
 * @param {string[]} roles
 * @param {(role: string) => void} handTo
 */
export const handOverButtons = (roles, handTo) =>
  h(
    "p",
    { class: "acts" },
    roles.map((role) =>
      h("button", {
        type: "button",
        class: "btn go",
        "data-confirm": "",
        "data-verb": "hand over",
        text: `Hand over to the ${heading(role)} player`,
        onclick: () => handTo(role),
      })
    ),
  );
