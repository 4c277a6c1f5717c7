/**
 * The date as a checklist: preparations, the battle, and every step of the Reorganisation Phase with its
 * rule.
 */

import { fill, h, icon } from "../../shell/dom.js";
import { badge, chips } from "../../shell/parts.js";
import { heading } from "../../shell/words.js";
import { dateName, stepOf } from "./drafts.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Drafts} Drafts */
/**
 * @typedef {{
 *   text: string,
 *   number: string,
 *   state: "done" | "now" | "todo",
 *   known: boolean,
 *   rules: string[],
 *   more: string,
 * }} Item
 */

const BEFORE = [
  ["Prepare", "8.6", "Purchases, Fortifications, Reconnaissance"],
  ["Wind", "9.2", "Wind"],
  ["SetUp", "8.1", "Set-up"],
  ["Inspection", "8.9", "Inspection"],
  ["Battle", "9.3", "The battle, and its reports"],
  ["Aftermath", "9.4", "Both reports settled"],
];
/** What Reorganisation steps the preparations of the next date stand for. */
const LATER = new Set(["8.6", "8.62", "8.8", "8.9", "9.2", "9.3"]);

/** @param {Scene} scene @param {Drafts | null} drafts @returns {{ title: string, items: Item[] }[]} */
export function stepsOf({ view }, drafts) {
  const type = stepOf(view);
  const walking = view.agenda.find((/** @type {any} */ step) => step.type === "NextStep");
  const at = BEFORE.findIndex(([name]) => name === type);
  const before = (/** @type {boolean} */ over) =>
    BEFORE.filter(([name]) => name !== "Inspection" || type === "Inspection").map(([name, number, text]) => {
      const place = BEFORE.findIndex(([one]) => one === name);
      const now = !over && place === at;
      return {
        text,
        number,
        state: /** @type {Item["state"]} */ (over || place < at ? "done" : now ? "now" : "todo"),
        known: true,
        rules: [],
        more: now ? waitingFor(view.agenda[0]) : "",
      };
    });
  const left = new Set(walking?.left ?? []);
  const steps = (drafts?.steps ?? []).filter((step) => !LATER.has(step.number));
  const first = steps.findIndex((step) => left.has(step.number));
  const now = !walking ? -1 : first < 0 ? steps.length - 1 : first - 1;
  const preparing = walking && at >= 0;
  const after = {
    title: walking ? `Reorganisation after ${dateName(walking.after)}` : "Reorganisation",
    items: steps.map((step, place) => {
      const here = place === now && !preparing;
      return {
        text: step.title,
        number: step.number,
        known: step.known,
        rules: step.rules,
        more: here ? step.done : "",
        state:
          /** @type {Item["state"]} */ (!walking ? "todo" : here ? "now" : place <= now ? "done" : "todo"),
      };
    }),
  };
  // The next date is prepared while the Reorganisation Phase of the last one still goes on.
  if (preparing) return [after, { title: `${dateName(view.date)}: to the battle`, items: before(false) }];
  return [{
    title: `${dateName(walking?.after ?? view.date)}: to the battle and back`,
    items: before(Boolean(walking) || at < 0),
  }, after];
}

/** @param {any} step */
const waitingFor = (
  step,
) => (step.waiting?.length ? `waiting for ${step.waiting.map(heading).join(" and ")}` : "");

/** @param {HTMLElement} place @param {Scene} scene @param {Drafts | null} drafts */
export function drawSteps(place, scene, drafts) {
  const parts = stepsOf(scene, drafts);
  const items = parts.flatMap((part) => part.items);
  const done = items.filter((item) => item.state === "done").length;
  fill(
    place,
    h(
      "div",
      { class: "os" },
      h(
        "p",
        { class: "small muted os-sum" },
        h("b", { text: `${done} of ${items.length}` }),
        " steps of this date done",
      ),
      parts.map((part) =>
        h("section", {}, h("h2", { text: part.title }), h("ul", { class: "ck" }, part.items.map(line)))
      ),
      h(
        "p",
        { class: "small faint os-sum" },
        badge("reconstruction"),
        " The text of these steps is lost; a reconstruction stands in for them.",
      ),
    ),
  );
  const now = /** @type {HTMLElement | null} */ (place.querySelector("li.now"));
  if (now && place.scrollHeight > place.clientHeight) {
    place.scrollTop = Math.max(0, now.offsetTop - place.clientHeight / 3);
  }
}

/** @param {Item} item */
const line = (item) =>
  h(
    "li",
    {
      class: `${item.state}${item.known ? "" : " lost-text"}`,
      "aria-current": item.state === "now" ? "step" : null,
    },
    h("span", {
      class: "bx",
      role: "img",
      "aria-label": item.state === "done" ? "done" : item.state === "now" ? "to do now" : "later",
    }, item.state === "done" && icon("ok", 13)),
    h(
      "span",
      {},
      h("span", { class: "mono os-number", text: `${item.number} ` }),
      item.text,
      !item.known &&
        [
          " ",
          h("span", {
            class: "os-lost",
            title: "Reconstructed: the document's text of this step is lost",
            text: "reconstructed",
          }),
        ],
    ),
    (item.more || (item.state === "now" && item.rules.length > 0)) &&
      h("span", { class: "sub" }, item.more, chips(item.state === "now" ? item.rules : [])),
  );
