/** The parts of a match page: tabs beside the board, and at the foot of a phone. */

import { fill, h, icon, narrow } from "../../shell/dom.js";

/**
 * @param {HTMLElement} main
 * @param {HTMLElement} sideTabs
 * @param {HTMLElement} foot
 * @param {import("../types.d.ts").Board} board
 */
export function panes(main, sideTabs, foot, board) {
  /** How many messages were not read yet. */
  let unread = 0;
  /** What to do when a part comes into sight. @type {(name: string) => void} */
  let shown = () => {};

  function draw() {
    /** @type {[string, string, string][]} */
    const side = [["log", "Log", "log"]];
    if (board.beside) side.push(["beside", board.beside.title, board.beside.sign]);
    fill(
      sideTabs,
      [...side, ["people", "People"], ["more", "More"]].map(([name, text]) =>
        h(
          "button",
          {
            type: "button",
            "data-show": name,
            "aria-pressed": String(main.dataset.side === name),
            onclick: () => show(name),
          },
          text,
          name === "people" && unreadMark(unread),
        )
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
    if (["log", "beside", "people", "more"].includes(name)) main.dataset.side = name;
    draw();
    if (changed && narrow()) scrollTo(0, 0);
    shown(name);
  }

  return {
    draw,
    show,
    /** Whether a part beside the board is in sight. @param {string} name */
    inSight: (name) => main.dataset.side === name && (!narrow() || main.dataset.pane === name),
    /** Hear when a part comes into sight. @param {(name: string) => void} act */
    whenShown(act) {
      shown = act;
    },
    /** Say how many messages were not read yet. @param {number} count */
    count(count) {
      if (count === unread) return;
      unread = count;
      draw();
    },
  };
}

/** @param {number} count */
export const unreadMark = (count) =>
  count > 0 && h("span", { class: "unread", "aria-label": `${count} unread`, text: count });
