/** Turns of a game that keeps no counters on a board: they are told by their headlines. */

/**
 * @param {string[]} sides
 * @param {(seen: import("../types.d.ts").SeenPosition) => string} when the turn of a position, in a few words
 * @returns {import("../types.d.ts").PlaybackBoard}
 */
export const toldOnly = (sides, when) => ({
  sides,
  when,
  units: () => new Map(),
  unit: (id, side) => ({ id, side, symbol: "plain", name: id }),
  placeName: (id) => id,
  worth: () => 0,
  control: () => ({}),
});
