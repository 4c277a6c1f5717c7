/** Belorussia on its map: the hexes, the counters, the phases of the player turn. */

import { fill, h } from "../../../shell/dom.js";
import { drafts } from "../../../shell/match-api.js";
import { heading } from "../../../shell/words.js";
import { toldOnly } from "../../../match/playback/told-only.js";
import { mapBoard } from "../../map-board.js";
import { answers, MEANS } from "./answers.js";
import { TRANSPORT, transportName, unpackAtlas } from "./atlas.js";
import { operationalMap } from "./map.js";
import { orderOfBattle } from "./order-of-battle.js";
import { phaseLine } from "./phases.js";
import { PLANNED } from "./attack/plan.js";
import { day, playbackOn } from "./playback.js";

/** @typedef {import("./atlas.js").Atlas} Atlas */
/** @typedef {import("./atlas.js").Drawn} Drawn */
/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../../api.d.ts").Offer} Offer */

const { known, map, parts } = mapBoard(
  "belorussia",
  (/** @type {Atlas} */ atlas, { board, match }) =>
    operationalMap(atlas, board, match.roles.includes(match.role) ? match.role : null),
  unpackAtlas,
);

/** Flight conditions. @type {{ [flight: string]: string }} */
const FLIGHTS = { full: "Full flight", limited: "Limited flight", none: "No flight" };

/** What each phase is for, in a line. @type {{ [phase: string]: string }} */
const HELP = {
  "Movement Phase":
    "Click a framed unit: the hexes that it reaches are lit with their costs. Click one of them, or drag the unit " +
    "there. N goes to the next unit. Modes and fuel are chosen under the map, before a unit moves.",
  "Breakout Segment": "Units without trace may try to get through to their own side.",
  "Barrage Segment": "Choose a hex, what in it is the target, and who fires. The odds are shown first.",
  Interception: "An enemy mission is over your Patrol Zone: send a fighter against it, or let it pass.",
  "Supply Phase": "Units without trace may eat off the map; whoever does not is Out of Supply.",
};

/**
 * Who has no trace as a side stands, so that a march ends no phase too early.
 * @param {Scene["match"]} match
 * @param {string} side
 */
async function withoutTrace({ id, role }, side) {
  const laid = await drafts(id, role, null, { shown: ["supply"] });
  const without = /** @type {string[]} */ (laid?.supply?.[side]?.without ?? []);
  const names = without.map((unit) => known()?.counters.find((piece) => piece.id === unit)?.name ?? unit);
  return names.length
    ? [
      `Without trace as they stand: ${
        names.join(", ")
      }. In the Supply Phase they eat off the map, or they are ` +
      "Out of Supply and roll for attrition.",
    ]
    : [];
}

/** @type {import("../../../match/types.d.ts").Board} */
export const campaignMap = {
  ...parts,
  async ready() {
    await parts.ready?.();
    campaignMap.playback = playbackOn(/** @type {Atlas} */ (known()));
  },
  plan: "map",
  wings: true,
  title: "Map",
  sign: "map",
  headings: new Set(["campaign_begins", "scenario_begins", "turn_begins", "player_turn_begins"]),
  word(word) {
    const names = word.split("+").map((id) =>
      TRANSPORT.test(id) ? transportName(id) : known()?.counters.find((piece) => piece.id === id)?.name
    );
    return names.includes(undefined) ? undefined : names.join(" and ");
  },
  head({ board }) {
    const now = /** @type {Drawn} */ (board);
    return [
      h("span", { class: "when", text: day(now.date, "2-digit") }),
      h("span", {
        class: "small muted turn-of",
        text: `turn ${now.turn - now.first + 1} of ${now.last - now.first + 1}`,
      }),
      now.ground && h("span", { class: "pill", text: heading(now.ground) }),
      now.flight && h("span", { class: "pill", text: FLIGHTS[now.flight] }),
      now.ice && h("span", { class: "pill", text: "Ice" }),
    ];
  },
  strip: ({ board, view }) => phaseLine(board, view.agenda ?? []),
  playback: {
    ...toldOnly(["soviet", "axis"], ({ board }) => day(board.date)),
    score: ({ board }) => board.score,
  },
  help: ({ offers }, { board }) =>
    offers.map(({ verb }) => MEANS[verb]).find(Boolean) ??
      // What a phase is for helps whoever plays it, not whoever is asked something in it.
      (offers.some(({ verb }) => verb === "finish") ? HELP[board?.phase] ?? "" : ""),
  beforehand: ({ verb }, { match, board }, who) =>
    verb === "finish" && board?.phase === "Movement Phase" ? withoutTrace(match, who) : undefined,
  beside: {
    title: "Armies",
    sign: "list",
    draw(place, scene) {
      const atlas = known();
      if (!scene.board || !atlas) return;
      fill(
        place,
        orderOfBattle(atlas, scene.board, (unit) => {
          scene.show("board");
          map()?.find([unit]);
        }),
      );
    },
  },
  controls: {
    ...Object.fromEntries(
      Object.keys(PLANNED).map((verb) => [
        verb,
        /** @param {Offer} offer @param {Scene} scene @param {string} who */
        (offer, scene, who) => map()?.plan.control(offer, scene, who) ?? null,
      ]),
    ),
    ...answers(() => map()?.unit),
  },
  next: (_, step) => map()?.next(step) ?? false,
};
