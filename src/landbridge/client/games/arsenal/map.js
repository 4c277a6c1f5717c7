/**
 * The war on its map: units are chosen by clicking or dragged, targets are lit, what is refused says its rule,
 * battles show their odds.
 */

import { pointsBoard } from "../../board/points/board.js";
import { wayBetween } from "../../board/points/finding.js";
import { openWords } from "../../match/deciding/slots.js";
import { carriedUnits } from "../../match/hands/carried-units.js";
import { handOn } from "../../match/hands/hand.js";
import { targetTips } from "../../match/hands/target-tips.js";
import { announce, narrow } from "../../shell/dom.js";
import { whyNot } from "../../shell/match-api.js";
import { heading, plainly, plural } from "../../shell/words.js";
import { groundOf, neutralGround, project } from "./earth.js";
import { ablePieces, pointCard } from "./point-card.js";
import { byStrength, MARKS, unitOf } from "./units.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../board/types.d.ts").Unit} Unit */
/** @typedef {import("../../board/types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../../api.d.ts").Violation} Violation */
/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

/** Pixels to a kilometre at which the front is shown first. */
const CLOSE = 0.66;

/**
 * @param {Atlas} atlas
 * @param {Drawn} first what is drawn first: points that nobody holds are not played
 * @param {string[]} sides
 */
export function warMap(atlas, first, [ours, theirs]) {
  const pieces = new Map(atlas.units.map((unit) => [unit.id, unit]));
  const played = atlas.points.filter((point) => point.id in first.control);
  const ids = new Set(played.map((point) => point.id));
  const names = new Map(atlas.points.map((point) => [point.id, point.name]));
  const lines = atlas.lines.filter((line) => ids.has(line.a) && ids.has(line.b));
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Drawn} */
  let now = first;
  /** The point whose card is open. */
  let open = "";
  /** The unit whose reason for staying is shown. */
  let explained = "";
  /** Why units of the open point cannot act. @type {{ [unit: string]: Violation }} */
  let reasons = {};
  /** @type {Map<string, Unit[]>} */
  let stacks = new Map();

  const hand = handOn({
    scene: () => scene,
    isPlace: (word) => ids.has(word),
    changed: renew,
    refused: (to, problem) => tips.refuse(to, problem.refused, problem.rules),
  });

  const carried = carriedUnits({
    hand,
    tips: () => tips,
    may: (point, touch) => (touch ? open === point && hand.chosen().length > 0 : ableAt(point).length > 0),
    take(point) {
      if (open !== point || !hand.chosen().length) chooseAll(point);
      // No card lies over the map meanwhile.
      open = "";
      renew();
    },
    go,
    stay(point) {
      open = hand.chosen().length ? point : "";
      renew();
    },
  });

  const board = pointsBoard({
    label: "Map of the war",
    pick,
    hover: (point) => tips.hover(point),
    about,
    card: (point) =>
      pointCard(point, {
        atlas,
        now,
        scene,
        stack: stacks.get(point.id) ?? [],
        hand,
        reasons: open === point.id ? reasons : {},
        explained,
        explain(unit) {
          explained = unit;
          announce(plainly(reasons[unit].text));
          renew();
        },
        close() {
          pick("");
          renew();
        },
      }),
    carry: carried.carry,
    look: front(atlas, first),
    least: CLOSE,
    marks: MARKS,
    map: {
      points: played.map((point) => {
        const [x, y] = project(point.lon / 100, point.lat / 100);
        return { id: point.id, name: point.name, x, y, kind: point.kind, worth: point.vp };
      }),
      lines,
      sides: [ours, theirs],
      control: first.control,
      ground: groundOf(atlas.ground),
    },
  });

  const tips = targetTips({
    scene: () => scene,
    hand,
    tip: board.tip,
    mark: board.set,
    wayTo(id) {
      const from = carried.from() || open;
      return from ? wayBetween(lines, from, id, (point) => now.control[point] === scene?.form?.who) : [];
    },
    nameOf: (id) => names.get(id) ?? id,
    describe(id) {
      const count = stacks.get(id)?.length;
      return [heading(now.control[id] ?? ""), count ? plural(count, "unit") : ""].filter(Boolean).join(", ");
    },
    holds: (id) => (stacks.get(id) ?? []).some((unit) => hand.chosen().includes(unit.id)),
  });

  // Choosing and going

  /** The units of a point that can still act. @param {string} point */
  const ableAt = (point) =>
    (stacks.get(point) ?? []).map((unit) => unit.id).filter((unit) =>
      hand.offersFor(unit).some(({ offer }) => offer.verb !== "recall")
    );

  /**
   * @param {string} id
   * @param {boolean} [touch]
   * @returns {boolean} what was chosen is shown already
   */
  function pick(id, touch = false) {
    if (!id) {
      [open, explained] = ["", ""];
      hand.clear();
      return true;
    }
    if (hand.lit().includes(id)) {
      // On touch the odds come first: the second touch means it.
      if (!touch || !enemyAt(id) || !tips.touch(id)) go(id);
      return true;
    }
    tips.forget();
    if (hand.chosen().length && id !== open && !ableAt(id).length) {
      tips.explain(id);
      return true;
    }
    if (id === open && !hand.chosen().length && ableAt(id).length) chooseAll(id);
    else if (id !== open) {
      hand.clear();
      [open, explained] = [id, ""];
    }
    renew();
    return true;
  }

  /** Points that a coach lights: those that are to be said, and where the units stand that are. */
  const coached = () => placesOf([...(scene?.lights.words ?? [])]);

  /** The points that words stand for: their own, or where a unit is. @param {string[]} words */
  const placesOf = (words) =>
    words.flatMap((word) => (ids.has(word) ? [word] : now.units.find((unit) => unit.id === word)?.at ?? []));

  /** Take up all that can act at a point. @param {string} id */
  function chooseAll(id) {
    const offer = hand.offersFor(ableAt(id)[0])[0]?.offer;
    if (offer) hand.choose(ablePieces(offer, stacks.get(id) ?? []), offer.verb, true);
  }

  /** @param {string} id */
  const enemyAt = (id) => scene?.form && now.control[id] && now.control[id] !== scene.form.who;

  /** @param {string} to @returns {Promise<boolean>} whether they have gone */
  async function go(to) {
    tips.hover(null);
    tips.forget();
    const { done, gone, verb } = await hand.go(to);
    if (!done) return false;
    const offers = scene?.match.decisions.flatMap((decision) => decision.offers) ?? [];
    const words = openWords(offers.find((offer) => offer.verb === verb)?.slots[0]);
    const here = (stacks.get(to) ?? []).map((unit) => unit.id);
    const waiting = words.filter((word) => pieces.has(word) && !isInPlay(word));
    // A point that is to be fought for shows its battle; armour that has a line left goes on from where it is.
    const aimed = now.units.some((unit) => unit.aim === to);
    const goesOn = gone.some((unit) => here.includes(unit) && words.includes(unit));
    // Whoever drags goes on dragging: no card is laid over the map.
    open = !carried.from() && (aimed || goesOn) ? to : "";
    // Whoever places what has come goes on with the next.
    if (waiting.length && !gone.some((unit) => words.includes(unit))) scene?.open(verb, [waiting[0]], true);
    renew();
    return true;
  }

  /** @param {string} unit */
  const isInPlay = (unit) => now.units.some((one) => one.id === unit);

  /** @param {PointPlace} point */
  function about(point) {
    const plants = now.plants.filter((plant) => plant.at === point.id);
    const aims = now.units.filter((unit) => unit.aim === point.id);
    return [
      plants.length &&
      `${plural(plants.length, "factory", "factories")}: ${
        plants.map((plant) => `${atlas.plants.find((one) => one.id === plant.id)?.name} ${plant.state}`)
          .join(", ")
      }`,
      aims.length && `under attack by ${aims.map((unit) => pieces.get(unit.id)?.name ?? unit.id).join(", ")}`,
      hand.lit().includes(point.id) && "can be chosen",
    ].filter(Boolean).join(". ");
  }

  /** Ask why those of the open point who cannot act cannot. */
  async function askReasons() {
    const asked = open;
    const own = scene?.match.decisions.map((decision) => decision.who) ?? [];
    const still = (stacks.get(open) ?? []).filter((unit) =>
      own.includes(unit.side) && !ableAt(open).includes(unit.id)
    );
    reasons = {};
    if (!scene?.live || !still.length) return;
    const found = await whyNot(scene.match.id, still[0].side, still.map((unit) => unit.id)).catch(() => ({}));
    if (asked !== open) return;
    reasons = found;
    board.show(open);
  }

  // Drawing

  /** Whose turn of which month is drawn. */
  let turn = "";

  /** Another turn begins: no card stays open, and nothing is said of the one before. */
  function letGo() {
    [open, explained] = ["", ""];
    hand.clear();
    tips.forget();
    tips.hover(null);
  }

  /** What the reasons that are known were asked for. */
  let askedFor = "";

  function renew() {
    const lights = { legal: hand.lit(), costs: hand.costs(), coached: coached() };
    board.set({ chosen: carried.from() || open, ...lights });
    const name = `${scene?.match.version} ${open}`;
    if (name !== askedFor) {
      askedFor = name;
      askReasons();
    }
    const active = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.unit : "";
    board.show(open);
    if (active) {
      /** @type {HTMLElement | null} */ (board.box.querySelector(`[data-unit="${CSS.escape(active)}"]`))
        ?.focus();
    }
  }

  return {
    box: board.box,
    close: board.close,
    goTo: board.goTo,
    /** Open the card of a point; what is held is put down. @param {string} point */
    show(point) {
      hand.clear();
      [open, explained] = [point, ""];
      board.bring(point);
      renew();
    },
    /** @param {string} word */
    shows: (word) => placesOf([word]).some((at) => ids.has(at)),
    /** All that are chosen go to a place that was said for them elsewhere on the page. @param {string} word */
    takes(word) {
      if (!hand.several() || !hand.lit().includes(word)) return false;
      go(word);
      return true;
    },
    /** Bring a point or a unit into sight, and open it. @param {string[]} words */
    find(words) {
      const [at] = placesOf(words);
      if (at) board.bring(at);
      // What is held stays held; else the card of the point opens.
      if (at && !hand.chosen().length) {
        [open, explained] = [at, ""];
        renew();
      }
      return Boolean(at);
    },
    /** Close the card; false where none is open. */
    back() {
      if (!open) return false;
      pick("");
      renew();
      return true;
    },
    /**
     * What is dragged onto the map from beside it is held; it goes to the point where it is dropped.
     * @param {PointerEvent} event
     */
    dropAt(event) {
      const point = board.pointUnder(event.clientX, event.clientY);
      if (point) carried.dropOn(point);
    },
    /** @param {Scene} next @param {Drawn} drawn */
    draw(next, drawn) {
      const moved = now !== drawn || !scene || scene.live !== next.live;
      const fights = drawn.phase === "Battle" && next.live && next.match.decisions.length > 0;
      // What is asked in a battle is not asked on the map, which is all that a phone shows of the page.
      if (fights && narrow() && scene && scene.match.version !== next.match.version) {
        queueMicrotask(() => next.show("now"));
      }
      scene = next;
      now = drawn;
      if (!next.form) hand.clear(false);
      // Whoever decides in a battle does so in the attacker's turn.
      const whose = drawn.phase === "Battle" ? turn : `${drawn.turn} ${drawn.side}`;
      if (turn && turn !== whose) letGo();
      turn = whose;
      board.set({ traces: next.traces });
      if (!moved) return renew();
      const units = drawn.units.flatMap((stands) => {
        const piece = pieces.get(stands.id);
        return piece ? [unitOf(piece, stands)] : [];
      }).sort(byStrength);
      stacks = new Map();
      for (const unit of units) if (unit.at) stacks.set(unit.at, [...(stacks.get(unit.at) ?? []), unit]);
      /** @type {{ [point: string]: number }} */
      const factories = {};
      for (const plant of drawn.plants) {
        if (ids.has(plant.at)) factories[plant.at] = (factories[plant.at] ?? 0) + 1;
      }
      // The strongest lies on top of its stack.
      board.set({
        control: drawn.control,
        neutral: neutralGround(atlas.ground, drawn.month),
        units: [...units].reverse(),
        able: [...stacks.keys()].filter((point) => ableAt(point).length),
        factories,
        arrows: drawn.units.flatMap((
          unit,
        ) => (unit.aim ? [/** @type {[string, string]} */ ([unit.at, unit.aim])] : [])),
      });
      renew();
    },
  };
}

/**
 * The middle of the front: between points of one side and their neighbours of the other.
 * @param {Atlas} atlas
 * @param {Drawn} now
 * @returns {[number, number]}
 */
function front(atlas, now) {
  const met = atlas.lines.filter((line) =>
    now.control[line.a] && now.control[line.b] && now.control[line.a] !== now.control[line.b]
  ).flatMap((line) => [line.a, line.b]);
  const near = atlas.points.filter((point) => (met.length ? met.includes(point.id) : point.id in now.control))
    .map((point) => project(point.lon / 100, point.lat / 100));
  const mean = (/** @type {0 | 1} */ at) => near.reduce((sum, place) => sum + place[at], 0) / near.length;
  return [mean(0), mean(1)];
}
