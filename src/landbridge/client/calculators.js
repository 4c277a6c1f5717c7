/** The calculators of the Charts page. */

import { battleForecast } from "./calculator-arsenal.js";
import { barrageCalculator, combatCalculator } from "./calculator-combat.js";

/** @type {import("./charts.js").Own[]} */
export const CALCULATORS = [
  { name: "belorussia.calculator.combat", game: "belorussia", title: "Combat calculator", words: "odds attack surprise strength", draw: combatCalculator },
  { name: "belorussia.calculator.barrage", game: "belorussia", title: "Barrage calculator", words: "artillery aircraft column", draw: barrageCalculator },
  { name: "arsenal.calculator.battle", game: "arsenal", title: "Battle forecast", words: "combat odds attack", draw: battleForecast },
];
