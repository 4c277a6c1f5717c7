/** What is marked on the operational map for what is being done: who can act, where they get, what is planned. */

import { asPrinted } from "../../../shell/words.js";
import { hexAsked } from "./answers.js";
import { remembered } from "./layers.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../../board/types.d.ts").Overlay} Overlay */
/** @typedef {import("./atlas.js").Drawn} Drawn */

const NOBODY = new Set();

/** A price as there is room for it on the map: an exclamation mark says that a stack would be too high. */
const onMap = (/** @type {string} */ cost) => cost.replace(/ MP(, .* RE)?$/, (_, crowd) => crowd ? "!" : "");

/**
 * @param {{
 *   scene: () => Scene | null,
 *   hand: ReturnType<typeof import("../../../match/hands/hand.js").handOn>,
 *   plan: ReturnType<typeof import("./attack/plan.js").attackPlan>,
 *   isHex: (word: string) => boolean,
 * }} map
 */
export function markingsOn({ scene, hand, plan, isHex }) {
  /** What can be reached, with its price. */
  const reach = remembered((/** @type {unknown} */ _slot, /** @type {string} */ _unit) => {
    const [lit, costs] = [hand.lit(), hand.costs()];
    return lit.length ? new Map(lit.map((hex) => [hex, asPrinted(onMap(costs[hex] ?? ""))])) : undefined;
  });

  /** Where somebody can act. */
  const able = remembered((/** @type {unknown} */ _decisions, /** @type {Map<string, string>} */ at) =>
    new Set([...hand.able()].flatMap((unit) => at.get(unit) ?? []))
  );

  /** From where units may join in what is planned, and the arrows of those that do. */
  const joining = remembered((/** @type {string} */ _hex, /** @type {unknown} */ _version) => plan.from());
  const arrows = remembered((/** @type {string} */ _hex, /** @type {string} */ _units) => plan.arrows());

  /** Where a coach points. */
  const coached = remembered((/** @type {Set<string>} */ words, /** @type {Map<string, string>} */ at) =>
    new Set([...words].flatMap((word) => at.get(word) ?? (isHex(word) ? [word] : [])))
  );

  return {
    /** What is worth points, supply, bases, hedgehogs and Extenders by hex. */
    things: remembered((/** @type {Drawn} */ drawn, /** @type {boolean} */ seen) => ({
      prizes: drawn.worth.flatMap(({ hexes, points, side }) =>
        points ? hexes.map((hex) => ({ hex, points, side })) : []
      ),
      marks: seen
        ? [
          ...drawn.dumps.map(({ hex, points }) => ({ hex, text: asPrinted(`${points} SP`), under: true })),
          ...drawn.bases.map(({ hex, level }) => ({
            hex,
            text: level ? `Base ${level}` : "Strip",
            under: true,
          })),
          ...Object.entries(drawn.hedgehogs).map(([hex, level]) => ({ hex, text: `H${level}` })),
          ...drawn.extenders.map(({ hex }) => ({ hex, text: "Ext" })),
        ]
        : [],
    })),
    /**
     * @param {Map<string, string>} places where each unit is
     * @param {boolean} counters whether counters are shown
     * @returns {Overlay}
     */
    shown(places, counters) {
      const [unit] = hand.chosen();
      const seen = scene();
      return {
        chosen: plan.hex() || (unit ? places.get(unit) : hexAsked(seen) || undefined),
        able: plan.hex()
          ? joining(plan.hex(), seen?.match.version)
          : seen?.live && counters
          ? able(seen.match.decisions, places)
          : undefined,
        arrows: arrows(plan.hex(), plan.units().join()),
        reach: reach(seen?.form?.slot, unit ?? ""),
        coached: coached(seen?.lights.words ?? NOBODY, places),
      };
    },
  };
}
