/** The war in the East: its map, the phases of the month, battles with their odds, and both sides' forces. */

import { oddsBox } from "../../match/deciding/forecast.js";
import { openWords, shownWord } from "../../match/deciding/slots.js";
import { fill, h, narrow } from "../../shell/dom.js";
import { heading, monthName, plural } from "../../shell/words.js";
import { mapBoard } from "../map-board.js";
import { arrivals } from "./arrivals.js";
import { battleLines } from "./battles.js";
import { forces } from "./forces.js";
import { warMap } from "./map.js";
import { playbackOn } from "./playback.js";

/** Letters of a phase whose name takes much room. */
const LONG = 24;
/** So many units are named. */
const NAMED = 5;

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

const { known, map, parts } = mapBoard(
  "arsenal",
  (/** @type {Atlas} */ atlas, scene) => warMap(atlas, scene.board, scene.match.roles),
);

/** @param {Drawn} now */
const weather = (
  now,
) => (now.north === now.south
  ? `${heading(now.north)} everywhere`
  : `${heading(now.north)} in the north, ${now.south} in the south`);

/**
 * What has come and was not placed; replacements, which are lost, the server names itself.
 * @param {Scene} scene
 * @param {string} who
 */
function notPlaced(scene, who) {
  const dead = new Set(/** @type {Drawn} */ (scene.board).away[who]?.dead ?? []);
  const waiting = openWords(scene.offered("raise")?.slots[0]).filter((unit) => !dead.has(unit));
  if (!waiting.length) return [];
  const names = waiting.slice(0, NAMED).map(shownWord).join(", ");
  const more = waiting.length > NAMED ? ` and ${waiting.length - NAMED} more` : "";
  return [`Not placed this month: ${names}${more}. What is not lost waits for the next.`];
}

/**
 * How a phase is played on this page.
 * @type {{ [phase: string]: (now: Drawn, verbs: string[]) => string }}
 */
const HELP = {
  "Before play": () =>
    "The Soviet side may begin a new factory before the war. Pick its type, or let the chance go.",
  Industry: () =>
    "Factories that the front comes near can be entrained and sent east. Click a point with a " +
    "factory, or choose below.",
  "Replacements and reinforcements": (
    _,
    verbs,
  ) => (verbs.includes("raise")
    ? "What has come this month can be placed: drag a counter to a lit point, or click both. The next one " +
      "follows by itself."
    : "Nothing has come this month: end the phase."),
  "Strategic movement": (now) =>
    `By rail or sea behind the front, ${
      now.moves_left[now.side] ?? 0
    } moves left. Drag a framed stack to a lit point, or click it, choose counters and click the point. Who ` +
    "travels is dispersed until its next turn.",
  Operations: () =>
    "Drag a framed stack to a lit point, or click it, choose counters and click the point. Units sent against " +
    "the enemy wait until you fight for it; the odds of the whole battle are shown before.",
  Battle: (
    _,
    verbs,
  ) => (verbs.includes("stand")
    ? "You are attacked. Fight another round, or save what is left by going back, dispersed."
    : verbs.includes("press")
    ? "The defender stands. Press on, or break off and stay where you were."
    : "Aircraft may take part before the first round."),
};

/**
 * A decision of a battle with its odds beside the button.
 * @param {Offer} offer
 * @param {Scene} scene
 * @param {string} who
 */
function withOdds(offer, scene, who) {
  if (!scene.live) return null;
  const button = h("button", {
    type: "button",
    class: "btn go",
    "data-verb": offer.verb,
    onclick: () => scene.act([offer.verb], who),
  }, offer.label);
  const odds = oddsBox(scene, who, [[offer.verb]], true);
  const asked = `${scene.match.id} ${scene.match.version}`;
  if (asked !== seen) {
    seen = asked;
    // The button is in sight when its odds stand above it.
    new MutationObserver((_, watcher) => {
      watcher.disconnect();
      const now = narrow() ? null : document.querySelector(`.decision [data-verb="${offer.verb}"]`);
      now?.scrollIntoView({ block: "nearest" });
    }).observe(odds, { childList: true });
  }
  return h("div", { class: "offer own-control" }, odds, button);
}

/** The decision that was brought into sight last. */
let seen = "";

/** @type {import("../../match/types.d.ts").Board} */
export const arsenal = {
  ...parts,
  async ready() {
    await parts.ready?.();
    arsenal.playback = playbackOn(/** @type {Atlas} */ (known()));
  },
  plan: "map",
  open: true,
  title: "Map",
  sign: "map",
  headings: new Set(["month", "side_turn", "war_begins"]),
  thrower(event, roll, log) {
    const battle = log.events.findLast((one) =>
      one.id === "attack" && one.number <= event.number && one.values.point === event.values.point
    );
    const side = battle?.values.side ?? "";
    return /^def/i.test(roll.purpose)
      ? { axis: "soviet", soviet: "axis" }[/** @type {"axis" | "soviet"} */ (side)] ?? ""
      : side;
  },
  word: (word) =>
    [...(known()?.points ?? []), ...(known()?.units ?? []), ...(known()?.plants ?? [])].find((one) =>
      one.id === word
    )?.name,
  head({ board }) {
    const now = /** @type {Drawn} */ (board);
    return [
      h("span", { class: "when", text: monthName(now.month) }),
      h("span", {
        class: "small muted turn-of",
        text: `turn ${now.turn - now.first + 1} of ${now.last - now.first + 1}`,
      }),
      h("span", { class: "pill", text: weather(now) }),
    ];
  },
  strip({ board, log, at: when }) {
    const now = /** @type {Drawn} */ (board);
    if (!now.phase) return null;
    // In a battle it is the defender who decides, but the attacker's turn.
    const begun = now.phase === "Battle"
      ? log.events.findLast((event) => event.id === "side_turn" && event.number <= when)
      : undefined;
    const side = String(begun?.values.side ?? now.side);
    const phases = now.phase === "Before play"
      ? ["Before play"]
      : side === "soviet" || now.phase === "Industry"
      ? ["Industry", "Replacements and reinforcements", "Strategic movement", "Operations"]
      : ["Replacements and reinforcements", "Strategic movement", "Operations"];
    const at = now.phase === "Battle" ? "Operations" : now.phase;
    return h(
      "ol",
      { class: `phase-line ${side}`, "aria-label": "Phases" },
      side && now.phase !== "Before play" && h("li", { class: "whose", text: `${heading(side)} turn` }),
      phases.map((phase) =>
        h("li", {
          class: phase.length > LONG ? "wordy" : null,
          "aria-current": phase === at ? "step" : null,
          text: phase === at && now.phase === "Battle" ? "Operations: battle" : phase,
        })
      ),
    );
  },
  help: (decision, { board }) =>
    HELP[board?.phase]?.(board, decision.offers.map((offer) => offer.verb)) ?? "",
  beforehand: ({ verb }, scene, who) => verb === "done" ? Promise.resolve(notPlaced(scene, who)) : undefined,
  beside: {
    title: "Forces",
    sign: "list",
    draw(place, scene) {
      const atlas = known();
      if (scene.board && atlas) fill(place, forces(atlas, scene.board));
    },
  },
  foremost: ["attack"],
  controls: {
    attack(offer, scene, who) {
      const [points, atlas] = [openWords(offer.slots[0]), known()];
      if (!points.length || !scene.live || !atlas) return null;
      return h(
        "div",
        { class: "offer own-control battles" },
        h("div", { class: "own-head" }, h("b", { text: plural(points.length, "battle") + " prepared" })),
        battleLines(points, scene, who, atlas, (point) => {
          scene.show("board");
          map()?.show(point);
        }),
      );
    },
    raise(offer, scene, who) {
      const atlas = known();
      return atlas && scene.live ? arrivals(offer, scene, who, atlas, (event) => map()?.dropAt(event)) : null;
    },
    press: withOdds,
    stand: withOdds,
  },
};
