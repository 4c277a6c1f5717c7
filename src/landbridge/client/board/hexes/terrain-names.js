/** Towns, names, hexes and their numbers on the printed ground. */

import { chanceOf } from "./grid.js";
import { ink } from "../pens.js";

/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {ReturnType<typeof import("./grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number]} Spot */
/** @typedef {import("../types.d.ts").Town & { x: number, y: number }} Placed */

const TOWNS = {
  major: [15, "#A8412F", 21, "#E6B8A4"],
  minor: [10, "#6F6A60", 16, "#D0CBBE"],
  village: [4, "#3A342A", 7, ""],
};

/** Letters that are smaller cannot be read. */
const LEAST = 11;

/** @param {Pen} pen @param {number} scale @param {Placed} town @param {number} unit */
export function drawTown(pen, scale, town, unit) {
  const [blocks, colour, spread, ground] = /** @type {[number, string, number, string]} */ (TOWNS[town.kind]);
  const [x, y] = [town.x * scale, town.y * scale];
  const [a, b] = [Math.round(town.x * 10), Math.round(town.y * 10)];
  if (ground) {
    pen.fillStyle = ground;
    pen.beginPath();
    for (let i = 0; i <= 16; i++) {
      const far = spread * 1.12 * unit * (1 + (chanceOf(a, i % 16, 2) - 0.5) * 0.3);
      const spot =
        /** @type {Spot} */ ([x + Math.cos((i / 16) * 6.283) * far, y + Math.sin((i / 16) * 6.283) * far]);
      i ? pen.lineTo(...spot) : pen.moveTo(...spot);
    }
    pen.fill();
  }
  pen.fillStyle = colour;
  for (let i = 0; i < blocks; i++) {
    const [angle, far] = [i * 2.4 + chanceOf(a, b, 1) * 6, Math.sqrt((i + 0.4) / blocks) * spread * unit];
    const [w, t] = [(3 + chanceOf(i, a, 6) * 3) * unit, (2.6 + chanceOf(i, b, 7) * 2) * unit];
    pen.save();
    pen.translate(x + Math.cos(angle) * far, y + Math.sin(angle) * far);
    pen.rotate(chanceOf(i, 2, a) * 0.9);
    pen.fillRect(-w / 2, -t / 2, w, t);
    pen.restore();
  }
}

/**
 * The name of a town as it would be written below it, in hexes; nothing where the map is seen from too far.
 * @param {Pen} pen
 * @param {number} scale
 * @param {Placed} town
 * @param {number} unit
 * @param {number} dots
 * @param {number} size
 */
export function nameBox(pen, scale, town, unit, dots, size) {
  if (!town.name || size < { major: 4, minor: 17, village: 30 }[town.kind]) return null;
  const letters = { major: 17, minor: 14.5, village: 12.5 }[town.kind] * Math.max(0.8 * dots, unit);
  pen.font = `${town.kind === "village" ? 500 : 700} ${letters}px ${ink("--serif")}`;
  const text = town.kind === "major" ? town.name.toUpperCase() : town.name;
  const down = Math.max(town.kind === "village" ? 0.34 : 0.47, (letters * 1.1) / scale);
  return { text, wide: pen.measureText(text).width / scale, high: letters / scale, down };
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {Placed} town
 * @param {number} unit
 * @param {number} dots
 * @param {number} size
 * @param {(wide: number, high: number, below: Spot) => Spot} [put] where the name stands, as seen from the town
 */
export function nameTown(pen, scale, town, unit, dots, size, put = (_wide, _high, below) => below) {
  const box = nameBox(pen, scale, town, unit, dots, size);
  if (!box) return;
  const [right, lower] = put(box.wide, box.high, [0, box.down]);
  haloed(pen, box.text, (town.x + right) * scale, (town.y + lower) * scale, "#2A251B");
}

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {string} colour */
function haloed(pen, text, x, y, colour) {
  pen.textAlign = "center";
  pen.lineJoin = "round";
  pen.lineWidth = 3.6;
  pen.strokeStyle = "#FBF5E4E6";
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {import("../types.d.ts").GroundLabel} label
 * @param {number} unit
 * @param {number} dots
 */
export function nameWater(pen, scale, label, unit, dots) {
  const letters = (label.size ?? 15) * unit / dots;
  if (letters < (label.wide ? 5 : 9)) return;
  pen.save();
  pen.translate(label.x * scale, label.y * scale);
  pen.rotate(((label.turn ?? 0) * Math.PI) / 180);
  pen.font = `italic 500 ${Math.max(letters, LEAST) * dots}px ${ink("--serif")}`;
  haloed(pen, label.text, 0, 0, label.colour ?? "#2E617F");
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {HexPlace[]} hexes
 * @param {Grid} grid
 * @param {number} size
 */
export function gridLines(pen, scale, hexes, grid, size) {
  pen.strokeStyle = size < 22 ? "#5C513626" : "#5C513638";
  pen.lineWidth = 1;
  pen.beginPath();
  for (const hex of hexes) {
    for (let i = 0; i < 4; i++) {
      const [x, y] = [(hex.x + grid.corners[i][0]) * scale, (hex.y + grid.corners[i][1]) * scale];
      i ? pen.lineTo(x, y) : pen.moveTo(x, y);
    }
  }
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {HexPlace[]} hexes
 * @param {number} dots
 * @param {number} unit
 */
export function numbers(pen, scale, hexes, dots, unit) {
  pen.font = `500 ${Math.max(8 * dots, 8.6 * unit)}px ${ink("--sans")}`;
  pen.fillStyle = "#6E6347A6";
  pen.textAlign = "center";
  for (const hex of hexes) {
    pen.fillText(hex.label ?? hex.id, hex.x * scale, (hex.y - 0.5) * scale + 10.5 * unit);
  }
}
