/** Both sides' books: points, pools, what was received and what is out. */

import { h } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { capital, heading, plural } from "../../shell/words.js";
import { amount } from "./checklist.js";
import { frontName } from "./fronts.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */

const POOLS = { infantry: "infantry", ag_pg: "AG/PG", flak: "flak" };

// Books

/** @param {Scene} scene @param {"soviet" | "axis"} side */
export function book({ view, summary }, side) {
  const own = view[side];
  if (!own) return null;
  const figure = (/** @type {string} */ name, /** @type {any} */ value, strong = false) =>
    h("div", { class: strong ? "strong" : null }, h("dt", { text: name }), h("dd", { text: value }));
  const phase = (view.agenda ?? [])[0];
  const hand = phase?.type === "Reinforcement" && phase.side === side ? phase : null;
  const alerts = side === "axis"
    ? Object.entries(view.alerts ?? {}).map(([pool, units]) =>
      `${POOLS[/** @type {keyof typeof POOLS} */ (pool)] ?? heading(pool)} ${
        /** @type {any[]} */ (units).length
      }`
    ).join(", ")
    : "";
  const totals = Object.entries(own.totals ?? {}).map(([name, count]) =>
    `${count} ${name.toUpperCase() === "SP" ? "SP" : heading(name)}`
  ).join(", ");
  const hogs = Object.entries(own.hedgehogs ?? {}).map(([hex, level]) => `${hex} H${level}`).join(", ");
  return h(
    "section",
    { class: `card book ${side}`, "aria-label": `${capital(side)} book` },
    h("header", {}, h("h2", {}, h("span", { class: `side ${side}`, text: capital(side) }))),
    h(
      "div",
      { class: "body" },
      h(
        "dl",
        { class: "figures" },
        figure("VP", own.vp, true),
        figure("Pax", own.pax, true),
        side === "axis" && figure("Ally Pax", own.ally ?? 0),
        side === "axis" && figure("Tigers kept", own.tigers ?? 0),
        side === "soviet" && figure("Penal units in the box", view.penal ?? 0),
        hand && hand.eq?.length > 0 &&
          figure("Eq now", hand.eq.map((/** @type {number} */ rating) => `AR${rating}`).join(" ")),
        hand && hand.air > 0 && figure("Air now", hand.air),
        hand && hand.hogs > 0 && figure("Hogs now", hand.hogs),
      ),
      h(
        "div",
        { class: "book-lines" },
        line(
          "Dead Pile",
          own.dead?.length ? own.dead.map((/** @type {any} */ unit) => unit.name).join(", ") : "",
        ),
        side === "soviet" &&
          line(
            "Penal units out",
            Object.entries(view.penal_out ?? {}).map(([front, units]) =>
              `${front ? frontName(front) : "of no Front"} ${units}`
            ).join(", "),
          ),
        listLine("Eq that wait", (own.eq ?? []).map((/** @type {number} */ rating) => `AR${rating}`)),
        listLine(
          "Paid for orders, off the dumps on the map",
          Object.entries(own.paid ?? {}).map(([front, sp]) => `${front} ${sp} SP`),
        ),
        side === "axis" && listLine(
          "HQs on their way back",
          (view.returning ?? []).map((/** @type {any} */ hq) => `${hq.name} (${plural(hq.phases, "phase")})`),
        ),
        side === "axis" && listLine("Remnants on the map, of", view.remnants ?? []),
        listLine(
          "Units that lack steps",
          (own.reduced ?? []).map((/** @type {any} */ one) =>
            `${one.name} ${one.steps} of ${one.unit.steps}`
          ),
        ),
        listLine(
          "In the RVGK-3 box",
          (own.box ?? []).map((/** @type {any} */ one) => `${one.name} (until turn ${one.free})`),
        ),
        listLine(
          "Wait for trace supply",
          (view.late ?? []).filter((/** @type {any} */ entry) => entry.side === side).map((
            /** @type {any} */ entry,
          ) => entry.row),
        ),
        line("Hedgehogs made", hogs),
        alerts && line("Alert pools", alerts),
        side === "axis" && view.bases?.length > 0 && line("Heinrici bases", `${view.bases.length} left`),
        line("Received so far", totals),
        side === "soviet" &&
          summary.filter((text) => text.startsWith("Soviet total")).map((text) =>
            h("p", { class: "small" }, text, chips(["RUL-TFB-35", "RUL-TFB-36"]))
          ),
      ),
      supply(own.supply ?? {}),
    ),
  );
}

/** @param {string} name @param {string} text */
const line = (name, text) =>
  h(
    "p",
    { class: "small" },
    h("span", { class: "muted", text: `${name}: ` }),
    text || h("span", { class: "faint", text: "none" }),
  );

/** A line that is there only if there is something to say. @param {string} name @param {string[]} parts */
const listLine = (name, parts) => parts.length > 0 && line(name, parts.join(", "));

/** Supply by place, as bars. @param {{ [place: string]: number }} places */
function supply(places) {
  const rows = Object.entries(places).filter(([, tokens]) => tokens > 0).sort((a, b) => b[1] - a[1]);
  if (!rows.length) return h("p", { class: "small faint", text: "No supply has been placed yet." });
  const most = rows[0][1];
  return h(
    "table",
    { class: "supply" },
    h("caption", { class: "over", text: "Supply placed so far" }),
    h(
      "tbody",
      {},
      rows.map(([place, tokens]) => {
        const bar = h("i");
        bar.style.width = `${(100 * tokens) / most}%`;
        return h(
          "tr",
          {},
          h("th", { scope: "row", text: place }),
          h("td", { class: "bar", "aria-hidden": "true" }, h("span", {}, bar)),
          h("td", { class: "n", text: amount(tokens) }),
        );
      }),
    ),
  );
}
