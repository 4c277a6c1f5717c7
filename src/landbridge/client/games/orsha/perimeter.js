/**
 * A Perimeter drawn by hand: markers set by clicks on the map, every violation shown at once with its rule;
 * the
 * largest legal one is a click away.
 */

import { announce, fill, h, icon, later } from "../../shell/dom.js";
import { chips, note, trouble } from "../../shell/parts.js";
import { capital, plural } from "../../shell/words.js";
import { draftsOf } from "./drafts.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Drafts} Drafts */
/** @typedef {import("./types.d.ts").Perimeter} Perimeter */

const PROOFS = {
  proved: "the largest there is, proved",
  best_found: "the largest that was found",
  proposed: "as you propose it",
  illegal: "not legal yet",
  unread: "cannot be read",
  drawn: "as drawn",
};
const HEX = /\b(?:[A-Z]|AA|BB|CC|DD)\d{1,2}\b/g;

/** A marker without the word on which grain follows. @param {string} word */
const bare = (word) => word.replace(/\(.*/, "");

/** @param {() => void} redraw */
export function perimeterEditor(redraw) {
  const box = h("section", { class: "card op", "aria-label": "Perimeter", hidden: true });
  /** The loops that are being drawn; nothing while the computed one is shown. @type {string[][] | null} */
  let loops = null;
  let current = 0;
  /** @type {Perimeter | null} */
  let drafted = null;
  /** @type {unknown} */
  let failed = null;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Drafts | null} */
  let drafts = null;
  let [round, side] = [0, ""];

  const texts = () => (loops ?? []).filter((loop) => loop.length).map((loop) => loop.join(" "));

  const check = later(async () => {
    if (!scene || !loops) return;
    const turn = ++round;
    const draft = texts();
    try {
      const found = draft.length ? await draftsOf(scene, { side: [side], draft }) : null;
      if (turn !== round) return;
      [drafted, failed] = [found?.ground.draft ?? null, null];
    } catch (problem) {
      if (turn !== round) return;
      failed = problem;
    }
    if (drafted) {
      announce(
        drafted.violations.length
          ? `${plural(drafted.violations.length, "violation")}: ${drafted.violations[0].text}`
          : drafted.problem || `Legal: ${drafted.area.length} hexes.`,
      );
    }
    draw();
    redraw();
  }, 90);

  /** @param {string[][] | null} next */
  function change(next) {
    loops = next;
    if (!loops) {
      drafted = null;
      failed = null;
    }
    current = Math.max(0, Math.min(current, (loops?.length ?? 1) - 1));
    draw();
    redraw();
    check();
  }

  /** Begin with the loops that stand, those that were proposed or the largest. */
  const byHand = () =>
    change(
      (drafts?.ground.lines[side]?.loops ?? []).filter((loop) =>
        loop.kind !== "pocket" || loop.markers.length > 1
      ).map((loop) => loop.text.split(" ")),
    );

  async function propose(/** @type {boolean} */ stands) {
    if (!scene || !loops) return;
    const now = scene;
    const words = texts();
    if (now.view.proposals[side]?.length && !(await now.act(["noloops"], side))) return;
    for (const text of words) if (!(await now.act(["loop", ...text.split(" ")], side))) return;
    if (stands && !(await now.act(["perimeter"], side))) return;
    change(null);
  }

  function draw() {
    const now = scene;
    if (!now || box.hidden) return;
    const shown = loops ? drafted : drafts?.ground.lines[side];
    const active = document.activeElement instanceof HTMLElement && box.contains(document.activeElement)
      ? document.activeElement.dataset.perimeter
      : "";
    fill(
      box,
      h(
        "header",
        {},
        h("h2", { text: loops ? "Your Perimeter, by hand" : "Your Perimeter" }),
        h("span", { class: "chips" }, chips(["OTO-9.605-1", "OTO-9.6054-2"])),
        h("span", { class: "grow" }),
        state(shown ?? null),
      ),
      h(
        "div",
        { class: "body" },
        loops ? editing(loops) : computed(shown ?? null),
        violationNotes(shown ?? null),
        failed ? trouble(failed) : null,
      ),
    );
    if (active) {
      /** @type {HTMLElement | null} */ (box.querySelector(`[data-perimeter="${active}"]`) ??
        box.querySelector("button"))?.focus({ preventScroll: true });
    }
  }

  /** @param {Perimeter | null} shown */
  function state(shown) {
    if (!shown) return h("span", { class: "pill", text: loops ? "no markers yet" : "looking…" });
    const bad = shown.violations.length > 0 || shown.problem;
    return h(
      "span",
      { class: `pill ${bad ? "refused" : "legal"}` },
      icon(bad ? "no" : "ok", 13),
      bad
        ? `${plural(Math.max(1, shown.violations.length), "violation")}`
        : `${shown.area.length} hexes, ${PROOFS[shown.proof]}`,
    );
  }

  /** @param {Perimeter | null} shown */
  function computed(shown) {
    const proposed = scene?.view.proposals[side]?.length;
    return [
      h(
        "p",
        {},
        proposed
          ? "The loops you proposed are drawn on the map."
          : "The largest legal Perimeter, as far as you know the enemy, is drawn on the map.",
      ),
      shown &&
      h(
        "ul",
        { class: "op-loops" },
        shown.loops.map((loop) =>
          h(
            "li",
            {},
            h("span", { class: "small faint", text: `${capital(loop.kind)} ` }),
            h("code", { text: loop.text }),
          )
        ),
      ),
      h(
        "p",
        { class: "acts" },
        h("button", {
          type: "button",
          class: "btn go",
          "data-perimeter": "take",
          text: proposed ? "Let it stand" : "Take it",
          onclick: () => scene?.act(["perimeter"], side),
        }),
        h("button", {
          type: "button",
          class: "btn",
          "data-perimeter": "hand",
          text: "Draw by hand",
          onclick: byHand,
        }),
        h("button", {
          type: "button",
          class: "btn quiet",
          "data-perimeter": "empty",
          text: "Begin with an empty map",
          onclick: () => change([[]]),
        }),
      ),
    ];
  }

  /** @param {string[][]} all */
  function editing(all) {
    return [
      h("p", {
        class: "small muted",
        text: "Click hexes in order to set markers; click a marker to take it up. With the keys: arrows " +
          "on the map, Enter to set.",
      }),
      all.map((loop, at) =>
        h(
          "div",
          { class: at === current ? "op-loop current" : "op-loop" },
          h("button", {
            type: "button",
            class: "btn small quiet",
            "aria-pressed": String(at === current),
            text: `Loop ${at + 1}`,
            onclick: () => {
              current = at;
              draw();
            },
          }),
          h(
            "ol",
            { class: "op-markers" },
            loop.map((word, place) =>
              h(
                "li",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "pill plan",
                    "aria-label": `Marker ${place + 1}, ${bare(word)}: take it up`,
                    onclick: () =>
                      change(all.map((one, i) => (i === at ? one.filter((_, j) => j !== place) : one))),
                  },
                  bare(word),
                  icon("close", 11),
                ),
                other(at, place),
              )
            ),
          ),
          !loop.length && h("span", { class: "small faint", text: "no marker yet" }),
        )
      ),
      h(
        "p",
        { class: "acts" },
        h("button", {
          type: "button",
          class: "btn go",
          "data-perimeter": "stand",
          disabled: !drafted || drafted.violations.length > 0 || Boolean(drafted.problem),
          text: "Propose it, and let it stand",
          onclick: () => propose(true),
        }),
        h("button", {
          type: "button",
          class: "btn",
          disabled: !texts().length,
          text: "Propose it",
          onclick: () => propose(false),
        }),
        h("button", {
          type: "button",
          class: "btn",
          text: "Another loop",
          onclick: () => {
            current = all.length;
            change([...all, []]);
          },
        }),
        h("button", {
          type: "button",
          class: "btn quiet",
          "data-perimeter": "computed",
          text: "Back to the largest",
          onclick: () => change(null),
        }),
      ),
    ];
  }

  /** Where two grains lead to the next marker, the other one. @param {number} at @param {number} place */
  function other(at, place) {
    const word = loops?.[at]?.[place] ?? "";
    const link = drafted?.loops[at]?.links.find((one) => one.hexes[0] === bare(word));
    if (!link?.other || !loops) return null;
    const turned = loops;
    return h("button", {
      type: "button",
      class: "btn small quiet",
      "aria-label": `From ${bare(word)} by ${link.other} instead`,
      title: `By ${link.other} instead of ${link.hexes[1]}`,
      text: `by ${link.other}`,
      onclick: () =>
        change(
          turned.map((
            one,
            i,
          ) => (i === at ? one.map((old, j) => (j === place ? `${bare(old)}(${link.other})` : old)) : one)),
        ),
    });
  }

  /** @param {Perimeter | null} shown */
  function violationNotes(shown) {
    if (!shown) return null;
    return [
      shown.problem && note("warn", "This draft cannot be read", shown.problem),
      shown.violations.map((one) =>
        h(
          "div",
          { role: "group", class: "op-violation" },
          note("refused", capital(one.text), one.remedy && `${capital(one.remedy)}. `, chips(one.rules)),
        )
      ),
      shown.larger > 0 &&
      note(
        "warn",
        `Another choice of markers encloses ${shown.larger} hexes`,
        "Yours is legal; the choice is yours.",
        chips(["OTO-NEC-34"]),
      ),
    ];
  }

  return {
    box,
    /**
     * @param {Scene} next
     * @param {Drafts | null} found
     * @param {string} whose the side that draws, or nothing
     */
    draw(next, found, whose) {
      if (whose !== side) {
        loops = null;
        drafted = null;
      }
      [scene, drafts, side] = [next, found, whose];
      box.hidden = !whose;
      if (!whose) {
        loops = null;
        drafted = null;
        fill(box);
      } else draw();
    },
    /** A hex was chosen on the map; whether it was meant for the Perimeter. @param {string} hex */
    pick(hex) {
      if (!loops || !side) return false;
      const all = loops;
      const known = all.findIndex((loop) => loop.some((word) => bare(word) === hex));
      if (known >= 0) {
        change(all.map((loop, at) => (at === known ? loop.filter((word) => bare(word) !== hex) : loop)));
      } else change(all.map((loop, at) => (at === current ? [...loop, hex] : loop)));
      return true;
    },
    byHand: () => {
      if (!loops) byHand();
    },
    /** What the map shows of it. */
    shown() {
      const violations = loops ? (drafted?.violations ?? []) : [];
      return {
        draft: loops?.flat() ?? [],
        side,
        perimeter: drafted,
        refused: violations.flatMap((one) =>
          [...new Set(one.text.match(HEX) ?? [])].map((hex) => ({ hex, reason: one.text }))
        ),
      };
    },
  };
}
