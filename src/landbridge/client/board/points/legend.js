/** The legend of a points map: every sign on it in words. It stays open or closed, as it was left. */

import { h } from "../../shell/dom.js";
import { counter } from "../counter.js";
import { signOf } from "./terrain-marks.js";

/** @typedef {import("../types.d.ts").Unit} Unit */
/** A mark on a counter, shown on a counter that has nothing else. @typedef {{ unit: Unit, text: string }} Mark */

const OPEN = "landbridge.legend-open";
/** Signs of the page, by what draws them: what each means, and what stands in it. */
const SIGNS = [
  ["l-ready", "can act", ""],
  ["l-lit", "may be gone to", ""],
  ["l-room", "how many may still go there", "6"],
  ["l-count", "units on a point", "3"],
  ["l-factory", "factory", ""],
];

/**
 * @param {Mark[]} marks
 * @param {import("../types.d.ts").PointsGround} [ground]
 */
export function legendOf(marks, ground) {
  const kinds = new Set(ground?.areas.map((area) => area.kind));
  const box = /** @type {HTMLDetailsElement} */ (h(
    "details",
    { class: "legend noprint" },
    h("summary", { text: "Key" }),
    h(
      "div",
      { class: "legend-signs" },
      ["major", "minor", "inferior"].map((grade) =>
        h("span", {}, h("i", { class: `l-${grade}` }), `${grade} line`)
      ),
      h("span", {}, h("i", { class: "l-front" }), "front"),
      [["city", "■"], ["junction", "●"], ["fortress", "★"], ["its victory points", "3"]].map(([kind, sign]) =>
        h("span", {}, h("b", { text: sign }), kind)
      ),
      [["moved", "→"], ["lost", "✕"], ["taken", "◯"]].map(([what, sign]) =>
        h("span", {}, h("b", { text: sign }), `${what} since you acted`)
      ),
      SIGNS.map(([sign, text, inside]) =>
        h("span", {}, h("i", { class: sign, "aria-hidden": "true", text: inside }), text)
      ),
      ground?.frontiers.length && h("span", {}, h("i", { class: "l-frontier" }), "frontier of the time"),
      [...kinds].map((kind) => h("span", {}, h("b", { "aria-hidden": "true" }, signOf(kind)), kind)),
      marks.map((mark) =>
        h("span", {}, h("b", { "aria-hidden": "true" }, counter(mark.unit, 26)), mark.text)
      ),
    ),
  ));
  box.open = localStorage.getItem(OPEN) === "yes";
  box.addEventListener("toggle", () => localStorage.setItem(OPEN, box.open ? "yes" : "no"));
  return box;
}
