/** What mattered of all that happened, the greatest first. */

/** @typedef {import("../../api.d.ts").EventView} EventView */
/** @typedef {{ text: string, weight: number, number: number }} Headline */

/**
 * One headline for each thing that happened: a battle and the place taken in it are one.
 * @param {EventView[]} events
 * @returns {Headline[]}
 */
export function headlinesOf(events) {
  /** @type {Map<string, Headline>} */
  const found = new Map();
  /** Who took a place, which the headline of a battle leaves out. @type {Map<string, string>} */
  const takers = new Map();
  for (const { number, text, picture } of events) {
    if (!picture?.headline) continue;
    const place = picture.battle?.place ?? picture.captures?.[0]?.place ?? text;
    const name = `${number} ${place}`;
    if (picture.captures?.length && !picture.battle) takers.set(name, picture.headline);
    const weight = picture.weight ?? 0;
    if (weight > (found.get(name)?.weight ?? -1)) found.set(name, { text: picture.headline, weight, number });
  }
  for (const [name, taker] of takers) {
    const known = /** @type {Headline} */ (found.get(name));
    known.text = known.text.replace(/^.* is taken\b/, taker);
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight || a.number - b.number);
}
