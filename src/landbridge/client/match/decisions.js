/**
 * What is asked of me and why: each offer a control, refusals with their rule, what still blocks the end of
 * a step.
 */

import { fill, h, icon, narrow } from "../shell/dom.js";
import { next } from "../shell/match-api.js";
import { chips } from "../shell/parts.js";
import { capital, heading, plural, sentence } from "../shell/words.js";
import { dicePad } from "./dice-pad.js";
import { eventLine, ownerOf } from "./log.js";
import { ending, looking, sideMark, waiting } from "./match-status.js";
import { refusalNote, rollbackNote } from "./refusal.js";
import { asked, means, openWords, shownWord, slotControl, wordsOf } from "./slots.js";

/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {import("../api.d.ts").Offer} Offer */
/** @typedef {import("../api.d.ts").Decision} Decision */
/** @typedef {import("../shell/api.js").ApiError} Refusal */
/**
 * @typedef {{
 *   words: string[],
 *   who: string,
 *   dice?: (number | number[])[],
 *   declare?: boolean,
 *   again?: boolean,
 *   done?: () => void,
 *   refused?: (problem: Refusal) => boolean,
 *   begun?: number,
 * }} PendingAction
 */

/** So many violations are shown at once, on a phone fewer. */
const [SHOWN, FEWER] = [5, 2];

/** All that somebody here may do: what is asked, and what may be noted beside it. @param {Scene} scene */
const mayDo = ({ match }) => [...match.decisions, ...match.asides];

/**
 * @param {HTMLElement} place
 * @param {{
 *   perform: (pending: PendingAction) => Promise<boolean>,
 *   rollback: (agree: boolean) => void,
 *   controls: { [verb: string]: (offer: Offer, scene: Scene, who: string) => HTMLElement | null },
 *   typing: () => boolean,
 *   setTyping: (typing: boolean) => void,
 *   notes: () => import("../shell/dom.js").Child,
 *   formed?: () => void,
 *   help?: (decision: Decision, scene: Scene) => string,
 * }} options `formed`: what is being said has changed; `help`: a word on how it is done
 */
export function decidePanel(place, { perform, rollback, controls, typing, setTyping, notes, formed, help }) {
  /** @type {Scene | null} */
  let scene = null;
  /**
   * An offer that is being completed; `draft` is a word that did not do.
   * @type {{ who: string, offer: Offer, said: string[], slot: import("../api.d.ts").Slot | null,
   *   draft?: string, automatic?: boolean } | null}
   */
  let form = null;
  /**
   * What was refused, and what others have done meanwhile.
   * @type {{ refusal: Refusal, pending: PendingAction | null, news:
   *   import("../api.d.ts").EventView[] } | null}
   */
  let problem = null;
  /** How many offers have been opened. */
  let begun = 0;
  /** An offer that would give something up, while its player is asked whether it is meant. */
  let doubted = "";
  /** @type {{ pending: PendingAction, need: import("./types.d.ts").Need } | null} */
  let asking = null;
  /** @type {import("../api.d.ts").EventView[]} */
  let happened = [];
  /** @type {ReturnType<typeof dicePad> | null} */
  let pad = null;
  const notesPlace = h("div", { class: "stack-of-notes" });
  const body = h("div", { class: "now-body" });
  fill(place, notesPlace, body);

  function draw() {
    if (!scene) return;
    const { match, live } = scene;
    const active = document.activeElement;
    const inside = place.contains(active);
    const same = inside && active instanceof HTMLElement && active.dataset.verb
      ? `[data-verb="${active.dataset.verb}"]`
      : "";
    pad = null;
    fill(notesPlace, notes(), rollbackNote(scene, rollback), problemHome() ? null : problemNote());
    if (!live) fill(body, looking(scene));
    else if (match.over) fill(body, ending(match), lately());
    else if (asking) {
      pad = padFor(asking);
      fill(body, pad.box, lately());
    } else if (match.decisions.length) {
      fill(
        body,
        lately(),
        match.dice === "either" ? diceChoice() : null,
        match.decisions.map((decision) => decisionCard(decision)),
        besides(),
      );
    } else fill(body, lately(), waiting(match), besides());
    formed?.();
    if (same && !form && !asking && body.querySelector(same)) {
      /** @type {HTMLElement} */ (body.querySelector(same)).focus({ preventScroll: true });
    } else if (inside) focusInside();
  }

  /** Where the keyboard goes on: the control that is open, else what is asked. */
  function focusInside() {
    // Whoever is on the board stays there.
    if (document.activeElement?.closest(".board-place")) return;
    const open = /** @type {HTMLElement | null} */ (body.querySelector(
      ".dicepad button:not([disabled]), .slot-form .narrowed button, .slot-form input, .slot-form button",
    ));
    const target = open && (asking || form)
      ? (/** @type {HTMLElement | null} */ (body.querySelector(".slot-form input")) ?? open)
      : /** @type {HTMLElement | null} */ (body.querySelector("h2"));
    target?.focus({ preventScroll: !asking });
  }

  // What happened, what is wrong

  function lately() {
    if (!happened.length) return null;
    const rolled = happened.filter((event) => event.rolls.some((roll) => roll.faces.length));
    const first = rolled.length ? rolled : happened.slice(-1);
    const rest = happened.filter((event) => !first.includes(event));
    return h(
      "section",
      { class: "lately", "aria-label": "What just happened" },
      first.map((event) => h("p", {}, eventLine(event))),
      rest.length > 0 &&
        h(
          "details",
          {},
          h("summary", { class: "small muted", text: plural(rest.length, "more event") }),
          rest.map((event) => h("p", { class: "small" }, eventLine(event))),
        ),
    );
  }

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
      remedy: decision?.offers.some((offer) => means(wordsOf(refusal.legal), offer))
        ? remedyControl(refusal.legal, decision)
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

  function diceChoice() {
    const pick = (/** @type {boolean} */ on, /** @type {string} */ text) =>
      h("button", {
        type: "button",
        "aria-pressed": String(typing() === on),
        text,
        onclick: () => {
          setTyping(on);
          draw();
        },
      });
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

  /** What is being done, as it was offered: "Roll Soviet supply". @param {PendingAction} pending */
  const labelOf = (pending) =>
    scene?.offered(pending.words[0])?.label.replace(/^Roll (for )?(the )?/, "") ?? "";

  /** @param {{ pending: PendingAction, need: import("./types.d.ts").Need }} wanted */
  const padFor = ({ pending, need }) =>
    dicePad({
      need,
      side: ownerOf(need.purpose) || ownerOf(labelOf(pending)),
      already: pending.dice?.length ?? 0,
      either: scene?.match.dice === "either",
      use: (given) => run({ ...pending, dice: [...(pending.dice ?? []), given] }),
      roll: () => run({ ...pending, dice: undefined, who: pending.who }, true),
      cancel: () => {
        asking = null;
        again();
        draw();
      },
    });

  // What may be done

  /** @param {Decision} decision */
  function decisionCard(decision) {
    const main = decision.offers.filter((offer) => !offer.aside);
    const asides = decision.offers.filter((offer) => offer.aside);
    const several = (scene?.match.decisions.length ?? 0) > 1 || scene?.match.role === "referee";
    return h(
      "section",
      { class: "decision", "data-who": decision.who },
      h(
        "header",
        {},
        several && sideMark(decision.who),
        h(
          "h2",
          { tabindex: "-1" },
          sentence(decision.prompt),
          " ",
          h("span", { class: "chips" }, chips(decision.rules)),
        ),
      ),
      violations(decision),
      helping(decision),
      h("div", { class: "offers" }, main.map((offer, at) => offerRow(offer, decision, at === 0))),
      asides.length > 0 && asideFold(asides, decision),
    );
  }

  /** What those may note of whom nothing is asked. */
  function besides() {
    const { match } = /** @type {Scene} */ (scene);
    if (match.may_act === false) return null;
    return match.asides.map((one) =>
      h(
        "section",
        { class: "beside", "data-who": one.who },
        asideFold(one.offers, one, match.asides.length > 1 || match.role === "referee" ? one.who : ""),
      )
    );
  }

  /** @param {Decision} decision */
  function helping(decision) {
    const text = scene && !form ? help?.(decision, scene) : "";
    return text ? h("p", { class: "how small muted", text }) : null;
  }

  /** @param {Decision} decision */
  function violations(decision) {
    const list = decision.violations;
    if (!list.length) return null;
    const drawn = alike(list, decision).map((one) =>
      h(
        "li",
        {},
        icon("stop", 16),
        h("span", {}, capital(one.text), chips(one.rules)),
        remedyControl(one.remedy, decision),
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

  /**
   * Violations that one sentence puts right, in one line.
   * @param {import("../api.d.ts").Violation[]} list
   * @param {Decision} decision
   */
  function alike(list, decision) {
    /** @type {Map<string, import("../api.d.ts").Violation>} */
    const groups = new Map();
    for (const one of list) {
      const action = decision.offers.some((offer) => means(wordsOf(one.remedy), offer));
      const name = action || !one.remedy ? `${one.text} ${one.remedy}` : `${one.rules.join()} ${one.remedy}`;
      const known = groups.get(name);
      groups.set(name, known ? { ...known, text: `${known.text}, ${one.text}` } : one);
    }
    return [...groups.values()];
  }

  /**
   * What would put it right: a button, where it can be done at once.
   * @param {string} remedy
   * @param {Decision} decision
   */
  function remedyControl(remedy, decision) {
    if (!remedy) return null;
    const words = wordsOf(remedy);
    const offer = decision.offers.find((one) => means(words, one));
    if (!offer) return h("span", { class: "remedy", text: capital(remedy) });
    const open = words.findIndex((word) => word.startsWith("<"));
    const label = [heading(words[0]), ...words.slice(1, open < 0 ? undefined : open).map(shownWord)].join(
      " ",
    );
    const direct = open < 0 && (words.length > 1 || !offer.slots.some((slot) => !slot.optional));
    return h("button", {
      type: "button",
      class: "btn small",
      text: direct ? label : `${label}…`,
      onclick: () => (direct
        ? run({ words, who: decision.who })
        : begin(offer, decision.who, words.slice(1, open < 0 ? undefined : open))),
    });
  }

  /**
   * @param {Offer[]} asides
   * @param {Decision} decision
   * @param {string} [side] whose they are, where that must be said
   */
  function asideFold(asides, decision, side = "") {
    const fold = h(
      "details",
      { class: "asides" },
      h(
        "summary",
        {},
        side ? `Note something for the ${heading(side)} side` : "Note something",
        h("span", { class: "small faint", text: ` ${plural(asides.length, "kind")}` }),
      ),
      h("div", { class: "offers" }, asides.map((offer) => offerRow(offer, decision, false))),
    );
    const refused = problemHome();
    fold.open = asides.some((offer) => offer === refused || offer === form?.offer);
    return fold;
  }

  /** @param {Offer} offer @param {Decision} decision @param {boolean} first */
  function offerRow(offer, decision, first) {
    const refused = problemHome() === offer ? problemNote(decision) : null;
    const own = scene && controls[offer.verb]?.(offer, scene, decision.who);
    const open = form?.offer === offer || (form?.offer.verb === offer.verb && form.who === decision.who);
    if (own) {
      if (open && form) own.append(slotForm(form));
      if (refused) own.append(refused);
      return own;
    }
    const simple = !offer.slots.length;
    return h(
      "div",
      { class: open ? "offer open" : "offer" },
      h(
        "div",
        { class: "offer-line" },
        h(
          "button",
          {
            type: "button",
            class: first && !form ? "btn go offered" : "btn offered",
            "data-verb": offer.verb,
            "aria-expanded": simple ? null : String(open),
            onclick: () => {
              if (open) cancel();
              else if (!simple) begin(offer, decision.who);
              else if (offer.gives_up.length) doubt(offer);
              else run({ words: [offer.verb], who: decision.who });
            },
          },
          h("span", { text: offer.label }),
          !simple && icon(open ? "up" : "down", 14),
        ),
        offer.rules.length > 0 && h("span", { class: "chips" }, chips(offer.rules)),
      ),
      open && form && slotForm(form),
      doubted === offer.verb && offer.gives_up.length > 0 && whetherMeant(offer, decision),
      refused,
    );
  }

  /** @param {Offer} offer */
  function doubt(offer) {
    form = null;
    doubted = offer.verb;
    draw();
    /** @type {HTMLElement | null} */ (body.querySelector(".gives-up button"))?.focus();
  }

  /** What would be given up, before it is. @param {Offer} offer @param {Decision} decision */
  function whetherMeant(offer, decision) {
    return h(
      "div",
      { class: "gives-up note warn", role: "group", "aria-label": `Before: ${offer.label}` },
      icon("stop", 18),
      h(
        "div",
        {},
        offer.gives_up.map((text) => h("p", { text })),
        h(
          "div",
          { class: "acts" },
          h("button", { type: "button", class: "btn small", text: "Go back", onclick: cancel }),
          h("button", {
            type: "button",
            class: "btn small danger",
            "data-confirm": "",
            text: `${offer.label} all the same`,
            onclick: () => {
              doubted = "";
              run({ words: [offer.verb], who: decision.who });
            },
          }),
        ),
      ),
    );
  }

  /** @param {NonNullable<typeof form>} now */
  function slotForm(now) {
    const { offer, said, slot } = now;
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
              "aria-label": `Change ${shownWord(word)}`,
              text: shownWord(word),
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
          slotControl(slot, later, say, now.draft),
        ]
        : h("p", { class: "muted small", text: "One moment…" }),
      h(
        "div",
        { class: "acts" },
        slot?.optional &&
          h("button", { type: "button", class: "btn", text: "Leave out and do it", onclick: () => finish() }),
        h(
          "button",
          {
            type: "button",
            class: "btn quiet small",
            onclick: () => (said.length ? back(said.length - 1) : cancel()),
          },
          "Back ",
          h("kbd", { class: "wide-only", text: "Esc" }),
        ),
      ),
    );
  }

  // Saying it word by word

  /** @param {Offer} offer @param {string} who @param {string[]} [said] */
  async function begin(offer, who, said = []) {
    problem = null;
    doubted = "";
    begun++;
    form = { who, offer, said, slot: offer.slots[said.length] ?? null };
    draw();
    focusInside();
    await ahead();
  }

  /** Ask which word comes next; where none does, do it. */
  async function ahead() {
    const now = form;
    if (!now || !scene) return;
    /** @type {import("../api.d.ts").Slot | null} */
    let slot = now.offer.slots[now.said.length] ?? null;
    try {
      slot = await next(scene.match.id, now.who, now.offer.verb, now.said);
    } catch (trouble) {
      if (form !== now) return;
      const found = /** @type {Refusal} */ (trouble);
      if (found.status) {
        problem = { refusal: found, pending: null, news: [] };
        form = now.said.length
          ? { ...now, said: now.said.slice(0, -1), slot: now.offer.slots[now.said.length - 1] ?? null }
          : null;
        return draw();
      }
    }
    if (form !== now) return;
    if (!slot) return finish();
    // What leaves no choice is said at once, unless that would do it.
    const open = openWords(slot);
    const only = !slot.optional && open.length === 1 && now.said.length < now.offer.slots.length - 1;
    if (only && now.automatic !== false) return say(open[0]);
    if (JSON.stringify(slot) === JSON.stringify(now.slot)) return;
    now.slot = slot;
    draw();
    focusInside();
  }

  /** @param {string} word @param {boolean} [enough] do it, without what may be added */
  async function say(word, enough = false) {
    if (!form) return;
    const said = [...form.said, word];
    if (enough) {
      form = { ...form, said, slot: null, draft: undefined };
      return finish();
    }
    form = { ...form, said, slot: form.offer.slots[said.length] ?? null, draft: undefined, automatic: true };
    if (form.slot) {
      draw();
      focusInside();
    }
    await ahead();
  }

  /** @param {number} at */
  function back(at) {
    if (!form) return;
    form = { ...form, said: form.said.slice(0, at), slot: form.offer.slots[at] ?? null, automatic: false };
    draw();
    focusInside();
    ahead();
  }

  function cancel() {
    const verb = form?.offer.verb ?? doubted;
    form = null;
    doubted = "";
    draw();
    /** @type {HTMLElement | null} */ (body.querySelector(`[data-verb="${verb}"]`))?.focus();
  }

  function finish() {
    if (form) run({ words: [form.offer.verb, ...form.said], who: form.who });
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

  /** What was said last did not do, or was taken back: it is asked for again, as it was. */
  function again() {
    if (!form || form.slot || !form.said.length) return;
    const at = form.said.length - 1;
    form = {
      ...form,
      said: form.said.slice(0, at),
      slot: form.offer.slots[at] ?? null,
      draft: form.said[at],
    };
    if (!form.slot) form = null;
  }

  return {
    /** @param {Scene} next */
    draw(next) {
      const moved = scene && scene.match.version !== next.match.version;
      const field =
        /** @type {HTMLInputElement | null} */ (body.querySelector(".slot-form input:not([type=search])"));
      if (form && field?.value) form.draft = field.value;
      scene = next;
      if (
        moved && form &&
        !mayDo(next).some((one) =>
          one.who === form?.who && one.offers.some((offer) => offer.verb === form?.offer.verb)
        )
      ) form = null;
      if (asking && moved && !next.match.decisions.some((one) => one.who === asking?.pending.who)) {
        asking = null;
      }
      if (form) {
        form.offer = mayDo(next).filter((one) =>
          one.who === form?.who
        ).flatMap((one) => one.offers).find((offer) => offer.verb === form?.offer.verb) ?? form.offer;
      }
      draw();
    },
    run,
    say,
    /** What is being said. */
    form: () => form && { who: form.who, verb: form.offer.verb, said: form.said, slot: form.slot },
    /** Let go of what is being said. */
    drop() {
      if (form) {
        form = null;
        problem = null;
        draw();
      }
    },
    /** Nothing is being said any more. */
    clear() {
      happened = [];
      problem = null;
      asking = null;
      form = null;
    },
    /**
     * Something was done; an offer that was opened meanwhile stays open.
     * @param {import("../api.d.ts").EventView[]} events
     * @param {PendingAction | null} pending
     */
    done(events, pending) {
      happened = events;
      problem = null;
      asking = null;
      doubted = "";
      if (!pending || pending.begun === begun) form = null;
      pending?.done?.();
    },
    /** What could not be fetched has come. */
    settle() {
      if (problem && !problem.pending) {
        problem = null;
        draw();
      }
    },
    /**
     * What others did: what is being said here stays.
     * @param {import("../api.d.ts").EventView[]} events
     */
    news(events) {
      happened = events;
    },
    /**
     * @param {Refusal} refusal
     * @param {PendingAction | null} pending
     * @param {import("../api.d.ts").EventView[]} [news] what others have done meanwhile
     */
    refuse(refusal, pending, news = []) {
      if (pending?.refused?.(refusal)) {
        again();
        return draw();
      }
      problem = { refusal, pending, news };
      asking = null;
      again();
      draw();
      place.querySelector(".problem, .note")?.scrollIntoView({ block: "nearest" });
    },
    /** @param {PendingAction} pending @param {import("./types.d.ts").Need} need */
    need(pending, need) {
      asking = { pending, need };
      problem = null;
      draw();
      focusInside();
      pad?.box.scrollIntoView({ block: "nearest" });
    },
    /** @param {string} verb @param {string[]} [said] */
    open(verb, said = []) {
      for (const decision of scene ? mayDo(scene) : []) {
        const offer = decision.offers.find((one) => one.verb === verb);
        if (offer) return void begin(offer, decision.who, said);
      }
    },
    /** One step back; false where there is nothing to go back from. */
    back() {
      if (asking) {
        asking = null;
        again();
        draw();
        focusInside();
        return true;
      }
      if (form) {
        if (form.said.length) back(form.said.length - 1);
        else cancel();
        return true;
      }
      if (problem) {
        problem = null;
        draw();
        return true;
      }
      return false;
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
