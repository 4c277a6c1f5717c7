/**
 * The Rules page: every row of the rule lists by chapter, found by number or by words, with how it stands.
 */

import { games, rules } from "../../shell/api.js";
import { fill, h, later, walk } from "../../shell/dom.js";
import { trouble } from "../../shell/parts.js";
import { keep, to } from "../../shell/route.js";
import { heading, plural } from "../../shell/words.js";
import { IN_PLAY, isKnown, learn, MEANINGS, sign, stateOf, STATES, statusOf } from "./row-status.js";

/** @typedef {import("../../api.d.ts").RuleHit} RuleHit */
const MARKS = {
  clear: "",
  damaged: "damaged",
  depends: "depends",
  contradictory: "contradictory",
  missing: "missing",
};
/**
 * What can be looked for: how a row stands, and whether it rests on a ruling.
 * @type {{ [state: string]: string }}
 */
const WANTED = {
  tested: "Tested",
  data: "Kept as data",
  missing: "Not proved",
  ruling: "With a ruling",
  ...Object.fromEntries(Object.entries(IN_PLAY).map(([name, text]) => [`play:${name}`, heading(text)])),
};

/**
 * @type {{ frame: HTMLElement, main: HTMLElement, renew: (name: string, given:
 *   import("../../shell/types.d.ts").Given) => Promise<void> } | null}
 */
let page = null;

/**
 * @param {HTMLElement} frame
 * @param {import("../../shell/types.d.ts").Route} route
 */
export async function showRules(frame, route) {
  if (!page || page.frame.firstChild !== page.main) page = make(frame, await games());
  document.title = route.name ? `${route.name} · Landbridge` : "Rules · Landbridge";
  await page.renew(route.name, route.given);
}

/**
 * @param {HTMLElement} frame
 * @param {import("../../api.d.ts").GameEntry[]} documents
 */
function make(frame, documents) {
  let current = "";
  let chapter = "";
  let [asked, counting, explained] = [0, false, false];
  /** What was found last. @type {RuleHit[]} */
  let latest = [];
  const changed = () => {
    keep(to("rules", current, chosen()));
    search();
  };
  const soon = later(changed, 120);
  const words = h("input", {
    class: "field find",
    type: "search",
    placeholder: "Find: ice, 1.8, hip shoot, lake…",
    "aria-label": "Find a rule",
    autocomplete: "off",
    oninput: () => {
      chapter = "";
      soon();
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      /** @type {HTMLElement | null} */ (list.querySelector("a"))?.focus();
    },
  });
  const game = h(
    "select",
    {
      class: "field",
      "aria-label": "Game",
      onchange: () => {
        chapter = "";
        changed();
      },
    },
    h("option", { value: "", text: "All documents" }),
    documents.map((one) => h("option", { value: one.name, text: one.title })),
  );
  const certainty = h(
    "select",
    { class: "field", "aria-label": "Certainty", onchange: changed },
    h("option", { value: "", text: "Any certainty" }),
    Object.keys(MARKS).map((name) => h("option", { value: name, text: heading(name) })),
  );
  const state = h(
    "select",
    { class: "field", "aria-label": "State", onchange: changed },
    h("option", { value: "", text: "All states" }),
    Object.entries(WANTED).map(([name, text]) => h("option", { value: name, text })),
  );
  const pick = h("select", {
    class: "field chapter-pick",
    "aria-label": "Chapter",
    onchange: () => {
      chapter = pick.value;
      changed();
    },
  });
  const sum = h("p", { class: "small muted counts" });
  const chapters = h("nav", { class: "chapters", "aria-label": "Chapters" });
  const list = h("div", { class: "rl" });
  const renewWalk = walk(list, "a");
  const renewChapters = walk(chapters, "button");
  const main = h(
    "main",
    { id: "main", class: "rules", tabindex: "-1" },
    h("h1", { text: "Rules" }),
    h("div", { class: "finds", role: "search" }, words, game, pick, state, certainty),
    h("div", { class: "rules-grid" }, chapters, h("div", {}, sum, list)),
  );
  fill(frame, main);

  function chosen() {
    /** @type {import("../../shell/types.d.ts").Given} */
    const given = {};
    if (game.value) given.game = game.value;
    if (words.value.trim()) given.q = words.value.trim();
    if (certainty.value) given.certainty = certainty.value;
    if (state.value) given.state = state.value;
    if (chapter) given.chapter = chapter;
    return given;
  }

  async function search() {
    const turn = ++asked;
    try {
      const found = await rules(game.value, words.value.trim());
      if (turn !== asked) return;
      latest = found;
      render();
    } catch (problem) {
      fill(list, trouble(problem));
    }
  }

  /** Draw what was found. */
  function render() {
    const wanted = (/** @type {RuleHit} */ one) => {
      if (state.value.startsWith("play:")) return statusOf(one)?.play === state.value.slice("play:".length);
      if (state.value === "ruling") return one.rulings > 0;
      return !state.value || stateOf(one) === state.value ||
        (state.value === "tested" && stateOf(one) === "cases");
    };
    const fitting = latest.filter((one) =>
      (!certainty.value || one.row.certainty === certainty.value) && wanted(one)
    );
    drawChapters(fitting);
    draw(fitting.filter((one) => !chapter || one.row.chapter === chapter));
    count(game.value ? [game.value] : documents.map((one) => one.name));
  }

  /**
   * Have the cases of these documents run, one after the other; what is shown is drawn anew when they have.
   * @param {string[]} names
   */
  async function count(names) {
    const name = names.find((one) => !isKnown(one));
    if (!name || counting) return;
    counting = true;
    const learnt = await learn(name).then(() => true, () => false);
    counting = false;
    if (learnt && main.isConnected) render();
  }

  /** Every chapter with how far its rows are proved. @param {RuleHit[]} found */
  function drawChapters(found) {
    /** @type {Map<string, RuleHit[]>} */
    const parts = new Map();
    for (const one of found) parts.set(one.row.chapter, [...(parts.get(one.row.chapter) ?? []), one]);
    if (chapter && !parts.has(chapter)) chapter = "";
    const entry = (/** @type {string} */ name, /** @type {RuleHit[]} */ rows) => {
      const proved = rows.filter((one) => ["tested", "cases"].includes(stateOf(one))).length;
      const counted = rows.every((one) => isKnown(one.game));
      const bar = (/** @type {string} */ kind) => {
        const made = h("i", { class: kind });
        made.style.width = `${
          (100 * rows.filter((one) => stateOf(one) === kind).length) / Math.max(1, rows.length)
        }%`;
        return made;
      };
      return h(
        "button",
        {
          type: "button",
          "data-chapter": name,
          "aria-current": name === chapter ? "true" : null,
          onclick: () => {
            chapter = name;
            changed();
          },
        },
        h("span", { class: "of", text: name || "Every chapter" }),
        h("span", {
          class: "small",
          "aria-label": `${proved} of ${rows.length} ${counted ? "tested" : "with cases"}`,
          text: `${proved} of ${rows.length}`,
        }),
        h("span", { class: "bar", "aria-hidden": "true" }, bar("tested"), bar("cases"), bar("data")),
      );
    };
    const focused = document.activeElement instanceof HTMLElement && chapters.contains(document.activeElement)
      ? document.activeElement.dataset.chapter
      : undefined;
    fill(
      pick,
      h("option", { value: "", text: "Every chapter" }),
      [...parts.keys()].map((name) => h("option", { value: name, selected: name === chapter, text: name })),
    );
    fill(chapters, entry("", found), [...parts].map(([name, rows]) => entry(name, rows)));
    renewChapters();
    if (focused !== undefined) {
      /** @type {HTMLElement[]} */ ([...chapters.querySelectorAll("button")]).find((one) =>
        one.dataset.chapter === focused
      )?.focus();
    }
  }

  /** @param {RuleHit[]} found */
  function draw(found) {
    const wanted = words.value.trim();
    const ruled = found.filter((one) => one.rulings).length;
    const enforced = found.filter((one) => statusOf(one)?.play === "enforced").length;
    const kinds =
      /** @type {import("./row-status.js").State[]} */ (["tested", "data", "missing", "cases", "bare"]).map((
        kind,
      ) => ({ kind, number: found.filter((one) => stateOf(one) === kind).length })).filter(({ number }) =>
        number
      );
    fill(
      sum,
      h("b", { text: plural(found.length, "row") }),
      kinds.map((
        { kind, number },
      ) => [
        ", ",
        h(
          "span",
          { class: "rl-kind", title: MEANINGS[kind] },
          h("i", { class: `st ${kind}`, "aria-hidden": "true" }),
          `${number} ${STATES[kind]}`,
        ),
      ]),
      `, ${ruled} with a ruling`,
      found.some(statusOf) && h("span", {
        title: "A scripted match goes another way when the rule is left out.",
        text: `, ${enforced} enforced in play`,
      }),
      wanted ? ", the best first" : "",
      h(
        "details",
        { class: "rl-meaning" },
        h("summary", { text: "What these mean" }),
        h(
          "dl",
          {},
          kinds.map(({ kind }) => [h("dt", { text: STATES[kind] }), h("dd", { text: MEANINGS[kind] })]),
        ),
        h("p", {
          text: "Counted by this server from its own cases, as landbridge rules --coverage counts them.",
        }),
      ),
    );
    const meaning = /** @type {HTMLDetailsElement | null} */ (sum.querySelector("details"));
    if (meaning) {
      meaning.open = explained;
      meaning.addEventListener("toggle", () => {
        explained = meaning.open;
      });
    }
    let part = "";
    const focused = list.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.row
      : undefined;
    fill(
      list,
      found.map((one) => {
        const before = wanted || part === one.row.chapter
          ? null
          : h("h2", { class: "over", text: one.row.chapter });
        part = one.row.chapter;
        return [before, line(one, wanted)];
      }),
      !found.length &&
        h(
          "div",
          { class: "empty" },
          h("p", {
            text:
              "No row has all those words. Try fewer words, the beginning of a word, or a number such as 1.8.",
          }),
          h(
            "p",
            {},
            h("button", {
              type: "button",
              class: "btn",
              text: "Show every row",
              onclick: () => {
                words.value = "";
                game.value = "";
                certainty.value = "";
                state.value = "";
                chapter = "";
                changed();
                words.focus();
              },
            }),
          ),
        ),
    );
    renewWalk();
    if (focused) {
      /** @type {HTMLElement | null} */ (list.querySelector(`[data-row="${CSS.escape(focused)}"]`))?.focus({
        preventScroll: true,
      });
    }
  }

  /** @param {RuleHit} one @param {string} wanted */
  function line(one, wanted) {
    const { row } = one;
    const mark = MARKS[row.certainty];
    return h(
      "a",
      {
        href: to("rules", row.id, chosen()),
        "data-row": row.id,
        "aria-current": row.id === current ? "true" : null,
      },
      h("span", { class: "id" }, sign(one), marked(row.id, wanted)),
      h("span", { class: "tt" }, marked(row.title, wanted)),
      h(
        "span",
        { class: "tests" },
        mark && h("span", { class: `pill ${mark === "missing" ? "refused" : "warn"}`, text: mark }),
        row.source !== "booklet" && h("span", { class: "prov house", text: row.source }),
        one.rulings > 0 && h("span", { text: "ruling" }),
        h("span", { text: one.cases ? plural(one.cases, "case") : row.kind === "datum" ? "record" : "" }),
      ),
    );
  }

  return {
    frame,
    main,
    /** @param {string} name @param {import("../../shell/types.d.ts").Given} given */
    async renew(name, given) {
      current = name;
      if (document.activeElement !== words) words.value = String(given.q ?? "");
      game.value = String(given.game ?? "");
      certainty.value = String(given.certainty ?? "");
      state.value = String(given.state ?? "");
      chapter = String(given.chapter ?? "");
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
  const parts = wanted.split(/\s+/).filter(Boolean).map((word) =>
    word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  );
  if (!parts.length) return [text];
  return text.split(new RegExp(`(${parts.join("|")})`, "gi")).map((
    part,
    at,
  ) => (at % 2 ? h("mark", { text: part }) : part));
}
