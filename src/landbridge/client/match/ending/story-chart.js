/** A figure of some sides turn by turn, as lines: each with its own stroke, its name at its end, and a table. */

import { h } from "../../shell/dom.js";
import { heading } from "../../shell/words.js";
import { coloursOf } from "../../shell/sides.js";

/** @typedef {import("../../api.d.ts").StorySeries} StorySeries */

const SPACE = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, LEFT, RIGHT, TOP, FOOT] = [270, 120, 28, 84, 20, 22];

/** @param {string} tag @param {{ [name: string]: string | number }} props @param {string} [text] */
function s(tag, props, text) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** @param {StorySeries} series @param {string[]} turns */
export function storyChart(series, turns) {
  const sides = Object.entries(series.sides);
  const goals = series.goals ?? [];
  const figures = sides.flatMap(([, values]) => values.filter((one) => one !== null));
  // Where nothing was ever counted there is nothing to see.
  if (!figures.some(Boolean) && !goals.length) return null;
  const most = Math.max(1, ...figures, ...goals.map((goal) => goal.value));
  const least = Math.min(0, ...figures);
  const x = (/** @type {number} */ at) => LEFT + (turns.length > 1 ? at / (turns.length - 1) : 0.5) * WIDE;
  const y = (/** @type {number} */ value) => TOP + HIGH * (1 - (value - least) / (most - least));
  const svg = s("svg", {
    class: "story-chart",
    viewBox: `0 0 ${LEFT + WIDE + RIGHT} ${TOP + HIGH + FOOT}`,
    role: "img",
    "aria-label": `${series.title}, ${turns[0]} to ${turns.at(-1)}. The figures are in the table below.`,
  });
  for (const value of new Set([least, Math.round((most + least) / 2), most])) {
    svg.append(
      s("line", { class: "rule-line", x1: LEFT, x2: LEFT + WIDE, y1: y(value), y2: y(value) }),
      s("text", { class: "axis-label", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
    );
  }
  for (const [at, anchor] of /** @type {[number, string][]} */ ([[0, "start"], [turns.length - 1, "end"]])) {
    if (at || turns.length > 1 || anchor === "start") {
      svg.append(
        s("text", { class: "axis-label", x: x(at), y: TOP + HIGH + 16, "text-anchor": anchor }, turns[at]),
      );
    }
  }
  for (const goal of goals) {
    svg.append(
      s("line", { class: "goal-line", x1: LEFT, x2: LEFT + WIDE, y1: y(goal.value), y2: y(goal.value) }),
      s("text", { class: "goal-label", x: LEFT + 4, y: y(goal.value) - 4 }, `${goal.value}: ${goal.text}`),
    );
  }
  /** Names at the ends of lines, moved apart where they would lie on each other. @type {number[]} */
  const taken = [];
  for (const [side, values] of sides) {
    const kind = coloursOf(side) ?? "other";
    const known = values.map((value, at) => ({ value, at })).filter((one) => one.value !== null);
    if (!known.length) continue;
    const path = known.map(({ value, at }, n) =>
      `${n ? "L" : "M"}${x(at).toFixed(1)} ${y(/** @type {number} */ (value)).toFixed(1)}`
    ).join("");
    svg.append(s("path", { class: `story-line ${kind}`, d: path }));
    const last = /** @type {{ value: number, at: number }} */ (known.at(-1));
    svg.append(s("circle", { class: `story-end ${kind}`, cx: x(last.at), cy: y(last.value), r: 3.5 }));
    let label = y(last.value) + 4;
    while (taken.some((other) => Math.abs(other - label) < 14)) label += 14;
    taken.push(label);
    svg.append(
      s(
        "text",
        { class: `story-name ${kind}`, x: x(last.at) + 8, y: label },
        `${heading(side)} ${last.value}`,
      ),
    );
  }
  return h(
    "figure",
    { class: "story-figure" },
    h("figcaption", { text: series.title }),
    svg,
    h(
      "details",
      { class: "small" },
      h("summary", { text: "The figures" }),
      h(
        "div",
        {
          class: "wide-table",
          tabindex: "0",
          role: "region",
          "aria-label": `${series.title}, scrolls sideways`,
        },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, h("td"), turns.map((turn) => h("th", { scope: "col", text: turn })))),
          h(
            "tbody",
            {},
            sides.map(([side, values]) =>
              h(
                "tr",
                {},
                h("th", { scope: "row", text: heading(side) }),
                values.map((value) => h("td", { text: value === null ? "" : value })),
              )
            ),
          ),
        ),
      ),
    ),
  );
}
