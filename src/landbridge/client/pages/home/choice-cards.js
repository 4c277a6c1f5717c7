/** Cards or keys of which one is chosen, each with what it means. */

import { fresh, h } from "../../shell/dom.js";
import { capital } from "../../shell/words.js";

/**
 * Cards of which one is chosen.
 * @param {string} label @param {[string, string, string?][]} choices @param {string} value
 * @param {(value: string) => void} change @param {string[]} [closed]
 * @param {string} [group] where several sets of cards are one choice: what they share
 */
export function cards(label, choices, value, change, closed = [], group = fresh()) {
  const long = choices.some(([, , text]) => text);
  return h(
    "div",
    { class: long ? "choice-cards" : "keys", role: "radiogroup", "aria-label": label },
    choices.map(([name, title, text]) =>
      h(
        "label",
        { class: long ? "choice" : "key" },
        h("input", {
          type: "radio",
          name: group,
          value: name,
          checked: name === value,
          disabled: closed.includes(name),
          onchange: () => change(name),
        }),
        h(
          "span",
          {},
          long
            ? [h("b", { text: title }), text && h("span", { class: "small muted", text: capital(text) })]
            : title,
        ),
      )
    ),
  );
}
