/**
 * Moves, losses and places taken, drawn over a board: strong while they are shown, pale as traces; counters
 * slide along their arrows.
 */

import { coloursOf } from "../shell/sides.js";
import { facesOf, sprite } from "./counter.js";
import { ink } from "./pens.js";

/** @typedef {import("./types.d.ts").BoardTraces} BoardTraces */
/** @typedef {import("./types.d.ts").Traces} Traces */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number]} Spot */
/** @typedef {(place: string) => Spot | null} Locate where a place is on the screen */

/** Dashes by how one goes; what is not named is a whole line. @type {{ [how: string]: number[] }} */
const DASHES = { rail: [9, 5], sea: [2, 6], air: [2, 6], retreat: [6, 4] };
/** Arrows by the colours of a side: those of its texts. */
const INKS = { axis: "#2F4B5E", soviet: "#8C3A2B", nobody: "#4A4438" };
/** How far an arrow bends aside, as a part of its length. */
const BEND = 0.12;
/** Pixels that arrows keep from the middle of a place. */
const [BEFORE, BEHIND] = [13, 10];
/** What ways from hex to hex leave free of the steps at their ends, so that counters can be read. */
const CLEAR = 0.4;
/** A counter on its way, in pixels. */
const WIDE = 34;

/**
 * Draws traces; it is asked again as long as something slides.
 * @returns {(pen: Pen, locate: Locate, traces: BoardTraces | null) => boolean} whether something still moves
 */
export function tracePainter() {
  /** @type {BoardTraces["now"]} */
  let shown = null;
  let begun = 0;
  return (pen, locate, traces) => {
    if (!traces) return false;
    if (traces.now !== shown) [shown, begun] = [traces.now, performance.now()];
    pen.save();
    pen.globalAlpha = 0.6;
    drawTraces(pen, locate, traces.stay, 2.4);
    pen.globalAlpha = 1;
    if (traces.now) drawTraces(pen, locate, traces.now, 5);
    if (traces.battle) clash(pen, locate(traces.battle));
    const share = traces.slides ? Math.min(1, (performance.now() - begun) / traces.slides) : 1;
    if (traces.now && share < 1) slide(pen, locate, traces, share);
    pen.restore();
    return share < 1;
  };
}

/** @param {Pen} pen @param {Locate} locate @param {Traces} traces @param {number} width */
function drawTraces(pen, locate, { moves, losses, captures }, width) {
  for (const { place, side } of captures) ring(pen, locate(place), side, width);
  for (const { from, to, side, how, units, path } of moves) {
    const [a, b] = [locate(from), locate(to)];
    if (a && b) {
      way(
        pen,
        path ? path.flatMap((one) => spotOf(locate(one))) : [a, b],
        side,
        how,
        width,
        units.length,
      );
    }
  }
  for (const { place, units, steps } of losses) cross(pen, locate(place), steps ?? units.length);
}

/** The bend of the way from one spot to another. @param {Spot} a @param {Spot} b @returns {Spot} */
const bendOf = ([ax, ay], [bx, by]) => [(ax + bx) / 2 - (by - ay) * BEND, (ay + by) / 2 + (bx - ax) * BEND];

/** @param {Spot} a @param {Spot} c @param {Spot} b @param {number} t @returns {Spot} */
const along = (a, c, b, t) => [
  (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * c[0] + t ** 2 * b[0],
  (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * c[1] + t ** 2 * b[1],
];

/** @param {Spot} a @param {Spot} b @param {number} share @returns {Spot} */
const between = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

/** A list of a spot, empty where there is none. @param {Spot | null} spot @returns {Spot[]} */
const spotOf = (spot) => (spot ? [spot] : []);

/**
 * Where one is on a way after a share of it: on a bend between two places, straight on from place to place.
 * @param {Spot[]} spots
 * @param {number} share
 * @returns {Spot}
 */
function spotOn(spots, share) {
  const [a, b] = [spots[0], spots[spots.length - 1]];
  if (spots.length < 3) return along(a, bendOf(a, b), b, share);
  const at = Math.min(spots.length - 2, Math.floor(share * (spots.length - 1)));
  const [from, to, rest] = [spots[at], spots[at + 1], share * (spots.length - 1) - at];
  return [from[0] + (to[0] - from[0]) * rest, from[1] + (to[1] - from[1]) * rest];
}

/**
 * An arrow along a way, bent where only its ends are known; several units are counted on it.
 * @param {Pen} pen
 * @param {Spot[]} spots
 * @param {string} side
 * @param {string} how
 * @param {number} width
 * @param {number} count
 */
function way(pen, spots, side, how, width, count) {
  const [a, b] = [spots[0], spots[spots.length - 1]];
  const straight = spots.length > 2;
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (far < BEFORE + BEHIND) return;
  const bend = straight ? spots[spots.length - 2] : bendOf(a, b);
  const start = straight ? between(a, spots[1], CLEAR) : along(a, bend, b, BEHIND / far);
  const end = straight ? between(b, bend, CLEAR) : along(a, bend, b, 1 - BEFORE / far);
  const colour = how === "attack" ? "#5B4A99" : INKS[coloursOf(side) ?? "nobody"];
  const head = width * 2 + 3;
  const [dx, dy] = [end[0] - bend[0], end[1] - bend[1]];
  const [ux, uy] = [dx / (Math.hypot(dx, dy) || 1), dy / (Math.hypot(dx, dy) || 1)];
  pen.lineCap = "butt";
  pen.lineJoin = "round";
  for (const [ink, more] of /** @type {[string, number][]} */ ([["#FFFDF7", 3], [colour, 0]])) {
    pen.strokeStyle = pen.fillStyle = ink;
    pen.lineWidth = width + more;
    pen.setLineDash(more ? [] : DASHES[how] ?? []);
    pen.beginPath();
    pen.moveTo(...start);
    if (straight) { for (const spot of spots.slice(1, -1)) pen.lineTo(...spot); }
    if (straight) pen.lineTo(end[0] - ux * head, end[1] - uy * head);
    else pen.quadraticCurveTo(...bend, end[0] - ux * head, end[1] - uy * head);
    pen.stroke();
    pen.setLineDash([]);
    const [wide, long] = [head * 0.62 + more / 2, head + more];
    pen.beginPath();
    pen.moveTo(end[0] + (ux * more) / 2, end[1] + (uy * more) / 2);
    pen.lineTo(end[0] - ux * long - uy * wide, end[1] - uy * long + ux * wide);
    pen.lineTo(end[0] - ux * long + uy * wide, end[1] - uy * long - ux * wide);
    pen.closePath();
    pen.fill();
  }
  if (count > 1) badge(pen, spotOn(spots, 0.45), String(count), colour, "#FFFDF7");
}

/** @param {Pen} pen @param {Spot} at @param {string} text @param {string} edge @param {string} face */
function badge(pen, [x, y], text, edge, face) {
  pen.beginPath();
  pen.arc(x, y, 8, 0, 7);
  pen.fillStyle = face;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.font = `700 10.5px ${ink("--sans")}`;
  pen.textAlign = "center";
  pen.fillStyle = edge;
  pen.fillText(text, x, y + 3.7);
}

/** A place that was taken. @param {Pen} pen @param {Spot | null} at @param {string} side @param {number} width */
function ring(pen, at, side, width) {
  if (!at) return;
  for (
    const [colour, more] of /** @type {[string, number][]} */ ([["#FFFDF7", 3], [facesOf(side).edge, 0]])
  ) {
    pen.strokeStyle = colour;
    pen.lineWidth = width * 0.7 + more;
    pen.beginPath();
    pen.arc(...at, 15, 0, 7);
    pen.stroke();
  }
}

/** Units that were lost here. @param {Pen} pen @param {Spot | null} at @param {number} count */
function cross(pen, at, count) {
  if (!at) return;
  const [x, y] = [at[0] - 15, at[1] - 15];
  for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 7], ["#7C1D4F", 3.6]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineCap = "round";
    pen.beginPath();
    pen.moveTo(x - 7, y - 7);
    pen.lineTo(x + 7, y + 7);
    pen.moveTo(x + 7, y - 7);
    pen.lineTo(x - 7, y + 7);
    pen.stroke();
  }
  if (count > 1) badge(pen, [x - 11, y - 9], String(count), "#7C1D4F", "#FFFDF7");
}

/** A battle is fought here. @param {Pen} pen @param {Spot | null} at */
function clash(pen, at) {
  if (!at) return;
  pen.beginPath();
  for (let i = 0; i < 20; i++) {
    const [angle, far] = [(i * Math.PI) / 10, i % 2 ? 19 : 27];
    pen.lineTo(at[0] + Math.cos(angle) * far, at[1] + Math.sin(angle) * far);
  }
  pen.closePath();
  pen.lineJoin = "round";
  pen.lineWidth = 5;
  pen.strokeStyle = "#FFFDF7";
  pen.stroke();
  pen.lineWidth = 2.4;
  pen.strokeStyle = "#5B4A99";
  pen.stroke();
}

/** @param {Pen} pen @param {Locate} locate @param {BoardTraces} traces @param {number} share */
function slide(pen, locate, { now, counters }, share) {
  const dots = Math.min(2, devicePixelRatio || 1);
  const moves = now?.moves.filter((move) => move.how !== "attack") ?? [];
  moves.forEach(({ from, to, path }, at) => {
    const [spots, unit] = [(path ?? [from, to]).flatMap((one) => spotOf(locate(one))), counters[at]];
    if (spots.length < 2 || !unit) return;
    const [x, y] = spotOn(spots, share);
    pen.drawImage(sprite(unit, WIDE * dots, dots), x - WIDE / 2, y - WIDE / 2, WIDE * 1.1, WIDE * 1.1);
  });
}
