/** A stack fanned out over a map: every counter of it a button. */

import { fill, h } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";
import { counter } from "../counter.js";

/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */

/**
 * @param {{
 *   sheet: () => ReturnType<typeof import("../surface.js").surface>,
 *   stack: (hex: string) => Unit[],
 *   place: (hex: string) => HexPlace | undefined,
 *   mayLook: (stack: Unit[]) => boolean,
 *   held: () => string[],
 *   pick: (hex: string, unit: string) => boolean,
 * }} board `held`: which counters are chosen; `pick`: whether that was all, so that the fan closes
 */
export function stackFan({ sheet, stack, place, mayLook, held, pick }) {
  /** The hex whose stack is open. */
  let open = "";
  const box = h("div", { class: "fan card", role: "group", hidden: true });

  /** @param {string} hex nothing closes it @param {boolean} [byKey] */
  function show(hex, byKey = false) {
    const units = hex ? [...stack(hex)].reverse() : [];
    open = units.length && mayLook(stack(hex)) ? hex : "";
    box.hidden = !open;
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

  /** Over its hex, or under it where there is no room above. */
  function lie() {
    const hex = open && place(open);
    if (!hex) return;
    const on = sheet();
    const [x, y] = on.toScreen(hex.x, hex.y);
    const [away, wide, high] = [on.view.scale * 0.62, box.offsetWidth, box.offsetHeight];
    box.style.left = `${Math.max(4, Math.min(on.size().wide - wide - 4, x - wide / 2))}px`;
    box.style.top = `${y - away - high < 4 ? y + away : y - away - high}px`;
  }

  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    show("");
    sheet().canvas.focus();
  });

  return { box, show, lie, open: () => open };
}
