/**
 * The operational map: units are chosen in their stacks or dragged, the hexes they reach are lit with their costs,
 * and what is refused says its rule.
 */

import { hexBoard } from "../../../board/hexes/board.js";
import { mapBar, neighbour } from "../../../board/map-bar.js";
import { miniMap } from "../../../board/mini-map.js";
import { carriedUnits } from "../../../match/hands/carried-units.js";
import { handOn } from "../../../match/hands/hand.js";
import { targetTips } from "../../../match/hands/target-tips.js";
import { announce, fill, h } from "../../../shell/dom.js";
import { drafts } from "../../../shell/match-api.js";
import { chips } from "../../../shell/parts.js";
import { attackPlan } from "./attack/plan.js";
import { askedFirst } from "./answers.js";
import { mapOf, pieceOf, unitOf, windowOf } from "./atlas.js";
import { chosenBar } from "./chosen.js";
import { clicksOn } from "./clicks.js";
import { firstLook } from "./first-look.js";
import { found } from "./found.js";
import { coachedPlaces, preparedUnit } from "./going-on.js";
import { askedFor, keepSwitched, layersOf, switchedOn, SWITCHES } from "./layers.js";
import { markingsOn } from "./markings.js";
import { paintSmall } from "./small-map.js";
import { crowdIn, hexLine, layerLine, supplyLine, wayTable } from "./words.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../../board/types.d.ts").Unit} Unit */
/** @typedef {import("./atlas.js").Atlas} Atlas */
/** @typedef {import("./atlas.js").Drawn} Drawn */
/** @typedef {import("./layers.js").Laid} Laid */

/** Pixels of a hex at which the map is shown first. */
const CLOSE = 56;
const MARCH = "move";
/** Between the counters of a stack that marches together. */
const TOGETHER = "+";

/**
 * @param {Atlas} atlas
 * @param {Drawn} first
 * @param {string | null} mine whose stacks may be looked into; null for all
 */
export function operationalMap(atlas, first, mine) {
  const pieces = new Map(atlas.counters.map((piece) => [piece.id, piece]));
  const printed = windowOf(atlas, first);
  const played = printed.map(([label]) => label);
  const landscapes = new Map(printed.map(([label, , , landscape]) => [label, landscape]));
  const settlements = new Map(printed.map(([label, , , , settlement]) => [label, settlement]));
  const towns = new Map(atlas.places.flatMap(({ name, hexes }) => hexes.map((hex) => [hex, name])));
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Drawn} */
  let now = first;
  /** Where each unit is. @type {Map<string, string>} */
  let places = new Map();
  /** @type {Map<string, Unit[]>} */
  let stacks = new Map();
  /** The unit that was chosen last. */
  let last = "";
  /** What the server has worked out to be laid over the map. @type {Laid} */
  let laid = {};
  const on = switchedOn();
  /** What is said under the map, and what lies under the mouse. */
  const line = h("p", { class: "map-said small", role: "status" });
  const under = h("p", { class: "map-under small muted" });

  const hand = handOn({
    scene: () => scene,
    isPlace: (word) => landscapes.has(word),
    changed: renew,
    refused: (hex, problem) => tips.refuse(hex, problem.refused ?? "", problem.rules ?? []),
    together: (units, verb) => (verb === MARCH && units.length > 1 ? units.join(TOGETHER) : null),
  });
  const carried = carriedUnits({
    hand,
    tips: () => tips,
    may: (hex, touch) => clicks.holds(hex) || (!touch && clicks.ableAt(hex).length > 0),
    take(hex) {
      if (!clicks.holds(hex)) clicks.take(clicks.ableAt(hex).slice(-1));
      board.fan("");
    },
    go: (hex) => clicks.go(hex),
    stay: renew,
  });
  const board = hexBoard({
    map: mapOf(atlas, first),
    label: "Operational map",
    mine,
    scale: CLOSE,
    pick: (hex, unit, fanned, touch) => clicks.pick(hex, unit, fanned, touch),
    point(hex) {
      fill(under, hex && describe(hex));
      tips.hover(hex && (hand.chosen().length || hand.lit().length) ? hex : null);
    },
    carry: carried.carry,
    held: () => (plan.hex() ? plan.units() : hand.chosen()),
    moved: () => small.follow(),
    describeHex: describe,
  });
  const small = miniMap({
    bounds: board.grid.bounds,
    sheet: board.sheet,
    paint: (pen, scale) => paintSmall(pen, scale, board.grid, played, now),
  });
  board.view.append(small.box);
  const tips = targetTips({
    scene: () => scene,
    hand,
    tip: board.tip,
    mark: ({ barred, path = [] }) =>
      board.pass({ path, refused: barred ? [{ hex: barred, reason: "" }] : [] }),
    wayTo: (hex) => {
      const from = places.get(hand.chosen()[0] ?? "");
      return from ? [from, ...hand.wayTo(hex)] : [];
    },
    nameOf: (hex) => (towns.has(hex) ? `${towns.get(hex)}, ${hex}` : hex),
    describe,
    holds: (hex) => clicks.holds(hex),
    tally,
  });
  const bar = mapBar({
    switches: SWITCHES,
    on,
    switched(name) {
      keepSwitched(on);
      if (name === "counters") putUnits();
      lay().then(() => on.has(name) && say(layerLine(name, laid)));
    },
    next,
    find: {
      label: "Find a unit or a place",
      all: () => found(atlas, pieces, played, now),
      show({ word }) {
        board.sheet.canvas.focus({ preventScroll: true });
        find([word]);
      },
    },
  });
  const plan = attackPlan({
    scene: () => scene,
    placeOf: (id) => places.get(id) ?? "",
    unit: drawnUnit,
    defenders: (hex) => (stacks.get(hex) ?? []).slice().reverse(),
    nameOf: (hex) => (towns.has(hex) ? `${towns.get(hex)} ${hex}` : hex),
    changed: renew,
  });
  const clicks = clicksOn({
    scene: () => scene,
    hand,
    plan,
    tips,
    board,
    placeOf: (id) => places.get(id),
    sideOf: (id) => now.units.find((unit) => unit.id === id)?.side,
    stackIn: (hex) => stacks.get(hex) ?? [],
    say,
    changed: renew,
  });
  const layers = layersOf(atlas, played);
  const chosen = chosenBar({ scene: () => scene, hand });
  const isHex = (/** @type {string} */ word) => landscapes.has(word);
  const markings = markingsOn({ scene: () => scene, hand, plan, isHex });
  const coachPoints = coachedPlaces((word) => isHex(word) ? word : places.get(word));
  const light = askedFirst({ scene: () => scene, isHex, bring: board.bring });

  /** A unit on the map as its counter shows it. @param {string} id */
  function drawnUnit(id) {
    const stands = now.units.find((one) => one.id === id);
    return stands ? unitOf(pieceOf(pieces, stands), stands) : null;
  }

  // Finding

  /** Choose the next unit that is still to act, or the one before. @param {1 | -1} step */
  function next(step) {
    const able = hand.able();
    const waiting = (/** @type {string} */ id) =>
      able.has(id) && !now.units.find((unit) => unit.id === id)?.begun;
    const list = now.units.map((unit) => unit.id);
    const found = neighbour(list, hand.chosen()[0] ?? last, step, waiting) ??
      neighbour(list, hand.chosen()[0] ?? last, step, (id) => able.has(id));
    if (!found) return false;
    // The next key is meant for the map as well, not for a field that opens beside it.
    if (!board.box.parentElement?.contains(document.activeElement)) {
      board.sheet.canvas.focus({ preventScroll: true });
    }
    return find([found]);
  }

  /** What a march to a hex costs, hex by hex. @param {string} hex */
  async function tally(hex) {
    const units = hand.chosen().join(TOGETHER);
    if (!scene || !units || scene.form?.verb !== MARCH) return null;
    const { way } = await drafts(scene.match.id, scene.match.role, null, { way: [units, hex] });
    return way && wayTable(way, crowdIn(hand.costs()[hex] ?? ""));
  }

  /** Bring a hex, a unit or a place into sight, and choose the unit. @param {string[]} words */
  function find(words) {
    const word = words.find((one) => landscapes.has(one) || places.has(one));
    if (!word) return false;
    board.go(places.get(word) ?? word);
    if (hand.able().has(word)) clicks.take([word]);
    else if (places.has(word)) clicks.reason(word);
    return true;
  }

  // What is said

  /** @param {string} text @param {string[]} [rules] */
  function say(text, rules = []) {
    fill(line, text, rules.length > 0 && chips(rules));
    if (text) announce(text);
  }

  /** @param {string} hex */
  function describe(hex) {
    const stack = stacks.get(hex) ?? [];
    const letter = now.held[played.indexOf(hex)];
    return hexLine({
      hex,
      town: towns.get(hex),
      city: settlements.get(hex),
      landscape: landscapes.get(hex) ?? "",
      holder: { s: "soviet", a: "axis" }[letter],
      cost: hand.costs()[hex],
      stack,
      open: mine === null || stack[stack.length - 1]?.side === mine,
    });
  }

  // Drawing

  /** What the layers that are shown were worked out for. */
  let laidFor = "";

  /** Have what is switched on worked out, where that is not done yet. */
  async function lay() {
    const asked = askedFor(on);
    const unit = on.has("supply") ? hand.chosen().slice(0, 1) : [];
    const name = `${scene?.match.version} ${scene?.at} ${asked} ${unit}`;
    if (name === laidFor || !scene) return renew();
    laidFor = name;
    const found = asked.length
      ? await drafts(scene.match.id, scene.match.role, scene.live ? null : scene.at, { shown: asked, unit })
        .catch(() => null)
      : {};
    if (laidFor !== name) return;
    laid = found ?? {};
    renew();
    const [held] = unit;
    if (held && laid.line) say(supplyLine(pieces.get(held)?.name ?? held, laid.line));
  }

  function renew() {
    const [unit] = hand.chosen();
    last = unit ?? last;
    board.overlay({
      ...layers.shown(
        on,
        now,
        laid,
        places,
        markings.things(now, on.has("counters")),
        scene?.traces.front?.held,
      ),
      ...markings.shown(places, on.has("counters")),
    });
    const found = now.units.find((one) => one.id === (unit ?? clicks.looked()));
    chosen.draw(found ?? null, found ? pieceOf(pieces, found) : null);
  }

  function putUnits() {
    const shown = on.has("counters") ? now.units : [];
    // Whoever lies first in the list lies on top of its stack.
    const units = shown.map((stands) => unitOf(pieceOf(pieces, stands), stands)).reverse();
    stacks = new Map();
    for (const unit of units) {
      if (unit.at) stacks.set(unit.at, [...(stacks.get(unit.at) ?? []), unit]);
    }
    board.units(units);
  }

  function countUnits() {
    const can = hand.able();
    const named = (scene?.match.decisions ?? []).some(({ offers }) =>
      offers.some(({ slots: [slot] }) => slot?.name === "unit")
    );
    const acting = now.units.filter((unit) => can.has(unit.id) || (unit.side === now.side && unit.begun));
    bar.tell(acting.filter((unit) => !unit.begun).length, scene?.live && named ? acting.length : 0);
  }

  return {
    box: h(
      "div",
      { class: "operational" },
      bar.box,
      board.box,
      plan.under,
      h("div", { class: "map-line" }, chosen.box, line, under),
    ),
    close: board.close,
    next,
    /** @param {string} word */
    shows: (word) => landscapes.has(word) || places.has(word),
    find,
    plan,
    unit: drawnUnit,
    /** Let go of what is planned, or put down what is held; false where there is neither. */
    back() {
      if (plan.hex()) {
        plan.close();
        return true;
      }
      if (!hand.chosen().length) return false;
      clicks.put();
      return true;
    },
    /** @param {Scene} next @param {Drawn} drawn */
    draw(next, drawn) {
      const [moved, begins] = [now !== drawn || !scene, !scene];
      const [held, before] = [now.held, scene];
      scene = next;
      now = drawn;
      if (!next.form?.said.length) hand.clear(false);
      if (moved) {
        places = new Map(drawn.units.map((unit) => [unit.id, unit.at]));
        putUnits();
      }
      if (begins) board.go(firstLook(printed, drawn), CLOSE);
      if (begins || held !== drawn.held || moved) small.renew();
      countUnits();
      plan.follow(next);
      light();
      board.traces(next.traces);
      lay();
      const there = coachPoints(next);
      if (there && !begins) board.bring(there);
      if (before && before.match.version !== next.match.version) {
        const prepared = preparedUnit(before, next);
        if (before.board?.phase !== drawn.phase || before.board?.side !== drawn.side) clicks.forget();
        tips.forget();
        tips.hover(null);
        // Only when all parts of the page show the new position.
        queueMicrotask(() => clicks.goOn(prepared));
      }
    },
  };
}
