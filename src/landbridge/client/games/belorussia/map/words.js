/** The operational map in words: a hex, a unit that is chosen, what a layer shows, what a way costs. */

import { inWordsOf } from "../../../board/counter.js";
import { h } from "../../../shell/dom.js";
import { chips } from "../../../shell/parts.js";
import { asPrinted, capital, heading, plural } from "../../../shell/words.js";

/** @typedef {import("./atlas.js").Standing} Standing */
/** @typedef {import("./atlas.js").Piece} Piece */
/** @typedef {import("./layers.js").Laid} Laid */
/** @typedef {import("../../../board/types.d.ts").Unit} Unit */
/** @typedef {{ hex: string, cost: string, terrain: string, rules: string[] }} WayStep */
/** @typedef {{ steps: WayStep[], cost: string, left: string, allowance: string }} Way */

/** Twelfths of a movement point as players write them. @param {number} twelfths */
function inPoints(twelfths) {
  const [over, under] = [2, 3].reduce(([a, b], by) => {
    while (a % by === 0 && b % by === 0) [a, b] = [a / by, b / by];
    return [a, b];
  }, [twelfths, 12]);
  return under === 1 ? String(over) : asPrinted(`${over}/${under}`);
}

/** A way with its price, and whether its end would be overfull. @param {Way} way @param {string} [crowd] */
export const wayTable = (way, crowd = "") => {
  const table = h(
    "table",
    { class: "way-tally" },
    h(
      "tbody",
      {},
      way.steps.map((step) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: "mono", text: step.hex }),
          h("td", {}, step.terrain, " ", chips(step.rules)),
          h("td", { class: "figure", text: asPrinted(step.cost) }),
        )
      ),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("td", { colspan: 2, text: asPrinted(`of ${way.allowance} MP, ${way.left} left`) }),
        h("td", { class: "figure", text: asPrinted(way.cost) }),
      ),
    ),
  );
  return crowd ? h("div", {}, table, h("p", { class: "small", text: crowd })) : table;
};

/** How much would stand in a hex, where that is too much to stay. @param {string} cost as a march has it */
export const crowdIn = (cost) => {
  const size = /, (.*) RE$/.exec(cost)?.[1];
  return size
    ? asPrinted(
      `${size} RE would stand there, and 10 is the most: what is too much as the segment ends is eliminated.`,
    )
    : "";
};

/**
 * A hex in a line.
 * @param {{
 *   hex: string,
 *   town?: string,
 *   city?: string,
 *   landscape: string,
 *   holder?: string,
 *   cost?: string,
 *   stack: Unit[],
 *   open: boolean,
 * }} at
 *   `open`: whether one may know what lies below
 */
export function hexLine({ hex, town, city, landscape, holder, cost, stack, open }) {
  const units = !stack.length
    ? ""
    : open
    ? stack.map(inWordsOf).reverse().join("; ")
    : `${inWordsOf(stack[stack.length - 1])}, perhaps more below`;
  return [
    [
      town ? `${hex}, ${town}` : hex,
      city && heading(city),
      heading(landscape),
      holder && `held by the ${heading(holder)} side`,
    ]
      .filter(Boolean).join(", "),
    units || "empty",
    cost ? `reached for ${asPrinted(cost)}` : "",
  ].filter(Boolean).join(": ");
}

/**
 * How a chosen unit stands.
 * @param {Piece} piece
 * @param {Standing} stands
 */
export function unitLine(piece, stands) {
  const face = stands.moving ? piece.moving : piece.combat;
  if (piece.symbol === "air") {
    const left = (piece.steps ?? 1) - (stands.lost ?? 0);
    return [stands.at, stands.inactive ? "Inactive" : "Active", left < (piece.steps ?? 1) ? "reduced" : ""]
      .filter(Boolean).join(" · ");
  }
  return [
    stands.at,
    stands.marker ? `${heading(stands.marker)} marker` : stands.moving ? "Move Mode" : "Combat Mode",
    face.move ? `${heading(face.mobility)}, ${face.move} MP` : "does not move",
    stands.spent ? `${inPoints(stands.spent)} spent` : "",
    stands.fuelled ? "fuelled" : "",
    stands.load ? `carries ${stands.load}T` : "",
    stands.stock ? `internal stocks ${["", "low", "exhausted"][stands.stock]}` : "",
    stands.out ? "out of supply" : "",
  ].filter(Boolean).join(" · ");
}

/** What a layer shows, told when it is switched on. @param {string} name @param {Laid} laid */
export function layerLine(name, laid) {
  if (name === "zones") {
    return "Zones of control, as far as you can see: Soviet ones have rising lines, Axis ones falling lines.";
  }
  if (name === "supply") {
    const without = Object.values(laid.supply ?? {}).reduce(
      (sum, one) => sum + (one.without?.length ?? 0),
      0,
    );
    return "Inside the dashed line units have trace; dots are sources, S on an edge; lines lead from HQs to their " +
      `source. ${without ? capital(plural(without, "unit is", "units are")) : "Nobody is"} without trace.`;
  }
  if (name === "rail") {
    return "Railways by gauge; thick where they are open to a source, dotted where they are cut off. " +
      "Trains stop at dots.";
  }
  return "";
}

/** The supply line of a unit. @param {string} name @param {Laid["line"]} line */
export function supplyLine(name, line) {
  if (!line) return "";
  if (!line.draw) return line.traced ? `${name} needs no trace.` : `${name} has no trace.`;
  const source = line.draw.hexes[line.draw.hexes.length - 1];
  return line.hq && line.throw
    ? asPrinted(
      `${name}: ${line.hq} throws ${line.throw.cost} MP and draws ${line.draw.cost} MP from ${source}.`,
    )
    : asPrinted(`${name} draws ${line.draw.cost} MP from ${source}.`);
}

/**
 * What stands against a hex that nobody can strike, in the phase in which others can be.
 * @type {{ [verb: string]: string }}
 */
const UNSTRUCK = {
  attack: "a unit that has not attacked yet has to stand next to it, and a hex is attacked once",
  bombard: "somebody has to spot it and have it in range, and a hex suffers one barrage a phase",
  overrun:
    "to overrun it a unit has to stand next to it with 3 MP left and fuel, or get there; planes fire at it " +
    "after this phase, guns and attacks follow in the Combat Phase",
};

/** Why nothing is planned against a hex. @param {string} hex @param {string[]} offered verbs that are offered now */
export function notStruck(hex, offered) {
  const verb = Object.keys(UNSTRUCK).find((one) => offered.includes(one));
  return verb
    ? `Nothing can be done against ${hex} now: ${UNSTRUCK[verb]}.`
    : `Nothing is done against ${hex} in this phase; barrages and attacks have phases of their own.`;
}
