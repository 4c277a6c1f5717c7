/** Whether a new match follows the reconstructions, or asks the owner of the game what the box says. */

import { keptAnswers } from "../../shell/box-api.js";
import { h } from "../../shell/dom.js";
import { to } from "../../shell/route.js";
import { plural } from "../../shell/words.js";
import { cards } from "./choice-cards.js";

/**
 * Whether the reconstructions count, or the owner is asked.
 * @param {import("../../api.d.ts").GameEntry} game
 * @param {{ [name: string]: string }} options what was chosen
 * @param {boolean} asked
 * @param {() => void} changed
 */
export function boxChoice(game, options, asked, changed) {
  if (!game.options?.some((option) => option.name === "box")) return null;
  const kept = Object.keys(keptAnswers(game.name)).length;
  const take = (/** @type {string} */ value) => {
    if (value === "yes") options.box = value;
    else delete options.box;
    changed();
  };
  if (asked) take("yes");
  return h(
    "div",
    { class: "box-choice" },
    cards(
      "Where the documents are silent",
      [
        [
          "no",
          "As we reconstruct it",
          "Tables and figures that are lost are filled in, each with its ruling.",
        ],
        ["yes", "As in my box", "You own the game: the match asks what yours says, when it is needed."],
      ],
      asked ? "yes" : "no",
      take,
    ),
    h(
      "p",
      { class: "small muted" },
      kept ? `${plural(kept, "answer")} given beforehand on this device. ` : "",
      h("a", { href: to("box", game.name), text: "Everything that will be asked" }),
    ),
  );
}
