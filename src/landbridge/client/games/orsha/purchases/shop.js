/** Purchases: the chart to buy from, the plan, and what it will bring. */

import { fill, h } from "../../../shell/dom.js";
import { groupsChart } from "./chart.js";
import { planOdds } from "./odds.js";
import { planPanel } from "./plan.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../types.d.ts").Shop} Shop */

/** @param {string} side */
export function shopPanel(side) {
  const box = h("div", { class: "ob" });
  const aside = h("div", { class: "ob-side" });
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Shop | null} */
  let shop = null;

  const live = () => Boolean(scene?.live && scene.offered("buy"));
  const chart = groupsChart(side, {
    live,
    buy: (words) => scene?.act(["buy", ...words], side, { again: true }),
    /** Take the last one of a row off the plan. */
    putBack(row) {
      const last = [...(shop?.plan ?? [])].reverse().find((one) => one.text.split(" ")[0] === row.id);
      if (last) scene?.act(["putback", ...last.text.split(" ")], side);
    },
  });
  const plan = planPanel(side, live);
  const odds = planOdds(side);
  fill(aside, plan.boxes, odds.box);
  fill(box, chart.box, aside);

  return {
    box,
    /** @param {Scene} next @param {Shop} found */
    draw(next, found) {
      [scene, shop] = [next, found];
      chart.draw(found);
      plan.draw(next, found);
      odds.draw(next, found);
    },
  };
}
