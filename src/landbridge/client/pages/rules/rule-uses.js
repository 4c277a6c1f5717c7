/**
 * Where a rule was used: the events of one's own matches that cite it, each a way back to the position
 * then.
 */

import { get } from "../../shell/api.js";
import { whileBusy } from "../../shell/busy.js";
import { announce, fill, h } from "../../shell/dom.js";
import { trouble } from "../../shell/parts.js";
import { to } from "../../shell/route.js";
import { capital, plural } from "../../shell/words.js";

/** @typedef {import("../../api.d.ts").Use} Use */
/** @typedef {import("../../api.d.ts").Uses} Uses */

/**
 * A part that fills itself, some matches at a time; without a match of the game there is nothing to say.
 * @param {string} id
 */
export function usesOf(id) {
  const [list, more] = [h("div", { class: "uses-list" }), h("div", { class: "small muted", tabindex: "-1" })];
  const box = h(
    "section",
    { class: "uses", "aria-label": "In your matches", hidden: true },
    h("h3", { text: "In your matches" }),
    list,
    more,
  );
  /** Matches that are shown: one that was played on meanwhile may come again. @type {Set<string>} */
  const shown = new Set();
  let looked = 0;
  look("").catch(() => {});

  /** @param {string} after */
  async function look(after) {
    /** @type {Uses} */
    const page = await get(
      `/api/rules/${encodeURIComponent(id)}/uses${after ? `?${new URLSearchParams({ after })}` : ""}`,
    );
    looked += page.looked;
    const found = page.uses.filter((one) => !shown.has(one.match));
    for (const one of found) {
      shown.add(one.match);
      list.append(use(one));
    }
    box.hidden = !shown.size && !page.further && !after;
    const count = shown.size
      ? `${plural(looked, "match", "matches")} looked through${page.further ? "." : ", all there are."}`
      : `Not used in your ${
        plural(looked, page.further ? "newest match" : "match", page.further ? "newest matches" : "matches")
      }.`;
    fill(more, count, " ", page.further && button(page.further));
    if (after) announce(`${plural(found.length, "more match", "more matches")} with this rule. ${count}`);
    return found;
  }

  /** @param {string} after */
  function button(after) {
    const made = h("button", { type: "button", class: "btn small", text: "Look further" });
    made.addEventListener("click", async () => {
      const found = await whileBusy(made, () => look(after), (problem) => fill(more, trouble(problem), made));
      if (!found) return;
      // The keyboard goes on with what was found, else with what can be done.
      const next = found.length ? list.children[list.children.length - found.length] : more;
      (/** @type {HTMLElement | null} */ (next.querySelector("a, button")) ?? more).focus();
    });
    return made;
  }

  return box;
}

/** @param {Use} one */
const use = (one) =>
  h(
    "div",
    { class: "use" },
    h(
      "p",
      {},
      h("a", { href: to("match", one.match, { as: one.role }), text: one.name }),
      h("span", { class: "small faint", text: ` ${plural(one.count, "time")}` }),
    ),
    h(
      "ol",
      {},
      one.events.map((event) =>
        h(
          "li",
          {},
          h("a", {
            class: "t",
            href: to("match", one.match, { as: one.role, at: String(event.number) }),
            "aria-label": `Action ${event.number}: the position then`,
            text: event.number,
          }),
          h("span", { class: "small", text: capital(event.text) }),
        )
      ),
    ),
  );
