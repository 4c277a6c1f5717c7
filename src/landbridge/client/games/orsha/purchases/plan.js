/** What is there to spend, and what it is spent on. */

import { fill, h, icon } from "../../../shell/dom.js";
import { coloursOf } from "../../../shell/sides.js";
import { plural } from "../../../shell/words.js";
import { secretNote } from "../secret-note.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../types.d.ts").Shop} Shop */

/**
 * @param {string} side
 * @param {() => boolean} live whether anything can be bought now
 */
export function planPanel(side, live) {
  const purse = h("section", { class: "card ob-purse", "aria-label": "Campaign Purchase Points" });
  const plan = h("section", { class: "card ob-plan", "aria-label": "The plan" });

  /** @param {Scene} scene @param {Shop} shop */
  function drawPurse(scene, shop) {
    const bar = h("i", { class: coloursOf(side) });
    bar.style.width = `${shop.cpp ? Math.min(100, (100 * shop.spent) / shop.cpp) : 0}%`;
    fill(
      purse,
      h(
        "div",
        { class: "body" },
        h("p", { class: "over", text: "Campaign Purchase Points" }),
        h(
          "p",
          { class: "ob-left" },
          h("b", { text: shop.left }),
          ` left of ${shop.cpp}`,
          h("span", { class: "grow" }),
          secretNote(scene, side),
        ),
        h(
          "div",
          { class: "ob-bar", role: "img", "aria-label": `${shop.spent} of ${shop.cpp} CPP spent` },
          bar,
        ),
      ),
    );
  }

  /** @param {Scene} scene @param {Shop} shop */
  function drawPlan(scene, shop) {
    /** @param {string} text */
    const typeOf = (text) =>
      shop.rows.find((row) => row.id === text.split(" ").find((word) => /^[A-Z]\d/.test(word)))?.type ?? "";
    const offer = scene.live ? scene.offered("ready") : undefined;
    fill(
      plan,
      h(
        "header",
        {},
        h("h2", { text: "The plan" }),
        h("span", { class: "grow" }),
        h("span", { class: "small faint", text: plural(shop.plan.length, "purchase") }),
      ),
      h(
        "div",
        { class: "body" },
        shop.plan.length
          ? h(
            "ul",
            { class: "ob-lines" },
            shop.plan.map((one) =>
              h(
                "li",
                { title: one.why },
                h("span", { class: "mono", text: one.text }),
                h("span", { class: "faint small", text: typeOf(one.text) }),
                h("b", { text: one.cpp }),
                live() &&
                  h("button", {
                    type: "button",
                    class: "btn small quiet",
                    "aria-label": `Take ${one.text} off the plan`,
                    onclick: () => scene.act(["putback", ...one.text.split(" ")], side),
                  }, icon("close", 12)),
              )
            ),
          )
          : h("p", {
            class: "muted",
            text: "Nothing is bought yet. CPP that are not spent are kept for the next date.",
          }),
        offer &&
          h(
            "p",
            { class: "acts" },
            h("button", {
              type: "button",
              class: "btn go",
              "data-verb-here": "ready",
              text: offer.label,
              onclick: () => scene.act(["ready"], side),
            }),
          ),
      ),
    );
  }

  return {
    boxes: [purse, plan],
    /** @param {Scene} scene @param {Shop} shop */
    draw(scene, shop) {
      drawPurse(scene, shop);
      drawPlan(scene, shop);
    },
  };
}
