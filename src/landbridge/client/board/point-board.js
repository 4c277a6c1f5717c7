/**
 * A board of points and lines: cities, junctions and fortresses, graded lines, who controls what, stacks
 * beside their points.
 */

import { announce, fill, h, narrow } from "../shell/dom.js";
import { plural } from "../shell/words.js";
import { counter, facesOf, inWordsOf, sprite } from "./counter.js";
import { frontOf, signedField } from "./front-line.js";
import { arrange } from "./point-layout.js";
import { legendOf } from "./point-legend.js";
import {
  arrow,
  barred,
  drawPoint,
  factories,
  LINES,
  nameOf,
  smooth,
  travel,
  waterName,
} from "./point-strokes.js";
import { ink, surface } from "./surface.js";

/** @typedef {import("./types.d.ts").PointsMap} PointsMap */
/** @typedef {import("./types.d.ts").PointPlace} PointPlace */
/** @typedef {import("./types.d.ts").Unit} Unit */
/** @typedef {CanvasRenderingContext2D} Pen */

/** A counter's width on the screen, within these limits. */
const [SMALL, LARGE] = [22, 46];

/**
 * @param {{
 *   map: PointsMap,
 *   label: string,
 *   mine?: string | null,
 *   pick?: (point: string, unit: string | null) => void,
 *   hover?: (point: string | null) => void,
 *   card?: (point: PointPlace, stack: Unit[]) => import("../shell/types.d.ts").Child,
 *   about?: (point: PointPlace) => string,
 *   look?: [number, number],
 *   least?: number,
 *   marks?: import("./point-legend.js").Mark[],
 * }} options positions are in any unit; the map is fitted to its room, or shown around `look` at no less
 *   than the scale `least`; `hover` also follows the keys; `marks` on counters are told in the legend
 */
export function pointsBoard(
  { map, label, mine = null, pick, hover, card: drawCard, about, look, least = 1, marks = [] },
) {
  const byId = new Map(map.points.map((point) => [point.id, point]));
  const span = spanOf(map.points);
  /** Lengths are taken from the map's own: a hundred of these cross it. */
  const unit = Math.max(span.right - span.left, span.bottom - span.top) / 100;
  /** @type {{ [point: string]: string }} */
  let control = map.control ?? {};
  /** @type {Map<string, Unit[]>} */
  let stacks = new Map();
  /**
   * @type {{
   *   journeys: string[][],
   *   chosen: string,
   *   legal: Set<string>,
   *   barred: string,
   *   arrows: [string, string][],
   *   factories: { [point: string]: number },
   * }}
   */
  let shown = { journeys: [], chosen: "", legal: new Set(), barred: "", arrows: [], factories: {} };
  let under = "";
  /** @type {PointPlace | null} */
  let cursor = null;
  let front = frontOf(signedField(map.points, control, span, unit));
  /**
   * @type {{ scale: number, names: { point: PointPlace, x: number, y: number, size: number }[], counters:
   *   Map<string, [number, number]> } | null}
   */
  let laid = null;

  const bounds = {
    left: span.left - 8 * unit,
    right: span.right + 8 * unit,
    top: span.top - 6 * unit,
    bottom: span.bottom + 6 * unit,
  };
  const sheet = surface({
    label: `${label}. Arrow keys move from point to point, Enter chooses, plus and minus zoom, Shift with ` +
      "arrows moves the map.",
    bounds,
    least: 2 / unit,
    most: 40 / unit,
    slack: 0.4,
    ground,
    dress,
    over,
    key,
    pick(x, y) {
      const point = nearest(x, y, 9 / sheet.view.scale) ?? stackAt(x, y) ??
        nearest(x, y, 22 / sheet.view.scale);
      if (point) choose(point, false);
      else if (!card.hidden) {
        card.hidden = true;
        pick?.("", null);
      }
    },
    point(x, y) {
      const point = nearest(x, y, 16 / sheet.view.scale) ?? stackAt(x, y);
      if ((point?.id ?? "") === under) return;
      under = point?.id ?? "";
      sheet.canvas.classList.toggle("on-point", Boolean(point));
      hover?.(under || null);
    },
    moved: () => {
      tip.hidden = true;
    },
  });
  sheet.canvas.addEventListener("pointerleave", () => {
    if (under) {
      under = "";
      hover?.(null);
    }
  });

  // Painting

  /** @type {import("./surface.js").Painter} */
  function ground(pen, k, region, dots) {
    pen.save();
    pen.scale(k, k);
    for (const colour of [ink("--map-open"), "#4B687A26"]) {
      pen.fillStyle = colour;
      pen.fillRect(region.left, region.top, region.right - region.left, region.bottom - region.top);
    }
    pen.fillStyle = ink("--map-open");
    pen.fill(front.held);
    pen.fillStyle = "#8C3A2B1F";
    pen.fill(front.held);
    pen.lineCap = pen.lineJoin = "round";
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7B0", 8], ["#211E19", 3.2]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = (width * dots) / k;
      pen.stroke(front.line);
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

  /** @type {import("./surface.js").Painter} */
  function dress(pen, k, region, dots) {
    const plan = layOut(k, dots);
    const near = (/** @type {PointPlace} */ point) =>
      point.x > region.left - 12 * unit && point.x < region.right + 12 * unit &&
      point.y > region.top - 12 * unit && point.y < region.bottom + 12 * unit;
    for (const journey of shown.journeys) travel(pen, journey.flatMap((id) => byId.get(id) ?? []), k, dots);
    for (const [from, to] of shown.arrows) {
      const [a, b] = [byId.get(from), byId.get(to)];
      if (a && b) arrow(pen, a, b, k, dots);
    }
    for (const point of map.points) {
      if (near(point)) {
        drawPoint(
          pen,
          point,
          control[point.id] ?? "",
          k,
          dots,
          shown.legal.has(point.id),
          shown.chosen === point.id,
        );
      }
    }
    for (const [id, count] of Object.entries(shown.factories)) {
      const point = byId.get(id);
      if (point && near(point)) factories(pen, point.x * k, point.y * k, count, dots);
    }
    for (const { point, x, y, size } of plan.names) {
      if (near(point)) nameOf(pen, point.name, x, y, size, point.kind !== "junction");
    }
    const wide = counterSize(k / dots) * dots;
    for (const [id, [x, y]] of plan.counters) {
      const [stack, point] = [stacks.get(id) ?? [], byId.get(id)];
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
        stacks: [...stacks.keys()],
        factories: shown.factories,
        pen: sheet.canvas.getContext("2d"),
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

  /** @param {Pen} pen @param {(x: number, y: number) => [number, number]} toScreen */
  function over(pen, toScreen) {
    const no = shown.barred && byId.get(shown.barred);
    if (no) barred(pen, ...toScreen(no.x, no.y));
    if (!cursor || document.activeElement !== sheet.canvas) return;
    const [x, y] = toScreen(cursor.x, cursor.y);
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 7], [ink("--focus"), 3]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      pen.arc(x, y, 15, 0, 7);
      pen.stroke();
    }
  }

  // Choosing

  /** The point whose counters lie here. @param {number} x @param {number} y */
  function stackAt(x, y) {
    if (!laid) return null;
    const half = counterSize(sheet.view.scale) / 2 / sheet.view.scale;
    for (const [id, [px, py]] of laid.counters) {
      if (Math.abs(px / laid.scale - x) < half && Math.abs(py / laid.scale - y) < half) {
        return byId.get(id) ?? null;
      }
    }
    return null;
  }

  /** @param {number} x @param {number} y @param {number} within */
  function nearest(x, y, within) {
    /** @type {PointPlace | null} */
    let best = null;
    let least = within;
    for (const point of map.points) {
      const far = Math.hypot(point.x - x, point.y - y);
      if (far < least) [best, least] = [point, far];
    }
    return best;
  }

  /** @param {PointPlace} point @param {boolean} byKey */
  function choose(point, byKey) {
    cursor = point;
    const stack = stacks.get(point.id) ?? [];
    pick?.(point.id, stack.length ? stack[stack.length - 1].id : null);
    show(point);
    if (byKey) announce(inLine(point));
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
    const way = /** @type {{ [key: string]: [number, number] }} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    })[event.key];
    if (way) {
      const { wide, high } = sheet.size();
      const from = cursor ?? nearest(...sheet.toWorld(wide / 2, high / 2), Infinity);
      if (!from) return false;
      cursor = cursor ? (towards(from, ...way) ?? cursor) : from;
      sheet.bring(cursor.x, cursor.y);
      announce(inLine(cursor));
      hover?.(cursor.id);
      return true;
    }
    if ((event.key === "Enter" || event.key === " ") && cursor) {
      choose(cursor, true);
      return true;
    }
    return false;
  }

  /**
   * The point that lies that way, the near ones before those straight ahead.
   * @param {PointPlace} from
   * @param {number} dx
   * @param {number} dy
   */
  function towards(from, dx, dy) {
    /** @type {PointPlace | undefined} */
    let best;
    let least = Infinity;
    for (const point of map.points) {
      const [x, y] = [point.x - from.x, point.y - from.y];
      const ahead = x * dx + y * dy;
      if (point === from || ahead <= 0 || ahead < Math.abs(x * dy + y * dx) * 0.6) continue;
      const cost = Math.hypot(x, y) * (2 - ahead / Math.hypot(x, y));
      if (cost < least) [best, least] = [point, cost];
    }
    return best;
  }

  /** @param {PointPlace} point */
  function inLine(point) {
    const stack = stacks.get(point.id) ?? [];
    const open = mine === null || stack[stack.length - 1]?.side === mine;
    const there = stack.length
      ? (open ? stack : stack.slice(-1)).map(inWordsOf).reverse().join("; ")
      : "no units";
    const lines = map.lines.flatMap((line) => {
      const other = line.a === point.id ? line.b : line.b === point.id ? line.a : "";
      return other ? [`${line.grade} to ${byId.get(other)?.name ?? other}`] : [];
    });
    const extra = about?.(point);
    return `${point.name}, ${point.kind}${point.worth ? `, worth ${point.worth}` : ""}, ${
      control[point.id] ?? "nobody"
    }: ${there}.${extra ? ` ${extra}` : ""} Lines: ${lines.join(", ") || "none"}`;
  }

  // What was chosen, and everything in words

  const card = h("div", { class: "chosen-point card", hidden: true });
  const tip = h("div", { class: "point-tip card", role: "status", hidden: true });
  /** @param {PointPlace} point */
  function show(point) {
    const stack = stacks.get(point.id) ?? [];
    const open = mine === null || stack[stack.length - 1]?.side === mine;
    if (drawCard) {
      const inside = drawCard(point, stack);
      card.hidden = !inside;
      fill(card, inside);
      return clear(point);
    }
    card.hidden = !stack.length;
    fill(
      card,
      h("b", { text: point.name }),
      h("span", { class: "small muted", text: open ? plural(stack.length, "unit") : "a stack" }),
      h(
        "div",
        { class: "row" },
        (open ? [...stack].reverse() : stack.slice(-1)).map((one) => counter(one, 46)),
      ),
    );
  }
  /** Where no lit point can be seen, the first one is brought into sight. */
  function bringLegal() {
    const { wide, high } = sheet.size();
    const seen = (/** @type {PointPlace} */ point) => {
      const [x, y] = sheet.toScreen(point.x, point.y);
      return x > 0 && y > 0 && x < wide && y < high;
    };
    const lit = [...shown.legal].flatMap((id) => byId.get(id) ?? []);
    if (lit.length && !lit.some(seen)) sheet.bring(lit[0].x, lit[0].y, 90);
  }
  /**
   * On a phone the card lies at the foot: the point and its neighbours stay above it.
   * @param {PointPlace} point
   */
  function clear(point) {
    if (card.hidden || !narrow()) return;
    const [, y] = sheet.toScreen(point.x, point.y);
    const limit = card.offsetTop - 130;
    if (y > limit) sheet.pan(0, limit - y);
  }
  /**
   * Put a note beside a point, where it covers neither the point nor the card.
   * @param {HTMLElement} note
   * @param {[number, number]} at
   */
  function place(note, [x, y]) {
    const { wide, high } = sheet.size();
    const [w, t] = [note.offsetWidth, note.offsetHeight];
    const taken = card.hidden ? null : {
      left: card.offsetLeft - 6,
      top: card.offsetTop - 6,
      right: card.offsetLeft + card.offsetWidth + 6,
      bottom: card.offsetTop + card.offsetHeight + 6,
    };
    const spots = [
      [x - w / 2, y - t - 22],
      [x - w / 2, y + 22],
      [x + 24, y - t / 2],
      [x - w - 24, y - t / 2],
      [x + 24, y + 16],
    ]
      .map(([left, top]) => [Math.max(8, Math.min(wide - w - 8, left)), top])
      .filter(([left, top]) =>
        top >= 8 && top + t <= high - 8 &&
        !(left < x + 14 && left + w > x - 14 && top < y + 14 && top + t > y - 14)
      );
    const clear = spots.find(([left, top]) =>
      !taken || left > taken.right || left + w < taken.left || top > taken.bottom || top + t < taken.top
    );
    const [left, top] = clear ?? spots[0] ?? [8, 8];
    note.style.left = `${left}px`;
    note.style.top = `${top}px`;
  }
  const list = h("div", {
    class: "scroll",
    tabindex: "0",
    role: "group",
    "aria-label": "The board in words",
  });
  const wordsBox = h("details", { class: "board-words" }, h("summary", { text: "The board in words" }), list);
  wordsBox.addEventListener("toggle", () => wordsBox.open && inTable());
  function inTable() {
    fill(
      list,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, ["Point", "Held by", "Units"].map((text) => h("th", { scope: "col", text }))),
        ),
        h(
          "tbody",
          {},
          [...map.points].sort((a, b) => a.name.localeCompare(b.name)).map((point) =>
            h(
              "tr",
              {},
              h(
                "th",
                { scope: "row" },
                h("button", {
                  type: "button",
                  class: "link",
                  "data-point": point.id,
                  text: point.name,
                  onclick: () => goTo(point.id),
                }),
              ),
              h("td", { text: control[point.id] ?? "nobody" }),
              h("td", {
                text: [(stacks.get(point.id) ?? []).map(inWordsOf).join("; "), about?.(point)].filter(Boolean)
                  .join(". "),
              }),
            )
          ),
        ),
      ),
    );
  }

  const box = h(
    "div",
    { class: "board pointsboard" },
    h(
      "div",
      { class: "board-view" },
      sheet.canvas,
      card,
      tip,
      legendOf(marks),
      h(
        "div",
        { class: "zoom noprint" },
        h("button", { type: "button", "aria-label": "Zoom in", text: "+", onclick: () => sheet.zoom(1.3) }),
        h("button", {
          type: "button",
          "aria-label": "Zoom out",
          text: "−",
          onclick: () => sheet.zoom(1 / 1.3),
        }),
      ),
    ),
    wordsBox,
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
     *   units?: Unit[],
     *   journeys?: string[][],
     *   chosen?: string,
     *   legal?: string[],
     *   barred?: string,
     *   arrows?: [string, string][],
     *   factories?: { [point: string]: number },
     * }} next what changes
     */
    set(next) {
      if (next.control && JSON.stringify(next.control) !== JSON.stringify(control)) {
        control = next.control;
        front = frontOf(signedField(map.points, control, span, unit));
        sheet.repaint();
      }
      if (next.units) {
        stacks = new Map();
        for (const one of next.units) if (one.at) stacks.set(one.at, [...(stacks.get(one.at) ?? []), one]);
      }
      shown = {
        journeys: next.journeys ?? shown.journeys,
        chosen: next.chosen ?? shown.chosen,
        legal: new Set(next.legal ?? shown.legal),
        barred: next.barred ?? shown.barred,
        arrows: next.arrows ?? shown.arrows,
        factories: next.factories ?? shown.factories,
      };
      if (Object.keys(next).every((name) => name === "barred")) return sheet.ask();
      laid = null;
      sheet.dirty();
      if (next.legal) bringLegal();
      if (wordsBox.open) inTable();
    },
    /**
     * Say something beside a point; nothing takes it away.
     * @param {string} id
     * @param {import("../shell/types.d.ts").Child} inside
     */
    tip(id, inside) {
      const point = byId.get(id);
      tip.hidden = !inside || !point;
      if (tip.hidden || !point) return;
      fill(tip, inside);
      place(tip, sheet.toScreen(point.x, point.y));
    },
    /** Draw the card of a point again, or take it away. @param {string} id */
    show(id) {
      const point = byId.get(id);
      if (point) show(point);
      else card.hidden = true;
    },
    goTo,
    close: sheet.close,
  };
}

/** @param {PointPlace[]} points */
const spanOf = (points) => ({
  left: Math.min(...points.map((one) => one.x)),
  right: Math.max(...points.map((one) => one.x)),
  top: Math.min(...points.map((one) => one.y)),
  bottom: Math.max(...points.map((one) => one.y)),
});
