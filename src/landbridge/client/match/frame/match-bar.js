/** The bar over a match: when it is, as whom one looks, undo and the rest. */

import { fill, h, icon } from "../../shell/dom.js";
import { brief, heading } from "../../shell/words.js";
import { keyHelp } from "../keyboard/key-help.js";
import { actionText } from "../log.js";
import { sideMark } from "../match-status.js";
import { unreadMark } from "./panes.js";

/**
 * @param {HTMLElement} bar
 * @param {import("../types.d.ts").Scene} scene
 * @param {import("../../shell/dom.js").Child} head
 * @param {{ turnTo: (role: string) => Promise<void>, undo: () => void,
 *   show: (part: string) => void, unread: number }} options
 */
export function matchBar(bar, { match, live, log }, head, { turnTo, undo, show, unread }) {
  const { role } = match;
  const all = match.yours.length === match.roles.length || role === "referee";
  const seats = [...new Set([...match.yours, ...(all ? ["referee"] : []), role])].filter(Boolean);
  const undoable = match.undoable === true && live && match.may_act !== false;
  const last = actionText(log, log.actions.at(-1));
  fill(
    bar,
    h("div", { class: "bar-head" }, head),
    h("span", { class: "grow" }),
    seats.length > 1
      ? h(
        "label",
        { class: "as" },
        h("span", { class: "small muted", text: "as" }),
        h(
          "select",
          {
            class: "field small",
            "aria-label": "Look as",
            onchange: (/** @type {Event} */ event) =>
              turnTo(/** @type {HTMLSelectElement} */ (event.target).value),
          },
          seats.map((one) =>
            h("option", {
              value: one,
              selected: one === role,
              text: one === "referee" && match.mode !== "referee" ? "All sides" : heading(one),
            })
          ),
        ),
      )
      : sideMark(role),
    // Whoever only looks on has nothing to take back.
    match.yours.length > 0 && h(
      "button",
      {
        type: "button",
        class: "btn small",
        "data-undo": "",
        disabled: !undoable,
        onclick: undo,
        title: match.undoable === true
          ? `Take back${last ? ` “${brief(last)}”` : " the last action"}: no die was rolled since`
          : `Cannot be undone: ${match.undoable || "nothing to undo"}`,
      },
      icon("undo", 16),
      h("span", { class: "wide-only", text: "Undo" }),
      h("kbd", { class: "wide-only", text: "U" }),
    ),
    h(
      "button",
      {
        type: "button",
        class: "btn small people-button",
        "aria-label": "People: seats, links, chat",
        onclick: () => show("people"),
      },
      icon("people", 18),
      h("span", { class: "unread-place" }, unreadMark(unread)),
    ),
    h("button", {
      type: "button",
      class: "btn small more-button",
      "aria-label": "More: notes, print, save, proof",
      onclick: () => show("more"),
    }, icon("more", 18)),
    h("button", {
      type: "button",
      class: "btn small quiet wide-only",
      "aria-label": "Keys",
      onclick: () => keyHelp(),
    }, h("kbd", { text: "?" })),
  );
}

/** Say how many messages were not read yet, without drawing the bar anew. @param {HTMLElement} bar
 * @param {number} unread */
export function countUnread(bar, unread) {
  const place = bar.querySelector(".unread-place");
  if (place) fill(place, unreadMark(unread));
}
