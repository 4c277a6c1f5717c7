/**
 * Paints what lies on the ground of a points map: the front, graded lines, points with their names, stacks
 * beside them, and what is lit or barred.
 */

import { facesOf, sprite } from "../counter.js";
import { ink } from "../pens.js";
import { arrange } from "./layout.js";
import { pill, readyFrame } from "./pills.js";
import { arrow, barred, beacon, drawPoint, factories, LINES, nameOf, travel } from "./strokes.js";

/** @typedef {import("../types.d.ts").PointsMap} PointsMap */
/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../types.d.ts").PointsShown} PointsShown */
/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {(x: number, y: number) => [number, number]} ToScreen */

/** @param {PointPlace} point @param {ToScreen} toScreen */
function onScreen(point, toScreen) {
  const [x, y] = toScreen(point.x, point.y);
  return { ...point, x, y };
}

/** A counter's width on the screen, within these limits. */
const [SMALL, LARGE] = [13, 46];
/** The width from which a stack says how many it is; a smaller one only shows its edges. */
const COUNTED = 24;
/** Pixels from a point to what it costs to go there, below it. */
const [BELOW, BELOW_BEACON] = [21, 34];
/** Pixels that the names and counters of a point reach from it. */
const AROUND = 170;

/**
 * @param {{
 *   map: PointsMap,
 *   unit: number,
 *   now: PointsShown,
 *   mine: string | null,
 *   pen: () => Pen | null,
 * }} options `unit`: a fifth of a line, as a rule; `now`: what is shown, as it changes; `pen`: measures names
 */
export function pointPainter({ map, unit, now, mine, pen: measuring }) {
  const byId = new Map(map.points.map((point) => [point.id, point]));
  /**
   * @type {{ scale: number, names: { point: PointPlace, x: number, y: number, size: number }[], counters:
   *   Map<string, [number, number]> } | null}
   */
  let laid = null;

  /** @type {import("../surface.js").Painter} */
  function network(pen, k, region, dots) {
    for (const grade of /** @type {const} */ (["inferior", "minor", "major"])) {
      for (const [colour, width, dash] of /** @type {[string, number, number[]][]} */ (LINES[grade])) {
        pen.strokeStyle = ink(colour);
        pen.lineWidth = width * small(k, dots);
        pen.setLineDash(dash.map((part) => part * small(k, dots)));
        pen.beginPath();
        for (const line of map.lines) {
          const [a, b] = [byId.get(line.a), byId.get(line.b)];
          if (line.grade !== grade || !a || !b || passes(a, b, region)) continue;
          pen.moveTo(a.x * k, a.y * k);
          pen.lineTo(b.x * k, b.y * k);
        }
        pen.stroke();
      }
    }
    pen.setLineDash([]);
  }

  /** @type {import("../surface.js").Painter} */
  function dress(pen, k, region, dots) {
    const plan = layOut(k, dots);
    const room = (AROUND * dots) / k;
    const near = (/** @type {PointPlace} */ point) =>
      point.x > region.left - room && point.x < region.right + room &&
      point.y > region.top - room && point.y < region.bottom + room;
    now.front.draw(pen, k, region, dots);
    network(pen, k, region, dots);
    for (const journey of now.journeys) travel(pen, journey.flatMap((id) => byId.get(id) ?? []), k, dots);
    for (const [from, to] of now.arrows) {
      const [a, b] = [byId.get(from), byId.get(to)];
      if (a && b) arrow(pen, a, b, k, dots);
    }
    for (const point of map.points) {
      if (near(point)) {
        drawPoint(
          pen,
          point,
          now.control[point.id] ?? "",
          k,
          point.worth ? dots : small(k, dots),
          now.legal.has(point.id),
          now.chosen === point.id,
        );
      }
    }
    for (const [id, count] of Object.entries(now.factories)) {
      const point = byId.get(id);
      if (point && near(point)) factories(pen, point.x * k, point.y * k, count, dots);
    }
    for (const { point, x, y, size } of plan.names) {
      if (near(point)) nameOf(pen, point.name, x, y, size, point.kind !== "junction");
    }
    const wide = counterSize(k / dots) * dots;
    for (const [id, [x, y]] of plan.counters) {
      const [stack, point] = [now.stacks.get(id) ?? [], byId.get(id)];
      if (!stack.length || !point || !near(point)) continue;
      drawStack(pen, stack, x, y, wide, dots, now.able.has(id));
    }
    for (const [id, text] of Object.entries(now.costs)) {
      const point = byId.get(id);
      const below = now.coached.has(id) ? BELOW_BEACON : BELOW;
      if (point && near(point)) pill(pen, text, point.x * k, point.y * k + below * dots, dots);
    }
  }

  /**
   * @param {Pen} pen
   * @param {Unit[]} stack
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} dots
   * @param {boolean} ready
   */
  function drawStack(pen, stack, x, y, wide, dots, ready) {
    const top = stack[stack.length - 1];
    const { face, edge } = facesOf(top.side);
    const edges = mine === null || top.side === mine ? Math.min(stack.length - 1, 3) : 1;
    for (let i = edges; i > 0; i--) {
      pen.fillStyle = face;
      pen.strokeStyle = edge;
      pen.lineWidth = 1.2 * dots;
      pen.beginPath();
      pen.roundRect(
        x - wide / 2 + wide * 0.055 * i,
        y - wide / 2 - wide * 0.055 * i,
        wide * 0.96,
        wide * 0.96,
        3 * dots,
      );
      pen.fill();
      pen.stroke();
    }
    pen.drawImage(sprite(top, Math.round(wide), dots), Math.round(x - wide / 2), Math.round(y - wide / 2));
    // The count lies on the frame.
    if (ready) readyFrame(pen, x, y, wide, dots);
    if (mine !== null || stack.length < 2 || wide < COUNTED * dots) return;
    const [bx, by, r] = [x + wide / 2 - dots, y - wide / 2 + dots, 8 * dots];
    pen.beginPath();
    pen.arc(bx, by, r, 0, 7);
    pen.fillStyle = "#FFFDF7";
    pen.fill();
    pen.strokeStyle = edge;
    pen.lineWidth = 1.4 * dots;
    pen.stroke();
    pen.font = `700 ${10.5 * dots}px ${ink("--sans")}`;
    pen.textAlign = "center";
    pen.fillStyle = "#211E19";
    pen.fillText(String(stack.length), bx, by + 3.7 * dots);
  }

  /** @param {number} k @param {number} dots */
  function layOut(k, dots) {
    if (laid?.scale === k) return laid;
    laid = {
      scale: k,
      ...arrange({
        points: map.points,
        stacks: [...now.stacks.keys()],
        factories: now.factories,
        pen: measuring(),
        close: k / dots >= 4.2 / unit,
        wide: counterSize(k / dots) * dots,
        k,
        dots,
      }),
    };
    return laid;
  }

  /** How large what counts less is drawn: smaller from afar. @param {number} k @param {number} dots */
  const small = (k, dots) => dots * Math.max(0.62, Math.min(1, (k / dots) * unit / 13));

  /** @param {number} scale */
  const counterSize = (scale) => Math.max(SMALL, Math.min(LARGE, scale * unit * 2.2));

  /** @param {Pen} pen @param {ToScreen} toScreen @param {boolean} focused whether keys move the cursor */
  function over(pen, toScreen, focused) {
    for (const id of now.coached) {
      const point = byId.get(id);
      if (point) beacon(pen, ...toScreen(point.x, point.y));
    }
    const no = now.barred && byId.get(now.barred);
    if (no) barred(pen, ...toScreen(no.x, no.y));
    const way = now.path.flatMap((id) => byId.get(id) ?? []).map((point) => onScreen(point, toScreen));
    if (way.length > 1) travel(pen, way, 1, 1);
    else if (now.carried) {
      const { from, x, y } = now.carried;
      travel(pen, [from, { ...from, x, y }].map((point) => onScreen(point, toScreen)), 1, 1);
    }
    if (!now.cursor || !focused) return;
    const [x, y] = toScreen(now.cursor.x, now.cursor.y);
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 7], [ink("--focus"), 3]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      pen.arc(x, y, 15, 0, 7);
      pen.stroke();
    }
  }

  /**
   * The point whose counters lie here.
   * @param {number} x
   * @param {number} y
   * @param {number} scale at which it is looked at
   */
  function stackAt(x, y, scale) {
    if (!laid) return null;
    const half = counterSize(scale) / 2 / scale;
    for (const [id, [px, py]] of laid.counters) {
      if (Math.abs(px / laid.scale - x) < half && Math.abs(py / laid.scale - y) < half) {
        return byId.get(id) ?? null;
      }
    }
    return null;
  }

  return {
    dress,
    over,
    stackAt,
    /** Names and counters find their places anew. */
    layAgain() {
      laid = null;
    },
  };
}

/**
 * Whether a line runs by on one side of a region.
 * @param {PointPlace} a
 * @param {PointPlace} b
 * @param {import("../surface.js").Region} region
 */
const passes = (a, b, region) =>
  Math.max(a.x, b.x) < region.left || Math.min(a.x, b.x) > region.right || Math.max(a.y, b.y) < region.top ||
  Math.min(a.y, b.y) > region.bottom;
