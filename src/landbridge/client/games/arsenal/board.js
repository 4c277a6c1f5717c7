/** The war in the East: its map, the phases of the month, battles with their odds, and both sides' forces. */

import { oddsBox } from "../../match/deciding/forecast.js";
import { openWords } from "../../match/deciding/slots.js";
import { atlas } from "../../shell/api.js";
import { fill, h } from "../../shell/dom.js";
import { heading, monthName, plural } from "../../shell/words.js";
import { arrivals } from "./arrivals.js";
import { battleLines } from "./battles.js";
import { forces } from "./forces.js";
import { warMap } from "./map.js";
import { playbackOn } from "./playback.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

/** The map that never changes. @type {Atlas | null} */
let known = null;
/** @type {WeakMap<HTMLElement, ReturnType<typeof warMap>>} */
const maps = new WeakMap();
/** @param {Drawn} now */
const weather = (
  now,
) => (now.north === now.south
  ? `${heading(now.north)} everywhere`
  : `${heading(now.north)} in the north, ${now.south} in the south`);

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

/** Where the map is drawn. @type {HTMLElement | null} */
let mapPlace = null;
const map = () => (mapPlace ? maps.get(mapPlace) : undefined);

/**
 * A decision of a battle with its odds beside the button.
 * @param {Offer} offer
 * @param {Scene} scene
 * @param {string} who
 */
const withOdds = (offer, scene, who) =>
  scene.live
    ? h(
      "div",
      { class: "offer own-control" },
      oddsBox(scene, who, [[offer.verb]], true),
      h("button", {
        type: "button",
        class: "btn go",
        "data-verb": offer.verb,
        onclick: () => scene.act([offer.verb], who),
      }, offer.label),
    )
    : null;

/** @type {import("../../match/types.d.ts").Board} */
export const arsenal = {
  async ready() {
    const found = /** @type {Atlas} */ (await atlas("arsenal"));
    known = found;
    arsenal.playback = playbackOn(found);
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
  word: (word) => [...(known?.points ?? []), ...(known?.units ?? [])].find((one) => one.id === word)?.name,
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
          "aria-current": phase === at ? "step" : null,
          text: phase === at && now.phase === "Battle" ? "Operations: battle" : phase,
        })
      ),
    );
  },
  help: (decision, { board }) =>
    HELP[board?.phase]?.(board, decision.offers.map((offer) => offer.verb)) ?? "",
  main(place, scene) {
    if (!scene.board || !known) return;
    const drawn = maps.get(place) ?? warMap(known, scene.board);
    maps.set(place, drawn);
    mapPlace = place;
    if (drawn.box.parentElement !== place) fill(place, drawn.box);
    drawn.draw(scene, scene.board);
  },
  beside: {
    title: "Forces",
    sign: "list",
    draw(place, scene) {
      if (scene.board && known) fill(place, forces(known, scene.board));
    },
  },
  foremost: ["attack"],
  controls: {
    attack(offer, scene, who) {
      const points = openWords(offer.slots[0]);
      if (!points.length || !scene.live || !known) return null;
      return h(
        "div",
        { class: "offer own-control battles" },
        h("div", { class: "own-head" }, h("b", { text: plural(points.length, "battle") + " prepared" })),
        battleLines(points, scene, who, known, (point) => {
          scene.show("board");
          map()?.show(point);
        }),
      );
    },
    raise: (offer, scene, who) =>
      known && scene.live ? arrivals(offer, scene, who, known, (event) => map()?.dropAt(event)) : null,
    press: withOdds,
    stand: withOdds,
  },
  shows: (place, word) => maps.get(place)?.shows(word) ?? false,
  find: (place, words) => maps.get(place)?.find(words) ?? false,
  back: (place) => maps.get(place)?.back() ?? false,
  close(place) {
    maps.get(place)?.close();
    maps.delete(place);
  },
};
