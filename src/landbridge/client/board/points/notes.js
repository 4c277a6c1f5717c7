/** What lies over a points map: the card of the chosen point, and a note beside any point. */

import { fill, h, narrow } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";
import { counter } from "../counter.js";

/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../types.d.ts").PointsShown} PointsShown */
/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {import("../../shell/types.d.ts").Child} Child */

/**
 * @param {{
 *   sheet: ReturnType<typeof import("../surface.js").surface>,
 *   now: PointsShown,
 *   mine: string | null,
 *   draw?: (point: PointPlace, stack: Unit[]) => Child,
 * }} options `draw`: a card of the game's own
 */
export function pointNotes({ sheet, now, mine, draw }) {
  const card = h("div", { class: "chosen-point card", hidden: true });
  const tip = h("div", { class: "point-tip card", role: "status", hidden: true });

  /** @param {PointPlace} point */
  function show(point) {
    const stack = now.stacks.get(point.id) ?? [];
    const inside = draw ? draw(point, stack) : stack.length ? plainCard(point, stack) : null;
    card.hidden = !inside;
    fill(card, inside);
    keepAbove(point);
  }

  /** @param {PointPlace} point @param {Unit[]} stack */
  function plainCard(point, stack) {
    const open = mine === null || stack[stack.length - 1]?.side === mine;
    return [
      h("b", { text: point.name }),
      h("span", { class: "small muted", text: open ? plural(stack.length, "unit") : "a stack" }),
      h(
        "div",
        { class: "row" },
        (open ? [...stack].reverse() : stack.slice(-1)).map((one) => counter(one, 46)),
      ),
    ];
  }

  /**
   * On a phone the card lies at the foot: the point and its neighbours stay above it.
   * @param {PointPlace} point
   */
  function keepAbove(point) {
    if (card.hidden || !narrow()) return;
    const [, y] = sheet.toScreen(point.x, point.y);
    const limit = card.offsetTop - 130;
    if (y > limit) sheet.pan(0, limit - y);
  }

  /**
   * Say something beside a point; nothing takes it away.
   * @param {PointPlace | undefined} point
   * @param {Child} inside
   */
  function say(point, inside) {
    tip.hidden = !inside || !point;
    if (tip.hidden || !point) return;
    fill(tip, inside);
    place(sheet.toScreen(point.x, point.y));
  }

  /** Put the note where it covers neither its point nor the card. @param {[number, number]} at */
  function place([x, y]) {
    const { wide, high } = sheet.size();
    const [w, t] = [tip.offsetWidth, tip.offsetHeight];
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
    tip.style.left = `${left}px`;
    tip.style.top = `${top}px`;
  }

  return { card, tip, show, say };
}
