/** Reporting somebody to the moderators. */

import * as api from "../../shell/account-api.js";
import { fill, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { to } from "../../shell/route.js";
import { form, input, row } from "./account-parts.js";

/** @typedef {import("../../api.d.ts").NewReport["reason"]} Reason */

/** What somebody can be reported for. @type {[string, string][]} */
export const REASONS = [["cheating", "Cheating"], ["abuse", "Insults or threats"], ["spam", "Spam"], [
  "name",
  "An offensive name",
], ["other", "Something else"]];

/** @param {HTMLElement} frame @param {import("../../shell/types.d.ts").Route} route */
export async function showReport(frame, route) {
  frame.removeAttribute("data-chosen");
  document.title = "Report somebody · Landbridge";
  const who = await play.me();
  const main = h(
    "main",
    { id: "main", class: "account", tabindex: "-1" },
    h("h1", { text: "Report somebody" }),
  );
  fill(frame, main);
  if (who.mode === "local") main.append(h("p", { text: "On your own machine there is nobody to report." }));
  else if (!who.user) {
    main.append(
      h("p", { text: "Sign in first." }),
      h(
        "p",
        {},
        h("a", {
          class: "btn go",
          href: to("account", "", { then: location.hash.slice(1) }),
          text: "Sign in",
        }),
      ),
    );
  } else {main.append(
      reportForm(route.name, String(route.given.match ?? ""), Number(route.given.message ?? 0)),
    );}
}

/** @param {string} about @param {string} match @param {number} message */
function reportForm(about, match, message) {
  const name = input("text", "off");
  name.value = about;
  const reason = h(
    "select",
    { class: "field", required: true },
    h("option", { value: "", text: "Choose one" }),
    REASONS.map(([value, text]) => h("option", { value, text })),
  );
  const text = h("textarea", { class: "field tall", rows: 5, maxlength: 2000, required: true });
  return form(
    "For the moderators",
    [
      h("p", { text: "A moderator reads it. Whoever you report is not told who did." }),
      row("Who", name),
      row("What for", reason),
      row("What happened", text),
      match &&
      h(
        "p",
        { class: "small muted" },
        message ? "It is about what they said beside " : "It is about ",
        h("a", { href: to("match", match), text: "this match" }),
        ".",
      ),
    ],
    "Send the report",
    async () => {
      await api.report({
        user: name.value.trim(),
        reason: /** @type {Reason} */ (reason.value),
        text: text.value.trim(),
        match,
        message,
      });
      text.value = "";
      return "Thank you. A moderator will look at it.";
    },
    "go",
  );
}
