/**
 * Paints a points map: ground, seas and front, graded lines, points with their names, stacks beside them, and
 * what is lit or barred.
 */

import { facesOf, sprite } from "../counter.js";
import { ink } from "../surface.js";
import { arrange } from "./layout.js";
import {
  arrow,
  barred,
  beacon,
  drawPoint,
  factories,
  LINES,
  nameOf,
  smooth,
  travel,
  waterName,
} from "./strokes.js";

/** @typedef {import("../types.d.ts").PointsMap} PointsMap */
/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../types.d.ts").PointsShown} PointsShown */
/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {(x: number, y: number) => [number, number]} ToScreen */

/** A counter's width on the screen, within these limits. */
const [SMALL, LARGE] = [22, 46];

/**
 * @param {{
 *   map: PointsMap,
 *   unit: number,
 *   now: PointsShown,
 *   mine: string | null,
 *   pen: () => Pen | null,
 * }} options `unit`: a hundredth of the map; `now`: what is shown, as it changes; `pen`: measures names
 */
export function pointPainter({ map, unit, now, mine, pen: measuring }) {
  const byId = new Map(map.points.map((point) => [point.id, point]));
  /**
   * @type {{ scale: number, names: { point: PointPlace, x: number, y: number, size: number }[], counters:
   *   Map<string, [number, number]> } | null}
   */
  let laid = null;

  /** @type {import("../surface.js").Painter} */
  function ground(pen, k, region, dots) {
    pen.save();
    pen.scale(k, k);
    for (const colour of [ink("--map-open"), "#4B687A26"]) {
      pen.fillStyle = colour;
      pen.fillRect(region.left, region.top, region.right - region.left, region.bottom - region.top);
    }
    pen.fillStyle = ink("--map-open");
    pen.fill(now.front.held);
    pen.fillStyle = "#8C3A2B1F";
    pen.fill(now.front.held);
    pen.lineCap = pen.lineJoin = "round";
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7B0", 8], ["#211E19", 3.2]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = (width * dots) / k;
      pen.stroke(now.front.line);
    }
    for (const sea of map.seas ?? []) {
      const path = smooth(sea, true);
      pen.fillStyle = ink("--map-lake");
      pen.fill(path);
      pen.strokeStyle = ink("--map-river-edge");
      pen.lineWidth = (1.3 * dots) / k;
      pen.stroke(path);
    }
    pen.restore();
    for (const water of map.waters ?? []) waterName(pen, water.text, water.x * k, water.y * k, dots);
    pen.save();
    pen.scale(k, k);
    for (const river of map.rivers ?? []) {
      pen.strokeStyle = ink("--map-river");
      pen.lineWidth = (2.4 * dots) / k;
      pen.stroke(smooth(river, false));
    }
    pen.restore();
    for (const grade of /** @type {const} */ (["inferior", "minor", "major"])) {
      for (const [colour, width, dash] of /** @type {[string, number, number[]][]} */ (LINES[grade])) {
        pen.strokeStyle = colour;
        pen.lineWidth = width * dots;
        pen.setLineDash(dash.map((part) => part * dots));
        pen.beginPath();
        for (const line of map.lines) {
          const [a, b] = [byId.get(line.a), byId.get(line.b)];
          if (line.grade !== grade || !a || !b) continue;
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
    const near = (/** @type {PointPlace} */ point) =>
      point.x > region.left - 12 * unit && point.x < region.right + 12 * unit &&
      point.y > region.top - 12 * unit && point.y < region.bottom + 12 * unit;
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
          dots,
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
      drawStack(pen, stack, x, y, wide, dots);
    }
  }

  /**
   * @param {Pen} pen
   * @param {Unit[]} stack
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} dots
   */
  function drawStack(pen, stack, x, y, wide, dots) {
    const top = stack[stack.length - 1];
    const { face, edge } = facesOf(top.side);
    const edges = mine === null || top.side === mine ? Math.min(stack.length - 1, 3) : 1;
    for (let i = edges; i > 0; i--) {
      pen.fillStyle = face;
      pen.strokeStyle = edge;
      pen.lineWidth = 1.2 * dots;
      pen.beginPath();
      pen.roundRect(
        x - wide / 2 + 2.4 * i * dots,
        y - wide / 2 - 2.4 * i * dots,
        wide * 0.96,
        wide * 0.96,
        3 * dots,
      );
      pen.fill();
      pen.stroke();
    }
    pen.drawImage(sprite(top, Math.round(wide), dots), Math.round(x - wide / 2), Math.round(y - wide / 2));
    if (mine !== null || stack.length < 2) return;
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

  /** @param {number} scale */
  const counterSize = (scale) => Math.max(SMALL, Math.min(LARGE, scale * unit * 3.6));

  /** @param {Pen} pen @param {ToScreen} toScreen @param {boolean} focused whether keys move the cursor */
  function over(pen, toScreen, focused) {
    for (const id of now.coached) {
      const point = byId.get(id);
      if (point) beacon(pen, ...toScreen(point.x, point.y));
    }
    const no = now.barred && byId.get(now.barred);
    if (no) barred(pen, ...toScreen(no.x, no.y));
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
    ground,
    dress,
    over,
    stackAt,
    /** Names and counters find their places anew. */
    layAgain() {
      laid = null;
    },
  };
}
