/** Home: the matches and whose turn it is, a new one, a file to bring in, and the way to charts and rules. */

import { games } from "../../shell/api.js";
import { whileBusy } from "../../shell/busy.js";
import { announce, fill, h, icon } from "../../shell/dom.js";
import { watch } from "../../shell/live.js";
import * as play from "../../shell/match-api.js";
import { trouble } from "../../shell/parts.js";
import { to } from "../../shell/route.js";
import { heading, plural } from "../../shell/words.js";
import { paintCountry } from "./landscape.js";
import { drawMatches, paintThumb, waitedFor } from "./match-rows.js";
import { tutorialButtons, tutorialOffers } from "./tutorials.js";

/** @typedef {import("../../api.d.ts").GameEntry} GameEntry */

const SCALES = {
  belorussia:
    "Operational. September 1943 to April 1944 by half weeks: weather, supply, arrivals and postures.",
  orsha: "Tactical campaign. Four dates on 23 and 24 June 1944 along the Orsha road.",
  arsenal: "Strategic. Factories and fronts, 1941 to 1945 by months.",
};

/** @type {() => void} */
let stop = () => {};

/** The page shows something else. */
export function closeHome() {
  stop();
  stop = () => {};
}

/** @param {HTMLElement} frame */
export async function showHome(frame) {
  closeHome();
  frame.removeAttribute("data-chosen");
  document.title = "Landbridge";
  // The page stands before all games are known: whoever comes back wants the matches first.
  const who = await play.me().catch(() => null);
  /** @type {GameEntry[]} */
  let known = [];
  const cards = h("div", { class: "game-cards", "aria-busy": "true" });
  const [asks, rows] = [h("span", { class: "small muted" }), h("span", { class: "small muted" })];
  const list = h("div", { class: "card mt", "aria-busy": "true" });
  const count = h("span", { class: "muted small" });
  const hero = h("canvas", { class: "hero-map", "aria-hidden": "true" });
  const problem = h("div");
  const offer = h("div");
  const failed = (/** @type {unknown} */ error) => fill(problem, trouble(error));
  const main = h(
    "main",
    { id: "main", class: "home", tabindex: "-1" },
    h(
      "div",
      { class: "hero" },
      hero,
      h(
        "div",
        { class: "hero-text" },
        h("h1", { text: "Three campaigns between the Dvina and the Dnepr" }),
        h("p", {
          text: "Play, referee or study them. Every number shows its reasons, every reason its rule.",
        }),
      ),
    ),
    h(
      "div",
      { class: "home-grid" },
      h(
        "div",
        { class: "home-main" },
        h(
          "div",
          { class: "sech" },
          h("h2", { text: "Matches" }),
          count,
          h("span", { class: "grow" }),
          h("a", { class: "btn go", href: to("new") }, icon("plus", 16), "New match"),
        ),
        problem,
        offer,
        list,
        h("div", { class: "sech" }, h("h2", { text: "Games" })),
        cards,
      ),
      h(
        "aside",
        { class: "home-side", "aria-label": "At the table" },
        h("h2", { text: "At the table" }),
        h(
          "div",
          { class: "card qs" },
          quick(
            to("new", "", { for: "referee" }),
            "die",
            "Referee a game",
            "Your map, your dice. We keep the books.",
          ),
          quick(to("ask"), "ask", "Ask the referee", asks),
          quick(to("charts"), "charts", "Open the charts", "Every table whole, with exact odds"),
          quick(to("rules"), "rules", "Look up a rule", rows),
        ),
        h("h2", { text: "A match from a file" }),
        importCard(problem),
        who?.mode === "public" && accountCard(who),
      ),
    ),
    h("p", {
      class: "foot small faint",
      text: "Landbridge is an independent aid for owners of these games. Titles and trademarks belong to " +
        "their publishers. No rulebook text is shipped.",
    }),
  );
  fill(frame, main);
  // The page grows while its lists come: most pictures still have their size then.
  const again = new ResizeObserver(() => paint(hero, main, (canvas) => !fits(canvas)));
  again.observe(main);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const repaint = () => paint(hero, main);
  dark.addEventListener("change", repaint);
  /** @type {import("../../api.d.ts").Summary[] | null} */
  let found = null;
  const drawList = () => {
    if (!found) return;
    const may = who?.mode !== "public" || who.user;
    drawMatches(list, count, found, who, tutorialButtons(known, failed));
    fill(offer, may && found.length > 0 && tutorialOffers(known, found, failed));
    // Whoever is waited for looks for the match first, a newcomer for what to begin with.
    const [first, second] = waitedFor(found, known) ? [list, offer] : [offer, list];
    if (first.nextElementSibling !== second) first.after(second);
    for (const canvas of list.querySelectorAll("canvas")) {
      paintThumb(/** @type {HTMLCanvasElement} */ (canvas));
    }
  };
  const renew = async () => {
    try {
      found = await play.matches();
      drawList();
      fill(problem);
    } catch (error) {
      failed(error);
      fill(list);
    }
    list.removeAttribute("aria-busy");
  };
  const describe = () => {
    asks.textContent = `${
      known.length ? plural(sum("questions"), "question") : "Questions"
    }: odds and answers with their reasons`;
    rows.textContent = `${known.length ? `${sum("rows")} rows` : "Every row"} in our own words`;
  };
  const sum = (/** @type {"questions" | "rows"} */ name) => known.reduce((all, game) => all + game[name], 0);
  describe();
  games().then((all) => {
    known = all;
    describe();
    drawList();
    fill(cards, known.map(gameCard));
    for (const canvas of cards.querySelectorAll("canvas")) {
      paintThumb(/** @type {HTMLCanvasElement} */ (canvas));
    }
  }, (failed) => fill(cards, trouble(failed))).finally(() => cards.removeAttribute("aria-busy"));
  // Whoever begins to listen is told so, and looks again: nothing that happened meanwhile is missed.
  const unwatch = who?.user || who?.mode === "local"
    ? watch("*", "", () => 0, ({ listening }) => {
      renew();
      if (!listening) announce("A match has gone on.");
    })
    : () => {};
  stop = () => {
    unwatch();
    again.disconnect();
    dark.removeEventListener("change", repaint);
  };
  await renew();
}

/**
 * Paint the pictures, or those of them that need it.
 * @param {HTMLCanvasElement} hero
 * @param {HTMLElement} main
 * @param {(canvas: HTMLCanvasElement) => boolean} [needed]
 */
function paint(hero, main, needed = () => true) {
  const wide = hero.clientWidth;
  if (needed(hero)) {
    paintCountry(
      hero,
      wide > 700 ? (wide < 1200 ? 74.5 : 76) : 86,
      wide > 700 ? 48.2 : 47.6,
      Math.max(21, wide / 74),
    );
  }
  for (const canvas of main.querySelectorAll(".game-card canvas, .mt canvas")) {
    const thumb = /** @type {HTMLCanvasElement} */ (canvas);
    if (needed(thumb)) paintThumb(thumb);
  }
}

/** Whether a picture was painted for the size that it has now. @param {HTMLCanvasElement} canvas */
function fits(canvas) {
  const dots = Math.min(2, devicePixelRatio || 1);
  return canvas.width === Math.floor(canvas.clientWidth * dots) &&
    canvas.height === Math.floor(canvas.clientHeight * dots);
}

// Cards

/** @param {GameEntry} game */
function gameCard(game) {
  return h(
    "section",
    { class: "card game-card" },
    h("canvas", { "data-game": game.name, "aria-hidden": "true" }),
    h(
      "div",
      {},
      h("h3", { text: heading(game.name) }),
      h(
        "p",
        { class: "small muted" },
        h("span", { class: "published", text: game.title }),
        " ",
        SCALES[/** @type {keyof typeof SCALES} */ (game.name)] ?? "",
      ),
      h(
        "p",
        { class: "acts" },
        h("a", { class: "btn small", href: to("new", game.name), text: "Set up" }),
        h("a", {
          class: "btn small quiet",
          href: to("rules", "", { game: game.name }),
          text: plural(game.rows, "rule"),
        }),
      ),
    ),
  );
}

/** @param {string} href @param {string} sign @param {string} title @param {string | HTMLElement} text */
const quick = (href, sign, title, text) =>
  h(
    "a",
    { href },
    h("span", { class: "ic" }, icon(sign, 20)),
    h("b", { text: title }),
    typeof text === "string" ? h("span", { class: "small muted", text }) : text,
  );

/** @param {HTMLElement} problem */
function importCard(problem) {
  const file = h("input", {
    type: "file",
    accept: ".lbm,.jsonl,.txt,application/json",
    class: "sr",
    id: "bring-in",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      await whileBusy(file, async () => {
        const made = await play.bringIn(await chosen.text());
        location.hash = to("match", made.id);
      }, (error) => {
        fill(problem, trouble(error));
        problem.scrollIntoView({ block: "center" });
      });
      // The same file can be chosen again.
      file.value = "";
    },
  });
  return h(
    "div",
    { class: "card pad import" },
    h("p", {
      class: "small muted",
      text:
        "A saved match (.lbm) from this page, the command line or a friend. It is checked action by action.",
    }),
    file,
    h("label", { class: "btn small", for: "bring-in" }, "Choose a file"),
  );
}

/** @param {import("../../api.d.ts").Me} who */
function accountCard(who) {
  return [
    h("h2", { text: "You" }),
    h(
      "div",
      { class: "card pad" },
      who.user
        ? h(
          "p",
          {},
          h("b", { text: who.user.name }),
          " ",
          h("a", { class: "btn small quiet", href: to("account"), text: "Account" }),
        )
        : h("p", { class: "acts" }, h("a", { class: "btn small", href: to("account"), text: "Sign in" })),
    ),
  ];
}
