/**
 * A counter: number, formation and size, NATO symbol, strength, action rating and movement; marks for its
 * state.
 */

import { h } from "../shell/dom.js";
import { coloursOf } from "../shell/sides.js";
import { heading } from "../shell/words.js";
import {
  BOXES,
  DARK,
  faceDown,
  FACES,
  figures,
  line,
  marks,
  plainFigures,
  plainMarks,
  SYMBOL_STROKES,
} from "./counter-symbols.js";
import { penOf } from "./pens.js";

/** @typedef {import("./types.d.ts").Unit} Unit */
/** @typedef {CanvasRenderingContext2D} Pen */

/** The words for a symbol, for those who listen. */
const SYMBOLS = {
  infantry: "infantry",
  cavalry: "cavalry",
  armor: "armor",
  mech: "mechanised",
  motorised: "motorised",
  artillery: "artillery",
  anti_tank: "anti-tank",
  anti_air: "anti-aircraft",
  engineer: "engineers",
  recon: "reconnaissance",
  hq: "HQ",
  rockets: "rockets",
  supply: "supply",
  truck: "truck",
  air: "aircraft",
  plain: "unit",
};

/** The colours of a side. @param {string} side */
export const facesOf = (side) => FACES[coloursOf(side) ?? "axis"];

/** A unit in words. @param {Unit} unit */
export function inWordsOf(unit) {
  if (unit.down) return `${heading(unit.side)} unit face down`;
  const name = unit.title ?? unit.name ?? [unit.number, unit.formation].filter(Boolean).join(" of ");
  const values = unit.name
    ? `firepower ${unit.strength}${unit.rating ? ", major" : ""}`
    : [unit.strength, unit.rating, unit.move].filter((one) => one !== undefined && one !== "").join("-");
  const state = [
    unit.mode && `${unit.mode} mode`,
    unit.dg && "disorganised",
    unit.dispersed && "dispersed",
    unit.fortified && "fortified",
    unit.spent && "has moved or fought",
    unit.unsupplied && "out of supply",
    unit.fuelled && "fuelled",
    unit.load && `carries ${unit.load}`,
    unit.steps && unit.steps[0] < unit.steps[1] && `${unit.steps[0]} of ${unit.steps[1]} steps`,
  ];
  return [
    heading(unit.side),
    unit.title || unit.name ? "" : SYMBOLS[unit.symbol],
    name,
    values && `, ${values}`,
    ...state.map((one) => one && `, ${one}`),
  ].filter(Boolean).join(" ").replaceAll(" ,", ",");
}

/**
 * How much of a counter is drawn: all of it; symbol and strength, larger; or the symbol alone.
 * @typedef {"full" | "plain" | "mark"} Face
 */

/** Below so many pixels a counter gets a simpler face. */
const [PLAIN, MARK] = [32, 20];

/** The face that can be read at so many pixels. @param {number} pixels @returns {Face} */
const faceFor = (pixels) => (pixels < MARK ? "mark" : pixels < PLAIN ? "plain" : "full");

/** How large the symbol is drawn on a face, and where its middle lies. @type {{ [face in Face]: [number, number] }} */
const BOX = { full: [1, 30], plain: [1.3, 22], mark: [1.45, 32] };

/**
 * Draw a counter in a box of 64 units whose left upper corner is at the pen's origin.
 * @param {Pen} pen
 * @param {Unit} unit
 * @param {Face} [face]
 */
function drawCounter(pen, unit, face = "full") {
  const colours = facesOf(unit.side);
  pen.lineJoin = "round";
  pen.fillStyle = "#1E160A2E";
  for (const [x, y] of [[2.5, 4], [1.5, 2.5]]) {
    pen.beginPath();
    pen.roundRect(1.5 + x, 1.5 + y, 61, 61, 7);
    pen.fill();
  }
  pen.beginPath();
  pen.roundRect(1.5, 1.5, 61, 61, 6);
  pen.fillStyle = colours.face;
  pen.fill();
  pen.strokeStyle = colours.edge;
  pen.lineWidth = 2;
  pen.stroke();
  pen.strokeStyle = colours.light;
  pen.lineWidth = 1.6;
  line(pen, [6, 3.4, 58, 3.4]);
  if (unit.down) return faceDown(pen, colours.on);
  const [big, middle] = BOX[face];
  pen.save();
  pen.translate(32, middle);
  pen.scale(big, big);
  pen.translate(-32, -30);
  pen.fillStyle = BOXES[unit.category ?? "other"];
  pen.strokeStyle = DARK;
  pen.lineWidth = 1.5;
  pen.fillRect(16, 20, 32, 20);
  pen.strokeRect(16, 20, 32, 20);
  pen.lineWidth = 1.7;
  pen.save();
  pen.beginPath();
  pen.rect(16, 20, 32, 20);
  pen.clip();
  (SYMBOL_STROKES[unit.symbol] ?? SYMBOL_STROKES.plain)(pen);
  pen.restore();
  pen.restore();
  if (face === "full") figures(pen, unit, colours);
  else if (face === "plain") plainFigures(pen, unit, colours);
  if (face === "mark") plainMarks(pen, unit);
  else marks(pen, unit, colours);
}

/** Counters already drawn, by their look and size. @type {Map<string, HTMLCanvasElement>} */
const kept = new Map();

const MOST = 4000;

/**
 * A counter as a picture of so many device pixels.
 * @param {Unit} unit
 * @param {number} pixels
 * @param {number} [dots] device pixels for each pixel of the page
 */
export function sprite(unit, pixels, dots = 1) {
  const face = faceFor(pixels / dots);
  const look = [
    unit.side,
    unit.down ? "?" : unit.symbol,
    unit.category,
    unit.mode,
    unit.dg,
    unit.unsupplied,
    unit.steps,
    unit.dispersed,
    unit.fortified,
    unit.spent,
    unit.fuelled,
    unit.load,
  ].join();
  const figured = face === "mark" || unit.down
    ? []
    : face === "plain"
    ? [unit.strength, unit.rating]
    : [unit.number, unit.formation, unit.size, unit.strength, unit.rating, unit.move, unit.mobility];
  const name = `${pixels} ${look} ${figured.join()}`;
  let made = kept.get(name);
  if (made) return made;
  if (kept.size > MOST) kept.clear();
  made = document.createElement("canvas");
  made.width = made.height = Math.ceil(pixels * 1.1);
  const pen = penOf(made);
  pen.scale(pixels / 64, pixels / 64);
  drawCounter(pen, unit, face);
  kept.set(name, made);
  return made;
}

/**
 * A counter in a panel.
 * @param {Unit} unit
 * @param {number} [size] in pixels
 */
export function counter(unit, size = 46) {
  const dots = Math.min(2, devicePixelRatio || 1);
  const made = h("canvas", {
    class: "counter",
    role: "img",
    "aria-label": inWordsOf(unit),
    title: inWordsOf(unit),
    width: size * dots,
    height: size * dots,
  });
  made.style.width = made.style.height = `${size}px`;
  const pen = penOf(made);
  pen.scale((size * dots) / 68, (size * dots) / 68);
  drawCounter(pen, unit, faceFor(size));
  return made;
}
