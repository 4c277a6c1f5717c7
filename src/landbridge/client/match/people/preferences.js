/** How somebody likes to play, in all their matches. */

import { whileBusy } from "../../shell/busy.js";
import { h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";

/** A section with the choices; it stays hidden for whoever only looks on. */
export function preferencesSection() {
  const state = h("span", { class: "small faint", role: "status" });
  const passes = h("input", {
    type: "checkbox",
    onchange: () =>
      whileBusy(passes, async () => {
        await play.changePreferences({ passes: passes.checked });
        state.textContent = "Kept, for all your matches.";
      }, (problem) => {
        passes.checked = !passes.checked;
        state.textContent = /** @type {Error} */ (problem).message;
      }),
  });
  const section = h(
    "section",
    { hidden: true },
    h("h3", { text: "Playing" }),
    h("label", { class: "small" }, passes, " A phase passes by itself where I have nothing to decide"),
    h("p", {
      class: "small muted",
      text: "The log says so, and one undo takes it back with what led there.",
    }),
    state,
  );
  play.me().then(async ({ user }) => {
    if (!user) return;
    passes.checked = (await play.preferences()).passes !== false;
    section.hidden = false;
  }).catch(() => {});
  return section;
}
