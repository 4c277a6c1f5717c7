/** Each decision as a card: what is asked and why, each offer a control, and what may be noted beside it. */

import { h, icon } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { heading, plural, sentence } from "../../shell/words.js";
import { sideMark } from "../match-status.js";
import { violationList } from "./violations.js";

/** @typedef {import("../types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {import("../../api.d.ts").Decision} Decision */
/** @typedef {import("../../shell/dom.js").Child} Child */
/** @typedef {{ [verb: string]: (offer: Offer, scene: Scene, who: string) => HTMLElement | null }} Controls */

/**
 * @param {{
 *   controls: Controls,
 *   foremost?: string[],
 *   help?: (decision: Decision, scene: Scene) => string,
 *   beforehand?: (offer: Offer, scene: Scene, who: string) => Promise<string[]> | undefined,
 *   saying: ReturnType<typeof import("./saying.js").saying>,
 *   doubts: ReturnType<typeof import("./giving-up.js").givingUp>,
 *   begin: (offer: Offer, who: string, said?: string[]) => void,
 *   run: (words: string[], who: string) => void,
 *   refusedOffer: () => Offer | null,
 *   refusal: (decision: Decision) => Child,
 * }} page `controls`: a game's own for some verbs; `foremost`: verbs that stand
 *   before all others; `help`: a word on how it is done; `beforehand`: what a player should
 *   know before he does it; `refusedOffer`: the offer beside which the refusal stands
 */
export function decisionCards(
  { controls, foremost = [], help, beforehand, saying, doubts, begin, run, refusedOffer, refusal },
) {
  const remedies = { run, begin };

  /** @param {Decision} decision @param {Scene} scene */
  function card(decision, scene) {
    const isForemost = (/** @type {Offer} */ offer) => foremost.includes(offer.verb);
    const main = decision.offers.filter((offer) => !offer.aside).sort((a, b) =>
      Number(isForemost(b)) - Number(isForemost(a))
    );
    const asides = decision.offers.filter((offer) => offer.aside);
    const several = scene.match.decisions.length > 1 || scene.match.role === "referee";
    const how = saying.form() ? "" : help?.(decision, scene);
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
      violationList(decision, remedies),
      how ? h("p", { class: "how small muted", text: how }) : null,
      h("div", { class: "offers" }, main.map((offer, at) => offerRow(offer, decision, scene, at === 0))),
      asides.length > 0 && asideFold(asides, decision, scene),
    );
  }

  /** What those may note of whom nothing is asked. @param {Scene} scene */
  function besides(scene) {
    const { match } = scene;
    if (match.may_act === false) return null;
    const named = match.asides.length > 1 || match.role === "referee";
    return match.asides.map((one) =>
      h(
        "section",
        { class: "beside", "data-who": one.who },
        asideFold(one.offers, one, scene, named ? one.who : ""),
      )
    );
  }

  /**
   * @param {Offer[]} asides
   * @param {Decision} decision
   * @param {Scene} scene
   * @param {string} [side] whose they are, where that must be said
   */
  function asideFold(asides, decision, scene, side = "") {
    // One or two are called by their names, and need no fold.
    if (asides.length < 3 && !side) {
      return h(
        "div",
        { class: "asides few" },
        asides.map((offer) => offerRow(offer, decision, scene, false)),
      );
    }
    const fold = h(
      "details",
      { class: "asides" },
      h(
        "summary",
        {},
        side ? `Note something for the ${heading(side)} side` : "Note something",
        h("span", { class: "small faint", text: ` ${plural(asides.length, "kind")}` }),
      ),
      h("div", { class: "offers" }, asides.map((offer) => offerRow(offer, decision, scene, false))),
    );
    const refused = refusedOffer();
    fold.open = asides.includes(/** @type {Offer} */ (refused)) || Boolean(fold.querySelector(".offer.open"));
    return fold;
  }

  /** @param {Offer} offer @param {Decision} decision @param {Scene} scene @param {boolean} first */
  function offerRow(offer, decision, scene, first) {
    const refused = refusedOffer() === offer ? refusal(decision) : null;
    const form = saying.form();
    const open = form?.offer === offer || (form?.offer.verb === offer.verb && form.who === decision.who);
    const own = controls[offer.verb]?.(offer, scene, decision.who);
    if (own) {
      own.append(...[open && saying.draw(), refused].filter((one) => one instanceof Node));
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
              if (open) saying.close();
              else if (!simple) begin(offer, decision.who);
              else askFirst(offer, decision.who, scene);
            },
          },
          h("span", { text: offer.label }),
          !simple && icon(open ? "up" : "down", 14),
        ),
        offer.rules.length > 0 && h("span", { class: "chips" }, chips(offer.rules)),
      ),
      open && saying.draw(),
      doubts.draw(offer, decision.who),
      refused,
    );
  }

  /** Do it, or ask first what it gives up. @param {Offer} offer @param {string} who @param {Scene} scene */
  function askFirst(offer, who, scene) {
    const go = (/** @type {string[]} */ more) => {
      const texts = [...offer.gives_up, ...more];
      if (texts.length) doubts.ask(offer, texts);
      else run([offer.verb], who);
    };
    const told = beforehand?.(offer, scene, who);
    if (told) told.then(go, () => go([]));
    else go([]);
  }

  return { card, besides };
}
