/**
 * Purchases: the chart of Reinforcement Groups with today's prices, what is left of each, the plan and its
 * exact odds.
 */

import { ask } from "../../shell/api.js";
import { fill, h, icon, later } from "../../shell/dom.js";
import { badge, chips, odds, trouble } from "../../shell/parts.js";
import { coloursOf } from "../../shell/sides.js";
import { capital, heading, plural } from "../../shell/words.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Shop} Shop */
/** @typedef {import("./types.d.ts").ShopRow} ShopRow */

/** @type {{ [letter: string]: string }} */
const BRANCHES = {
  I: "Infantry",
  V: "Vehicles",
  G: "Guns",
  O: "Artillery",
  F: "Aircraft",
  B: "Bombardment",
  M: "Miscellaneous",
};
const ENTRIES = { "": "as usual", onboard: "on the map", offboard: "from off-board", retained: "retained" };
const COUNTS = [
  "leader_sets",
  "leaders",
  "squads",
  "support_weapons",
  "vehicles",
  "guns",
  "armor_leaders",
  "depleted",
];

/** @param {Scene} scene @param {string} side */
export const secretNote = (scene, side) =>
  h(
    "span",
    { class: "pill lock", title: "The other side sees nothing of this until the counters come to light" },
    icon("lock", 13),
    scene.match.role === "referee" ? `${heading(side)} drafts` : "secret until revealed",
    h("span", { class: "mono", text: "8.611" }),
  );

/** @param {string} side */
export function shopPanel(side) {
  const box = h("div", { class: "ob" });
  const rows = h("div", { class: "card ob-chart" });
  const aside = h("div", { class: "ob-side" });
  const purse = h("section", { class: "card ob-purse", "aria-label": "Campaign Purchase Points" });
  const plan = h("section", { class: "card ob-plan", "aria-label": "The plan" });
  const likely = h("section", { class: "card ob-odds", "aria-label": "What the plan will bring" });
  fill(aside, purse, plan, likely);
  fill(box, rows, aside);
  /** What is chosen for a row before it is bought. @type {Map<string, string>} */
  const chosenWords = new Map();
  let [count, asked, shownFor] = [side === "russian" ? "leader_sets" : "leaders", 0, ""];
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Shop | null} */
  let shop = null;

  /** @param {ShopRow} row */
  const words = (row) => [row.id, ...(chosenWords.get(row.id) ?? "").split(" ").filter(Boolean)];
  const live = () => Boolean(scene?.live && scene.offered("buy"));

  /** @param {ShopRow} row */
  const buy = (row) => scene?.act(["buy", ...words(row)], side, { again: true });

  /** Take the last one of a row off the plan. @param {ShopRow} row */
  function putBack(row) {
    const last = [...(shop?.plan ?? [])].reverse().find((one) => one.text.split(" ")[0] === row.id);
    if (last) scene?.act(["putback", ...last.text.split(" ")], side);
  }

  function drawRows() {
    if (!shop) return;
    const active = document.activeElement instanceof HTMLElement && rows.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : "";
    let branch = "";
    fill(
      rows,
      h(
        "div",
        { class: "ob-top" },
        h("h2", { text: `${heading(side)} Reinforcement Groups` }),
        badge(shop.source),
        h("span", { class: "grow" }),
        h("span", { class: "small muted", text: shop.date }),
      ),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Chart of Reinforcement Groups" },
        h(
          "table",
          { class: "ob-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col", text: "Group" }),
              h("th", { scope: "col", text: "What it brings" }),
              h("th", { scope: "col", class: "n", text: "CPP" }),
              h("th", {
                scope: "col",
                class: "n",
                title: "Bought and allowed, on this date and in the campaign",
                text: "Date · CG",
              }),
              h("th", { scope: "col", class: "n", text: "Buy" }),
            ),
          ),
          h(
            "tbody",
            {},
            shop.rows.map((row) => {
              const head = BRANCHES[row.id[0]] ?? "";
              const opens = head !== branch &&
                h(
                  "tr",
                  { class: "ob-branch" },
                  h("th", { scope: "colgroup", colspan: 5, class: "over", text: head }),
                );
              branch = head;
              return [opens, line(row)];
            }),
          ),
        ),
      ),
      notes(),
    );
    if (active) {
      /** @type {HTMLElement | null} */ (rows.querySelector(`[data-key="${CSS.escape(active)}"]`))?.focus({
        preventScroll: true,
      });
    }
  }

  /** @param {ShopRow} row */
  function line(row) {
    const wish = chosenWords.get(row.id) ?? "";
    const way = row.ways.find((one) => one.entry && wish.split(" ").includes(one.entry)) ?? row.ways[0];
    const usual = row.ways[0].cpp;
    const stop = row.refused;
    const shut = stop && !row.ways.some((one) => one.entry && !one.closed && one.cpp < usual) ? stop : null;
    return h(
      "tr",
      { class: row.planned ? "bought" : stop ? "stopped" : null, "data-rg": row.id },
      h("th", { scope: "row" }, h("span", { class: "mono", text: row.id })),
      h(
        "td",
        {},
        h(
          "div",
          { class: "ob-what" },
          h("span", {}, h("b", { text: row.type }), " ", h("span", { class: "faint", text: row.units })),
          h(
            "span",
            { class: "small ob-letters" },
            row.notes.map((letter) =>
              h("abbr", {
                title: `${letter}: ${shop?.notes.find((one) => one.letter === letter)?.text ?? ""}`,
                text: letter,
              })
            ),
            row.given > 0 && h("span", { class: "faint", text: `${row.given} given at the start` }),
          ),
          choices(row),
          stop &&
            h(
              "span",
              { class: "small ob-stop" },
              icon("no", 13),
              h(
                "span",
                {},
                capital(stop.text),
                stop.remedy ? `; ${stop.remedy}` : "",
                chips(stop.rules.slice(0, 1)),
              ),
            ),
        ),
      ),
      h(
        "td",
        { class: "n ob-price", title: way.why },
        way.cpp !== usual && h("s", { class: "faint", text: usual }),
        " ",
        way.cpp,
      ),
      h(
        "td",
        { class: "n ob-max" },
        h("span", { class: row.today >= row.date_max ? "full" : null, text: `${row.today}/${row.date_max}` }),
        " · ",
        h("span", { class: row.ever >= row.cg_max ? "full" : null, text: `${row.ever}/${row.cg_max}` }),
      ),
      h(
        "td",
        { class: "n" },
        h(
          "span",
          { class: "stepper" },
          h("button", {
            type: "button",
            "data-key": `${row.id}-`,
            disabled: !live() || !row.planned,
            "aria-label": `${row.id}: one less`,
            text: "−",
            onclick: () => putBack(row),
          }),
          h("output", { "aria-label": `${row.id} on the plan`, text: row.planned }),
          h("button", {
            type: "button",
            "data-key": `${row.id}+`,
            disabled: !live() || Boolean(shut),
            "aria-label": `${row.id}: one more${shut ? `. Refused: ${shut.text}` : ""}`,
            title: shut ? `${capital(shut.text)} (${shut.rules[0]})` : null,
            text: "+",
            onclick: () => buy(row),
          }),
        ),
      ),
    );
  }

  /** How it comes and what goes with it. @param {ShopRow} row */
  function choices(row) {
    const open = row.ways.filter((one) => !one.closed);
    const extras = row.extras.flatMap((word) => (word === "hexes" ? ["hexes=1", "hexes=2"] : [word]));
    const all = [...open.slice(1).map((one) => one.entry), ...extras];
    if (!all.length || !live()) return null;
    const wish = (chosenWords.get(row.id) ?? "").split(" ").filter(Boolean);
    const described = (/** @type {string} */ word) =>
      ENTRIES[/** @type {keyof typeof ENTRIES} */ (word)] ??
        (word.startsWith("hexes=")
          ? `${word.slice(6)} Pre-Registered`
          : word === "raised"
          ? "one level higher"
          : word === "trucks"
          ? "with trucks"
          : "basic dr");
    const flip = (/** @type {string} */ word) => {
      const kin = (/** @type {string} */ other) =>
        other !== word &&
        ((word in ENTRIES && other in ENTRIES) || (word.startsWith("hexes") && other.startsWith("hexes")));
      const next = wish.includes(word)
        ? wish.filter((one) => one !== word)
        : [...wish.filter((one) => !kin(one)), word];
      chosenWords.set(row.id, next.join(" "));
      drawRows();
    };
    const price = (/** @type {string} */ word) => open.find((one) => one.entry === word)?.cpp;
    return h(
      "span",
      { class: "ob-choices", role: "group", "aria-label": `How ${row.id} comes` },
      all.map((word) =>
        h(
          "button",
          {
            type: "button",
            class: "ob-choice",
            "data-key": `${row.id} ${word}`,
            "aria-pressed": String(wish.includes(word)),
            onclick: () => flip(word),
          },
          described(word),
          price(word) !== undefined && h("b", { text: ` ${price(word)}` }),
        )
      ),
    );
  }

  function notes() {
    return h(
      "details",
      { class: "ob-notes" },
      h("summary", { text: "Notes of the chart" }),
      h(
        "dl",
        {},
        (shop?.notes ?? []).map((one) =>
          h(
            "div",
            {},
            h("dt", { class: "mono", text: one.letter }),
            h("dd", {}, capital(one.text), chips(one.rules)),
          )
        ),
      ),
    );
  }

  function drawPurse() {
    if (!shop || !scene) return;
    const bar = h("i", { class: coloursOf(side) });
    bar.style.width = `${shop.cpp ? Math.min(100, (100 * shop.spent) / shop.cpp) : 0}%`;
    fill(
      purse,
      h(
        "div",
        { class: "body" },
        h("p", { class: "over", text: "Campaign Purchase Points" }),
        h(
          "p",
          { class: "ob-left" },
          h("b", { text: shop.left }),
          ` left of ${shop.cpp}`,
          h("span", { class: "grow" }),
          secretNote(scene, side),
        ),
        h(
          "div",
          { class: "ob-bar", role: "img", "aria-label": `${shop.spent} of ${shop.cpp} CPP spent` },
          bar,
        ),
      ),
    );
    const offer = scene.live ? scene.offered("ready") : undefined;
    fill(
      plan,
      h(
        "header",
        {},
        h("h2", { text: "The plan" }),
        h("span", { class: "grow" }),
        h("span", { class: "small faint", text: plural(shop.plan.length, "purchase") }),
      ),
      h(
        "div",
        { class: "body" },
        shop.plan.length
          ? h(
            "ul",
            { class: "ob-lines" },
            shop.plan.map((one) =>
              h(
                "li",
                { title: one.why },
                h("span", { class: "mono", text: one.text }),
                h("span", { class: "faint small", text: typeOf(one.text) }),
                h("b", { text: one.cpp }),
                live() &&
                  h("button", {
                    type: "button",
                    class: "btn small quiet",
                    "aria-label": `Take ${one.text} off the plan`,
                    onclick: () => scene?.act(["putback", ...one.text.split(" ")], side),
                  }, icon("close", 12)),
              )
            ),
          )
          : h("p", {
            class: "muted",
            text: "Nothing is bought yet. CPP that are not spent are kept for the next date.",
          }),
        offer &&
          h(
            "p",
            { class: "acts" },
            h("button", {
              type: "button",
              class: "btn go",
              "data-verb-here": "ready",
              text: offer.label,
              onclick: () => scene?.act(["ready"], side),
            }),
          ),
      ),
    );
  }

  /** @param {string} text */
  const typeOf = (text) =>
    shop?.rows.find((row) => row.id === text.split(" ").find((word) => /^[A-Z]\d/.test(word)))?.type ?? "";

  const lookAhead = later(async () => {
    if (!shop || !scene) return;
    const turn = ++asked;
    const purchases = shop.plan.map((one) => one.text).filter((text) => !text.startsWith("given"));
    const rulings = scene.view.rulings ?? {};
    /** @type {import("../../shell/types.d.ts").Given} */
    const given = { side, date: scene.view.date, count };
    if (purchases.length) given.purchases = purchases;
    for (const name of ["historical_drm", "platoon_leaders", "kv_pt34"]) {
      if (rulings[name]) given[name] = rulings[name];
    }
    /** @type {import("../../shell/types.d.ts").Child} */
    let answer;
    try {
      const found = await ask("orsha.plan_odds", given.purchases ? given : { ...given, purchases: "" });
      answer = found.odds
        ? odds(found.odds)
        : h("p", {}, "Always ", h("b", { text: String(found.result) }), ".");
    } catch (problem) {
      answer = trouble(problem);
    }
    if (turn === asked) drawOdds(answer);
  }, 120);

  /** @param {import("../../shell/types.d.ts").Child} answer */
  function drawOdds(answer) {
    const pick = h(
      "select",
      {
        class: "field small",
        "aria-label": "What is counted",
        onchange: (/** @type {Event} */ event) => {
          count = /** @type {HTMLSelectElement} */ (event.target).value;
          lookAhead();
        },
      },
      COUNTS.map((one) =>
        h("option", {
          value: one,
          selected: one === count,
          text: one === "leader_sets" ? "Best leader sets" : heading(one),
        })
      ),
    );
    fill(
      likely,
      h("header", {}, h("h2", { text: "What it will bring" }), h("span", { class: "grow" }), pick),
      h("div", { class: "body" }, answer),
    );
  }

  return {
    box,
    /** @param {Scene} next @param {Shop} found */
    draw(next, found) {
      [scene, shop] = [next, found];
      drawRows();
      drawPurse();
      const name = `${found.date} ${found.plan.map((one) => one.text).join()}`;
      if (name !== shownFor) {
        shownFor = name;
        lookAhead();
      }
    },
  };
}
