/** The unit that is chosen: how it stands, and what else can be done with it. */

import { counter } from "../../../board/counter.js";
import { openWords } from "../../../match/deciding/slots.js";
import { fill, h } from "../../../shell/dom.js";
import { plural } from "../../../shell/words.js";
import { TRANSPORT, unitOf } from "./atlas.js";
import { unitLine } from "./words.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../../api.d.ts").Offer} Offer */
/** @typedef {import("./atlas.js").Standing} Standing */
/** @typedef {import("./atlas.js").Piece} Piece */

/** Orders whose names are long, as they are called beside a unit. @type {{ [verb: string]: string }} */
const SHORT = {
  detach: "Break down",
  construct: "Build",
  dismantle: "Reduce works",
  transfer: "Change the base",
  combine: "Combine",
  extend: "Form Extender",
};

/** @param {Piece} piece */
const isTruck = ({ symbol }) => symbol === "truck";
/** @param {Piece} piece */
const isPlane = ({ symbol }) => symbol === "air";

/** Orders that only some kinds of units can ever be given. @type {{ [verb: string]: (piece: Piece) => boolean }} */
const ONLY = {
  load: isTruck,
  unload: isTruck,
  combine: isTruck,
  extend: isTruck,
  transfer: isPlane,
  rail: (piece) => !isPlane(piece),
  // Generic trucks and wagons have one mode.
  mode: (piece) => !isPlane(piece) && !TRANSPORT.test(piece.id),
  detach: (piece) => (piece.steps ?? 1) > 1 && !isPlane(piece),
  construct: (piece) => !isTruck(piece) && !isPlane(piece),
  dismantle: (piece) => !isTruck(piece) && !isPlane(piece),
  fuel: ({ symbol, combat, moving }) =>
    symbol === "hq" || symbol !== "truck" && [combat, moving].some(({ mobility }) => mobility !== "leg"),
};

/** What an offer is called where it is known with whom. @param {Offer} offer */
const shortLabel = ({ verb, label }) =>
  SHORT[verb] ?? label.replace(/ (of|for|with|on|to|from) an? [\w ]+$/, "").replace(/ an? unit\b/, "");

/**
 * @param {{
 *   scene: () => Scene | null,
 *   hand: ReturnType<typeof import("../../../match/hands/hand.js").handOn>,
 * }} board
 */
export function chosenBar({ scene, hand }) {
  const box = h("div", { class: "chosen-unit", hidden: true });

  /**
   * What may be said of a unit: its words are known, or are only worked out when asked for.
   * @param {string} unit
   * @param {Piece} piece
   */
  const offersOf = (unit, piece) =>
    (scene()?.match.decisions ?? []).flatMap(({ offers }) =>
      offers.filter(({ verb, slots: [first] }) =>
        first && (openWords(first).includes(unit) ||
          (first.name === "unit" && first.lazy && (ONLY[verb]?.(piece) ?? true)))
      )
    );

  return {
    box,
    /** @param {Standing | null} stands @param {Piece | null} piece */
    draw(stands, piece) {
      box.hidden = !stands;
      if (!stands || !piece) return;
      const [held, open] = [hand.chosen().length ? hand.chosen() : [stands.id], scene()?.form?.verb];
      const now = scene();
      const lit = now?.lights.words.has(stands.id) ? now.match.coach?.step?.lit ?? [] : [];
      fill(
        box,
        counter(unitOf(piece, stands), 40),
        h(
          "div",
          {},
          h("b", {
            text: held.length > 1 ? `${piece.name} and ${plural(held.length - 1, "more unit")}` : piece.name,
          }),
          h("span", { class: "small muted", text: unitLine(piece, stands) }),
        ),
        h(
          "div",
          { class: "also", role: "group", "aria-label": `What to do with ${piece.name}` },
          offersOf(stands.id, piece).map((offer) =>
            h("button", {
              type: "button",
              class: "btn small",
              "aria-pressed": String(offer.verb === open),
              "data-coached": lit.some(([verb, word]) => verb === offer.verb && word === stands.id)
                ? ""
                : null,
              text: shortLabel(offer),
              title: offer.label,
              onclick: () => hand.choose(held, offer.verb),
            })
          ),
        ),
      );
    },
  };
}
