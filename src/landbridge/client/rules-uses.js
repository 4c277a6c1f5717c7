/** Where a rule was used: the events of one's own matches that cite it, each a way back to the position then. */

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { to } from "./route.js";
import { capital, plural } from "./words.js";

/** @typedef {{ match: string, name: string, role: string, count: number, events: { number: number, text: string }[] }} Use */

/** A part that fills itself; where the rule was never used it says so. @param {string} id */
export function usesOf(id) {
  const box = h("section", { class: "uses", "aria-label": "In your matches" });
  get(`/api/rules/${encodeURIComponent(id)}/uses`).then((/** @type {{ uses: Use[] }} */ { uses }) => {
    if (!uses.length) return;
    fill(box, h("h3", { text: "In your matches" }), uses.map((one) => h("div", { class: "use" },
      h("p", {}, h("a", { href: to("match", one.match, { as: one.role }), text: one.name }), h("span", { class: "small faint", text: ` ${plural(one.count, "time")}` })),
      h("ol", {}, one.events.map((event) => h("li", {}, h("a", { class: "t", href: to("match", one.match, { as: one.role, at: String(event.number) }), "aria-label": `Action ${event.number}: the position then`, text: event.number }), h("span", { class: "small", text: capital(event.text) })))))));
  }, () => {});
  return box;
}
