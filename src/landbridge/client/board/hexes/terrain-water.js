/** Lakes, rivers and roads of a hex map: lines that bend from hex to hex. */

import { chained, chanceOf } from "./grid.js";
import { ink } from "../pens.js";

/** @typedef {import("../types.d.ts").HexMap} HexMap */
/** @typedef {ReturnType<typeof import("./grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number]} Spot */

// Water

/** @param {Pen} pen @param {number} scale @param {HexMap} map @param {number} unit */
export function lakes(pen, scale, map, unit) {
  for (const lake of map.lakes ?? []) {
    pen.save();
    pen.translate(lake.x * scale, lake.y * scale);
    pen.rotate(((lake.turn ?? 0) * Math.PI) / 180);
    pen.beginPath();
    for (let i = 0; i <= 20; i++) {
      const [angle, far] = [(i / 20) * 6.283, 1 + (chanceOf(Math.round(lake.x * 9), i % 20, 4) - 0.5) * 0.34];
      const spot = /** @type {Spot} */ ([
        Math.cos(angle) * lake.wide * scale * far,
        Math.sin(angle) * lake.high * scale * far,
      ]);
      i ? pen.lineTo(...spot) : pen.moveTo(...spot);
    }
    pen.closePath();
    pen.fillStyle = ink("--map-lake");
    pen.strokeStyle = ink("--map-river-edge");
    pen.lineWidth = 1.3 * unit;
    pen.fill();
    pen.stroke();
    pen.restore();
  }
}

/** Rivers as lines along hexsides. @param {HexMap} map @param {Grid} grid */
export function riversOf(map, grid) {
  const named = (/** @type {Spot} */ [x, y]) => `${Math.round(x * 24)},${Math.round(y * 24)}`;
  /** @type {{ major: boolean, points: Spot[] }[]} */
  const drawn = (map.rivers ?? []).map((river) => ({ major: river.kind === "major", points: river.points }));
  for (const kind of ["minor", "major"]) {
    /** @type {Map<string, Spot>} */
    const spots = new Map();
    /** @type {[string, string][]} */
    const pairs = [];
    for (const side of map.sides ?? []) {
      const [a, b] = [grid.byId.get(side.a), grid.byId.get(side.b)];
      if (side.kind !== kind || !a || !b) continue;
      const at = grid.steps.findIndex(([x, y]) => Math.hypot(a.x + x - b.x, a.y + y - b.y) < 0.2);
      if (at < 0) continue;
      const ends = [grid.corners[at], grid.corners[(at + 1) % 6]].map((
        [x, y],
      ) => /** @type {Spot} */ ([a.x + x, a.y + y]));
      for (const end of ends) spots.set(named(end), end);
      pairs.push([named(ends[0]), named(ends[1])]);
    }
    for (const chain of chained(pairs)) {
      drawn.push({
        major: kind === "major",
        points: chain.map((name) => /** @type {Spot} */ (spots.get(name))),
      });
    }
  }
  return drawn.map(({ major, points }) => ({
    major,
    points: points.map(([x, y]) => /** @type {Spot} */ ([
      x + (chanceOf(Math.round(x * 50), Math.round(y * 50), 5) - 0.5) * 0.11,
      y + (chanceOf(Math.round(x * 50), Math.round(y * 50), 8) - 0.5) * 0.11,
    ])),
  }));
}

/**
 * A line that bends gently.
 * @param {Pen} pen
 * @param {Spot[]} points
 * @param {number} scale
 * @param {number} [off]
 */
export function bend(pen, points, scale, off = 0) {
  pen.beginPath();
  pen.moveTo(points[0][0] * scale + off, points[0][1] * scale + off);
  for (let i = 1; i < points.length - 1; i++) {
    pen.quadraticCurveTo(
      points[i][0] * scale + off,
      points[i][1] * scale + off,
      ((points[i][0] + points[i + 1][0]) / 2) * scale + off,
      ((points[i][1] + points[i + 1][1]) / 2) * scale + off,
    );
  }
  const last = points[points.length - 1];
  pen.lineTo(last[0] * scale + off, last[1] * scale + off);
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {ReturnType<typeof riversOf>} rivers
 * @param {number} unit
 * @param {boolean} ice
 */
export function water(pen, scale, rivers, unit, ice) {
  pen.lineCap = pen.lineJoin = "round";
  for (
    const [major, width, colour] of /** @type {[boolean, number, string][]} */ ([
      [false, 3.6, "--map-river-edge"],
      [false, 2.2, "--map-river"],
      [true, 10.5, "--map-river-edge"],
      [true, 8, "--map-river"],
    ])
  ) {
    for (const river of rivers) {
      if (river.major === major) stroke(pen, river.points, scale, ink(colour), Math.max(0.8, width * unit));
    }
  }
  if (!ice) return;
  for (const river of rivers) {
    pen.setLineDash(river.major ? [9 * unit, 5 * unit] : [6 * unit, 4 * unit]);
    stroke(pen, river.points, scale, "#F4FAFB", (river.major ? 4.6 : 1.2) * unit);
  }
  pen.setLineDash([]);
}

/**
 * @param {Pen} pen
 * @param {Spot[]} points
 * @param {number} scale
 * @param {string} colour
 * @param {number} width
 * @param {number} [off]
 */
function stroke(pen, points, scale, colour, width, off = 0) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  bend(pen, points, scale, off);
  pen.stroke();
}

// Roads, rails, towns

/** @param {HexMap} map @param {Grid} grid */
export function waysOf(map, grid) {
  const settled = new Set((map.towns ?? []).map((town) => town.hex));
  return (map.ways ?? []).flatMap((way) => {
    const points = way.hexes.flatMap((id, at) => {
      const hex = grid.byId.get(id);
      if (!hex) return [];
      const far = at === 0 || at === way.hexes.length - 1 || settled.has(id) ? 0.02 : 0.16;
      const [a, b] = [Math.round(hex.x * 50), Math.round(hex.y * 50)];
      return [
        /** @type {Spot} */ ([
          hex.x + (chanceOf(a, b, 31) - 0.5) * far,
          hex.y + (chanceOf(a, b, 32) - 0.5) * far,
        ]),
      ];
    });
    return points.length > 1 ? [{ kind: way.kind, points }] : [];
  });
}

/** @param {Pen} pen @param {number} scale @param {ReturnType<typeof waysOf>} ways @param {number} unit */
export function roads(pen, scale, ways, unit) {
  pen.lineCap = "butt";
  pen.lineJoin = "round";
  /** @type {{ [kind: string]: [string, number, number[], number][] }} */
  const looks = {
    track: [[ink("--map-road"), 1.4, [5, 4], 3]],
    road: [["#F7EFD9", 4.4, [], 3], [ink("--map-road"), 2, [], 3]],
    primary: [[ink("--map-primary"), 5, [], 4], ["#F3D9A6", 2.4, [], 4]],
    rail: [[ink("--map-rail"), 1.5, [], -3], [ink("--map-rail"), 6.4, [1.4, 8.6], -3]],
    double_rail: [[ink("--map-rail"), 4.4, [], -3], ["#FBF6E8", 2.2, [6.5, 6.5], -3]],
  };
  for (const [kind, strokes] of Object.entries(looks)) {
    for (const way of ways) {
      if (way.kind !== kind) continue;
      for (const [colour, width, dash, off] of strokes) {
        pen.setLineDash(dash.map((part) => part * unit));
        stroke(pen, way.points, scale, colour, Math.max(0.7, width * unit), off * unit);
      }
    }
  }
  pen.setLineDash([]);
}
