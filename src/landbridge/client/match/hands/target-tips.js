/**
 * What a place on a board says before anybody goes there: the way, the odds of the whole act, or why not. What is
 * refused keeps what is held.
 */

import { announce, h } from "../../shell/dom.js";
import { check } from "../../shell/match-api.js";
import { chips } from "../../shell/parts.js";
import { asPrinted, capital, plainly, plural } from "../../shell/words.js";
import { oddsOf, oddsPicture } from "../deciding/forecast.js";
import { textOf } from "../deciding/slots.js";

/** @typedef {import("../types.d.ts").Scene} Scene */
/** @typedef {import("../../shell/types.d.ts").Child} Child */

/** Milliseconds that a place is looked at before anything is asked about it. */
const PAUSE = 90;

/**
 * @param {{
 *   scene: () => Scene | null,
 *   hand: ReturnType<typeof import("./hand.js").handOn>,
 *   tip: (place: string, inside: Child) => void,
 *   mark: (marks: { barred: string, path?: string[] }) => void,
 *   wayTo: (place: string) => string[],
 *   nameOf: (place: string) => string,
 *   describe: (place: string) => string,
 *   holds: (place: string) => boolean,
 *   tally?: (place: string) => Promise<Child>,
 * }} board `describe`: a place to which nobody goes, in a few words; `holds`: whether what is chosen stands there;
 *   `tally`: what the way there costs, hex by hex
 */
export function targetTips({ scene, hand, tip, mark, wayTo, nameOf, describe, holds, tally }) {
  let [pause, hovered] = [0, ""];
  /** A place that a finger has touched once: the next time it is meant. */
  let touched = "";

  /** @param {string | null} id */
  function hover(id) {
    clearTimeout(pause);
    hovered = id ?? "";
    mark({ barred: "", path: id && hand.lit().includes(id) ? wayTo(id) : [] });
    if (!id) return tip("", null);
    pause = window.setTimeout(() => say(id), PAUSE);
  }

  /** @param {string} id */
  async function say(id) {
    const form = scene()?.form;
    const choosing = form?.said.length && form.slot && (form.slot.choices.length === 0 || hand.lit().length);
    if (!form || !choosing || holds(id)) {
      tip(id, [h("b", { text: nameOf(id) }), h("span", { class: "small muted", text: ` ${describe(id)}` })]);
    } else if (hand.lit().includes(id)) await sayOdds(id, form);
    else await explain(id);
  }

  /** @param {string} id @param {NonNullable<Scene["form"]>} form */
  async function sayOdds(id, form) {
    const now = scene();
    const { actions, staying } = await hand.planTo(id).catch(() => ({
      actions: hand.actionsTo(id),
      staying: [],
    }));
    if (hovered !== id) return;
    const more = [
      actions.length > 1 ? plural(actions.length, "unit") : "",
      asPrinted(hand.costs()[id] ?? ""),
    ];
    const commit = [
      staying.length > 0 && h("p", {
        class: "small",
        text: `${plural(staying.length, "unit stays", "units stay")}: ${plainly(staying[0].reason)}`,
      }),
      touched === id && h("p", { class: "small hint", text: "Touch it again to commit." }),
    ];
    const title = [
      h("b", { text: `To ${nameOf(id)}` }),
      h("span", { class: "small muted", text: ` ${more.filter(Boolean).join(" · ")}` }),
    ];
    tip(id, [title, commit]);
    const sum = await tally?.(id).catch(() => null);
    if (hovered !== id) return;
    if (sum) return tip(id, [title, sum, commit]);
    const odds = now && await oddsOf(now, form.who, actions).catch((problem) => {
      if (hovered === id && problem.refused) refuse(id, problem.refused, problem.rules);
      return null;
    });
    if (odds && hovered === id && scene()?.form === form) tip(id, [oddsPicture(odds, true), commit]);
  }

  /** Why what is held cannot go to a place. @param {string} id */
  async function explain(id) {
    const now = scene();
    if (!now?.form) return;
    hovered = id;
    const known = hand.barred().find((one) => one.word === id);
    if (known) return refuse(id, known.refused ?? "", known.rules ?? []);
    const actions = hand.actionsTo(id).slice(0, 1).map(textOf);
    const found = await check(now.match.id, now.form.who, actions).catch(() => null);
    if (found && !found.ok && hovered === id) refuse(id, found.error, found.rules);
  }

  /** @param {string} id @param {string} reason @param {string[]} rules */
  function refuse(id, reason, rules) {
    mark({ barred: id });
    tip(id, [
      h("b", { class: "no", text: `${nameOf(id)}: refused` }),
      h("p", { class: "small" }, asPrinted(capital(plainly(reason))), chips(rules)),
    ]);
    announce(`${nameOf(id)}: ${plainly(reason)}`);
  }

  return {
    hover,
    explain,
    refuse,
    /** Show what a touched place promises; false where it has been touched before. @param {string} id */
    touch(id) {
      if (touched === id) return false;
      touched = id;
      hovered = id;
      mark({ barred: "", path: wayTo(id) });
      say(id);
      return true;
    },
    /** The next touch is a first one. */
    forget() {
      touched = "";
    },
  };
}
