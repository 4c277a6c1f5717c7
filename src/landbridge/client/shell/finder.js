/** The column at the left: choose a game, narrow the list with words, take one by its chapter. */

import { fill, h, walk } from "./dom.js";
import { heading, plural } from "./words.js";

/**
 * @typedef {{
 *   name: string,
 *   href: string,
 *   title: string,
 *   chapter: string,
 *   game: string,
 *   words: string,
 *   mark?: string,
 * }} Item
 */

/**
 * @param {{
 *   label: string,
 *   placeholder: string,
 *   items: Item[],
 *   games: import("../api.d.ts").GameEntry[],
 *   game: string,
 *   current: string,
 *   empty: (game: import("../api.d.ts").GameEntry) => import("./dom.js").Child,
 * }} options
 */
export function finder({ label, placeholder, items, games, game, current, empty }) {
  let shown = game;
  const list = h("div", { class: "found" });
  const filter = h("input", {
    class: "field find",
    type: "search",
    placeholder,
    "aria-label": placeholder,
    autocomplete: "off",
    oninput: draw,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      /** @type {HTMLElement | null} */ (list.querySelector("a"))?.focus();
    },
  });
  const tabs = h(
    "div",
    { class: "tabs", role: "group", "aria-label": "Game" },
    games.map((one) =>
      h("button", {
        type: "button",
        "data-game": one.name,
        title: one.title,
        text: heading(one.name),
        onclick: () => {
          shown = one.name;
          draw();
        },
      })
    ),
  );
  const box = h("nav", { class: "finder", "aria-label": label }, tabs, filter, list);

  function draw() {
    for (const tab of tabs.querySelectorAll("button")) {
      tab.setAttribute("aria-pressed", String(tab.dataset.game === shown));
    }
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const mine = items.filter((item) => item.game === shown);
    const matching = mine.filter((item) => wanted.every((word) => item.words.toLowerCase().includes(word)));
    /** @type {Map<string, Item[]>} */
    const chapters = new Map();
    for (const item of matching) chapters.set(item.chapter, [...(chapters.get(item.chapter) ?? []), item]);
    const document_ =
      /** @type {import("../api.d.ts").GameEntry} */ (games.find((one) => one.name === shown));
    fill(
      list,
      h("p", { class: "small faint of", text: document_.title }),
      [...chapters].map(([chapter, group]) =>
        h(
          "section",
          {},
          h("h2", { class: "over", text: chapter }),
          h(
            "ul",
            {},
            group.map((item) =>
              h(
                "li",
                {},
                h(
                  "a",
                  {
                    href: item.href,
                    "data-name": item.name,
                    "aria-current": item.name === current ? "page" : null,
                  },
                  item.title,
                  item.mark && h("span", { class: "faint", text: item.mark }),
                ),
              )
            ),
          ),
        )
      ),
      !mine.length && h("div", { class: "empty small" }, empty(document_)),
      mine.length > 0 && !matching.length &&
        h(
          "p",
          { class: "empty small" },
          `None of ${plural(mine.length, "entry", "entries")} has those words. `,
          h("button", {
            type: "button",
            class: "btn small",
            text: "Show all",
            onclick: () => {
              filter.value = "";
              draw();
              filter.focus();
            },
          }),
        ),
    );
    renew();
  }

  const renew = walk(list, "a");
  draw();
  return {
    box,
    /** Show which one is chosen, and its game. @param {string} name */
    mark(name) {
      current = name;
      const chosen = items.find((item) => item.name === name);
      if (chosen && chosen.game !== shown) {
        shown = chosen.game;
        filter.value = "";
        draw();
      }
      for (const link of list.querySelectorAll("a")) {
        if (link.dataset.name === name) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
      const link = list.querySelector("[aria-current]");
      const [place, view] = [link?.getBoundingClientRect(), list.getBoundingClientRect()];
      if (place && (place.top < view.top + 30 || place.bottom > view.bottom)) {
        link?.scrollIntoView({ block: "center" });
      }
    },
  };
}
