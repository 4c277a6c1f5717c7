/** The piece that is being set up: how it is to stand, what is lit for it, and why it cannot stand somewhere. */

import { fill, h } from "../../../shell/dom.js";
import { chips, note, trouble } from "../../../shell/parts.js";
import { capital, plural } from "../../../shell/words.js";

/** @typedef {import("../types.d.ts").Placing} Placing */
/** @typedef {import("./notes.js").Notes} Notes */
/** @typedef {{ hip: boolean, tow: boolean, cover: string }} How hidden, in tow, in what it stands */
/**
 * @typedef {{
 *   hex: string,
 *   reason: string,
 *   rules: string[],
 *   pointed?: boolean,
 * }} Refusal a hex in which it cannot stand, chosen or only pointed at
 */
/**
 * @typedef {{
 *   chosen: string,
 *   how: How,
 *   found: Placing | null,
 *   refused: Refusal | null,
 *   failed: unknown,
 * }} Chosen a piece, or a whole line, and where it may stand
 */

const COVERS = ["", "building", "trench", "pillbox"];

/** @param {Placing | null} found @param {unknown} failed */
export const stateOf = (found, failed) =>
  !found
    ? (failed ? "" : "looking where it may stand…")
    : found.hexes.length
    ? `${plural(found.hexes.length, "hex", "hexes")} lit: click one`
    : "nowhere on the map";

/**
 * @param {HTMLElement} head
 * @param {Notes} notes
 * @param {Chosen} now
 * @param {{
 *   change: (how: Partial<How>) => void,
 *   put: (where: string) => void,
 *   keepRest: () => void,
 *   back: () => void,
 * }} acts
 */
export function drawHead(
  head,
  notes,
  { chosen, how, found, refused, failed },
  { change, put, keepRest, back },
) {
  const { pieceOf, placeOf, keptBack, open, nameOf } = notes;
  const one = pieceOf(chosen);
  const active = head.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
    : "";
  if (!chosen) {
    fill(
      head,
      h("p", {
        class: "small muted",
        text: "Choose a piece here or on the map, then click a lit hex. Notes stay secret. With the " +
          "keys: Enter on a piece, arrows on the map, Enter to set it down, Esc to let go.",
      }),
      open().length > 0 &&
        h("button", {
          type: "button",
          class: "btn small",
          "data-key": "rest",
          text: "Keep the others off the map",
          onclick: () => keepRest(),
        }),
    );
    return;
  }
  const toggle = (/** @type {"hip" | "tow"} */ name, /** @type {string} */ text) =>
    h(
      "label",
      { class: "ol-how" },
      h("input", {
        type: "checkbox",
        "data-key": name,
        checked: how[name],
        onchange: () => change({ [name]: !how[name] }),
      }),
      text,
    );
  fill(
    head,
    h(
      "p",
      { class: "ol-chosen" },
      h("b", { text: nameOf(chosen) }),
      h("span", { class: "small muted", text: stateOf(found, failed) }),
    ),
    h(
      "p",
      { class: "acts" },
      toggle("hip", "hidden (HIP)"),
      one?.kind === "gun" && toggle("tow", "in tow"),
      h(
        "select",
        {
          class: "field",
          "data-key": "cover",
          "aria-label": "In what it stands",
          onchange: (/** @type {Event} */ event) =>
            change({ cover: /** @type {HTMLSelectElement} */ (event.target).value }),
        },
        COVERS.map((word) =>
          h("option", {
            value: word,
            text: word ? `in a ${word}` : "in the open",
            selected: how.cover === word,
          })
        ),
      ),
    ),
    h(
      "p",
      { class: "acts" },
      found?.away && !(one && keptBack(one)) &&
        h("button", {
          type: "button",
          class: "btn small",
          "data-key": "off",
          text: one && placeOf(one) ? "Take it off the map" : "Keep it off the map",
          onclick: () => put("retained"),
        }),
      one?.area &&
        h("button", {
          type: "button",
          class: "btn small",
          "data-key": "nowhere",
          text: "It cannot be set up",
          onclick: () => put("nowhere"),
        }),
      h(
        "button",
        {
          type: "button",
          class: "btn small quiet",
          "data-key": "go",
          onclick: () => back(),
        },
        "Let go ",
        h("kbd", { class: "wide-only", text: "Esc" }),
      ),
    ),
    found && !found.hexes.length ? note("refused", capital(found.problem), chips(found.rules)) : null,
    refused &&
      h(
        "div",
        { role: refused.pointed ? null : "alert", class: "ol-refused" },
        note("refused", `Not in ${refused.hex}`, refused.reason, chips(refused.rules)),
      ),
    failed ? trouble(failed) : null,
  );
  if (active) {
    /** @type {HTMLElement | null} */ (head.querySelector(`[data-key="${active}"]`))?.focus({
      preventScroll: true,
    });
  }
}
