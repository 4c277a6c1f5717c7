/**
 * The printed ground of a points map, from the sea to the names on it: what is painted once and kept. It is
 * the pattern, not the tint, that tells terrain to colour-blind eyes.
 */

import { ink } from "../surface.js";
import { pathOf, smooth, wandering } from "./courses.js";
import { nameGround } from "./ground-names.js";
import { scatter } from "./terrain-marks.js";

/** @typedef {import("../types.d.ts").PointsGround} PointsGround */
/** @typedef {import("../surface.js").Region} Region */
/** @typedef {import("../types.d.ts").Spot} Spot */
/** @typedef {CanvasRenderingContext2D} Pen */

/** Kinds of terrain from the lowest to the highest layer, with their tints. */
const TINTS = {
  sand: "--map-sand",
  hills: "--map-hills",
  mountains: "--map-mountains",
  woods: "--map-light",
  marsh: "--map-swamp",
};

/** The light water along a shore: widths in pixels, from the outermost. */
const SHALLOWS = [15, 9, 4];

/** A frontier: colour, width and dashes, from below. */
const FRONTIER = /** @type {[string, number, number[]][]} */ ([
  ["--map-frontier-band", 7, []],
  ["--map-frontier", 1.5, [9, 3, 1.5, 3]],
]);

/** Pixels to a hundredth of the map below which small rivers and shadings only confuse. */
const NEAR = 8;

/**
 * @param {PointsGround | undefined} ground
 * @param {Region} bounds where the sheet ends
 * @param {number} unit a hundredth of the map
 * @param {import("./land.js").Land} land
 * @returns {import("../surface.js").Painter}
 */
export function groundPainter(ground, bounds, unit, land) {
  const areas = (ground?.areas ?? []).map(({ kind, shore }) => {
    const ring = wandering(shore);
    return { kind, ring, path: pathOf([ring], true), ...boxOf(ring) };
  });
  const lakes = (ground?.lakes ?? []).map((shore) => smooth(shore, true));
  const rivers = (ground?.rivers ?? []).map(({ great, course }) => ({ great, path: smooth(course, false) }));
  const frontiers = (ground?.frontiers ?? []).map((course) => smooth(course, false));

  return (pen, k, region, dots) => {
    const close = (k / dots) * unit >= NEAR;
    pen.save();
    pen.scale(k, k);
    pen.beginPath();
    pen.rect(bounds.left, bounds.top, bounds.right - bounds.left, bounds.bottom - bounds.top);
    pen.clip();
    coast(pen, k, region, dots);
    pen.save();
    pen.clip(land.path, "evenodd");
    for (const [kind, tint] of Object.entries(TINTS)) {
      pen.fillStyle = ink(tint);
      for (const area of areas) if (area.kind === kind && meets(area, region)) pen.fill(area.path);
    }
    pen.restore();
    pen.restore();
    const seen = areas.filter((area) => meets(area, region));
    if (seen.length) scatter(pen, seen, region, k, dots, unit, land);
    pen.save();
    pen.scale(k, k);
    water(pen, k, dots, close);
    for (const [colour, width, dash] of FRONTIER) {
      pen.strokeStyle = ink(colour);
      pen.lineWidth = (width * dots * (close ? 1 : 0.7)) / k;
      pen.setLineDash(dash.map((part) => (part * dots) / k));
      for (const frontier of frontiers) pen.stroke(frontier);
    }
    pen.setLineDash([]);
    pen.restore();
    for (const name of ground?.names ?? []) nameGround(pen, name, k, dots, unit);
    edge(pen, k, region, dots);
  };

  /**
   * Sea, its shallows, and the open ground.
   * @param {Pen} pen
   * @param {number} k
   * @param {Region} region
   * @param {number} dots
   */
  function coast(pen, k, region, dots) {
    const [wide, high] = [region.right - region.left, region.bottom - region.top];
    pen.fillStyle = ink(ground ? "--map-lake" : "--map-open");
    pen.fillRect(region.left, region.top, wide, high);
    if (!ground) return;
    pen.lineJoin = "round";
    pen.strokeStyle = ink("--map-shallows");
    for (const width of SHALLOWS) {
      pen.lineWidth = (width * dots) / k;
      pen.stroke(land.path);
    }
    pen.fillStyle = ink("--map-open");
    pen.fill(land.path, "evenodd");
    pen.strokeStyle = ink("--map-river-edge");
    pen.lineWidth = (1.2 * dots) / k;
    pen.stroke(land.path);
  }

  /** @param {Pen} pen @param {number} k @param {number} dots @param {boolean} close */
  function water(pen, k, dots, close) {
    pen.lineCap = pen.lineJoin = "round";
    pen.fillStyle = ink("--map-lake");
    pen.strokeStyle = ink("--map-river-edge");
    pen.lineWidth = dots / k;
    for (const lake of lakes) {
      pen.fill(lake);
      pen.stroke(lake);
    }
    for (
      const [great, width, colour] of /** @type {[boolean, number, string][]} */ ([
        [false, 1.5, "--map-river"],
        [true, close ? 4 : 2.4, "--map-river-edge"],
        [true, close ? 2.6 : 1.4, "--map-river"],
      ])
    ) {
      if (!great && !close) continue;
      pen.strokeStyle = ink(colour);
      pen.lineWidth = (width * dots) / k;
      for (const river of rivers) if (river.great === great) pen.stroke(river.path);
    }
    pen.lineCap = "butt";
  }

  /**
   * Beyond the sheet the table shows; a neat line runs around it.
   * @param {Pen} pen
   * @param {number} k
   * @param {Region} region
   * @param {number} dots
   */
  function edge(pen, k, region, dots) {
    const out = 12 / k;
    if (
      region.left > bounds.left + out && region.right < bounds.right - out && region.top > bounds.top + out &&
      region.bottom < bounds.bottom - out
    ) return;
    const frame = /** @type {[number, number, number, number]} */ ([
      bounds.left * k,
      bounds.top * k,
      (bounds.right - bounds.left) * k,
      (bounds.bottom - bounds.top) * k,
    ]);
    pen.fillStyle = ink("--sunk");
    pen.beginPath();
    pen.rect(
      region.left * k - 1,
      region.top * k - 1,
      (region.right - region.left) * k + 2,
      (region.bottom - region.top) * k + 2,
    );
    pen.rect(...frame);
    pen.fill("evenodd");
    pen.strokeStyle = ink("--map-rail");
    for (const [width, inside] of [[2.4, 0], [0.8, 5]]) {
      pen.lineWidth = width * dots;
      const off = inside * dots;
      pen.strokeRect(frame[0] + off, frame[1] + off, frame[2] - 2 * off, frame[3] - 2 * off);
    }
  }
}

/** @param {Spot[]} ring */
const boxOf = (ring) => ({
  left: Math.min(...ring.map(([x]) => x)),
  right: Math.max(...ring.map(([x]) => x)),
  top: Math.min(...ring.map(([, y]) => y)),
  bottom: Math.max(...ring.map(([, y]) => y)),
});

/** @param {Region} one @param {Region} other */
const meets = (one, other) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
