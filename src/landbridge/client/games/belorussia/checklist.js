/** This turn as a checklist: what is done with its dice, what is to be done now, what comes. */

import { diceOf } from "../../match/log.js";
import { fill, h, icon } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { capital, heading, plural } from "../../shell/words.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").EventView} EventView */
/**
 * @typedef {{
 *   text: string,
 *   state: "done" | "now" | "todo",
 *   more?: import("../../shell/dom.js").Child,
 *   verb?: string,
 * }} Item
 */

/** Events after which a new turn is counted. */
const TURN = new Set(["campaign_begins", "turn_begins"]);

/** Events of this turn, up to what is looked at. @param {Scene} scene */
function thisTurn(scene) {
  const seen = scene.log.events.filter((event) => event.number <= scene.at);
  const start = seen.findLastIndex((event) => TURN.has(event.id));
  return seen.slice(Math.max(0, start));
}

/**
 * What an event left behind: its dice and its words.
 * @param {EventView | undefined} event
 * @param {boolean} [brief]
 */
const result = (event, brief = false) =>
  event && [
    event.rolls.filter((roll) => roll.faces.length).map((roll) => [diceOf(roll, event), " "]),
    capital(event.text.replace(/^[^:]{3,26}: /, "").replace(/\.$/, "")),
    brief ? "" : chips(event.rules.slice(0, 1)),
  ];

/** @param {Scene} scene */
function parts(scene) {
  const { view } = scene;
  const events = thisTurn(scene);
  /** @type {any[]} */
  const agenda = view.agenda ?? [];
  const step = agenda[0] ?? {};
  const type = String(step.type ?? "");
  const find = (/** @type {string} */ id) => events.findLast((event) => event.id === id);
  const before = ["SetUpCampaign", "StartPartisans", "RollWeather", "RollInitiative", "ChooseOrder"].includes(
    type,
  );
  const at = (/** @type {string} */ name) => (type === name ? "now" : "todo");
  /** @type {Item[]} */
  const first = [];
  if (type === "StartPartisans") {
    first.push({ text: "Partisans on the map", state: "now", more: `${step.left} still to place` });
  }
  first.push({
    text: "Weather",
    state: view.ground ? "done" : /** @type {Item["state"]} */ (at("RollWeather")),
    more: result(find("weather")),
    verb: "weather",
  });
  const event = find("special_event");
  if (event || (before && view.turn > 1 && view.rulings?.special_events !== "off")) {
    first.push({
      text: "Special Event",
      state: event ? "done" : "todo",
      more: result(event),
    });
  }
  const given = find("first_player_given") ?? find("simulcast");
  const order = find("order_chosen") ?? given;
  first.push({
    text: "First player",
    state: order || !before ? "done" : type === "RollInitiative" || type === "ChooseOrder" ? "now" : "todo",
    more: [
      result(find("first_player_roll"), true),
      order && [find("first_player_roll") ? ". " : "", order.text],
    ],
  });
  return [
    { title: "Before the player turns", side: "", items: first },
    ...sidesIn(agenda, before, events).map((side) => ({
      title: `${heading(side.name)} player turn`,
      side: side.name,
      items: sideItems(side, events, String(view.flight ?? "")),
    })),
  ];
}

/**
 * Both sides in the order of the turn, with how far each is.
 * @param {any[]} agenda
 * @param {boolean} before
 * @param {EventView[]} events
 */
function sidesIn(agenda, before, events) {
  const type = String(agenda[0]?.type ?? "");
  const coming = agenda.filter((step) => step.type === "BeginPlayerTurn").map((step) => String(step.side));
  const now = ["Reinforcement", "OnTheMap"].includes(type)
    ? String(agenda[0].side)
    : ["FrontDisplay", "FrontOrders"].includes(type)
    ? "soviet"
    : "";
  const begun = [
    ...new Set(
      events.filter((event) => event.id === "player_turn_begins").map((event) =>
        String(event.values.side).toLowerCase()
      ),
    ),
  ];
  const order = before
    ? ["soviet", "axis"]
    : [...new Set([...begun, ...(now ? [now] : []), ...coming, "soviet", "axis"])].slice(0, 2);
  return order.map((name) => ({
    name,
    state: before || coming.includes(name) ? "todo" : name === now || type === "Together" ? "now" : "done",
    type,
    step: name === now ? agenda[0] : null,
  }));
}

/** What may be flown, where not everything may. @type {Record<string, string>} */
const FLIGHT = {
  limited: "Limited Flight: missions in your own Movement Phase only, no hip shoots",
  none: "No Flight: no air missions",
};

/**
 * @param {{ name: string, state: string, type: string, step: any }} side
 * @param {EventView[]} events
 * @param {string} flight
 * @returns {Item[]}
 */
function sideItems(side, events, flight) {
  const { name, state, type, step } = side;
  const mine = eventsOf(events, name);
  const find = (/** @type {string} */ id) => mine.findLast((event) => event.id === id);
  const gone = state === "done";
  const phase = type === "Reinforcement" ? step : null;
  const later = phase === null && state === "now" && (type === "OnTheMap" || type === "Together");
  const over = gone || later;
  /** @param {boolean} done @param {boolean} [now] @returns {Item["state"]} */
  const is = (done, now = Boolean(phase)) => (done || over ? "done" : now && phase ? "now" : "todo");
  /** @type {Item[]} */
  const items = [];
  if (name === "soviet") {
    const moved = mine.filter((event) => event.id === "front_moves_on");
    items.push({
      text: "Orders to the Fronts",
      state: over || phase ? "done" : state === "now" ? "now" : "todo",
      more: [moved.length > 0 && "the display has moved on", find("front_attacks")?.text],
    });
  }
  const refits = mine.filter((event) => event.id === "refit");
  items.push({
    text: "Aircraft Refit",
    state: over || refits.length > 0 ? "done" : state === "now" ? "now" : "todo",
    more: refits.map((event) => event.text).join(" ") || (over ? "" : "1T a base, before the map is played"),
  });
  const unplaced = phase ? tokensLeft(phase) : 0;
  items.push({
    text: "Supply roll",
    state: is(phase?.income !== null && Boolean(phase)),
    more: result(find(`${name}_supply`)),
    verb: "supply",
  });
  items.push({
    text: "Supply placed",
    state: is(Boolean(phase) && phase.income !== null && unplaced <= 0, phase?.income !== null),
    verb: "put",
    more: phase && phase.income !== null && unplaced > 0 ? `${amount(unplaced)} to place` : placed(mine),
  });
  items.push({
    text: "Replacements",
    state: is(Boolean(phase?.rolled)),
    more: result(find(`${name}_replacements`)),
    verb: "replacements",
  });
  if (phase?.special || phase?.choice || find(`${name}_special`)) {
    items.push({
      text: "Special replacement",
      state: is(!phase?.special && !phase?.choice),
      more: result(find(`${name}_special`)),
      verb: "special",
    });
  }
  const due = phase?.rows?.length ?? 0;
  const come = mine.filter((event) => event.id === "arrived" || event.id === "withdrawn").length;
  items.push({
    text: "Arrivals and withdrawals",
    state: is(Boolean(phase) && !due, due > 0),
    verb: "arrive",
    more: due
      ? `${due} still due`
      : come
      ? `${plural(come, "entry", "entries")} carried out`
      : over || phase
      ? "nothing due"
      : "",
  });
  items.push({
    text: "On the map",
    state: gone ? "done" : later ? "now" : "todo",
    more: [
      later && "movement, supply, combat: on your own map",
      !gone && FLIGHT[flight] && `${later ? ". " : ""}${FLIGHT[flight]}`,
    ],
  });
  return items;
}

/** Events of one side's player turn. @param {EventView[]} events @param {string} side */
function eventsOf(events, side) {
  let whose = "";
  return events.filter((event) => {
    if (event.id === "player_turn_begins") whose = String(event.values.side).toLowerCase();
    return whose === side;
  });
}

const TOKENS = 4;
/** @param {number} tokens */
export const amount = (tokens) =>
  [
    Math.floor(tokens / TOKENS) ? `${Math.floor(tokens / TOKENS)} SP` : "",
    tokens % TOKENS ? `${tokens % TOKENS}T` : "",
  ].filter(Boolean).join(" ") || "0";
/** What of the income is still in hand. @param {any} phase */
export function tokensLeft(phase) {
  if (phase.income === null || phase.income === undefined) return 0;
  const points = typeof phase.income === "number" ? phase.income : (phase.income.total ??
    (phase.income.minsk ?? 0) + (phase.income.cities ?? 0) + (phase.income.hqs ?? 0));
  return points * TOKENS -
    (phase.puts ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ put) => sum + put.tokens, 0);
}

/** @param {EventView[]} events */
function placed(events) {
  /** @type {Map<string, string[]>} */
  const where = new Map();
  for (const event of events) {
    if (event.id === "supply_put") {
      where.set(event.values.place, [...(where.get(event.values.place) ?? []), event.values.amount]);
    }
    if (event.id === "supply_taken_back") where.delete(event.values.place);
  }
  return [...where].map(([place, amounts]) => `${place} ${amounts.join(" + ")}`).join(", ");
}

/** @param {HTMLElement} place @param {Scene} scene */
export function checklist(place, scene) {
  const all = parts(scene);
  const items = all.flatMap((part) => part.items);
  const done = items.filter((item) => item.state === "done").length;
  fill(
    place,
    h(
      "header",
      {},
      h("h2", { text: "This turn" }),
      h("span", { class: "grow" }),
      h("span", { class: "small faint", text: `${done} of ${items.length}` }),
    ),
    h(
      "div",
      { class: "ck" },
      all.map((part) =>
        titled(
          part,
          h(
            "ul",
            {},
            part.items.map((item) => {
              const offer = item.verb && scene.live && item.state === "now"
                ? scene.offered(item.verb)
                : undefined;
              const said = item.state === "done" ? "done" : item.state === "now" ? "to do now" : "later";
              const more = Array.isArray(item.more) ? item.more.flat(9).filter(Boolean) : item.more;
              return h(
                "li",
                { class: item.state, "aria-current": item.state === "now" ? "step" : null },
                h(
                  "span",
                  { class: "bx", role: "img", "aria-label": said },
                  item.state === "done" && icon("ok", 13),
                ),
                offer
                  ? h("button", {
                    type: "button",
                    class: "link",
                    text: item.text,
                    onclick: () => (offer.slots.length
                      ? scene.open(offer.verb)
                      : scene.act([offer.verb], whose(scene, offer.verb))),
                  })
                  : h("span", { text: item.text }),
                more && (!Array.isArray(more) || more.length > 0) && h("span", { class: "sub" }, item.more),
              );
            }),
          ),
        )
      ),
    ),
  );
  const now = /** @type {HTMLElement | null} */ (place.querySelector("li.now"));
  if (now && place.scrollHeight > place.clientHeight) {
    place.scrollTop = Math.max(0, now.offsetTop - place.clientHeight / 2);
  }
}

/**
 * A part under its heading; a side that is done folds away.
 * @param {{ title: string, side: string, items: Item[] }} part
 * @param {HTMLElement} list
 */
function titled({ title, side, items }, list) {
  const head = side ? h("span", { class: `side ${side}`, text: title }) : title;
  const done = side && items.every((item) => item.state === "done");
  return done
    ? h("details", {}, h("summary", {}, head, h("span", { class: "small faint", text: " done" })), list)
    : [h("h3", {}, head), list];
}

/** @param {Scene} scene @param {string} verb */
const whose = (scene, verb) =>
  scene.match.decisions.find((one) => one.offers.some((offer) => offer.verb === verb))?.who ?? "";
