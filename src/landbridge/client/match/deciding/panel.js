/**
 * What is asked of me and why: each offer a control, refusals with their rule, what still blocks the end of
 * a step.
 */

import { fill, h } from "../../shell/dom.js";
import { ownerOf } from "../log.js";
import { ending } from "../ending/ending.js";
import { looking, waiting } from "../match-status.js";
import { decisionCards } from "./cards.js";
import { diceChoice, dicePad } from "./dice-pad.js";
import { givingUp } from "./giving-up.js";
import { lately } from "./lately.js";
import { refusalNote, rollbackNote } from "./refusal.js";
import { saying } from "./saying.js";
import { isAction, remedyControl } from "./violations.js";

/** @typedef {import("../types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {import("../../api.d.ts").Decision} Decision */
/** @typedef {import("../../api.d.ts").EventView} EventView */
/** @typedef {import("../../shell/api.js").ApiError} Refusal */
/**
 * @typedef {{
 *   words: string[],
 *   then?: string[][],
 *   who: string,
 *   dice?: (number | number[])[],
 *   declare?: boolean,
 *   again?: boolean,
 *   done?: () => void,
 *   refused?: (problem: Refusal) => boolean,
 *   begun?: number,
 * }} PendingAction `then`: further actions of the same gesture, all done or none
 */

/** All that somebody here may do: what is asked, and what may be noted beside it. @param {Scene} scene */
const mayDo = ({ match }) => [...match.decisions, ...match.asides];

/**
 * @param {HTMLElement} place
 * @param {{
 *   perform: (pending: PendingAction) => Promise<boolean>,
 *   rollback: (agree: boolean) => void,
 *   controls: import("./cards.js").Controls,
 *   foremost?: string[],
 *   typing: () => boolean,
 *   setTyping: (typing: boolean) => void,
 *   notes: () => import("../../shell/dom.js").Child,
 *   formed?: () => void,
 *   takes?: (word: string) => boolean,
 *   help?: (decision: Decision, scene: Scene) => string,
 *   beforehand?: (offer: Offer, scene: Scene, who: string) => Promise<string[]> | undefined,
 * }} options `formed`: what is being said has changed; `takes`: the board takes a word over; `help`: a word on
 *   how it is done; `beforehand`: what a player should know before he does something
 */
export function decidePanel(
  place,
  { perform, rollback, controls, foremost, typing, setTyping, notes, formed, takes, help, beforehand },
) {
  /** @type {Scene | null} */
  let scene = null;
  /**
   * What was refused, and what others have done meanwhile.
   * @type {{ refusal: Refusal, pending: PendingAction | null, news: EventView[] } | null}
   */
  let problem = null;
  /** How many offers have been opened. */
  let begun = 0;
  /** @type {{ pending: PendingAction, need: import("../types.d.ts").Need } | null} */
  let asking = null;
  /** @type {EventView[]} */
  let happened = [];
  /** @type {ReturnType<typeof dicePad> | null} */
  let pad = null;
  const notesPlace = h("div", { class: "stack-of-notes" });
  const body = h("div", { class: "now-body" });
  fill(place, notesPlace, body);

  const act = (/** @type {string[]} */ words, /** @type {string} */ who) => void run({ words, who });
  /** Draw again, with the keyboard on the control of this verb. @param {string} verb */
  const backTo = (verb) => {
    draw();
    /** @type {HTMLElement | null} */ (body.querySelector(`[data-verb="${verb}"]`))?.focus();
  };
  const said = saying({
    match: () => scene?.match.id ?? "",
    redraw: draw,
    focus: focusInside,
    closed: backTo,
    takes,
    perform: act,
    refuse(refusal) {
      problem = { refusal, pending: null, news: [] };
      draw();
    },
  });
  const doubts = givingUp({ redraw: draw, run: act, back: backTo });
  const cards = decisionCards({
    controls,
    foremost,
    help,
    beforehand,
    saying: said,
    doubts,
    begin,
    run: act,
    refusedOffer: problemHome,
    refusal: problemNote,
  });

  function draw() {
    if (!scene) return;
    const { match, live } = scene;
    const now = { ...scene, form: formNow() };
    const active = document.activeElement;
    const inside = place.contains(active);
    const same = inside && active instanceof HTMLElement && active.dataset.verb
      ? `[data-verb="${active.dataset.verb}"]`
      : "";
    pad = null;
    fill(notesPlace, notes(), rollbackNote(scene, rollback), problemHome() ? null : problemNote());
    if (!live) fill(body, looking(scene));
    else if (match.over) fill(body, ending(now), lately(happened, now));
    else if (asking) {
      pad = padFor(asking);
      fill(body, pad.box, lately(happened, now));
    } else if (match.decisions.length) {
      fill(
        body,
        lately(happened, now),
        match.dice === "either"
          ? diceChoice(typing(), (on) => {
            setTyping(on);
            draw();
          })
          : null,
        match.decisions.map((decision) => cards.card(decision, now)),
        cards.besides(now),
      );
    } else fill(body, lately(happened, now), waiting(match), cards.besides(now));
    formed?.();
    if (same && !said.form() && !asking && body.querySelector(same)) {
      /** @type {HTMLElement} */ (body.querySelector(same)).focus({ preventScroll: true });
    } else if (inside) focusInside();
    bringForm();
  }

  /** What is open and how much of it was said when it was brought into sight last. */
  let brought = "";

  /** What has just been asked for is in sight as a whole, below what stands above it. */
  function bringForm() {
    const form = said.form();
    // What may be said comes later, and takes room.
    const name = form ? [form.offer.verb, ...form.said, form.slot?.choices.length ?? ""].join(" ") : "";
    const box = name && name !== brought ? body.querySelector(".offer.open") : null;
    if (box?.checkVisibility()) box.scrollIntoView({ block: "nearest" });
    brought = name;
  }

  /** Where the keyboard goes on: the control that is open, else what is asked. */
  function focusInside() {
    // Whoever is on the board stays there.
    if (document.activeElement?.closest(".board-place")) return;
    const open = /** @type {HTMLElement | null} */ (body.querySelector(
      ".dicepad button:not([disabled]), .slot-form .narrowed button, .slot-form input, .slot-form button",
    ));
    const target = open && (asking || said.form())
      ? (/** @type {HTMLElement | null} */ (body.querySelector(".slot-form input")) ?? open)
      : /** @type {HTMLElement | null} */ (body.querySelector("h2"));
    target?.focus({ preventScroll: !asking });
  }

  /** What is being said, as the board is told. */
  function formNow() {
    const form = said.form();
    return form && { who: form.who, verb: form.offer.verb, said: form.said, slot: form.slot };
  }

  // What is wrong

  /** The offer beside which a refusal is shown, if it is still offered. */
  function problemHome() {
    const pending = problem?.pending;
    if (!pending || asking || !scene?.live || scene.match.over) return null;
    return mayDo(scene).filter((one) => one.who === pending.who).flatMap((one) => one.offers).find((offer) =>
      offer.verb === pending.words[0]
    ) ?? null;
  }

  /** @param {Decision} [decision] where what would be legal can be done at once */
  function problemNote(decision) {
    if (!problem) return null;
    const { refusal, pending, news } = problem;
    return refusalNote(refusal, news, {
      remedy: decision && isAction(refusal.legal, decision)
        ? remedyControl(refusal.legal, decision, { run: act, begin })
        : null,
      again: pending && isOffered(pending) ? () => run(pending) : null,
      declare: pending ? () => run({ ...pending, declare: true }) : null,
      close: () => {
        problem = null;
        draw();
      },
    });
  }

  /** @param {PendingAction} pending */
  const isOffered = ({ who, words }) =>
    Boolean(
      scene?.match.decisions.some((one) =>
        one.who === who && one.offers.some((offer) => offer.verb === words[0])
      ),
    );

  // Dice

  /** What is being done, as it was offered: "Roll Soviet supply". @param {PendingAction} pending */
  const labelOf = (pending) =>
    scene?.offered(pending.words[0])?.label.replace(/^Roll (for )?(the )?/, "") ?? "";

  /** @param {{ pending: PendingAction, need: import("../types.d.ts").Need }} wanted */
  const padFor = ({ pending, need }) =>
    dicePad({
      need,
      side: ownerOf(need.purpose) || ownerOf(labelOf(pending)),
      already: pending.dice?.length ?? 0,
      either: scene?.match.dice === "either",
      use: (given) => run({ ...pending, dice: [...(pending.dice ?? []), given] }),
      roll: () => run({ ...pending, dice: undefined, who: pending.who }, true),
      cancel: stopAsking,
    });

  /** No dice are wanted any more: what was said is asked for again. */
  function stopAsking() {
    asking = null;
    said.again();
    draw();
  }

  // Acting

  /** @param {Offer} offer @param {string} who @param {string[]} [words] */
  function begin(offer, who, words = []) {
    problem = null;
    doubts.clear();
    begun++;
    return said.begin(offer, who, words);
  }

  /**
   * @param {PendingAction} pending
   * @param {boolean} [program] whether the program throws, whatever was chosen
   */
  async function run(pending, program = false) {
    problem = null;
    const dice = program
      ? undefined
      : pending.dice ?? (scene?.match.dice === "either" && typing() ? [] : undefined);
    return perform({ ...pending, dice, begun });
  }

  return {
    /** @param {Scene} next */
    draw(next) {
      const moved = Boolean(scene) && scene?.match.version !== next.match.version;
      const field =
        /** @type {HTMLInputElement | null} */ (body.querySelector(".slot-form input:not([type=search])"));
      scene = next;
      said.follow(mayDo(next), moved, field?.value ?? "");
      if (asking && moved && !next.match.decisions.some((one) => one.who === asking?.pending.who)) {
        asking = null;
      }
      draw();
      // What came of a battle is read from its beginning.
      if (moved && body.querySelector(".lately .battle-story.ended")) place.scrollTop = 0;
    },
    run,
    say: said.say,
    /** What is being said. */
    form: formNow,
    /** What on the board goes together with the first word that was said. @param {string[]} words */
    hold(words) {
      if (said.hold(words) && said.form()) draw();
    },
    /** Let go of what is being said. */
    drop() {
      if (!said.form()) return;
      said.drop();
      problem = null;
      draw();
    },
    /** Nothing is being said any more. */
    clear() {
      happened = [];
      problem = null;
      asking = null;
      said.drop();
    },
    /**
     * Something was done; an offer that was opened meanwhile stays open.
     * @param {EventView[]} events
     * @param {PendingAction | null} pending
     */
    done(events, pending) {
      happened = events;
      problem = null;
      asking = null;
      doubts.clear();
      if (!pending || pending.begun === begun) said.drop();
      pending?.done?.();
    },
    /** What could not be fetched has come. */
    settle() {
      if (problem && !problem.pending) {
        problem = null;
        draw();
      }
    },
    /** What others did: what is being said here stays. @param {EventView[]} events */
    news(events) {
      happened = events;
    },
    /**
     * @param {Refusal} refusal
     * @param {PendingAction | null} pending
     * @param {EventView[]} [news] what others have done meanwhile
     */
    refuse(refusal, pending, news = []) {
      if (pending?.refused?.(refusal)) {
        said.again();
        return draw();
      }
      problem = { refusal, pending, news };
      stopAsking();
      place.querySelector(".problem, .note")?.scrollIntoView({ block: "nearest" });
    },
    /** @param {PendingAction} pending @param {import("../types.d.ts").Need} need */
    need(pending, need) {
      asking = { pending, need };
      problem = null;
      draw();
      focusInside();
      pad?.box.scrollIntoView({ block: "nearest" });
    },
    /** @param {string} verb @param {string[]} [words] */
    async open(verb, words = []) {
      for (const decision of scene ? mayDo(scene) : []) {
        const offer = decision.offers.find((one) => one.verb === verb);
        if (offer) return begin(offer, decision.who, words);
      }
    },
    /** One step back; false where there is nothing to go back from. */
    back() {
      if (asking) {
        stopAsking();
        focusInside();
        return true;
      }
      if (said.form()) {
        said.stepBack();
        return true;
      }
      if (doubts.back()) return true;
      if (!problem) return false;
      problem = null;
      draw();
      return true;
    },
    /** The next offer gets the focus. */
    nextOffer() {
      const offers = /** @type {HTMLElement[]} */ ([
        ...body.querySelectorAll("[data-verb], .violations .btn, .own-control button:not([disabled])"),
      ].filter((one) => one.checkVisibility()));
      const at = offers.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      offers[(at + 1) % offers.length]?.focus();
    },
    /** @param {KeyboardEvent} event */
    key: (event) => pad?.key(event) ?? false,
    confirm() {
      const button =
        /** @type {HTMLButtonElement | null} */ (body.querySelector("[data-confirm]:not([disabled])"));
      button?.click();
      return Boolean(button);
    },
  };
}
