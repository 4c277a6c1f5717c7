/** Who stands where, by side, army and corps; a click shows the unit on the map. */

import { h } from "../../../shell/dom.js";
import { heading, plural } from "../../../shell/words.js";
import { pieceOf } from "./atlas.js";

/** @typedef {import("./atlas.js").Atlas} Atlas */
/** @typedef {import("./atlas.js").Drawn} Drawn */
/** @typedef {import("./atlas.js").Standing} Standing */
/** @typedef {import("./atlas.js").Piece} Piece */

/** What is told of a unit's state. @param {Standing} stands */
const stateOf = (stands) =>
  [
    stands.marker && heading(stands.marker),
    !stands.marker && stands.moving && "Move",
    stands.out && "out of supply",
    stands.fuelled && "fuelled",
    stands.load && `${stands.load}T aboard`,
    stands.lost && `${plural(stands.lost, "step")} lost`,
  ].filter(Boolean).join(", ");

/** The army that a counter belongs to. @param {Piece} piece */
const armyOf = (piece) =>
  piece.army || (piece.symbol === "air" ? "Air" : piece.symbol === "truck" ? "Transport" : "Others");

/** The corps that a counter belongs to, as players call it; nothing where it has none. @param {Piece} piece */
function corpsOf({ parent = "", formation = "" }) {
  const corps = parent.match(/^([IVXL]+)(PZ)?$/);
  return corps ? `${corps[1]} ${corps[2] ? "Panzer Corps" : "Corps"}` : parent || formation;
}

/**
 * Things under their heads, in the order in which they come.
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => string} head
 */
function grouped(things, head) {
  /** @type {Map<string, T[]>} */
  const found = new Map();
  for (const thing of things) found.set(head(thing), [...(found.get(head(thing)) ?? []), thing]);
  return [...found];
}

/**
 * @param {Atlas} atlas
 * @param {Drawn} now
 * @param {(unit: string) => void} show
 */
export function orderOfBattle(atlas, now, show) {
  const pieces = new Map(atlas.counters.map((piece) => [piece.id, piece]));
  const units = now.units.map((stands) => ({ stands, piece: pieceOf(pieces, stands) }));
  /** @param {(typeof units)[number]} unit */
  const line = ({ stands, piece }) =>
    h(
      "li",
      {},
      h("button", { type: "button", class: "link", text: piece.name, onclick: () => show(stands.id) }),
      h("span", {
        class: "small muted",
        text: ` ${[stands.at, stateOf(stands)].filter(Boolean).join(", ")}`,
      }),
    );
  /** @param {[string, typeof units]} army */
  const part = ([army, own]) =>
    h(
      "details",
      {},
      h("summary", {}, army, h("span", { class: "small muted", text: ` ${plural(own.length, "unit")}` })),
      // Those directly under the army come first.
      grouped(own, ({ piece }) => corpsOf(piece)).sort(([a], [b]) => Number(Boolean(a)) - Number(Boolean(b)))
        .map(([corps, those]) => [
          corps && h("h4", { text: corps }),
          h("ul", { class: "plain" }, those.map(line)),
        ]),
    );
  return h(
    "div",
    { class: "armies" },
    grouped(units, ({ stands }) => stands.side).map(([side, own]) =>
      h("section", {}, h("h3", { text: heading(side) }), grouped(own, ({ piece }) => armyOf(piece)).map(part))
    ),
  );
}
