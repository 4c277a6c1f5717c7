/** A forgotten password: asking for a letter, and choosing a new one by its link. */

import * as api from "../../shell/account-api.js";
import { fill, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { to } from "../../shell/route.js";
import { form, input, row } from "./account-parts.js";

/** @param {HTMLElement} frame @param {import("../../shell/types.d.ts").Route} route */
export async function showReset(frame, route) {
  frame.removeAttribute("data-chosen");
  document.title = "A new password · Landbridge";
  const who = await play.me();
  const main = h(
    "main",
    { id: "main", class: "account", tabindex: "-1" },
    h("h1", { text: "A new password" }),
  );
  fill(frame, main);
  if (route.name) main.append(chooseOne(main, route.name));
  else if (who.resetting) main.append(askForLetter());
  else main.append(h("p", { text: "This server sends no letters. Ask whoever runs it for a new password." }));
  main.append(h("p", {}, h("a", { class: "btn quiet", href: to("account"), text: "Back to signing in" })));
}

function askForLetter() {
  const name = input("text", "username");
  return form(
    "By letter",
    [
      h("p", {
        text: "If there is such an account with a confirmed address, a letter comes with a link. The " +
          "link is good for an hour.",
      }),
      row("Name, or confirmed e-mail address", name),
    ],
    "Send the letter",
    async () => {
      await api.askToReset(name.value.trim());
      return "If there is such an account, the letter is on its way. Look into the spam folder too.";
    },
    "go",
  );
}

/** @param {HTMLElement} main @param {string} token */
function chooseOne(main, token) {
  const word = input("password", "new-password");
  return form(
    "Choose it",
    [
      h("p", {
        text: "Ten letters or more. You are signed out on every device and sign in again with the new one.",
      }),
      row("The new password", word),
    ],
    "Use it",
    async () => {
      await api.finishReset(token, word.value);
      fill(
        main,
        h("h1", { text: "A new password" }),
        h("p", { role: "status", text: "It is set. Every device has been signed out." }),
        h("p", {}, h("a", { class: "btn go", href: to("account"), text: "Sign in" })),
      );
      return "";
    },
    "go",
  );
}
