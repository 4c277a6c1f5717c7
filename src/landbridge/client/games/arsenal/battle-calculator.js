/** Arsenal's battle forecast: a stack against a stack for a point, round by round, exactly. */

import {
  choice,
  flag,
  frame,
  part,
  reasons,
  shareOf,
  stepper,
  tiles,
  valuesOf,
} from "../../pages/charts/calculator-parts.js";
import { get } from "../../shell/api.js";
import { announce, fill, h, later } from "../../shell/dom.js";
import { note, odds } from "../../shell/parts.js";
import { askAll } from "../../shell/question-api.js";
import { capital, percent } from "../../shell/words.js";

/**
 * @typedef {{
 *   id: string,
 *   name: string,
 *   nation: string,
 *   kind: string,
 *   arm: string,
 *   firepower: number,
 * }} AtlasUnit
 */

const NAME = "arsenal.calculator.battle";
const START = {
  attackers: "panzer corps 2",
  defenders: "infantry army 2",
  side: "axis",
  month: "1941-07",
  weather: "",
  air: "0",
  stavka_hq: "false",
  rounds: "1",
  stand: "0",
  fortified: "false",
  isolated: "false",
};
/** Kinds that fight for a point by themselves. */
const FIGHTS = ["infantry", "armour", "cavalry", "artillery"];

/** @param {string} text @returns {Map<string, number>} */
const stackOf = (text) =>
  new Map(
    text.split(";").filter(Boolean).map((one) => {
      const at = one.lastIndexOf(" ");
      return [one.slice(0, at), Number(one.slice(at + 1))];
    }),
  );

/** @param {Map<string, number>} stack */
const textOf = (stack) =>
  [...stack].filter(([, count]) => count).map(([kind, count]) => `${kind} ${count}`).join(";");

/** @param {HTMLElement} place @param {import("../../shell/types.d.ts").Route} route */
export async function battleForecast(place, route) {
  const atlas = await get("/api/games/arsenal/board");
  /** @type {AtlasUnit[]} */
  const units = atlas.units.filter((/** @type {AtlasUnit} */ one) => FIGHTS.includes(one.arm));
  /** Units of a side. @param {string} side */
  const of = (side) => units.filter((one) => (one.nation === "soviet") === (side === "soviet"));
  /** @param {"attackers" | "defenders"} which */
  const sideOf = (which) => ((which === "attackers") === (model.values.side === "axis") ? "axis" : "soviet");
  let round = 0;
  const model = valuesOf(NAME, START, route.given, () => soon());
  const attackers = h("div", { class: "calc-stack" });
  const defenders = h("div", { class: "calc-stack" });
  const result = frame(
    place,
    "Choose who fights for a point. The odds run the game's own battle along every way the dice can " +
      "fall; units take hits in the order listed.",
    [
      part(
        "Attacker",
        "attacker",
        choice(model, "side", "Who attacks", ["axis", "soviet"]),
        attackers,
        stepper(model, "air", "Air units in support", 0, 9),
        flag(model, "stavka_hq", "STAVKA HQ supports"),
      ),
      part(
        "Defender",
        "defender",
        defenders,
        flag(model, "fortified", "Fortified"),
        flag(model, "isolated", "Out of supply"),
      ),
      part(
        "Battle",
        "ground",
        choice(
          model,
          "month",
          "Month",
          atlas.months.map((/** @type {{ month: string }} */ one) => one.month),
        ),
        choice(model, "weather", "Weather", ["", "clear", "mud", "snow"], "that of the month"),
        stepper(model, "rounds", "Rounds until the attacker breaks off", 1, 9),
        stepper(model, "stand", "Rounds until the defender does (0: never)", 0, 9),
      ),
    ],
  );
  const soon = later(() => {
    drawStacks();
    reckon();
  }, 120);
  drawStacks();
  reckon();

  function drawStacks() {
    for (
      const [which, box]
        of /** @type {["attackers" | "defenders", HTMLElement][]} */ ([["attackers", attackers], [
          "defenders",
          defenders,
        ]])
    ) {
      const mine = of(sideOf(which));
      const kinds = [...new Set(mine.map((one) => one.kind))];
      const stack = stackOf(model.values[which]);
      const fits = [...stack].filter(([kind]) => kinds.includes(kind));
      if (fits.length !== stack.size) {
        model.values[which] = textOf(new Map(fits.length ? fits : [[kinds[0], 1]]));
        return drawStacks();
      }
      const change = (/** @type {string} */ kind, /** @type {number} */ by) => {
        const most = mine.filter((one) => one.kind === kind).length;
        stack.set(kind, Math.max(0, Math.min(most, (stack.get(kind) ?? 0) + by)));
        model.set(which, textOf(stack));
      };
      const rest = kinds.filter((kind) => !stack.get(kind));
      fill(
        box,
        [...stack].map(([kind, count]) =>
          h(
            "div",
            { class: "calc-line" },
            h(
              "span",
              {},
              capital(kind),
              " ",
              h("span", {
                class: "small faint",
                text: `firepower ${mine.find((one) => one.kind === kind)?.firepower ?? ""}`,
              }),
            ),
            h(
              "span",
              { class: "stepper" },
              h("button", {
                type: "button",
                "aria-label": `${kind}: one less`,
                text: "−",
                onclick: () => change(kind, -1),
              }),
              h("output", { "aria-label": `${kind} in the stack`, text: count }),
              h("button", {
                type: "button",
                "aria-label": `${kind}: one more`,
                text: "+",
                onclick: () => change(kind, 1),
              }),
            ),
          )
        ),
        rest.length > 0 &&
          h(
            "select",
            {
              class: "field small",
              "aria-label": `Add to the ${which}`,
              onchange: (/** @type {Event} */ event) =>
                change(/** @type {HTMLSelectElement} */ (event.target).value, 1),
            },
            h("option", { value: "", text: "Add a unit…" }),
            rest.map((kind) => h("option", { value: kind, text: capital(kind) })),
          ),
      );
    }
  }

  /** @param {"attackers" | "defenders"} which @param {string} remark */
  function written(which, remark) {
    return [...stackOf(model.values[which])].flatMap(([kind, count]) =>
      of(sideOf(which)).filter((one) => one.kind === kind).slice(0, count).map((one) => `${one.id}${remark}`)
    );
  }

  async function reckon() {
    const turn = ++round;
    const remark = `${model.values.fortified === "true" ? " fortified" : ""}${
      model.values.isolated === "true" ? " isolated" : ""
    }`;
    try {
      const [answer] = await askAll([["arsenal.combat", {
        attackers: written("attackers", ""),
        defenders: written("defenders", remark),
        ...model.of({
          month: "month",
          weather: "weather",
          air: "air",
          stavka_hq: "stavka_hq",
          rounds: "rounds",
          stand: "stand",
        }),
      }]]);
      if (turn === round) show(answer);
    } catch (problem) {
      if (turn === round) {
        fill(
          result,
          h(
            "div",
            { class: "body" },
            note("warn", "This battle cannot be fought", /** @type {Error} */ (problem).message),
          ),
        );
      }
    }
  }

  /** @param {import("../../api.d.ts").CitedAnswer} answer */
  function show(answer) {
    const chances = answer.odds ?? [{ result: answer.result, chance: "1", share: 1 }];
    const taken = shareOf(chances, (one) => one.result === "taken");
    const loses = (/** @type {string} */ name) => shareOf(chances, (one) => one[name] > 0);
    fill(
      result,
      h(
        "div",
        { class: "calc-brief" },
        h("header", {}, h("h2", { text: `The point is taken ${percent(taken)}` })),
        tiles([["Taken", taken, "good"], ["A defender is lost", loses("defenders_lost"), "good"], [
          "An attacker is lost",
          loses("attackers_lost"),
          "bad",
        ], ["Breakthrough", shareOf(chances, (one) => one.breakthrough), ""]]),
      ),
      h("div", { class: "body" }, odds(chances), reasons("Why", answer)),
    );
    announce(`Taken ${percent(taken)}.`);
  }
}
