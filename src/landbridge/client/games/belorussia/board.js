/**
 * The campaign ledger of Belorussia: turn track, checklist, books, Fronts, partisans and the calendar of
 * arrivals.
 */

import { toldOnly } from "../../match/playback/told-only.js";
import { fill, h } from "../../shell/dom.js";
import { calendar } from "./arrivals.js";
import { book } from "./books.js";
import { checklist } from "./checklist.js";
import { claimControls, claimsCard } from "./claims.js";
import { fetchPostures, fronts, luck, partisans } from "./fronts.js";
import { controls } from "./ledger-controls.js";
import { turnTrack, weatherPills } from "./turn-track.js";

/** @type {import("../../match/types.d.ts").Board} */
export const ledger = {
  plan: "panels",
  title: "Books",
  sign: "rules",
  headings: new Set(["campaign_begins", "turn_begins", "player_turn_begins", "simulcast"]),
  head: weatherPills,
  ready: fetchPostures,
  main(place, scene) {
    fill(
      place,
      h(
        "div",
        { class: "ledger" },
        turnTrack(scene),
        claimsCard(scene),
        book(scene, "soviet"),
        book(scene, "axis"),
        fronts(scene),
        partisans(scene),
        luck(scene),
      ),
    );
  },
  guide: { title: "Turn", sign: "list", draw: checklist },
  beside: { title: "Arrivals", sign: "charts", draw: calendar },
  controls: { ...controls, ...claimControls },
  playback: toldOnly(["soviet", "axis"], ({ view }) => `Turn ${view.turn}`),
};
