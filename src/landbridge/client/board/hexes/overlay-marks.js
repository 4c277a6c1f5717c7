/** Single marks that are laid over a hex map: refused hexes, costs, tags, planned attacks. */

import { facesOf } from "../counter.js";
import { ink } from "../pens.js";

/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {ReturnType<typeof import("./grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */

/** @param {Pen} pen @param {number} k @param {Grid} grid @param {HexPlace} hex @param {number} share */
export function outline(pen, k, grid, hex, share) {
  pen.beginPath();
  for (const [x, y] of grid.corners) pen.lineTo((hex.x + x * share) * k, (hex.y + y * share) * k);
  pen.closePath();
}

/** @param {Pen} pen @param {number} k @param {number} dots @param {Grid} grid @param {HexPlace} hex */
export function hatched(pen, k, dots, grid, hex) {
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
export function pill(pen, text, x, y, dots) {
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
 * @param {string} [colour]
 */
export function tag(pen, text, x, y, dots, k, colour = "#1B1916") {
  const size = Math.max(9 * dots, k * 0.17);
  pen.font = `700 ${size}px ${ink("--sans")}`;
  const wide = pen.measureText(text).width + size * 0.6;
  pen.beginPath();
  pen.roundRect(x - wide / 2, y - size * 0.75, wide, size * 1.5, 3 * dots);
  pen.fillStyle = "#FFFDF7";
  pen.fill();
  pen.strokeStyle = colour;
  pen.lineWidth = 1.3 * dots;
  pen.stroke();
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.fillText(text, x, y + size * 0.36);
}

/**
 * Tags in a row, such as a dump and an air base under a stack.
 * @param {Pen} pen
 * @param {string[]} texts
 * @param {number} x the middle of the row
 * @param {number} y
 * @param {number} dots
 * @param {number} k
 */
export function tagsUnder(pen, texts, x, y, dots, k) {
  const size = Math.max(9 * dots, k * 0.17);
  pen.font = `700 ${size}px ${ink("--sans")}`;
  const widths = texts.map((text) => pen.measureText(text).width + size * 0.75);
  let left = x - widths.reduce((sum, wide) => sum + wide, 0) / 2;
  texts.forEach((text, at) => {
    tag(pen, text, left + widths[at] / 2, y, dots, k);
    left += widths[at];
  });
}

/**
 * A star over a place that counts in the score: its points in the colour of the side that holds it.
 * @param {Pen} pen
 * @param {{ points: number, side: string }} worth
 * @param {number} x
 * @param {number} y
 * @param {number} dots
 * @param {number} k
 */
export function prize(pen, { points, side }, x, y, dots, k) {
  const far = Math.max(7 * dots, k * 0.175);
  pen.beginPath();
  for (let i = 0; i < 10; i++) {
    const [turn, out] = [(i * Math.PI) / 5 - Math.PI / 2, i % 2 ? far * 0.62 : far];
    pen.lineTo(x + Math.cos(turn) * out, y + Math.sin(turn) * out);
  }
  pen.closePath();
  const { face, edge } = facesOf(side);
  pen.lineJoin = "round";
  pen.strokeStyle = "#FFFDF7";
  pen.lineWidth = 4.4 * dots;
  pen.stroke();
  pen.fillStyle = face;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = 1.4 * dots;
  pen.stroke();
  if (k / dots < 24) return;
  pen.font = `700 ${far * 0.95}px ${ink("--sans")}`;
  pen.fillStyle = side === "soviet" ? "#FFFDF7" : "#1B1916";
  pen.textAlign = "center";
  pen.fillText(String(points), x, y + far * 0.36);
}

/**
 * A small disc, such as a source of supply.
 * @param {Pen} pen
 * @param {{ text: string, colour: string }} spot
 * @param {number} x
 * @param {number} y
 * @param {number} dots
 * @param {number} k
 */
export function disc(pen, { text, colour }, x, y, dots, k) {
  const r = text ? Math.max(5 * dots, k * 0.12) : Math.max(2 * dots, k * 0.075);
  pen.beginPath();
  pen.arc(x, y, r, 0, 7);
  pen.fillStyle = colour;
  pen.fill();
  pen.strokeStyle = "#FFFDF7";
  pen.lineWidth = 1.4 * dots;
  pen.stroke();
  if (!text || k / dots < 16) return;
  pen.font = `700 ${r * 1.4}px ${ink("--sans")}`;
  pen.fillStyle = "#FFFDF7";
  pen.textAlign = "center";
  pen.fillText(text, x, y + r * 0.5);
}

/**
 * A planned attack: a violet arrow over the border.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {HexPlace} from
 * @param {HexPlace} to
 */
export function attack(pen, k, dots, from, to) {
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
