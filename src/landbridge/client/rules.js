/** The Rules page: every row of the rule lists, found by number or by words. */

import { games, rules } from "./api.js";
import { fill, h, later, walk } from "./dom.js";
import { trouble } from "./parts.js";
import { keep, to } from "./route.js";
import { heading, plural } from "./words.js";

/** @typedef {import("./types").FoundRow} FoundRow */

const MARKS = { clear: "", damaged: "damaged", depends: "depends", contradictory: "contradictory", missing: "missing" };

/** @type {{ frame: HTMLElement, main: HTMLElement, renew: (name: string, given: import("./types").Given) => Promise<void> } | null} */
let page = null;

/**
 * @param {HTMLElement} frame
 * @param {import("./types").Route} route
 */
export async function showRules(frame, route) {
  if (!page || page.frame.firstChild !== page.main) page = make(frame, await games());
  document.title = route.name ? `${route.name} · Landbridge` : "Rules · Landbridge";
  await page.renew(route.name, route.given);
}

/**
 * @param {HTMLElement} frame
 * @param {import("./types").Game[]} documents
 */
function make(frame, documents) {
  let current = "";
  let asked = 0;
  const changed = () => {
    keep(to("rules", current, chosen()));
    search();
  };
  const soon = later(changed, 120);
  const words = h("input", {
    class: "field find", type: "search", placeholder: "Find: ice, 1.8, hip shoot, lake…", "aria-label": "Find a rule", autocomplete: "off",
    oninput: soon,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      /** @type {HTMLElement | null} */ (list.querySelector("a"))?.focus();
    },
  });
  const game = h("select", { class: "field", "aria-label": "Game", onchange: changed },
    h("option", { value: "", text: "All documents" }),
    documents.map((one) => h("option", { value: one.name, text: one.title })));
  const certainty = h("select", { class: "field", "aria-label": "Certainty", onchange: changed },
    h("option", { value: "", text: "Any certainty" }),
    Object.keys(MARKS).map((name) => h("option", { value: name, text: heading(name) })));
  const sum = h("p", { class: "small muted counts" });
  const list = h("div", { class: "rl" });
  const renewWalk = walk(list, "a");
  const main = h("main", { id: "main", class: "rules", tabindex: "-1" },
    h("h1", { text: "Rules" }), h("div", { class: "finds", role: "search" }, words, game, certainty), sum, list);
  fill(frame, main);

  function chosen() {
    /** @type {import("./types").Given} */
    const given = {};
    if (game.value) given.game = game.value;
    if (words.value.trim()) given.q = words.value.trim();
    if (certainty.value) given.certainty = certainty.value;
    return given;
  }

  async function search() {
    const turn = ++asked;
    try {
      const found = await rules(game.value, words.value.trim());
      if (turn === asked) draw(found.filter((one) => !certainty.value || one.row.certainty === certainty.value));
    } catch (problem) {
      fill(list, trouble(problem));
    }
  }

  /** @param {FoundRow[]} found */
  function draw(found) {
    const wanted = words.value.trim();
    const cases = found.filter((one) => one.cases).length;
    const ruled = found.filter((one) => one.rulings).length;
    fill(sum, h("b", { text: plural(found.length, "row") }), `, ${cases} with cases, ${ruled} with a ruling`, wanted ? ", the best first" : "");
    let where = "";
    fill(list,
      found.map((one) => {
        const before = wanted || where === one.row.where ? null : h("h2", { class: "over", text: one.row.where });
        where = one.row.where;
        return [before, line(one, wanted)];
      }),
      !found.length && h("div", { class: "empty" },
        h("p", { text: "No row has all those words. Try fewer words, the beginning of a word, or a number such as 1.8." }),
        h("p", {}, h("button", { type: "button", class: "btn", text: "Show every row", onclick: () => { words.value = ""; game.value = ""; certainty.value = ""; changed(); words.focus(); } }))));
    renewWalk();
  }

  /** @param {FoundRow} one @param {string} wanted */
  function line(one, wanted) {
    const { row } = one;
    const mark = MARKS[row.certainty];
    return h("a", { href: to("rules", row.id, chosen()), "data-row": row.id, "aria-current": row.id === current ? "true" : null },
      h("span", { class: "id" }, marked(row.id, wanted)),
      h("span", { class: "tt" }, marked(row.title, wanted)),
      h("span", { class: "tests" },
        mark && h("span", { class: `pill ${mark === "missing" ? "refused" : "warn"}`, text: mark }),
        one.rulings > 0 && h("span", { text: "ruling" }),
        h("span", { text: one.cases ? plural(one.cases, "case") : row.kind === "datum" ? "record" : "" })));
  }

  return {
    frame,
    main,
    /** @param {string} name @param {import("./types").Given} given */
    async renew(name, given) {
      current = name;
      if (document.activeElement !== words) words.value = String(given.q ?? "");
      game.value = String(given.game ?? "");
      certainty.value = String(given.certainty ?? "");
      const drawn = list.querySelectorAll("a").length > 0 && list.dataset.shown === to("rules", "", chosen());
      if (!drawn) await search();
      list.dataset.shown = to("rules", "", chosen());
      for (const one of list.querySelectorAll("a")) {
        const on = one.dataset.row === current;
        if (on) one.setAttribute("aria-current", "true");
        else one.removeAttribute("aria-current");
        if (on && !drawn) one.scrollIntoView({ block: "center" });
      }
    },
  };
}

/**
 * A text with the words that were looked for marked in it.
 * @param {string} text
 * @param {string} wanted
 */
function marked(text, wanted) {
  const parts = wanted.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!parts.length) return [text];
  return text.split(new RegExp(`(${parts.join("|")})`, "gi")).map((part, at) => (at % 2 ? h("mark", { text: part }) : part));
}
