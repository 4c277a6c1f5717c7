/**
 * What a player asks to see on a hex board: reach and its costs, refused hexes, paths, planned attacks,
 * perimeters.
 */

import { ink } from "./surface.js";
import { bend } from "./terrain-water.js";

/** @typedef {import("./types.d.ts").Overlay} Overlay */
/** @typedef {import("./types.d.ts").HexPlace} HexPlace */
/** @typedef {ReturnType<typeof import("./hex-grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * What lies under the counters.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {HexPlace[]} hexes
 * @param {Overlay} shown
 */
export function underlay(pen, k, dots, grid, hexes, shown) {
  for (const area of shown.areas ?? []) {
    wash(
      pen,
      k,
      grid,
      hexes.filter((hex) => area.hexes.has(hex.id)),
      area.colour,
    );
  }
  const { reach } = shown;
  if (reach) {
    wash(pen, k, grid, hexes.filter((hex) => !reach.has(hex.id)), "#FFFDF773");
    border(pen, k, dots, grid, hexes, (id) => reach.has(id), ink("--legal"), [], 0.985);
  }
  for (const one of shown.perimeters ?? []) {
    border(
      pen,
      k,
      dots,
      grid,
      hexes,
      (id) => one.hexes.has(id),
      one.colour,
      one.dashed ? [7, 4] : [],
      0.96,
    );
  }
  for (const one of shown.refused ?? []) {
    const hex = grid.byId.get(one.hex);
    if (hex && hexes.includes(hex)) hatched(pen, k, dots, grid, hex);
  }
  if (shown.path && shown.path.length > 1) {
    const points = shown.path.flatMap((id) => {
      const hex = grid.byId.get(id);
      return hex ? [/** @type {[number, number]} */ ([hex.x, hex.y])] : [];
    });
    if (points.length < 2) return;
    pen.lineCap = "round";
    for (
      const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 7], [ink("--legal"), 3.6]])
    ) {
      pen.strokeStyle = colour;
      pen.lineWidth = width * dots;
      bend(pen, points, k);
      pen.stroke();
    }
  }
}

/**
 * What lies over the counters.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {HexPlace[]} hexes
 * @param {Overlay} shown
 * @param {import("./surface.js").Region} region
 * @param {(hex: string) => boolean} taken whether counters lie there
 */
export function overlay(pen, k, dots, grid, hexes, shown, region, taken) {
  if (shown.reach && k / dots >= 24) {
    for (const hex of hexes) {
      const cost = shown.reach.get(hex.id);
      if (cost) pill(pen, String(cost), hex.x * k, (hex.y + (taken(hex.id) ? 0.5 : 0.3)) * k, dots);
    }
  }
  for (const mark of shown.marks ?? []) {
    const hex = grid.byId.get(mark.hex);
    if (hex && hexes.includes(hex) && k / dots >= 16) {
      tag(pen, mark.text, (hex.x - 0.4) * k, hex.y * k, dots, k);
    }
  }
  for (const arrow of shown.arrows ?? []) {
    const [from, to] = [grid.byId.get(arrow.from), grid.byId.get(arrow.to)];
    if (from && to && Math.abs(from.x - region.left) < 60) attack(pen, k, dots, from, to);
  }
  const chosen = shown.chosen ? grid.byId.get(shown.chosen) : undefined;
  if (chosen && hexes.includes(chosen)) {
    for (
      const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 5.5], [ink("--legal"), 3]])
    ) {
      outline(pen, k, grid, chosen, 0.97);
      pen.strokeStyle = colour;
      pen.lineWidth = width * dots;
      pen.stroke();
    }
  }
}

/** @param {Pen} pen @param {number} k @param {Grid} grid @param {HexPlace} hex @param {number} share */
function outline(pen, k, grid, hex, share) {
  pen.beginPath();
  for (const [x, y] of grid.corners) pen.lineTo((hex.x + x * share) * k, (hex.y + y * share) * k);
  pen.closePath();
}

/** @param {Pen} pen @param {number} k @param {Grid} grid @param {HexPlace[]} hexes @param {string} colour */
function wash(pen, k, grid, hexes, colour) {
  if (!hexes.length) return;
  pen.fillStyle = colour;
  pen.beginPath();
  for (const hex of hexes) {
    grid.corners.forEach((
      [x, y],
      i,
    ) => (i ? pen.lineTo((hex.x + x) * k, (hex.y + y) * k) : pen.moveTo((hex.x + x) * k, (hex.y + y) * k)));
    pen.closePath();
  }
  pen.fill();
}

/**
 * The line between what is inside and what is not.
 * @param {Pen} pen @param {number} k @param {number} dots @param {Grid} grid @param {HexPlace[]} hexes
 * @param {(id: string) => boolean} inside @param {string} colour @param {number[]} dash @param {number} share
 */
function border(pen, k, dots, grid, hexes, inside, colour, dash, share) {
  pen.beginPath();
  for (const hex of hexes) {
    if (!inside(hex.id)) continue;
    for (let side = 0; side < 6; side++) {
      const next = grid.over(hex, side);
      if (next && inside(next.id)) continue;
      const [a, b] = [grid.corners[side], grid.corners[(side + 1) % 6]];
      pen.moveTo((hex.x + a[0] * share) * k, (hex.y + a[1] * share) * k);
      pen.lineTo((hex.x + b[0] * share) * k, (hex.y + b[1] * share) * k);
    }
  }
  pen.lineCap = "round";
  for (const [paint, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 5], [colour, 2.8]])) {
    pen.strokeStyle = paint;
    pen.lineWidth = width * dots;
    pen.setLineDash(paint === colour ? dash.map((part) => part * dots) : []);
    pen.stroke();
  }
  pen.setLineDash([]);
}

/** @param {Pen} pen @param {number} k @param {number} dots @param {Grid} grid @param {HexPlace} hex */
function hatched(pen, k, dots, grid, hex) {
  const plum = "#7C1D4F";
  pen.save();
  outline(pen, k, grid, hex, 0.95);
  pen.fillStyle = "#F3DFE9CC";
  pen.fill();
  pen.clip();
  pen.strokeStyle = `${plum}99`;
  pen.lineWidth = 1.6 * dots;
  pen.beginPath();
  for (let i = -1.2; i < 1.2; i += 0.14) {
    pen.moveTo((hex.x + i - 0.6) * k, (hex.y + 0.6) * k);
    pen.lineTo((hex.x + i + 0.6) * k, (hex.y - 0.6) * k);
  }
  pen.stroke();
  pen.restore();
  outline(pen, k, grid, hex, 0.95);
  pen.strokeStyle = plum;
  pen.lineWidth = 2.4 * dots;
  pen.stroke();
  const r = 0.19 * k;
  pen.fillStyle = "#FFFDF7";
  pen.beginPath();
  pen.arc(hex.x * k, hex.y * k, r, 0, 7);
  pen.fill();
  pen.lineWidth = Math.max(1.5, 0.045 * k);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(hex.x * k - r * 0.7, hex.y * k + r * 0.7);
  pen.lineTo(hex.x * k + r * 0.7, hex.y * k - r * 0.7);
  pen.stroke();
}

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {number} dots */
function pill(pen, text, x, y, dots) {
  pen.font = `650 ${12 * dots}px ${ink("--sans")}`;
  const half = Math.max(9 * dots, pen.measureText(text).width / 2 + 5 * dots);
  pen.beginPath();
  pen.roundRect(x - half, y - 9 * dots, half * 2, 18 * dots, 9 * dots);
  pen.fillStyle = "#FFFDF7";
  pen.fill();
  pen.strokeStyle = "#155E8A";
  pen.lineWidth = 1.4 * dots;
  pen.stroke();
  pen.fillStyle = "#155E8A";
  pen.textAlign = "center";
  pen.fillText(text, x, y + 4.2 * dots);
}

/**
 * A white tag beside a stack, such as a hedgehog's level.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} dots
 * @param {number} k
 */
function tag(pen, text, x, y, dots, k) {
  const size = Math.max(9 * dots, k * 0.17);
  pen.font = `700 ${size}px ${ink("--sans")}`;
  const wide = pen.measureText(text).width + size * 0.6;
  pen.beginPath();
  pen.roundRect(x - wide / 2, y - size * 0.75, wide, size * 1.5, 3 * dots);
  pen.fillStyle = "#FFFDF7";
  pen.fill();
  pen.strokeStyle = "#1B1916";
  pen.lineWidth = 1.3 * dots;
  pen.stroke();
  pen.fillStyle = "#1B1916";
  pen.textAlign = "center";
  pen.fillText(text, x, y + size * 0.36);
}

/**
 * A planned attack: a violet arrow over the border.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {HexPlace} from
 * @param {HexPlace} to
 */
function attack(pen, k, dots, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const [x0, y0] = [(from.x + ux * 0.3) * k, (from.y + uy * 0.3) * k];
  const [x1, y1] = [(to.x - ux * 0.26) * k, (to.y - uy * 0.26) * k];
  const w = 0.075 * k;
  pen.beginPath();
  pen.moveTo(x0 - uy * w, y0 + ux * w);
  pen.lineTo(x1 - ux * 0.2 * k - uy * w, y1 - uy * 0.2 * k + ux * w);
  pen.lineTo(x1 - ux * 0.2 * k - uy * w * 2.1, y1 - uy * 0.2 * k + ux * w * 2.1);
  pen.lineTo(x1, y1);
  pen.lineTo(x1 - ux * 0.2 * k + uy * w * 2.1, y1 - uy * 0.2 * k - ux * w * 2.1);
  pen.lineTo(x1 - ux * 0.2 * k + uy * w, y1 - uy * 0.2 * k - ux * w);
  pen.lineTo(x0 + uy * w, y0 - ux * w);
  pen.closePath();
  pen.fillStyle = "#5B4A99";
  pen.fill();
  pen.strokeStyle = "#FFFDF7";
  pen.lineWidth = 1.6 * dots;
  pen.stroke();
}
