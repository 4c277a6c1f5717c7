/** The printed ground of a hex map, from tints to names: what is painted once and kept. */

import { chanceOf } from "./grid.js";
import { ink, penOf } from "../pens.js";
import { drawTown, gridLines, nameTown, nameWater, numbers } from "./terrain-names.js";
import { PATTERNS } from "./terrain-stamps.js";
import { lakes, riversOf, roads, water, waysOf } from "./terrain-water.js";

/** @typedef {import("../types.d.ts").HexMap} HexMap */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {ReturnType<typeof import("./grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */

/** Tints from the lowest to the highest layer; what is not named here is open ground. */
const TINTS = ["grain", "hills", "swamp", "brush", "light", "heavy", "lake"];

const TINT_INKS = {
  open: "--map-open",
  hills: "--map-hills",
  swamp: "--map-swamp",
  light: "--map-light",
  heavy: "--map-heavy",
  lake: "--map-lake",
  brush: "--map-light",
  grain: "--map-hills",
};

const VARIANTS = 7;

/** Widths of a page's pixel at a hex of 64 pixels. */
const FULL = 64;

/**
 * @param {HexMap} map
 * @param {Grid} grid
 * @param {boolean} [named] whether towns are named; not where counters may lie on their names
 */
export function groundOf(map, grid, named = true) {
  const rivers = riversOf(map, grid);
  const ways = waysOf(map, grid);
  const towns = (map.towns ?? []).flatMap((town) => {
    const hex = grid.byId.get(town.hex);
    return hex ? [{ ...town, x: hex.x, y: hex.y }] : [];
  });
  /** @type {Map<string, HTMLCanvasElement>} */
  const stamps = new Map();
  let stampScale = 0;

  /** @type {import("../surface.js").Painter} */
  return (pen, scale, region, dots) => {
    const hexes = grid.within(region, 1.1);
    const size = scale / dots;
    const unit = scale / FULL;
    if (stampScale !== scale) {
      stamps.clear();
      stampScale = scale;
    }
    paper(pen, scale, region, hexes, grid);
    tints(pen, scale, hexes, grid, size);
    if (size >= 9) { for (const hex of hexes) stampOn(pen, scale, hex, stamps, size); }
    lakes(pen, scale, map, unit);
    water(pen, scale, rivers, unit, map.ice ?? false);
    roads(pen, scale, ways, unit);
    for (const town of towns) if (near(town, region)) drawTown(pen, scale, town, unit);
    if (size >= 11) gridLines(pen, scale, hexes, grid, size);
    if (size >= 42) numbers(pen, scale, hexes, dots, unit);
    for (const town of named ? towns : []) {
      if (near(town, region, 4)) nameTown(pen, scale, town, unit, dots, size);
    }
    for (const label of map.labels ?? []) {
      if (near(label, region, 4)) nameWater(pen, scale, label, unit, dots);
    }
  };
}

/** @param {{ x: number, y: number }} place @param {import("../surface.js").Region} region */
const near = (place, region, margin = 1.5) =>
  place.x > region.left - margin && place.x < region.right + margin && place.y > region.top - margin &&
  place.y < region.bottom + margin;

/**
 * Open ground; beyond the last hex the table shows.
 * @param {Pen} pen
 * @param {number} scale
 * @param {import("../surface.js").Region} region
 * @param {HexPlace[]} hexes
 * @param {Grid} grid
 */
function paper(pen, scale, region, hexes, grid) {
  const { bounds } = grid;
  const inside = region.left > bounds.left + 2 && region.right < bounds.right - 2 &&
    region.top > bounds.top + 2 && region.bottom < bounds.bottom - 2;
  pen.fillStyle = ink(inside ? "--map-open" : "--sunk");
  pen.fillRect(
    region.left * scale,
    region.top * scale,
    (region.right - region.left) * scale + 1,
    (region.bottom - region.top) * scale + 1,
  );
  if (inside) return;
  pen.fillStyle = pen.strokeStyle = ink("--map-open");
  pen.lineWidth = 1.2;
  pen.beginPath();
  for (const hex of hexes) {
    grid.corners.forEach((
      [x, y],
      i,
    ) => (i
      ? pen.lineTo((hex.x + x) * scale, (hex.y + y) * scale)
      : pen.moveTo((hex.x + x) * scale, (hex.y + y) * scale))
    );
    pen.closePath();
  }
  pen.fill();
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {HexPlace[]} hexes
 * @param {Grid} grid
 * @param {number} size
 */
function tints(pen, scale, hexes, grid, size) {
  pen.lineJoin = "round";
  for (const kind of TINTS) {
    const mine = hexes.filter((hex) => hex.terrain === kind);
    if (!mine.length) continue;
    pen.beginPath();
    for (const hex of mine) {
      if (size < 13) {
        grid.corners.forEach((
          [x, y],
          i,
        ) => (i
          ? pen.lineTo((hex.x + x) * scale, (hex.y + y) * scale)
          : pen.moveTo((hex.x + x) * scale, (hex.y + y) * scale))
        );
      } else {
        const points = grid.wandering(hex);
        for (let i = 0; i < points.length; i += 2) {
          i
            ? pen.lineTo(points[i] * scale, points[i + 1] * scale)
            : pen.moveTo(points[0] * scale, points[1] * scale);
        }
      }
      pen.closePath();
    }
    pen.fillStyle = pen.strokeStyle = ink(TINT_INKS[/** @type {keyof typeof TINT_INKS} */ (kind)]);
    pen.lineWidth = 1.2;
    pen.fill();
    pen.stroke();
  }
}

// Patterns: it is the pattern, not the tint, that tells terrain to colour-blind eyes

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {HexPlace} hex
 * @param {Map<string, HTMLCanvasElement>} stamps
 * @param {number} size
 */
function stampOn(pen, scale, hex, stamps, size) {
  const draw = PATTERNS[hex.terrain];
  if (!draw) return;
  const variant = Math.floor(chanceOf(Math.round(hex.x * 97), Math.round(hex.y * 89), 11) * VARIANTS);
  const name = `${hex.terrain} ${variant}`;
  let stamp = stamps.get(name);
  if (!stamp) {
    stamp = document.createElement("canvas");
    stamp.width = stamp.height = Math.ceil(scale * 1.3);
    const onto = penOf(stamp);
    onto.translate(stamp.width / 2, stamp.height / 2);
    onto.scale(scale / FULL, scale / FULL);
    draw(onto, variant, size);
    stamps.set(name, stamp);
  }
  pen.drawImage(
    stamp,
    Math.round(hex.x * scale - stamp.width / 2),
    Math.round(hex.y * scale - stamp.height / 2),
  );
}
