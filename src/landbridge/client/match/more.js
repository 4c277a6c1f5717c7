/**
 * Beside the play: seats, notes, sheets to print, the save, the promise about the dice, and the rulings in
 * force.
 */

import { whileBusy } from "../shell/busy.js";
import { fill, h, icon, later } from "../shell/dom.js";
import * as play from "../shell/match-api.js";
import { chip, copier, note, trouble } from "../shell/parts.js";
import { to } from "../shell/route.js";
import { heading, plural } from "../shell/words.js";
import { lastDay } from "./clock.js";
import { endingSection } from "./endings.js";
import { sideMark } from "./match-status.js";

/** @typedef {import("./types.d.ts").Scene} Scene */

const DICE = {
  seeded: "The program throws the dice.",
  typed: "The dice are thrown at the table and typed in.",
  either: "Either the program throws or the table.",
};
const KINDS = { me: "you", open: "nobody yet", bot: "bot", user: "" };

/**
 * @param {HTMLElement} place
 * @param {{
 *   refresh: () => Promise<unknown>,
 *   ends: import("./endings.js").EndingActs,
 *   branch: (at: number) => Promise<void>,
 *   gone: () => void,
 * }} options
 */
export function morePanel(place, { refresh, ends, branch, gone }) {
  /** @type {Scene | null} */
  let scene = null;
  let [noted, drawnFor, seated] = ["", "", ""];
  /** Links made so far, by seat: they stay when the seats are drawn again. @type {Map<string, string>} */
  const links = new Map();
  const seats = h("section");
  const verdict = h("div", { role: "status" });
  /** What the server said no to about the seats. */
  const saying = h("div", { role: "alert" });
  const printing = h("div", { class: "acts" });
  const writing = h("textarea", {
    class: "field notes-field",
    rows: 5,
    "aria-label": "Notes that only you see",
    placeholder: "Plans, doubts, house rules: only you see this.",
  });
  const state = h("span", { class: "small faint", role: "status" });
  const rest = h("div", { class: "more-rest" });
  fill(
    place,
    seats,
    h("section", {}, h("h3", { text: "Print" }), printing),
    h("section", {}, h("h3", { text: "Your notes" }), writing, state),
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
    play.notes(id).then(({ text }) => {
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

  async function drawSeats() {
    if (!scene) return;
    const { match, game } = scene;
    const me = await play.me();
    const busy = (/** @type {Event} */ event, /** @type {() => Promise<unknown>} */ act) =>
      whileBusy(/** @type {HTMLButtonElement | HTMLSelectElement} */ (event.currentTarget), async () => {
        await act();
        await refresh();
      }, (problem) => fill(saying, trouble(problem)));
    fill(
      seats,
      h("h3", { text: "Seats" }),
      h(
        "ul",
        { class: "seats" },
        Object.entries(match.seats).map(([role, seat]) => {
          const link = h("div", { class: "small" }, seat.kind === "open" && linkTo(role));
          return h(
            "li",
            {},
            sideMark(role),
            h("span", {
              class: "muted",
              text: seat.kind === "user"
                ? `${seat.name}${seat.away ? `, on leave until ${lastDay(seat.away)}` : ""}`
                : seat.kind === "bot"
                ? `bot ${seat.name}`
                : KINDS[seat.kind],
            }),
            h(
              "span",
              { class: "acts" },
              !match.over && seat.kind !== "bot" && match.dice !== "typed" &&
                (game?.bots ?? ["random"]).map((bot) =>
                  h("button", {
                    type: "button",
                    class: "btn small quiet",
                    text: `Give to bot ${bot}`,
                    onclick: (/** @type {Event} */ event) =>
                      busy(event, () => play.seat(match.id, role, `bot:${bot}`)),
                  })
                ),
              !match.over && (seat.kind === "bot" || seat.kind === "open") &&
                h("button", {
                  type: "button",
                  class: "btn small quiet",
                  text: "Take it",
                  onclick: (/** @type {Event} */ event) => busy(event, () => play.seat(match.id, role, "me")),
                }),
              me.mode === "public" && me.user && seat.kind === "user" && seat.name !== "former player" &&
                h("a", {
                  class: "btn small quiet",
                  href: to("report", seat.name, { match: match.id }),
                  "aria-label": `Report ${seat.name}`,
                  text: "Report",
                }),
              me.mode === "public" && seat.kind === "open" &&
                h("button", {
                  type: "button",
                  class: "btn small",
                  text: "Invite",
                  onclick: (/** @type {Event} */ event) => busy(event, () => invite(match.id, role, link)),
                }),
            ),
            link,
          );
        }),
      ),
      me.mode === "public" && match.owner && match.private && onlookers(match.id, busy),
      me.mode === "public" && match.yours.length > 0 && !match.over && telling(match.id, busy),
      saying,
    );
  }

  /**
   * A link for somebody who only looks on.
   * @param {string} id
   * @param {(event: Event, act: () => Promise<unknown>) => Promise<unknown>} busy
   */
  function onlookers(id, busy) {
    const link = h("div", { class: "small onlooking" }, linkTo("spectator"));
    return h(
      "div",
      {},
      h("button", {
        type: "button",
        class: "btn small quiet",
        text: "A link to look on",
        onclick: (/** @type {Event} */ event) => busy(event, () => invite(id, "spectator", link)),
      }),
      link,
    );
  }

  /**
   * Make the link by which somebody takes a seat, and show it.
   * @param {string} id
   * @param {string} role
   * @param {HTMLElement} place
   */
  async function invite(id, role, place) {
    links.set(role, new URL((await play.invite(id, role)).link, location.origin).href);
    fill(place, linkTo(role));
  }

  /** The link made for a seat, if there is one. @param {string} role */
  function linkTo(role) {
    const whole = links.get(role);
    return whole ? [h("code", { class: "hash", text: whole }), copier("Copy link", "link", () => whole)] : [];
  }

  /**
   * Whether a letter comes when it is one's turn in this match.
   * @param {string} id
   * @param {(event: Event, act: () => Promise<unknown>) => Promise<unknown>} busy
   */
  function telling(id, busy) {
    const box = h("label", { class: "telling small" }, "Letters about this match ");
    play.matchNotifySettings(id).then(
      (now) =>
        box.append(h(
          "select",
          {
            class: "field small",
            onchange: (/** @type {Event} */ event) => {
              const { value } = /** @type {HTMLSelectElement} */ (event.target);
              return busy(
                event,
                () =>
                  play.changeMatchNotifySettings(id, {
                    ...now,
                    mail: value === "usual" ? null : value === "yes",
                  }),
              );
            },
          },
          [["usual", "as in my account"], ["yes", "yes"], ["no", "no"]].map(([value, text]) =>
            h("option", {
              value,
              text,
              selected: value === (now.mail === null ? "usual" : now.mail ? "yes" : "no"),
            })
          ),
        )),
      () => box.remove(),
    );
    return box;
  }

  function drawRest() {
    if (!scene) return;
    const { match, game, at } = scene;
    const chosen = Object.entries(match.options ?? {}).map(([name, value]) => ({
      name,
      value,
      ruling: game?.rulings?.find((one) => one.switch === name),
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
              ? "The promise made before the first roll; the seed is shown above."
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
          text: other.length
            ? `${plural(other.length, "point")} differ from the default:`
            : "All open points of the rules are settled by default.",
        }),
        h(
          "ul",
          { class: "settled-list" },
          other.map(({ name, value, ruling }) =>
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
        links.clear();
        first(now);
      }
      const sitting = JSON.stringify([now.match.seats, now.match.yours, now.match.over]);
      if (fresh || sitting !== seated) {
        seated = sitting;
        drawSeats();
      }
      if (fresh || moved) drawRest();
    },
  };
}
