/**
 * Beside the play: notes, sheets to print, the save, the promise about the dice, and the rulings in
 * force.
 */

import { rulings } from "../shell/api.js";
import { whileBusy } from "../shell/busy.js";
import { fill, h, icon, later } from "../shell/dom.js";
import * as play from "../shell/match-api.js";
import { chip, copier, note, trouble } from "../shell/parts.js";
import { to } from "../shell/route.js";
import { heading, plural } from "../shell/words.js";
import { endingSection } from "./ending/endings.js";
import { preferencesSection } from "./people/preferences.js";

/** @typedef {import("./types.d.ts").Scene} Scene */

const DICE = {
  seeded: "The program throws the dice.",
  typed: "The dice are thrown at the table and typed in.",
  either: "Either the program throws or the table.",
};

/**
 * @param {HTMLElement} place
 * @param {{
 *   ends: import("./ending/endings.js").EndingActs,
 *   branch: (at: number) => Promise<void>,
 *   gone: () => void,
 *   film?: HTMLElement,
 * }} options `film`: where a film of the match is made, where there is one
 */
export function morePanel(place, { ends, branch, gone, film }) {
  /** @type {Scene | null} */
  let scene = null;
  let [noted, drawnFor] = ["", ""];
  /** The open points of the rules, once somebody looks. @type {import("../api.d.ts").Ruling[] | null} */
  let points = null;
  const verdict = h("div", { role: "status" });
  const printing = h("div", { class: "acts" });
  const writing = h("textarea", {
    class: "field notes-field",
    rows: 5,
    "aria-label": "Notes that only you see",
    placeholder: "Plans, doubts, house rules: only you see this.",
  });
  const state = h("span", { class: "small faint", role: "status" });
  const noting = h("section", {}, h("h3", { text: "Your notes" }), writing, state);
  const rest = h("div", { class: "more-rest" });
  fill(
    place,
    h("section", {}, h("h3", { text: "Print" }), printing),
    noting,
    preferencesSection(),
    film,
    rest,
  );

  const keep = later(async () => {
    if (!scene) return;
    try {
      await play.keepNotes(scene.match.id, writing.value);
      noted = writing.value;
      state.textContent = "Kept.";
    } catch (problem) {
      state.textContent = /** @type {Error} */ (problem).message;
    }
  }, 700);
  writing.addEventListener("input", () => {
    state.textContent = "…";
    keep();
  });

  /** @param {Scene} now */
  async function first(now) {
    const { id, role } = now.match;
    // Whoever looks on without an account keeps no notes.
    play.me().then(async ({ user }) => {
      noting.hidden = !user;
      if (!user) return;
      const { text } = await play.notes(id);
      if (document.activeElement !== writing && writing.value === noted) writing.value = noted = text;
    }).catch(() => {});
    const names = await play.sheets(id, role).catch(() => []);
    fill(
      printing,
      names.map((name) =>
        h(
          "a",
          { class: "btn small", href: play.sheetAddress(id, name, role), target: "_blank", rel: "noopener" },
          icon("print", 15),
          heading(name),
        )
      ),
      !names.length && h("span", { class: "small muted", text: "Nothing to print." }),
    );
  }

  function drawRest() {
    if (!scene) return;
    const { match, game, at } = scene;
    const chosen = Object.entries(match.options ?? {}).map(([name, value]) => ({
      name,
      value,
      ruling: points?.find((one) => one.switch === name),
    }));
    const other = chosen.filter(({ name, value, ruling }) =>
      value !== (ruling?.default ?? game?.options?.find((one) => one.name === name)?.default ?? "")
    );
    fill(
      rest,
      h(
        "section",
        {},
        h("h3", { text: "Dice" }),
        h("p", { class: "small", text: DICE[match.dice] }),
        match.commitment && match.dice !== "typed" && [
          h("p", {
            class: "small muted",
            text: match.over
              ? "The promise made before the first roll; the seed stands with the proof of the dice."
              : "The promise about the dice, made before the first roll. When the match is over the " +
                "seed is shown, and everybody can check every roll against it.",
          }),
          h("p", {}, h("code", { class: "hash", text: match.commitment })),
          copier("Copy the promise", "copy", () => match.commitment),
        ],
      ),
      h(
        "section",
        { class: "proof" },
        h("h3", { text: "Proof" }),
        h("p", {
          class: "small muted",
          text: match.over || !hidden(match)
            ? "The head of the history: one hash for all that was done and taken back. Every player " +
              "sees the same; keep it, or compare it, and nobody can change the history afterwards " +
              "unseen."
            : "The head of what lies open: every player sees the same. When the match is over it " +
              "stands for the whole history, secrets included.",
        }),
        h("p", {}, h("code", { class: "hash head", text: match.head })),
        copier("Copy the head", "copy", () => match.head),
      ),
      h(
        "section",
        {},
        h("h3", { text: "The match" }),
        h(
          "div",
          { class: "acts" },
          h("a", {
            class: "btn small",
            href: play.exportAddress(match.id),
            download: `${match.name || match.game}.lbm`,
          }, "Save to a file"),
          h("button", {
            type: "button",
            class: "btn small",
            text: "Check every action and roll",
            onclick: (/** @type {Event} */ event) =>
              whileBusy(
                /** @type {HTMLButtonElement} */ (event.currentTarget),
                check,
                (problem) => fill(verdict, trouble(problem)),
              ),
          }),
          h("button", {
            type: "button",
            class: "btn small",
            text: "Sandbox from here",
            onclick: () => branch(at),
          }),
        ),
        verdict,
      ),
      h(
        "section",
        {},
        h("h3", { text: "Rulings in force" }),
        h("p", {
          class: "small muted",
          text: !points
            ? "…"
            : other.length
            ? `${plural(other.length, "point")} differ from the default:`
            : "All open points of the rules are settled by default.",
        }),
        h(
          "ul",
          { class: "settled-list" },
          points && other.map(({ name, value, ruling }) =>
            h(
              "li",
              {},
              h("b", { text: ruling?.title ?? heading(name) }),
              ": ",
              ruling?.options[value]?.text ?? value,
              " ",
              ruling && chip(ruling.id),
            )
          ),
        ),
        h("p", {}, h("a", { href: to("rules", "", { game: match.game }), text: "All rules of this game" })),
      ),
      endingSection(match, ends),
      h(
        "section",
        {},
        h("button", {
          type: "button",
          class: "btn small quiet danger",
          text: "Delete this match…",
          onclick: (/** @type {Event} */ event) =>
            sure(/** @type {HTMLButtonElement} */ (event.currentTarget)),
        }),
      ),
    );
  }

  async function check() {
    if (!scene) return;
    fill(verdict, h("p", { class: "small muted", text: "Repeating every action…" }));
    const found = await play.verify(scene.match.id);
    fill(
      verdict,
      found.ok
        ? [
          note("legal", "All is sound", listed("Proved", found.proved)),
          listed("Not proved by looking at it alone", found.unproved),
        ]
        : note("refused", "Something is wrong", found.findings.join(" ")),
    );
  }

  /** @param {string} title @param {string[]} lines */
  const listed = (
    title,
    lines,
  ) => (lines.length
    ? h(
      "div",
      { class: "small" },
      h("b", { text: title }),
      h("ul", {}, lines.map((text) => h("li", { text }))),
    )
    : null);

  /**
   * Whether the players hide something from each other, so far.
   * @param {import("../api.d.ts").Position} match
   */
  const hidden = (match) => match.role !== "referee" && Boolean(match.secrets);

  /** @param {HTMLButtonElement} button */
  async function sure(button) {
    if (button.dataset.sure) {
      await whileBusy(button, async () => {
        await play.remove(/** @type {Scene} */ (scene).match.id);
        gone();
      }, (problem) => fill(verdict, trouble(problem)));
      return;
    }
    button.dataset.sure = "yes";
    button.textContent = "Yes, delete it for good";
    button.classList.remove("quiet");
  }

  return {
    /** @param {Scene} now */
    draw(now) {
      const name = `${now.match.id} ${now.match.role}`;
      const fresh = name !== drawnFor;
      const moved = scene?.match.version !== now.match.version || scene?.at !== now.at;
      scene = now;
      if (fresh) {
        drawnFor = name;
        first(now);
      }
      if (fresh || moved) drawRest();
    },
    /** Somebody looks at it. */
    async look() {
      if (points || !scene) return;
      points = scene.game ? await rulings(scene.game.name).catch(() => null) : [];
      drawRest();
    },
  };
}
