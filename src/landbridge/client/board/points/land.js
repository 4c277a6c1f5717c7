/** Where a points map is dry land, by spots a few kilometres apart: counted once, asked often. */

import { penOf } from "../pens.js";
import { pathOf, smooth } from "./courses.js";

/** @typedef {import("../types.d.ts").PointsGround} PointsGround */
/** @typedef {import("../types.d.ts").Spot} Spot */
/** @typedef {import("../surface.js").Region} Region */
/** @typedef {ReturnType<typeof landOf>} Land */

/** Spots along the longer side of a map. */
const SPOTS = 900;

/** @param {PointsGround | undefined} ground @param {Region} bounds */
export function landOf(ground, bounds) {
  const [wide, high] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  const step = Math.max(wide, high) / SPOTS;
  const [columns, rows] = [Math.ceil(wide / step), Math.ceil(high / step)];
  const path = pathOf(ground?.land ?? [], true);

  /** A sheet of paper for the whole map, one pixel for each spot, and a pen in the map's own lengths. */
  function paper() {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [columns, rows];
    const pen = penOf(canvas);
    pen.setTransform(1 / step, 0, 0, 1 / step, -bounds.left / step, -bounds.top / step);
    return { canvas, pen };
  }

  const { canvas, pen } = paper();
  if (!ground) pen.fillRect(bounds.left, bounds.top, wide, high);
  else {
    pen.fill(path, "evenodd");
    pen.globalCompositeOperation = "destination-out";
    for (const lake of ground.lakes) pen.fill(smooth(lake, true));
  }
  const inks = pen.getImageData(0, 0, columns, rows).data;
  const spots = new Uint8Array(columns * rows);
  for (let at = 0; at < spots.length; at++) spots[at] = inks[at * 4 + 3] > 127 ? 1 : 0;

  return {
    path,
    canvas,
    paper,
    /** Whether a spot is dry land; beyond the sheet nothing is. @param {number} x @param {number} y */
    dry(x, y) {
      const [i, j] = [Math.floor((x - bounds.left) / step), Math.floor((y - bounds.top) / step)];
      return i >= 0 && j >= 0 && i < columns && j < rows && spots[j * columns + i] === 1;
    },
    /**
     * Copy what is drawn on such a paper onto a part of the map.
     * @param {CanvasRenderingContext2D} onto
     * @param {HTMLCanvasElement} drawn
     * @param {number} k
     * @param {Region} region
     */
    copy(onto, drawn, k, region) {
      // A little more than the part, so that its edges are as smooth as its middle.
      const [left, top] = [
        Math.max(0, Math.floor((region.left - bounds.left) / step) - 2),
        Math.max(0, Math.floor((region.top - bounds.top) / step) - 2),
      ];
      const [right, bottom] = [
        Math.min(columns, Math.ceil((region.right - bounds.left) / step) + 2),
        Math.min(rows, Math.ceil((region.bottom - bounds.top) / step) + 2),
      ];
      if (right <= left || bottom <= top) return;
      onto.drawImage(
        drawn,
        left,
        top,
        right - left,
        bottom - top,
        (bounds.left + left * step) * k,
        (bounds.top + top * step) * k,
        (right - left) * step * k,
        (bottom - top) * step * k,
      );
    },
  };
}
