/** Barrage of the series: which column after every shift, what it costs, and how likely its results are. */

import {
  choice,
  flag,
  frame,
  part,
  reasons,
  shareOf,
  stepper,
  tally,
  tiles,
  valuesOf,
  wordsOf,
} from "../../pages/charts/calculator-parts.js";
import { question } from "../../shell/api.js";
import { announce, fill, h, later } from "../../shell/dom.js";
import { note, odds } from "../../shell/parts.js";
import { askAll } from "../../shell/question-api.js";
import { to } from "../../shell/route.js";
import { inWords, percent, signed } from "../../shell/words.js";

/** @typedef {import("../../shell/types.d.ts").Route} Route */

const BARRAGE = "belorussia.calculator.barrage";

const BARRAGE_START = {
  strength: "12",
  re: "3",
  terrain: "open",
  hedgehog: "0",
  strat_mode: "false",
  by: "artillery",
  spotter: "true",
  short_range: "false",
  long_range: "false",
  hip_shoot: "false",
};

/** @param {HTMLElement} place @param {Route} route */
export async function barrageCalculator(place, route) {
  let round = 0;
  const words = wordsOf(await question("belorussia.barrage"));
  const model = valuesOf(BARRAGE, BARRAGE_START, route.given, () => soon());
  const result = frame(
    place,
    "Barrage of combat units: which column after every shift, what it costs, and how likely they are " +
      "disorganised or lose steps.",
    [
      part(
        "Fire",
        "attacker",
        stepper(model, "strength", "Barrage points", 0, 400),
        choice(model, "by", "By", words("by")),
        flag(model, "spotter", "No spotter beside the target", "false"),
        flag(model, "short_range", "All aircraft within 10 hexes of their bases"),
        flag(model, "long_range", "Aircraft beyond half their range"),
        flag(model, "hip_shoot", "Hip shoot"),
      ),
      part(
        "Target",
        "defender",
        stepper(model, "re", "RE in the hex", 0, 60),
        choice(model, "terrain", "Terrain", words("terrain")),
        stepper(model, "hedgehog", "Hedgehog", 0, 4),
        flag(model, "strat_mode", "A unit in Strat Mode"),
      ),
    ],
  );
  const soon = later(reckon, 120);
  reckon();

  async function reckon() {
    const turn = ++round;
    const given = model.of(Object.fromEntries(Object.keys(BARRAGE_START).map((word) => [word, word])));
    try {
      const [column, exact] = await askAll([["belorussia.barrage_column", given], [
        "belorussia.barrage",
        given,
      ]]);
      if (turn === round) show(column, exact);
    } catch (problem) {
      if (turn === round) {
        fill(
          result,
          h(
            "div",
            { class: "body" },
            note("warn", "This cannot be fired", /** @type {Error} */ (problem).message),
          ),
        );
      }
    }
  }

  /**
   * @param {import("../../api.d.ts").CitedAnswer} column
   * @param {import("../../api.d.ts").CitedAnswer} exact
   */
  function show(column, exact) {
    const found = /** @type {any} */ (column.result);
    const chances = exact.odds ?? [];
    const [dg, steps] = [shareOf(chances, (one) => one.dg), shareOf(chances, (one) => one.steps > 0)];
    fill(
      result,
      h(
        "div",
        { class: "calc-brief" },
        h(
          "header",
          {},
          h("h2", { text: `Column ${inWords(found.column)}` }),
          h("span", { class: "grow" }),
          h("a", {
            class: "pill",
            href: to("charts", "belorussia.barrage.units", { column: String(found.column) }),
            text: "the table",
          }),
        ),
        tiles([["Disorganised", dg, "good"], ["Steps lost", steps, "good"], [
          "No effect",
          shareOf(chances, (one) => !one.dg && !one.steps),
          "",
        ]]),
      ),
      h(
        "div",
        { class: "body" },
        odds(chances, 0),
        tally(
          `Columns from ${found.start}`,
          found.shifts.modifiers,
          signed(found.shifts.total),
          "No column is shifted.",
        ),
        reasons("Why", column, found.cost ? `cost ${found.cost}T` : ""),
      ),
    );
    announce(`Column ${found.column}. Disorganised ${percent(dg)}, steps lost ${percent(steps)}.`);
  }
}
