/** The keys of a match, in a small window. */

import { h } from "../../shell/dom.js";

const KEYS = [
  ["N", "the next unit that can act, Shift N the one before; elsewhere the next offer"],
  ["Enter", "do what has the focus, or confirm"],
  ["Esc", "one step back; back to now"],
  ["U", "undo the last action"],
  ["1 … 6", "the next die, where dice are typed in"],
  ["L", "the log"],
  ["M", "the map"],
  ["P", "play the others' turn, or wait"],
  [", .", "in a turn that is played: one step back or on"],
  ["← →", "on the slider: one action back or on"],
  ["arrows", "on a map: from place to place"],
  ["+ −", "on a map: nearer, farther"],
  ["/", "search, on pages that have it"],
  ["?", "these keys"],
];

export function keyHelp() {
  const box = h(
    "dialog",
    { class: "key-help card", "aria-label": "Keys" },
    h("h2", { text: "Keys" }),
    h(
      "dl",
      {},
      KEYS.map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", { text: key })), h("dd", { text: what }))),
    ),
    h(
      "p",
      { class: "acts" },
      h("button", { type: "button", class: "btn go", text: "Close", onclick: () => box.close() }),
    ),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
}
