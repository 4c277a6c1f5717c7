/** Orsha's campaign on the page of a match: its pages, its steps, and the controls that lead to them. */

import { toldOnly } from "../../match/playback/told-only.js";
import { h, icon } from "../../shell/dom.js";
import { heading } from "../../shell/words.js";
import { dateName, dateNumber, ownSides, stepOf } from "./drafts.js";
import { orshaPage } from "./page.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./page.js").Tab} Tab */

/** How a step is done on these pages. @type {{ [step: string]: string }} */
const HELP = {
  Drawing: "The largest legal Perimeter is drawn on the map. Take it, or draw your own there, marker by " +
    "marker; every violation is shown at once.",
  Inspection: "Choose a hex on the map, then inspect it.",
};

/** @type {ReturnType<typeof orshaPage> | null} */
let page = null;

/** @param {HTMLElement} place @param {Scene} scene */
function main(place, scene) {
  const name = `${scene.match.id} ${scene.match.role}`;
  if (!page || page.name !== name || page.place !== place) {
    page?.close();
    page = orshaPage(place, name);
  }
  page.draw(scene);
}

/**
 * Something that is done on the board itself: a button that leads there.
 * @param {Tab} tab
 * @param {string} text
 * @param {string} more
 */
const led = (tab, text, more) =>
(
  /** @type {import("../../api.d.ts").Offer} */ offer,
  /** @type {Scene} */ scene,
  /** @type {string} */ who,
) =>
  h(
    "div",
    { class: "offer led" },
    h(
      "button",
      {
        type: "button",
        class: offer.aside ? "btn offered" : "btn go offered",
        "data-verb": offer.verb,
        onclick: () => page?.open(tab, who),
      },
      icon(tab === "map" ? "map" : "charts", 16),
      h("span", { text }),
    ),
    h("button", {
      type: "button",
      class: "btn small quiet",
      "aria-label": `In words: ${offer.label}`,
      text: "In words",
      onclick: () => scene.open(offer.verb),
    }),
    h("p", { class: "small muted", text: more }),
  );

/** @type {import("../../match/types.d.ts").Board} */
export const orsha = {
  plan: "panels",
  title: "Board",
  sign: "map",
  headings: new Set(["campaign_begins", "begins", "reph_begins", "reph_step"]),
  head(scene) {
    const { view } = scene;
    const [own, other] = ownSides(scene);
    return [
      h("span", { class: "when", text: dateName(view.date) }),
      h("span", { class: "small muted turn-of", text: `date ${dateNumber(view.date)} of 4` }),
      own && !other &&
      [
        h("span", { class: "pill", text: `SAN ${view.san[own]}` }),
        h("span", { class: "pill", text: `ELR ${view.elr[own]}` }),
      ],
      view.weather && h("span", { class: "pill", text: `${heading(view.weather)}, EC ${view.ec}` }),
    ];
  },
  main,
  playback: toldOnly(["german", "russian"], ({ view }) => dateName(view.date)),
  back: () => page?.back() ?? false,
  help: (_, { view }) => HELP[stepOf(view)] ?? "",
  beside: { title: "Steps", sign: "list", draw: (place, scene) => page?.steps(place, scene) },
  controls: {
    buy: led(
      "buy",
      "Choose from the chart",
      "Today's prices, what is left of each group, and the odds of the plan.",
    ),
    build: led("works", "Choose Fortifications", "What FPP buy, with their limits; left over FPP are lost."),
    loop: led("map", "Draw it on the map", "Set markers with clicks; every violation is shown at once."),
    // Observers are recorded earlier, in words: there is nothing else on the map yet.
    place: (
      offer,
      scene,
      who,
    ) => (stepOf(scene.view) === "SetUp"
      ? led("map", "Place pieces on the map", "Choose a piece, then a lit hex; choose it again to move it.")(
        offer,
        scene,
        who,
      )
      : null),
    ended: led(
      "form",
      "Fill in the result form",
      "By hand, or from a file; every violation is named at its row.",
    ),
    report: led(
      "form",
      "Enter many rows at once",
      "The result form is entered whole: all of its rows, or none.",
    ),
  },
};
