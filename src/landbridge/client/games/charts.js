/**
 * What the games bring to the Charts page beside their tables: calculators and plots, each fetched when it is
 * shown.
 */

/** @typedef {import("../pages/charts/charts.js").GameChart} GameChart */

/** @type {GameChart[]} */
export const CALCULATORS = [
  {
    name: "belorussia.calculator.combat",
    game: "belorussia",
    title: "Combat calculator",
    words: "odds attack surprise strength",
    load: async () => (await import("./belorussia/combat-calculator.js")).combatCalculator,
  },
  {
    name: "belorussia.calculator.barrage",
    game: "belorussia",
    title: "Barrage calculator",
    words: "artillery aircraft column",
    load: async () => (await import("./belorussia/barrage-calculator.js")).barrageCalculator,
  },
  {
    name: "arsenal.calculator.battle",
    game: "arsenal",
    title: "Battle forecast",
    words: "combat odds attack",
    load: async () => (await import("./arsenal/battle-calculator.js")).battleForecast,
  },
];

/** @type {GameChart[]} */
export const PLOTS = [
  {
    name: "belorussia.plot.weather",
    game: "belorussia",
    title: "Weather over the calendar",
    words: "ground flight plot",
    load: async () => (await import("./belorussia/plots.js")).weather,
  },
  {
    name: "belorussia.plot.arrivals",
    game: "belorussia",
    title: "Arrivals over the calendar",
    words: "reinforcements plot",
    load: async () => (await import("./belorussia/plots.js")).arrivals,
  },
  {
    name: "arsenal.plot.weather",
    game: "arsenal",
    title: "Weather over the calendar",
    words: "mud snow plot",
    load: async () => (await import("./arsenal/plots.js")).zones,
  },
  {
    name: "arsenal.plot.arrivals",
    game: "arsenal",
    title: "Arrivals over the calendar",
    words: "reinforcements plot",
    load: async () => (await import("./arsenal/plots.js")).monthly,
  },
];
