/** Counters as the orders of arrival write them ("6:8-4-5", "Yak.7b:81:4:3", "Pax:2"), drawn or said. */

import { counter } from "../../board/counter.js";
import { h } from "../../shell/dom.js";
import { plural } from "../../shell/words.js";

/** @typedef {import("../../board/types.d.ts").Unit} Unit */
/** @typedef {{ counter: string, size: string, formation: string, remark: string }} Detail */

/** What the words about a counter say of its kind; where they say nothing its box stays empty. */
const KINDS = /** @type {[RegExp, import("../../board/types.d.ts").SymbolName, Unit["category"]][]} */ ([
  [/\bHQ\b/, "hq", "other"],
  [/truck|wagon/i, "truck", "other"],
  [/AA /, "anti_air", "other"],
  [/\bAT\b/, "anti_tank", "other"],
  [/rocket/i, "rockets", "other"],
  [/artillery/i, "artillery", "other"],
  [/panzer|\bTk\b/i, "armor", "armor"],
  [/Cav/, "cavalry", "other"],
]);

/**
 * A written counter as a unit, where it has figures to draw.
 * @param {string} side
 * @param {Detail} detail
 * @returns {Unit | null}
 */
export function unitOf(side, detail) {
  const [name, figures = ""] = split(detail.counter);
  const values = figures.split("-");
  const vehicle = /^(organic )?(truck|wagon)/.test(name);
  if (!/^[\d(+?]/.test(figures) || figures.includes(":") || (values.length < 2 && !vehicle)) return null;
  const about = `${name} ${detail.remark} ${vehicle ? "" : detail.formation}`;
  const [, symbol, category] = KINDS.find(([word]) => word.test(about)) ??
    [null, /** @type {const} */ ("plain"), /** @type {const} */ ("other")];
  const known = (/** @type {string | undefined} */ value) => (value === undefined ? undefined : value);
  const bare = name.replace(/ ?HQ$/, "");
  const number = vehicle || bare.length > 8 ? "" : bare;
  return {
    id: detail.counter,
    side,
    symbol,
    category,
    number,
    formation: vehicle ? "" : detail.formation,
    size: detail.size,
    strength: known(values[0]),
    rating: values.length > 2 ? values[1] : undefined,
    move: known(values[values.length - 1]),
  };
}

/** The name and the figures of a written counter. @param {string} text @returns {[string, string]} */
function split(text) {
  const at = text.indexOf(":");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** What has no counter to draw, in words. @param {string} text */
export function written(text) {
  const [name, figures] = split(text);
  if (name === "Pax") return plural(Number(figures) || 0, "Pax", "Pax");
  if (name === "Eq") return `Eq ${figures}`;
  if (name === "named" || name === "random") return figures;
  return figures ? `${name} ${figures.replaceAll(":", " / ")}` : name;
}

/**
 * Everything that an entry brings, each a counter or a pill.
 * @param {string} side
 * @param {Detail[]} details
 * @param {number} [size]
 */
export const pieces = (side, details, size = 46) =>
  details.map((detail) => {
    const unit = unitOf(side, detail);
    return unit ? counter(unit, size) : h("span", { class: "pill", text: written(detail.counter) });
  });

/**
 * What is lost in the scan: a dashed gap, never a guess.
 * @param {{ what: string, count: number | null, at_least?: boolean, perhaps?: boolean }} gap
 */
export const lost = (gap) =>
  h("span", {
    class: "lost",
    title: "The document is damaged here; look at your own counters",
    text: `${gap.perhaps ? "perhaps " : gap.at_least ? "at least " : ""}${gap.count ?? "some"} ${gap.what}${
      (gap.count ?? 2) === 1 ? "" : "s"
    } lost`,
  });
