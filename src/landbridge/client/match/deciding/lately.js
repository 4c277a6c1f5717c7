/** What just happened, above what is asked: what was rolled first, the rest on demand. */

import { h } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";
import { eventLine } from "../log.js";

/** @param {import("../../api.d.ts").EventView[]} happened */
export function lately(happened) {
  if (!happened.length) return null;
  const rolled = happened.filter((event) => event.rolls.some((roll) => roll.faces.length));
  const first = rolled.length ? rolled : happened.slice(-1);
  const rest = happened.filter((event) => !first.includes(event));
  return h(
    "section",
    { class: "lately", "aria-label": "What just happened" },
    first.map((event) => h("p", {}, eventLine(event))),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", { class: "small muted", text: plural(rest.length, "more event") }),
        rest.map((event) => h("p", { class: "small" }, eventLine(event))),
      ),
  );
}
