/** Names that are printed on the ground of a points map: seas, rivers, countries, mountains. */

import { ink } from "../pens.js";

/** @typedef {import("../types.d.ts").GroundName} GroundName */
/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * How a kind of name is printed: letters in pixels, at most so many pixels to the map's unit larger;
 * whether in capitals, how far apart; and between which sizes of the map it is shown at all.
 * @type {{ [kind in GroundName["kind"]]: { size: number, grows: number, style: string, colour: string,
 *   apart: number, from: number, to: number, capitals?: boolean } }}
 */
const LETTERING = {
  sea: { size: 15, grows: 0.5, style: "italic 500", colour: "--map-water-name", apart: 2.5, from: 0, to: 99 },
  gulf: { size: 12, grows: 0.3, style: "italic 500", colour: "--map-water-name", apart: 1, from: 10, to: 99 },
  lake: {
    size: 11.5,
    grows: 0.2,
    style: "italic 500",
    colour: "--map-water-name",
    apart: 0,
    from: 13,
    to: 99,
  },
  river: {
    size: 11.5,
    grows: 0.1,
    style: "italic 500",
    colour: "--map-water-name",
    apart: 1,
    from: 13,
    to: 99,
  },
  range: {
    size: 12,
    grows: 0.35,
    style: "italic 500",
    colour: "--map-ground-name",
    apart: 4,
    from: 8,
    to: 99,
  },
  ground: {
    size: 12,
    grows: 0.1,
    style: "italic 500",
    colour: "--map-ground-name",
    apart: 1,
    from: 15,
    to: 99,
  },
  land: {
    size: 12,
    grows: 0.3,
    style: "500",
    colour: "--map-land-name",
    apart: 3,
    from: 15,
    to: 99,
    capitals: true,
  },
  country: {
    size: 12,
    grows: 0.55,
    style: "600",
    colour: "--map-land-name",
    apart: 5,
    from: 9,
    to: 99,
    capitals: true,
  },
};

/**
 * @param {Pen} pen
 * @param {GroundName} name
 * @param {number} k
 * @param {number} dots
 * @param {number} unit
 */
export function nameGround(pen, name, k, dots, unit) {
  const letters = LETTERING[name.kind];
  const near = (k / dots) * unit;
  if (near < letters.from || near > letters.to) return;
  pen.save();
  pen.translate(name.x * k, name.y * k);
  pen.rotate((name.turn * Math.PI) / 180);
  pen.font = `${letters.style} ${(letters.size + letters.grows * Math.min(near, 24)) * dots}px ${
    ink("--serif")
  }`;
  pen.letterSpacing = `${letters.apart * dots}px`;
  pen.textAlign = "center";
  pen.fillStyle = ink(letters.colour);
  pen.fillText(letters.capitals ? name.text.toUpperCase() : name.text, 0, 0);
  pen.restore();
}
