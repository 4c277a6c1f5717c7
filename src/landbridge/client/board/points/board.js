/**
 * A board of points and lines: cities, junctions and fortresses, graded lines, who controls what, stacks
 * beside their points.
 */

import { announce, h } from "../../shell/dom.js";
import { carrying } from "../carrying.js";
import { surface } from "../surface.js";
import { uncover } from "../uncovered.js";
import { tracePainter } from "../traces.js";
import { controlOf } from "./control.js";
import { ARROWS, nearestPoint, pointTowards } from "./finding.js";
import { groundPainter } from "./ground.js";
import { landOf } from "./land.js";
import { legendOf } from "./legend.js";
import { pointNotes } from "./notes.js";
import { pointPainter } from "./painter.js";
import { pointWords } from "./words.js";

/** @typedef {import("../types.d.ts").PointsMap} PointsMap */
/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../types.d.ts").PointsShown} PointsShown */
/** @typedef {import("../types.d.ts").Unit} Unit */

/** How far the sheet reaches beyond its points, in the map's own unit. */
const AROUND = 8;
/** How many of these units a line is long, as a rule. */
const LINE = 5;

/**
 * @param {{
 *   map: PointsMap,
 *   label: string,
 *   mine?: string | null,
 *   pick?: (point: string, touch: boolean) => boolean | void,
 *   carry?: import("../carrying.js").Carry,
 *   hover?: (point: string | null) => void,
 *   card?: (point: PointPlace, stack: Unit[]) => import("../../shell/types.d.ts").Child,
 *   about?: (point: PointPlace) => string,
 *   look?: [number, number],
 *   least?: number,
 *   marks?: import("./legend.js").Mark[],
 * }} options positions are in any unit; the map is fitted to its room, or shown around `look` at no less
 *   than the scale `least`; `pick` gives true where it has shown by itself what was chosen; `carry`: units are
 *   dragged from a point to another, or to none; `hover` also follows the keys; `marks` on counters are told in
 *   the legend
 */
export function pointsBoard(
  { map, label, mine = null, pick, carry, hover, card, about, look, least = 1, marks = [] },
) {
  const byId = new Map(map.points.map((point) => [point.id, point]));
  const span = spanOf(map.points);
  const unit = unitOf(map, byId, span);
  const bounds = {
    left: span.left - AROUND * unit,
    right: span.right + AROUND * unit,
    top: span.top - AROUND * unit,
    bottom: span.bottom + AROUND * unit,
  };
  const land = landOf(map.ground, bounds);
  /** @type {PointsShown} */
  const now = {
    control: map.control ?? {},
    neutral: [],
    front: controlOf(map, map.control ?? {}, [], bounds, unit, land),
    stacks: new Map(),
    cursor: null,
    journeys: [],
    chosen: "",
    legal: new Set(),
    coached: new Set(),
    barred: "",
    able: new Set(),
    costs: {},
    path: [],
    carried: null,
    arrows: [],
    factories: {},
    traces: null,
  };
  const paintTraces = tracePainter();
  /** The front a turn ago, while it is compared. @type {Path2D[]} */
  let frontThen = [];
  let under = "";

  const painter = pointPainter({ map, unit, now, mine, pen: () => sheet.canvas.getContext("2d") });
  const sheet = surface({
    label: `${label}. Arrow keys move from point to point, Enter chooses, plus and minus zoom, Shift with ` +
      "arrows moves the map.",
    bounds,
    most: 40 / unit,
    slack: 0.3,
    ground: groundPainter(map.ground, bounds, unit, land),
    dress: painter.dress,
    over(pen, toScreen, scale) {
      strokeFront(pen, frontThen, toScreen(0, 0), scale);
      painter.over(pen, toScreen, document.activeElement === sheet.canvas);
      return paintTraces(pen, (id) => {
        const point = byId.get(id);
        return point ? toScreen(point.x, point.y) : null;
      }, now.traces);
    },
    key,
    pick(x, y, event) {
      const point = pointAt(x, y);
      if (point) choose(point, false, event.pointerType === "touch");
      else if (!notes.card.hidden) {
        notes.card.hidden = true;
        pick?.("", false);
      }
    },
    ...carrying({
      placeAt: (x, y) => pointAt(x, y),
      look: lookAt,
      moved(carried) {
        now.carried = carried;
        if (!carried) under = "";
        sheet.ask();
      },
    }, carry),
    point(x, y) {
      lookAt(near(x, y, 16) ?? painter.stackAt(x, y, sheet.view.scale), hover);
    },
    moved: () => {
      notes.tip.hidden = true;
      notes.placeCard();
    },
  });
  sheet.canvas.addEventListener("pointerleave", () => {
    if (under) {
      under = "";
      hover?.(null);
    }
  });
  const notes = pointNotes({ sheet, byId, now, mine, draw: card });
  const words = pointWords({ map, now, mine, about, goTo });

  // Choosing

  /** The point that lies within so many pixels. @param {number} x @param {number} y @param {number} pixels */
  const near = (x, y, pixels) => nearestPoint(map.points, x, y, pixels / sheet.view.scale);

  /** The point that is meant here, or whose counters lie here. @param {number} x @param {number} y */
  const pointAt = (x, y) => near(x, y, 9) ?? painter.stackAt(x, y, sheet.view.scale) ?? near(x, y, 22);

  /** @param {PointPlace | null} point @param {((id: string | null) => void) | undefined} tell */
  function lookAt(point, tell) {
    if ((point?.id ?? "") === under) return;
    under = point?.id ?? "";
    sheet.canvas.classList.toggle("on-point", Boolean(point));
    tell?.(under || null);
  }

  /** @param {PointPlace} point @param {boolean} byKey @param {boolean} [touch] */
  function choose(point, byKey, touch = false) {
    now.cursor = point;
    if (!pick?.(point.id, touch)) notes.show(point);
    if (byKey) announce(words.inLine(point));
    sheet.ask();
  }

  /** Go to a point, as if it had been chosen. @param {string} id */
  function goTo(id) {
    const point = byId.get(id);
    if (!point) return;
    sheet.bring(point.x, point.y);
    choose(point, true);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const way = ARROWS[event.key];
    if (way) {
      const { wide, high } = sheet.size();
      const from = now.cursor ?? nearestPoint(map.points, ...sheet.toWorld(wide / 2, high / 2), Infinity);
      if (!from) return false;
      now.cursor = now.cursor ? (pointTowards(map.points, from, ...way) ?? from) : from;
      sheet.bring(now.cursor.x, now.cursor.y);
      announce(words.inLine(now.cursor));
      hover?.(now.cursor.id);
      return true;
    }
    if ((event.key === "Enter" || event.key === " ") && now.cursor) {
      choose(now.cursor, true);
      return true;
    }
    return false;
  }

  /** What was lit last. */
  let uncovered = "";

  /** Where none of these can be touched, the first one is brought into sight. @param {Set<string>} ids */
  function bringInSight(ids) {
    const { wide, high } = sheet.size();
    const seen = (/** @type {PointPlace} */ point) => {
      const [x, y] = sheet.toScreen(point.x, point.y);
      return x > 0 && y > 0 && x < wide && y < high;
    };
    const lit = [...ids].flatMap((id) => byId.get(id) ?? []);
    if (lit.length && !lit.some(seen)) sheet.bring(lit[0].x, lit[0].y, 90);
    if (uncovered !== [...ids].join()) uncover(sheet, lit);
    uncovered = [...ids].join();
  }

  /** Where one looked before something was shown. @type {{ x: number, y: number, scale: number } | null} */
  let looked = null;

  /**
   * When all is shown, one looks again where one looked before.
   * @param {import("../types.d.ts").Traces | null} before
   * @param {import("../types.d.ts").Traces | null} next
   */
  function comeBack(before, next) {
    // A map that is not laid out yet looks nowhere.
    if (!before && next) looked = sheet.size().wide ? { ...sheet.view } : null;
    if (before && !next && looked) {
      const { view } = sheet;
      if (view.scale !== looked.scale) sheet.zoom(looked.scale / view.scale);
      sheet.pan((view.x - looked.x) * view.scale, (view.y - looked.y) * view.scale);
    }
  }

  /** What is being shown is brought into sight, where it goes before where it comes from. */
  function bringTraces() {
    const step = now.traces?.now;
    if (!step) return;
    const places = [...step.places, ...step.moves.flatMap(({ from, to }) => [from, to])];
    for (const point of places.flatMap((id) => byId.get(id) ?? [])) sheet.bring(point.x, point.y, 60);
  }

  const zoomButton = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ by) =>
    h("button", { type: "button", "aria-label": name, text, onclick: () => sheet.zoom(by) });
  const box = h(
    "div",
    { class: "board pointsboard" },
    h(
      "div",
      { class: "board-view" },
      sheet.canvas,
      notes.card,
      notes.tip,
      legendOf(marks, map.ground),
      h(
        "div",
        { class: "zoom noprint" },
        zoomButton("Zoom in", "+", 1.3),
        zoomButton("Zoom out", "−", 1 / 1.3),
      ),
    ),
    words.box,
  );
  sheet.canvas.addEventListener("focus", sheet.ask);
  sheet.canvas.addEventListener("blur", sheet.ask);
  if (!look) sheet.go((span.left + span.right) / 2, (span.top + span.bottom) / 2, 0);
  else sheet.go(...look, -least);

  return {
    box,
    sheet,
    /**
     * @param {{
     *   control?: { [point: string]: string },
     *   neutral?: import("../types.d.ts").Spot[][],
     *   units?: Unit[],
     *   journeys?: string[][],
     *   chosen?: string,
     *   legal?: string[],
     *   coached?: string[],
     *   barred?: string,
     *   able?: string[],
     *   costs?: { [point: string]: string },
     *   path?: string[],
     *   arrows?: [string, string][],
     *   factories?: { [point: string]: number },
     *   traces?: import("../types.d.ts").BoardTraces,
     * }} next what changes
     */
    set({ control = now.control, neutral = now.neutral, units, legal, able, coached, ...rest }) {
      const turned = JSON.stringify([control, neutral.length]) !==
        JSON.stringify([now.control, now.neutral.length]);
      Object.assign(now, { control, neutral });
      if (turned) now.front = controlOf(map, control, neutral, bounds, unit, land);
      if (units) {
        now.stacks = new Map();
        for (const one of units) {
          if (one.at) now.stacks.set(one.at, [...(now.stacks.get(one.at) ?? []), one]);
        }
      }
      if (legal) now.legal = new Set(legal);
      if (rest.traces) {
        const then = rest.traces.front;
        if (then !== (now.traces?.front ?? null)) {
          frontThen = then ? controlOf(map, then, neutral, bounds, unit, land).front().near : [];
        }
        const fresh = rest.traces.now !== now.traces?.now;
        comeBack(now.traces?.now ?? null, rest.traces.now);
        now.traces = rest.traces;
        const { moves } = rest.traces.stay;
        sheet.canvas.dataset.traces = moves.map(({ from, to }) => `${from} ${to}`).join(", ");
        sheet.canvas.toggleAttribute("data-front-then", frontThen.length > 0);
        if (fresh) bringTraces();
      }
      if (able) now.able = new Set(able);
      if (coached) {
        now.coached = new Set(coached);
        sheet.canvas.dataset.beacons = coached.join(" ");
      }
      Object.assign(now, rest);
      const overAll = Object.keys(rest).every((name) => PASSING.has(name));
      const onlyOver = overAll && !turned && !units && !legal && !able;
      if (onlyOver) return sheet.ask();
      painter.layAgain();
      sheet.dirty();
      if (legal) bringInSight(now.legal.size ? now.legal : now.coached);
      words.draw();
    },
    /**
     * Say something beside a point; nothing takes it away.
     * @param {string} id
     * @param {import("../../shell/types.d.ts").Child} inside
     */
    tip: (id, inside) => notes.say(byId.get(id), inside),
    /** Draw the card of a point again, or take it away. @param {string} id */
    show(id) {
      const point = byId.get(id);
      if (point) notes.show(point);
      else notes.card.hidden = true;
    },
    goTo,
    /** Bring a point into sight. @param {string} id */
    bring(id) {
      const point = byId.get(id);
      if (point) sheet.bring(point.x, point.y);
    },
    /** The point under a place of the window, if it is on the map. @param {number} left @param {number} top */
    pointUnder(left, top) {
      const box = sheet.canvas.getBoundingClientRect();
      const inside = left >= box.left && left <= box.right && top >= box.top && top <= box.bottom;
      return inside ? pointAt(...sheet.toWorld(left - box.left, top - box.top))?.id ?? null : null;
    },
    close: sheet.close,
  };
}

/** What is drawn over the tiles, which stay as they are. */
const PASSING = new Set(["barred", "path", "traces"]);

/**
 * A front as it was, dashed.
 * @param {CanvasRenderingContext2D} pen
 * @param {Path2D[]} front
 * @param {[number, number]} origin
 * @param {number} scale
 */
function strokeFront(pen, front, [x, y], scale) {
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 6], ["#8A5A00", 3]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width / scale;
    pen.setLineDash([10 / scale, 7 / scale]);
    for (const line of front) pen.stroke(line);
  }
  pen.restore();
}

/** @param {PointPlace[]} points */
const spanOf = (points) => ({
  left: Math.min(...points.map((one) => one.x)),
  right: Math.max(...points.map((one) => one.x)),
  top: Math.min(...points.map((one) => one.y)),
  bottom: Math.max(...points.map((one) => one.y)),
});

/**
 * Lengths are taken from the map's own: several of these lie between a point and the next.
 * @param {PointsMap} map
 * @param {Map<string, PointPlace>} byId
 * @param {ReturnType<typeof spanOf>} span
 */
function unitOf(map, byId, span) {
  const lengths = map.lines.flatMap(({ a, b }) => {
    const [from, to] = [byId.get(a), byId.get(b)];
    return from && to ? [Math.hypot(from.x - to.x, from.y - to.y)] : [];
  }).sort((a, b) => a - b);
  const middle = lengths[Math.floor(lengths.length / 2)];
  return middle ? middle / LINE : Math.max(span.right - span.left, span.bottom - span.top) / 100;
}
