/**
 * The pages of an Orsha match for one role: the map, the chart to buy from, the roster and the result form,
 * each where it is needed.
 */

import { fill, h } from "../../shell/dom.js";
import { retry } from "../../shell/parts.js";
import { coloursOf } from "../../shell/sides.js";
import { heading } from "../../shell/words.js";
import { drawSteps } from "./date-steps.js";
import { draftsOf, ownSides, printedMap, stepOf } from "./drafts.js";
import { fortificationsPanel } from "./fortifications.js";
import { orshaMap, scoreLine } from "./map.js";
import { perimeterEditor } from "./perimeter.js";
import { shopPanel } from "./purchases/shop.js";
import { formPanel } from "./report/result-form.js";
import { rosterPanel } from "./roster.js";
import { inspecting, placingPanel } from "./set-up/placement.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Drafts} Drafts */
/** @typedef {"map" | "buy" | "works" | "roster" | "form"} Tab */

/** What is to be looked at in a step. @type {{ [step: string]: Tab }} */
const FITTING = { Prepare: "buy", Battle: "form", Aftermath: "form" };
/** @type {{ [tab: string]: string }} */
const TITLES = {
  map: "Map",
  buy: "Purchases",
  works: "Fortifications",
  roster: "Roster",
  form: "Result form",
};

/** The tabs of a side that are open now. @param {Scene} scene @param {Drafts | null} drafts @param {string} side */
function openTabs(scene, drafts, side) {
  /** @type {Tab[]} */
  const open = ["map"];
  if (side && drafts?.shops[side]) open.push("buy");
  if (side && drafts?.works[side]) open.push("works");
  if (side) open.push("roster");
  if (side && (scene.offered("ended") || scene.offered("file"))) open.push("form");
  return open;
}

/** What is shown in place of a tab that is not open. @param {Tab} tab @param {Tab[]} open @param {Scene} scene */
function insteadOf(tab, open, scene) {
  if (tab !== "buy") return "map";
  if (open.includes("works")) return "works";
  return stepOf(scene.view) === "Prepare" && open.includes("roster") ? "roster" : "map";
}

/**
 * @param {HTMLElement} place
 * @param {string} name the match and the role: nothing drawn for one is shown to another
 */
export function orshaPage(place, name) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Drafts | null} */
  let drafts = null;
  /** @type {Tab} */
  let tab = "map";
  let [chosenIn, round, side] = ["", 0, ""];
  /** @type {ReturnType<typeof orshaMap> | null} */
  let map = null;
  /** @type {HTMLElement | null} */
  let stepsPlace = null;
  /** @type {Map<string, ReturnType<typeof shopPanel>>} */
  const shops = new Map();
  /** @type {Map<string, ReturnType<typeof fortificationsPanel>>} */
  const fortifications = new Map();
  /** @type {Map<string, ReturnType<typeof rosterPanel>>} */
  const rosters = new Map();
  /** @type {Map<string, ReturnType<typeof formPanel>>} */
  const forms = new Map();
  const editor = perimeterEditor(drawMap);
  const placing = placingPanel(drawMap, look);
  const tabs = h("div", { class: "tabs o-tabs noprint", role: "group", "aria-label": "What is shown" });
  const body = h("div", { class: "o-body" });
  const mapPlace = h(
    "div",
    { class: "card o-map" },
    h("p", { class: "muted pad", text: "The map is being unfolded…" }),
  );
  const failed = h("div", { class: "o-failed" });
  const scorePlace = h("div", { class: "o-score-place" });
  const mapTab = h(
    "div",
    { class: "o-map-tab" },
    placing.strip,
    mapPlace,
    placing.box,
    editor.box,
    scorePlace,
  );
  fill(place, h("div", { class: "orsha" }, tabs, failed, body));

  function unfold() {
    return printedMap().then((printed) => {
      map = orshaMap(printed, pick, placing.point);
      fill(mapPlace, map.box);
      if (placing.open()) map.near();
      drawMap();
    }, (problem) => fill(mapPlace, h("div", { class: "pad" }, retry(problem, unfold))));
  }
  unfold();

  /** @param {string} hex @param {string | null} unit @param {boolean} fanned */
  function pick(hex, unit, fanned) {
    map?.announce(hex, scene && inspecting(scene, hex));
    return editor.pick(hex) || placing.pick(hex, unit, fanned);
  }

  /**
   * Lit hexes come into sight, as far as they are all out of it; the keyboard goes to one of them.
   * @param {string[]} hexes
   * @param {string} hex
   */
  function look(hexes, hex) {
    if (!map) return;
    const { board } = map;
    if (hex) {
      board.go(hex);
      board.sheet.canvas.focus({ preventScroll: true });
    } else if (!hexes.some(map.sees)) board.go(hexes[Math.floor(hexes.length / 2)]);
    // Where the list stands below the map, the map comes back into sight.
    const stacked = placing.strip.checkVisibility();
    (stacked ? mapTab : board.box).scrollIntoView({ block: stacked ? "start" : "nearest" });
  }

  /** @param {string} hex */
  function goTo(hex) {
    show("map");
    map?.board.go(hex, 46);
    map?.announce(hex);
  }

  /** @param {Tab} next */
  function show(next) {
    tab = next;
    draw();
  }

  async function fetchDrafts() {
    if (!scene) return;
    const turn = ++round;
    try {
      const found = await draftsOf(scene);
      if (turn !== round) return;
      drafts = found;
      fill(failed);
    } catch (problem) {
      if (turn === round) fill(failed, retry(problem, fetchDrafts));
    }
    draw();
  }

  function drawMap() {
    if (!map || !scene) return;
    const editing = editor.shown();
    const shown = drafts && editing.perimeter
      ? { ...drafts, ground: { ...drafts.ground, draft: editing.perimeter, lines: {} } }
      : drafts;
    const setting = placing.shown();
    map.draw(scene, shown, {
      ...editing,
      lit: setting.lit,
      chosen: setting.chosen,
      refused: [...editing.refused, ...setting.refused],
    });
  }

  /**
   * @template P
   * @param {Map<string, P>} kept
   * @param {(side: string) => P} make
   * @param {string} whose
   * @returns {P}
   */
  function panel(kept, make, whose) {
    let found = kept.get(whose);
    if (!found) kept.set(whose, found = make(whose));
    return /** @type {P} */ (found);
  }

  /** @param {Tab[]} open @param {Tab} now @param {string[]} sides */
  function drawTabs(open, now, sides) {
    fill(
      tabs,
      open.map((one) =>
        h("button", {
          type: "button",
          "data-tab-of": one,
          "aria-pressed": String(one === now),
          text: TITLES[one],
          onclick: () => show(one),
        })
      ),
      sides.length > 1 &&
        h(
          "span",
          { class: "o-sides", role: "group", "aria-label": "Whose drafts" },
          sides.map((one) =>
            h("button", {
              type: "button",
              "aria-pressed": String(one === side),
              onclick: () => {
                side = one;
                draw();
              },
            }, h("span", { class: `side ${coloursOf(one)}`, text: heading(one) }))
          ),
        ),
    );
  }

  function draw() {
    if (!scene) return;
    const sides = ownSides(scene);
    if (!sides.some((one) => one === side)) side = sides[0] ?? "";
    const open = openTabs(scene, drafts, side);
    const now = open.includes(tab) ? tab : insteadOf(tab, open, scene);
    drawTabs(open, now, sides);
    const drawing = stepOf(scene.view) === "Drawing" && scene.live
      ? (scene.view.agenda[0].waiting ?? []).filter((/** @type {string} */ one) =>
        sides.some((own) => own === one)
      )
      : [];
    editor.draw(scene, drafts, drawing.includes(side) ? side : (drawing[0] ?? ""));
    const first = scene.view.agenda[0];
    placing.draw(
      scene,
      drafts,
      scene.live && first?.type === "SetUp" && scene.offered("place") &&
        sides.some((own) => own === first.side)
        ? first.side
        : "",
    );
    drawMap();
    if (now === "map") {
      fill(scorePlace, scores());
      const listed = mapTab.classList.contains("with-list");
      mapTab.classList.toggle("with-list", placing.open());
      put(mapTab);
      // Beside the list there is less room: hexes are kept large enough to be hit.
      if (map && placing.open() && !listed) map.near();
    }
    const shop = drafts?.shops[side];
    if (now === "buy" && shop) {
      const found = panel(shops, shopPanel, side);
      found.draw(scene, shop);
      put(found.box);
    }
    const points = drafts?.works[side];
    if (now === "works" && points) {
      const found = panel(fortifications, fortificationsPanel, side);
      found.draw(scene, points);
      put(found.box);
    }
    if (now === "roster") {
      const found = panel(rosters, (one) => rosterPanel(one, goTo), side);
      found.draw(scene, drafts);
      put(found.box);
    }
    if (now === "form") {
      const found = panel(forms, formPanel, side);
      found.draw(scene, drafts);
      put(found.box);
    }
    if (stepsPlace) drawSteps(stepsPlace, scene, drafts);
  }

  /** @param {HTMLElement} part */
  function put(part) {
    if (part.parentElement !== body || body.childElementCount !== 1) fill(body, part);
  }

  function scores() {
    const lines = scene ? scoreLine(scene.view) : [];
    return lines.length > 0 &&
      h(
        "section",
        { class: "card o-scores" },
        h("header", {}, h("h2", { text: "Victory points" })),
        h("ul", { class: "body" }, lines.map((text) => h("li", { text }))),
      );
  }

  return {
    name,
    place,
    /** @param {Scene} next */
    draw(next) {
      const moved = scene?.match.version !== next.match.version || scene?.at !== next.at;
      scene = next;
      const step = `${next.view.date} ${stepOf(next.view)}`;
      if (chosenIn !== step) {
        chosenIn = step;
        tab = FITTING[stepOf(next.view)] ?? "map";
      }
      if (moved) fetchDrafts();
      draw();
    },
    /** @param {HTMLElement} where @param {Scene} next */
    steps(where, next) {
      stepsPlace = where;
      drawSteps(where, next, drafts);
    },
    /** @param {Tab} next @param {string} whose */
    open(next, whose) {
      if (scene && ownSides(scene).some((one) => one === whose)) side = whose;
      show(next);
      if (next === "map" && stepOf(scene?.view) === "Drawing") editor.byHand();
      scene?.show("board");
    },
    back: () => placing.back(),
    close: () => map?.close(),
  };
}
