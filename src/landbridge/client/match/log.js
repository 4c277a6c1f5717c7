/**
 * The log: what happened, in sentences with dice and rules, the newest first, under the headings of its
 * phases.
 */

import { fill, h } from "../shell/dom.js";
import { chips, thrown } from "../shell/parts.js";
import { coloursOf } from "../shell/sides.js";
import { heading, range, sentence, signed } from "../shell/words.js";

/** @typedef {import("../api.d.ts").EventView} EventView */
/** @typedef {import("./types.d.ts").Scene} Scene */

/** Events that open a part of the log, where the game does not say which do. */
const BEGINS = /(^|_)(begins?|begin|opens|starts)$|^(round|turn|phase)_over$/;
/** So many parts are shown; older ones on demand. */
const PARTS = 12;
/** What people ended the match with; it comes after the last action. */
const END = "match_ended";

/**
 * Who throws a die in the game that is shown, where its words do not say so.
 * @type {((event: EventView, roll: import("../api.d.ts").Roll) => string) | undefined}
 */
let thrower;

/** @param {(event: EventView, roll: import("../api.d.ts").Roll) => string} [who] */
export function nameThrowers(who) {
  thrower = who;
}

/**
 * The dice of a roll, in the colours of who throws.
 * @param {import("../api.d.ts").Roll} roll
 * @param {EventView} [event] what tells of it
 */
export function diceOf(roll, event) {
  const owner = ownerOf(roll.purpose) || ownerOf((event?.id ?? "").replaceAll("_", " ")) ||
    (event && thrower?.(event, roll)) || "";
  const box = roll.dice.endsWith("d6") ? thrown(roll) : h(
    "span",
    { class: "dice" },
    h("span", { class: "die sum", role: "img", "aria-label": `drawn ${roll.total}`, text: roll.total }),
  );
  const colours = coloursOf(owner);
  if (colours) { for (const one of box.querySelectorAll(".die")) one.classList.add(colours); }
  return box;
}

/** Whose dice these words tell of, if they do. @param {string} words */
export function ownerOf(words) {
  const first = /^[a-z]+\b/i.exec(words)?.[0].toLowerCase() ?? "";
  return coloursOf(first) ? first : "";
}

/**
 * What a roll was read at, in a few words: "5 + 2, −1 in 1944: 6-8".
 * @param {import("../api.d.ts").Roll} roll
 */
function reading(roll) {
  const { modifiers, total } = roll.modifiers ?? { modifiers: [], total: 0 };
  const sum = roll.faces.length > 1 ? `= ${roll.total}` : "";
  const added = modifiers.map((one) => `${signed(one.value)} ${one.reason}`).join(", ");
  const row = roll.row && roll.row !== ".." ? `row ${range(roll.row)}` : "";
  return [sum, added, modifiers.length ? `read at ${signed(roll.total + Number(total), false)}` : "", row]
    .filter(Boolean).join(", ");
}

/**
 * What the rolls of an event were read at; those that say the same are said once.
 * @param {import("../api.d.ts").Roll[]} rolls
 */
function readings(rolls) {
  /** @type {Map<string, number>} */
  const said = new Map();
  for (const roll of rolls) {
    if (roll.faces.length && reading(roll)) {
      said.set(`${roll.purpose} ${reading(roll)}`, (said.get(`${roll.purpose} ${reading(roll)}`) ?? 0) + 1);
    }
  }
  return said.size > 3
    ? ""
    : [...said].map(([text, times]) => ` ${text}${times > 1 ? `, ${times} times` : ""}.`).join("");
}

/**
 * One event as a line.
 * @param {EventView} event
 */
export const eventLine = (event) => [
  event.rolls.filter((roll) => roll.faces.length).map((roll) => [
    h("span", { class: "rolled", title: `${roll.purpose}: ${reading(roll)}` }, diceOf(roll, event)),
    " ",
  ]),
  h("span", { class: "sentence", text: sentence(event.text) }),
  h("span", { class: "rolls small faint" }, readings(event.rolls)),
  chips(event.rules.slice(0, 4)),
  event.rules.length > 4 &&
  h(
    "details",
    { class: "more-rules" },
    h("summary", { text: `${event.rules.length - 4} more` }),
    chips(event.rules.slice(4)),
  ),
];

/** @param {HTMLElement} place @param {{ go: (number: number) => void, headings?: Set<string> }} options */
export function logPanel(place, { go, headings }) {
  const list = h("div", {
    class: "log",
    role: "log",
    "aria-label": "Log",
    "aria-live": "off",
    tabindex: "-1",
  });
  let all = false;
  /** @type {Scene | null} */
  let shown = null;
  fill(place, list);

  /** @param {EventView} event */
  const isHeading = (event) => headings?.has(event.id) ?? BEGINS.test(event.id);

  function draw() {
    if (!shown) return;
    const scene = shown;
    const who = new Map(scene.log.actions.map((action) => [action.number, action]));
    /** @type {{ heads: EventView[], events: EventView[] }[]} */
    const parts = [{ heads: [], events: [] }];
    for (const event of scene.log.events) {
      if (event.number > scene.at && !(scene.live && event.id === END)) continue;
      // A turn and the phase that opens it stand over the same events.
      if (isHeading(event) && !parts[parts.length - 1].events.length) {
        parts[parts.length - 1].heads.push(event);
      } else if (isHeading(event)) parts.push({ heads: [event], events: [] });
      else parts[parts.length - 1].events.push(event);
    }
    const filled = parts.filter((part) => part.heads.length || part.events.length).reverse();
    const kept = all ? filled : filled.slice(0, PARTS);
    fill(
      list,
      !filled.length &&
        h("p", {
          class: "muted small pad",
          text: "Nothing has happened yet. Every action is told here with its dice and its rules.",
        }),
      kept.map(({ heads, events }) =>
        h(
          "section",
          {},
          heads.length > 0 &&
            h(
              "h3",
              { class: "over", role: "heading", "aria-level": 2 },
              h(
                "span",
                {},
                heads.map((head) =>
                  h(
                    "span",
                    { class: "begun" },
                    sentence(head.text).replace(/\.$/, ""),
                    " ",
                    chips(head.rules.slice(0, 2)),
                  )
                ),
              ),
              since(heads[0].number, scene),
            ),
          h(
            "ol",
            {},
            newestFirst(events).map(({ event, first }) => {
              const action = who.get(event.number);
              return h(
                "li",
                { "data-id": event.id, class: first ? null : "same" },
                first ? numberOf(event.number, scene, event.id === END ? "end" : "") : h("span", {}),
                h(
                  "div",
                  {},
                  first && action?.declared.length
                    ? h("span", { class: "pill plan", text: "declared" })
                    : null,
                  first && action?.by
                    ? [
                      h("span", {
                        class: "pill plan acted-by",
                        text: `the ${action.by}, for the ${heading(action.who)}`,
                      }),
                      " ",
                    ]
                    : null,
                  eventLine(event),
                ),
              );
            }),
          ),
        )
      ),
      kept.length < filled.length &&
        h(
          "p",
          { class: "pad" },
          h("button", {
            type: "button",
            class: "btn small",
            text: `Show all ${filled.length} parts`,
            onclick: () => {
              all = true;
              draw();
            },
          }),
        ),
    );
  }

  /**
   * @param {number} number
   * @param {Scene} scene
   * @param {string} [text] what it says, where that is more than the number
   */
  function numberOf(number, scene, text = "") {
    return h("button", {
      type: "button",
      class: "t",
      "aria-label": `${text || `Action ${number}`}: show the position then`,
      title: "Show the position then",
      "aria-current": !scene.live && number === scene.at ? "true" : null,
      text: text || number,
      onclick: () => go(number),
    });
  }

  /**
   * When a part began; not in the column of the numbers, which run down from the newest.
   * @param {number} number
   * @param {Scene} scene
   */
  const since = (number, scene) => (number ? numberOf(number, scene, `from ${number}`) : null);

  return {
    /** @param {Scene} scene */
    draw(scene) {
      shown = scene;
      draw();
    },
    focus: () => list.focus(),
  };
}

/**
 * Actions from the newest to the oldest; what one action led to in the order in which it happened.
 * @param {EventView[]} events
 */
function newestFirst(events) {
  /** @type {Map<number, EventView[]>} */
  const actions = new Map();
  for (const event of events) actions.set(event.number, [...(actions.get(event.number) ?? []), event]);
  return [...actions.values()].reverse().flatMap((events) =>
    events.map((event, at) => ({ event, first: at === 0 }))
  );
}

/**
 * How often each total of two dice has come, against what fair dice would give.
 * @param {import("../api.d.ts").Log} log
 */
export function diceTally(log) {
  const totals = log.events.flatMap((event) => event.rolls).filter((roll) =>
    roll.dice === "2d6" && roll.faces.length
  ).map((roll) => roll.total);
  const singles = log.events.flatMap((event) => event.rolls).filter((roll) =>
    roll.dice === "1d6" && roll.faces.length
  ).map((roll) => roll.total);
  return { totals, singles };
}

/**
 * What an action did, as the log tells it; its own words where nothing is told of it.
 * @param {import("../api.d.ts").Log} log
 * @param {import("../api.d.ts").ActionView | undefined} action
 */
export function actionText(log, action) {
  const told = log.events.filter((event) => event.number === action?.number).slice(0, 2);
  return told.map((event) => event.text).join(" ") || (action?.do ?? "");
}
