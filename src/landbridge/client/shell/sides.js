/** The colours that sides wear, as the games say; known when the games have been asked for. */

/** @typedef {"soviet" | "axis"} Colours */

/** @type {Map<string, Colours>} */
const worn = new Map();

/** @param {{ [side: string]: Colours }} colours */
export function learnColours(colours) {
  for (const [side, wears] of Object.entries(colours)) worn.set(side, wears);
}

/** The colours of a side, as the style sheet names them; none where it is nobody's. @param {string} side */
export const coloursOf = (side) => worn.get(side);

/** Every side of every game. */
export const knownSides = () => [...worn.keys()];
