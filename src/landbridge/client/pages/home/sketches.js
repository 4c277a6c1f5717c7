/** Small pictures of the games for cards and lists: they decide nothing. */

import { chanceOf } from "../../board/hexes/grid.js";
import { ink, penOf } from "../../board/pens.js";

/** @param {HTMLCanvasElement} canvas @param {string} game */
export function paintSketch(canvas, game) {
  const dots = Math.min(2, devicePixelRatio || 1);
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
  if (!wide || !high) return;
  canvas.width = wide * dots;
  canvas.height = high * dots;
  const pen = penOf(canvas);
  pen.scale(dots, dots);
  pen.fillStyle = ink("--map-open");
  pen.fillRect(0, 0, wide, high);
  // A thumbnail shows as much as a card does, only smaller.
  const small = wide < 120 ? 0.6 : 1;
  pen.scale(small, small);
  if (game === "orsha") road(pen, wide / small, high / small);
  else net(pen, wide / small, high / small);
}

/**
 * Fields, marsh and woods along a railway.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} wide
 * @param {number} high
 */
function road(pen, wide, high) {
  const size = 13;
  const inks = [ink("--map-swamp"), ink("--map-light"), ink("--map-heavy"), ink("--map-hills")];
  for (let row = -1; row * size * 0.866 < high + size; row++) {
    for (let column = -1; column * size < wide + size; column++) {
      const [x, y] = [column * size + (row % 2 ? size / 2 : 0), row * size * 0.866];
      const away = Math.abs(y - high / 2) / high;
      const lot = chanceOf(Math.floor(column / 3), Math.floor(row / 2), 5) +
        (chanceOf(column, row, 2) - 0.5) * 0.3;
      const kind = away < 0.24 && lot > 0.45 ? 0 : lot > 0.82 ? 2 : lot > 0.66 ? 1 : lot < 0.16 ? 3 : -1;
      pen.beginPath();
      for (let i = 0; i < 6; i++) {
        pen.lineTo(
          x + (size / Math.sqrt(3)) * Math.cos(Math.PI / 6 + (i * Math.PI) / 3),
          y + (size / Math.sqrt(3)) * Math.sin(Math.PI / 6 + (i * Math.PI) / 3),
        );
      }
      pen.closePath();
      if (kind >= 0) {
        pen.fillStyle = inks[kind];
        pen.fill();
      }
      pen.strokeStyle = "#5C513626";
      pen.lineWidth = 1;
      pen.stroke();
    }
  }
  for (
    const [colour, width, dash]
      of /** @type {[string, number, number[]][]} */ ([[ink("--map-rail"), 4.4, []], ["#FBF6E8", 2.2, [
        6,
        6,
      ]]])
  ) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(0, high / 2);
    pen.lineTo(wide, high / 2);
    pen.stroke();
  }
  pen.setLineDash([]);
}

/**
 * Cities and junctions on graded lines, two colours of them.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} wide
 * @param {number} high
 */
function net(pen, wide, high) {
  const step = 34;
  /** @type {{ x: number, y: number, city: boolean }[]} */
  const points = [];
  for (let i = -1; i * step < wide + step; i++) {
    for (let j = -1; j * step < high + step; j++) {
      points.push({
        x: i * step + chanceOf(i, j, 1) * 26,
        y: j * step + chanceOf(i, j, 2) * 26,
        city: chanceOf(i, j, 3) > 0.78,
      });
    }
  }
  points.forEach((a, at) => {
    for (const b of points.slice(at + 1)) {
      const far = Math.hypot(a.x - b.x, a.y - b.y);
      if (far > 46 || chanceOf(Math.round(a.x), Math.round(b.y), 4) < 0.25) continue;
      pen.strokeStyle = "#3A342A";
      pen.lineWidth = a.city || b.city ? 2 : 0.9;
      pen.beginPath();
      pen.moveTo(a.x, a.y);
      pen.lineTo(b.x, b.y);
      pen.stroke();
    }
  });
  for (const { x, y, city } of points) {
    const east = x > wide * 0.55 + Math.sin(y / 20) * 14;
    pen.fillStyle = east ? "#8C3A2B" : "#B4C4CD";
    pen.strokeStyle = east ? "#5A2118" : "#33434E";
    pen.lineWidth = 1.2;
    pen.beginPath();
    if (city) pen.rect(x - 4, y - 4, 8, 8);
    else pen.arc(x, y, 2.6, 0, 7);
    pen.fill();
    pen.stroke();
  }
}
