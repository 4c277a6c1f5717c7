/**
 * What happens on the map, resolved by a question of the referee: chosen from a list, then the form of the Ask
 * page without what the ledger knows by itself.
 */

import { slotControl } from "../../match/deciding/slots.js";
import { makeForm } from "../../pages/ask/fields.js";
import { question } from "../../shell/api.js";
import { fill, h, icon } from "../../shell/dom.js";
import { drafts, next } from "../../shell/match-api.js";
import { chips, trouble } from "../../shell/parts.js";
import { prose } from "../../shell/words.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {import("../../api.d.ts").FormField} FormField */
/** @typedef {import("../../shell/types.d.ts").Given} Given */
/** @typedef {{ inputs: { [question: string]: string[] }, fronts: { [word: string]: string } }} Resolving */

/** What is being asked, so that drawing anew takes nothing away. @type {Map<string, { name: string, given: Given }>} */
const asked = new Map();

/** Which Front's posture counts. @param {Resolving["fronts"]} fronts @returns {FormField} */
const frontField = (fronts) => ({
  name: "front",
  text: "whose posture counts",
  allowed: Object.values(fronts).join(", "),
  required: true,
  default: null,
  shape: { kind: "words", words: Object.keys(fronts) },
  roll: "",
  ruling: "",
});

/** The words of an action from what is filled in. @param {FormField[]} fields @param {Given} given */
const wordsOf = (fields, given) =>
  fields.filter(({ name }) => given[name] !== undefined).map(({ name, shape }) => {
    const value = given[name];
    const plain = Array.isArray(value) ? value.join(",") : value;
    const flag = shape.kind === "flag" ? { true: "yes", false: "no" }[plain] : undefined;
    return `${name}=${flag ?? plain}`;
  });

/** @param {Offer} offer @param {Scene} scene @param {string} who */
export function resolveControl(offer, scene, who) {
  if (!scene.live) return null;
  const { id, role } = scene.match;
  const key = `${id} ${who}`;
  const inside = h("div", { class: "resolving" });
  const opener = h("button", { type: "button", class: "btn offered", "data-verb": offer.verb });
  const box = h(
    "div",
    { class: "offer" },
    h("div", { class: "offer-line" }, opener, h("span", { class: "chips" }, chips(offer.rules))),
    inside,
  );

  /** @param {() => Promise<import("../../shell/dom.js").Child>} draw */
  const put = (draw) => {
    fill(inside, h("p", { class: "small muted", text: "One moment…" }));
    draw().then((made) => fill(inside, made), (problem) => fill(inside, trouble(problem)));
  };

  function show() {
    const now = asked.get(key);
    box.classList.toggle("open", Boolean(now));
    opener.setAttribute("aria-expanded", String(Boolean(now)));
    fill(opener, h("span", { text: offer.label }), icon(now ? "up" : "down", 14));
    if (!now) fill(inside);
    else put(now.name ? () => form(now) : choice);
  }

  async function choice() {
    const slot = await next(id, who, offer.verb, []);
    if (!slot) return null;
    return slotControl(slot, "needed", (name) => {
      asked.set(key, { name, given: {} });
      show();
    });
  }

  /** @param {{ name: string, given: Given }} now */
  async function form(now) {
    const [found, made] = await Promise.all([
      question(`${scene.match.game}.${now.name}`),
      drafts(id, role, null, { [offer.verb]: [now.name] }),
    ]);
    const { inputs, fronts } = /** @type {Resolving} */ (made.resolve);
    const wanted = inputs[now.name] ?? [];
    const fields = wanted.map((name) =>
      found.inputs.find((field) => field.name === name) ?? frontField(fronts)
    );
    const filled = makeForm(fields, scene.game?.turns ?? [], () => settle());
    const go = h(
      "button",
      {
        type: "button",
        class: "btn go",
        "data-confirm": "",
        onclick: () =>
          scene.act([offer.verb, now.name, ...wordsOf(fields, filled.given())], who, {
            done: () => asked.delete(key),
          }),
      },
      "Resolve it",
      icon("next", 14),
    );
    function settle() {
      now.given = filled.given();
      go.disabled = filled.missing().length > 0;
    }
    filled.set(now.given);
    settle();
    return [
      h("h3", { text: found.title }),
      h("p", { class: "small muted", text: prose(found.text) }),
      filled.box,
      h(
        "div",
        { class: "acts" },
        go,
        h("button", {
          type: "button",
          class: "btn quiet small",
          text: "Another question",
          onclick: () => {
            asked.set(key, { name: "", given: {} });
            show();
          },
        }),
      ),
    ];
  }

  opener.onclick = () => {
    if (!asked.delete(key)) asked.set(key, { name: "", given: {} });
    show();
  };
  show();
  return box;
}
