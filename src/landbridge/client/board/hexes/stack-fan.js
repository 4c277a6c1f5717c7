/** A stack fanned out over a map: every counter of it a button. */

import { fill, h } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";
import { counter } from "../counter.js";

/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */
/** @typedef {import("../surface.js").Region} Region */

/** Where a fan may lie: over its hex, under it, or at one of its corners. */
const SIDES = [[0, -1], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1], [-1, 0], [1, 0]];
/** From the middle of a hex to a fan, in widths of a hex. */
const AWAY = 0.62;

/**
 * @param {{
 *   sheet: () => ReturnType<typeof import("../surface.js").surface>,
 *   stack: (hex: string) => Unit[],
 *   place: (hex: string) => HexPlace | undefined,
 *   mayLook: (stack: Unit[]) => boolean,
 *   held: () => string[],
 *   pick: (hex: string, unit: string) => boolean,
 *   covered: (region: Region) => number,
 *   wanted: () => unknown,
 * }} board `held`: which counters are chosen; `pick`: whether that was all, so that the fan closes; `covered`: how
 *   much is hidden by what lies over a part of the map; `wanted`: as long as it is the same the fan stays where it is
 */
export function stackFan({ sheet, stack, place, mayLook, held, pick, covered, wanted }) {
  /** The hex whose stack is open. */
  let open = "";
  /** From the middle of its hex to the middle of the fan, in hexes and in fans, and what that was chosen for. */
  let [side, chosenFor] = [SIDES[0], /** @type {unknown[]} */ ([])];
  const box = h("div", { class: "fan card", role: "group", hidden: true });

  /** @param {string} hex nothing closes it @param {boolean} [byKey] */
  function show(hex, byKey = false) {
    const units = hex ? [...stack(hex)].reverse() : [];
    open = units.length && mayLook(stack(hex)) ? hex : "";
    box.hidden = !open;
    if (!open) chosenFor = [];
    if (!open) return;
    const chosen = held();
    box.setAttribute("aria-label", `Stack in ${open}, ${plural(units.length, "unit")}`);
    const focused = box.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.unit
      : "";
    fill(
      box,
      units.map((unit) =>
        h("button", {
          type: "button",
          class: "fanned",
          "data-unit": unit.id,
          "aria-pressed": String(chosen.includes(unit.id)),
          onclick: () => {
            if (pick(open, unit.id)) show("");
          },
        }, counter(unit, 50))
      ),
    );
    lie();
    const next = byKey ? "button" : focused ? `[data-unit="${CSS.escape(focused)}"]` : "";
    if (next) /** @type {HTMLElement | null} */ (box.querySelector(next))?.focus();
  }

  /** Where the upper left corner of the fan would lie. @param {number[]} way @returns {[number, number]} */
  function corner([across, down]) {
    const hex = /** @type {HexPlace} */ (place(open));
    const on = sheet();
    const [x, y] = on.toScreen(hex.x, hex.y);
    const [away, wide, high] = [on.view.scale * AWAY, box.offsetWidth, box.offsetHeight];
    const left = x - wide / 2 + across * (wide / 2 + (down ? 0 : away));
    const top = y - high / 2 + down * (high / 2 + away);
    const size = on.size();
    return [
      Math.max(4, Math.min(size.wide - wide - 4, left)),
      Math.max(4, Math.min(size.high - high - 4, top)),
    ];
  }

  /** How much would be hidden there. @param {number[]} way */
  function hidden(way) {
    const [x, y] = corner(way);
    const [left, top] = sheet().toWorld(x, y);
    const [right, bottom] = sheet().toWorld(x + box.offsetWidth, y + box.offsetHeight);
    return covered({ left, top, right, bottom });
  }

  /** Beside its hex, where it hides the least. */
  function lie() {
    if (!open || !place(open)) return;
    const now = [open, wanted()];
    if (now.some((one, at) => one !== chosenFor[at])) {
      chosenFor = now;
      const costs = SIDES.map(hidden);
      side = SIDES[costs.indexOf(Math.min(...costs))];
    }
    const [left, top] = corner(side);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  }

  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    show("");
    sheet().canvas.focus();
  });

  return { box, show, lie, open: () => open };
}
