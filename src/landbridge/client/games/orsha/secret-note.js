/** A word on drafts that the other side does not see. */

import { h, icon } from "../../shell/dom.js";
import { heading } from "../../shell/words.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */

/** @param {Scene} scene @param {string} side */
export const secretNote = (scene, side) =>
  h(
    "span",
    { class: "pill lock", title: "The other side sees nothing of this until the counters come to light" },
    icon("lock", 13),
    scene.match.role === "referee" ? `${heading(side)} drafts` : "secret until revealed",
    h("span", { class: "mono", text: "8.611" }),
  );
