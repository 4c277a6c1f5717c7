/** The window of the map, small: ground, who holds it, the front and everybody on it. */

import { facesOf } from "../../../board/counter.js";
import { ink } from "../../../board/pens.js";

/** @typedef {import("./atlas.js").Drawn} Drawn */

/** @type {{ [terrain: string]: string }} */
const GROUND = {
  light: "--map-light",
  heavy: "--map-heavy",
  swamp: "--map-swamp",
  hills: "--map-hills",
  lake: "--map-lake",
};
const HELD = /** @type {{ [letter: string]: string }} */ ({ s: "#B5423A40", a: "#4A5A6840" });

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} scale
 * @param {ReturnType<typeof import("../../../board/hexes/grid.js").gridOf>} grid
 * @param {string[]} played
 * @param {Drawn} now
 */
export function paintSmall(pen, scale, grid, played, now) {
  const side = scale * 1.06;
  played.forEach((label, at) => {
    const hex = grid.byId.get(label);
    if (!hex) return;
    const [x, y] = [hex.x * scale - side / 2, hex.y * scale - side / 2];
    for (const colour of [ink(GROUND[hex.terrain] ?? "--map-open"), HELD[now.held[at]]]) {
      if (!colour) continue;
      pen.fillStyle = colour;
      pen.fillRect(x, y, side, side);
    }
  });
  const dot = Math.max(2, scale * 0.8);
  for (const unit of now.units) {
    const hex = grid.byId.get(unit.at);
    if (!hex) continue;
    const { face, edge } = facesOf(unit.side);
    pen.fillStyle = unit.side === "axis" ? edge : face;
    pen.fillRect(hex.x * scale - dot / 2, hex.y * scale - dot / 2, dot, dot);
  }
}
