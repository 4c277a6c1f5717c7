/** Leave: days on which one's clocks stand still, on the account page. */

import { dayOf, lastDay } from "../../match/clock.js";
import { fill, fresh, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { note, trouble } from "../../shell/parts.js";
import { plural } from "../../shell/words.js";

/** @param {import("../../api.d.ts").Leaves} found */
export function leaveCard(found) {
  const said = h("div", { role: "status" });
  const state = h("div");
  const [first, last] = [day("The first day; left empty, it begins at once"), day("The last day", true)];
  const form = h(
    "form",
    {
      class: "card pad inputs",
      "aria-label": "Leave",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        change(
          () => play.takeLeave(first.field.value, last.field.value),
          "Taken. Your clocks stand still on these days.",
        );
      },
    },
    h("h2", { text: "Leave" }),
    state,
    first.box,
    last.box,
    said,
    h("p", { class: "acts" }, h("button", { type: "submit", class: "btn", text: "Take leave" })),
  );

  /** @param {() => Promise<import("../../api.d.ts").Leaves>} act @param {string} done */
  async function change(act, done) {
    try {
      draw(await act());
      [first.field.value, last.field.value] = ["", ""];
      fill(said, note("legal", done));
    } catch (error) {
      fill(said, trouble(error));
    }
  }

  /** @param {import("../../api.d.ts").Leaves} now */
  function draw(now) {
    fill(
      state,
      h("p", {
        class: "small muted",
        text: "While you are on leave your clocks stand still, and your opponents see until when. " +
          `You have ${now.days_a_year} days within a year, ${plural(now.days_left, "day")} of them left. ` +
          "Days end at midnight UTC.",
      }),
      now.leaves.map((one) =>
        h(
          "p",
          {},
          one.now
            ? `You are on leave until ${lastDay(one.until)}.`
            : `Planned: from ${dayOf(one.from)} until ${lastDay(one.until)}.`,
        )
      ),
      now.leaves.length > 0 &&
        h(
          "p",
          { class: "acts" },
          h("button", {
            type: "button",
            class: "btn small",
            text: now.leaves[0].now ? "End it now" : "Give it up",
            onclick: () => change(play.endLeave, "Your clocks run again."),
          }),
        ),
    );
  }
  draw(found);
  return form;
}

/** @param {string} label @param {boolean} [required] */
function day(label, required = false) {
  const field = h("input", { class: "field", type: "date", id: fresh(), required });
  return {
    field,
    box: h(
      "div",
      { class: "input" },
      h("label", { for: field.id }, h("span", { class: "name", text: label })),
      field,
    ),
  };
}
