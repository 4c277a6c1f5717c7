/** What comes after an order on the operational map: the unit it was given to stays in hand, and a coach's next place
 * comes into sight. */

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */

/** Orders after which the same unit is mostly the one that goes on. */
const PREPARING = new Set(["mode", "fuel", "load", "unload", "release"]);

/**
 * The unit that an order of one's own was just given to and that will mostly go on; nothing after anything else.
 * @param {Scene | null} before
 * @param {Scene} now
 */
export function preparedUnit(before, now) {
  const last = now.log.actions.at(-1);
  const fresh = before && before.match.id === now.match.id && before.live && now.live &&
    now.log.actions.length > before.match.actions;
  if (!fresh || !last || last.automatic || now.form) return "";
  const [verb, unit] = last.do.split(" ");
  return PREPARING.has(verb) && now.match.decisions.some(({ who }) => who === last.who) ? unit : "";
}

/**
 * Where a coach points, each time that he points elsewhere.
 * @param {(word: string) => string | undefined} hexOf the hex that a word stands for or stands in
 */
export function coachedPlaces(hexOf) {
  let before = "";
  return (/** @type {Scene} */ now) => {
    const hexes = [...now.lights.words].flatMap((word) => hexOf(word) ?? []);
    const name = hexes.join(" ");
    if (name === before) return "";
    before = name;
    return hexes[0] ?? "";
  };
}

/**
 * The offer that begins with a hex, where a click on it can mean nothing else and more is asked before it is done.
 * @param {Scene} now
 * @param {string} hex
 * @param {(slot: import("../../../api.d.ts").Slot) => string[]} openWords
 */
export function offerOf(now, hex, openWords) {
  const found = now.match.decisions.flatMap(({ offers }) => offers).filter(({ slots: [first, second] }) =>
    first && second && !second.optional && openWords(first).includes(hex)
  );
  return found.length === 1 ? found[0] : undefined;
}
