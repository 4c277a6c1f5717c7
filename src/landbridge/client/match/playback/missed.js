/** What a role has not seen yet: what others did since it last acted, and when its turns began. */

/** @typedef {import("../types.d.ts").KnownMatch} KnownMatch */
/** @typedef {import("./steps.js").PlaybackStep} PlaybackStep */

/** The last action that a role did itself; 0 before its first. What passed by itself it did not do.
 * @param {KnownMatch} known */
export const lastActed = ({ log, role }) =>
  log.actions.findLast((action) => action.who === role && !action.automatic)?.number ?? 0;

/** Whether anybody else has acted after an action. @param {KnownMatch} known @param {number} since */
export const othersActed = ({ match, log }, since) =>
  log.actions.some(({ number, who, automatic }) =>
    number > since && !automatic && !match.yours.includes(who)
  );

/** After which actions the turns of a role began. @param {KnownMatch} known */
export const turnsOf = ({ log, role }) =>
  log.events.filter((event) => event.picture?.turn === role).map((event) => event.number);

/** After which action the last turn of another side began; 0 where none did. @param {KnownMatch} known */
export const theirTurn = ({ log, role }) =>
  log.events.findLast((event) => event.picture?.turn && event.picture.turn !== role)?.number ?? 0;

/**
 * Whether these steps only go on with a battle that was under way when the role acted.
 * @param {PlaybackStep[]} steps
 */
export function goOnWithBattle(steps) {
  const parts = steps.flatMap((step) => step.events).map((event) => event.picture?.battle?.part);
  return parts[0] !== undefined && !parts.includes("begins") &&
    steps.every((step) => step.events.some((event) => event.picture?.battle));
}
