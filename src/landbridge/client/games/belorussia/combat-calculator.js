/** Combat of the series, reckoned as the referee reckons it: every modifier listed, the odds exact. */

import {
  choice,
  flag,
  frame,
  part,
  reasons,
  shareOf,
  split,
  stepper,
  tally,
  tiles,
  valuesOf,
  wordsOf,
} from "../../pages/charts/calculator-parts.js";
import { question } from "../../shell/api.js";
import { announce, fill, h, later } from "../../shell/dom.js";
import { badge, note, odds } from "../../shell/parts.js";
import { askAll } from "../../shell/question-api.js";
import { to } from "../../shell/route.js";
import { inWords, percent, signed } from "../../shell/words.js";

/** @typedef {import("../../shell/types.d.ts").Route} Route */

const COMBAT = "belorussia.calculator.combat";

const COMBAT_START = {
  armor: "0",
  mech: "0",
  other: "20",
  ar: "3",
  dg: "false",
  supply: "true",
  oos: "false",
  reduced: "no",
  d_armor: "0",
  d_mech: "0",
  d_other: "6",
  d_ar: "3",
  d_dg: "false",
  d_strat: "false",
  d_supply: "true",
  d_oos: "false",
  d_reduced: "no",
  d_at: "none",
  terrain: "open",
  hexside: "none",
  ground: "dry",
  ice: "false",
  road: "none",
  hedgehog: "0",
  attack: "regular",
  columns: "0",
  drm: "0",
};

/** @param {HTMLElement} place @param {Route} route */
export async function combatCalculator(place, route) {
  let round = 0;
  const words = wordsOf(await question("belorussia.combat_strength"));
  const model = valuesOf(COMBAT, COMBAT_START, route.given, () => soon());
  const result = frame(
    place,
    "Strengths as printed; terrain, mode, supply and steps are counted here. The odds run the " +
      "referee's own combat, with Surprise, along every way the dice can fall.",
    [
      part(
        "Attacker",
        "attacker",
        stepper(model, "armor", "Armor", 0, 400),
        stepper(model, "mech", "Mech", 0, 400),
        stepper(model, "other", "Other", 0, 400),
        stepper(model, "ar", "Action rating", -2, 5),
        flag(model, "dg", "Disorganised"),
        flag(model, "supply", "No combat supply paid", "false"),
        flag(model, "oos", "Out of supply"),
        choice(model, "reduced", "Steps lost", words("reduced")),
      ),
      part(
        "Defender",
        "defender",
        stepper(model, "d_armor", "Armor", 0, 400),
        stepper(model, "d_mech", "Mech", 0, 400),
        stepper(model, "d_other", "Other", 0, 400),
        stepper(model, "d_ar", "Action rating", -2, 5),
        flag(model, "d_dg", "Disorganised"),
        flag(model, "d_strat", "In Strat Mode"),
        flag(model, "d_supply", "No combat supply paid", "false"),
        flag(model, "d_oos", "Out of supply"),
        choice(model, "d_reduced", "Steps lost", words("reduced")),
        choice(model, "d_at", "Anti-tank", words("enemy_anti_tank")),
      ),
      part(
        "Ground",
        "ground",
        choice(model, "terrain", "Terrain", words("pick")),
        choice(model, "hexside", "Over a hexside", words("hexside")),
        choice(model, "ground", "Ground condition", words("ground")),
        flag(model, "ice", "Ice"),
        choice(model, "road", "Along", words("road")),
        stepper(model, "hedgehog", "Hedgehog", 0, 4),
        choice(model, "attack", "Attack", words("attack")),
        stepper(model, "columns", "Columns by special units", -6, 6),
        stepper(model, "drm", "Die modifier by special units", -6, 6),
      ),
    ],
  );
  const soon = later(reckon, 120);
  reckon();

  async function reckon() {
    const turn = ++round;
    const place_ = model.of({
      hexside: "hexside",
      ground: "ground",
      ice: "ice",
      road: "road",
      attack: "attack",
    });
    const stack = { ...place_, terrain: [model.values.terrain] };
    try {
      const [mine, theirs] = await askAll([
        ["belorussia.combat_strength", {
          ...stack,
          role: "attacker",
          enemy_anti_tank: model.values.d_at,
          ...model.of({
            armor: "armor",
            mech: "mech",
            other: "other",
            dg: "dg",
            combat_supply: "supply",
            out_of_supply: "oos",
            reduced: "reduced",
          }),
        }],
        ["belorussia.combat_strength", {
          ...stack,
          role: "defender",
          ...model.of({
            armor: "d_armor",
            mech: "d_mech",
            other: "d_other",
            dg: "d_dg",
            strat: "d_strat",
            combat_supply: "d_supply",
            out_of_supply: "d_oos",
            reduced: "d_reduced",
          }),
        }],
      ]);
      const [attacker, defender] = [mine, theirs].map((one) =>
        String(/** @type {any} */ (one.result).strength)
      );
      const ratings = model.of({
        attacker_ar: "ar",
        defender_ar: "d_ar",
        hedgehog: "hedgehog",
        attack: "attack",
        attacker_dg: "dg",
        defender_dg: "d_dg",
        defender_strat: "d_strat",
        drm: "drm",
      });
      const whole = {
        ...ratings,
        attacker,
        defender,
        terrain: model.values.terrain,
        columns: model.values.columns,
      };
      const [exact, once, surprise] = await askAll([["belorussia.combat", whole], ["belorussia.combat", {
        ...whole,
        surprise: "7",
        shift: "1",
        dice: "7",
      }], ["belorussia.surprise", ratings]]);
      if (turn === round) show(mine, theirs, attacker, defender, exact, once, surprise);
    } catch (problem) {
      if (turn === round) {
        fill(
          result,
          h(
            "div",
            { class: "body" },
            note("warn", "This cannot be fought", /** @type {Error} */ (problem).message),
          ),
        );
      }
    }
  }

  /**
   * @param {import("../../api.d.ts").CitedAnswer} mine
   * @param {import("../../api.d.ts").CitedAnswer} theirs
   * @param {string} attacker
   * @param {string} defender
   * @param {import("../../api.d.ts").CitedAnswer} exact
   * @param {import("../../api.d.ts").CitedAnswer} once
   * @param {import("../../api.d.ts").CitedAnswer} surprise
   */
  function show(mine, theirs, attacker, defender, exact, once, surprise) {
    const chances = exact.odds ?? [];
    const column = /column (\d+)/.exec(once.why.map((one) => one.text).join(" "))?.[1] ?? "";
    const ratio = /odds (\S+)/.exec(once.why.map((one) => one.text).join(" "))?.[1] ?? "";
    const [first, second] = ["Surprise", "Combat"].map((purpose) =>
      once.rolls.find((roll) => roll.purpose === purpose)?.modifiers ?? { total: 0, modifiers: [] }
    );
    const who = (/** @type {string} */ name) => shareOf(surprise.odds ?? [], (one) => one.surprise === name);
    const lost = [
      shareOf(chances, (one) => one.defender_losses > 0),
      shareOf(chances, (one) => one.attacker_losses > 0),
      shareOf(chances, (one) => one.exploit > 0),
    ];
    fill(
      result,
      h(
        "div",
        { class: "calc-brief" },
        h(
          "header",
          {},
          h("h2", {}, `${inWords(attacker)} against ${inWords(defender)}: ${ratio}`),
          h("span", { class: "grow" }),
          h("a", {
            class: "pill",
            href: to("charts", "belorussia.combat.table", { column }),
            text: `column ${column}`,
          }),
        ),
        tiles([["Defender loses a step", lost[0], "good"], ["Attacker loses a step", lost[1], "bad"], [
          "Exploit",
          lost[2],
          "",
        ]]),
      ),
      h(
        "div",
        { class: "body" },
        odds(chances),
        split("Surprise", [["Attacker surprises", who("attacker"), "good"], ["none", who("none"), "even"], [
          "Defender surprises",
          who("defender"),
          "bad",
        ]]),
        h(
          "div",
          { class: "calc-pair" },
          tally("Combat roll", second.modifiers, signed(second.total)),
          tally("Surprise roll", first.modifiers, signed(first.total)),
          reasons("Attacker", mine, `strength ${attacker}`),
          reasons("Defender", theirs, `strength ${defender}`),
          reasons("Column", once),
        ),
        h(
          "p",
          { class: "small" },
          badge("series"),
          " ",
          h("a", {
            href: to(
              "ask",
              "belorussia.combat",
              /** @type {import("../../shell/types.d.ts").Given} */ (Object.fromEntries(
                Object.entries(exact.inputs).filter(([, value]) => value !== null).map((
                  [name, value],
                ) => [name, String(value)]),
              )),
            ),
            text: "Ask this combat with dice",
          }),
        ),
      ),
    );
    announce(
      `${ratio}, column ${column}. Defender loses a step ${percent(lost[0])}, attacker ${percent(lost[1])}.`,
    );
  }
}
