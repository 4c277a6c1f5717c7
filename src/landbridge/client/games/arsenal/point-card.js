/**
 * The card of a point: who stands there, who can act and why others cannot, its factories, and the battle that
 * is prepared for it.
 */

import { counter } from "../../board/counter.js";
import { openWords, shownWord } from "../../match/deciding/slots.js";
import { h } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { capital, heading, plainly, plural } from "../../shell/words.js";
import { preparedBattle } from "./battles.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../board/types.d.ts").Unit} Unit */
/** @typedef {import("../../board/types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../../api.d.ts").Offer} Offer */
/** @typedef {import("../../api.d.ts").Violation} Violation */
/** @typedef {ReturnType<typeof import("../../match/hands/hand.js").handOn>} Hand */
/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

/**
 * @param {PointPlace} point
 * @param {{
 *   atlas: Atlas,
 *   now: Drawn,
 *   scene: Scene | null,
 *   stack: Unit[],
 *   hand: Hand,
 *   reasons: { [unit: string]: Violation },
 *   explained: string,
 *   explain: (unit: string) => void,
 *   close: () => void,
 * }} at `reasons`: why units cannot act; `explained`: the unit whose reason is shown
 */
export function pointCard(point, { atlas, now, scene, stack, hand, reasons, explained, explain, close }) {
  const spot = atlas.points.find((one) => one.id === point.id);
  const cut = now.cut_off[now.control[point.id]]?.includes(point.id);
  const verbs = verbsFor(stack, hand);
  const lit = coachedVerb(verbs, stack, scene);
  const open = verbs.find((one) => one.verb === scene?.form?.verb) ?? lit ??
    [...verbs].sort((a, b) => ablePieces(b, stack).length - ablePieces(a, stack).length)[0];
  const able = open ? ablePieces(open, stack) : [];
  const chosen = hand.chosen().filter((one) => stack.some((unit) => unit.id === one));
  return [
    h(
      "header",
      {},
      h("b", { text: point.name }),
      h("button", {
        type: "button",
        class: "btn small quiet close",
        "aria-label": `Close ${point.name}`,
        text: "×",
        onclick: close,
      }),
    ),
    h("p", {
      class: "small muted",
      text: [
        heading(now.control[point.id] ?? "nobody"),
        point.kind,
        point.worth ? `worth ${point.worth}` : "",
        spot?.seas.length ? `port (${spot.seas.map(shownWord).join(", ")})` : "",
        cut ? "without supply" : "",
      ].filter(Boolean).join(" · "),
    }),
    verbs.length > 1 && open && verbTabs(verbs, open, lit, stack, hand),
    stack.length > 0 &&
    h("div", { class: "row" }, stack.map((unit) => piece(unit, open, able, hand, reasons, explain))),
    able.length > 1 && open && h(
      "p",
      { class: "acts" },
      h("button", {
        type: "button",
        class: "btn small",
        "data-unit": "all",
        text: chosen.length === able.length ? "Choose none" : `Choose all ${able.length} that can go`,
        onclick: () => hand.choose(chosen.length === able.length ? [] : able, open.verb, true),
      }),
    ),
    chosen.length > 0 && h("p", {
      class: "small hint",
      text: hand.lit().length
        ? `${plural(chosen.length, "unit")} chosen: click a lit point, or drag there.`
        : "Nowhere to go.",
    }),
    now.phase === "Strategic movement" && able.length > 0 &&
    h("p", {
      class: "small muted",
      text: `${plural(now.moves_left[now.side] ?? 0, "strategic move")} left.`,
    }),
    whyNot(stack, reasons, explained, able.length > 0),
    plants(point, atlas, now, scene, hand),
    preparedBattle(point.id, scene, atlas),
  ];
}

/** The verbs that something here can begin with. @param {Unit[]} stack @param {Hand} hand */
const verbsFor = (stack, hand) => [
  ...new Map(
    stack.flatMap((unit) => hand.offersFor(unit.id)).filter(({ offer }) => offer.verb !== "recall").map((
      { offer },
    ) => [offer.verb, offer]),
  ).values(),
];

/** Those of a stack that an offer can begin with. @param {Offer} offer @param {Unit[]} stack */
export const ablePieces = (offer, stack) => {
  const words = openWords(offer.slots[0]);
  return stack.map((unit) => unit.id).filter((unit) => words.includes(unit));
};

/**
 * The verb by which a coach would have something here act.
 * @param {Offer[]} verbs
 * @param {Unit[]} stack
 * @param {Scene | null} scene
 */
const coachedVerb = (verbs, stack, scene) =>
  verbs.find((one) =>
    scene?.lights.actions.some(([verb, unit]) =>
      verb === one.verb && stack.some((piece) => piece.id === unit)
    )
  );

/**
 * @param {Offer[]} verbs
 * @param {Offer} open
 * @param {Offer | undefined} lit
 * @param {Unit[]} stack
 * @param {Hand} hand
 */
const verbTabs = (verbs, open, lit, stack, hand) =>
  h(
    "div",
    { class: "tabs", role: "group", "aria-label": "How" },
    verbs.map((one) =>
      h("button", {
        type: "button",
        "aria-pressed": String(one === open),
        "data-coached": one === lit && one !== open ? "" : null,
        text: capital(one.verb),
        title: one.label,
        onclick: () => hand.choose(ablePieces(one, stack).slice(0, 1), one.verb),
      })
    ),
  );

/**
 * A counter that can be taken up; one that cannot act says why.
 * @param {Unit} unit
 * @param {Offer | undefined} offer
 * @param {string[]} able
 * @param {Hand} hand
 * @param {{ [unit: string]: Violation }} reasons
 * @param {(unit: string) => void} explain
 */
function piece(unit, offer, able, hand, reasons, explain) {
  const may = offer && able.includes(unit.id);
  const reason = reasons[unit.id];
  const [other] = may ? [] : verbsFor([unit], hand);
  if (!may && !reason && !other) return h("span", { class: "fanned still" }, counter(unit, 46));
  return h("button", {
    type: "button",
    class: may ? "fanned" : "fanned still",
    "data-unit": unit.id,
    "aria-pressed": may ? String(hand.chosen().includes(unit.id)) : null,
    // Whoever cannot do this can perhaps do something else.
    title: may ? null : reason ? plainly(reason.text) : other.label,
    onclick: () =>
      may ? hand.toggle(unit.id, offer.verb) : reason ? explain(unit.id) : hand.choose([unit.id], other.verb),
  }, counter(unit, 46));
}

/**
 * Who cannot go and why: the one that was asked about, or how many there are.
 * @param {Unit[]} stack
 * @param {{ [unit: string]: Violation }} reasons
 * @param {string} explained
 * @param {boolean} some whether others can
 */
function whyNot(stack, reasons, explained, some) {
  const barred = stack.filter((unit) => reasons[unit.id]);
  const one = barred.find((unit) => unit.id === explained) ?? (barred.length === 1 ? barred[0] : null);
  if (one) {
    const { text, rules } = reasons[one.id];
    return h("p", { class: "small why-not", role: "status" }, `${capital(plainly(text))} `, chips(rules));
  }
  if (!barred.length) return null;
  const names = barred.map((unit) => unit.number ?? unit.id).join(", ");
  return h("p", {
    class: "small muted why-not",
    text: `${some ? "Cannot go" : "Nobody here can act"}: ${names}. Click one for the reason.`,
  });
}

/**
 * @param {PointPlace} point
 * @param {Atlas} atlas
 * @param {Drawn} now
 * @param {Scene | null} scene
 * @param {Hand} hand
 */
function plants(point, atlas, now, scene, hand) {
  const here = now.plants.filter((plant) => plant.at === point.id);
  if (!here.length) return null;
  return h(
    "ul",
    { class: "plants" },
    here.map((plant) =>
      h(
        "li",
        {},
        h(
          "span",
          {},
          h("b", { text: atlas.plants.find((one) => one.id === plant.id)?.name ?? plant.id }),
          h("span", { class: "small muted", text: ` ${plant.state}` }),
        ),
        hand.offersFor(plant.id).map(({ offer }) =>
          h("button", {
            type: "button",
            class: "btn small",
            text: capital(offer.verb),
            onclick: () => scene?.open(offer.verb, [plant.id], true),
          })
        ),
      )
    ),
  );
}
