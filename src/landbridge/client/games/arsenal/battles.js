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
  const draw = () => fill(odds, oddsBox(scene, who, [attackWords(scene, point)], true));
  draw();
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
    flight(point, name, scene, who, draw),
    odds,
    fightButton(point, name, scene, who),
  );
}

/**
 * How many air units fly.
 * @param {string} point
 * @param {string} name
 * @param {Scene} scene
 * @param {string} who
 * @param {() => void} changed
 */
function flight(point, name, scene, who, changed) {
  const air = h("div", { class: "air" });
  const key = flightOf(scene, point);
  next(scene.match.id, who, "attack", [point]).then((slot) => {
    const most = slot?.high ?? 0;
    if (!most) return;
    const count = h("output", { "aria-label": "Air units that fly", text: flying.get(key) ?? 0 });
    const by = (/** @type {number} */ step) => {
      flying.set(key, Math.max(0, Math.min(most, (flying.get(key) ?? 0) + step)));
      count.textContent = String(flying.get(key));
      changed();
    };
    const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {number} */ step) =>
      h("button", { type: "button", "aria-label": `${label} for ${name}`, text, onclick: () => by(step) });
    fill(
      air,
      h("span", { class: "small muted", text: `Air units, up to ${most}` }),
      h(
        "span",
        { class: "stepper" },
        button("One air unit less", "−", -1),
        count,
        button("One air unit more", "+", 1),
      ),
    );
  }, () => {});
  return air;
}

/** @param {string} point @param {string} name @param {Scene} scene @param {string} who */
const fightButton = (point, name, scene, who) =>
  h("button", {
    type: "button",
    class: "btn go",
    "data-verb": "attack",
    onclick: () => scene.act(attackWords(scene, point), who),
  }, `Fight for ${name}`);

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
    oddsOf(scene, who, [attackWords(scene, point)]).then(
      (found) => fill(odds, found && oddsSummary(found)),
      () => fill(odds),
    );
    return h(
      "div",
      { class: "battle-line", "data-point": point },
      h("button", { type: "button", class: "link", text: name, onclick: () => show(point) }),
      odds,
      fightButton(point, name, scene, who),
    );
  });
}
