/**
 * An attack that is planned on the map before it is made: a hex, what in it, and who goes against it. The same for
 * overruns, barrages and air missions; nothing is done until it is committed.
 */

import { openWords, textOf } from "../../../../match/deciding/slots.js";
import { oddsOf } from "../../../../match/deciding/forecast.js";
import { fill, h, narrow } from "../../../../shell/dom.js";
import { check, next } from "../../../../shell/match-api.js";
import { chips } from "../../../../shell/parts.js";
import { capital, plainly } from "../../../../shell/words.js";

/** @typedef {import("../../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../../../board/types.d.ts").Unit} Unit */
/** @typedef {import("../../../../api.d.ts").Offer} Offer */
/** @typedef {import("../../../../api.d.ts").Odds} Odds */
/** @typedef {{ word: string, label: string }} Named */
/** An offer that can be made against a hex. @typedef {{ offer: Offer, who: string }} Way */
/**
 * @typedef {{
 *   way: Way,
 *   ways: Way[],
 *   hex: string,
 *   target: string,
 *   targets: Named[],
 *   units: string[],
 *   can: string[],
 *   fit: Set<string>,
 *   single: boolean,
 *   odds: Odds | null | undefined,
 *   refused: { text: string, rules: string[] } | null,
 * }} Plan
 *   `can`: all who may go against it; `fit`: those of them who may besides those that do; `odds`: undefined while they
 *   are counted, null where there are none
 */

/** What is planned on the map, the likeliest first, and what it is called against a hex. */
export const PLANNED = {
  attack: { on: "Attack on", act: "Attack" },
  bombard: { on: "Barrage of", act: "Fire" },
  overrun: { on: "Overrun of", act: "Overrun" },
  hipshoot: { on: "Hip Shoot at", act: "Fly" },
  sweep: { on: "Fighter Sweep over", act: "Fly" },
};
/** Verbs of which all who stand together go at once. */
const TOGETHER = new Set(["attack", "overrun"]);

/**
 * @param {{
 *   scene: () => Scene | null,
 *   placeOf: (unit: string) => string,
 *   unit: (id: string) => Unit | null,
 *   defenders: (hex: string) => Unit[],
 *   nameOf: (hex: string) => string,
 *   changed: () => void,
 * }} map
 */
export function attackPlan({ scene, placeOf, unit, defenders, nameOf, changed }) {
  /** @type {Plan | null} */
  let plan = null;
  const box = h("section", { class: "attack-plan", hidden: true });
  /** Where it stands on a phone: under the map. */
  const under = h("div", { class: "plan-under" });
  /** Where the plan stands beside its offer, by verb. @type {Map<string, HTMLElement>} */
  const places = new Map();
  /** The hexes of an offer, by version and verb. @type {Map<string, Promise<string[]>>} */
  const hexes = new Map();
  /** The position that the plan was made for. */
  let version = "";
  /** What is asked for a plan that is no longer the same is not taken. */
  let turn = 0;
  /** How a plan is drawn, fetched with the first. @type {typeof import("./plan-card.js").planCard | null} */
  let planCard = null;

  /** @param {Way} way */
  function hexesOf({ offer, who }) {
    const match = /** @type {Scene} */ (scene()).match;
    const known = openWords(offer.slots[0]);
    if (known.length) return Promise.resolve(known);
    const name = `${match.id} ${match.version} ${offer.verb}`;
    const asked = hexes.get(name) ?? next(match.id, who, offer.verb, []).then(openWords, () => []);
    hexes.set(name, asked);
    return asked;
  }

  /** All that can be done against a hex now. @param {string} hex */
  async function waysTo(hex) {
    const now = scene();
    if (!now?.live) return [];
    const ways = now.match.decisions.flatMap(({ offers, who }) =>
      offers.filter(({ verb }) => verb in PLANNED).map((offer) => ({ offer, who }))
    );
    const open = await Promise.all(ways.map(async (way) => (await hexesOf(way)).includes(hex)));
    const order = Object.keys(PLANNED);
    return ways.filter((_, at) => open[at]).sort((a, b) =>
      order.indexOf(a.offer.verb) - order.indexOf(b.offer.verb)
    );
  }

  /**
   * Plan something against a hex, with these units where they can.
   * @param {string} hex
   * @param {string[]} [chosen]
   * @returns {Promise<boolean>} false where nothing can be done against it
   */
  async function begin(hex, chosen = []) {
    const mine = ++turn;
    const ways = await waysTo(hex);
    if (ways.length && !planCard) {
      const card = await import("./plan-card.js");
      planCard = card.planCard;
    }
    if (!ways.length || mine !== turn) return false;
    await open(ways[0], ways, hex, chosen);
    return true;
  }

  /** @param {Way} way @param {Way[]} ways @param {string} hex @param {string[]} chosen @param {string} [target] */
  async function open(way, ways, hex, chosen, target = "") {
    const mine = ++turn;
    const { id } = /** @type {Scene} */ (scene()).match;
    const { offer, who } = way;
    /** @type {Named[]} */
    let targets = [];
    if (offer.slots[1]?.name === "target") {
      targets = namedOf(await next(id, who, offer.verb, [hex]));
      target ||= targets[0]?.word ?? "";
    }
    const prefix = [hex, target].filter(Boolean);
    const can = openWords(await next(id, who, offer.verb, prefix));
    if (mine !== turn) return;
    version = `${id} ${scene()?.match.version}`;
    plan = {
      way,
      ways,
      hex,
      target,
      targets,
      can,
      fit: new Set(can),
      units: [],
      single: offer.verb === "hipshoot",
      odds: undefined,
      refused: null,
    };
    const meant = can.filter((one) => chosen.includes(one));
    plan.units = bestFirst(meant.length ? meant : firstOf(can, offer.verb), offer.verb);
    await reckon();
    if (mine !== turn - 1 && mine !== turn) return;
    if (narrow()) return;
    // The button that commits is in sight; a plan that is longer than its pane is read from its head.
    for (const part of [".commit", ".plan-head, h2"]) {
      box.querySelector(part)?.scrollIntoView({ block: "nearest" });
    }
  }

  /** Who goes against a hex at first: the largest stack, or one alone. @param {string[]} can @param {string} verb */
  function firstOf(can, verb) {
    if (!TOGETHER.has(verb)) return can.slice(0, 1);
    /** @type {Map<string, string[]>} */
    const stacks = new Map();
    for (const one of can) stacks.set(placeOf(one), [...(stacks.get(placeOf(one)) ?? []), one]);
    return [...stacks.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  }

  /**
   * Whoever has the best action rating leads, unless the player says otherwise.
   * @param {string[]} units
   * @param {string} verb
   */
  function bestFirst(units, verb) {
    if (!TOGETHER.has(verb)) return units;
    const rating = (/** @type {string} */ one) => Number(unit(one)?.rating) || 0;
    const best = units.reduce((one, other) => (rating(other) > rating(one) ? other : one), units[0]);
    return [best, ...units.filter((one) => one !== best)];
  }

  /** @param {Plan} now */
  const wordsOf = ({ way, hex, target, units }) => [
    way.offer.verb,
    ...[hex, target].filter(Boolean),
    ...units,
  ];

  /** Have the odds worked out, who may join in, and what speaks against it. */
  async function reckon() {
    const [mine, now, seen] = [++turn, plan, scene()];
    if (!now || !seen) return;
    [now.odds, now.refused] = [now.units.length ? undefined : null, null];
    draw();
    changed();
    if (!now.units.length) return;
    const { offer, who } = now.way;
    const words = wordsOf(now);
    const [odds, found, fit] = await Promise.all([
      oddsOf(seen, who, [words]).catch(() => null),
      check(seen.match.id, who, [textOf(words)]).catch(() => null),
      TOGETHER.has(offer.verb) || now.single
        ? now.can
        : next(seen.match.id, who, offer.verb, words.slice(1)).then(openWords, () => []),
    ]);
    if (mine !== turn || plan !== now) return;
    now.odds = odds;
    now.refused = found && !found.ok ? { text: found.error, rules: found.rules } : null;
    now.fit = new Set(fit);
    draw();
  }

  function draw() {
    const verb = plan?.way.offer.verb ?? "";
    const [focused] = [document.activeElement].map((one) =>
      one instanceof HTMLElement && box.contains(one) ? one.dataset.part ?? "" : ""
    );
    box.hidden = !plan;
    for (const [name, place] of places) place.closest(".offer")?.classList.toggle("planned", name === verb);
    if (!plan || !planCard) return fill(box);
    const words = PLANNED[/** @type {keyof typeof PLANNED} */ (verb)];
    box.setAttribute("aria-label", `${words.on} ${nameOf(plan.hex)}`);
    fill(
      box,
      planCard(plan, {
        words,
        unit,
        placeOf,
        nameOf,
        defenders: defenders(plan.hex),
        coached: coached(plan),
        toggle,
        lead,
        close,
        commit,
        change: (way, target) => plan && open(way, plan.ways, plan.hex, plan.units, target),
        refusal: plan.refused &&
          h(
            "p",
            { class: "refused-plan small", role: "status" },
            capital(plainly(plan.refused.text)),
            ". ",
            chips(plan.refused.rules),
          ),
      }),
    );
    if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-part="${focused}"]`))?.focus();
    const place = narrow() ? under : places.get(verb);
    if (place && box.parentElement !== place) fill(place, box);
  }

  /** Who should go, the leader first, where a coach would have it so. @param {Plan} now @returns {string[] | null} */
  function coached(now) {
    const seen = scene();
    const prefix = wordsOf({ ...now, units: [] });
    if (!seen?.lights.words.has(now.hex)) return null;
    const step = seen.match.coach?.step?.lit.find((words) =>
      words.length > prefix.length && prefix.every((word, at) => word === words[at])
    );
    return step?.slice(prefix.length) ?? null;
  }

  /** Take a unit into the plan, or out of it. @param {string} one */
  function toggle(one) {
    if (!plan) return;
    const { units, single } = plan;
    plan.units = units.includes(one)
      ? units.filter((other) => other !== one)
      : single
      ? [one]
      : [...units, one];
    reckon();
  }

  /** All of a stack that may, or none of it. @param {string} hex */
  function toggleStack(hex) {
    if (!plan) return;
    const there = plan.can.filter((one) => placeOf(one) === hex);
    const now = plan;
    const inside = there.filter((one) => now.units.includes(one));
    if (plan.single) return toggle(there[0]);
    plan.units = inside.length
      ? plan.units.filter((one) => !inside.includes(one))
      : [...plan.units, ...there.filter((one) => now.fit.has(one))];
    reckon();
  }

  /** The unit that leads comes first. @param {string} one */
  function lead(one) {
    if (!plan) return;
    plan.units = [one, ...plan.units.filter((other) => other !== one)];
    reckon();
  }

  async function commit() {
    if (!plan?.units.length) return;
    const done = await scene()?.act(wordsOf(plan), plan.way.who);
    if (done) close();
  }

  function close() {
    turn++;
    plan = null;
    draw();
    changed();
  }

  return {
    under,
    begin,
    toggle,
    toggleStack,
    close,
    /** Who is in the plan. */
    units: () => plan?.units ?? [],
    /** Whether a unit may be in it. @param {string} one */
    can: (one) => plan?.can.includes(one) ?? false,
    /** The verbs that are offered against hexes now. */
    offered: () =>
      (scene()?.match.decisions ?? []).flatMap(({ offers }) =>
        offers.map(({ verb }) => verb).filter((verb) => verb in PLANNED)
      ),
    /** Against which hex something is planned. */
    hex: () => plan?.hex ?? "",
    /** From where those come who may go against it. */
    from: () => new Set(plan?.can.map(placeOf) ?? []),
    /** @returns {{ from: string, to: string }[]} */
    arrows() {
      const to = plan?.hex ?? "";
      return [...new Set(plan?.units.map(placeOf) ?? [])].map((from) => ({ from, to }));
    },
    /** A plan that was made for another position is let go. @param {Scene} now */
    follow(now) {
      if (plan && (!now.live || version !== `${now.match.id} ${now.match.version}`)) close();
      else if (plan) draw();
    },
    /**
     * The offer as it stands among the others, with the plan where there is one.
     * @param {Offer} offer
     * @param {Scene} now
     * @param {string} who
     */
    control(offer, now, who) {
      if (!now.live) return null;
      const { verb } = offer;
      const place = h("div", { class: "plan-place" });
      const expanded = now.form?.verb === verb && now.form.who === who;
      places.set(verb, place);
      if (plan?.way.offer.verb === verb && !narrow()) place.append(box);
      return h(
        "div",
        { class: `offer own-control plan-offer${plan?.way.offer.verb === verb ? " planned" : ""}` },
        place,
        h(
          "div",
          { class: "offer-line" },
          h("button", {
            type: "button",
            class: "btn offered",
            "data-verb": verb,
            "aria-expanded": String(expanded),
            text: offer.label,
            onclick: () => (expanded ? now.drop() : void now.open(verb)),
          }),
          h("span", { class: "small muted", text: "or click their stack on the map" }),
        ),
      );
    },
  };
}

/** The words of a slot with their names. @param {import("../../../../api.d.ts").Slot | null} slot */
const namedOf = (slot) =>
  (slot?.choices ?? []).map((one) =>
    typeof one === "string" ? { word: one, label: one } : { word: one.word, label: one.label ?? one.word }
  );
