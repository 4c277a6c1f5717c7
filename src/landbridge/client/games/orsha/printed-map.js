/**
 * The printed map of Orsha: terrain as on every hex map, and what this one has of its own: levels, slopes,
 * gullies, the railway.
 */

import { chained, chanceOf } from "../../board/hexes/grid.js";
import { ink } from "../../board/pens.js";
import { groundOf } from "../../board/hexes/terrain.js";

/** @typedef {import("./types.d.ts").PrintedMap} PrintedMap */
/** @typedef {import("./types.d.ts").PrintedHex} PrintedHex */
/** @typedef {import("../../board/types.d.ts").HexMap} HexMap */
/** @typedef {ReturnType<typeof import("../../board/hexes/grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number]} Spot */

/** What the shared ground calls the terrain of this map. @type {{ [terrain: string]: string }} */
const LOOKS = { grain: "grain", orchard: "light", marsh: "swamp", swamp: "swamp", woods: "heavy" };
const HILL = "#B0793833";
const LOW = "#4F6B7A38";
const SLOPE = "#8A5A2B";
const GULLY = "#6D7F78";

/** The printed map in the shape that every hex board draws. @param {PrintedMap} printed @returns {HexMap} */
export function hexMapOf(printed) {
  const across = (/** @type {string} */ feature) =>
    chained(
      printed.sides
        .filter((side) =>
          side.features.includes(feature) && !side.a.startsWith("off:") && !side.b.startsWith("off:")
        )
        .map((side) => [side.a, side.b]),
    );
  return {
    pointy: printed.pointy,
    hexes: printed.hexes.map((hex) => ({
      id: hex.id,
      x: hex.x,
      y: hex.y,
      terrain: LOOKS[hex.terrain] ?? "open",
    })),
    ways: [
      ...across("road").map((hexes) => ({ kind: /** @type {const} */ ("road"), hexes })),
      ...across("railway").map((hexes) => ({ kind: /** @type {const} */ ("double_rail"), hexes })),
    ],
    towns: [],
  };
}

/** A hex of the map in words. @param {PrintedHex | undefined} hex */
export function hexInWords(hex) {
  if (!hex) return "";
  const level = hex.level ? `, level ${hex.level < 0 ? `−${-hex.level}` : hex.level}` : "";
  const more = (hex.features ?? []).filter((one) => one !== hex.terrain);
  return `${hex.terrain}${level}${more.length ? `, ${more.join(", ")}` : ""}${
    hex.lvp ? ", worth a victory point" : ""
  }`;
}

/**
 * @param {PrintedMap} printed
 * @returns {(map: HexMap, grid: Grid) => import("../../board/surface.js").Painter}
 */
export const orshaGround = (printed) => (map, grid) => {
  const usual = groundOf(map, grid);
  const facts = new Map(printed.hexes.map((hex) => [hex.id, hex]));
  const slopes = printed.sides.filter((side) => side.features.includes("slope"));
  const hedges = printed.sides.filter((side) => side.features.includes("hedge"));
  const gullies = chained(
    printed.sides.filter((side) =>
      side.features.includes("gully") && !side.b.startsWith("off:") && !side.a.startsWith("off:")
    ).map((side) => [side.a, side.b]),
  )
    .map((chain) =>
      chain.flatMap((id) => {
        const hex = grid.byId.get(id);
        return hex ? [/** @type {Spot} */ ([hex.x, hex.y])] : [];
      })
    );
  return (pen, scale, region, dots) => {
    usual(pen, scale, region, dots);
    const hexes = grid.within(region, 1.1);
    const size = scale / dots;
    for (const [level, colour] of /** @type {[number, string][]} */ ([[1, HILL], [-1, LOW]])) {
      tinted(pen, scale, grid, hexes.filter((hex) => (facts.get(hex.id)?.level ?? 0) === level), colour);
    }
    gully(pen, scale, gullies);
    const shown = new Set(hexes.map((hex) => hex.id));
    for (const side of slopes) {
      if (size >= 8 && (shown.has(side.a) || shown.has(side.b))) slope(pen, scale, grid, side);
    }
    for (const side of hedges) hedge(pen, scale, grid, side);
    for (const hex of hexes) {
      const features = facts.get(hex.id)?.features ?? [];
      if (features.includes("shellholes") && size >= 14) shellholes(pen, scale, hex);
      if (features.includes("building")) building(pen, scale, hex);
      if (features.includes("bridge")) bridge(pen, scale, hex);
    }
    rulers(pen, scale, grid, hexes, size, dots);
  };
};

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {Grid} grid
 * @param {import("../../board/types.d.ts").HexPlace[]} hexes
 * @param {string} colour
 */
function tinted(pen, scale, grid, hexes, colour) {
  if (!hexes.length) return;
  pen.fillStyle = colour;
  pen.beginPath();
  for (const hex of hexes) {
    grid.corners.forEach((
      [x, y],
      at,
    ) => (at
      ? pen.lineTo((hex.x + x) * scale, (hex.y + y) * scale)
      : pen.moveTo((hex.x + x) * scale, (hex.y + y) * scale))
    );
    pen.closePath();
  }
  pen.fill();
}

/** @param {Pen} pen @param {number} scale @param {Spot[][]} chains */
function gully(pen, scale, chains) {
  pen.lineCap = pen.lineJoin = "round";
  for (
    const [colour, width, dash]
      of /** @type {[string, number, number[]][]} */ ([["#FBF5E4AA", 0.2, []], [GULLY, 0.11, []], [
        "#FBF5E4CC",
        0.03,
        [0.12, 0.14],
      ]])
  ) {
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(0.6, width * scale);
    pen.setLineDash(dash.map((part) => part * scale));
    for (const points of chains) {
      pen.beginPath();
      for (const [x, y] of points) pen.lineTo(x * scale, y * scale);
      pen.stroke();
    }
  }
  pen.setLineDash([]);
}

/**
 * The two ends of the side between two hexes.
 * @param {Grid} grid
 * @param {string} a
 * @param {string} b
 * @returns {[Spot, Spot] | null}
 */
function endsOf(grid, a, b) {
  const [from, to] = [grid.byId.get(a), grid.byId.get(b)];
  if (!from || !to) return null;
  for (let side = 0; side < 6; side++) {
    if (grid.over(from, side) !== to) continue;
    const [one, two] = [grid.corners[side], grid.corners[(side + 1) % 6]];
    return [[from.x + one[0], from.y + one[1]], [from.x + two[0], from.y + two[1]]];
  }
  return null;
}

/**
 * A slope: ticks that point down, as on old maps.
 * @param {Pen} pen
 * @param {number} scale
 * @param {Grid} grid
 * @param {import("./types.d.ts").PrintedSide} side
 */
function slope(pen, scale, grid, side) {
  const ends = endsOf(grid, side.a, side.b);
  const low = grid.byId.get(side.lower || side.b);
  if (!ends || !low) return;
  const [[x0, y0], [x1, y1]] = ends;
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const far = Math.hypot(low.x - mx, low.y - my) || 1;
  const [dx, dy] = [((low.x - mx) / far) * 0.13, ((low.y - my) / far) * 0.13];
  pen.strokeStyle = SLOPE;
  pen.lineCap = "butt";
  pen.lineWidth = Math.max(0.7, 0.03 * scale);
  pen.beginPath();
  pen.moveTo(x0 * scale, y0 * scale);
  pen.lineTo(x1 * scale, y1 * scale);
  for (let at = 0.1; at < 1; at += 0.2) {
    const [x, y] = [x0 + (x1 - x0) * at, y0 + (y1 - y0) * at];
    pen.moveTo(x * scale, y * scale);
    pen.lineTo((x + dx) * scale, (y + dy) * scale);
  }
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {Grid} grid
 * @param {import("./types.d.ts").PrintedSide} side
 */
function hedge(pen, scale, grid, side) {
  const ends = endsOf(grid, side.a, side.b);
  if (!ends) return;
  pen.strokeStyle = "#5E7A43";
  pen.lineWidth = Math.max(1, 0.1 * scale);
  pen.lineCap = "round";
  pen.setLineDash([0.02 * scale, 0.13 * scale]);
  pen.beginPath();
  for (const [x, y] of ends) pen.lineTo(x * scale, y * scale);
  pen.stroke();
  pen.setLineDash([]);
}

/** @param {Pen} pen @param {number} scale @param {import("../../board/types.d.ts").HexPlace} hex */
function shellholes(pen, scale, hex) {
  const [a, b] = [Math.round(hex.x * 71), Math.round(hex.y * 67)];
  pen.strokeStyle = "#6B5B3F80";
  pen.fillStyle = "#6B5B3F33";
  pen.lineWidth = Math.max(0.5, 0.018 * scale);
  for (let at = 0; at < 4; at++) {
    const [angle, far] = [chanceOf(a, b, at) * 6.283, 0.12 + chanceOf(a, b, at + 9) * 0.22];
    pen.beginPath();
    pen.ellipse(
      (hex.x + Math.cos(angle) * far) * scale,
      (hex.y + Math.sin(angle) * far) * scale,
      0.05 * scale,
      0.04 * scale,
      0,
      0,
      7,
    );
    pen.fill();
    pen.stroke();
  }
}

/** @param {Pen} pen @param {number} scale @param {import("../../board/types.d.ts").HexPlace} hex */
function building(pen, scale, hex) {
  pen.fillStyle = "#9A7148";
  pen.strokeStyle = "#4A3520";
  pen.lineWidth = Math.max(0.6, 0.03 * scale);
  for (const [x, y, wide, high] of [[-0.22, -0.16, 0.3, 0.2], [0.06, 0.08, 0.16, 0.12]]) {
    pen.beginPath();
    pen.rect((hex.x + x) * scale, (hex.y + y) * scale, wide * scale, high * scale);
    pen.fill();
    pen.stroke();
  }
}

/** @param {Pen} pen @param {number} scale @param {import("../../board/types.d.ts").HexPlace} hex */
function bridge(pen, scale, hex) {
  pen.strokeStyle = "#2A2620";
  pen.lineWidth = Math.max(0.8, 0.04 * scale);
  pen.lineCap = "butt";
  for (const off of [-0.09, 0.09]) {
    pen.beginPath();
    pen.moveTo((hex.x - 0.16) * scale, (hex.y + off) * scale);
    pen.lineTo((hex.x + 0.16) * scale, (hex.y + off) * scale);
    pen.stroke();
  }
}

/**
 * Letters at the left and numbers at the foot, where the hexes are too small to bear their own.
 * @param {Pen} pen
 * @param {number} scale
 * @param {Grid} grid
 * @param {import("../../board/types.d.ts").HexPlace[]} hexes
 * @param {number} size
 * @param {number} dots
 */
function rulers(pen, scale, grid, hexes, size, dots) {
  if (size >= 42) return;
  const every = size >= 18 ? 1 : size >= 11 ? 3 : 5;
  pen.font = `550 ${12 * dots}px ${ink("--sans")}`;
  pen.lineJoin = "round";
  pen.lineWidth = 3 * dots;
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => {
    pen.strokeStyle = "#FBF5E4D0";
    pen.strokeText(text, x, y);
    pen.fillStyle = "#565044";
    pen.fillText(text, x, y);
  };
  for (const hex of hexes) {
    const found = /^([A-Z]+)(\d+)$/.exec(hex.id);
    if (!found) continue;
    const [, letters, number] = found;
    const row = letters.length > 1 ? 26 + letters.charCodeAt(1) - 65 : letters.charCodeAt(0) - 65;
    pen.textAlign = "left";
    if (number === "1" && row % every === 0) {
      write(letters, (grid.bounds.left + 0.1) * scale, hex.y * scale + 4 * dots);
    }
    pen.textAlign = "center";
    if (letters === "A" && Number(number) % 5 === 0) {
      write(number, hex.x * scale, (grid.bounds.bottom - 0.08) * scale);
    }
  }
}
