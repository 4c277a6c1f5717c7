/**
 * Setting up on the map: a piece is chosen from the list or on the map, the hexes in which it may stand are
 * lit, a click notes it there.
 */

import { textOf } from "../../../match/deciding/slots.js";
import { announce, fill, h, icon, walk } from "../../../shell/dom.js";
import { check } from "../../../shell/match-api.js";
import { plainly, plural } from "../../../shell/words.js";
import { draftsOf } from "../drafts.js";
import { lineOf } from "../names.js";
import { drawHead, stateOf } from "./head.js";
import { pieceGroup } from "./list.js";
import { notesOf } from "./notes.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../types.d.ts").Drafts} Drafts */
/** @typedef {import("../types.d.ts").Piece} Piece */
/** @typedef {import("../types.d.ts").Placing} Placing */
/** @typedef {import("./head.js").Refusal} Refusal */

/** Milliseconds that a hex is pointed at before it is asked about. */
const PAUSE = 160;

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
  let notes = notesOf(scene, drafts, side);
  /** A piece, or a whole line. */
  let chosen = "";
  /** @type {import("./head.js").How} */
  let how = { hip: false, tow: false, cover: "" };
  /** @type {Placing | null} */
  let found = null;
  /** @type {Refusal | null} */
  let refused = null;
  /** @type {unknown} */
  let failed = null;
  let [round, drawn, latest, pause, under] = [0, "", "", 0, ""];

  const words = () =>
    [how.hip ? "hip" : "", how.tow ? "tow" : "", how.cover ? `in=${how.cover}` : ""].filter(Boolean);

  /** @param {string} what @param {boolean} [byKey] @param {string} [before] what is to be heard first */
  function choose(what, byKey = false, before = "") {
    chosen = chosen === what && !byKey ? "" : what;
    const one = notes.pieceOf(chosen);
    how = { hip: one?.states?.includes("hidden") ?? false, tow: false, cover: one?.cover ?? "" };
    [found, refused, failed] = [null, null, null];
    draw();
    redraw();
    if (!chosen) return;
    ask().then(() => {
      if (chosen !== what || !found) return;
      if (!found.hexes.length) return announce(`${before}${notes.nameOf(what)}: ${found.problem}`);
      const near = (one && notes.placeOf(one)) ||
        (found.hexes.includes(latest) ? latest : found.hexes[Math.floor(found.hexes.length / 2)]);
      look(found.hexes, byKey ? near : "");
      announce(`${before}${notes.nameOf(what)} chosen: ${plural(found.hexes.length, "hex", "hexes")} lit.`);
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
    const [what, one] = [chosen, notes.pieceOf(chosen)];
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
    const moved = one ? Boolean(notes.placeOf(one)) : true;
    if (!(await now.act(action, side))) return;
    latest = where;
    const next = moved ? undefined : notes.following(what);
    if (next) return choose(next.id, false, `${notes.nameOf(what)}: ${where}. `);
    [chosen, found, refused] = ["", null, null];
    draw();
    redraw();
    announce(`${notes.nameOf(what)}: ${where}.`);
  }

  /** Why the chosen piece cannot stand in a hex. @param {string} hex @returns {Promise<Refusal | null>} */
  async function why(hex) {
    if (!scene) return null;
    const action = textOf(["place", chosen, hex, ...words()]);
    const answer = await check(scene.match.id, side, [action]).catch(() => null);
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

  /** @param {Partial<import("./head.js").How>} another */
  function change(another) {
    how = { ...how, ...another };
    ask();
  }

  /** Everything that has no note yet stays off the map, as far as it may. */
  async function keepRest() {
    if (scene && await scene.act(["place", "rest", "retained"], side)) {
      announce("The others are kept off the map.");
    }
  }

  // Drawing

  function draw() {
    if (!scene || box.hidden) return;
    const all = notes.pieces();
    const own = all.filter((one) => notes.wayOf(one.id) === "onboard");
    const left = notes.open().length;
    fill(
      sum,
      `${own.filter(notes.placeOf).length} of ${own.length} on the map${
        left ? `, ${left} without a note` : ""
      }`,
    );
    drawHead(head, notes, { chosen, how, found, refused, failed }, { change, put, keepRest, back });
    strip.hidden = !chosen;
    fill(
      strip,
      chosen && [
        h("b", { text: notes.nameOf(chosen) }),
        refused
          ? h("span", { class: "small no", text: `Not in ${refused.hex}: ${refused.reason}` })
          : h("span", { class: "small", text: stateOf(found, failed) }),
        h("button", { type: "button", class: "btn small quiet", text: "Let go", onclick: back }),
      ],
    );
    const picture = JSON.stringify([
      side,
      chosen,
      all.map((one) => [one.id, notes.placeOf(one), one.states, notes.wayOf(one.id)]),
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
      [...lines].map(([line, members]) => pieceGroup(notes, line, members, chosen, choose)),
      !all.length && h("p", { class: "muted pad", text: "No pieces to set up." }),
    );
    renew();
    if (active) key(active)?.focus({ preventScroll: true });
  }

  /** @param {string} what @returns {HTMLElement | null} */
  const key = (what) => list.querySelector(`[data-what="${CSS.escape(what)}"]`);

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
     * @param {Drafts | null} newest
     * @param {string} whose the side that sets up, or nothing
     */
    draw(next, newest, whose) {
      const turned = scene?.match.version !== next.match.version;
      if (whose !== side) [chosen, found, refused, drawn] = ["", null, null, ""];
      [scene, drafts, side] = [next, newest, whose];
      notes = notesOf(scene, drafts, side);
      box.hidden = !whose;
      if (!whose) {
        strip.hidden = true;
        return;
      }
      if (
        chosen && drafts && !notes.pieceOf(chosen) && !notes.pieces().some((one) => lineOf(one.id) === chosen)
      ) {
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
      else if (unit && notes.pieceOf(unit) && chosen !== unit) choose(unit);
      else return false;
      return fanned || !unit || chosen !== unit;
    },
    /** What the map shows of it. */
    shown() {
      const one = chosen ? notes.pieceOf(chosen) : undefined;
      return {
        lit: chosen && found ? new Set(found.hexes) : null,
        refused: refused ? [refused] : [],
        chosen: one ? notes.placeOf(one) : "",
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
