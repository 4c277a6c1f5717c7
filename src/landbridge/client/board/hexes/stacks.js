/** Stacks of counters on a board of hexes, those that lie and those on their way. */

import { facesOf, sprite } from "../counter.js";

/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {CanvasRenderingContext2D} Pen */

/** A counter's share of a hex. */
export const SHARE = 49 / 64;
const STEP = 3 / 64;
/** A stack shows so many edges at most. */
const EDGES = 3;
const SLIDE = 160;
/** So many counters slide at once. */
const MOST_SLIDING = 24;

/** @param {(stack: Unit[]) => boolean} mayLook */
export function stackPainter(mayLook) {
  /** @type {Map<string, { unit: Unit, from: HexPlace, to: HexPlace, began: number }>} */
  const sliding = new Map();
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  /**
   * @param {Pen} pen
   * @param {HexPlace} hex
   * @param {Unit[]} stack
   * @param {number} k
   * @param {number} dots
   */
  function draw(pen, hex, stack, k, dots) {
    const lying = sliding.size ? stack.filter((unit) => !sliding.has(unit.id)) : stack;
    if (!lying.length) return;
    const pixels = Math.max(4, Math.round(SHARE * k));
    const top = lying[lying.length - 1];
    const [x, y] = [Math.round(hex.x * k - pixels / 2), Math.round(hex.y * k - pixels / 2)];
    const { face, edge } = facesOf(top.side);
    if (pixels / dots < 9) {
      pen.fillStyle = face;
      pen.strokeStyle = edge;
      pen.lineWidth = 1;
      pen.fillRect(x, y, pixels, pixels);
      pen.strokeRect(x + 0.5, y + 0.5, pixels - 1, pixels - 1);
      return;
    }
    // An enemy stack shows one edge whatever is below: hidden state must not change a pixel.
    const edges = mayLook(lying) ? Math.min(lying.length - 1, EDGES) : 1;
    pen.lineWidth = Math.max(1, k / 55);
    for (let i = edges; i > 0; i--) {
      const off = STEP * k * i;
      pen.fillStyle = face;
      pen.strokeStyle = edge;
      pen.beginPath();
      pen.roundRect(
        x + off + pixels * 0.03,
        y - off + pixels * 0.03,
        pixels * 0.94,
        pixels * 0.94,
        pixels * 0.08,
      );
      pen.fill();
      pen.stroke();
    }
    pen.drawImage(sprite(top, pixels, dots), x, y);
  }

  return {
    draw,
    /** Let a counter slide from one hex to another. @param {Unit} unit @param {HexPlace} from @param {HexPlace} to */
    slide(unit, from, to) {
      if (!calm.matches && sliding.size < MOST_SLIDING) {
        sliding.set(unit.id, { unit, from, to, began: performance.now() });
      }
    },
    /**
     * Draw those on their way; gives those that have arrived.
     * @param {Pen} pen
     * @param {(x: number, y: number) => [number, number]} toScreen
     * @param {number} size
     */
    drawSliding(pen, toScreen, size) {
      const [now, arrived] = [performance.now(), /** @type {HexPlace[]} */ ([])];
      for (const [id, { unit, from, to, began }] of sliding) {
        const t = Math.min(1, (now - began) / SLIDE);
        const ease = t * (2 - t);
        drawCarried(
          pen,
          unit,
          ...toScreen(from.x + (to.x - from.x) * ease, from.y + (to.y - from.y) * ease),
          size,
        );
        if (t < 1) continue;
        sliding.delete(id);
        arrived.push(to);
      }
      return arrived;
    },
    /** Whether any is still on its way. */
    sliding: () => sliding.size > 0,
  };
}

/**
 * A counter with its middle at a spot of the screen.
 * @param {Pen} pen
 * @param {Unit} unit
 * @param {number} x
 * @param {number} y
 * @param {number} size of a hex, in pixels
 */
export function drawCarried(pen, unit, x, y, size) {
  const wide = SHARE * size;
  pen.drawImage(
    sprite(unit, Math.round(wide * 2), 2),
    x - wide / 2,
    y - wide / 2,
    wide * 1.1,
    wide * 1.1,
  );
}
