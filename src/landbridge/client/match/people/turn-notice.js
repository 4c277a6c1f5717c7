/** "Your move" where one does not look at the page: in the title of its tab, and as a notice if one allows it. */

import { h } from "../../shell/dom.js";
import { heading } from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").Position} Position */

const WISH = "landbridge.notices";

/** Whether something waits for whoever looks at the page. @param {Position} match */
const isMyMove = (match) => match.decisions.length > 0 && match.may_act !== false && !match.over;

const allowed = () =>
  "Notification" in globalThis && Notification.permission === "granted" &&
  localStorage.getItem(WISH) === "yes";

/** Watches whether it has become one's move; gives a function to call with every position. */
export function turnNotice() {
  /** @type {boolean | null} */
  let before = null;
  /** @type {Notification | null} */
  let shown = null;
  /** @param {Position} match */
  return (match) => {
    const name = match.name || match.title;
    const mine = isMyMove(match);
    document.title = `${mine ? "Your move: " : ""}${name} · Landbridge`;
    if (!mine) shown?.close();
    if (mine && before === false && document.hidden && allowed()) {
      shown = new Notification("Your move", { body: `${name}, ${heading(match.role)}`, tag: match.id });
      shown.onclick = () => {
        window.focus();
        shown?.close();
      };
    }
    before = mine;
  };
}

/** Choosing whether this device shows a notice. @param {Position} match */
export function noticeChoice(match) {
  if (!("Notification" in globalThis) || match.over || !match.yours.length) return null;
  const state = h("span", { class: "small muted", role: "status" });
  const box = h("input", {
    type: "checkbox",
    checked: allowed(),
    onchange: async () => {
      if (!box.checked) return void localStorage.setItem(WISH, "no");
      const answer = await Notification.requestPermission();
      localStorage.setItem(WISH, answer === "granted" ? "yes" : "no");
      box.checked = allowed();
      state.textContent = box.checked ? "" : "The browser does not allow notices from this page.";
    },
  });
  return h("label", { class: "telling small" }, box, " A notice on this device when it is my move ", state);
}
