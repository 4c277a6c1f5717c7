/** How somebody wants turns played back; it holds for all matches in this browser. */

/** @typedef {"slow" | "normal" | "fast"} Speed */
/**
 * `auto`: whether the others' turn is played by itself; `stops`: whether it waits at the end of each battle.
 * @typedef {{ speed: Speed, auto: boolean, stops: boolean }} PlaybackSettings
 */

const NAME = "landbridge.playback";

/** Milliseconds that a step stands, and that counters take on their way. */
export const PACE = {
  slow: { stands: 1600, slides: 480 },
  normal: { stands: 800, slides: 320 },
  fast: { stands: 320, slides: 160 },
};

/** @returns {PlaybackSettings} */
export function playbackSettings() {
  /** @type {Partial<PlaybackSettings>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(NAME) ?? "{}");
  } catch {
    // What cannot be read was never said.
  }
  return {
    speed: kept.speed && kept.speed in PACE ? kept.speed : "normal",
    auto: kept.auto !== false,
    stops: kept.stops !== false,
  };
}

/** @param {Partial<PlaybackSettings>} changed */
export function keepPlaybackSettings(changed) {
  localStorage.setItem(NAME, JSON.stringify({ ...playbackSettings(), ...changed }));
}

/** Whether nothing may move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The last action that a role has been shown on this device. @param {string} match @param {string} role */
export const shownUpTo = (match, role) =>
  Number(localStorage.getItem(`landbridge.shown.${match}.${role}`) ?? 0);

/** @param {string} match @param {string} role @param {number} action */
export const keepShown = (match, role, action) =>
  localStorage.setItem(`landbridge.shown.${match}.${role}`, String(action));
