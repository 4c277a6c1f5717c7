/** What comes after the end: the same again, the other side, the next scenario. */

import { whileBusy } from "../../shell/busy.js";
import { fill, h } from "../../shell/dom.js";
import { trouble } from "../../shell/parts.js";
import * as people from "../../shell/people-api.js";
import { to } from "../../shell/route.js";

/** Where it is noted for whom the seats of a match are kept that was begun here. */
export const KEPT = "landbridge.kept.";

/** @param {import("../types.d.ts").Scene} scene */
export function nextMatch({ match, game }) {
  if (!match.yours.length) return null;
  const persons = Object.values(match.seats).filter((seat) => seat.kind === "user");
  if (match.rematch && persons.length) {
    return h(
      "section",
      { class: "next-match" },
      h("p", { text: "The next match has been begun; a seat is kept for each of you." }),
      h(
        "p",
        { class: "acts" },
        h("a", { class: "btn go", href: to("match", match.rematch), text: "To the next match" }),
      ),
    );
  }
  const problem = h("div", { role: "alert" });
  const begin = (/** @type {import("../../api.d.ts").NewRematch} */ wanted) => (/** @type {Event} */ event) =>
    whileBusy(/** @type {HTMLButtonElement} */ (event.currentTarget), async () => {
      const { id } = await people.rematch(match.id, wanted);
      // Until they come, the page of the next match says for whom it waits.
      sessionStorage.setItem(`${KEPT}${id}`, persons.map(({ name }) => name).join(" and "));
      location.hash = to("match", id);
    }, (error) => fill(problem, trouble(error)));
  const scenarios = game?.scenarios ?? [];
  const at = scenarios.findIndex((one) => one.name === match.scenario);
  const next = at < 0 ? undefined : scenarios[at + 1];
  const alone = match.yours.length === match.roles.length;
  return h(
    "section",
    { class: "next-match" },
    h(
      "p",
      { class: "acts" },
      h("button", { type: "button", class: "btn go", text: "Play again", onclick: begin({}) }),
      !alone && match.roles.length > 1 &&
        h("button", { type: "button", class: "btn", text: "Swap sides", onclick: begin({ swap: true }) }),
      next &&
        h("button", {
          type: "button",
          class: "btn",
          text: `Next: ${next.title}`,
          onclick: begin({ scenario: next.name }),
        }),
    ),
    problem,
  );
}
