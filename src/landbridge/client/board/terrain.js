/** The printed ground of a hex map, from tints to names: what is painted once and kept. */

import { chained, chanceOf } from "./hex-grid.js";
import { ink, penOf } from "./surface.js";

/** @typedef {import("./types.d.ts").HexMap} HexMap */
/** @typedef {import("./types.d.ts").HexPlace} HexPlace */
/** @typedef {ReturnType<typeof import("./hex-grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number]} Spot */

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
 */
export function groundOf(map, grid) {
  const rivers = riversOf(map, grid);
  const ways = waysOf(map, grid);
  const towns = (map.towns ?? []).flatMap((town) => {
    const hex = grid.byId.get(town.hex);
    return hex ? [{ ...town, x: hex.x, y: hex.y }] : [];
  });
  /** @type {Map<string, HTMLCanvasElement>} */
  const stamps = new Map();
  let stampScale = 0;

  /** @type {import("./surface.js").Painter} */
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
    for (const town of towns) if (near(town, region, 4)) nameTown(pen, scale, town, unit, dots, size);
    if (size >= 20) { for (const label of map.labels ?? []) nameWater(pen, scale, label, unit); }
  };
}

/** @param {{ x: number, y: number }} place @param {import("./surface.js").Region} region */
const near = (place, region, margin = 1.5) =>
  place.x > region.left - margin && place.x < region.right + margin && place.y > region.top - margin &&
  place.y < region.bottom + margin;

/**
 * Open ground; beyond the last hex the table shows.
 * @param {Pen} pen
 * @param {number} scale
 * @param {import("./surface.js").Region} region
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

/** @type {{ [terrain: string]: (pen: Pen, variant: number, size: number) => void }} */
const PATTERNS = {
  light: (pen, variant, size) => trees(pen, variant, size < 20 ? 5 : 8, "#8FA56B", "#ABC084", 3.1, size),
  brush: (pen, variant, size) => trees(pen, variant, size < 20 ? 4 : 7, "#A9A468", "#BDB981", 2.4, size),
  heavy: (pen, variant, size) => trees(pen, variant, size < 20 ? 9 : 17, "#6B8350", "#86A066", 3.5, size),
  swamp: reeds,
  hills: hachures,
  grain: stalks,
};

/**
 * @param {Pen} pen
 * @param {number} variant
 * @param {number} count
 * @param {string} dark
 * @param {string} bright
 * @param {number} wide
 * @param {number} size
 */
function trees(pen, variant, count, dark, bright, wide, size) {
  /** @type {Spot[]} */
  const spots = [];
  for (let i = 0; i < count * 3 && spots.length < count; i++) {
    const [angle, far] = [chanceOf(variant, i, 1) * 6.283, Math.sqrt(chanceOf(variant, i, 2)) * 30];
    const spot = /** @type {Spot} */ ([Math.cos(angle) * far, Math.sin(angle) * far]);
    if (spots.every((other) => Math.hypot(other[0] - spot[0], other[1] - spot[1]) > 7.5)) spots.push(spot);
  }
  spots.sort((a, b) => a[1] - b[1]);
  for (const [x, y] of spots) {
    const r = wide * (0.85 + chanceOf(Math.round(x * 9), Math.round(y * 9), 7) * 0.35) *
      (size < 20 ? 1.25 : 1);
    if (size >= 20) dot(pen, x + 1.3, y + 1.5, r, "#3A4A2240", 0.75);
    dot(pen, x, y, r, dark);
    if (size >= 20) dot(pen, x - r * 0.25, y - r * 0.28, r * 0.55, bright);
  }
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} r @param {string} colour */
function dot(pen, x, y, r, colour, flat = 1) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.ellipse(x, y, r, r * flat, 0, 0, 7);
  pen.fill();
}

/** @param {Pen} pen @param {number} variant @param {number} size */
function reeds(pen, variant, size) {
  pen.strokeStyle = "#4F838F";
  pen.lineWidth = size < 20 ? 2 : 1.15;
  pen.lineCap = "round";
  pen.beginPath();
  for (let i = 0; i < (size < 20 ? 5 : 8); i++) {
    const [x, y] = [(chanceOf(variant, i, 3) - 0.5) * 50, (chanceOf(variant, i, 4) - 0.5) * 47];
    pen.moveTo(x - 5.5, y);
    pen.lineTo(x + 5.5, y);
    for (const [a, b, c] of [[-1.9, -2.7, 4], [0, 0, 5], [1.9, 2.7, 4]]) {
      pen.moveTo(x + a, y);
      pen.lineTo(x + b, y - c);
    }
  }
  pen.stroke();
}

/** @param {Pen} pen @param {number} variant */
function hachures(pen, variant) {
  pen.strokeStyle = "#A07B41";
  pen.lineWidth = 1;
  pen.lineCap = "round";
  pen.beginPath();
  for (let j = 0; j < 3; j++) {
    const [x, y, r] = [
      (chanceOf(variant, j, 5) - 0.5) * 27,
      (chanceOf(variant, j, 6) - 0.5) * 27,
      8 + chanceOf(variant, j, 7) * 4,
    ];
    for (let i = 0; i < 9; i++) {
      const angle = Math.PI * (0.05 + (i / 9) * 0.9);
      const end = r + 4.2 + chanceOf(variant, i, j) * 2;
      pen.moveTo(x - Math.cos(angle) * r, y + Math.sin(angle) * r * 0.7);
      pen.lineTo(x - Math.cos(angle) * end, y + Math.sin(angle) * end * 0.75);
    }
  }
  pen.stroke();
}

/** @param {Pen} pen */
function stalks(pen) {
  pen.strokeStyle = "#B58B3C";
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = -20; x <= 20; x += 8) {
    for (let y = -20; y <= 20; y += 10) {
      pen.moveTo(x, y + 3);
      pen.lineTo(x, y - 3);
    }
  }
  pen.stroke();
}

// Water

/** @param {Pen} pen @param {number} scale @param {HexMap} map @param {number} unit */
function lakes(pen, scale, map, unit) {
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
function riversOf(map, grid) {
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
function water(pen, scale, rivers, unit, ice) {
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
function waysOf(map, grid) {
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
function roads(pen, scale, ways, unit) {
  pen.lineCap = "butt";
  pen.lineJoin = "round";
  /** @type {{ [kind: string]: [string, number, number[], number][] }} */
  const looks = {
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

/** @typedef {import("./types.d.ts").Town & { x: number, y: number }} Placed */

const TOWNS = {
  major: [15, "#A8412F", 21, "#E6B8A4"],
  minor: [10, "#6F6A60", 16, "#D0CBBE"],
  village: [4, "#3A342A", 7, ""],
};

/** @param {Pen} pen @param {number} scale @param {Placed} town @param {number} unit */
function drawTown(pen, scale, town, unit) {
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
 * @param {Pen} pen
 * @param {number} scale
 * @param {Placed} town
 * @param {number} unit
 * @param {number} dots
 * @param {number} size
 */
function nameTown(pen, scale, town, unit, dots, size) {
  if (size < { major: 9, minor: 17, village: 30 }[town.kind]) return;
  const letters = { major: 17, minor: 14.5, village: 12.5 }[town.kind] * Math.max(0.8 * dots, unit);
  pen.font = `${town.kind === "village" ? 500 : 700} ${letters}px ${ink("--serif")}`;
  const text = town.kind === "major" ? town.name.toUpperCase() : town.name;
  const down = Math.max(town.kind === "village" ? 0.34 : 0.47, (letters * 1.1) / scale);
  haloed(pen, text, town.x * scale, (town.y + down) * scale, "#2A251B");
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
 * @param {{ text: string, x: number, y: number, turn?: number, size?: number }} label
 * @param {number} unit
 */
function nameWater(pen, scale, label, unit) {
  pen.save();
  pen.translate(label.x * scale, label.y * scale);
  pen.rotate(((label.turn ?? 0) * Math.PI) / 180);
  pen.font = `italic 500 ${(label.size ?? 15) * unit}px ${ink("--serif")}`;
  haloed(pen, label.text, 0, 0, "#2E617F");
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {HexPlace[]} hexes
 * @param {Grid} grid
 * @param {number} size
 */
function gridLines(pen, scale, hexes, grid, size) {
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
function numbers(pen, scale, hexes, dots, unit) {
  pen.font = `500 ${Math.max(8 * dots, 8.6 * unit)}px ${ink("--sans")}`;
  pen.fillStyle = "#6E6347A6";
  pen.textAlign = "center";
  for (const hex of hexes) {
    pen.fillText(hex.label ?? hex.id, hex.x * scale, (hex.y - 0.5) * scale + 10.5 * unit);
  }
}
