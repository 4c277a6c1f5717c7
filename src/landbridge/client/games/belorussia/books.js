/** Both sides' books, the Fronts with their postures and barrages, partisans, and the luck so far. */

import { diceTally } from "../../match/log.js";
import { h } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { capital, heading, plural, shortDate } from "../../shell/words.js";
import { amount } from "./checklist.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */

const GROUNDS = {
  dry: ["D", "Dry"],
  mud: ["M", "Mud"],
  freeze: ["F", "Freeze"],
  deep_freeze: ["FF", "Deep freeze"],
  snow: ["S", "Snow"],
};
const FLIGHTS = { full: "full flight", limited: "limited flight", none: "no flight" };
const FRONTS = {
  "1st_baltic": "1st Baltic",
  western: "Western",
  "2nd_belorussian": "2nd Belorussian",
  "1st_belorussian": "1st Belorussian",
};
const POOLS = { infantry: "infantry", ag_pg: "AG/PG", flak: "flak" };
const POSTURES = { offensive: "Offensive", regrouping: "Regrouping", ready: "Ready" };

// The turn track

/** @param {Scene} scene */
export function turnTrack({ game, view }) {
  const turns = game?.turns ?? [];
  const now = Number(view.turn) - 1;
  /** @type {[string, string][]} */
  const past = view.past ?? [];
  const began = now - past.length;
  /** @type {Map<string, number[]>} */
  const months = new Map();
  turns.forEach((turn, at) => {
    const month = shortDate(turn).replace(/^\d+ /, "");
    months.set(month, [...(months.get(month) ?? []), at]);
  });
  const box = h(
    "ol",
    { class: "track", tabindex: "0", "aria-label": "Turns and their weather" },
    [...months].map(([month, list]) =>
      h(
        "li",
        { class: "month-of" },
        h("span", { class: "over", text: month }),
        h("ol", {}, list.map((at) => turnBox(turns[at], at, now, began, past, view))),
      )
    ),
  );
  requestAnimationFrame(() => {
    const here = /** @type {HTMLElement | null} */ (box.querySelector(".now"));
    if (here) {
      box.scrollLeft += here.getBoundingClientRect().left - box.getBoundingClientRect().left -
        box.clientWidth / 3;
    }
  });
  return h("section", { class: "card track-card", "aria-label": "Turn track" }, box);
}

/**
 * @param {string} date
 * @param {number} at
 * @param {number} now
 * @param {number} began
 * @param {[string, string][]} past
 * @param {any} view
 */
function turnBox(date, at, now, began, past, view) {
  const weather = at === now ? [view.ground, view.flight] : at >= began && at < now ? past[at - began] : null;
  const [sign, ground] = weather?.[0]
    ? (GROUNDS[/** @type {keyof typeof GROUNDS} */ (weather[0])] ?? ["·", heading(weather[0])])
    : ["", ""];
  const flight = weather?.[1] ? FLIGHTS[/** @type {keyof typeof FLIGHTS} */ (weather[1])] : "";
  const words = `${shortDate(date)}, turn ${at + 1}${
    ground ? `: ${ground}${flight ? `, ${flight}` : ""}` : at < began ? ": before this campaign" : ""
  }`;
  return h(
    "li",
    {
      class: [at === now ? "now" : at < now ? "gone" : "", weather?.[0] ? `g-${weather[0]}` : ""].join(" "),
      title: words,
      "aria-current": at === now ? "date" : null,
    },
    h("span", { "aria-hidden": "true", class: "day", text: Number(date.slice(8)) }),
    h("span", { "aria-hidden": "true", class: "wx", text: sign }),
    h("span", { class: "sr", text: words }),
  );
}

/** The date and the weather for the bar at the top. @param {Scene} scene */
export function weatherPills({ view, summary }) {
  const [date, turn] = (summary[0] ?? "").split(", ");
  const ground = view.ground &&
    (GROUNDS[/** @type {keyof typeof GROUNDS} */ (view.ground)]?.[1] ?? heading(view.ground));
  const flight = view.flight &&
    capital(FLIGHTS[/** @type {keyof typeof FLIGHTS} */ (view.flight)] ?? view.flight);
  return [
    h("b", { class: "when", text: date }),
    turn && h("span", { class: "muted small turn-of", text: turn }),
    ground && h("span", { class: "pill", text: ground }),
    flight && h("span", { class: "pill", text: flight }),
    view.ice?.present ? h("span", { class: "pill", text: "Ice on rivers" }) : view.ice?.run > 0 &&
      h("span", { class: "pill warn", text: `Ice after ${plural(3 - view.ice.run, "more Freeze turn")}` }),
  ];
}

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

/** @param {string} name */
const frontName = (name) => FRONTS[/** @type {keyof typeof FRONTS} */ (name)] ?? heading(name);

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

// Fronts

/** @param {Scene} scene */
export function fronts({ view, game }) {
  const figures = (/** @type {string} */ name) => {
    const ruling = game?.rulings?.find((one) => one.switch === name);
    const own = ruling?.options[view.rulings?.[name] ?? ""]?.figures ?? {};
    return { .../** @type {any} */ (ruling?.options[ruling.default]?.figures ?? {}), ...own };
  };
  const [length, rest, track] = [
    figures("offensive_length").turns ?? 8,
    figures("regrouping_length").turns ?? 0,
    figures("barrage_track"),
  ];
  const boxes = Math.max(8, track.last ?? 8, track.after_use ?? 1);
  return h(
    "section",
    { class: "card fronts", "aria-label": "Fronts" },
    h("header", {}, h("h2", { text: "Fronts" }), chips(["TFB-3.3-1"])),
    h(
      "div",
      { class: "body" },
      h(
        "div",
        { class: "front head", "aria-hidden": "true" },
        h("span", { text: "Front" }),
        h("span", { text: "Posture" }),
        h("span", { text: "Barrage marker" }),
      ),
      Object.entries(view.fronts ?? {}).map(([name, front]) => {
        const now = /** @type {any} */ (front);
        const lasts = now.posture === "offensive" ? length : now.posture === "regrouping" ? rest : 0;
        const posture = POSTURES[/** @type {keyof typeof POSTURES} */ (now.posture)] ?? heading(now.posture);
        return h(
          "div",
          { class: "front" },
          h("b", { text: frontName(name) }),
          h(
            "span",
            { class: `posture ${now.posture}` },
            posture,
            now.turns > 0 && h("span", { text: ` turn ${now.turns}${lasts ? ` of ${lasts}` : ""}` }),
          ),
          h(
            "div",
            {
              class: "barrage",
              role: "img",
              "aria-label": `Barrage ${now.barrage ? `in box ${now.barrage} of ${boxes}` : "ready"}`,
            },
            Array.from({ length: boxes }, (_, at) =>
              h(
                "i",
                { class: at + 1 === now.barrage ? "on" : at < now.barrage ? "past" : null },
                at + 1 === now.barrage ? String(at + 1) : "",
              )),
            h("i", { class: now.barrage ? "ready" : "ready on" }, "Ready"),
          ),
          aims(view.objectives?.[name]),
        );
      }),
    ),
  );
}

/**
 * What a Front on the Offensive is to take.
 * @param {{ places: string[], taken: string[] } | undefined} objectives
 */
function aims(objectives) {
  return objectives && objectives.places.length > 0 &&
    h(
      "span",
      { class: "small aims" },
      "Objectives: ",
      objectives.places.map((place) => `${place}${objectives.taken.includes(place) ? " (taken)" : ""}`).join(
        ", ",
      ),
    );
}

// Partisans and luck

/** @param {Scene} scene */
export function partisans({ view }) {
  /** @type {any[]} */
  const there = view.partisans ?? [];
  return h(
    "section",
    { class: "card partisans", "aria-label": "Partisans" },
    h(
      "header",
      {},
      h("h2", { text: "Partisans" }),
      h("span", { class: "grow" }),
      h("span", { class: "small faint", text: `${view.partisan_pool?.length ?? 0} in the pool` }),
    ),
    there.length
      ? h(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": "Partisans on the map" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h("tr", {}, ["No.", "Hex", "Unit", "State"].map((text) => h("th", { scope: "col", text }))),
          ),
          h(
            "tbody",
            {},
            there.map((unit) =>
              h(
                "tr",
                {},
                h("th", { scope: "row", text: unit.number }),
                h("td", { class: "mono", text: unit.hex }),
                h(
                  "td",
                  {},
                  unit.unit === "?"
                    ? h("span", {
                      class: "hidden-unit",
                      title: "Only the Soviet player knows",
                      text: "face down",
                    })
                    : unit.unit,
                ),
                h("td", { text: unit.active ? "active" : "face down" }),
              )
            ),
          ),
        ),
      )
      : h("p", { class: "body small faint", text: "No partisans on the map." }),
  );
}

/** Bars of the totals thrown so far; ticks show what fair dice would give. @param {Scene} scene */
export function luck(scene) {
  const { totals } = diceTally(scene.log);
  if (totals.length < 4) return null;
  const count = (/** @type {number} */ total) => totals.filter((one) => one === total).length;
  const fair = (/** @type {number} */ total) => ((6 - Math.abs(7 - total)) / 36) * totals.length;
  const most = Math.max(...Array.from({ length: 11 }, (_, at) => Math.max(count(at + 2), fair(at + 2))));
  const mean = (totals.reduce((a, b) => a + b, 0) / totals.length).toFixed(1);
  return h(
    "section",
    { class: "card luck", "aria-label": "Dice of this campaign" },
    h(
      "header",
      {},
      h("h2", { text: "Dice of this campaign" }),
      h("span", { class: "grow" }),
      h("span", { class: "small faint", text: `two dice, ${plural(totals.length, "roll")}, mean ${mean}` }),
    ),
    h(
      "div",
      { class: "body" },
      h(
        "div",
        {
          class: "hist",
          role: "img",
          "aria-label": Array.from({ length: 11 }, (_, at) => `${at + 2}: ${count(at + 2)}`).join(", "),
        },
        Array.from({ length: 11 }, (_, at) => {
          const bar = h("i");
          const tick = h("u");
          bar.style.height = `${(100 * count(at + 2)) / most}%`;
          tick.style.bottom = `${(100 * fair(at + 2)) / most}%`;
          return h("span", {}, h("span", { class: "well" }, bar, tick), h("b", { text: at + 2 }));
        }),
      ),
      h("p", { class: "small faint", text: "Bars: your dice. Blue ticks: what fair dice would give." }),
    ),
  );
}
