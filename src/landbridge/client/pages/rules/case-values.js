/**
 * What a case expects, so that it can be proof-read: single words as they are, records field by field, maps
 * in signs as maps.
 */

import { h } from "../../shell/dom.js";
import { heading, inWords, isNothing, isRecord } from "../../shell/words.js";

/** @typedef {import("../../shell/types.d.ts").Plain} Plain */

/** A record whose words fit into one line needs no fields. */
const SHORT = 60;

/**
 * Lines of signs that stand under each other, such as a map.
 * @param {Plain} value
 * @returns {value is string[]}
 */
const isMap = (value) =>
  Array.isArray(value) && value.length > 3 &&
  value.every((line) => typeof line === "string" && /^(\s*\d*\s)?(\S\s)+\S?\s*$/.test(line));

/** @param {Plain} value @returns {import("../../shell/types.d.ts").Child} */
export function expected(value) {
  if (isMap(value)) return h("pre", { class: "case-map", tabindex: "0", text: value.join("\n") });
  if (!isRecord(value) || inWords(value).length <= SHORT) return h("b", { text: inWords(value) });
  return h(
    "dl",
    { class: "case-fields" },
    Object.entries(value).filter(([, part]) => !isNothing(part)).map(([name, part]) =>
      h("div", {}, h("dt", { text: heading(name) }), h("dd", {}, expected(part)))
    ),
  );
}
