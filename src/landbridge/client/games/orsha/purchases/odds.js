/** What the plan will bring, with its exact odds. */

import { ask } from "../../../shell/api.js";
import { fill, h, later } from "../../../shell/dom.js";
import { odds, trouble } from "../../../shell/parts.js";
import { heading } from "../../../shell/words.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../types.d.ts").Shop} Shop */

const COUNTS = [
  "leader_sets",
  "leaders",
  "squads",
  "support_weapons",
  "vehicles",
  "guns",
  "armor_leaders",
  "depleted",
];
/** @param {string} side */
export function planOdds(side) {
  const box = h("section", { class: "card ob-odds", "aria-label": "What the plan will bring" });
  let [count, asked, shownFor] = [side === "russian" ? "leader_sets" : "leaders", 0, ""];
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Shop | null} */
  let shop = null;

  const lookAhead = later(async () => {
    if (!shop || !scene) return;
    const turn = ++asked;
    const purchases = shop.plan.map((one) => one.text).filter((text) => !text.startsWith("given"));
    const rulings = scene.view.rulings ?? {};
    /** @type {import("../../../shell/types.d.ts").Given} */
    const given = { side, date: scene.view.date, count };
    if (purchases.length) given.purchases = purchases;
    for (const name of ["historical_drm", "platoon_leaders", "kv_pt34"]) {
      if (rulings[name]) given[name] = rulings[name];
    }
    /** @type {import("../../../shell/types.d.ts").Child} */
    let answer;
    try {
      const found = await ask("orsha.plan_odds", given.purchases ? given : { ...given, purchases: "" });
      answer = found.odds
        ? odds(found.odds)
        : h("p", {}, "Always ", h("b", { text: String(found.result) }), ".");
    } catch (problem) {
      answer = trouble(problem);
    }
    if (turn === asked) drawOdds(answer);
  }, 120);

  /** @param {import("../../../shell/types.d.ts").Child} answer */
  function drawOdds(answer) {
    const pick = h(
      "select",
      {
        class: "field small",
        "aria-label": "What is counted",
        onchange: (/** @type {Event} */ event) => {
          count = /** @type {HTMLSelectElement} */ (event.target).value;
          lookAhead();
        },
      },
      COUNTS.map((one) =>
        h("option", {
          value: one,
          selected: one === count,
          text: one === "leader_sets" ? "Best leader sets" : heading(one),
        })
      ),
    );
    fill(
      box,
      h("header", {}, h("h2", { text: "What it will bring" }), h("span", { class: "grow" }), pick),
      h("div", { class: "body" }, answer),
    );
  }

  return {
    box,
    /** @param {Scene} next @param {Shop} found */
    draw(next, found) {
      [scene, shop] = [next, found];
      const name = `${found.date} ${found.plan.map((one) => one.text).join()}`;
      if (name !== shownFor) {
        shownFor = name;
        lookAhead();
      }
    },
  };
}
