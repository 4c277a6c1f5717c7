/** Where a map is looked at first: in the middle of the front of those who act, not on the road behind it. */

/** @typedef {import("./atlas.js").PrintedHex} PrintedHex */
/** @typedef {import("./atlas.js").Drawn} Drawn */

/** Hexes to an enemy up to which a unit is at the front. */
const NEAR = 3;

/**
 * @param {PrintedHex[]} printed the hexes that are played on
 * @param {Drawn} now
 */
export function firstLook(printed, now) {
  const spots = new Map(printed.map(([label, column, row]) => [label, { label, column, row }]));
  const standing = (/** @type {(side: string) => boolean} */ whose) =>
    now.units.flatMap(({ at, side }) => (whose(side) ? spots.get(at) ?? [] : []));
  const own = standing((side) => !now.side || side === now.side);
  const others = standing((side) => now.side !== "" && side !== now.side);
  const apart = (
    /** @type {{ column: number, row: number }} */ one,
    /** @type {{ column: number, row: number }} */ other,
  ) => Math.max(Math.abs(one.column - other.column), Math.abs(one.row - other.row));
  const front = own.filter((one) => others.some((other) => apart(one, other) <= NEAR));
  const seen = front.length ? front : own;
  if (!seen.length) return printed[0]?.[0] ?? "";
  const middle = {
    column: seen.reduce((sum, { column }) => sum + column, 0) / seen.length,
    row: seen.reduce((sum, { row }) => sum + row, 0) / seen.length,
  };
  return seen.reduce((best, one) => (apart(one, middle) < apart(best, middle) ? one : best)).label;
}
