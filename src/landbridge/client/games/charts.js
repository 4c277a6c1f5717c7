/** What the games bring to the Charts page beside their tables: calculators and plots. */

import { battleForecast } from "./arsenal/battle-calculator.js";
import { PLOTS as ARSENAL_PLOTS } from "./arsenal/plots.js";
import { barrageCalculator, combatCalculator } from "./belorussia/combat-calculators.js";
import { PLOTS as BELORUSSIA_PLOTS } from "./belorussia/plots.js";

/** @typedef {import("../pages/charts/charts.js").Own} Own */

/** @type {Own[]} */
export const CALCULATORS = [
  {
    name: "belorussia.calculator.combat",
    game: "belorussia",
    title: "Combat calculator",
    words: "odds attack surprise strength",
    draw: combatCalculator,
  },
  {
    name: "belorussia.calculator.barrage",
    game: "belorussia",
    title: "Barrage calculator",
    words: "artillery aircraft column",
    draw: barrageCalculator,
  },
  {
    name: "arsenal.calculator.battle",
    game: "arsenal",
    title: "Battle forecast",
    words: "combat odds attack",
    draw: battleForecast,
  },
];

/** @type {Own[]} */
export const PLOTS = [...BELORUSSIA_PLOTS, ...ARSENAL_PLOTS];
