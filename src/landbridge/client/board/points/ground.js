/**
 * The printed ground of a points map, from the sea to the names on it: what is painted once and kept. It is
 * the pattern, not the tint, that tells terrain to colour-blind eyes.
 */

import { ink } from "../pens.js";
import { boxOf, meets, pathOf, smooth, stretchesOf, wandering } from "./courses.js";
import { nameGround } from "./ground-names.js";
import { scatter, TINTS } from "./terrain-marks.js";

/** @typedef {import("../types.d.ts").PointsGround} PointsGround */
/** @typedef {import("../surface.js").Region} Region */
/** @typedef {CanvasRenderingContext2D} Pen */

/** The light water along a shore: widths in pixels, from the outermost. */
const SHALLOWS = [15, 9, 4];

/** A frontier: colour, width and dashes, from below. */
const FRONTIER = /** @type {[string, number, number[]][]} */ ([
  ["--map-frontier-band", 7, []],
  ["--map-frontier", 1.5, [9, 3, 1.5, 3]],
]);

/** Pixels to the map's unit below which small rivers and shadings only confuse. */
const NEAR = 8;

/** Pixels that a name reaches to either side. */
const NAME = 190;

/**
 * @param {PointsGround | undefined} ground
 * @param {Region} bounds where the sheet ends
 * @param {number} unit a fifth of a line, as a rule
 * @param {import("./land.js").Land} land
 * @returns {import("../surface.js").Painter}
 */
export function groundPainter(ground, bounds, unit, land) {
  const areas = (ground?.areas ?? []).map(({ kind, shore }) => {
    const ring = wandering(shore);
    return { kind, ring, path: pathOf([ring], true), ...boxOf(ring) };
  });
  const shores = (ground?.land ?? []).flatMap((shore) => stretchesOf(shore, "shore"));
  const lakes = (ground?.lakes ?? []).map((shore) => ({ path: smooth(shore, true), ...boxOf(shore) }));
  const rivers = [true, false].map((great) =>
    (ground?.rivers ?? []).filter((river) => river.great === great)
      .flatMap(({ course }) => stretchesOf(course, "line"))
  );
  const frontiers = (ground?.frontiers ?? []).flatMap((course) => stretchesOf(course, "line"));

  return (pen, k, region, dots) => {
    const close = (k / dots) * unit >= NEAR;
    /** What of these is seen. @type {<T extends Region>(things: T[]) => T[]} */
    const seen = (things) => things.filter((one) => meets(one, region, (SHALLOWS[0] * dots) / k));
    /** Pixels, as the pen counts them. @param {number} pixels */
    const wide = (pixels) => (pixels * dots) / k;
    pen.save();
    pen.scale(k, k);
    pen.lineCap = pen.lineJoin = "round";
    openGround(pen, region, seen(areas));
    sea(pen, region, seen(shores), wide);
    pen.restore();
    scatter(pen, seen(areas), region, k, dots, unit, land);
    pen.save();
    pen.scale(k, k);
    pen.lineCap = pen.lineJoin = "round";
    water(pen, seen(lakes), rivers.map(seen), wide, close);
    pen.lineCap = "butt";
    for (const [colour, width, dash] of FRONTIER) {
      pen.strokeStyle = ink(colour);
      pen.lineWidth = wide(close ? width : width * 0.7);
      pen.setLineDash(dash.map(wide));
      for (const { path } of seen(frontiers)) pen.stroke(path);
    }
    pen.restore();
    for (const name of ground?.names ?? []) {
      if (meets(boxOf([[name.x, name.y]]), region, wide(NAME))) nameGround(pen, name, k, dots, unit);
    }
    edge(pen, k, region, dots);
  };

  /** Open ground and its terrain. @param {Pen} pen @param {Region} region @param {typeof areas} seen */
  function openGround(pen, region, seen) {
    pen.fillStyle = ink("--map-open");
    if (ground) pen.fill(land.path, "evenodd");
    else pen.fillRect(...rectOf(region));
    pen.globalCompositeOperation = "source-atop";
    for (const [kind, tint] of Object.entries(TINTS)) {
      pen.fillStyle = ink(tint);
      for (const area of seen) if (area.kind === kind) pen.fill(area.path);
    }
    pen.globalCompositeOperation = "source-over";
  }

  /**
   * Shores, and under the land the sea with its shallows.
   * @param {Pen} pen
   * @param {Region} region
   * @param {{ path: Path2D }[]} seen
   * @param {(pixels: number) => number} wide
   */
  function sea(pen, region, seen, wide) {
    if (!ground) return;
    pen.globalCompositeOperation = "destination-over";
    pen.strokeStyle = ink("--map-shallows");
    for (const width of SHALLOWS.toReversed()) {
      pen.lineWidth = wide(width);
      for (const { path } of seen) pen.stroke(path);
    }
    pen.fillStyle = ink("--map-lake");
    pen.fillRect(...rectOf(region));
    pen.globalCompositeOperation = "source-over";
    pen.strokeStyle = ink("--map-river-edge");
    pen.lineWidth = wide(1.2);
    for (const { path } of seen) pen.stroke(path);
  }

  /**
   * @param {Pen} pen
   * @param {{ path: Path2D }[]} seen lakes
   * @param {{ path: Path2D }[][]} courses great rivers and small ones
   * @param {(pixels: number) => number} wide
   * @param {boolean} close
   */
  function water(pen, seen, [great, small], wide, close) {
    pen.fillStyle = ink("--map-lake");
    pen.strokeStyle = ink("--map-river-edge");
    pen.lineWidth = wide(1);
    for (const { path } of seen) {
      pen.fill(path);
      pen.stroke(path);
    }
    for (
      const [rivers, width, colour] of /** @type {[{ path: Path2D }[], number, string][]} */ ([
        [close ? small : [], 1.5, "--map-river"],
        [great, close ? 4 : 2.4, "--map-river-edge"],
        [great, close ? 2.6 : 1.4, "--map-river"],
      ])
    ) {
      pen.strokeStyle = ink(colour);
      pen.lineWidth = wide(width);
      for (const { path } of rivers) pen.stroke(path);
    }
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

/** @param {Region} region @returns {[number, number, number, number]} */
const rectOf = ({ left, top, right, bottom }) => [left, top, right - left, bottom - top];
