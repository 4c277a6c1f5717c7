/** What a kind of terrain looks like: trees, reeds, hachures, stalks, each drawn once and stamped into its hexes. */

import { chanceOf } from "./grid.js";

/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number]} Spot */

/** @type {{ [terrain: string]: (pen: Pen, variant: number, size: number) => void }} */
export const PATTERNS = {
  light: (pen, variant, size) => trees(pen, variant, size < 20 ? 5 : 8, "#8FA56B", "#ABC084", 3.1, size),
  brush: (pen, variant, size) => trees(pen, variant, size < 20 ? 4 : 7, "#A9A468", "#BDB981", 2.4, size),
  heavy: (pen, variant, size) => trees(pen, variant, size < 20 ? 9 : 17, "#6B8350", "#86A066", 3.5, size),
  swamp: reeds,
  hills: hachures,
  grain: stalks,
};

/**
 * @param {Pen} pen
 * @param {number} variant
 * @param {number} count
 * @param {string} dark
 * @param {string} bright
 * @param {number} wide
 * @param {number} size
 */
function trees(pen, variant, count, dark, bright, wide, size) {
  /** @type {Spot[]} */
  const spots = [];
  for (let i = 0; i < count * 3 && spots.length < count; i++) {
    const [angle, far] = [chanceOf(variant, i, 1) * 6.283, Math.sqrt(chanceOf(variant, i, 2)) * 30];
    const spot = /** @type {Spot} */ ([Math.cos(angle) * far, Math.sin(angle) * far]);
    if (spots.every((other) => Math.hypot(other[0] - spot[0], other[1] - spot[1]) > 7.5)) spots.push(spot);
  }
  spots.sort((a, b) => a[1] - b[1]);
  for (const [x, y] of spots) {
    const r = wide * (0.85 + chanceOf(Math.round(x * 9), Math.round(y * 9), 7) * 0.35) *
      (size < 20 ? 1.25 : 1);
    if (size >= 20) dot(pen, x + 1.3, y + 1.5, r, "#3A4A2240", 0.75);
    dot(pen, x, y, r, dark);
    if (size >= 20) dot(pen, x - r * 0.25, y - r * 0.28, r * 0.55, bright);
  }
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} r @param {string} colour */
function dot(pen, x, y, r, colour, flat = 1) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.ellipse(x, y, r, r * flat, 0, 0, 7);
  pen.fill();
}

/** @param {Pen} pen @param {number} variant @param {number} size */
function reeds(pen, variant, size) {
  pen.strokeStyle = "#4F838F";
  pen.lineWidth = size < 20 ? 2 : 1.15;
  pen.lineCap = "round";
  pen.beginPath();
  for (let i = 0; i < (size < 20 ? 5 : 8); i++) {
    const [x, y] = [(chanceOf(variant, i, 3) - 0.5) * 50, (chanceOf(variant, i, 4) - 0.5) * 47];
    pen.moveTo(x - 5.5, y);
    pen.lineTo(x + 5.5, y);
    for (const [a, b, c] of [[-1.9, -2.7, 4], [0, 0, 5], [1.9, 2.7, 4]]) {
      pen.moveTo(x + a, y);
      pen.lineTo(x + b, y - c);
    }
  }
  pen.stroke();
}

/** @param {Pen} pen @param {number} variant */
function hachures(pen, variant) {
  pen.strokeStyle = "#A07B41";
  pen.lineWidth = 1;
  pen.lineCap = "round";
  pen.beginPath();
  for (let j = 0; j < 3; j++) {
    const [x, y, r] = [
      (chanceOf(variant, j, 5) - 0.5) * 27,
      (chanceOf(variant, j, 6) - 0.5) * 27,
      8 + chanceOf(variant, j, 7) * 4,
    ];
    for (let i = 0; i < 9; i++) {
      const angle = Math.PI * (0.05 + (i / 9) * 0.9);
      const end = r + 4.2 + chanceOf(variant, i, j) * 2;
      pen.moveTo(x - Math.cos(angle) * r, y + Math.sin(angle) * r * 0.7);
      pen.lineTo(x - Math.cos(angle) * end, y + Math.sin(angle) * end * 0.75);
    }
  }
  pen.stroke();
}

/** @param {Pen} pen */
function stalks(pen) {
  pen.strokeStyle = "#B58B3C";
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = -20; x <= 20; x += 8) {
    for (let y = -20; y <= 20; y += 10) {
      pen.moveTo(x, y + 3);
      pen.lineTo(x, y - 3);
    }
  }
  pen.stroke();
}
