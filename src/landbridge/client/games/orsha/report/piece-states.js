/** What can be said of a piece after a battle: broken, malfunctioned, hidden and the like, by its kind. */

/** @typedef {import("../types.d.ts").Piece} Piece */
/** @typedef {import("../types.d.ts").Drafts} Drafts */

const MMC = ["broken", "disrupted", "encircled", "fanatic", "berserk", "shortage"];
const WEAPON = ["malfunctioned", "disabled", "low_ammo", "shortage", "captured"];
/** What can be said of a piece, by its kind. @type {{ [kind: string]: string[] }} */
const STATES = {
  squad: [...MMC, "hidden", "concealed", "prisoner"],
  crew: [...MMC, "hidden", "concealed", "prisoner"],
  leader: [...MMC, "wounded", "heroic", "hidden", "concealed", "prisoner"],
  armor_leader: ["wounded"],
  sw: WEAPON,
  gun: [...WEAPON, "hidden", "concealed"],
  cupola: ["malfunctioned", "disabled", "low_ammo", "encircled", "hidden"],
  vehicle: [
    "immobilized",
    "abandoned",
    "malfunctioned",
    "disabled",
    "bogged",
    "mired",
    "shock",
    "uk",
    "recall",
    "roller_damaged",
    "captured",
    "concealed",
    "hidden",
  ],
};

/** Bow, coaxial, anti-aircraft and rear machine guns as a counter prints them. */
const MG = /^(?:optional )?(-|\d+)\/(-|\d+)(?:\/(-|\d+\*?))?(?: R(\d+))?$/;

/**
 * What can be said of a piece; of a vehicle also of each machine gun, and of an MA only if it has one.
 * @param {Piece} one
 * @param {Drafts | null} drafts
 */
export function statesOf(one, drafts) {
  const states = STATES[one.kind] ?? [];
  if (one.kind !== "vehicle") return states;
  const values = drafts?.counters[one.name] ?? {};
  const printed = MG.exec(String(values.mg ?? "")) ?? [];
  const guns = ["bmg", "cmg", "aamg", "rmg"].filter((_, place) => (printed[place + 1] ?? "-") !== "-");
  return [
    ...states.filter((word) => values.ma || !["malfunctioned", "disabled"].includes(word)),
    ...guns.flatMap((gun) => [`${gun}_malfunctioned`, `${gun}_disabled`]),
  ];
}
