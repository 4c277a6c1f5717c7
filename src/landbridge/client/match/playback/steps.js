/**
 * What happened, one step after the other: moves of several units along the same way are one step, and each
 * part of a battle is one.
 */

/** @typedef {import("../../api.d.ts").EventView} EventView */
/** @typedef {import("../../api.d.ts").EventPicture} EventPicture */
/** @typedef {import("../../board/types.d.ts").Traces} Traces */
/** @typedef {import("../types.d.ts").Whereabouts} Whereabouts */
/**
 * `at`: after how many actions the board stands as the step leaves it.
 * @typedef {{ at: number, events: EventView[], traces: Traces }} PlaybackStep
 */

/** A unit that an event does not name. */
export const UNKNOWN = "";

/** Nothing has left a trace. @returns {Traces} */
const noTraces = () => ({ moves: [], losses: [], captures: [], places: [] });

/**
 * What is to be seen of the events after some actions and up to others.
 * @param {EventView[]} events
 * @param {number} after
 * @param {number} upTo
 * @param {Whereabouts} standing where each unit stood before, and whose it is
 * @returns {PlaybackStep[]}
 */
export function stepsOf(events, after, upTo, standing) {
  const where = new Map(standing);
  /** @type {PlaybackStep[]} */
  const steps = [];
  for (const event of events) {
    const { picture, number } = event;
    if (!picture || number <= after || number > upTo || !isSeen(picture)) continue;
    const traces = tracesOf(picture, where);
    const last = steps.at(-1);
    if (last && goesOn(last, event, traces)) {
      last.events.push(event);
      last.traces = joined([last.traces, traces]);
      last.at = number;
    } else steps.push({ at: number, events: [event], traces });
  }
  // As long as an action goes on, the board stands as it was before.
  steps.forEach((step, index) => {
    if (steps[index + 1]?.events[0].number === step.at) step.at--;
  });
  return steps;
}

/** Whether there is anything to look at. @param {EventPicture} picture */
const isSeen = ({ moves, fates, captures, battle, place, headline }) =>
  Boolean(moves?.length || fates?.length || captures?.length || battle || place || headline);

/** The battle that a step belongs to, if it does. @param {PlaybackStep} step */
export const battleEvent = (step) => step.events.findLast((event) => event.picture?.battle);

/** Whether a step ends a battle. @param {PlaybackStep} step */
export const endsBattle = (step) => battleEvent(step)?.picture?.battle?.part === "ends";

/**
 * Whether an event belongs to the step before it: what one action led to, or the next unit on the same way.
 * @param {PlaybackStep} step
 * @param {EventView} event
 * @param {Traces} traces
 */
function goesOn(step, event, traces) {
  if (event.picture?.battle) return false;
  if (step.events[0].number === event.number) return true;
  if (battleEvent(step)) return false;
  return Boolean(wayOf(step.traces)) && wayOf(step.traces) === wayOf(traces) && !traces.losses.length;
}

/** The one way that all moves take, or the one place that all come to. @param {Traces} traces */
function wayOf({ moves, places }) {
  const ways = new Set([
    ...moves.map(({ from, to, how, side }) => [how === "attack" ? "" : from, to, how, side].join()),
    ...places.map((place) => `to ${place}`),
  ]);
  return ways.size === 1 ? [...ways][0] : "";
}

/**
 * What a picture leaves on the board; who went where is put down for what comes after it.
 * @param {EventPicture} picture
 * @param {Whereabouts} where
 * @returns {Traces}
 */
function tracesOf(picture, where) {
  const made = noTraces();
  const of = (/** @type {string} */ unit) => where.get(unit) ?? { at: "", side: "" };
  for (const { units, start, end, how = "march", side: whose, path = [] } of picture.moves ?? []) {
    for (const unit of units.length ? units : [UNKNOWN]) {
      const { at, side } = of(unit);
      const from = start || at;
      const way = path.length > 1 ? { path: path[0] === from ? path : [from, ...path] } : {};
      made.moves.push({ from, to: end, side: whose || side, how, units: [unit], ...way });
      if (unit && how !== "attack") where.set(unit, { at: end, side: whose || side });
    }
  }
  for (const { units, what, place = "", side: whose, steps = 0 } of picture.fates ?? []) {
    for (const unit of units.length ? units : [UNKNOWN]) {
      const { at, side: own } = of(unit);
      const side = whose || own;
      if (what === "steps") made.losses.push({ place: place || at, side, units: [unit], steps });
      if (what === "committed") made.moves.push({ from: at, to: place, side, how: "attack", units: [unit] });
      if (what === "lost" && (at || place)) made.losses.push({ place: at || place, side, units: [unit] });
      if (what === "arrived") made.places.push(place);
      if (what === "arrived") where.set(unit, { at: place, side });
      if (unit && (what === "lost" || what === "left")) where.set(unit, { at: "", side });
    }
  }
  const { battle } = picture;
  for (const unit of battle?.attackers ?? []) {
    const { at, side } = of(unit);
    made.moves.push({ from: at, to: battle?.place ?? "", side, how: "attack", units: [unit] });
  }
  made.captures.push(...(picture.captures ?? []));
  if (picture.place) made.places.push(picture.place);
  if (battle) made.places.push(battle.place);
  return joined([made]);
}

/**
 * Traces together: units on the same way are one arrow.
 * @param {Traces[]} several
 * @returns {Traces}
 */
export function joined(several) {
  /** @type {Map<string, Traces["moves"][0]>} */
  const moves = new Map();
  /** @type {Map<string, Traces["losses"][0]>} */
  const losses = new Map();
  /** @type {Map<string, Traces["captures"][0]>} */
  const captures = new Map();
  for (const one of several) {
    for (const move of one.moves) {
      gather(moves, [move.from, move.to, move.how, move.side].join(), move);
    }
    for (const loss of one.losses) {
      const name = [loss.place, loss.side].join();
      const steps = (losses.get(name)?.steps ?? 0) + (loss.steps ?? 0);
      gather(losses, name, steps ? { ...loss, steps } : loss);
    }
    for (const capture of one.captures) captures.set(capture.place, capture);
  }
  return {
    moves: [...moves.values()],
    losses: [...losses.values()],
    captures: [...captures.values()],
    places: [...new Set(several.flatMap((one) => one.places))],
  };
}

/**
 * @template {{ units: string[] }} T
 * @param {Map<string, T>} found
 * @param {string} name
 * @param {T} one
 */
function gather(found, name, one) {
  const units = found.get(name)?.units ?? [];
  // Whoever is not named is one of those that are, where somebody is.
  const all = [...new Set([...units, ...one.units])];
  const named = all.filter((unit) => unit !== UNKNOWN);
  found.set(name, { ...one, units: named.length ? named : all });
}

/**
 * What stays on the board when all is shown: who attacked and moved in has left one arrow, not two.
 * @param {PlaybackStep[]} steps
 * @returns {Traces}
 */
export function remaining(steps) {
  const all = joined(steps.map((step) => step.traces));
  const cameIn = new Set(
    all.moves.filter(({ how }) => how === "advance").flatMap(({ to, units }) =>
      units.map((one) => `${one} ${to}`)
    ),
  );
  return {
    ...all,
    moves: all.moves.map((move) =>
      move.how === "attack"
        ? { ...move, units: move.units.filter((unit) => !cameIn.has(`${unit} ${move.to}`)) }
        : move
    ).filter((move) => move.units.length && move.from && move.from !== move.to),
    places: [],
  };
}
