/** The signs on a counter: NATO symbols, the marks of size and state, figures. */

import { ink } from "./pens.js";

/** @typedef {import("./types.d.ts").Unit} Unit */
/** @typedef {CanvasRenderingContext2D} Pen */

export const FACES = {
  soviet: { face: "#8C3A2B", light: "#A5503F", edge: "#5A2118", on: "#FBF3E2" },
  axis: { face: "#B4C4CD", light: "#CAD7DD", edge: "#33434E", on: "#1B2127" },
};
export const BOXES = { armor: "#F2C744", mech: "#EE9C6E", other: "#FBF6E8" };

export const DARK = "#1B1916";

const PAPER = "#FFFDF7";

/** @type {{ [symbol: string]: (pen: Pen) => void }} */
export const SYMBOL_STROKES = {
  infantry: (pen) => line(pen, [16, 20, 48, 40], [48, 20, 16, 40]),
  cavalry: (pen) => line(pen, [16, 40, 48, 20]),
  armor: (pen) => oval(pen),
  mech(pen) {
    line(pen, [16, 20, 48, 40], [48, 20, 16, 40]);
    oval(pen);
  },
  motorised: (pen) => line(pen, [16, 20, 48, 40], [48, 20, 16, 40], [32, 20, 32, 40]),
  artillery(pen) {
    pen.fillStyle = DARK;
    pen.beginPath();
    pen.arc(32, 30, 4.2, 0, 7);
    pen.fill();
  },
  anti_tank: (pen) => line(pen, [16, 40, 32, 21, 48, 40]),
  anti_air(pen) {
    pen.beginPath();
    pen.moveTo(18, 40);
    pen.bezierCurveTo(18, 26, 46, 26, 46, 40);
    pen.stroke();
  },
  engineer: (pen) => line(pen, [23, 36, 23, 25, 41, 25, 41, 36], [32, 25, 32, 36]),
  recon(pen) {
    line(pen, [16, 40, 48, 20]);
    oval(pen);
  },
  rockets: (pen) => line(pen, [32, 37, 32, 24], [27.5, 28.5, 32, 23, 36.5, 28.5], [28, 38, 36, 38]),
  hq: (pen) => words(pen, "HQ", 32, 35, 14, DARK),
  supply: (pen) => words(pen, "SP", 32, 35, 13, DARK),
  truck(pen) {
    pen.strokeRect(21, 24, 13, 9);
    line(pen, [34, 27, 40, 27, 43, 30, 43, 33, 34, 33]);
    for (const x of [26, 39]) {
      pen.beginPath();
      pen.arc(x, 35, 2.2, 0, 7);
      pen.stroke();
    }
  },
  air: (pen) => line(pen, [32, 22, 32, 38], [20, 29, 44, 29], [28, 37, 36, 37]),
  plain() {},
};

/** @param {Pen} pen @param {...number[]} strokes */
export function line(pen, ...strokes) {
  pen.beginPath();
  for (const points of strokes) {
    for (let i = 0; i < points.length; i += 2) {
      i ? pen.lineTo(points[i], points[i + 1]) : pen.moveTo(points[0], points[1]);
    }
  }
  pen.stroke();
}

/** @param {Pen} pen */
function oval(pen) {
  pen.beginPath();
  pen.roundRect(22, 24.5, 20, 11, 5.5);
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {CanvasTextAlign} [align]
 */
export function words(pen, text, x, y, size, colour, align = "center") {
  pen.font = `700 ${size}px ${ink("--sans")}`;
  pen.textAlign = align;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

/** @param {Pen} pen @param {string} colour */
export function faceDown(pen, colour) {
  pen.strokeStyle = `${colour}8C`;
  pen.lineWidth = 1.6;
  pen.beginPath();
  pen.arc(32, 32, 13, 0, 7);
  pen.stroke();
  words(pen, "?", 32, 38, 18, colour);
}

/** @param {Pen} pen @param {Unit} unit @param {typeof FACES.axis} colours */
export function figures(pen, unit, colours) {
  const number = unit.number ?? "";
  const formation = unit.formation ?? "";
  words(pen, number, 5.5, 14, number.length > 6 ? 9 : 11.5, colours.on, "left");
  const from = 5.5 + pen.measureText(number).width + 2;
  pen.font = `700 9.6px ${ink("--sans")}`;
  const room = Math.min(1, (58.5 - from) / Math.max(1, pen.measureText(formation).width));
  words(pen, formation, 58.5, 13.6, Math.max(5.4, 9.6 * room), colours.on, "right");
  const end = 58.5 - pen.measureText(formation).width - 2;
  if (unit.size) sizeMarks(pen, unit.size, from, end, colours.on);
  const text = String(unit.strength ?? "");
  const size = text.length > 3 ? 13 : text.length > 2 ? 15 : text.length > 1 ? 17 : 18.5;
  words(pen, text, 5, 58, size, colours.on, "left");
  if (unit.rating !== undefined) {
    words(
      pen,
      String(unit.rating),
      text.length > 2 ? 37 : text.length > 1 ? 34.5 : 32,
      52.6,
      text.length > 1 ? 11 : 12.5,
      colours.on,
    );
  }
  if (unit.move === undefined) return;
  const move = String(unit.move);
  if (unit.mobility === "track") {
    pen.fillStyle = colours.on;
    pen.beginPath();
    pen.roundRect(42.5, 43.6, 17, 16.4, 2);
    pen.fill();
    words(pen, move, 51, 58, move.length > 1 ? 13.5 : 17.5, colours.face);
  } else if (unit.mobility === "truck") {
    pen.strokeStyle = colours.on;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.arc(51, 51.8, 8.6, 0, 7);
    pen.stroke();
    words(pen, move, 51, 56.8, move.length > 1 ? 11.5 : 14.5, colours.on);
  } else words(pen, move, 51, 58, move.length > 1 ? 15 : 17.5, colours.on);
}

/**
 * Strength and rating alone, large enough to be read on a small counter.
 * @param {Pen} pen
 * @param {Unit} unit
 * @param {typeof FACES.axis} colours
 */
export function plainFigures(pen, unit, colours) {
  const text = String(unit.strength ?? "");
  words(pen, text, 6, 59, text.length > 3 ? 17 : text.length > 2 ? 20 : 25, colours.on, "left");
  if (unit.rating !== undefined) words(pen, String(unit.rating), 58, 58, 19, colours.on, "right");
}

/**
 * Between number and formation where they fit, else beside the box.
 * @param {Pen} pen
 * @param {string} size
 * @param {number} from
 * @param {number} end
 * @param {string} colour
 */
function sizeMarks(pen, size, from, end, colour) {
  pen.font = `700 8.6px ${ink("--sans")}`;
  const wide = pen.measureText(size).width;
  const fits = end - from >= wide + 3;
  const middle = from < 32 - wide / 2 && end > 32 + wide / 2 ? 32 : (from + end) / 2;
  if (fits) return words(pen, size, middle, 13.6, 8.6, colour);
  pen.save();
  pen.translate(10, 30);
  pen.rotate(-Math.PI / 2);
  words(pen, size, 0, 3, 9, colour);
  pen.restore();
}

/** Over what has moved or fought. @param {Pen} pen */
function veil(pen) {
  pen.fillStyle = "#F4EFE38C";
  pen.beginPath();
  pen.roundRect(1.5, 1.5, 61, 61, 6);
  pen.fill();
}

/** Across what is in disorder. @param {Pen} pen @param {number} [thick] */
function slash(pen, thick = 1) {
  for (const [colour, width] of /** @type {[string, number][]} */ ([[DARK, 5], ["#F2C744", 2.6]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width * thick;
    line(pen, [13, 43, 51, 17]);
  }
}

/** The marks that can be told on the smallest counter. @param {Pen} pen @param {Unit} unit */
export function plainMarks(pen, unit) {
  if (unit.spent) veil(pen);
  if (unit.dispersed || unit.dg) slash(pen, 2);
}

/** @param {Pen} pen @param {Unit} unit @param {typeof FACES.axis} colours */
export function marks(pen, unit, colours) {
  if (unit.steps) {
    for (let i = 0; i < unit.steps[1]; i++) {
      pen.beginPath();
      pen.arc(9, 30 + (i - (unit.steps[1] - 1) / 2) * 7, 2.5, 0, 7);
      pen.strokeStyle = colours.on;
      pen.lineWidth = 1.1;
      pen.stroke();
      if (i < unit.steps[0]) {
        pen.fillStyle = colours.on;
        pen.fill();
      }
    }
  }
  if (unit.mode === "move") {
    pen.fillStyle = PAPER;
    pen.strokeStyle = DARK;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(56, 25.500);
    pen.lineTo(61.5, 31.500);
    pen.lineTo(56, 37.500);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  if (unit.spent) veil(pen);
  if (unit.fortified) {
    pen.strokeStyle = DARK;
    pen.fillStyle = PAPER;
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.moveTo(24, 61);
    pen.lineTo(24, 52);
    pen.lineTo(29, 52);
    pen.lineTo(29, 56);
    pen.lineTo(35, 56);
    pen.lineTo(35, 52);
    pen.lineTo(40, 52);
    pen.lineTo(40, 61);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  if (unit.dispersed) {
    slash(pen);
    tab(pen, "D", 44, 18, "#F2C744", DARK);
  }
  if (unit.dg) {
    slash(pen);
    tab(pen, "DG", 38, 25, "#F2C744", DARK);
  }
  if (unit.mode === "reserve") tab(pen, "R", 44, 19, "#155E8A", PAPER);
  if (unit.mode === "strat") tab(pen, "»", 42, 21, DARK, PAPER);
  if (unit.mode === "exploit") tab(pen, "Ex", 40, 23, "#155E8A", PAPER);
  if (unit.unsupplied) drop(pen);
  if (unit.fuelled) can(pen);
  if (unit.load) load(pen, unit.load);
}

/** A jerrycan: it has fuel. @param {Pen} pen */
function can(pen) {
  pen.fillStyle = "#F2C744";
  pen.strokeStyle = DARK;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(52.5, 42);
  pen.lineTo(52.5, 33.500);
  pen.lineTo(55, 31);
  pen.lineTo(60.5, 31);
  pen.lineTo(60.5, 42);
  pen.closePath();
  pen.fill();
  pen.stroke();
  line(pen, [54.5, 35, 58.5, 40]);
  line(pen, [58.5, 35, 54.5, 40]);
}

/** What it carries, on a white tag over its foot. @param {Pen} pen @param {string} text */
function load(pen, text) {
  pen.fillStyle = PAPER;
  pen.strokeStyle = DARK;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.roundRect(4, 43, 26, 16, 3);
  pen.fill();
  pen.stroke();
  words(pen, text, 17, 55, 11.5, DARK);
}

/**
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} width
 * @param {string} back
 * @param {string} front
 */
function tab(pen, text, x, width, back, front) {
  pen.fillStyle = back;
  pen.strokeStyle = PAPER;
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.roundRect(x, 22, width, 15, 3);
  pen.fill();
  pen.stroke();
  words(pen, text, x + width / 2, 33.4, 10.5, front);
}

/** A crossed drop: no supply. @param {Pen} pen */
function drop(pen) {
  pen.save();
  pen.translate(3, -23);
  pen.fillStyle = PAPER;
  pen.strokeStyle = "#7C1D4F";
  pen.lineWidth = 1.8;
  pen.beginPath();
  pen.arc(8, 56, 9, 0, 7);
  pen.fill();
  pen.stroke();
  pen.fillStyle = "#7C1D4F";
  pen.beginPath();
  pen.moveTo(8, 50.5);
  pen.bezierCurveTo(5, 54, 4.6, 56, 4.6, 57.4);
  pen.arc(8, 57.4, 3.4, Math.PI, 0, true);
  pen.bezierCurveTo(11.4, 56, 11, 54, 8, 50.5);
  pen.fill();
  for (const [colour, width] of /** @type {[string, number][]} */ ([[PAPER, 3], ["#7C1D4F", 1.6]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    line(pen, [2.4, 61.6, 13.6, 50.4]);
  }
  pen.restore();
}
