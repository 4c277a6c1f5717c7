/** The phases of a player turn in their order, and which of them is played. */

import { capital, heading } from "../../../shell/words.js";
import { h } from "../../../shell/dom.js";

/** @typedef {import("./atlas.js").Drawn} Drawn */
/** @typedef {{ type: string, phase?: string, side?: string }} AgendaStep */

const PHASES = [
  "Refit",
  "Reinforcement",
  "Movement",
  "Supply",
  "Reaction",
  "Combat",
  "Exploitation",
  "Clean Up",
];

/** A step with a longer name leaves less room for the other phases. */
const LONG = 16;

/** Steps with which a phase begins, or that still belong to one, and its place. @type {{ [type: string]: number }} */
const BEGINS = {
  BeginReturns: 1,
  BeginMovement: 2,
  MapSupply: 3,
  BeginReaction: 4,
  BeginBarrage: 5,
  BeginExploitation: 6,
  MapCleanUp: 7,
};
/** @type {{ [phase: string]: number }} */
const ENDS = { reaction: 4, combat: 5, exploitation: 6 };

/**
 * Which phase a step belongs to: by its title, or, for segments that several phases have, by what comes next.
 * @param {string} title
 * @param {AgendaStep[]} agenda
 */
function phaseAt(title, agenda) {
  const named = PHASES.findIndex((phase) => new RegExp(`^(Aircraft )?${phase} Phase`).test(title));
  if (named >= 0) return named;
  if (title === "Breakout Segment") return 2;
  for (const { type, phase } of agenda) {
    if (type === "PhaseOver" && phase && phase in ENDS) return ENDS[phase];
    if (type === "BeginCombat") return phase === "exploitation" ? 6 : 5;
    if (type === "BeginBarrage" && phase && phase !== "combat") continue;
    if (type in BEGINS) return BEGINS[type] - 1;
  }
  return -1;
}

/**
 * All phases in a line, the one that is played as its step calls itself.
 * @param {Drawn} now
 * @param {AgendaStep[]} agenda
 */
export function phaseLine(now, agenda) {
  if (!now.phase) return null;
  const at = phaseAt(now.phase, agenda);
  // A part of a phase, such as a battle in it, is called by both.
  const whole = at < 0 || now.phase.toLowerCase().includes(PHASES[at].toLowerCase());
  const text = whole ? capital(now.phase) : `${PHASES[at]}: ${now.phase.toLowerCase()}`;
  // In the middle of a turn the other side may be asked: the turn is that of whoever ends it.
  const side = agenda.find(({ type }) => type === "MapCleanUp")?.side ?? now.side;
  const played = h("li", {
    class: text.length > LONG ? "wordy" : null,
    "aria-current": "step",
    text,
  });
  return h(
    "ol",
    { class: `phase-line long ${side}`, "aria-label": "Phases" },
    h("li", { class: "whose", text: `${heading(side)} turn` }),
    at < 0 ? played : PHASES.map((text, number) => (number === at ? played : h("li", { text }))),
  );
}
