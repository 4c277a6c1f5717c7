/**
 * What just happened, above what is asked: a battle as its story, else what was rolled; what passed by itself;
 * the rest on demand.
 */

import { h } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";
import { eventLine } from "../log.js";

/** @typedef {import("../../api.d.ts").EventView} EventView */

/**
 * @param {EventView[]} happened
 * @param {import("../types.d.ts").Scene} scene
 */
export function lately(happened, scene) {
  if (!happened.length) return null;
  const fought = scene.log.events.findLast((event) =>
    event.picture?.battle && happened.some((one) => one.number === event.number)
  );
  const story = fought && scene.story(fought);
  const rolled = happened.filter((event) => event.rolls.some((roll) => roll.faces.length));
  const passed = happened.filter((event) => event.id === "passed");
  const main = story ? [] : rolled.length ? rolled : passed.length ? [] : happened.slice(-1);
  const first = happened.filter((event) => main.includes(event) || passed.includes(event));
  const rest = happened.filter((event) => !first.includes(event) && !(story && event.picture?.battle));
  return h(
    "section",
    { class: "lately", "aria-label": "What just happened" },
    story,
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
