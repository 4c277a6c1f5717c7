/** The strokes of a points map: shores, lines, points, names, factories, arrows. */

import { facesOf } from "../counter.js";
import { ink } from "../pens.js";

/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {CanvasRenderingContext2D} Pen */

/** By grade, from below: colour, width, dashes. */
export const LINES = {
  inferior: [["--map-road", 1.4, [2, 4]]],
  minor: [["--map-halo", 3.4, []], ["--map-minor-line", 1.4, []]],
  major: [["--map-halo", 5.6, []], ["--map-rail", 3, []]],
};

/** @param {Pen} pen @param {PointPlace[]} stops @param {number} k @param {number} dots */
export function travel(pen, stops, k, dots) {
  pen.lineJoin = pen.lineCap = "round";
  for (
    const [colour, width, dash]
      of /** @type {[string, number, number[]][]} */ ([["#FFFDF7", 9, []], ["#155E8A", 4.5, [11, 6]]])
  ) {
    pen.strokeStyle = colour;
    pen.lineWidth = width * dots;
    pen.setLineDash(dash.map((part) => part * dots));
    pen.beginPath();
    for (const stop of stops) pen.lineTo(stop.x * k, stop.y * k);
    pen.stroke();
  }
  pen.setLineDash([]);
}

/**
 * Squares are cities, circles junctions, stars fortresses.
 * @param {Pen} pen
 * @param {PointPlace} point
 * @param {string} side
 * @param {number} k
 * @param {number} dots
 * @param {boolean} legal
 * @param {boolean} chosen
 */
export function drawPoint(pen, point, side, k, dots, legal, chosen) {
  const { face, edge, on } = side ? facesOf(side) : { face: "#FFFDF7", edge: "#4A4438", on: "#1B2127" };
  const [x, y, r] = [point.x * k, point.y * k, (point.kind === "junction" ? 4.4 : 6.8) * dots];
  if (legal || chosen) {
    pen.beginPath();
    pen.arc(x, y, 12 * dots, 0, 7);
    pen.fillStyle = chosen ? "#155E8A" : "#DCE9F0";
    pen.fill();
    pen.strokeStyle = "#155E8A";
    pen.lineWidth = 2.4 * dots;
    pen.stroke();
  }
  pen.beginPath();
  if (point.kind === "fortress") {
    for (let i = 0; i < 10; i++) {
      const [angle, far] = [-Math.PI / 2 + (i * Math.PI) / 5, i % 2 ? r : r * 1.75];
      pen.lineTo(x + Math.cos(angle) * far, y + Math.sin(angle) * far);
    }
    pen.closePath();
  } else if (point.kind === "city") pen.rect(x - r, y - r, r * 2, r * 2);
  else pen.arc(x, y, r, 0, 7);
  pen.fillStyle = face;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = 1.8 * dots;
  pen.stroke();
  if (!point.worth) return;
  pen.font = `700 ${9.5 * dots}px ${ink("--sans")}`;
  pen.textAlign = "center";
  pen.fillStyle = on;
  pen.fillText(String(point.worth), x, y + 3.5 * dots);
}

/**
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} bold
 */
export function nameOf(pen, text, x, y, size, bold) {
  pen.font = `${bold ? 600 : 500} ${size}px ${ink("--serif")}`;
  pen.textAlign = "left";
  pen.lineJoin = "round";
  pen.lineWidth = 3.4;
  pen.strokeStyle = ink("--map-halo");
  pen.strokeText(text, x, y);
  pen.fillStyle = "#231F17";
  pen.fillText(text, x, y);
}

/**
 * A planned attack.
 * @param {Pen} pen
 * @param {PointPlace} from
 * @param {PointPlace} to
 * @param {number} k
 * @param {number} dots
 */
export function arrow(pen, from, to, k, dots) {
  const [ax, ay, bx, by] = [from.x * k, from.y * k, to.x * k, to.y * k];
  const far = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
  const [x0, y0, x1, y1] = [
    ax + ux * 12 * dots,
    ay + uy * 12 * dots,
    bx - ux * 13 * dots,
    by - uy * 13 * dots,
  ];
  pen.lineCap = "butt";
  pen.lineJoin = "round";
  for (
    const [colour, width, more]
      of /** @type {[string, number, number][]} */ ([["#FFFDF7", 8, 2], ["#5B4A99", 4.4, 0]])
  ) {
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = width * dots;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.lineTo(x1 - ux * 7 * dots, y1 - uy * 7 * dots);
    pen.stroke();
    const [wide, long] = [(6.5 + more) * dots, (11 + more) * dots];
    pen.beginPath();
    pen.moveTo(x1 + ux * more * dots, y1 + uy * more * dots);
    pen.lineTo(x1 - ux * long - uy * wide, y1 - uy * long + ux * wide);
    pen.lineTo(x1 - ux * long + uy * wide, y1 - uy * long - ux * wide);
    pen.closePath();
    pen.fill();
  }
}

/**
 * Factories beside their point, one roof for each.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} count
 * @param {number} dots
 */
export function factories(pen, x, y, count, dots) {
  for (let i = 0; i < count; i++) {
    const [left, top] = [x + 7 * dots + i * 13 * dots, y + 7 * dots];
    pen.beginPath();
    pen.moveTo(left, top + 11 * dots);
    pen.lineTo(left, top);
    pen.lineTo(left + 3 * dots, top);
    pen.lineTo(left + 3 * dots, top + 5 * dots);
    pen.lineTo(left + 7 * dots, top + 2.6 * dots);
    pen.lineTo(left + 7 * dots, top + 5 * dots);
    pen.lineTo(left + 11.4 * dots, top + 2.6 * dots);
    pen.lineTo(left + 11.4 * dots, top + 11 * dots);
    pen.closePath();
    pen.fillStyle = "#FFFDF7";
    pen.fill();
    pen.strokeStyle = "#211E19";
    pen.lineWidth = 1.2 * dots;
    pen.lineJoin = "round";
    pen.stroke();
  }
}

/**
 * A point that may not be gone to: hatched, as everywhere.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 */
export function barred(pen, x, y) {
  pen.save();
  pen.beginPath();
  pen.arc(x, y, 15, 0, 7);
  pen.fillStyle = "#FFFDF7D0";
  pen.fill();
  pen.clip();
  pen.strokeStyle = "#7C1D4F";
  pen.lineWidth = 2;
  pen.beginPath();
  for (let i = -30; i < 30; i += 6) {
    pen.moveTo(x + i, y + 16);
    pen.lineTo(x + i + 32, y - 16);
  }
  pen.stroke();
  pen.restore();
  pen.lineWidth = 2.4;
  pen.strokeStyle = "#7C1D4F";
  pen.beginPath();
  pen.arc(x, y, 15, 0, 7);
  pen.stroke();
}

/**
 * A point that a coach lights: a ring, and a wedge that points at it.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 */
export function beacon(pen, x, y) {
  for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 8], [ink("--legal"), 4]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(x, y, 20, 0, 7);
    pen.stroke();
  }
  pen.beginPath();
  pen.moveTo(x, y - 24);
  pen.lineTo(x - 9, y - 38);
  pen.lineTo(x + 9, y - 38);
  pen.closePath();
  pen.lineWidth = 2.5;
  pen.strokeStyle = "#FFFDF7";
  pen.stroke();
  pen.fillStyle = ink("--legal");
  pen.fill();
}
