/**
 * What a player holds on a board: things chosen at one place and the verb meant for them. Going somewhere with
 * all of them is one gesture, done whole or not at all.
 */

import { check } from "../../shell/match-api.js";
import { barredWords, openWords, textOf } from "../deciding/slots.js";

/** @typedef {import("../types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Offer} Offer */

/**
 * @param {{
 *   scene: () => Scene | null,
 *   isPlace: (word: string) => boolean,
 *   changed: () => void,
 *   refused: (place: string, problem: import("../../shell/api.js").ApiError) => void,
 *   together?: (units: string[], verb: string) => string | null,
 * }} board `isPlace`: whether a word is a place on the board; `refused`: somebody cannot go there; `together`: how
 *   several are said as one word, where a game has one for that verb
 */
export function handOn({ scene, isPlace, changed, refused, together = () => null }) {
  /** @type {string[]} */
  let chosen = [];
  /** Whether whoever cannot go may stay: all were taken up at once, and none by name. */
  let loose = false;
  /** Done when it is known where what is chosen can go. @type {Promise<void>} */
  let opened = Promise.resolve();

  /** The offers that begin with this word, and whose they are. @param {string} word */
  const offersFor = (word) => {
    const now = scene();
    return (now?.live ? now.match.decisions : []).flatMap(({ offers, who }) =>
      offers.filter((offer) => openWords(offer.slots[0]).includes(word)).map((offer) => ({ offer, who }))
    );
  };

  /** Places that can be said next. */
  const lit = () => openWords(scene()?.form?.slot).filter(isPlace);

  /** Those of the chosen for which the open form is meant. */
  function those() {
    const form = scene()?.form;
    const first = form?.said[0];
    if (form && first && first === together(chosen, form.verb)) return [first];
    return first && chosen.length > 1 && chosen.includes(first) ? chosen : first ? [first] : [];
  }

  /** What would be done by going to a place, one action for each that was chosen. @param {string} to */
  function actionsTo(to) {
    const form = scene()?.form;
    if (!form) return [];
    if (!form.said.length) return [[form.verb, to]];
    return those().map((one) => [form.verb, one, ...form.said.slice(1), to]);
  }

  /**
   * Who would go to a place and who has to stay, with the reason. Those who were chosen one by one go together
   * or not at all.
   * @param {string} to
   * @returns {Promise<{ actions: string[][], staying: { unit: string, reason: string }[] }>}
   */
  async function planTo(to) {
    const [now, actions, units] = [scene(), actionsTo(to), those()];
    if (!now?.form || !loose || actions.length < 2) return { actions, staying: [] };
    const { each } = await check(now.match.id, now.form.who, actions.map(textOf));
    const going = actions.filter((_, at) => !each[at]);
    if (!going.length) return { actions: actions.slice(0, 1), staying: [] };
    return {
      actions: going,
      staying: units.flatMap((unit, at) => (each[at] ? [{ unit, reason: each[at] }] : [])),
    };
  }

  /** @param {string[]} next @param {string} verb @param {boolean} [all] whoever cannot go may stay */
  function choose(next, verb, all = false) {
    [chosen, loose] = [next, all];
    scene()?.hold(next);
    const form = scene()?.form;
    const word = together(next, verb) ?? next[0];
    if (!next.length) scene()?.drop();
    else if (form?.verb !== verb || form.said[0] !== word) {
      opened = scene()?.open(verb, [word], true) ?? opened;
    }
    changed();
  }

  return {
    offersFor,
    /** All with whom something can be done now. */
    able() {
      const now = scene();
      const offers = (now?.live ? now.match.decisions : []).flatMap((decision) => decision.offers);
      return new Set(offers.flatMap((offer) => openWords(offer.slots[0])));
    },
    lit,
    actionsTo,
    planTo,
    choose,
    /** Until it is known where what is chosen can go. */
    ready: () => opened,
    /** What is chosen. */
    chosen: () => chosen,
    /** Whether several are meant by what is being said. */
    several: () => those().length > 1,
    /** Why places cannot be said, where the game shows them all the same. */
    barred: () => barredWords(scene()?.form?.slot).filter((one) => isPlace(one.word)),
    /** What it costs to go to each lit place. @returns {{ [place: string]: string }} */
    costs() {
      const choices = scene()?.form?.slot?.choices ?? [];
      return Object.fromEntries(
        choices.flatMap((
          one,
        ) => (typeof one !== "string" && one.cost && !one.refused ? [[one.word, one.cost]] : [])),
      );
    },
    /**
     * The way to a lit place, as far as the game tells it: the places that are passed, and itself.
     * @param {string} to
     */
    wayTo(to) {
      const choices = scene()?.form?.slot?.choices ?? [];
      const after = new Map(
        choices.map((one) => (typeof one === "string" ? [one, ""] : [one.word, one.after ?? ""])),
      );
      const way = [to];
      while (after.get(way[0]) && way.length <= after.size) {
        way.unshift(/** @type {string} */ (after.get(way[0])));
      }
      return way;
    },
    /** Take one up, or put it down again. @param {string} one @param {string} verb */
    toggle(one, verb) {
      const same = scene()?.form?.verb === verb && chosen.length > 0;
      const without = chosen.filter((other) => other !== one);
      choose(!same ? [one] : without.length < chosen.length ? without : [...chosen, one], verb);
    },
    /** Nothing is held any more; what was being said is let go, if `drop`. @param {boolean} [drop] */
    clear(drop = true) {
      const had = chosen.length > 0;
      chosen = [];
      if (had) scene()?.hold([]);
      if (had && drop) scene()?.drop();
    },
    /**
     * Go to a lit place with all that is chosen, as one gesture.
     * @param {string} to
     * @returns {Promise<{ done: boolean, gone: string[], verb: string }>} `gone`: who has gone
     */
    async go(to) {
      const now = scene();
      const form = now?.form;
      const none = { done: false, gone: /** @type {string[]} */ ([]), verb: "" };
      if (!now || !form) return none;
      // What has still more to be said is gone on with word by word.
      const more = (now.offered(form.verb)?.slots.length ?? 0) > form.said.length + 1;
      if (more && those().length < 2) {
        now.say(to);
        return none;
      }
      const { actions: [first, ...then], staying } = await planTo(to);
      const gone = those().filter((one) => staying.every(({ unit }) => unit !== one));
      const done = await now.act(first, form.who, {
        then,
        refused(problem) {
          if (!problem.refused) return false;
          refused(to, problem);
          return true;
        },
      });
      if (done) {
        chosen = [];
        now.hold([]);
      }
      return { done, gone, verb: form.verb };
    },
  };
}
