/** A page that could not be shown: why, and where to go from there. */

import { ApiError } from "./api.js";
import { h } from "./dom.js";
import { me } from "./match-api.js";
import { trouble } from "./parts.js";
import { to } from "./route.js";

/**
 * @param {unknown} problem
 * @param {() => unknown} again show it again
 */
export async function failedPage(problem, again) {
  const status = problem instanceof ApiError ? problem.status : -1;
  const missing = status === 404;
  const guest = missing && await me().then((who) => who.mode === "public" && !who.user, () => false);
  return h(
    "main",
    { id: "main", tabindex: "-1", class: "failed" },
    missing
      ? [
        h("h1", { text: /** @type {ApiError} */ (problem).message.replace(/\.$/, "") }),
        h("p", {
          class: "lead muted",
          text: "It may have been deleted, or it is private: then ask whoever plays there to let you in.",
        }),
      ]
      : [h("h1", { text: "The page could not be drawn" }), trouble(problem)],
    h(
      "p",
      { class: "acts" },
      !missing && h("button", { type: "button", class: "btn go", text: "Try again", onclick: again }),
      h("a", { class: missing ? "btn go" : "btn", href: to("home"), text: "All matches" }),
      (status === 403 || guest) &&
        h("a", {
          class: "btn",
          href: to("account", "", { then: location.hash.slice(1) }),
          text: "Sign in",
        }),
    ),
  );
}
