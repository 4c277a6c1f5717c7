/** The parts of a match page: tabs beside the board, and at the foot of a phone. */

import { fill, h, icon, narrow } from "../shell/dom.js";

/**
 * @param {HTMLElement} main
 * @param {HTMLElement} sideTabs
 * @param {HTMLElement} foot
 * @param {import("./types.d.ts").Board} board
 */
export function panes(main, sideTabs, foot, board) {
  function draw() {
    /** @type {[string, string, string][]} */
    const side = [["log", "Log", "log"]];
    if (board.beside) side.push(["beside", board.beside.title, board.beside.sign]);
    fill(
      sideTabs,
      [...side, ["more", "More", "more"]].map(([name, text]) =>
        h("button", {
          type: "button",
          "data-show": name,
          "aria-pressed": String(main.dataset.side === name),
          text,
          onclick: () => show(name),
        })
      ),
    );
    /** @type {[string, string, string][]} */
    const feet = [["now", "Now", "die"]];
    if (board.guide) feet.push(["guide", board.guide.title, board.guide.sign]);
    feet.push(["board", board.title, board.sign], ...side.slice(1), side[0]);
    fill(
      foot,
      feet.map(([name, text, sign]) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(main.dataset.pane === name),
            onclick: () => show(name),
          },
          icon(sign, 22),
          text,
        )
      ),
    );
  }

  /** Bring a part into sight. @param {string} name */
  function show(name) {
    const changed = main.dataset.pane !== name;
    main.dataset.pane = name;
    if (["log", "beside", "more"].includes(name)) main.dataset.side = name;
    draw();
    if (changed && narrow()) scrollTo(0, 0);
  }

  return { draw, show };
}
