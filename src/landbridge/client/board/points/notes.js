/** What lies over a points map: the card of the chosen point, and a note beside any point. */

import { fill, h, narrow } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";
import { counter } from "../counter.js";
import { tipOn } from "../tip.js";

/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../types.d.ts").PointsShown} PointsShown */
/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {import("../../shell/types.d.ts").Child} Child */

/** Pixels: from the edge, past the buttons and the key that lie there, and around what is not to be covered. */
const [EDGE, ZOOM_BUTTONS, KEY, COUNTERS, NEAR_LIT] = [12, 64, 40, 64, 14];

/**
 * @param {{
 *   sheet: ReturnType<typeof import("../surface.js").surface>,
 *   byId: Map<string, PointPlace>,
 *   now: PointsShown,
 *   mine: string | null,
 *   draw?: (point: PointPlace, stack: Unit[]) => Child,
 * }} options `draw`: a card of the game's own
 */
export function pointNotes({ sheet, byId, now, mine, draw }) {
  const card = h("div", { class: "chosen-point card", hidden: true });
  /** The point that the card speaks of. @type {PointPlace | null} */
  let about = null;

  /** @param {PointPlace} point */
  function show(point) {
    const stack = now.stacks.get(point.id) ?? [];
    const inside = draw ? draw(point, stack) : stack.length ? plainCard(point, stack) : null;
    about = point;
    card.hidden = !inside;
    fill(card, inside);
    keepAbove(point);
    placeCard();
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
   * On a phone the point and its neighbours are brought above the card at the foot.
   * @param {PointPlace} point
   */
  function keepAbove(point) {
    if (card.hidden || !narrow()) return;
    const [, y] = sheet.toScreen(point.x, point.y);
    const limit = sheet.size().high - card.offsetHeight - 130;
    if (y > limit) sheet.pan(0, limit - y);
  }

  /**
   * The card lies in the first corner where it covers neither the point that it speaks of nor its counters,
   * and as few of the lit ones as can be; again whenever the map has moved.
   */
  function placeCard() {
    if (card.hidden || !about) return;
    const { wide, high } = sheet.size();
    const [w, t] = [card.offsetWidth, card.offsetHeight];
    const foot = high - t - EDGE;
    const corners = narrow()
      ? [[EDGE, foot], [EDGE, EDGE]]
      : [[EDGE, EDGE], [wide - w - ZOOM_BUTTONS, EDGE], [wide - w - EDGE, foot], [EDGE, foot - KEY]];
    const own = sheet.toScreen(about.x, about.y);
    const lit = [...now.legal, ...now.coached].flatMap((id) => byId.get(id) ?? []).map(({ x, y }) =>
      sheet.toScreen(x, y)
    );
    const covers = (/** @type {number[]} */ [left, top]) => {
      const hides = ([x, y] = own, room = NEAR_LIT) =>
        x > left - room && x < left + w + room && y > top - room && y < top + t + room;
      return (hides(own, COUNTERS) ? lit.length + 1 : 0) + lit.filter((place) => hides(place)).length;
    };
    const [left, top] = corners.reduce((best, one) => (covers(one) < covers(best) ? one : best));
    Object.assign(card.style, { left: `${left}px`, top: `${top}px`, bottom: "auto" });
  }

  const tip = tipOn({
    sheet: () => sheet,
    taken: () =>
      card.hidden ? null : {
        left: card.offsetLeft - 6,
        top: card.offsetTop - 6,
        right: card.offsetLeft + card.offsetWidth + 6,
        bottom: card.offsetTop + card.offsetHeight + 6,
      },
  });

  return { card, tip: tip.box, show, say: tip.say, placeCard };
}
