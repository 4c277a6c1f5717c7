/**
 * The war on its map: units are chosen by clicking, targets are lit, what is refused says its rule, battles
 * show their odds.
 */

import { counter } from "../../board/counter.js";
import { pointsBoard } from "../../board/points/board.js";
import { oddsOf, oddsPicture } from "../../match/deciding/forecast.js";
import { openWords, shownWord, textOf } from "../../match/deciding/slots.js";
import { h } from "../../shell/dom.js";
import { check } from "../../shell/match-api.js";
import { chips } from "../../shell/parts.js";
import { capital, heading, plainly, plural } from "../../shell/words.js";
import { groundOf, neutralGround, project } from "./earth.js";
import { byStrength, MARKS, unitOf } from "./units.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../board/types.d.ts").Unit} Unit */
/** @typedef {import("../../board/types.d.ts").PointPlace} PointPlace */
/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

/** Milliseconds that a point is looked at before anything is asked about it. */
const PAUSE = 90;
/** Pixels to a kilometre at which the front is shown first. */
const CLOSE = 0.66;

/**
 * @param {Atlas} atlas
 * @param {Drawn} first what is drawn first: points that nobody holds are not played
 */
export function warMap(atlas, first) {
  const pieces = new Map(atlas.units.map((unit) => [unit.id, unit]));
  const played = atlas.points.filter((point) => point.id in first.control);
  const ids = new Set(played.map((point) => point.id));
  const names = new Map(atlas.points.map((point) => [point.id, point.name]));
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Drawn} */
  let now = first;
  /** The point whose card is open, and the units chosen there. */
  let open = "";
  /** @type {string[]} */
  let chosen = [];
  /** @type {Map<string, Unit[]>} */
  let stacks = new Map();
  let [pause, hovered] = [0, ""];

  const board = pointsBoard({
    label: "Map of the war",
    pick,
    hover,
    card,
    about,
    look: front(atlas, first),
    least: CLOSE,
    marks: MARKS,
    map: {
      points: played.map((point) => {
        const [x, y] = project(point.lon / 100, point.lat / 100);
        return { id: point.id, name: point.name, x, y, kind: point.kind, worth: point.vp };
      }),
      lines: atlas.lines.filter((line) => ids.has(line.a) && ids.has(line.b)),
      control: first.control,
      ground: groundOf(atlas.ground),
    },
  });

  // What may be done with what stands here

  /** The offers that begin with this word. @param {string} word */
  const offersFor = (word) =>
    (scene?.live ? scene.match.decisions : []).flatMap((decision) =>
      decision.offers.filter((offer) => openWords(offer.slots[0]).includes(word)).map((offer) => ({
        offer,
        who: decision.who,
      }))
    );

  /** Points that can be said next. */
  const lit = () => openWords(scene?.form?.slot).filter((word) => ids.has(word));

  /** Points that a coach lights: those that are to be said, and where the units stand that are. */
  const coached = () => placesOf([...(scene?.lights.words ?? [])]);

  /** The points that words stand for: their own, or where a unit is. @param {string[]} words */
  const placesOf = (words) =>
    words.flatMap((word) => (ids.has(word) ? [word] : now.units.find((unit) => unit.id === word)?.at ?? []));

  /** What would be done by going to a point, one action for each chosen unit. @param {string} to */
  function actionsTo(to) {
    const form = scene?.form;
    if (!form) return [];
    const several = chosen.length > 1 && chosen.includes(form.said[0]) ? chosen : [form.said[0]];
    return several.map((unit) => [form.verb, ...(form.said.length ? [unit, ...form.said.slice(1)] : []), to]);
  }

  /** @param {string} id */
  async function pick(id) {
    if (!id) {
      open = "";
      chosen = [];
      scene?.drop();
      return;
    }
    if (lit().includes(id)) return go(id);
    if (chosen.length && !(stacks.get(open) ?? []).some((unit) => chosen.includes(unit.id) && open === id)) {
      chosen = [];
      scene?.drop();
    }
    open = id;
    renew();
  }

  /** @param {string} to */
  async function go(to) {
    const form = scene?.form;
    if (!scene || !form) return;
    hover(null);
    const actions = actionsTo(to);
    const units = chosen;
    [chosen, open] = [[], ""];
    if (actions.length === 1) scene.say(to);
    else for (const words of actions) if (!(await scene.act(words, form.who))) break;
    // Armour that has a line left goes on from where it is.
    const still = units.filter((unit) => offersFor(unit).some(({ offer }) => offer.verb === form.verb));
    if (still.length && stacks.get(to)?.some((unit) => still.includes(unit.id))) {
      open = to;
      renew();
    }
  }

  /** @param {string} unit @param {string} verb */
  function toggle(unit, verb) {
    if (!scene) return;
    const same = scene.form?.verb === verb && chosen.length > 0;
    const next = !same
      ? [unit]
      : chosen.includes(unit)
      ? chosen.filter((one) => one !== unit)
      : [...chosen, unit];
    choose(next, verb);
  }

  /** @param {string[]} units @param {string} verb */
  function choose(units, verb) {
    const before = chosen;
    chosen = units;
    if (!units.length) scene?.drop();
    else if (scene?.form?.verb !== verb || before[0] !== units[0]) scene?.open(verb, [units[0]], true);
    renew();
  }

  // The card of a point

  /** @param {PointPlace} point */
  function card(point) {
    const stack = stacks.get(point.id) ?? [];
    const spot = atlas.points.find((one) => one.id === point.id);
    const plants = now.plants.filter((plant) => plant.at === point.id);
    const cut = now.cut_off[now.control[point.id]]?.includes(point.id);
    const verbs = [
      ...new Map(stack.flatMap((unit) => offersFor(unit.id)).map(({ offer }) => [offer.verb, offer]))
        .values(),
    ];
    const many = (/** @type {import("../../api.d.ts").Offer} */ offer) =>
      stack.filter((unit) => openWords(offer.slots[0]).includes(unit.id)).length;
    const verb = verbs.find((one) => one.verb === scene?.form?.verb) ??
      [...verbs].sort((a, b) => many(b) - many(a))[0];
    const able = verb
      ? stack.filter((unit) => openWords(verb.slots[0]).includes(unit.id)).map((unit) => unit.id)
      : [];
    const attacks = offersFor(point.id).filter(({ offer }) =>
      !openWords(offer.slots[0]).some((word) => !ids.has(word))
    );
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
          onclick: () => {
            board.show("");
            pick("");
          },
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
      verbs.length > 1 &&
      h(
        "div",
        { class: "tabs", role: "group", "aria-label": "How" },
        verbs.map((one) =>
          h("button", {
            type: "button",
            "aria-pressed": String(one === verb),
            text: capital(one.verb),
            title: one.label,
            onclick: () =>
              choose(
                stack.filter((unit) => openWords(one.slots[0]).includes(unit.id)).slice(0, 1).map((unit) =>
                  unit.id
                ),
                one.verb,
              ),
          })
        ),
      ),
      stack.length > 0 && h(
        "div",
        { class: "row" },
        stack.map((unit) => {
          const may = able.includes(unit.id);
          const drawn = counter(unit, 46);
          if (!may || !verb) return h("span", { class: "fanned still" }, drawn);
          return h("button", {
            type: "button",
            class: "fanned",
            "data-unit": unit.id,
            "aria-pressed": String(chosen.includes(unit.id)),
            onclick: () => toggle(unit.id, verb.verb),
          }, drawn);
        }),
      ),
      able.length > 1 && verb &&
      h(
        "p",
        { class: "acts" },
        h("button", {
          type: "button",
          class: "btn small",
          "data-unit": "all",
          text: chosen.length === able.length ? "Choose none" : `Choose all ${able.length}`,
          onclick: () => choose(chosen.length === able.length ? [] : able, verb.verb),
        }),
      ),
      chosen.length > 0 &&
      h("p", {
        class: "small hint",
        text: lit().length ? `${plural(chosen.length, "unit")} chosen: click a lit point.` : "Nowhere to go.",
      }),
      plants.length > 0 && h(
        "ul",
        { class: "plants" },
        plants.map((plant) => {
          const about = atlas.plants.find((one) => one.id === plant.id);
          return h(
            "li",
            {},
            h(
              "span",
              {},
              h("b", { text: plant.id }),
              h("span", { class: "small muted", text: ` ${about?.type ?? ""}, ${plant.state}` }),
            ),
            offersFor(plant.id).map(({ offer }) =>
              h("button", {
                type: "button",
                class: "btn small",
                text: capital(offer.verb),
                onclick: () => scene?.open(offer.verb, [plant.id], true),
              })
            ),
          );
        }),
      ),
      attacks.map(({ offer }) =>
        h(
          "button",
          { type: "button", class: "btn go", onclick: () => scene?.open(offer.verb, []) },
          `${offer.label.replace(/ a point$/, "")} ${point.name}`,
        )
      ),
    ];
  }

  /** @param {PointPlace} point */
  function about(point) {
    const plants = now.plants.filter((plant) => plant.at === point.id);
    const aims = now.units.filter((unit) => unit.aim === point.id);
    return [
      plants.length &&
      `${plural(plants.length, "factory", "factories")}: ${
        plants.map((plant) => `${plant.id} ${plant.state}`).join(", ")
      }`,
      aims.length && `under attack by ${aims.map((unit) => unit.id).join(", ")}`,
      lit().includes(point.id) && "can be chosen",
    ].filter(Boolean).join(". ");
  }

  // What a point under the mouse or the cursor says

  /** @param {string | null} id */
  function hover(id) {
    clearTimeout(pause);
    hovered = id ?? "";
    board.set({ barred: "" });
    if (!id) return board.tip("", null);
    pause = window.setTimeout(() => say(id), PAUSE);
  }

  /** @param {string} id */
  async function say(id) {
    if (!scene) return;
    const name = names.get(id) ?? id;
    const stack = stacks.get(id) ?? [];
    const form = scene.form;
    const still = () => hovered === id && scene?.form === form;
    if (
      !form?.said.length || !form.slot || !(form.slot.choices.length === 0 || lit().length) ||
      stack.some((unit) => chosen.includes(unit.id))
    ) {
      board.tip(id, [
        h("b", { text: name }),
        h("span", {
          class: "small muted",
          text: ` ${
            [heading(now.control[id] ?? ""), stack.length ? plural(stack.length, "unit") : ""].filter(Boolean)
              .join(", ")
          }`,
        }),
      ]);
      return;
    }
    const actions = actionsTo(id);
    if (lit().includes(id)) {
      board.tip(id, [
        h("b", { text: `To ${name}` }),
        actions.length > 1 && h("span", { class: "small muted", text: ` ${plural(actions.length, "unit")}` }),
      ]);
      const odds = await oddsOf(scene, form.who, actions).catch(() => null);
      if (odds && still()) board.tip(id, oddsPicture(odds, true));
      return;
    }
    const found = await check(scene.match.id, form.who, textOf(actions[0])).catch(() => null);
    if (!found || found.ok || !still()) return;
    board.set({ barred: id });
    board.tip(id, [
      h("b", { class: "no", text: `${name}: refused` }),
      h("p", { class: "small" }, capital(plainly(found.error)), chips(found.rules)),
    ]);
  }

  // Drawing

  function renew() {
    board.set({ chosen: chosen.length || open ? open : "", legal: lit(), coached: coached() });
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
    /** @param {string} word */
    shows: (word) => placesOf([word]).some((at) => ids.has(at)),
    /** Bring a point or a unit into sight. @param {string[]} words */
    find(words) {
      const [at] = placesOf(words);
      if (at) board.goTo(at);
      return Boolean(at);
    },
    /** Close the card; false where none is open. */
    back() {
      if (!open) return false;
      [open, chosen] = ["", []];
      renew();
      return true;
    },
    /** @param {Scene} next @param {Drawn} drawn */
    draw(next, drawn) {
      const moved = now !== drawn || !scene;
      scene = next;
      now = drawn;
      if (!next.form) chosen = [];
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
