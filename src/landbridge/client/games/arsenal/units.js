/** The counters of the war: what the game calls them, as they are drawn. */

/** @typedef {import("../../board/types.d.ts").Unit} Unit */
/**
 * @typedef {{
 *   id: string,
 *   name: string,
 *   nation: string,
 *   kind: string,
 *   arm: string,
 *   firepower: number,
 *   unsupplied: number,
 *   rank: string,
 *   source: string,
 * }} Piece
 */
/**
 * @typedef {{
 *   id: string,
 *   side: string,
 *   at: string,
 *   aim?: string,
 *   dispersed?: boolean,
 *   fortified?: boolean,
 *   spent?: boolean,
 *   exploits?: boolean,
 *   cut_off?: boolean,
 * }} UnitState
 */
/**
 * @typedef {{
 *   id: string,
 *   name: string,
 *   now: string,
 *   lat: number,
 *   lon: number,
 *   kind: "city" | "junction" | "fortress",
 *   vp: number,
 *   seas: string[],
 *   zone: string,
 * }} Spot
 */
/**
 * The country; a course is a longitude and a latitude in hundredths of a degree, then the steps from there.
 * @typedef {{
 *   land: number[][],
 *   lakes: number[][],
 *   rivers: { great: boolean, course: number[] }[],
 *   frontiers: number[][],
 *   areas: { kind: import("../../board/types.d.ts").TerrainArea["kind"], course: number[] }[],
 *   states: { name: string, until: string, courses: number[][] }[],
 *   names: { text: string, kind: import("../../board/types.d.ts").GroundName["kind"], lon: number, lat: number,
 *     turn: number }[],
 *   beyond: { [side: string]: number[] },
 * }} Ground
 */
/**
 * @typedef {{
 *   points: Spot[],
 *   lines: { a: string, b: string, grade: "major" | "minor" | "inferior", km: number }[],
 *   exits: { point: string, edge: string, leads_to: string, grade: string }[],
 *   units: Piece[],
 *   plants: { id: string, name: string, type: string, months: number[], basis: string }[],
 *   months: { month: string, north: string, south: string }[],
 *   phases: string[],
 *   ground: Ground,
 * }} Atlas
 */
/**
 * @typedef {{
 *   turn: number,
 *   first: number,
 *   last: number,
 *   month: string,
 *   north: string,
 *   south: string,
 *   phase: string,
 *   side: string,
 *   control: { [point: string]: string },
 *   units: UnitState[],
 *   away: { [side: string]: { [why: string]: string[] } },
 *   plants: { id: string, at: string, state: string }[],
 *   cut_off: { [side: string]: string[] },
 *   moves_left: { [side: string]: number },
 *   victory: { [side: string]: number },
 *   goal: string,
 *   score: import("../../match/types.d.ts").ScoreTrack[],
 * }} Drawn
 */

/** @type {{ [arm: string]: [import("../../board/types.d.ts").SymbolName, Unit["category"]] }} */
const ARMS = {
  infantry: ["infantry", "other"],
  armour: ["armor", "armor"],
  cavalry: ["cavalry", "other"],
  artillery: ["artillery", "other"],
  air: ["air", "other"],
  headquarters: ["hq", "other"],
};
const NATIONS = {
  german: "",
  soviet: "",
  rumanian: "Ru",
  hungarian: "Hu",
  finnish: "Fi",
  italian: "It",
  slovak: "Sk",
};

/** How large a unit is, from what it is called. @param {Piece} piece */
const sizeOf = (
  piece,
) => (piece.arm === "air" || piece.arm === "headquarters"
  ? ""
  : /division/i.test(piece.kind)
  ? "XX"
  : /corps|group|artillery|rockets/i.test(piece.kind)
  ? "XXX"
  : /army|troops/i.test(piece.kind)
  ? "XXXX"
  : "XXX");

/** @param {Piece} piece @param {UnitState} stands @returns {Unit} */
export function unitOf(piece, stands) {
  const [symbol, category] = piece.kind === "rockets"
    ? /** @type {const} */ (["rockets", "other"])
    : /Mechanized|motorized/i.test(piece.kind) && piece.arm === "armour" && !/tank/i.test(piece.kind)
    ? /** @type {const} */ (["mech", "mech"])
    : ARMS[piece.arm] ?? ["plain", "other"];
  return {
    id: piece.id,
    side: stands.side,
    at: stands.at,
    symbol,
    category,
    number: shortened(piece.id),
    size: sizeOf(piece),
    name: piece.name,
    formation: NATIONS[/** @type {keyof typeof NATIONS} */ (piece.nation)] ?? "",
    strength: stands.cut_off ? piece.unsupplied : piece.firepower,
    rating: piece.rank === "major" ? "★" : undefined,
    dispersed: stands.dispersed,
    fortified: stands.fortified,
    spent: stands.spent,
    mode: stands.exploits ? "exploit" : undefined,
    unsupplied: stands.cut_off,
  };
}

/** An id as it fits on a counter. @param {string} id */
const shortened = (id) => (id.length > 7 ? `${id.slice(0, 6)}.` : id);

/**
 * Strong units on top: what lies under them is seen when the stack is opened.
 * @param {Unit} a
 * @param {Unit} b
 */
export const byStrength = (a, b) =>
  Number(a.symbol === "air" || a.symbol === "hq") - Number(b.symbol === "air" || b.symbol === "hq") ||
  Number(b.strength) - Number(a.strength) || a.id.localeCompare(b.id, "en", { numeric: true });

/** What is marked on a counter, each on one that shows nothing else. @type {{ unit: Unit, text: string }[]} */
export const MARKS = /** @type {[Partial<Unit>, string][]} */ ([
  [{ strength: 2 }, "firepower, below on the left"],
  [{ rating: "★" }, "major unit"],
  [{ dispersed: true }, "dispersed"],
  [{ fortified: true }, "fortified"],
  [{ unsupplied: true }, "out of supply"],
  [{ spent: true }, "has moved or fought"],
  [{ mode: "exploit" }, "has broken through and may go on"],
]).map(([marked, text]) => ({
  unit: { id: text, side: "axis", symbol: "infantry", category: "other", ...marked },
  text,
}));
