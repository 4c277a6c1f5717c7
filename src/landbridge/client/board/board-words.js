/** A board in words: a list that is drawn when it is opened. */

import { h } from "../shell/dom.js";

/** @param {() => void} draw */
export function boardWords(draw) {
  const list = h("div", {
    class: "scroll",
    tabindex: "0",
    role: "group",
    "aria-label": "The board in words",
  });
  const box = h("details", { class: "board-words" }, h("summary", { text: "The board in words" }), list);
  box.addEventListener("toggle", draw);
  return { box, list };
}
