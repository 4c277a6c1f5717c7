/** What has come and can be placed: counters that are clicked or dragged onto the map. */

import { counter } from "../../board/counter.js";
import { openWords } from "../../match/deciding/slots.js";
import { h } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";
import { unitOf } from "./units.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */

/**
 * @param {import("../../api.d.ts").Offer} offer
 * @param {Scene} scene
 * @param {string} who
 * @param {import("./units.js").Atlas} atlas
 * @param {(event: PointerEvent) => void} drop something held is dropped here
 */
export function arrivals(offer, scene, who, atlas, drop) {
  const units = openWords(offer.slots[0]);
  const held = scene.form?.verb === offer.verb ? scene.form.said[0] : "";
  return h(
    "div",
    { class: "offer own-control arrivals", role: "group", "aria-label": offer.label },
    h("div", { class: "own-head" }, h("b", { text: `${plural(units.length, "unit")} can be placed` })),
    h(
      "div",
      { class: "row" },
      units.flatMap((unit) => {
        const piece = atlas.units.find((one) => one.id === unit);
        if (!piece) return [];
        const take = () => scene.open(offer.verb, [unit], true);
        return [h("button", {
          type: "button",
          class: "fanned",
          "data-word": unit,
          "data-alone": "",
          "aria-pressed": String(held === unit),
          "aria-label": `Place ${piece.name}`,
          onclick: take,
          onpointerdown: (/** @type {PointerEvent} */ event) => carry(event, take, drop),
        }, counter(unitOf(piece, { id: unit, side: who, at: "" }), 40))];
      }),
    ),
  );
}

/**
 * Follow a pointer from a counter until it is lifted; if it has left the counter, what it held is dropped there.
 * @param {PointerEvent} begun
 * @param {() => void} take
 * @param {(event: PointerEvent) => void} drop
 */
function carry(begun, take, drop) {
  if (begun.button > 0 || begun.pointerType === "touch") return;
  let carried = false;
  const stop = new AbortController();
  const move = (/** @type {PointerEvent} */ event) => {
    if (carried || Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) < 6) return;
    carried = true;
    take();
  };
  const lift = (/** @type {PointerEvent} */ event) => {
    stop.abort();
    if (carried) drop(event);
  };
  addEventListener("pointermove", move, { signal: stop.signal });
  addEventListener("pointerup", lift, { signal: stop.signal });
  addEventListener("pointercancel", () => stop.abort(), { signal: stop.signal });
}
