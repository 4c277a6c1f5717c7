/** The war in the East: its map, the phases of the month, battles with their odds, and both sides' forces. */

import { counter } from "../../board/counter.js";
import { oddsBox } from "../../match/deciding/forecast.js";
import { openWords } from "../../match/deciding/slots.js";
import { atlas } from "../../shell/api.js";
import { fill, h } from "../../shell/dom.js";
import { next } from "../../shell/match-api.js";
import { chips } from "../../shell/parts.js";
import { heading, monthName, plural } from "../../shell/words.js";
import { forces } from "./forces.js";
import { warMap } from "./map.js";
import { unitOf } from "./units.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

/** The map that never changes. @type {Atlas | null} */
let known = null;
/** @type {WeakMap<HTMLElement, ReturnType<typeof warMap>>} */
const maps = new WeakMap();
/** Air units that fly in each attack, until it is made. @type {Map<string, number>} */
const flying = new Map();

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
    ? "What has come this month can be placed: choose a unit and where it goes."
    : "Nothing has come this month: end the phase."),
  "Strategic movement": (now) =>
    `By rail or sea behind the front, ${
      now.moves_left[now.side] ?? 0
    } moves left. Click a point, choose counters, then a lit point. Who travels is dispersed until its next turn.`,
  Operations: () =>
    "Click a point with your units, choose counters, then a lit point. Units sent against the enemy " +
    "wait until you fight for the point; the odds are shown before.",
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
 * One attack that is ready to be fought: who against whom, with how many aircraft, and its odds.
 * @param {string} point
 * @param {Offer} offer
 * @param {Scene} scene
 * @param {string} who
 */
function attack(point, offer, scene, who) {
  const now = /** @type {Drawn} */ (scene.board);
  const row = h("div", { class: "battle", "data-point": point });
  const name = known?.points.find((one) => one.id === point)?.name ?? point;
  const pieces = (/** @type {Drawn["units"]} */ units) =>
    h(
      "span",
      { class: "row" },
      units.flatMap((unit) => {
        const piece = known?.units.find((one) => one.id === unit.id);
        return piece ? [counter(unitOf(piece, unit), 34)] : [];
      }),
    );
  const key = `${scene.match.id} ${scene.match.version} ${point}`;
  const words = () => ["attack", point, ...(flying.get(key) ? [String(flying.get(key))] : [])];
  const air = h("div", { class: "air" });
  const odds = h("div");
  const draw = () => {
    fill(odds, oddsBox(scene, who, [words()]));
  };
  next(scene.match.id, who, "attack", [point]).then((slot) => {
    const most = slot?.high ?? 0;
    if (!most) return;
    const count = h("output", { "aria-label": "Air units that fly", text: flying.get(key) ?? 0 });
    const by = (/** @type {number} */ step) => {
      flying.set(key, Math.max(0, Math.min(most, (flying.get(key) ?? 0) + step)));
      count.textContent = String(flying.get(key));
      draw();
    };
    fill(
      air,
      h("span", { class: "small muted", text: `Air units, up to ${most}` }),
      h(
        "span",
        { class: "stepper" },
        h("button", {
          type: "button",
          "aria-label": `One air unit less for ${name}`,
          text: "−",
          onclick: () => by(-1),
        }),
        count,
        h("button", {
          type: "button",
          "aria-label": `One air unit more for ${name}`,
          text: "+",
          onclick: () => by(1),
        }),
      ),
    );
  }, () => {});
  draw();
  fill(
    row,
    h(
      "div",
      { class: "own-head" },
      h("b", { text: name }),
      h("span", { class: "chips" }, chips(offer.rules)),
    ),
    h(
      "div",
      { class: "versus" },
      pieces(now.units.filter((unit) => unit.aim === point)),
      h("span", { class: "small muted", text: "against" }),
      pieces(now.units.filter((unit) => unit.at === point)),
    ),
    air,
    odds,
    h("button", {
      type: "button",
      class: "btn go",
      "data-verb": "attack",
      onclick: () => scene.act(words(), who),
    }, `Fight for ${name}`),
  );
  return row;
}

/** @type {import("../../match/types.d.ts").Board} */
export const arsenal = {
  async ready() {
    known = await atlas("arsenal");
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
  word: (word) => known?.points.find((point) => point.id === word)?.name,
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
    let map = maps.get(place);
    if (!map) {
      map = warMap(known, scene.board);
      maps.set(place, map);
    }
    if (map.box.parentElement !== place) fill(place, map.box);
    map.draw(scene, scene.board);
  },
  beside: {
    title: "Forces",
    sign: "list",
    draw(place, scene) {
      if (scene.board && known) fill(place, forces(known, scene.board));
    },
  },
  controls: {
    attack(offer, scene, who) {
      const points = openWords(offer.slots[0]);
      if (!points.length || !scene.live || !known) return null;
      return h(
        "div",
        { class: "offer own-control battles" },
        h("div", { class: "own-head" }, h("b", { text: plural(points.length, "battle") + " prepared" })),
        points.map((point) => attack(point, offer, scene, who)),
      );
    },
    press(offer, scene, who) {
      if (!scene.live) return null;
      return h(
        "div",
        { class: "offer own-control" },
        oddsBox(scene, who, [["press"]]),
        h("button", {
          type: "button",
          class: "btn go",
          "data-verb": "press",
          onclick: () => scene.act(["press"], who),
        }, offer.label),
      );
    },
  },
  shows: (place, word) => maps.get(place)?.shows(word) ?? false,
  find: (place, words) => maps.get(place)?.find(words) ?? false,
  back: (place) => maps.get(place)?.back() ?? false,
  close(place) {
    maps.get(place)?.close();
    maps.delete(place);
  },
};
