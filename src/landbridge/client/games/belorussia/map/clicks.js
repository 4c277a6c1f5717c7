/**
 * What a click on the map means: units are taken up, put down or go, an attack is planned, and what cannot act says
 * why.
 */

import { openWords } from "../../../match/deciding/slots.js";
import { whyNot } from "../../../shell/match-api.js";
import { capital, plainly } from "../../../shell/words.js";
import { TRANSPORT } from "./atlas.js";
import { offerOf } from "./going-on.js";
import { notStruck } from "./words.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../../board/types.d.ts").Unit} Unit */

/**
 * @param {object} parts
 * @param {() => Scene | null} parts.scene
 * @param {ReturnType<typeof import("../../../match/hands/hand.js").handOn>} parts.hand
 * @param {ReturnType<typeof import("./attack/plan.js").attackPlan>} parts.plan
 * @param {ReturnType<typeof import("../../../match/hands/target-tips.js").targetTips>} parts.tips
 * @param {Pick<ReturnType<typeof import("../../../board/hexes/board.js").hexBoard>, "fan" | "bring">} parts.board
 * @param {(unit: string) => string | undefined} parts.placeOf the hex of a unit
 * @param {(unit: string) => string | undefined} parts.sideOf
 * @param {(hex: string) => Unit[]} parts.stackIn the topmost last
 * @param {(text: string, rules?: string[]) => void} parts.say
 * @param {() => void} parts.changed
 */
export function clicksOn(
  { scene, hand, plan, tips, board, placeOf, sideOf, stackIn, say, changed },
) {
  /** A unit that was clicked and cannot march now; other things can be done with it all the same. */
  let looked = "";

  /** Whether what is chosen stands in a hex. @param {string} hex */
  function holds(hex) {
    return hand.chosen().some((unit) => placeOf(unit) === hex);
  }

  /** The units of a hex with which something can be done, the topmost last. @param {string} hex */
  const ableAt = (hex) => stackIn(hex).map((unit) => unit.id).filter((unit) => hand.able().has(unit));

  /** Take units up for what is being said, or for what is offered first. @param {string[]} units */
  function take(units) {
    if (!units.length) return;
    // What would be done by naming a unit alone is done by its button, not by a look at it.
    const verbs = hand.offersFor(units[0]).filter(({ offer }) => offer.slots.length > 1)
      .map(({ offer }) => offer.verb);
    if (!verbs.length) return void reason(units[0]);
    looked = "";
    say("");
    const open = scene()?.form?.verb ?? "";
    hand.choose(units, verbs.includes(open) ? open : verbs[0]);
  }

  /**
   * @param {string} hex
   * @param {string | null} unit
   * @param {boolean} fanned
   * @param {boolean} touch
   * @returns {boolean} that was all: no stack is opened
   */
  function pick(hex, unit, fanned, touch) {
    if (!fanned && !holds(hex) && hand.lit().includes(hex)) {
      // On touch the way and its price come first: the second touch means it.
      if (!touch || !tips.touch(hex)) go(hex);
      return true;
    }
    const now = scene();
    tips.forget();
    tips.hover(null);
    looked = "";
    if (unit && plan.can(unit)) {
      if (fanned) plan.toggle(unit);
      else plan.toggleStack(hex);
      return false;
    }
    if (isTheirs(hex) && !fanned && now?.live) {
      strike(hex);
      return true;
    }
    const form = now?.form;
    if (unit && form?.said.length && openWords(form.slot).includes(unit)) {
      now?.say(unit);
      return true;
    }
    if (fanned && unit && hand.able().has(unit)) {
      // Trucks are not meant to go with the combat unit that was taken up first.
      const alike = TRANSPORT.test(unit) === TRANSPORT.test(hand.chosen()[0] ?? unit);
      if (holds(hex) && form && alike) hand.toggle(unit, form.verb);
      else take([unit]);
      return false;
    }
    const able = fanned ? [] : ableAt(hex);
    if (hand.chosen().length && !holds(hex) && !able.length) {
      tips.explain(hex);
      return true;
    }
    if (able.length && !holds(hex)) {
      take(able.slice(-1));
      return false;
    }
    const offer = now?.live && !fanned && !form && !hand.chosen().length
      ? offerOf(now, hex, openWords)
      : undefined;
    if (
      offer && (now?.lights.words.has(hex) || ![...hand.able()].some((word) => placeOf(word) !== undefined))
    ) {
      now?.open(offer.verb, [hex], true);
      return true;
    }
    if (holds(hex) && !fanned && stackIn(hex).length < 2) put();
    else if (unit && !able.length) reason(unit);
    return false;
  }

  /** Whether others than those who act are seen in a hex. @param {string} hex */
  function isTheirs(hex) {
    const side = stackIn(hex).at(-1)?.side;
    return side !== undefined && (scene()?.match.decisions ?? []).some(({ who }) => who !== side);
  }

  /** Plan an attack on a hex; where none can be made, say why it cannot be entered. @param {string} hex */
  async function strike(hex) {
    const chosen = hand.chosen();
    if (hex === plan.hex()) return plan.close();
    if (await plan.begin(hex, chosen)) {
      board.fan("");
      hand.clear();
      say("");
      board.bring(hex);
    } else if (chosen.length) tips.explain(hex);
    else say(notStruck(hex, plan.offered()), ["OCS-2.2-1"]);
  }

  /** Put down what is held. */
  function put() {
    hand.clear();
    tips.hover(null);
    changed();
  }

  /** All that is held goes to a lit hex. @param {string} hex */
  async function go(hex) {
    tips.hover(null);
    tips.forget();
    board.fan("");
    const { done } = await hand.go(hex);
    if (done) say("");
    return done;
  }

  /** The unit that was looked at, or got an order, is still in hand; what was said of it before holds no longer. */
  function goOn(/** @type {string} */ prepared) {
    const unit = prepared || looked;
    if (scene()?.form || hand.chosen().length) return;
    if (!unit) return say("");
    if (prepared && hand.able().has(unit)) take([unit]);
    else if (placeOf(unit) !== undefined) reason(unit);
    else say("");
  }

  /** Why a unit cannot act. @param {string} unit */
  async function reason(unit) {
    const [now, side] = [scene(), sideOf(unit)];
    const own = now?.match.decisions.some(({ who }) => who === side);
    if (!now?.live || !side || !own) return say("");
    // What is done next is done with the one that was clicked, not with what was held before.
    if (hand.chosen().length) put();
    looked = unit;
    changed();
    const found = await whyNot(now.match.id, side, [unit]).catch(() => ({}));
    const why = /** @type {{ [unit: string]: { text: string, rules: string[] } }} */ (found)[unit];
    if (!why) say("");
    else say(capital(plainly(why.text)).replace(/\.?$/, "."), why.rules);
  }

  return {
    ableAt,
    go,
    goOn,
    holds,
    pick,
    put,
    reason,
    take,
    looked: () => looked,
    /** Another phase begins: what was clicked is clicked no longer. */
    forget() {
      looked = "";
    },
  };
}
