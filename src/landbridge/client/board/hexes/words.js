/** A board of hexes in words: one hex in a line, all stacks in a table. */

import { boardWords } from "../board-words.js";
import { fill, h } from "../../shell/dom.js";
import { inWordsOf } from "../counter.js";

/** @typedef {import("../types.d.ts").Unit} Unit */
/** @typedef {import("../types.d.ts").HexPlace} HexPlace */

/**
 * @param {{
 *   map: import("../types.d.ts").HexMap,
 *   stacks: () => Map<string, Unit[]>,
 *   shown: () => import("../types.d.ts").Overlay,
 *   mayLook: (stack: Unit[]) => boolean,
 *   place: (hex: string) => HexPlace | undefined,
 * }} board
 */
export function hexWords({ map, stacks, shown, mayLook, place }) {
  const { box, list } = boardWords(draw);

  /** What one may know of a stack. @param {Unit[]} stack */
  const told = (stack) =>
    mayLook(stack)
      ? stack.map(inWordsOf).reverse().join("; ")
      : `${inWordsOf(stack[stack.length - 1])}, perhaps more below`;

  function draw() {
    if (!box.open) return;
    const rows = [...stacks()].filter(([, stack]) => stack.length).sort(([a], [b]) =>
      a.localeCompare(b, "en", { numeric: true })
    );
    fill(
      list,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, ["Hex", "Terrain", "Units"].map((text) => h("th", { scope: "col", text }))),
        ),
        h(
          "tbody",
          {},
          rows.map(([id, stack]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", text: id }),
              h("td", { text: place(id)?.terrain ?? "" }),
              h("td", { text: told(stack) }),
            )
          ),
        ),
      ),
    );
  }

  return {
    box,
    draw,
    /** @param {HexPlace} hex */
    inLine(hex) {
      const stack = stacks().get(hex.id) ?? [];
      const town = map.towns?.find((one) => one.hex === hex.id)?.name;
      const cost = shown().reach?.get(hex.id);
      const refused = shown().refused?.find((one) => one.hex === hex.id);
      return `${hex.id}${town ? `, ${town}` : ""}, ${hex.terrain}: ${stack.length ? told(stack) : "empty"}${
        cost === undefined ? "" : `. Reached for ${cost}`
      }${refused ? `. Refused: ${refused.reason}` : ""}`;
    },
  };
}
