/** A points map in words: one point for the live region, all of them in a table. */

import { boardWords } from "../board-words.js";
import { fill, h } from "../../shell/dom.js";
import { inWordsOf } from "../counter.js";

/** @typedef {import("../types.d.ts").PointsMap} PointsMap */
/** @typedef {import("../types.d.ts").PointPlace} PointPlace */
/** @typedef {import("../types.d.ts").PointsShown} PointsShown */

/**
 * @param {{
 *   map: PointsMap,
 *   now: PointsShown,
 *   mine: string | null,
 *   about?: (point: PointPlace) => string,
 *   goTo: (id: string) => void,
 * }} options `mine`: whose stacks are seen through; null for all
 */
export function pointWords({ map, now, mine, about, goTo }) {
  const byId = new Map(map.points.map((point) => [point.id, point]));
  const { box, list } = boardWords(draw);

  function draw() {
    if (!box.open) return;
    fill(
      list,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, ["Point", "Held by", "Units"].map((text) => h("th", { scope: "col", text }))),
        ),
        h("tbody", {}, [...map.points].sort((a, b) => a.name.localeCompare(b.name)).map(row)),
      ),
    );
  }

  /** @param {PointPlace} point */
  const row = (point) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("button", {
          type: "button",
          class: "link",
          "data-point": point.id,
          text: point.name,
          onclick: () => goTo(point.id),
        }),
      ),
      h("td", { text: now.control[point.id] ?? "nobody" }),
      h("td", {
        text: [(now.stacks.get(point.id) ?? []).map(inWordsOf).join("; "), about?.(point)].filter(Boolean)
          .join(". "),
      }),
    );

  /** A point in one line. @param {PointPlace} point */
  function inLine(point) {
    const stack = now.stacks.get(point.id) ?? [];
    const open = mine === null || stack[stack.length - 1]?.side === mine;
    const there = stack.length
      ? (open ? stack : stack.slice(-1)).map(inWordsOf).reverse().join("; ")
      : "no units";
    const lines = map.lines.flatMap((line) => {
      const other = line.a === point.id ? line.b : line.b === point.id ? line.a : "";
      return other ? [`${line.grade} to ${byId.get(other)?.name ?? other}`] : [];
    });
    const extra = about?.(point);
    return `${point.name}, ${point.kind}${point.worth ? `, worth ${point.worth}` : ""}, ${
      now.control[point.id] ?? "nobody"
    }: ${there}.${extra ? ` ${extra}` : ""} Lines: ${lines.join(", ") || "none"}`;
  }

  return { box, draw, inLine };
}
