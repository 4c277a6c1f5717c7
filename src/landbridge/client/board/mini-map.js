/** The whole map, small, with a frame around what is seen of it; a click or a drag looks elsewhere. */

import { h } from "../shell/dom.js";
import { ink, penOf } from "./pens.js";

/** @typedef {import("./surface.js").Region} Region */

/** Pixels that it takes at most. */
const [WIDE, HIGH] = [190, 150];

/**
 * @param {{
 *   bounds: Region,
 *   sheet: ReturnType<typeof import("./surface.js").surface>,
 *   paint: (pen: CanvasRenderingContext2D, scale: number) => void,
 * }} map `paint` draws everything at a scale, with the map's own left upper corner at the pen's origin
 */
export function miniMap({ bounds, sheet, paint }) {
  const [across, down] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  const scale = Math.min(WIDE / across, HIGH / down);
  const [wide, high] = [Math.round(across * scale), Math.round(down * scale)];
  const dots = Math.min(2, devicePixelRatio || 1);
  const canvas = h("canvas", {
    width: wide * dots,
    height: high * dots,
    role: "img",
    "aria-label": "The whole map, and which part of it is seen",
  });
  Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
  const pen = penOf(canvas);
  /** All but the frame, painted once until something changes. */
  const picture = document.createElement("canvas");
  [picture.width, picture.height] = [canvas.width, canvas.height];
  let stale = true;

  const box = h(
    "details",
    { class: "mini-map card noprint", open: !matchMedia("(max-width: 1100px)").matches },
    h("summary", { text: "Whole map" }),
    canvas,
  );
  box.addEventListener("toggle", draw);

  /** @param {PointerEvent} event */
  function look(event) {
    const room = canvas.getBoundingClientRect();
    sheet.go(
      bounds.left + (event.clientX - room.left) / scale,
      bounds.top + (event.clientY - room.top) / scale,
    );
  }
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    look(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) look(event);
  });

  function draw() {
    if (!box.open) return;
    if (stale) {
      const onto = penOf(picture);
      onto.setTransform(1, 0, 0, 1, 0, 0);
      onto.clearRect(0, 0, picture.width, picture.height);
      onto.setTransform(dots, 0, 0, dots, -bounds.left * scale * dots, -bounds.top * scale * dots);
      paint(onto, scale);
      stale = false;
    }
    const { wide: seen, high: tall } = sheet.size();
    const { x, y, scale: near } = sheet.view;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(picture, 0, 0);
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    const frame = /** @type {[number, number, number, number]} */ ([
      Math.max(1, (x - bounds.left) * scale),
      Math.max(1, (y - bounds.top) * scale),
      Math.min(wide - 2, (seen / near) * scale),
      Math.min(high - 2, (tall / near) * scale),
    ]);
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#FFFDF7", 4], [ink("--legal"), 2]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.strokeRect(...frame);
    }
  }

  return {
    box,
    /** One looks at another part. */
    follow: draw,
    /** What is painted has changed. */
    renew() {
      stale = true;
      draw();
    },
  };
}
