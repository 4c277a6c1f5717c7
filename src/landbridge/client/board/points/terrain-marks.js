/** The signs of terrain on a points map: trees, reeds, hachures, peaks and sand, strewn over their country. */

import { chanceOf } from "../hexes/grid.js";
import { h } from "../../shell/dom.js";
import { ink, penOf } from "../pens.js";
import { within } from "./courses.js";

/** @typedef {import("../types.d.ts").Spot} Spot */
/** @typedef {import("../types.d.ts").TerrainArea["kind"]} Kind */
/** @typedef {import("../surface.js").Region} Region */
/** @typedef {CanvasRenderingContext2D} Pen */

/** Kinds of terrain from the lowest to the highest layer, with their tints. @type {{ [kind in Kind]: string }} */
export const TINTS = {
  sand: "--map-sand",
  hills: "--map-hills",
  mountains: "--map-mountains",
  woods: "--map-light",
  marsh: "--map-swamp",
};

/** Pixels of a mark's own sheet; it is drawn around the middle. */
const SIZE = 26;
const VARIANTS = 4;

/** What a mark looks like, and how many pixels lie from one to the next. */
const MARKS = /** @type {{ [kind in Kind]: { far: number, draw: (pen: Pen, variant: number) => void } }} */ ({
  sand: { far: 17, draw: grains },
  hills: { far: 25, draw: hachures },
  mountains: { far: 19, draw: peak },
  woods: { far: 13.5, draw: tree },
  marsh: { far: 21, draw: reeds },
});

/** Marks already drawn, by kind, variant, sharpness and paper. @type {Map<string, HTMLCanvasElement>} */
const kept = new Map();

/** @param {Kind} kind @param {number} variant @param {number} dots */
function stamp(kind, variant, dots) {
  const name = `${kind} ${variant} ${dots} ${ink("--map-open")}`;
  let made = kept.get(name);
  if (!made) {
    made = document.createElement("canvas");
    made.width = made.height = SIZE * dots;
    const pen = penOf(made);
    pen.scale(dots, dots);
    pen.translate(SIZE / 2, SIZE / 2);
    MARKS[kind].draw(pen, variant);
    kept.set(name, made);
  }
  return made;
}

/** The sign of a kind of terrain, for a key. @param {Kind} kind */
export function signOf(kind) {
  const dots = Math.min(2, devicePixelRatio || 1);
  const made = h("canvas", { class: "terrain-sign", width: SIZE * dots, height: 18 * dots });
  const pen = penOf(made);
  pen.fillStyle = ink(TINTS[kind]);
  pen.fillRect(0, 0, made.width, made.height);
  for (const [across, variant] of [[0.26, 0], [0.74, 2]]) {
    const drawn = stamp(kind, variant, dots);
    pen.drawImage(drawn, made.width * across - drawn.width / 2, (made.height - drawn.height) / 2);
  }
  return made;
}

/**
 * Marks stay where they are on the map while one looks at it; further out there are fewer.
 * @param {Pen} pen
 * @param {{ kind: Kind, ring: Spot[] }[]} areas
 * @param {Region} region
 * @param {number} k
 * @param {number} dots
 * @param {number} unit
 * @param {import("./land.js").Land} land
 */
export function scatter(pen, areas, region, k, dots, unit, land) {
  const scale = 2 ** (Math.round(Math.log2((k / dots) * unit) * 2) / 2) / unit;
  for (const kind of /** @type {Kind[]} */ (Object.keys(MARKS))) {
    const mine = areas.filter((area) => area.kind === kind);
    if (!mine.length) continue;
    const step = MARKS[kind].far / scale;
    const margin = SIZE / (k / dots);
    for (
      let j = Math.floor((region.top - margin) / step);
      j * step * 0.87 < region.bottom + margin;
      j++
    ) {
      if (j * step * 0.87 < region.top - margin - step) continue;
      for (let i = Math.floor((region.left - margin) / step) - 1; i * step < region.right + margin; i++) {
        const x = (i + (j % 2) * 0.5 + (chanceOf(i, j, 1) - 0.5) * 0.7) * step;
        const y = (j + (chanceOf(i, j, 2) - 0.5) * 0.6) * step * 0.87;
        if (!land.dry(x, y) || !mine.some((area) => within(area.ring, x, y))) continue;
        const drawn = stamp(kind, Math.floor(chanceOf(i, j, 3) * VARIANTS), dots);
        pen.drawImage(drawn, Math.round(x * k - drawn.width / 2), Math.round(y * k - drawn.height / 2));
      }
    }
  }
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} r @param {string} colour */
function dot(pen, x, y, r, colour, flat = 1) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.ellipse(x, y, r, r * flat, 0, 0, 7);
  pen.fill();
}

/** @param {Pen} pen @param {number} variant */
function tree(pen, variant) {
  const r = 2.7 + variant * 0.28;
  dot(pen, 1.1, 1.4, r, "#3A4A2233", 0.75);
  dot(pen, 0, 0, r, "#7C9560");
  dot(pen, -r * 0.25, -r * 0.28, r * 0.55, "#9DB57C");
}

/** @param {Pen} pen @param {number} variant */
function reeds(pen, variant) {
  pen.strokeStyle = "#4F838F";
  pen.lineWidth = 1;
  pen.lineCap = "round";
  pen.beginPath();
  const long = 4.4 + variant * 0.4;
  pen.moveTo(-long, 2);
  pen.lineTo(long, 2);
  for (const [a, b, c] of [[-1.7, -2.5, 3.4], [0, 0, 4.4], [1.7, 2.5, 3.4]]) {
    pen.moveTo(a, 2);
    pen.lineTo(b, 2 - c);
  }
  pen.stroke();
}

/** @param {Pen} pen @param {number} variant */
function hachures(pen, variant) {
  pen.strokeStyle = "#A07B41";
  pen.lineWidth = 0.9;
  pen.lineCap = "round";
  pen.beginPath();
  const r = 5 + variant * 0.5;
  for (let i = 0; i < 7; i++) {
    const angle = Math.PI * (0.08 + (i / 6) * 0.84);
    const end = r + 2.8 + chanceOf(variant, i, 4) * 1.6;
    pen.moveTo(-Math.cos(angle) * r, Math.sin(angle) * r * 0.6 - 2);
    pen.lineTo(-Math.cos(angle) * end, Math.sin(angle) * end * 0.66 - 2);
  }
  pen.stroke();
}

/** @param {Pen} pen @param {number} variant */
function peak(pen, variant) {
  const [high, wide] = [7 + variant * 1.1, 6.4 + variant * 0.6];
  pen.lineJoin = "round";
  pen.beginPath();
  pen.moveTo(-wide, 4);
  pen.lineTo(-0.6, 4 - high);
  pen.lineTo(wide * 0.9, 4);
  pen.fillStyle = ink("--map-open");
  pen.fill();
  pen.beginPath();
  pen.moveTo(-0.6, 4 - high);
  pen.lineTo(wide * 0.9, 4);
  pen.lineTo(0.8, 4);
  pen.lineTo(1.2, 4 - high * 0.4);
  pen.fillStyle = "#A98A5C";
  pen.fill();
  pen.strokeStyle = "#7A5E36";
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(-wide, 4);
  pen.lineTo(-0.6, 4 - high);
  pen.lineTo(wide * 0.9, 4);
  pen.stroke();
}

/** @param {Pen} pen @param {number} variant */
function grains(pen, variant) {
  for (let i = 0; i < 5; i++) {
    dot(pen, (chanceOf(variant, i, 5) - 0.5) * 15, (chanceOf(variant, i, 6) - 0.5) * 13, 0.75, "#B39A62");
  }
}
