/** Taking along what is kept of one, and the end of an account. */

import * as api from "../../shell/account-api.js";
import { h, icon } from "../../shell/dom.js";
import { form, input, row } from "./account-parts.js";

export const takeAlong = () =>
  h(
    "section",
    { class: "card pad inputs", "aria-label": "Your data" },
    h("h2", { text: "Your data" }),
    h("p", {
      text: "Everything that is kept of you, in one file: account, sessions, matches, seats, notes, " +
        "settings and reports.",
    }),
    h(
      "p",
      { class: "acts" },
      h(
        "a",
        { class: "btn", href: api.exportAddress, download: "landbridge-account.json" },
        icon("down", 15),
        "Download it",
      ),
    ),
  );

/** @param {() => void} done */
export function goodbye(done) {
  const word = input("password", "current-password");
  const way = (/** @type {string} */ value, /** @type {string} */ text) =>
    h(
      "label",
      { class: "input check" },
      h("input", { type: "radio", name: "seats", value, checked: value === "open" }),
      h("span", { text }),
    );
  const seats = h(
    "fieldset",
    { class: "ways" },
    h("legend", { class: "name", text: "Your seats in matches that go on" }),
    way("open", "become open; somebody else may take them"),
    way("resign", "are resigned, where another person plays; the others become open"),
  );
  return h(
    "details",
    { class: "card pad leaving" },
    h("summary", {}, h("span", { class: "h2", text: "Delete the account" })),
    form(
      "Delete the account",
      [
        h(
          "ul",
          { class: "plain small" },
          h("li", { text: "Matches that nobody else plays in are deleted." }),
          h("li", { text: "In matches of others your actions stay, under the name “former player”." }),
          h("li", {
            text: "Reports stay without your name. What moderators noted of your account stays with the " +
              "name that it had.",
          }),
          h("li", {
            text:
              "Notes, settings, sessions, your address and the account itself are deleted. This cannot be undone.",
          }),
        ),
        seats,
        row("Your password", word),
      ],
      "Delete it permanently",
      async () => {
        const chosen = /** @type {HTMLInputElement} */ (seats.querySelector("input:checked"));
        await api.deleteAccount(word.value, chosen.value);
        done();
        return "";
      },
      "danger",
    ),
  );
}
