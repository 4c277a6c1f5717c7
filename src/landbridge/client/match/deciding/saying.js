/** Saying an action word by word: what was said, what is asked for next, one step back. */

import { h } from "../../shell/dom.js";
import { next } from "../../shell/match-api.js";
import { asked, openWords, shownWord, slotControl } from "./slots.js";

/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {import("../../api.d.ts").Slot} Slot */
/** @typedef {import("../../shell/api.js").ApiError} Refusal */
/** @typedef {import("../../api.d.ts").Decision} Decision */
/**
 * An offer that is being completed; `draft` is a word that did not do; `byItself`: nobody has said the last word.
 * @typedef {{
 *   who: string,
 *   offer: Offer,
 *   said: string[],
 *   slot: Slot | null,
 *   draft?: string,
 *   automatic?: boolean,
 *   byItself?: boolean,
 * }} Form
 */

/** So many of those that go together are named. */
const NAMED = 3;

/**
 * @param {{
 *   match: () => string,
 *   redraw: () => void,
 *   focus: () => void,
 *   closed: (verb: string) => void,
 *   takes?: (word: string) => boolean,
 *   perform: (words: string[], who: string) => void,
 *   refuse: (refusal: Refusal) => void,
 * }} page `match`: its id; `focus`: the keyboard goes where something is asked; `closed`: let go of; `takes`:
 *   whether the board takes a chosen word over
 */
export function saying({ match, redraw, focus, closed, takes, perform, refuse }) {
  /** @type {Form | null} */
  let form = null;
  /** What goes together with the first word, if that is one of them. @type {string[]} */
  let held = [];

  /** A word that was said, with all that it stands for. @param {string} word @param {number} at */
  function nameOf(word, at) {
    if (at || held.length < 2 || !held.includes(word)) return shownWord(word);
    const names = [word, ...held.filter((one) => one !== word)].map(shownWord);
    const rest = names.length - NAMED;
    const last = rest > 1 ? `${rest} more` : names.pop();
    return `${names.slice(0, rest > 1 ? NAMED : names.length).join(", ")} and ${last}`;
  }

  /** Ask which word comes next; where none does, do it. */
  async function ahead() {
    const now = form;
    if (!now) return;
    /** @type {Slot | null} */
    let slot = now.offer.slots[now.said.length] ?? null;
    try {
      slot = await next(match(), now.who, now.offer.verb, now.said);
    } catch (trouble) {
      if (form !== now) return;
      const found = /** @type {Refusal} */ (trouble);
      if (found.status) {
        const at = now.said.length - 1;
        form = at >= 0 ? { ...now, said: now.said.slice(0, at), slot: now.offer.slots[at] ?? null } : null;
        return refuse(found);
      }
    }
    if (form !== now) return;
    // Nothing is done by a word that nobody has said.
    if (!slot) return now.byItself ? back(now.said.length - 1) : finish();
    // What leaves no choice is said at once, unless that would do it.
    const open = openWords(slot);
    const only = !slot.optional && open.length === 1 && now.said.length < now.offer.slots.length - 1;
    if (only && now.automatic !== false) return say(open[0], false, true);
    if (JSON.stringify(slot) === JSON.stringify(now.slot)) return;
    now.slot = slot;
    redraw();
    focus();
  }

  /**
   * @param {string} word
   * @param {boolean} [enough] do it, without what may be added
   * @param {boolean} [byItself] it leaves no choice, and nobody has said it
   */
  async function say(word, enough = false, byItself = false) {
    if (!form) return;
    const said = [...form.said, word];
    if (enough) {
      form = { ...form, said, slot: null, draft: undefined };
      return finish();
    }
    const slot = form.offer.slots[said.length] ?? null;
    form = { ...form, said, slot, draft: undefined, automatic: true, byItself };
    if (form.slot) {
      redraw();
      focus();
    }
    await ahead();
  }

  /** Say the words from this one on again. @param {number} at */
  function back(at) {
    if (!form) return;
    form = {
      ...form,
      said: form.said.slice(0, at),
      slot: form.offer.slots[at] ?? null,
      automatic: false,
      byItself: false,
    };
    redraw();
    focus();
    ahead();
  }

  /** One word back; the offer closes where none was said. */
  function stepBack() {
    if (form?.said.length) back(form.said.length - 1);
    else close();
  }

  function close() {
    const verb = form?.offer.verb ?? "";
    form = null;
    closed(verb);
  }

  function finish() {
    if (form) perform([form.offer.verb, ...form.said], form.who);
  }

  return {
    say,
    stepBack,
    close,
    form: () => form,
    /**
     * What goes together with the first word.
     * @param {string[]} words
     * @returns {boolean} whether that is something else than before
     */
    hold(words) {
      const had = held.join();
      held = words;
      return had !== held.join();
    },
    /** @param {Offer} offer @param {string} who @param {string[]} said */
    async begin(offer, who, said) {
      form = { who, offer, said, slot: offer.slots[said.length] ?? null };
      redraw();
      focus();
      await ahead();
    },
    /** Let go of it without a word. */
    drop() {
      form = null;
    },
    /** What was said last did not do, or was taken back: it is asked for again, as it was. */
    again() {
      if (!form || form.slot || !form.said.length) return;
      const at = form.said.length - 1;
      const slot = form.offer.slots[at] ?? null;
      form = slot ? { ...form, said: form.said.slice(0, at), slot, draft: form.said[at] } : null;
    },
    /**
     * Go on in a new position, if the offer is still made there.
     * @param {Decision[]} open all that somebody here may do
     * @param {boolean} moved
     * @param {string} draft what stands in the field
     */
    follow(open, moved, draft) {
      if (!form) return;
      const { who, offer } = form;
      const found = open.filter((one) => one.who === who).flatMap((one) => one.offers).find((one) =>
        one.verb === offer.verb
      );
      if (moved && !found) form = null;
      else form = Object.assign(form, { offer: found ?? offer, draft: draft || form.draft });
    },
    /** What is still to be said, as a form. */
    draw() {
      if (!form) return null;
      const { offer, said, slot, draft } = form;
      const rest = offer.slots.slice(said.length + 1);
      const later = !rest.length ? "none" : rest.every((one) => one.optional) ? "optional" : "needed";
      return h(
        "div",
        { class: "slot-form", role: "group", "aria-label": offer.label },
        said.length > 0 && h(
          "ol",
          { class: "said", "aria-label": "Said so far" },
          said.map((word, at) =>
            h(
              "li",
              {},
              h("button", {
                type: "button",
                class: "pill legal",
                "aria-label": `Change ${nameOf(word, at)}`,
                text: nameOf(word, at),
                onclick: () => back(at),
              }),
            )
          ),
        ),
        slot
          ? [
            h(
              "p",
              { class: "asked" },
              h("b", { text: asked(slot) }),
              slot.optional && h("span", { class: "small faint", text: " may be left out" }),
            ),
            slotControl(slot, later, (word, enough) => takes?.(word) || say(word, enough), draft),
          ]
          : h("p", { class: "muted small", text: "One moment…" }),
        h(
          "div",
          { class: "acts" },
          slot?.optional &&
            h("button", {
              type: "button",
              class: "btn",
              text: "Leave out and do it",
              onclick: finish,
            }),
          h(
            "button",
            { type: "button", class: "btn quiet small", onclick: stepBack },
            "Back ",
            h("kbd", { class: "wide-only", text: "Esc" }),
          ),
        ),
      );
    },
  };
}
