/** Fortifications: what FPP buy, line by line, and what is planned. */

import { table } from "../../shell/api.js";
import { fill, h, icon } from "../../shell/dom.js";
import { badge, chips, retry } from "../../shell/parts.js";
import { heading, inWords } from "../../shell/words.js";
import { secretNote } from "./secret-note.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */

/** @type {{ [what: string]: string }} */
const NAMES = {
  foxhole_3: "Foxhole for 3 squads",
  foxhole_2: "Foxhole for 2 squads",
  foxhole_1: "Foxhole for 1 squad",
  at_ditch: "AT-Ditch",
  ap_mine: "AP mines",
  at_mine: "AT mines",
  concealment: "Concealment counter (?)",
  hs: "half-squad",
  smc: "SMC",
};

/** @param {string} side */
export function fortificationsPanel(side) {
  const box = h("section", { class: "card ow", "aria-label": "Fortifications" });
  /** @type {[import("../../api.d.ts").ChartView, import("../../api.d.ts").ChartView] | null} */
  let prices = null;
  /** @type {unknown} */
  let failed = null;
  /** @type {Scene | null} */
  let scene = null;
  let points = { fpp: 0, spent: 0 };
  const fetchPrices = () =>
    Promise.all([table("orsha.fortifications.cost"), table("orsha.fortifications.hip")]).then((found) => {
      [prices, failed] = [found, null];
      draw();
    }, (problem) => {
      failed = problem;
      draw();
    });
  fetchPrices();

  /** How many of a kind are planned. @param {string} what */
  const planned = (what) =>
    /** @type {string[]} */ (scene?.view[side].works ?? []).reduce((sum, line) => {
      const found = /^(?:(\d+) ?x )?(.+)$/.exec(line);
      return sum + (found?.[2] === what ? Number(found[1] ?? 1) : 0);
    }, 0);

  /** @param {string} what @param {import("../../api.d.ts").ChartView} sheet @param {number} at */
  function row(what, sheet, at) {
    const [price, unit] = sheet.columns.map((column) => column.cells[at].value);
    const label = sheet.rows[at];
    const live = scene?.live && scene.offered("build");
    const lines = /** @type {string[]} */ (scene?.view[side].works ?? []);
    const last = [...lines].reverse().find((line) => line === what || line.endsWith(`x ${what}`));
    return h(
      "tr",
      { class: planned(what) ? "bought" : null, "data-work": what },
      h("th", {
        scope: "row",
        text: what.startsWith("hip ")
          ? `HIP for a ${NAMES[label] ?? label}`
          : (NAMES[label] ?? heading(label)),
      }),
      h("td", { class: "n ob-price", text: inWords(price) }),
      h("td", { class: "small muted", text: unit === undefined ? "each" : `each ${unit}` }),
      h("td", {}, chips(sheet.columns[0].cells[at].rules.slice(0, 1))),
      h(
        "td",
        { class: "n" },
        h(
          "span",
          { class: "stepper" },
          h("button", {
            type: "button",
            "data-key": `${what}-`,
            disabled: !live || !last,
            "aria-label": `${what}: take a line off`,
            text: "−",
            onclick: () => last && scene?.act(["teardown", ...last.split(" ")], side),
          }),
          h("output", { "aria-label": `${what} planned`, text: planned(what) }),
          h("button", {
            type: "button",
            "data-key": `${what}+`,
            disabled: !live,
            "aria-label": `${what}: one more`,
            text: "+",
            onclick: () => scene?.act(["build", ...what.split(" ")], side, { again: true }),
          }),
        ),
      ),
    );
  }

  function draw() {
    if (!scene) return;
    const active = document.activeElement instanceof HTMLElement && box.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : "";
    const bar = h("i", { class: side === "german" ? "axis" : "soviet" });
    bar.style.width = `${points.fpp ? Math.min(100, (100 * points.spent) / points.fpp) : 0}%`;
    const offer = scene.live ? scene.offered("ready") : undefined;
    fill(
      box,
      h(
        "header",
        {},
        h("h2", { text: "Fortifications" }),
        prices && badge(prices[0].source),
        h("span", { class: "grow" }),
        secretNote(scene, side),
      ),
      h(
        "div",
        { class: "body" },
        h(
          "p",
          { class: "ob-left" },
          h("b", { text: points.fpp - points.spent }),
          ` FPP left of ${points.fpp}`,
        ),
        h(
          "div",
          { class: "ob-bar", role: "img", "aria-label": `${points.spent} of ${points.fpp} FPP spent` },
          bar,
        ),
      ),
      failed ? h("div", { class: "pad" }, retry(failed, fetchPrices)) : null,
      prices &&
        h(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": "What FPP buy" },
          h(
            "table",
            { class: "ob-table ow-table" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["What", "FPP", "For", "Rule", "Planned"].map((text) =>
                  h("th", { scope: "col", class: text === "FPP" || text === "Planned" ? "n" : null, text })
                ),
              ),
            ),
            h(
              "tbody",
              {},
              prices[0].rows.map((name, at) => row(name, /** @type {any} */ (prices)[0], at)),
              prices[1].rows.map((name, at) => row(`hip ${name}`, /** @type {any} */ (prices)[1], at)),
            ),
          ),
        ),
      h(
        "div",
        { class: "body" },
        h("p", { class: "small muted" }, prices?.[0].note, " ", prices?.[1].note),
        h(
          "p",
          { class: "acts" },
          scene.live && scene.offered("build") && h(
            "button",
            {
              type: "button",
              class: "btn",
              onclick: () => scene?.open("build"),
            },
            icon("plus", 14),
            "In words, such as a pillbox 1-5-7",
          ),
          offer && h("button", {
            type: "button",
            class: "btn go",
            text: offer.label,
            onclick: () => scene?.act(["ready"], side),
          }),
        ),
      ),
    );
    if (active) {
      /** @type {HTMLElement | null} */ (box.querySelector(`[data-key="${CSS.escape(active)}"]`))?.focus({
        preventScroll: true,
      });
    }
  }

  return {
    box,
    /** @param {Scene} next @param {{ fpp: number, spent: number }} found */
    draw(next, found) {
      [scene, points] = [next, found];
      draw();
    },
  };
}
