/** What still keeps a step from ending, and what would put each of it right. */

import { h, icon, narrow } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { capital, heading } from "../../shell/words.js";
import { means, nameIn, wordsOf } from "./slots.js";

/** @typedef {import("../../api.d.ts").Decision} Decision */
/** @typedef {import("../../api.d.ts").Violation} Violation */
/** @typedef {import("../../api.d.ts").Slot} Slot */
/**
 * @typedef {{
 *   run: (words: string[], who: string) => void,
 *   begin: (offer: import("../../api.d.ts").Offer, who: string, said: string[]) => void,
 * }} Remedies what a remedy does: an action at once, or an offer that is opened
 */

/** So many violations are shown at once, on a phone fewer. */
const [SHOWN, FEWER] = [5, 2];

/** @param {Decision} decision @param {Remedies} remedies */
export function violationList(decision, remedies) {
  const list = decision.violations;
  if (!list.length) return null;
  const drawn = alike(list, decision).map((one) =>
    h(
      "li",
      {},
      icon("stop", 16),
      h("span", {}, listed(one.texts), chips(one.rules)),
      remedyControl(one.remedy, decision, remedies),
    )
  );
  const most = narrow() ? FEWER : SHOWN;
  return h(
    "div",
    { class: "violations", role: "group", "aria-label": "Before this can end" },
    h("p", { class: "over", text: `Before this can end: ${list.length}` }),
    h("ul", {}, drawn.slice(0, most)),
    drawn.length > most &&
      h(
        "details",
        {},
        h("summary", { text: `${drawn.length - most} more` }),
        h("ul", {}, drawn.slice(most)),
      ),
  );
}

/** Several things that one remedy puts right stand below each other, many of them folded. @param {string[]} texts */
function listed(texts) {
  const lines = texts.map((text) => h("span", { class: "alike", text: capital(text) }));
  if (lines.length <= SHOWN) return lines;
  return [
    lines.slice(0, FEWER),
    h(
      "details",
      {},
      h("summary", { text: `${lines.length - FEWER} more` }),
      lines.slice(FEWER),
    ),
  ];
}

/** Violations that one sentence puts right, together. @param {Violation[]} list @param {Decision} decision */
function alike(list, decision) {
  /** @type {Map<string, Violation & { texts: string[] }>} */
  const groups = new Map();
  for (const one of list) {
    const name = isAction(one.remedy, decision) || !one.remedy
      ? `${one.text} ${one.remedy}`
      : `${one.rules.join()} ${one.remedy}`;
    const known = groups.get(name);
    groups.set(name, { ...(known ?? one), texts: [...(known?.texts ?? []), one.text] });
  }
  return [...groups.values()];
}

/** Whether a remedy is an action that is offered here. @param {string} remedy @param {Decision} decision */
export const isAction = (remedy, decision) => decision.offers.some((offer) => means(wordsOf(remedy), offer));

/** What comes before a word, by the name of its slot. @type {{ [slot: string]: string }} */
const BEFORE = { start: "from ", to: "to " };

/** A word as it stands in a sentence. @param {Slot} slot @param {string} word */
const placed = (slot, word) => `${BEFORE[slot?.name] ?? ""}${nameIn(slot, word)}`;

/**
 * What would put it right: a button, where it can be done at once.
 * @param {string} remedy
 * @param {Decision} decision
 * @param {Remedies} remedies
 */
export function remedyControl(remedy, decision, { run, begin }) {
  if (!remedy) return null;
  const words = wordsOf(remedy);
  const offer = decision.offers.find((one) => means(words, one));
  if (!offer) return h("span", { class: "remedy", text: capital(remedy) });
  const open = words.findIndex((word) => word.startsWith("<"));
  const said = words.slice(1, open < 0 ? undefined : open);
  const label = [heading(words[0]), ...said.map((word, at) => placed(offer.slots[at], word))].join(" ");
  const direct = open < 0 && (words.length > 1 || !offer.slots.some((slot) => !slot.optional));
  return h("button", {
    type: "button",
    class: "btn small",
    "data-remedy": direct ? remedy : null,
    text: direct ? label : `${label}…`,
    onclick: () => (direct ? run(words, decision.who) : begin(offer, decision.who, said)),
  });
}
