/** The position of any game, as the game itself says it in lines. */

import { shown } from "../pages/ask/answer.js";
import { fill, h } from "../shell/dom.js";
import { capital, heading, isNothing } from "../shell/words.js";

/** @typedef {import("../match/types.d.ts").Scene} Scene */

/** @type {import("../match/types.d.ts").Board} */
export const generic = {
  plan: "panels",
  title: "Position",
  sign: "charts",
  head: (
    { summary },
  ) => (summary[0] && summary[0].length < 60 ? h("span", { class: "pill", text: summary[0] }) : null),
  main(place, { summary, view }) {
    fill(
      place,
      h(
        "section",
        { class: "card" },
        h("header", {}, h("h2", { text: "Position" })),
        h("div", { class: "body" }, h("ul", { class: "summary-lines" }, summary.map(line)), whole(view)),
      ),
    );
  },
};

/** A line of the form "name: value" with its name set off. @param {string} text */
function line(text) {
  const found = /^([^:]{1,28}): (.+)$/.exec(text);
  return found
    ? h("li", {}, h("b", { text: capital(heading(found[1])) }), h("span", { text: found[2] }))
    : h("li", {}, h("span", { class: "alone", text }));
}

/** Everything that is known, for those who want to see it. @param {any} view */
function whole(view) {
  if (!view || typeof view !== "object") return null;
  const parts = Object.entries(view).filter(([name, value]) =>
    !isNothing(value) && name !== "agenda" && name !== "rulings"
  );
  const fold = h("details", { class: "settled" }, h("summary", { text: "Everything that is known" }));
  fold.addEventListener("toggle", () => {
    if (fold.open && fold.childElementCount === 1) {
      fold.append(
        h(
          "dl",
          { class: "facts" },
          parts.map(([name, value]) =>
            h("div", { class: "wide" }, h("dt", { text: heading(name) }), h("dd", {}, shown(value)))
          ),
        ),
      );
    }
  });
  return fold;
}
