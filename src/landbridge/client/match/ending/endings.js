/** Ending a match by what people do: the clock, a draw that is offered, a claim, and giving up. */

import { h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { note } from "../../shell/parts.js";
import { capital, heading } from "../../shell/words.js";
import { lastDay, terms, timeLeft } from "../clock.js";
import { sideMark } from "../match-status.js";

/** @typedef {import("../../api.d.ts").Position} Position */
/** @typedef {ReturnType<typeof endingActs>} EndingActs */

/**
 * What can be done to end a match.
 * @param {string} id
 * @param {() => string} role for whom one speaks
 * @param {(act: (shown: import("../../api.d.ts").ShownPosition) => Promise<{ version?:
 *   import("../../shell/types.d.ts").Version }>, said: string) => unknown} attempt
 */
export const endingActs = (id, role, attempt) => ({
  resign: () => attempt((shown) => play.resign(id, role(), shown), "The match is over."),
  offer: () => attempt((shown) => play.offerDraw(id, role(), shown), "A draw is offered."),
  answer: (/** @type {boolean} */ agree) =>
    attempt((shown) => play.answerDraw(id, agree, role(), shown), agree ? "The match is drawn." : "No draw."),
  claim: (/** @type {"win" | "draw" | "close"} */ result) =>
    attempt((shown) => play.claim(id, role(), result, shown), "The match is over."),
});

/**
 * What stands above everything else: whose time runs, a draw that is offered, a claim that is possible.
 * @param {Position} match
 * @param {EndingActs} acts
 */
export const endingNotes = (match, acts) => [clockLine(match), drawNote(match, acts), claimNote(match, acts)];

/** @param {Position} match */
function clockLine(match) {
  const running = Object.entries(match.clock?.running ?? {});
  const away = Object.entries(match.seats).filter(([, seat]) => seat.away);
  if (match.over || (!running.length && !away.length)) return null;
  return h(
    "p",
    { class: "clock-line small", "aria-label": "Clock" },
    running.map(([role, time]) => h("span", {}, sideMark(role), " ", timeLeft(time))),
    away.map(([role, seat]) =>
      h("span", { class: "muted" }, sideMark(role), ` on leave until ${lastDay(seat.away ?? "")}`)
    ),
  );
}

/** @param {Position} match @param {EndingActs} acts */
function drawNote(match, acts) {
  const offer = match.draw;
  if (!offer || match.over) return null;
  const mine = offer.waiting.filter((role) => match.yours.includes(role));
  const own = match.yours.includes(offer.by);
  if (!mine.length && !own) {
    return h("div", { class: "draw-offer" }, note("warn", `The ${heading(offer.by)} player offers a draw`));
  }
  return h(
    "div",
    { class: "draw-offer" },
    note(
      "warn",
      own ? "You offer a draw" : `The ${heading(offer.by)} player offers a draw`,
      own
        ? `It stands until the ${offer.waiting.map(heading).join(" and ")} player accepts, declines or acts.`
        : "If you accept, the match is over and nobody wins. If you act instead, the offer is declined.",
    ),
    h(
      "div",
      { class: "acts" },
      mine.length > 0 && h("button", {
        type: "button",
        class: "btn",
        text: "Accept the draw",
        onclick: () => acts.answer(true),
      }),
      h("button", {
        type: "button",
        class: "btn quiet",
        text: own ? "Take the offer back" : "Decline",
        onclick: () => acts.answer(false),
      }),
    ),
  );
}

/** @param {Position} match @param {EndingActs} acts */
function claimNote(match, acts) {
  const late = match.ways_to_end?.claim ?? [];
  if (!late.length || match.over) return null;
  const names = late.map(heading).join(" and ");
  return h(
    "div",
    { class: "claim" },
    note(
      "warn",
      `The ${names} player ${match.clock?.days ? "is out of time" : "has stayed away for more than a month"}`,
      "You may end the match now, or let it go on: as soon as they act, it does.",
    ),
    h(
      "div",
      { class: "acts" },
      h("button", { type: "button", class: "btn", text: "Claim the win", onclick: () => acts.claim("win") }),
      h("button", {
        type: "button",
        class: "btn quiet",
        text: "Call it a draw",
        onclick: () => acts.claim("draw"),
      }),
      h("button", {
        type: "button",
        class: "btn quiet",
        text: "Close without a result",
        onclick: () => acts.claim("close"),
      }),
    ),
  );
}

/**
 * Giving up and offering a draw, with the terms of the clock: a part of what stands beside the play.
 * @param {Position} match
 * @param {EndingActs} acts
 */
export function endingSection(match, acts) {
  const ways = match.ways_to_end;
  if (match.over || !ways || !(ways.resign || ways.draw)) return null;
  const other = match.roles.find((role) => role !== match.role) ?? "";
  const refused = typeof ways.draw === "string" ? ways.draw : "";
  return h(
    "section",
    { class: "end-of-match" },
    h("h3", { text: "End the match" }),
    match.clock && h("p", { class: "small muted", text: terms(match.clock) }),
    h(
      "div",
      { class: "acts" },
      h("button", {
        type: "button",
        class: "btn small",
        text: "Offer a draw",
        disabled: Boolean(refused),
        onclick: acts.offer,
      }),
      ways.resign && resigning(match.role, other, acts.resign),
    ),
    refused && h("p", { class: "small muted", text: `No draw now: ${capital(refused)}.` }),
  );
}

/** Giving up takes two clicks. @param {string} role @param {string} other @param {() => void} resign */
function resigning(role, other, resign) {
  const box = h("span", { class: "acts" });
  const ask = () =>
    box.replaceChildren(
      h("button", {
        type: "button",
        class: "btn small quiet danger",
        text: "Resign…",
        onclick: () => {
          const sure = h("button", {
            type: "button",
            class: "btn small danger",
            text: `Yes, ${heading(role)} resigns: ${heading(other)} wins`,
            onclick: resign,
          });
          box.replaceChildren(
            sure,
            h("button", {
              type: "button",
              class: "btn small quiet",
              text: "Play on",
              onclick: () => {
                ask(); /** @type {HTMLElement} */
                (box.firstElementChild).focus();
              },
            }),
          );
          sure.focus();
        },
      }),
    );
  ask();
  return box;
}
