/** Lines on Orsha's map: Perimeters with their markers, Isolated Areas, places worth victory points. */

import { ink } from "../../board/pens.js";

/** @typedef {import("./types.d.ts").Perimeter} Perimeter */
/** @typedef {import("./types.d.ts").Ground} Ground */
/** @typedef {ReturnType<typeof import("../../board/hexes/grid.js").gridOf>} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * @typedef {{
 *   ground: Ground | null,
 *   control: { [hex: string]: string },
 *   marks: { [hex: string]: string[] },
 *   places: string[],
 *   draft: string[],
 *   side: string,
 * }} Lines what is to be drawn
 */

/** @type {{ [side: string]: [string, string, string] }} line, face and edge of a side's markers */
const INKS = { german: ["#33434E", "#B4C4CD", "#1F2A31"], russian: ["#8C3A2B", "#8C3A2B", "#FBF3E2"] };
const PLAN = "#5B4A99";

/**
 * @param {() => Lines} now
 * @returns {(pen: Pen, k: number, dots: number, grid: Grid, hexes:
 *   import("../../board/types.d.ts").HexPlace[]) => void}
 */
export const orshaLines = (now) => (pen, k, dots, grid, hexes) => {
  const { ground, control, marks, places, draft, side } = now();
  for (const area of ground?.isolated ?? []) hatched(pen, k, dots, grid, area.hexes);
  for (const [whose, perimeter] of Object.entries(ground?.lines ?? {})) {
    loops(pen, k, dots, grid, perimeter, INKS[whose][0], whose === "german" ? [9, 5] : [], whose);
  }
  if (ground?.draft) loops(pen, k, dots, grid, ground.draft, PLAN, [], side);
  if (draft.length) pins(pen, k, dots, grid, draft);
  const size = k / dots;
  for (const id of places) star(pen, k, dots, grid, id, control[id] ?? "", size);
  for (const hex of hexes) if (marks[hex.id] && size >= 12) noted(pen, k, dots, hex, marks[hex.id]);
  for (const area of ground?.isolated ?? []) typed(pen, k, dots, grid, area);
};

/**
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {Perimeter} perimeter
 * @param {string} colour
 * @param {number[]} dash
 * @param {string} side
 */
function loops(pen, k, dots, grid, perimeter, colour, dash, side) {
  pen.lineJoin = pen.lineCap = "round";
  for (const [paint, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 5.5], [colour, 3]])) {
    for (const loop of perimeter.loops) {
      for (const link of loop.links) {
        if (link.edge && paint !== colour) continue;
        pen.strokeStyle = paint;
        pen.globalAlpha = link.edge ? 0.4 : 1;
        pen.lineWidth = (link.edge ? 2.4 : width) * dots;
        pen.setLineDash(paint === colour ? dash.map((part) => part * dots) : []);
        pen.beginPath();
        for (const id of link.hexes) {
          const hex = grid.byId.get(id);
          if (hex) pen.lineTo(hex.x * k, hex.y * k);
        }
        pen.stroke();
      }
    }
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
  for (const loop of perimeter.loops) {
    for (const id of loop.markers) marker(pen, k, dots, grid, id, side, colour === PLAN);
  }
}

/**
 * A Perimeter marker: square for the Germans, round for the Russians.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {string} id
 * @param {string} side
 * @param {boolean} plan
 */
function marker(pen, k, dots, grid, id, side, plan) {
  const hex = grid.byId.get(id);
  if (!hex) return;
  const [, face, edge] = INKS[side] ?? INKS.german;
  const r = Math.max(4.5 * dots, Math.min(8 * dots, k * 0.26));
  pen.beginPath();
  if (side === "german") pen.rect(hex.x * k - r, hex.y * k - r, r * 2, r * 2);
  else pen.arc(hex.x * k, hex.y * k, r, 0, 7);
  pen.fillStyle = face;
  pen.fill();
  pen.strokeStyle = plan ? PLAN : edge;
  pen.lineWidth = (plan ? 3 : 1.8) * dots;
  pen.stroke();
}

/**
 * The markers of a draft in their order.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {string[]} draft
 */
function pins(pen, k, dots, grid, draft) {
  pen.font = `700 ${12 * dots}px ${ink("--sans")}`;
  pen.textAlign = "center";
  draft.forEach((word, at) => {
    const hex = grid.byId.get(word.replace(/\(.*/, ""));
    if (!hex) return;
    const [x, y, r] = [hex.x * k, hex.y * k, 10 * dots];
    pen.beginPath();
    pen.arc(x, y, r, 0, 7);
    pen.fillStyle = PLAN;
    pen.fill();
    pen.strokeStyle = "#FFFDF7";
    pen.lineWidth = 2 * dots;
    pen.stroke();
    pen.fillStyle = "#FFFDF7";
    pen.fillText(String(at + 1), x, y + 4.2 * dots);
  });
}

/**
 * A place worth a victory point, in the colour of who holds it.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {string} id
 * @param {string} holder
 * @param {number} size
 */
function star(pen, k, dots, grid, id, holder, size) {
  const hex = grid.byId.get(id);
  if (!hex) return;
  const r = Math.max(7 * dots, Math.min(12 * dots, k * 0.3));
  const [x, y] = [hex.x * k, hex.y * k];
  pen.beginPath();
  for (let at = 0; at < 10; at++) {
    const [angle, far] = [-Math.PI / 2 + (at * Math.PI) / 5, at % 2 ? r * 0.45 : r];
    pen.lineTo(x + Math.cos(angle) * far, y + Math.sin(angle) * far);
  }
  pen.closePath();
  pen.lineJoin = "round";
  pen.strokeStyle = "#FFFDF7";
  pen.lineWidth = 4.5 * dots;
  pen.stroke();
  pen.fillStyle = holder === "russian" ? "#8C3A2B" : holder === "german" ? "#B4C4CD" : "#FFFDF7";
  pen.fill();
  pen.strokeStyle = holder === "russian" ? "#5A2118" : "#33434E";
  pen.lineWidth = 1.6 * dots;
  pen.stroke();
  if (size < 9) return;
  pen.font = `650 ${12 * dots}px ${ink("--sans")}`;
  pen.textAlign = "center";
  pen.lineWidth = 3.4 * dots;
  pen.strokeStyle = "#FBF5E4F0";
  pen.strokeText(id, x, y - r - 3 * dots);
  pen.fillStyle = "#231F17";
  pen.fillText(id, x, y - r - 3 * dots);
}

/** @param {Pen} pen @param {number} k @param {number} dots @param {Grid} grid @param {string[]} hexes */
function hatched(pen, k, dots, grid, hexes) {
  pen.save();
  pen.beginPath();
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const id of hexes) {
    const hex = grid.byId.get(id);
    if (!hex) continue;
    grid.corners.forEach((
      [x, y],
      at,
    ) => (at ? pen.lineTo((hex.x + x) * k, (hex.y + y) * k) : pen.moveTo((hex.x + x) * k, (hex.y + y) * k)));
    pen.closePath();
    [left, right, top, bottom] = [
      Math.min(left, hex.x - 1),
      Math.max(right, hex.x + 1),
      Math.min(top, hex.y - 1),
      Math.max(bottom, hex.y + 1),
    ];
  }
  pen.fillStyle = "#7C1D4F26";
  pen.fill();
  pen.clip();
  pen.strokeStyle = "#7C1D4F88";
  pen.lineWidth = 1.4 * dots;
  pen.beginPath();
  const high = bottom - top;
  for (let x = left - high; x < right; x += Math.max(0.3, (7 * dots) / k)) {
    pen.moveTo(x * k, bottom * k);
    pen.lineTo((x + high) * k, top * k);
  }
  pen.stroke();
  pen.restore();
}

/**
 * The type of an Isolated Area, in its first hex.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {Grid} grid
 * @param {{ hexes: string[], type: string }} area
 */
function typed(pen, k, dots, grid, area) {
  const hex = grid.byId.get(area.hexes[Math.floor(area.hexes.length / 2)]);
  if (!hex) return;
  pen.font = `700 ${14 * dots}px ${ink("--serif")}`;
  pen.textAlign = "center";
  pen.lineJoin = "round";
  pen.strokeStyle = "#FFFDF7";
  pen.lineWidth = 4 * dots;
  // Beside the counters where there is no room among them.
  const [x, y] = area.hexes.length > 3
    ? [hex.x * k, hex.y * k + 5 * dots]
    : [(hex.x + 0.62) * k, (hex.y - 0.3) * k];
  pen.strokeText(area.type, x, y);
  pen.fillStyle = "#7C1D4F";
  pen.fillText(area.type, x, y);
}

/** @type {{ [mark: string]: [string, string] }} */
const SIGNS = {
  blaze: ["▲", "#B5471B"],
  flame: ["△", "#B5471B"],
  wreck: ["✕", "#4A4438"],
  burning_wreck: ["✕", "#B5471B"],
  rubble: ["▪", "#6B5B3F"],
  trailbreak: ["=", "#6B5B3F"],
};

/**
 * What a battle left in a hex.
 * @param {Pen} pen
 * @param {number} k
 * @param {number} dots
 * @param {import("../../board/types.d.ts").HexPlace} hex
 * @param {string[]} marks
 */
function noted(pen, k, dots, hex, marks) {
  const [sign, colour] = SIGNS[marks[0]] ?? ["•", "#4A4438"];
  pen.font = `700 ${Math.max(10 * dots, k * 0.3)}px ${ink("--sans")}`;
  pen.textAlign = "center";
  pen.fillStyle = colour;
  pen.fillText(sign, (hex.x + 0.28) * k, (hex.y + 0.36) * k);
}
