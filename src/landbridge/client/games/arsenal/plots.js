/** Arsenal over its calendar: the weather of both zones, and who comes and goes in each month. */

import { bySide, inTable, legend } from "../../pages/charts/plot-cards.js";
import { stacked } from "../../pages/charts/stacked-columns.js";
import { get } from "../../shell/api.js";
import { fill, h } from "../../shell/dom.js";
import { badge } from "../../shell/parts.js";
import { askAll } from "../../shell/question-api.js";
import { capital, heading, monthOf } from "../../shell/words.js";

/** @param {HTMLElement} place */
export async function monthly(place) {
  const atlas = await get("/api/games/arsenal/board");
  /** @type {string[]} */
  const months = atlas.months.map((/** @type {{ month: string }} */ one) => one.month);
  const answers = await askAll(
    ["soviet", "axis"].flatMap((side) =>
      months.map((
        month,
      ) => /** @type {[string, { [name: string]: string }]} */ (["arsenal.arrivals", { side, month }]))
    ),
  );
  bySide(
    place,
    "Units that arrive, leave or are released, month by month.",
    months.map((month) => ({ name: monthOf(`${month}-01`), group: month.slice(0, 4) })),
    answers.map((one) => /** @type {any[]} */ (one.result ?? [])),
    () => 1,
    (
      entry,
    ) => [
      h("b", { text: entry.unit }),
      ` ${entry.how === "in" ? "arrives" : entry.how === "out" ? "leaves" : entry.how}`,
      entry.at && ` at ${entry.at}`,
      entry.note && `, ${entry.note}`,
      " ",
      badge(entry.source),
    ],
  );
}

/** @param {HTMLElement} place */
export async function zones(place) {
  const atlas = await get("/api/games/arsenal/board");
  const kinds = ["clear", "mud", "snow"];
  const card = (/** @type {"north" | "south"} */ zone) => {
    const wordsPlace = h("p", { class: "plot-words small", role: "status" });
    const say = (/** @type {number} */ at) => {
      const text = `${monthOf(`${atlas.months[at].month}-01`)}: ${heading(atlas.months[at][zone])}`;
      wordsPlace.textContent = text;
      return text;
    };
    say(0);
    const picture = stacked({
      label: `Weather in the ${zone}`,
      columns: atlas.months.map((/** @type {any} */ one) => ({
        name: monthOf(`${one.month}-01`),
        group: one.month.slice(0, 4),
        parts: [{ kind: one[zone], value: 1 }],
      })),
      kinds,
      most: 1,
      scale: () => "",
      point: say,
      low: true,
    });
    return h(
      "section",
      { class: "card plot-card" },
      h("header", {}, h("h2", { text: `${capital(zone)}` })),
      h(
        "div",
        { class: "body" },
        legend(kinds),
        h("div", {
          class: "scroll",
          tabindex: "0",
          role: "region",
          "aria-label": `Weather in the ${zone}, plot`,
        }, picture),
        wordsPlace,
        inTable(
          `Weather in the ${zone}`,
          atlas.months.map((/** @type {any} */ one) => monthOf(`${one.month}-01`)),
          ["weather"],
          (at) => heading(atlas.months[at][zone]),
        ),
      ),
    );
  };
  fill(
    place,
    h("p", {
      class: "muted calc-lead",
      text: "The weather of each month in both zones, as the calendar has it.",
    }),
    card("north"),
    card("south"),
  );
}
