/** Controls of the ledger's own: supply placed by steppers, arrivals ticked off one by one. */

import { openWords } from "../../match/deciding/slots.js";
import { fill, h, icon } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { entriesOf, leavingOf, renderArrival } from "./arrivals.js";
import { amount, tokensLeft } from "./checklist.js";
import { resolveControl } from "./resolving.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */

/** More places than this are narrowed with words. */
const MANY = 9;
let wanted = "";

/** @param {Offer} offer @param {Scene} scene @param {string} who */
function putControl(offer, scene, who) {
  const phase = (scene.view.agenda ?? [])[0];
  const places = openWords(offer.slots[0]);
  if (phase?.type !== "Reinforcement" || !places.length || !scene.live) return null;
  const there = new Map((phase.puts ?? []).map((/** @type {any} */ put) => [put.place, put.tokens]));
  const listed = [...new Set([...places, ...there.keys()])];
  const left = tokensLeft(phase);
  const list = h("div", { class: "puts" });
  const row = (/** @type {string} */ place) => {
    const open = places.includes(place);
    const now = /** @type {number} */ (there.get(place) ?? 0);
    const put = (/** @type {string} */ much) =>
      scene.act(["put", place, much], who, { again: much !== "rest" });
    return h(
      "div",
      { class: now ? "put some" : "put" },
      h("span", { class: "place", text: place }),
      h(
        "span",
        { class: "stepper" },
        h("button", {
          type: "button",
          disabled: !now,
          "aria-label": `${place}: take all back`,
          title: "Take back",
          onclick: () => scene.act(["takeback", place], who),
        }, "−"),
        h("output", { "aria-label": `${place} has`, text: amount(now) }),
        h("button", {
          type: "button",
          disabled: !open || left < 1,
          "aria-label": `${place}: 1 token more`,
          onclick: () => put("1T"),
        }, "+T"),
        h("button", {
          type: "button",
          disabled: !open || left < 4,
          "aria-label": `${place}: 1 SP more`,
          onclick: () => put("1SP"),
        }, "+SP"),
      ),
      h("button", {
        type: "button",
        class: "btn small quiet",
        disabled: !open || left < 1,
        "aria-label": `${place}: the rest`,
        text: "rest",
        onclick: () => put("rest"),
      }),
    );
  };
  const draw = () =>
    fill(
      list,
      listed.filter((place) => there.has(place) || place.toLowerCase().includes(wanted.toLowerCase())).slice(
        0,
        wanted || listed.length <= MANY ? 40 : MANY,
      ).map(row),
    );
  draw();
  return h(
    "div",
    { class: "offer own-control" },
    h(
      "div",
      { class: "own-head" },
      h("b", { text: "Place supply" }),
      h("span", { class: "pill legal", text: `${amount(left)} to place` }),
      h("span", { class: "chips" }, chips(offer.rules)),
    ),
    listed.length > MANY &&
      h("input", {
        class: "field",
        type: "search",
        value: wanted,
        placeholder: `Narrow ${listed.length} places`,
        "aria-label": "Narrow the places",
        oninput: (/** @type {Event} */ event) => {
          wanted = /** @type {HTMLInputElement} */ (event.target).value;
          draw();
        },
      }),
    list,
  );
}

/**
 * @param {Offer} offer
 * @param {Scene} scene
 * @param {string} who
 * @param {string} verb
 * @param {string} title
 * @param {string} done
 */
function due(offer, scene, who, verb, title, done) {
  const phase = (scene.view.agenda ?? [])[0];
  const date = scene.game?.turns[Number(scene.view.turn) - 1];
  const rows = openWords(offer.slots[0]);
  if (!date || !phase || !rows.length || !scene.live) return null;
  const declinable = new Set(openWords(scene.offered("decline")?.slots[0]));
  return h(
    "div",
    { class: "offer own-control" },
    h(
      "div",
      { class: "own-head" },
      h("b", { text: title }),
      h("span", { class: "pill legal", text: `${rows.length} due` }),
      h("span", { class: "chips" }, chips(offer.rules)),
    ),
    rows.map((row) => {
      const what = h("div", { class: "due-what" }, h("p", { class: "small" }, chips([row])));
      const side = phase.side ?? who;
      Promise.all([entriesOf(side, date), leavingOf(side, date)]).then(([coming, leaving]) => {
        const entry = [...coming, ...leaving].find((one) => one.row === row);
        if (entry) fill(what, renderArrival(side, entry));
      }, () => {});
      const where = h("input", {
        class: "field",
        type: "text",
        autocomplete: "off",
        placeholder: "where, if not as listed",
        "aria-label": `Where ${row} is placed`,
      });
      return h(
        "div",
        { class: "due", "data-row": row },
        what,
        h(
          "div",
          { class: "acts" },
          h(
            "button",
            {
              type: "button",
              class: "btn small",
              "data-verb": verb,
              "aria-label": `${done}: ${row}`,
              onclick: () => scene.act([verb, row, ...(where.value.trim() ? [where.value.trim()] : [])], who),
            },
            icon("ok", 14),
            done,
          ),
          declinable.has(row) &&
            h("button", {
              type: "button",
              class: "btn small quiet",
              "aria-label": `Do not take: ${row}`,
              text: "Do not take",
              onclick: () => scene.act(["decline", row], who),
            }),
          verb === "arrive" && where,
        ),
      );
    }),
  );
}

/** @type {NonNullable<import("../../match/types.d.ts").Board["controls"]>} */
export const controls = {
  put: putControl,
  arrive: (offer, scene, who) => due(offer, scene, who, "arrive", "Arrivals", "Placed"),
  withdraw: (offer, scene, who) => due(offer, scene, who, "withdraw", "Withdrawals", "Taken off"),
  resolve: resolveControl,
};
