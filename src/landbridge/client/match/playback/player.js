/** Goes through steps: by itself at a speed, or one by one. */

import { battleEvent, endsBattle } from "./steps.js";
import { isStill, PACE, playbackSettings } from "./settings.js";

/** @typedef {import("./steps.js").PlaybackStep} PlaybackStep */

/**
 * @param {{
 *   show: (step: PlaybackStep, slides: number) => Promise<void>,
 *   changed: () => void,
 *   ended: () => void,
 * }} options `show`: bring a step on the board, its counters so many milliseconds on their way; `changed`: it
 *   goes on, waits or stands elsewhere; `ended`: the last step has stood its time
 */
export function stepPlayer({ show, changed, ended }) {
  /** @type {PlaybackStep[]} */
  let steps = [];
  let [at, playing, timer, turn] = [-1, false, 0, 0];

  /** @param {number} to */
  async function go(to) {
    clearTimeout(timer);
    const [mine, follows] = [++turn, to === at + 1];
    at = Math.max(0, Math.min(steps.length - 1, to));
    changed();
    const step = steps[at];
    if (!step) return;
    const { speed } = playbackSettings();
    await show(step, follows && !isStill() ? PACE[speed].slides : 0);
    if (mine !== turn || !playing) return;
    if (endsBattle(step) && playbackSettings().stops) return pause();
    const stands = PACE[speed].stands * (battleEvent(step) ? 2 : 1);
    timer = window.setTimeout(() => (at < steps.length - 1 ? go(at + 1) : finish()), stands);
  }

  function finish() {
    stop();
    ended();
  }

  function stop() {
    clearTimeout(timer);
    turn++;
    playing = false;
  }

  function pause() {
    stop();
    changed();
  }

  return {
    /** Other steps, or more of them; where it stands, it stays. @param {PlaybackStep[]} next */
    load(next) {
      steps = next;
    },
    /** Stand before the first step, or before another one. @param {number} [index] */
    rewind(index = 0) {
      stop();
      at = index - 1;
    },
    play() {
      playing = true;
      if (at < steps.length - 1) go(at + 1);
      else finish();
    },
    pause,
    stop,
    /** One step on or back; it waits there. @param {number} by */
    step(by) {
      stop();
      if (at + by >= steps.length) finish();
      else go(at + by);
    },
    /** Wait where the next battle ends; at the end, where there is none. */
    nextBattle() {
      stop();
      const next = steps.findIndex((step, index) => index > at && endsBattle(step));
      if (next < 0) finish();
      else go(next);
    },
    playing: () => playing,
    index: () => at,
    steps: () => steps,
    /** The step that is shown. @returns {PlaybackStep | undefined} */
    current: () => steps[at],
  };
}
