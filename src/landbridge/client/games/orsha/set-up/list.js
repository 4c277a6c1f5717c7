/** The pieces that a side sets up, by their lines: where each stands, or how it comes. */

import { h } from "../../../shell/dom.js";
import { heading, said } from "../../../shell/words.js";

/** @typedef {import("../types.d.ts").Piece} Piece */
/** @typedef {import("./notes.js").Notes} Notes */

/** How those come that are not set up on the map. @type {{ [way: string]: string }} */
const WAYS = { offboard: "comes from off-board", retained: "Retained", never: "never on the map" };

/**
 * A line with its pieces.
 * @param {Notes} notes
 * @param {string} line
 * @param {Piece[]} members
 * @param {string} chosen
 * @param {(what: string, byKey: boolean) => void} choose
 */
export function pieceGroup(notes, line, members, chosen, choose) {
  const { wayOf, lineTitle, headingOf } = notes;
  const { name, note } = headingOf(line);
  const able = members.filter((one) => wayOf(one.id) === "onboard");
  const way = able.length ? "" : wayOf(members[0].id);
  return h(
    "section",
    {},
    h(
      "h3",
      {},
      name,
      " ",
      h("span", { class: "small muted", text: note }),
      way && h("span", { class: "pill", text: WAYS[way] ?? heading(way) }),
    ),
    h(
      "div",
      { class: "ol-pieces" },
      members.map((one) => pieceButton(notes, one, chosen, choose)),
      able.length > 1 && able.length === members.length && h("button", {
        type: "button",
        class: "ol-piece all",
        "data-what": line,
        "aria-pressed": String(chosen === line),
        text: `All ${members.length}`,
        "aria-label": `All ${members.length} of ${lineTitle(line)}`,
        onclick: (/** @type {MouseEvent} */ event) => choose(line, event.detail === 0),
      }),
    ),
  );
}

/**
 * @param {Notes} notes
 * @param {Piece} one
 * @param {string} chosen
 * @param {(what: string, byKey: boolean) => void} choose
 */
function pieceButton({ wayOf, placeOf, keptBack }, one, chosen, choose) {
  const [way, hex, number] = [wayOf(one.id), placeOf(one), one.id.slice(one.id.lastIndexOf("/"))];
  const hidden = one.states?.includes("hidden");
  const where = hex
    ? `${hex}${hidden ? ", hidden" : ""}`
    : keptBack(one)
    ? "kept off the map"
    : way === "onboard"
    ? "no place yet"
    : (WAYS[way] ?? said(way));
  return h(
    "button",
    {
      type: "button",
      class: `ol-piece${hex ? " placed" : ""}${way === "onboard" ? "" : " away"}`,
      "data-what": one.id,
      "aria-pressed": String(chosen === one.id),
      "aria-label": `${one.name} ${number}, ${said(one.kind)}: ${where}`,
      onclick: (/** @type {MouseEvent} */ event) => choose(one.id, event.detail === 0),
    },
    h("b", { text: one.name }),
    h("span", { class: "mono number", text: number }),
    hex && h("span", { class: "mono at", text: hex }),
    hidden && h("span", { class: "small", text: "HIP" }),
  );
}
