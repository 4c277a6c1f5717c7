/**
 * Both sides' forces: victory points, rail moves, factories and their months, who is away and who is cut
 * off.
 */

import { sideMark } from "../../match/match-status.js";
import { h } from "../../shell/dom.js";
import { capital, plural } from "../../shell/words.js";

/** @typedef {import("./units.js").Atlas} Atlas */
/** @typedef {import("./units.js").Drawn} Drawn */

const LETTERS = ["J", "F", "M", "A", "M", "J", "J", "A", "S", "O", "N", "D"];

/** @param {Atlas} atlas @param {Drawn} now */
export const forces = (atlas, now) =>
  h(
    "div",
    { class: "forces" },
    h("p", { class: "goal" }, h("b", { text: "To win " }), now.goal),
    ["axis", "soviet"].map((side) => sideCard(atlas, now, side)),
    factories(atlas, now),
  );

/** @param {Atlas} atlas @param {Drawn} now @param {string} side */
function sideCard(atlas, now, side) {
  const units = now.units.filter((unit) => unit.side === side);
  const waiting = units.filter((unit) => unit.at === "Siberia");
  const cut = now.cut_off[side] ?? [];
  const name = (/** @type {string} */ id) => atlas.points.find((point) => point.id === id)?.name ?? id;
  const figure = (/** @type {string} */ text, /** @type {number} */ value, strong = false) =>
    h("div", { class: strong ? "strong" : null }, h("dt", { text }), h("dd", { text: value }));
  return h(
    "section",
    { class: `book ${side}` },
    h("h2", {}, sideMark(side)),
    h(
      "dl",
      { class: "figures" },
      figure("VP", now.victory[side] ?? 0, true),
      figure("on the map", units.length - waiting.length),
      figure("rail moves left", Math.max(0, now.moves_left[side] ?? 0)),
      figure("dead pile", now.away[side]?.dead?.length ?? 0),
    ),
    waiting.length > 0 && listed(atlas, "In Siberia", waiting.map((unit) => unit.id)),
    cut.length > 0 &&
      h("p", { class: "small warn-line" }, h("b", { text: "Without supply: " }), cut.map(name).join(", ")),
    Object.entries(now.away[side] ?? {}).filter(([why, ids]) => why !== "out of play" && ids.length).map((
      [why, ids],
    ) => listed(atlas, capital(why), ids)),
  );
}

/** Units in a fold, by what they are. @param {Atlas} atlas @param {string} title @param {string[]} ids */
function listed(atlas, title, ids) {
  /** @type {Map<string, string[]>} */
  const kinds = new Map();
  for (const id of ids) {
    const kind = atlas.units.find((unit) => unit.id === id)?.kind ?? "unit";
    kinds.set(kind, [...(kinds.get(kind) ?? []), id]);
  }
  return h(
    "details",
    { class: "settled" },
    h("summary", {}, title, h("span", { class: "small faint", text: ` ${plural(ids.length, "unit")}` })),
    h(
      "dl",
      { class: "kinds small" },
      [...kinds].map(([kind, list]) =>
        h("div", {}, h("dt", { text: capital(kind) }), h("dd", { text: list.join(", ") }))
      ),
    ),
  );
}

/** What players call a factory. @param {Atlas} atlas @param {string} id */
const plantName = (atlas, id) => atlas.plants.find((one) => one.id === id)?.name ?? id;

/** @param {Atlas} atlas @param {Drawn} now */
function factories(atlas, now) {
  if (!now.plants.length) return null;
  const month = Number(now.month.slice(5));
  const ahead = Array.from({ length: 6 }, (_, at) => ((month - 1 + at) % 12) + 1);
  const place = (
    /** @type {string} */ id,
  ) => (id === "Siberia" ? id : atlas.points.find((point) => point.id === id)?.name ?? "");
  const remaining = now.plants.filter((plant) => plant.state !== "destroyed");
  const lost = now.plants.filter((plant) => plant.state === "destroyed");
  return h(
    "section",
    { class: "factories" },
    h("h2", { text: "Factories" }),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h("caption", { class: "sr", text: "Factories and the months in which they produce" }),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col", text: "Factory" }),
            h("th", { scope: "col", text: "Place" }),
            ahead.map((one, at) =>
              h("th", { scope: "col", class: at ? null : "now", text: LETTERS[one - 1] })
            ),
          ),
        ),
        h(
          "tbody",
          {},
          remaining.map((plant) => {
            const about = atlas.plants.find((one) => one.id === plant.id);
            const working = plant.state === "at work";
            return h(
              "tr",
              { title: about?.basis },
              h(
                "th",
                { scope: "row" },
                about?.name ?? plant.id,
              ),
              h(
                "td",
                {},
                place(plant.at),
                !working &&
                  h("span", { class: "small muted", text: `${plant.at ? ", " : ""}${plant.state}` }),
              ),
              ahead.map((one) =>
                h(
                  "td",
                  { class: "out" },
                  about?.months.includes(one)
                    ? h("span", {
                      class: working ? "output" : "output idle",
                      role: "img",
                      "aria-label": working ? "output" : "output if at work",
                      text: "●",
                    })
                    : null,
                )
              ),
            );
          }),
        ),
      ),
    ),
    lost.length > 0 &&
      h("p", {
        class: "small muted",
        text: `Destroyed: ${lost.map((plant) => plantName(atlas, plant.id)).join(", ")}`,
      }),
  );
}
