/** Clocks in words: how long a side still has, since when it is late, who is on leave. */

import { h } from "../shell/dom.js";
import { plural, shortDate } from "../shell/words.js";

/** @typedef {import("../api.d.ts").ClockView} ClockView */
/** @typedef {import("../api.d.ts").RunningTime} RunningTime */

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
/** How often what is left is shown anew, in milliseconds. */
const OFTEN = 30_000;

/** A length of time in its two largest parts: 2 days 4 h. @param {number} seconds */
function lasting(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [
    Math.floor(whole / DAY),
    Math.floor((whole % DAY) / HOUR),
    Math.floor((whole % HOUR) / MINUTE),
  ];
  if (days) return hours ? `${plural(days, "day")} ${hours} h` : plural(days, "day");
  if (hours) return minutes ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes ? `${minutes} min` : "less than a minute";
}

/** What a side has left. @param {number} seconds */
const leftInWords = (
  seconds,
) => (seconds > 0 ? `${lasting(seconds)} left` : `out of time for ${lasting(-seconds)}`);

/** A day of our own time. @param {string} iso */
export const dayOf = (iso) => shortDate(iso.slice(0, 10));

/** The last day of leave, which ends at midnight. @param {string} iso */
export const lastDay = (iso) => dayOf(new Date(Date.parse(iso) - 1000).toISOString());

/**
 * What a side has left, as a small word that keeps up with the time.
 * @param {RunningTime} time
 */
export function timeLeft(time) {
  const made = h("span", {
    class: `pill time-left${time.seconds < DAY ? " warn" : ""}`,
    text: leftInWords(time.seconds),
    title: `until ${new Date(time.until).toLocaleString()}`,
  });
  if (time.stopped) {
    return h("span", { class: "pill time-left", text: `${lasting(time.seconds)} left, stands still` });
  }
  made.dataset.until = String(Date.now() + 1000 * time.seconds);
  return made;
}

setInterval(() => {
  for (const one of document.querySelectorAll(".time-left[data-until]")) {
    const left = (Number(/** @type {HTMLElement} */ (one).dataset.until) - Date.now()) / 1000;
    one.textContent = leftInWords(left);
    one.classList.toggle("warn", left < DAY);
  }
}, OFTEN);

const AT_END = {
  claim: "then the other side may claim the match",
  loses: "then the match is lost",
  bot: "then a bot plays on",
};

/**
 * The terms of a clock: "3 days a move and 7 days in reserve; then the match is lost".
 * @param {ClockView} clock
 */
export function terms(clock) {
  if (!clock.days) {
    return "No clock runs here, but whoever lets the others wait for a month may be counted out a week later.";
  }
  const reserve = clock.reserve ? ` and ${plural(clock.reserve, "day")} in reserve` : "";
  return `${plural(clock.days, "day")} for a move${reserve}; ${AT_END[clock.timeout]}${
    clock.timeout === "bot" ? ` (${clock.bot})` : ""
  }.`;
}
