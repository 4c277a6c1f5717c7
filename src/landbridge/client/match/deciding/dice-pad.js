/** Dice from the table: one row of faces for each die, tapped or typed, and a button to use them. */

import { h } from "../../shell/dom.js";
import { chips, die } from "../../shell/parts.js";
import { coloursOf } from "../../shell/sides.js";
import { capital, plural } from "../../shell/words.js";

/** @typedef {import("../types.d.ts").Need} Need */

const ORDER = ["First die", "Second die", "Third die", "Fourth die", "Fifth die", "Sixth die"];

/**
 * @param {{
 *   need: Need,
 *   side: string,
 *   already: number,
 *   either: boolean,
 *   use: (given: number | number[]) => void,
 *   roll: () => void,
 *   cancel: () => void,
 * }} options `already`: how many rolls of this action have been given
 */
export function dicePad({ need, side, already, either, use, roll, cancel }) {
  const found = /^(\d*)d(\d+)$/.exec(need.dice);
  const [count, sides] = [Number(found?.[1] || 1), Number(found?.[2] || 6)];
  /** @type {(number | null)[]} */
  const faces = Array(count).fill(null);
  const go = h("button", {
    type: "button",
    class: "btn go large",
    "data-confirm": "",
    disabled: true,
    onclick: give,
  });
  const rows = sides <= 20 ? faces.map((_, at) => row(at)) : faces.map((_, at) => field(at));

  /** @param {number} at */
  function row(at) {
    const name = count === 1
      ? (sides === 6 ? "The die on the table" : `A number from 1 to ${sides}`)
      : ORDER[at] ?? `Die ${at + 1}`;
    return h(
      "fieldset",
      { class: "die-row", "data-at": at },
      h("legend", { text: name }),
      h(
        "div",
        { class: sides === 6 ? "faces" : "faces many" },
        Array.from({ length: sides }, (_, face) =>
          h("button", {
            type: "button",
            "aria-pressed": "false",
            "data-face": face + 1,
            "aria-label": `${name}: ${face + 1}`,
            onclick: () => set(at, face + 1),
          }, sides === 6 ? coloured(face + 1) : String(face + 1))),
      ),
    );
  }

  /** @param {number} at */
  function field(at) {
    return h(
      "label",
      { class: "die-row" },
      h("span", { text: `A number from 1 to ${sides}` }),
      h("input", {
        class: "field",
        type: "number",
        min: 1,
        max: sides,
        inputmode: "numeric",
        oninput: (/** @type {Event} */ event) => {
          const value = Number(/** @type {HTMLInputElement} */ (event.target).value);
          faces[at] = Number.isInteger(value) && value >= 1 && value <= sides ? value : null;
          renew();
        },
      }),
    );
  }

  /** @param {number} face */
  function coloured(face) {
    const made = die(face);
    const colours = coloursOf(side);
    if (colours) made.classList.add(colours);
    made.setAttribute("aria-hidden", "true");
    return made;
  }

  /** @param {number} at @param {number} face */
  function set(at, face) {
    faces[at] = face;
    for (const button of rows[at].querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.face) === face));
    }
    renew();
    if (faces.every((one) => one !== null)) go.focus();
  }

  function renew() {
    const known = faces.filter((one) => one !== null);
    go.disabled = known.length < count;
    go.textContent = known.length < count
      ? `Still ${plural(count - known.length, "die", "dice")}`
      : count > 1
      ? `Use ${known.join(" + ")} = ${known.reduce((a, b) => a + b, 0)}`
      : `Use ${known[0]}`;
  }

  function give() {
    if (faces.some((one) => one === null)) return;
    const known = /** @type {number[]} */ (faces);
    use(count > 1 ? known : known[0]);
  }

  const box = h(
    "section",
    { class: "dicepad", "aria-label": `Dice for ${need.purpose}` },
    h("h3", { role: "heading", "aria-level": 2 }, capital(need.purpose), chips(need.rules ?? [])),
    already > 0 &&
      h("p", {
        class: "small muted",
        text: `${plural(already, "roll")} of this action given; this is the next.`,
      }),
    h("div", { class: count > 1 ? "die-rows pair-of-dice" : "die-rows" }, rows),
    h(
      "div",
      { class: "acts" },
      go,
      either && !already && h("button", { type: "button", class: "btn", onclick: roll }, "Roll for us"),
      h("button", { type: "button", class: "btn quiet", text: "Back", onclick: cancel }),
    ),
    sides <= 9 &&
      h("p", {
        class: "small muted keys-hint",
        text: "Keys 1 to 6 choose the faces one after the other, Enter uses them.",
      }),
  );
  renew();
  return {
    box,
    /** A figure on the keyboard is the next open die. @param {KeyboardEvent} event */
    key(event) {
      const face = Number(event.key);
      if (!Number.isInteger(face) || face < 1 || face > Math.min(9, sides) || sides > 20) return false;
      const open = faces.findIndex((one) => one === null);
      set(open < 0 ? count - 1 : open, face);
      return true;
    },
  };
}

/**
 * Who throws the dice, where either may.
 * @param {boolean} typing whether the people at the table do
 * @param {(typing: boolean) => void} set
 */
export function diceChoice(typing, set) {
  const pick = (/** @type {boolean} */ on, /** @type {string} */ text) =>
    h("button", { type: "button", "aria-pressed": String(typing === on), text, onclick: () => set(on) });
  return h(
    "div",
    { class: "dice-choice" },
    h("span", { class: "small muted", text: "Dice" }),
    h(
      "div",
      { class: "tabs", role: "group", "aria-label": "Who throws the dice" },
      pick(false, "Roll for us"),
      pick(true, "From our table"),
    ),
  );
}
