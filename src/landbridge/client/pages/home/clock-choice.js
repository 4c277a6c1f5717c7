/** The clock of a new match: none, or days for a move, a reserve, and what happens when both are used up. */

import { fill, fresh, h } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";

/**
 * @typedef {{ days: number, reserve: number, timeout: "claim" | "loses" | "bot", bot: string }} ClockChoice
 */

const DAYS = [1, 2, 3, 5, 7, 14];
const RESERVES = [0, 7, 14, 30];

/**
 * @param {string[]} bots
 * @param {(choice: ClockChoice | undefined) => void} change
 */
export function clockChoice(bots, change) {
  /** @type {ClockChoice} */
  const choice = { days: 0, reserve: 0, timeout: "claim", bot: bots[0] };
  const more = h("div", { class: "named" });
  const describe = () =>
    change(choice.days ? { ...choice, bot: choice.timeout === "bot" ? choice.bot : "" } : undefined);

  /**
   * @param {string} label
   * @param {[string, string][]} options
   * @param {string} value
   * @param {(value: string) => void} take
   */
  function select(label, options, value, take) {
    const id = fresh();
    return h(
      "div",
      { class: "input" },
      h("label", { for: id }, h("span", { class: "small muted", text: label })),
      h("select", {
        id,
        class: "field",
        onchange: (/** @type {Event} */ event) => {
          take(/** @type {HTMLSelectElement} */ (event.target).value);
          describe();
        },
      }, options.map(([name, text]) => h("option", { value: name, text, selected: name === value }))),
    );
  }

  function draw() {
    fill(
      more,
      choice.days > 0 && [
        select(
          "Reserve for the whole match",
          RESERVES.map((days) => [String(days), days ? plural(days, "day") : "none"]),
          String(choice.reserve),
          (value) => {
            choice.reserve = Number(value);
          },
        ),
        select(
          "Whoever runs out of time",
          [
            ["claim", "may be counted out by the other side"],
            ["loses", "loses"],
            .../** @type {[string, string][]} */ (bots.map((
              bot,
            ) => [`bot:${bot}`, `is replaced by the bot ${bot}`])),
          ],
          choice.timeout === "bot" ? `bot:${choice.bot}` : choice.timeout,
          (value) => {
            choice.timeout = value.startsWith("bot:") ? "bot" : /** @type {"claim" | "loses"} */ (value);
            if (choice.timeout === "bot") choice.bot = value.slice(4);
          },
        ),
      ],
    );
  }

  const days = h(
    "div",
    { class: "named" },
    select(
      "Time for a move",
      [
        ["0", "as long as it takes"],
        .../** @type {[string, string][]} */ (DAYS.map((days) => [String(days), plural(days, "day")])),
      ],
      "0",
      (value) => {
        choice.days = Number(value);
        draw();
      },
    ),
  );
  draw();
  return h(
    "div",
    { class: "clock-choice" },
    days,
    more,
    h("p", {
      class: "small muted",
      text: "A move is all that a side decides until the other side is asked. Nobody's time runs on " +
        "leave, before every seat is taken, or while the server is down.",
    }),
  );
}
