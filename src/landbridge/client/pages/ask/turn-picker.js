/** Choosing a turn by its date: a button, its neighbours, and a calendar of nothing but turns. */

import { fill, fresh, h, icon, walk } from "../../shell/dom.js";
import { monthOf, shortDate } from "../../shell/words.js";

/**
 * @param {{
 *   turns: string[],
 *   value: string,
 *   label: string,
 *   optional: boolean,
 *   change: (iso: string) => void,
 * }} options
 */
export function turnPicker({ turns, value, label, optional, change }) {
  let chosen = value;
  const id = fresh();
  const words = h("span");
  const open = h("button", {
    type: "button",
    class: "field turn",
    "aria-haspopup": "dialog",
    "aria-expanded": "false",
    "aria-controls": id,
    onclick: () => show(Boolean(sheet.hidden)),
  }, words);
  const before = step(-1, "Turn before", "back");
  const after = step(1, "Turn after", "next");
  const sheet = h("div", {
    id,
    class: "turns card",
    role: "dialog",
    "aria-label": `${label}: choose a turn`,
    hidden: true,
  });
  const box = h("div", { class: "turn-box" }, h("div", { class: "turn-row" }, before, open, after), sheet);

  /** @param {number} by @param {string} name @param {string} sign */
  function step(by, name, sign) {
    return h("button", {
      type: "button",
      class: "btn step",
      "aria-label": `${name} (${label})`,
      onclick: () => choose(turns[Math.max(0, turns.indexOf(chosen) + (chosen ? by : 0))]),
    }, icon(sign));
  }

  /** @param {string} iso */
  function choose(iso) {
    set(iso);
    change(iso);
  }

  /** @param {string} iso */
  function set(iso) {
    chosen = iso;
    const at = turns.indexOf(iso);
    fill(
      words,
      iso ? h("b", { text: shortDate(iso) }) : h("span", { class: "faint", text: "Choose a turn" }),
      iso && h("span", { class: "faint", text: at < 0 ? "not a turn" : `turn ${at + 1} of ${turns.length}` }),
    );
    open.setAttribute("aria-label", `${label}: ${iso ? shortDate(iso) : "choose a turn"}`);
    before.disabled = at === 0;
    after.disabled = at === turns.length - 1;
  }

  /** @param {boolean} visible */
  function show(visible) {
    sheet.hidden = !visible;
    open.setAttribute("aria-expanded", String(visible));
    if (visible) draw();
    document[visible ? "addEventListener" : "removeEventListener"]("pointerdown", outside);
  }

  /** @param {Event} event */
  function outside(event) {
    if (!box.contains(/** @type {Node} */ (event.target))) show(false);
  }

  function draw() {
    /** @type {Map<string, string[]>} */
    const months = new Map();
    for (const turn of turns) months.set(monthOf(turn), [...(months.get(monthOf(turn)) ?? []), turn]);
    const days = (/** @type {string[]} */ list) =>
      list.map((turn) =>
        h("button", {
          type: "button",
          "aria-label": shortDate(turn),
          "aria-current": turn === chosen ? "true" : null,
          text: Number(turn.slice(8)),
          onclick: () => pick(turn),
        })
      );
    fill(
      sheet,
      [...months].map(([month, list]) =>
        h("div", { class: "month" }, h("span", { class: "over", text: month }), h("div", {}, days(list)))
      ),
      optional &&
        h("button", { type: "button", class: "btn small quiet", text: "No date", onclick: () => pick("") }),
    );
    renew();
    const now = sheet.querySelector("[aria-current]") ?? sheet.querySelector("button");
    /** @type {HTMLElement} */ (now).focus();
  }

  /** @param {string} turn */
  function pick(turn) {
    show(false);
    open.focus();
    choose(turn);
  }

  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || sheet.hidden) return;
    event.stopPropagation();
    show(false);
    open.focus();
  });
  const renew = walk(sheet, ".month button");
  set(value);
  return { box, set };
}
