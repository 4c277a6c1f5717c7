/** The options of a game and the open points of its rules, as the players of a new match settle them. */

import { rulings } from "../../shell/api.js";
import { fill, fresh, h, later } from "../../shell/dom.js";
import { badge, chip, trouble } from "../../shell/parts.js";
import { heading, inWords, plural } from "../../shell/words.js";

/**
 * Options and rulings, each with its text; the defaults stand until one is changed.
 * @param {import("../../api.d.ts").GameEntry} game
 * @param {{ [name: string]: string }} chosen what differs from the defaults, by its name
 */
export function openPoints(game, chosen) {
  /** @type {import("../../api.d.ts").Ruling[]} */
  let points = [];
  const options = (game.options ?? []).filter(({ name, values }) => values.length > 1 && name !== "box");
  const count = h("span", { class: "small faint" });
  const list = h("div", { class: "ruling-list" });
  const filter = h("input", {
    class: "field",
    type: "search",
    "aria-label": "Narrow the open points",
    autocomplete: "off",
    oninput: later(draw, 40),
  });
  const changed = () => {
    const number = Object.keys(chosen).length;
    count.textContent = number ? `${plural(number, "point")} changed` : "as we read them";
  };
  const choose = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ usual) => {
    if (value === usual) delete chosen[name];
    else chosen[name] = value;
    changed();
  };
  function draw() {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = points.filter((one) => {
      const text = `${one.id} ${one.title} ${one.question} ${one.switch}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    fill(
      list,
      shown.map((one) => {
        const id = fresh();
        const says = h("p", {
          class: "small muted",
          text: one.options[chosen[one.switch] ?? one.default]?.text ?? "",
        });
        return h(
          "div",
          { class: "ruling-row" },
          h(
            "label",
            { for: id },
            h("b", { text: one.title }),
            " ",
            chip(one.id),
            " ",
            badge(one.source),
            h("span", { class: "small muted question", text: one.question }),
          ),
          h(
            "select",
            {
              id,
              class: "field",
              onchange: (/** @type {Event} */ event) => {
                const { value } = /** @type {HTMLSelectElement} */ (event.target);
                choose(one.switch, value, one.default);
                says.textContent = one.options[value]?.text ?? "";
              },
            },
            Object.keys(one.options).map((name) =>
              h("option", {
                value: name,
                selected: name === (chosen[one.switch] ?? one.default),
                text: `${inWords(name)}${name === one.default ? " (taken)" : ""}`,
              })
            ),
          ),
          says,
        );
      }),
      !shown.length && h("p", { class: "small muted", text: "No open point has those words." }),
    );
  }
  changed();
  const fold = h(
    "details",
    { class: "settled open-points" },
    h("summary", {}, h("b", { text: "Options and open points of the rules" }), " ", count),
  );
  const inside = h("div");
  fold.append(inside);
  let drawn = false;
  fold.addEventListener("toggle", async () => {
    if (!fold.open || drawn) return;
    try {
      points = await rulings(game.name);
    } catch (problem) {
      fill(inside, trouble(problem));
      return;
    }
    drawn = true;
    filter.placeholder = `Narrow ${points.length} open points by words`;
    draw();
    fill(
      inside,
      [
        options.map((option) => {
          const id = fresh();
          return h(
            "div",
            { class: "ruling-row" },
            h(
              "label",
              { for: id },
              h("b", { text: heading(option.name) }),
              h("span", { class: "small muted question", text: option.text }),
            ),
            h(
              "select",
              {
                id,
                class: "field",
                onchange: (/** @type {Event} */ event) =>
                  choose(option.name, /** @type {HTMLSelectElement} */ (event.target).value, option.default),
              },
              option.values.map((value) =>
                h("option", {
                  value,
                  selected: value === option.default,
                  text: value ? inWords(value) : "none",
                })
              ),
            ),
          );
        }),
        points.length > 0 && filter,
        list,
      ],
    );
  });
  return fold;
}
