/**
 * Setting up on the map: a piece is chosen from the list or on the map, the hexes in which it may stand are
 * lit, a click notes it there.
 */

import { textOf } from "../../match/deciding/slots.js";
import { announce, fill, h, icon, walk } from "../../shell/dom.js";
import { check } from "../../shell/match-api.js";
import { chips, note, trouble } from "../../shell/parts.js";
import { capital, heading, plainly, plural, said } from "../../shell/words.js";
import { draftsOf } from "./drafts.js";
import { lineOf } from "./roster.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Drafts} Drafts */
/** @typedef {import("./types.d.ts").Piece} Piece */
/** @typedef {import("./types.d.ts").Placing} Placing */
/**
 * @typedef {{
 *   hex: string,
 *   reason: string,
 *   rules: string[],
 *   pointed?: boolean,
 * }} Refusal a hex in which it cannot stand, chosen or only pointed at
 */

/** How those come that are not set up on the map. @type {{ [way: string]: string }} */
const WAYS = { offboard: "comes from off-board", retained: "Retained", never: "never on the map" };
/** Milliseconds that a hex is pointed at before it is asked about. */
const PAUSE = 160;
const COVERS = ["", "building", "trench", "pillbox"];

/**
 * @param {() => void} redraw draws the map anew
 * @param {(hexes: string[], hex: string) => void} look brings lit hexes into sight, and puts the keyboard
 *   on one of them
 */
export function placingPanel(redraw, look) {
  const list = h("div", { class: "ol-list", role: "group", "aria-label": "Pieces to set up" });
  const head = h("div", { class: "ol-head" });
  const sum = h("span", { class: "pill" });
  const box = h(
    "section",
    { class: "card ol", "aria-label": "Set-up", hidden: true },
    h("header", {}, h("h2", { text: "Set-up" }), h("span", { class: "grow" }), sum),
    head,
    list,
  );
  const strip = h("p", { class: "ol-strip", hidden: true });
  const renew = walk(list, "button");
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Drafts | null} */
  let drafts = null;
  let side = "";
  /** A piece, or a whole line. */
  let chosen = "";
  /** @type {{ hip: boolean, tow: boolean, cover: string }} */
  let how = { hip: false, tow: false, cover: "" };
  /** @type {Placing | null} */
  let found = null;
  /** @type {Refusal | null} */
  let refused = null;
  /** @type {unknown} */
  let failed = null;
  let [round, drawn, latest, pause, under] = [0, "", "", 0, ""];

  /** @returns {Piece[]} */
  const pieces = () =>
    Object.values(/** @type {{ [id: string]: Piece }} */ (scene?.view[side]?.pieces ?? {})).filter((one) =>
      wayOf(one.id)
    );
  /** @param {string} id */
  const wayOf = (id) => drafts?.coming[side]?.[id] ?? "";
  /** @param {string} id */
  const pieceOf = (id) => pieces().find((one) => one.id === id);
  const words = () =>
    [how.hip ? "hip" : "", how.tow ? "tow" : "", how.cover ? `in=${how.cover}` : ""].filter(Boolean);
  /** @param {Piece} one */
  const placeOf = (one) => (one.standing === "map" && one.hex ? one.hex : "");
  /** Whether a note keeps it off the map. @param {Piece} one */
  const keptBack = (one) => Boolean(scene?.view[side]?.kept_back?.includes(one.id));
  /** Pieces that may set up and have no note. */
  const open = () => pieces().filter((one) => wayOf(one.id) === "onboard" && !placeOf(one) && !keptBack(one));

  /** @param {string} what @param {boolean} [byKey] @param {string} [before] what is to be heard first */
  function choose(what, byKey = false, before = "") {
    chosen = chosen === what && !byKey ? "" : what;
    const one = pieceOf(chosen);
    how = { hip: one?.states?.includes("hidden") ?? false, tow: false, cover: one?.cover ?? "" };
    [found, refused, failed] = [null, null, null];
    draw();
    redraw();
    if (!chosen) return;
    ask().then(() => {
      if (chosen !== what || !found) return;
      if (!found.hexes.length) return announce(`${before}${nameOf(what)}: ${found.problem}`);
      const near = (one && placeOf(one)) ||
        (found.hexes.includes(latest) ? latest : found.hexes[Math.floor(found.hexes.length / 2)]);
      look(found.hexes, byKey ? near : "");
      announce(`${before}${nameOf(what)} chosen: ${plural(found.hexes.length, "hex", "hexes")} lit.`);
    });
  }

  /** Where the chosen piece may stand. */
  async function ask() {
    if (!scene || !chosen) return;
    const turn = ++round;
    try {
      const answer = await draftsOf(scene, { side: [side], place: [chosen, ...words()] });
      if (turn !== round) return;
      [found, failed] = [answer.placing, null];
    } catch (problem) {
      if (turn !== round) return;
      [found, failed] = [null, problem];
    }
    draw();
    redraw();
  }

  /** @param {string} where a hex, or retained, or nowhere */
  async function put(where) {
    const now = scene;
    if (!now || !chosen) return;
    const [what, one] = [chosen, pieceOf(chosen)];
    const away = where === "retained" || where === "nowhere";
    const action = ["place", what, where, ...(away ? [] : words())];
    // A referee may declare what is refused: that is asked beside the offer.
    if (found && !found.hexes.includes(where) && now.match.mode !== "referee" && !away) {
      const refusal = await why(where);
      if (!refusal || chosen !== what) return;
      refused = refusal;
      announce(`Refused: ${refused.reason}`);
      draw();
      return redraw();
    }
    const moved = one ? Boolean(placeOf(one)) : true;
    if (!(await now.act(action, side))) return;
    latest = where;
    const next = moved ? undefined : following(what);
    if (next) return choose(next.id, false, `${nameOf(what)}: ${where}. `);
    [chosen, found, refused] = ["", null, null];
    draw();
    redraw();
    announce(`${nameOf(what)}: ${where}.`);
  }

  /** Why the chosen piece cannot stand in a hex. @param {string} hex @returns {Promise<Refusal | null>} */
  async function why(hex) {
    if (!scene) return null;
    const answer = await check(scene.match.id, side, textOf(["place", chosen, hex, ...words()])).catch(() =>
      null
    );
    return answer && !answer.ok ? { hex, reason: plainly(answer.error), rules: answer.rules } : null;
  }

  /** A hex is pointed at: one that is not lit says why. @param {string} hex */
  function point(hex) {
    under = hex;
    clearTimeout(pause);
    if (refused?.pointed && refused.hex !== hex) {
      refused = null;
      draw();
      redraw();
    }
    if (!hex || !chosen || !found?.hexes.length || found.hexes.includes(hex) || refused?.hex === hex) return;
    const what = chosen;
    pause = window.setTimeout(async () => {
      const refusal = await why(hex);
      if (!refusal || under !== hex || chosen !== what || refused?.hex === hex) return;
      refused = { ...refusal, pointed: true };
      draw();
      redraw();
    }, PAUSE);
  }

  /** Everything that has no note yet stays off the map, as far as it may. */
  async function keepRest() {
    if (scene && await scene.act(["place", "rest", "retained"], side)) {
      announce("The others are kept off the map.");
    }
  }

  /** The next piece of the same line that has no place yet. @param {string} what */
  function following(what) {
    const own = pieces().filter((one) => lineOf(one.id) === lineOf(what) && wayOf(one.id) === "onboard");
    const at = own.findIndex((one) => one.id === what);
    return [...own.slice(at + 1), ...own.slice(0, at)].find((one) => !placeOf(one) && !keptBack(one));
  }

  /** @param {string} what */
  function nameOf(what) {
    const one = pieceOf(what);
    return one ? `${one.name} ${one.id.slice(one.id.lastIndexOf("/"))}` : `All of ${what}`;
  }

  // Drawing

  function draw() {
    if (!scene || box.hidden) return;
    const all = pieces();
    const own = all.filter((one) => wayOf(one.id) === "onboard");
    const left = open().length;
    fill(
      sum,
      `${own.filter(placeOf).length} of ${own.length} on the map${left ? `, ${left} without a note` : ""}`,
    );
    drawHead();
    strip.hidden = !chosen;
    fill(
      strip,
      chosen && [
        h("b", { text: nameOf(chosen) }),
        refused
          ? h("span", { class: "small no", text: `Not in ${refused.hex}: ${refused.reason}` })
          : h("span", { class: "small", text: state() }),
        h("button", { type: "button", class: "btn small quiet", text: "Let go", onclick: back }),
      ],
    );
    const picture = JSON.stringify([
      side,
      chosen,
      all.map((one) => [one.id, placeOf(one), one.states, wayOf(one.id)]),
    ]);
    if (picture === drawn) return;
    drawn = picture;
    const active = list.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.what
      : "";
    /** @type {Map<string, Piece[]>} */
    const lines = new Map();
    for (const one of all) lines.set(lineOf(one.id), [...(lines.get(lineOf(one.id)) ?? []), one]);
    fill(
      list,
      [...lines].map(([line, members]) => group(line, members)),
      !all.length && h("p", { class: "muted pad", text: "No pieces to set up." }),
    );
    renew();
    if (active) key(active)?.focus({ preventScroll: true });
  }

  /** @param {string} what @returns {HTMLElement | null} */
  const key = (what) => list.querySelector(`[data-what="${CSS.escape(what)}"]`);

  /** @param {string} line @param {Piece[]} members */
  function group(line, members) {
    const able = members.filter((one) => wayOf(one.id) === "onboard");
    const way = able.length ? "" : wayOf(members[0].id);
    return h(
      "section",
      {},
      h(
        "h3",
        {},
        h("span", { class: "mono", text: line }),
        h("span", { class: "small muted", text: capital(scene?.view[side].lines[line] ?? "") }),
        way && h("span", { class: "pill", text: WAYS[way] ?? heading(way) }),
      ),
      h(
        "div",
        { class: "ol-pieces" },
        members.map(piece),
        able.length > 1 && able.length === members.length && h("button", {
          type: "button",
          class: "ol-piece all",
          "data-what": line,
          "aria-pressed": String(chosen === line),
          text: `All ${members.length}`,
          "aria-label": `All ${members.length} of ${line}`,
          onclick: (/** @type {MouseEvent} */ event) => choose(line, event.detail === 0),
        }),
      ),
    );
  }

  /** @param {Piece} one */
  function piece(one) {
    const [way, hex, number] = [wayOf(one.id), placeOf(one), one.id.slice(one.id.lastIndexOf("/"))];
    const hidden = one.states?.includes("hidden");
    const where = hex
      ? `${hex}${hidden ? ", hidden" : ""}`
      : keptBack(one)
      ? "kept off the map"
      : way === "onboard"
      ? "no place yet"
      : (WAYS[way] ?? said(way));
    return h(
      "button",
      {
        type: "button",
        class: `ol-piece${hex ? " placed" : ""}${way === "onboard" ? "" : " away"}`,
        "data-what": one.id,
        "aria-pressed": String(chosen === one.id),
        "aria-label": `${one.name} ${number}, ${said(one.kind)}: ${where}`,
        onclick: (/** @type {MouseEvent} */ event) => choose(one.id, event.detail === 0),
      },
      h("b", { text: one.name }),
      h("span", { class: "mono number", text: number }),
      hex && h("span", { class: "mono at", text: hex }),
      hidden && h("span", { class: "small", text: "HIP" }),
    );
  }

  function drawHead() {
    const one = pieceOf(chosen);
    const active = head.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
      : "";
    if (!chosen) {
      fill(
        head,
        h("p", {
          class: "small muted",
          text: "Choose a piece here or on the map, then click a lit hex. Notes stay secret. With the " +
            "keys: Enter on a piece, arrows on the map, Enter to set it down, Esc to let go.",
        }),
        open().length > 0 &&
          h("button", {
            type: "button",
            class: "btn small",
            "data-key": "rest",
            text: "Keep the others off the map",
            onclick: () => keepRest(),
          }),
      );
      return;
    }
    const toggle = (/** @type {"hip" | "tow"} */ name, /** @type {string} */ text) =>
      h(
        "label",
        { class: "ol-how" },
        h("input", {
          type: "checkbox",
          "data-key": name,
          checked: how[name],
          onchange: () => {
            how = { ...how, [name]: !how[name] };
            ask();
          },
        }),
        text,
      );
    fill(
      head,
      h(
        "p",
        { class: "ol-chosen" },
        h("b", { text: nameOf(chosen) }),
        h("span", { class: "small muted", text: state() }),
      ),
      h(
        "p",
        { class: "acts" },
        toggle("hip", "hidden (HIP)"),
        one?.kind === "gun" && toggle("tow", "in tow"),
        h(
          "select",
          {
            class: "field",
            "data-key": "cover",
            "aria-label": "In what it stands",
            onchange: (/** @type {Event} */ event) => {
              how = { ...how, cover: /** @type {HTMLSelectElement} */ (event.target).value };
              ask();
            },
          },
          COVERS.map((word) =>
            h("option", {
              value: word,
              text: word ? `in a ${word}` : "in the open",
              selected: how.cover === word,
            })
          ),
        ),
      ),
      h(
        "p",
        { class: "acts" },
        found?.away && !(one && keptBack(one)) &&
          h("button", {
            type: "button",
            class: "btn small",
            "data-key": "off",
            text: one && placeOf(one) ? "Take it off the map" : "Keep it off the map",
            onclick: () => put("retained"),
          }),
        one?.area &&
          h("button", {
            type: "button",
            class: "btn small",
            "data-key": "nowhere",
            text: "It cannot be set up",
            onclick: () => put("nowhere"),
          }),
        h(
          "button",
          {
            type: "button",
            class: "btn small quiet",
            "data-key": "go",
            onclick: () => back(),
          },
          "Let go ",
          h("kbd", { class: "wide-only", text: "Esc" }),
        ),
      ),
      found && !found.hexes.length ? note("refused", capital(found.problem), chips(found.rules)) : null,
      refused &&
        h(
          "div",
          { role: refused.pointed ? null : "alert", class: "ol-refused" },
          note("refused", `Not in ${refused.hex}`, refused.reason, chips(refused.rules)),
        ),
      failed ? trouble(failed) : null,
    );
    if (active) {
      /** @type {HTMLElement | null} */ (head.querySelector(`[data-key="${active}"]`))?.focus({
        preventScroll: true,
      });
    }
  }

  const state =
    () => (!found
      ? (failed ? "" : "looking where it may stand…")
      : found.hexes.length
      ? `${plural(found.hexes.length, "hex", "hexes")} lit: click one`
      : "nowhere on the map");

  /** Let the chosen piece go; false where there is none. */
  function back() {
    if (!chosen) return false;
    const what = chosen;
    choose(what);
    key(what)?.focus({ preventScroll: true });
    return true;
  }

  return {
    box,
    back,
    point,
    /** What is being placed, where the list is out of sight. */
    strip,
    /** Whether somebody sets up here now. */
    open: () => Boolean(side),
    /**
     * @param {Scene} next
     * @param {Drafts | null} found
     * @param {string} whose the side that sets up, or nothing
     */
    draw(next, found, whose) {
      const turned = scene?.match.version !== next.match.version;
      if (whose !== side) [chosen, found, refused, drawn] = ["", null, null, ""];
      [scene, drafts, side] = [next, found, whose];
      box.hidden = !whose;
      if (!whose) {
        strip.hidden = true;
        return;
      }
      if (chosen && drafts && !pieceOf(chosen) && !pieces().some((one) => lineOf(one.id) === chosen)) {
        chosen = "";
      }
      if (turned && chosen) {
        refused = null;
        ask();
      }
      draw();
    },
    /**
     * A hex, or a counter in an opened stack, was chosen on the map; whether that was all, and no stack is
     * to be opened.
     * @param {string} hex
     * @param {string | null} unit
     * @param {boolean} fanned
     */
    pick(hex, unit, fanned) {
      if (!side || !scene) return false;
      if (chosen && !fanned) put(hex);
      else if (unit && pieceOf(unit) && chosen !== unit) choose(unit);
      else return false;
      return fanned || !unit || chosen !== unit;
    },
    /** What the map shows of it. */
    shown() {
      const one = chosen ? pieceOf(chosen) : undefined;
      return {
        lit: chosen && found ? new Set(found.hexes) : null,
        refused: refused ? [refused] : [],
        chosen: one ? placeOf(one) : "",
      };
    },
  };
}

/** A button that reconnoitres a hex. @param {Scene} scene @param {string} hex */
export const inspecting = (scene, hex) =>
  scene.live && scene.offered("inspect") &&
  h(
    "button",
    {
      type: "button",
      class: "btn small go",
      "data-inspect": hex,
      onclick: () => scene.act(["inspect", hex], "russian"),
    },
    icon("ok", 13),
    `Inspect ${hex}`,
  );
