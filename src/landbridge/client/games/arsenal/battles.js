/** Battles that are prepared: who against whom, with how many aircraft, the odds of the whole, and the button. */

import { counter } from "../../board/counter.js";
import { oddsBox, oddsOf, oddsSummary } from "../../match/deciding/forecast.js";
import { openWords } from "../../match/deciding/slots.js";
import { fill, h } from "../../shell/dom.js";
import { next } from "../../shell/match-api.js";
import { unitOf } from "./units.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

/** Air units that fly in each attack, until it is made. @type {Map<string, number>} */
const flying = new Map();

/** @param {Scene} scene @param {string} point */
const flightOf = (scene, point) => `${scene.match.id} ${scene.match.version} ${point}`;

/** What is done to fight for a point. @param {Scene} scene @param {string} point */
function attackWords(scene, point) {
  const air = flying.get(flightOf(scene, point));
  return ["attack", point, ...(air ? [String(air)] : [])];
}

/** Who may fight for a point now; empty where nobody may. @param {Scene | null} scene @param {string} point */
const attackerOf = (scene, point) =>
  (scene?.live ? scene.match.decisions : []).find((decision) =>
    decision.offers.some((offer) => offer.verb === "attack" && openWords(offer.slots[0]).includes(point))
  )?.who ?? "";

/**
 * The battle that is prepared for a point, with all that is to be decided about it.
 * @param {string} point
 * @param {Scene | null} scene
 * @param {Atlas} atlas
 */
export function preparedBattle(point, scene, atlas) {
  const who = attackerOf(scene, point);
  if (!scene || !who) return null;
  const now = /** @type {Drawn} */ (scene.board);
  const name = atlas.points.find((one) => one.id === point)?.name ?? point;
  const odds = h("div");
  drawnWithFlight(odds, () => fill(odds, oddsBox(scene, who, [attackWords(scene, point)], true)));
  return h(
    "section",
    { class: "battle", "data-point": point, "aria-label": `Battle for ${name}` },
    h("p", { class: "small muted", text: "Sent against it; click one to take it out:" }),
    h(
      "div",
      { class: "row" },
      now.units.filter((unit) => unit.aim === point).flatMap((unit) => {
        const piece = atlas.units.find((one) => one.id === unit.id);
        return piece
          ? [h("button", {
            type: "button",
            class: "fanned",
            "data-recall": unit.id,
            "aria-label": `Take ${piece.name} out of the battle`,
            title: `Take ${piece.name} out of the battle`,
            onclick: () => scene.act(["recall", unit.id], who),
          }, counter(unitOf(piece, unit), 34))]
          : [];
      }),
    ),
    flight(point, name, scene, who),
    odds,
    fightButton(point, name, scene, who),
  );
}

/**
 * Draw something now, and again whenever another number of air units is to fly: on the map and beside it.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
function drawnWithFlight(place, draw) {
  place.dataset.flight = "";
  place.addEventListener("flight", draw);
  draw();
}

/**
 * How many air units may fly; asked once for all places that show it, and not for one that is gone already.
 * @param {string} key
 * @param {HTMLElement} place
 * @param {() => Promise<import("../../api.d.ts").Slot | null>} ask
 */
async function mostFlying(key, place, ask) {
  await new Promise(requestAnimationFrame);
  if (!place.isConnected) return 0;
  if (asked.key !== key) asked = { key, most: ask().then((slot) => slot?.high ?? 0) };
  return asked.most;
}

/** The last answer to how many may fly. @type {{ key: string, most: Promise<number> }} */
let asked = { key: "", most: Promise.resolve(0) };

/** How many air units a coach lets fly against a point. @param {Scene} scene @param {string} point */
const coachedFlight = (scene, point) =>
  Number(scene.lights.actions.find(([verb, place]) => verb === "attack" && place === point)?.[2] ?? 0);

/** Whether fewer air units fly than the coach lets fly. @param {Scene} scene @param {string} point */
const fliesTooFew = (scene, point) => (flying.get(flightOf(scene, point)) ?? 0) < coachedFlight(scene, point);

/**
 * How many air units fly.
 * @param {string} point
 * @param {string} name
 * @param {Scene} scene
 * @param {string} who
 */
function flight(point, name, scene, who) {
  const air = h("div", { class: "air" });
  const key = flightOf(scene, point);
  mostFlying(key, air, () => next(scene.match.id, who, "attack", [point])).then((most) => {
    if (!most) return;
    const count = h("output", { "aria-label": "Air units that fly" });
    const by = (/** @type {number} */ step) => {
      flying.set(key, Math.max(0, Math.min(most, (flying.get(key) ?? 0) + step)));
      for (const place of document.querySelectorAll("[data-flight]")) {
        place.dispatchEvent(new Event("flight"));
      }
    };
    const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {number} */ step) =>
      h("button", { type: "button", "aria-label": `${label} for ${name}`, text, onclick: () => by(step) });
    const more = button("One air unit more", "+", 1);
    fill(
      air,
      h("span", { class: "small muted", text: `Air units, up to ${most}` }),
      h(
        "span",
        { class: "stepper" },
        button("One air unit less", "−", -1),
        count,
        more,
      ),
    );
    drawnWithFlight(air, () => {
      count.textContent = String(flying.get(key) ?? 0);
      more.toggleAttribute("data-coached", fliesTooFew(scene, point));
    });
  }, () => {});
  return air;
}

/** @param {string} point @param {string} name @param {Scene} scene @param {string} who */
function fightButton(point, name, scene, who) {
  const button = h("button", {
    type: "button",
    class: "btn go",
    "data-verb": "attack",
    onclick: () => scene.act(attackWords(scene, point), who),
  }, `Fight for ${name}`);
  drawnWithFlight(button, () => {
    const early = fliesTooFew(scene, point);
    button.toggleAttribute("data-not-yet", early);
    if (coachedFlight(scene, point)) button.toggleAttribute("data-coached", !early);
  });
  return button;
}

/**
 * All battles that are prepared, one line each: the odds beside the button, the rest on the map.
 * @param {string[]} points
 * @param {Scene} scene
 * @param {string} who
 * @param {Atlas} atlas
 * @param {(point: string) => void} show
 */
export function battleLines(points, scene, who, atlas, show) {
  return points.map((point) => {
    const name = atlas.points.find((one) => one.id === point)?.name ?? point;
    const odds = h("span", { class: "small odds-line", text: "Counting the odds…" });
    drawnWithFlight(odds, () => {
      const words = attackWords(scene, point);
      oddsOf(scene, who, [words]).then(
        (found) => {
          if (words.join() === attackWords(scene, point).join()) fill(odds, found && oddsSummary(found));
        },
        () => fill(odds),
      );
    });
    return h(
      "div",
      { class: "battle-line", "data-point": point },
      h("button", { type: "button", class: "link", text: name, onclick: () => show(point) }),
      odds,
      flight(point, name, scene, who),
      fightButton(point, name, scene, who),
    );
  });
}
