/** Who holds the country, as it is drawn: a wash over each side's ground, and the front between them. */

import { coloursOf } from "../../shell/sides.js";
import { smooth, within } from "./courses.js";
import { fromAfar, frontLines, heldArea, partsWhere, signedField } from "./front-line.js";

/** @typedef {import("../types.d.ts").PointsMap} PointsMap */
/** @typedef {import("../types.d.ts").Spot} Spot */
/** @typedef {import("../surface.js").Region} Region */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {ReturnType<typeof controlOf>} Control */

/** By the colours of a side: its ground. */
const GROUND = { axis: "#5C7C90", soviet: "#B25540" };
/** How much of a side's colour lies over its ground. */
const SHARE = 0.15;
/** In the map's unit: shorter pieces of front are no front, and from afar none at all. */
const [PIECE, PIECE_AFAR] = [3, 16];
/** Pixels to the map's unit below which it is seen from afar. */
const AFAR = 10;
/** The front line: colour and width, from below. */
const STROKES = /** @type {[string, number][]} */ ([["#FFFDF7B8", 7.5], ["#211E19", 3.2]]);

/**
 * @param {PointsMap} map
 * @param {{ [point: string]: string }} control
 * @param {Spot[][]} neutral ground of neither side
 * @param {Region} bounds
 * @param {number} unit a fifth of a line, as a rule
 * @param {import("./land.js").Land} land
 */
export function controlOf(map, control, neutral, bounds, unit, land) {
  /** Worked out when it is first drawn: much may change before. @type {ReturnType<typeof workOut> | null} */
  let made = null;
  const known = () => (made ??= workOut());

  const [ours, theirs] = map.sides;
  const paint = (/** @type {string} */ side) => GROUND[coloursOf(side) ?? "axis"];

  function workOut() {
    const field = signedField(map.points, control, ours, bounds, unit, map.ground?.beyond);
    const fought = (/** @type {number} */ x, /** @type {number} */ y) =>
      land.dry(x, y) && !neutral.some((ring) => within(ring, x, y));
    const linesOf = (/** @type {typeof field} */ from, /** @type {number} */ piece) =>
      partsWhere(frontLines(from), fought, piece * unit).map((line) => smooth(line, false));
    return {
      near: linesOf(field, PIECE),
      afar: linesOf(fromAfar(field), PIECE_AFAR),
      wash: washOf(heldArea(field)),
    };
  }

  /** The colours of both sides on dry land that is theirs. @param {Path2D} held ground of the first */
  function washOf(held) {
    const { canvas, pen } = land.paper();
    pen.fillStyle = paint(theirs);
    pen.fillRect(bounds.left, bounds.top, bounds.right - bounds.left, bounds.bottom - bounds.top);
    pen.fillStyle = paint(ours);
    pen.fill(held);
    pen.globalCompositeOperation = "destination-out";
    for (const ring of neutral) pen.fill(smooth(ring, true));
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalCompositeOperation = "destination-in";
    pen.drawImage(land.canvas, 0, 0);
    return canvas;
  }

  return {
    /** The lines of the front, as they are drawn from near and from afar. */
    front: () => ({ near: known().near, afar: known().afar }),
    /** @type {import("../surface.js").Painter} */
    draw(pen, k, region, dots) {
      const { near, afar, wash } = known();
      pen.save();
      pen.globalAlpha = SHARE;
      pen.globalCompositeOperation = "multiply";
      land.copy(pen, wash, k, region);
      pen.restore();
      pen.save();
      pen.scale(k, k);
      pen.lineCap = pen.lineJoin = "round";
      for (const [colour, width] of STROKES) {
        pen.strokeStyle = colour;
        pen.lineWidth = (width * dots) / k;
        for (const line of (k / dots) * unit < AFAR ? afar : near) pen.stroke(line);
      }
      pen.restore();
    },
  };
}
