/**
 * One thing still to be said, as a control: keys, a list to be narrowed, a stepper, or a line to write in.
 */

import { fill, fresh, h, icon, later, walk } from "../../shell/dom.js";
import { asPrinted, inWords, said as spoken } from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").Slot} Slot */
/** What can be said after a word. @typedef {"none" | "optional" | "needed"} Later */
/** `enough`: do it, without what may be added. @typedef {(word: string, enough?: boolean) => void} Say */

const FEW = 8;
/** More letters than this in all make a list of what would be keys. */
const LETTERS = 120;

/**
 * How the game that is shown calls its words, where it has names for them.
 * @type {((word: string) => string | undefined) | undefined}
 */
let named;

/**
 * Take the names of a game; without any, words stand for themselves.
 * @param {(word: string) => string | undefined} [names]
 */
export function nameWords(names) {
  named = names;
}

/**
 * A word of a slot as a player reads it: a rule's number, a hex or a name stays as it is.
 * @param {string} word
 */
export const shownWord = (word) =>
  named?.(word) ?? (/^[a-z][a-z_]*$/.test(word) ? inWords(word) : word.replaceAll("_", " "));

/** @typedef {Exclude<Slot["choices"][number], string>} Choice */

/** What may be said, and what is shown although it may not. @param {Slot} slot @returns {Choice[]} */
const choicesOf = (slot) => slot.choices.map((one) => typeof one === "string" ? { word: one } : one);

/** The words that may be said. @param {Slot | null | undefined} slot */
export const openWords = (slot) =>
  slot ? choicesOf(slot).filter((one) => !one.refused).map((one) => one.word) : [];

/** The words that are shown although they may not be said. @param {Slot | null | undefined} slot */
export const barredWords = (slot) => (slot ? choicesOf(slot).filter((one) => one.refused) : []);

/** @param {Choice} choice */
const labelOf = ({ word, label, cost }) =>
  `${label || shownWord(word)}${cost ? ` (${asPrinted(cost)})` : ""}`;

/** A word as the slot for it calls it. @param {Slot | undefined} slot @param {string} word */
export const nameIn = (slot, word) =>
  (slot && choicesOf(slot).find((one) => one.word === word)?.label) || shownWord(word);

/** What is asked for. @param {Slot} slot */
export const asked = (slot) => {
  const text = slot.prompt || spoken(slot.name);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/**
 * @param {Slot} slot
 * @param {Later} later
 * @param {Say} say
 * @param {string} [draft] what stood there before
 * @returns {HTMLElement}
 */
export function slotControl(slot, later, say, draft = "") {
  if (slot.choices.length) return short(slot) ? keys(slot, say) : chooser(slot, say);
  if (slot.low !== null && slot.high !== null) return stepper(slot, later, say, draft);
  return line(slot, later, say, draft);
}

/**
 * What is done with a word: it is enough where nothing more is needed; what may be added is asked for on demand.
 * @param {Later} later
 * @param {(enough: boolean) => void} give
 */
const giving = (later, give) => [
  h(
    "button",
    { type: "button", class: "btn go", "data-confirm": "", onclick: () => give(later === "optional") },
    later === "needed" ? "Next" : "Do it",
    icon("next", 14),
  ),
  later === "optional" &&
  h("button", { type: "button", class: "btn quiet", text: "Say more", onclick: () => give(false) }),
];

/** @param {Slot} slot */
const short = (slot) => slot.choices.length <= FEW && choicesOf(slot).map(labelOf).join("").length <= LETTERS;

/** @param {Choice} choice @param {(word: string) => void} say @param {string} [kind] */
const choiceButton = (choice, say, kind) =>
  h("button", {
    type: "button",
    class: kind,
    "data-word": choice.word,
    disabled: Boolean(choice.refused),
    title: choice.refused,
    text: labelOf(choice),
    onclick: () => say(choice.word),
  });

/** @param {Slot} slot @param {(word: string) => void} say */
function keys(slot, say) {
  const box = h(
    "div",
    { class: "keys words", role: "group", "aria-label": asked(slot) },
    choicesOf(slot).map((choice) => choiceButton(choice, say, "btn")),
  );
  walk(box, "button");
  return box;
}

/** @param {Slot} slot @param {(word: string) => void} say */
function chooser(slot, say) {
  const list = h("div", { class: "narrowed", role: "group", "aria-label": asked(slot) });
  const filter = h("input", {
    class: "field",
    type: "search",
    autocomplete: "off",
    placeholder: `Narrow ${slot.choices.length} choices`,
    "aria-label": `Narrow: ${asked(slot)}`,
    oninput: later(draw, 30),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const found = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button")]);
      if (event.key === "ArrowDown") {
        event.preventDefault();
        found[0]?.focus();
      }
      if (event.key === "Enter" && found.length === 1) {
        event.preventDefault();
        event.stopPropagation();
        found[0].click();
      }
    },
  });
  function draw() {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = choicesOf(slot).filter((choice) =>
      wanted.every((part) => `${choice.word} ${labelOf(choice)}`.toLowerCase().includes(part))
    );
    fill(
      list,
      found.map((choice) => choiceButton(choice, say)),
      !found.length && h("p", { class: "small muted", text: "None of the choices has those letters." }),
    );
    renew();
  }
  const renew = walk(list, "button");
  draw();
  return h("div", { class: "chooser" }, slot.choices.length > FEW && filter, list);
}

/** @param {Slot} slot @param {Later} later @param {Say} say @param {string} draft */
function stepper(slot, later, say, draft) {
  const [low, high] = [/** @type {number} */ (slot.low), /** @type {number} */ (slot.high)];
  const id = fresh();
  const field = h("input", {
    id,
    class: "field",
    type: "number",
    inputmode: "numeric",
    min: low,
    max: high,
    value: draft || String(low),
    "aria-label": asked(slot),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        give(later === "optional");
      }
    },
  });
  const by = (/** @type {number} */ step) => {
    field.value = String(Math.max(low, Math.min(high, (Number(field.value) || 0) + step)));
  };
  const give = (/** @type {boolean} */ enough) => say(String(Number(field.value)), enough);
  return h(
    "div",
    { class: "said-line" },
    h(
      "span",
      { class: "stepper" },
      h("button", { type: "button", "aria-label": "One less", text: "−", onclick: () => by(-1) }),
      field,
      h("button", {
        type: "button",
        "aria-label": "One more",
        text: "+",
        onclick: () => by(1),
      }),
    ),
    h("span", { class: "small faint", text: `${low} to ${high}` }),
    giving(later, give),
  );
}

/** @param {Slot} slot @param {Later} later @param {Say} say @param {string} draft */
function line(slot, later, say, draft) {
  const field = h("input", {
    class: "field",
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": asked(slot),
    value: draft,
    placeholder: slot.examples.length ? `for example ${slot.examples[0]}` : "",
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        give(later === "optional");
      }
    },
  });
  const give = (/** @type {boolean} */ enough) => {
    const word = field.value.trim();
    if (word) say(word, enough);
    else field.focus();
  };
  return h(
    "div",
    { class: "free" },
    slot.examples.length > 1 &&
      h(
        "div",
        { class: "keys words", role: "group", "aria-label": "Examples" },
        slot.examples.map((word) =>
          h("button", {
            type: "button",
            class: "btn small",
            "data-word": word,
            text: word,
            onclick: () => say(word),
          })
        ),
      ),
    h(
      "div",
      { class: "said-line" },
      field,
      giving(later, give),
    ),
  );
}

/** The text form of an action: words that need it are quoted. @param {string[]} words */
export const textOf = (words) =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\"'\"'")}'`)).join(
    " ",
  );

/** The words of a text form. @param {string} text @returns {string[]} */
export function wordsOf(text) {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? found[2] ?? found[3]);
}

/**
 * Whether words are an action of this offer, and not a sentence that begins like one; <words> are left open.
 * @param {string[]} words
 * @param {import("../../api.d.ts").Offer} offer
 */
export const means = ([verb, ...rest], offer) =>
  verb === offer.verb && rest.length <= offer.slots.length &&
  rest.every((word, at) => {
    const slot = offer.slots[at];
    if (word.startsWith("<")) return true;
    return slot.low === null ? !slot.choices.length || openWords(slot).includes(word) : /^-?\d+$/.test(word);
  });
