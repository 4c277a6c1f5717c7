/** The Fronts with their postures and barrages, partisans, and the luck so far. */

import { diceTally } from "../../match/log.js";
import { rulings } from "../../shell/api.js";
import { h } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { heading, plural } from "../../shell/words.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */

const FRONTS = {
  "1st_baltic": "1st Baltic",
  western: "Western",
  "2nd_belorussian": "2nd Belorussian",
  "1st_belorussian": "1st Belorussian",
};

const POSTURES = { offensive: "Offensive", regrouping: "Regrouping", ready: "Ready" };

/** @param {string} name */
export const frontName = (name) => FRONTS[/** @type {keyof typeof FRONTS} */ (name)] ?? heading(name);

// Fronts

/** The open points of the rules, which say how long a posture lasts. @type {import("../../api.d.ts").Ruling[]} */
let points = [];

/** Fetch what is told of postures. */
export async function fetchPostures() {
  points = await rulings("belorussia");
}

/** @param {Scene} scene */
export function fronts({ view }) {
  const figures = (/** @type {string} */ name) => {
    const ruling = points.find((one) => one.switch === name);
    const own = ruling?.options[view.rulings?.[name] ?? ""]?.figures ?? {};
    return { .../** @type {any} */ (ruling?.options[ruling.default]?.figures ?? {}), ...own };
  };
  const [length, rest, track] = [
    figures("offensive_length").turns ?? 8,
    figures("regrouping_length").turns ?? 0,
    figures("barrage_track"),
  ];
  const boxes = Math.max(8, track.last ?? 8, track.after_use ?? 1);
  return h(
    "section",
    { class: "card fronts", "aria-label": "Fronts" },
    h("header", {}, h("h2", { text: "Fronts" }), chips(["TFB-3.3-1"])),
    h(
      "div",
      { class: "body" },
      h(
        "div",
        { class: "front head", "aria-hidden": "true" },
        h("span", { text: "Front" }),
        h("span", { text: "Posture" }),
        h("span", { text: "Barrage marker" }),
      ),
      Object.entries(view.fronts ?? {}).map(([name, front]) => {
        const now = /** @type {any} */ (front);
        const lasts = now.posture === "offensive" ? length : now.posture === "regrouping" ? rest : 0;
        const posture = POSTURES[/** @type {keyof typeof POSTURES} */ (now.posture)] ?? heading(now.posture);
        return h(
          "div",
          { class: "front" },
          h("b", { text: frontName(name) }),
          h(
            "span",
            { class: `posture ${now.posture}` },
            posture,
            now.turns > 0 && h("span", { text: ` turn ${now.turns}${lasts ? ` of ${lasts}` : ""}` }),
          ),
          h(
            "div",
            {
              class: "barrage",
              role: "img",
              "aria-label": `Barrage ${now.barrage ? `in box ${now.barrage} of ${boxes}` : "ready"}`,
            },
            Array.from({ length: boxes }, (_, at) =>
              h(
                "i",
                { class: at + 1 === now.barrage ? "on" : at < now.barrage ? "past" : null },
                at + 1 === now.barrage ? String(at + 1) : "",
              )),
            h("i", { class: now.barrage ? "ready" : "ready on" }, "Ready"),
          ),
          aims(view.objectives?.[name]),
        );
      }),
    ),
  );
}

/**
 * What a Front on the Offensive is to take.
 * @param {{ places: string[], taken: string[] } | undefined} objectives
 */
function aims(objectives) {
  return objectives && objectives.places.length > 0 &&
    h(
      "span",
      { class: "small aims" },
      "Objectives: ",
      objectives.places.map((place) => `${place}${objectives.taken.includes(place) ? " (taken)" : ""}`).join(
        ", ",
      ),
    );
}

// Partisans and luck

/** @param {Scene} scene */
export function partisans({ view }) {
  /** @type {any[]} */
  const there = view.partisans ?? [];
  return h(
    "section",
    { class: "card partisans", "aria-label": "Partisans" },
    h(
      "header",
      {},
      h("h2", { text: "Partisans" }),
      h("span", { class: "grow" }),
      h("span", { class: "small faint", text: `${view.partisan_pool?.length ?? 0} in the pool` }),
    ),
    there.length
      ? h(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": "Partisans on the map" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h("tr", {}, ["No.", "Hex", "Unit", "State"].map((text) => h("th", { scope: "col", text }))),
          ),
          h(
            "tbody",
            {},
            there.map((unit) =>
              h(
                "tr",
                {},
                h("th", { scope: "row", text: unit.number }),
                h("td", { class: "mono", text: unit.hex }),
                h(
                  "td",
                  {},
                  unit.unit === "?"
                    ? h("span", {
                      class: "hidden-unit",
                      title: "Only the Soviet player knows",
                      text: "face down",
                    })
                    : unit.unit,
                ),
                h("td", { text: unit.active ? "active" : "face down" }),
              )
            ),
          ),
        ),
      )
      : h("p", { class: "body small faint", text: "No partisans on the map." }),
  );
}

/** Bars of the totals thrown so far; ticks show what fair dice would give. @param {Scene} scene */
export function luck(scene) {
  const { totals } = diceTally(scene.log);
  if (totals.length < 4) return null;
  const count = (/** @type {number} */ total) => totals.filter((one) => one === total).length;
  const fair = (/** @type {number} */ total) => ((6 - Math.abs(7 - total)) / 36) * totals.length;
  const most = Math.max(...Array.from({ length: 11 }, (_, at) => Math.max(count(at + 2), fair(at + 2))));
  const mean = (totals.reduce((a, b) => a + b, 0) / totals.length).toFixed(1);
  return h(
    "section",
    { class: "card luck", "aria-label": "Dice of this campaign" },
    h(
      "header",
      {},
      h("h2", { text: "Dice of this campaign" }),
      h("span", { class: "grow" }),
      h("span", { class: "small faint", text: `two dice, ${plural(totals.length, "roll")}, mean ${mean}` }),
    ),
    h(
      "div",
      { class: "body" },
      h(
        "div",
        {
          class: "hist",
          role: "img",
          "aria-label": Array.from({ length: 11 }, (_, at) => `${at + 2}: ${count(at + 2)}`).join(", "),
        },
        Array.from({ length: 11 }, (_, at) => {
          const bar = h("i");
          const tick = h("u");
          bar.style.height = `${(100 * count(at + 2)) / most}%`;
          tick.style.bottom = `${(100 * fair(at + 2)) / most}%`;
          return h("span", {}, h("span", { class: "well" }, bar, tick), h("b", { text: at + 2 }));
        }),
      ),
      h("p", { class: "small faint", text: "Bars: your dice. Blue ticks: what fair dice would give." }),
    ),
  );
}
