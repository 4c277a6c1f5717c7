/** Orsha's map in the match: who holds what, where everything stands, and the Perimeters. */

import { hexBoard } from "../../board/hexes/board.js";
import { fill, h, narrow } from "../../shell/dom.js";
import { badge } from "../../shell/parts.js";
import { coloursOf } from "../../shell/sides.js";
import { heading } from "../../shell/words.js";
import { dateName, SIDES } from "./drafts.js";
import { orshaLines } from "./map-lines.js";
import { hexInWords, hexMapOf, orshaGround } from "./printed-map.js";

/** @typedef {import("./types.d.ts").PrintedMap} PrintedMap */
/** @typedef {import("./types.d.ts").Piece} Piece */
/** @typedef {import("./types.d.ts").Drafts} Drafts */
/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../board/types.d.ts").Unit} Unit */

/** @type {{ [kind: string]: import("../../board/types.d.ts").SymbolName }} */
const SYMBOLS = {
  squad: "infantry",
  crew: "infantry",
  leader: "hq",
  armor_leader: "hq",
  sw: "plain",
  gun: "anti_tank",
  cupola: "anti_tank",
  vehicle: "armor",
  fortification: "engineer",
  minefield: "engineer",
};
/** What lies on top of a stack. */
const ORDER = [
  "minefield",
  "fortification",
  "sw",
  "crew",
  "leader",
  "armor_leader",
  "gun",
  "cupola",
  "squad",
  "vehicle",
];

/**
 * @param {{ id: string, side: string, kind: string, name: string, hex?: string, states?: string[] }} piece
 * @returns {Unit}
 */
const unitOf = (piece) => ({
  id: piece.id,
  side: piece.side,
  at: piece.hex,
  symbol: SYMBOLS[piece.kind] ?? "plain",
  name: `${piece.name}${piece.states?.length ? ` (${piece.states.join(", ")})` : ""}`,
  strength: piece.kind === "squad" || piece.kind === "leader"
    ? piece.name
    : piece.name.split(" ")[0].slice(0, 7),
  category: piece.kind === "vehicle" ? "armor" : "other",
  dg: piece.states?.includes("broken"),
});

/**
 * Everything on the map that this view shows.
 * @param {import("./types.d.ts").Campaign} view
 * @returns {Unit[]}
 */
function unitsOn(view) {
  const pieces = SIDES.flatMap((side) => {
    const own = Object.values(view[side].pieces).filter((one) => one.standing === "map" && one.hex);
    if (own.length) return own;
    return Object.entries(view.sightings).filter(([, one]) =>
      one.side === side && one.standing === "map" && one.hex
    ).map(([id, one]) => ({ id, ...one }));
  });
  return pieces.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)).map(unitOf);
}

/**
 * @param {PrintedMap} printed
 * @param {(hex: string, unit: string | null, fanned: boolean) => boolean | void} pick
 * @param {(hex: string) => void} point
 */
export function orshaMap(printed, pick, point) {
  const facts = new Map(printed.hexes.map((hex) => [hex.id, hex]));
  const places = printed.hexes.filter((hex) => hex.lvp).map((hex) => hex.id);
  /** @type {import("./map-lines.js").Lines} */
  let lines = { ground: null, control: {}, marks: {}, places, draft: [], side: "" };
  /** Hexes that can be chosen now. @type {Set<string> | null} */
  let lit = null;
  const board = hexBoard({
    map: hexMapOf(printed),
    label: "Map of Orsha, north at the top",
    scale: narrow() ? 0 : -6,
    ground: orshaGround(printed),
    lines: orshaLines(() => lines),
    pick,
    point,
    describeHex: (hex, units) =>
      `${hex}, ${hexInWords(facts.get(hex))}${
        lines.control[hex] ? `, held by the ${heading(lines.control[hex])} side` : ""
      }${lit?.has(hex) ? ", may be set up here" : ""}: ${
        units.length ? units.map((one) => one.name).join("; ") : "empty"
      }`,
  });
  const legend = h("div", { class: "om-legend small" });
  const [heldHead, heldList] = [h("summary"), h("ul", { class: "om-places" })];
  const held = h("details", { class: "board-words om-held" }, heldHead, heldList);
  const chosen = h("p", { class: "om-chosen small", role: "status" });
  const box = h("div", { class: "om" }, h("div", { class: "om-board" }, board.box), chosen, legend, held);

  return {
    box,
    board,
    /**
     * What a hex is, under the map.
     * @param {string} hex
     * @param {import("../../shell/types.d.ts").Child} [more]
     */
    announce(hex, more) {
      fill(
        chosen,
        h("b", { class: "mono", text: hex }),
        " ",
        hexInWords(facts.get(hex)),
        lines.control[hex] ? ` · held by the ${heading(lines.control[hex])} side` : "",
        more,
      );
    },
    /**
     * @param {Scene} scene
     * @param {Drafts | null} drafts
     * @param {{
     *   draft: string[],
     *   side: string,
     *   refused: { hex: string, reason: string }[],
     *   lit: Set<string> | null,
     *   chosen: string,
     * }} editing
     */
    draw(scene, drafts, editing) {
      const { view } = scene;
      const ground = drafts?.ground ?? null;
      lit = editing.lit;
      lines = {
        ground,
        control: view.control,
        marks: view.marks,
        places,
        draft: editing.draft,
        side: editing.side,
      };
      board.units(unitsOn(view));
      const area = (
        /** @type {string[] | undefined} */ hexes,
        /** @type {string} */ colour,
      ) => (hexes?.length ? [{ hexes: new Set(hexes), colour }] : []);
      const played = scene.traces.now?.places[0] ?? "";
      if (played && !this.sees(played)) board.go(played);
      const shown = ground?.draft ?? ground?.lines[editing.side];
      board.overlay({
        areas: [
          ...area(ground?.areas.german, "#8FA8B666"),
          ...area(ground?.areas.russian, "#B5543F4D"),
          ...area(ground?.no_mans_land, "#FFFDF799"),
          ...(ground?.drawing
            ? area(shown?.area, editing.side === "german" ? "#8FA8B666" : "#B5543F4D")
            : []),
        ],
        refused: editing.refused,
        chosen: editing.chosen || played,
        reach: lit ? new Map([...lit].map((hex) => [hex, ""])) : undefined,
      });
      drawLegend(ground);
      drawHeld(view.control);
    },
    /** Whether a hex is in sight. @param {string} hex */
    sees(hex) {
      const [place, { wide, high }] = [board.grid.byId.get(hex), board.sheet.size()];
      const [x, y] = place ? board.sheet.toScreen(place.x, place.y) : [-1, -1];
      return x > 0 && y > 0 && x < wide && y < high;
    },
    /** As near as fills the room. */
    near() {
      const { left, right, top, bottom } = board.grid.bounds;
      board.sheet.go((left + right) / 2, (top + bottom) / 2, 0);
    },
    close: board.close,
  };

  /** @param {import("./types.d.ts").Ground | null} ground */
  function drawLegend(ground) {
    const entry = (/** @type {string} */ kind, /** @type {string} */ text) =>
      h("span", {}, h("i", { class: kind, "aria-hidden": "true" }), text);
    const count = (/** @type {string} */ side) => ground?.areas[side]?.length ?? 0;
    fill(
      legend,
      count("german") > 0 &&
        [
          entry("wash axis", `German ${count("german")} hexes`),
          entry("wash soviet", `Russian ${count("russian")} hexes`),
          entry("wash nobody", `No Man's Land ${ground?.no_mans_land.length ?? 0}`),
        ],
      (ground?.isolated.length ?? 0) > 0 && entry(
        "wash isolated",
        `Isolated: ${ground?.isolated.map((one) => `${one.hexes[0]} type ${one.type}`).join(", ")}`,
      ),
      Object.keys(ground?.lines ?? {}).map((side) =>
        entry(`line ${coloursOf(side)}`, `${heading(side)} Perimeter`)
      ),
      entry("lvp", "worth 1 VP"),
      badge("series"),
    );
  }

  /** @param {{ [hex: string]: string }} control */
  function drawHeld(control) {
    const russian = places.filter((id) => control[id] === "russian");
    const shown = places.map((id) => control[id]).join();
    if (heldList.dataset.shown === shown) return;
    heldList.dataset.shown = shown;
    heldHead.textContent = `Places worth a victory point: ${russian.length} of ${places.length} Russian`;
    fill(
      heldList,
      places.map((id) =>
        h(
          "li",
          {},
          h("button", {
            type: "button",
            class: "link mono",
            text: id,
            onclick: () => {
              board.go(id, 46);
              pick(id, null, false);
            },
          }),
          " ",
          h("span", {
            class: `side ${coloursOf(control[id]) ?? "other"}`,
            text: control[id] === "russian" ? "Russian" : control[id] === "german" ? "German" : "nobody",
          }),
        )
      ),
    );
  }
}

/** Victory points so far, date by date. @param {import("./types.d.ts").Campaign} view */
export const scoreLine = (view) =>
  view.scores.map((one) =>
    `${dateName(one.date)}: ${one.points} VP (${one.lvp} places, ${one.cvp} CVP, ${one.evp} EVP), ${
      one.winner === "russian" ? "Russian" : "German"
    } victory`
  );
