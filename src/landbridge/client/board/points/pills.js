/** Small notes on a points map: what a line still carries, and which stacks can act. */

import { ink } from "../pens.js";

/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * A word on a pill, such as what is left of a line.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y its middle
 * @param {number} dots
 */
export function pill(pen, text, x, y, dots) {
  pen.font = `600 ${11 * dots}px ${ink("--sans")}`;
  pen.textAlign = "center";
  const [wide, high] = [pen.measureText(text).width + 12 * dots, 17 * dots];
  pen.beginPath();
  pen.roundRect(x - wide / 2, y - high / 2, wide, high, high / 2);
  pen.fillStyle = "#FFFDF7";
  pen.fill();
  pen.strokeStyle = "#155E8A";
  pen.lineWidth = 1.4 * dots;
  pen.stroke();
  pen.fillStyle = "#155E8A";
  pen.fillText(text, x, y + 4 * dots);
}

/**
 * A frame around a stack in which somebody can still act.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y its middle
 * @param {number} wide
 * @param {number} dots
 */
export function readyFrame(pen, x, y, wide, dots) {
  const side = wide + 5 * dots;
  for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 4.5], ["#155E8A", 2.2]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width * dots;
    pen.beginPath();
    pen.roundRect(x - side / 2, y - side / 2, side, side, 5 * dots);
    pen.stroke();
  }
}
