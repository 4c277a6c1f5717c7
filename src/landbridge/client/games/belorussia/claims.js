/** Claims: facts of the map that one side tells and the other confirms or disputes. */

import { sideMark } from "../../match/match-status.js";
import { openWords } from "../../match/deciding/slots.js";
import { h, icon } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { heading, plural } from "../../shell/words.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {{ number: number, by: string, fact: string, text: string, rules: string[] }} Claim */

/** @param {Scene} scene @returns {Claim[]} */
const pending = (scene) => scene.view.claims?.pending ?? [];

/** Whoever here may say this of a claim. @param {Scene} scene @param {string} verb @param {Claim} claim */
function sayer({ match, live }, verb, claim) {
  if (!live || match.may_act === false) return "";
  const found = [...match.decisions, ...match.asides].filter((one) =>
    one.offers.some((offer) =>
      offer.verb === verb && openWords(offer.slots[0]).includes(String(claim.number))
    )
  );
  return (found.find((one) => one.who !== claim.by) ?? found[0])?.who ?? "";
}

/** @param {Scene} scene @param {Claim} claim */
function row(scene, claim) {
  const confirms = sayer(scene, "confirm", claim);
  const disputes = sayer(scene, "dispute", claim);
  const own = disputes === claim.by;
  const button = (
    /** @type {string} */ kind,
    /** @type {string} */ text,
    /** @type {string} */ verb,
    /** @type {string} */ who,
  ) =>
    h(
      "button",
      {
        type: "button",
        class: `btn small ${kind}`,
        "aria-label": `${text}: ${claim.text}`,
        onclick: () => scene.act([verb, String(claim.number)], who),
      },
      verb === "confirm" && icon("ok", 14),
      text,
    );
  return h(
    "li",
    { "data-claim": claim.number },
    h("p", {}, sideMark(claim.by), h("span", { text: claim.text }), chips(claim.rules)),
    h(
      "div",
      { class: "acts" },
      confirms && button("go", "Confirm", "confirm", confirms),
      disputes && button("quiet", own ? "Take back" : "Dispute", "dispute", disputes),
      !confirms && !scene.match.over &&
        h("span", {
          class: "small faint",
          text: `Waits for the ${heading(claim.by === "soviet" ? "axis" : "soviet")} player`,
        }),
    ),
  );
}

/** The claims that nobody has answered yet, for both sides to see. @param {Scene} scene */
export function claimsCard(scene) {
  const list = pending(scene);
  if (!list.length) return null;
  return h(
    "section",
    { class: "card claims", "aria-label": "Claims" },
    h(
      "header",
      {},
      h("h2", { text: "Claims" }),
      h("span", { class: "grow" }),
      h("span", { class: "small faint", text: `${plural(list.length, "claim")} to be answered` }),
    ),
    h("ul", { class: "body claim-list" }, list.map((claim) => row(scene, claim))),
  );
}

/** Claims where they are answered. @param {Scene} scene @param {string} who @param {boolean} own */
function answers(scene, who, own) {
  const list = pending(scene).filter((claim) => (claim.by === who) === own);
  return list.length
    ? h(
      "div",
      { class: "offer own-control" },
      h("ul", { class: "claim-list" }, list.map((claim) => row(scene, claim))),
    )
    : null;
}

/** @type {NonNullable<import("../../match/types.d.ts").Board["controls"]>} */
export const claimControls = {
  confirm: (_offer, scene, who) => answers(scene, who, false),
  // Beside a claim that is to be confirmed its own button disputes it.
  dispute: (offer, scene, who) => (offer.aside ? answers(scene, who, true) : h("div", { hidden: true })),
};
