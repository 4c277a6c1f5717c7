/** A note beside a spot of a map. */

import { fill, h } from "../shell/dom.js";

/** @typedef {import("../shell/types.d.ts").Child} Child */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Room */

/** Pixels around the spot that stay free. */
const FREE = 14;

/**
 * @param {{
 *   sheet: () => ReturnType<typeof import("./surface.js").surface>,
 *   taken?: () => Room | null,
 *   away?: () => number,
 *   beside?: () => { x: number, y: number }[],
 * }} map `taken`: what is not to be covered either; `away`: how far it lies from its spot, in pixels; `beside`: what
 *   it covers only where there is no other room
 */
export function tipOn({ sheet, taken = () => null, away = () => 22, beside = () => [] }) {
  const box = h("div", { class: "point-tip card", role: "status", hidden: true });

  /** @param {[number, number]} at */
  function lie([x, y]) {
    const { wide, high } = sheet().size();
    const [w, t, off, other] = [box.offsetWidth, box.offsetHeight, away(), taken()];
    const spots = [
      [x - w / 2, y - t - off],
      [x - w / 2, y + off],
      [x + off + 2, y - t / 2],
      [x - w - off - 2, y - t / 2],
      [x + off + 2, y + 16],
    ]
      .map(([left, top]) => [Math.max(8, Math.min(wide - w - 8, left)), top])
      .filter(([left, top]) =>
        top >= 8 && top + t <= high - 8 &&
        !(left < x + FREE && left + w > x - FREE && top < y + FREE && top + t > y - FREE)
      );
    const seen = beside().map((one) => sheet().toScreen(one.x, one.y));
    const covers = (/** @type {number[]} */ [left, top]) =>
      seen.filter(([px, py]) =>
        px > left - FREE && px < left + w + FREE && py > top - FREE && py < top + t + FREE
      )
        .length;
    const clear =
      spots.filter(([left, top]) =>
        !other || left > other.right || left + w < other.left || top > other.bottom || top + t < other.top
      ).sort((a, b) => covers(a) - covers(b))[0];
    const [left, top] = clear ?? spots[0] ?? [8, 8];
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  }

  return {
    box,
    /**
     * Say something beside a spot; nothing takes it away.
     * @param {{ x: number, y: number } | undefined} spot
     * @param {Child} inside
     */
    say(spot, inside) {
      box.hidden = !inside || !spot;
      if (box.hidden || !spot) return;
      fill(box, inside);
      lie(sheet().toScreen(spot.x, spot.y));
    },
  };
}
