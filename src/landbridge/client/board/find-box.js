/** Find something on a map by its name. */

import { fill, fresh, h, later } from "../shell/dom.js";

/** @typedef {{ word: string, name: string, note?: string }} Found */

/** So many names are shown at once. */
const MOST = 8;

/**
 * @param {{ label: string, all: () => Found[], show: (found: Found) => void }} map `all`: everything that has a
 *   name; `show`: bring one into sight
 */
export function findBox({ label, all, show }) {
  const id = fresh();
  /** @type {Found[]} */
  let found = [];
  let at = 0;
  const list = h("ul", {
    id,
    class: "names-found card",
    role: "listbox",
    "aria-label": "Found",
    hidden: true,
  });
  const field = h("input", {
    class: "field find",
    type: "search",
    role: "combobox",
    autocomplete: "off",
    spellcheck: "false",
    // The whole of it has no room beside a map's switches.
    placeholder: "Find (/)",
    title: label,
    "aria-label": label,
    "aria-expanded": "false",
    "aria-controls": id,
    "aria-autocomplete": "list",
    oninput: later(search, 60),
    onkeydown: key,
    onblur: () => close(),
    onfocus: () => field.select(),
  });

  function search() {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = wanted.length
      ? all().filter(({ name, word }) => {
        const text = `${name} ${word}`.toLowerCase();
        return wanted.every((part) => text.includes(part));
      })
      : [];
    // What begins with the letters comes before what only has them.
    const begins = (/** @type {Found} */ one) => one.name.toLowerCase().startsWith(wanted[0] ?? "") ? 0 : 1;
    found = fits.sort((a, b) => begins(a) - begins(b)).slice(0, MOST);
    at = 0;
    draw(wanted.length > 0);
  }

  /** @param {boolean} asked */
  function draw(asked) {
    list.hidden = !asked;
    field.setAttribute("aria-expanded", String(asked));
    fill(
      list,
      found.map(({ name, note }, number) =>
        h(
          "li",
          {
            id: `${id}-${number}`,
            role: "option",
            "aria-selected": String(number === at),
            // The field keeps the focus until something is chosen.
            onpointerdown: (/** @type {PointerEvent} */ event) => event.preventDefault(),
            onclick: () => choose(number),
          },
          name,
          note && h("span", { class: "small muted", text: ` ${note}` }),
        )
      ),
      asked && !found.length &&
        h("li", {
          role: "option",
          "aria-disabled": "true",
          "aria-selected": "false",
          text: "Nothing of that name.",
        }),
    );
    if (found.length) field.setAttribute("aria-activedescendant", `${id}-${at}`);
    else field.removeAttribute("aria-activedescendant");
  }

  function close() {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }

  /** @param {number} number */
  function choose(number) {
    const one = found[number];
    if (!one) return;
    field.value = one.name;
    close();
    show(one);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) {
      at = (at + step + found.length) % found.length;
      draw(true);
    } else if (event.key === "Enter") choose(at);
    else if (event.key === "Escape" && !list.hidden) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return h("div", { class: "find-box" }, field, list);
}
