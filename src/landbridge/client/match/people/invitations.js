/** Seats that are still open, on the page where one plays: invite somebody, or take the seat. */

import { whileBusy } from "../../shell/busy.js";
import { fill, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { copier, note, trouble } from "../../shell/parts.js";
import * as people from "../../shell/people-api.js";
import { to } from "../../shell/route.js";
import { heading } from "../../shell/words.js";
import { KEPT } from "../ending/next-match.js";

/** @typedef {import("../../api.d.ts").Position} Position */
/** @typedef {import("../../api.d.ts").Me} Me */

/** @param {string} id @param {() => Promise<unknown>} refresh */
export function invitations(id, refresh) {
  /** Links made so far, by role: they stay when the page is drawn again. @type {Map<string, string>} */
  const links = new Map();

  /** The link made for a role. @param {string} role @param {string} text what it is good for */
  function shown(role, text) {
    const whole = links.get(role);
    return whole && [
      h("code", { class: "hash", text: whole }),
      h(
        "p",
        { class: "acts" },
        copier("Copy link", "link", () => whole),
        h("span", { class: "small muted", text }),
      ),
    ];
  }

  /**
   * A button that makes a link, and the link.
   * @param {string} role
   * @param {string} label
   * @param {string} text
   * @param {string} kind
   */
  function linkMaker(role, label, text, kind) {
    const place = h("div", { class: "invitation-link", "data-role": role }, shown(role, text));
    return h(
      "div",
      {},
      h("button", {
        type: "button",
        class: `btn ${kind}`,
        text: label,
        onclick: (/** @type {Event} */ event) =>
          whileBusy(/** @type {HTMLButtonElement} */ (event.currentTarget), async () => {
            links.set(role, await people.invite(id, role));
            fill(place, shown(role, text));
          }, (problem) => fill(place, trouble(problem))),
      }),
      place,
    );
  }

  return {
    /** What stands above everything else while a seat is open. @param {Position} match @param {Me} me */
    notes(match, me) {
      if (match.over || me.mode !== "public" || !me.user) return [];
      const open = match.roles.filter((role) => match.seats[role]?.kind === "open");
      const invites = match.owner || match.yours.length > 0;
      const kept = invites && sessionStorage.getItem(`${KEPT}${id}`);
      return open.map((role) => {
        const problem = h("div", { role: "alert" });
        return h(
          "div",
          { class: "open-seat" },
          note(
            "warn",
            `Nobody plays the ${heading(role)} side yet`,
            kept
              ? `The seat is kept for ${kept}, who finds the way at the end of the last match.`
              : invites
              ? "Send somebody a link to the seat."
              : "You can take the seat.",
          ),
          invites &&
            linkMaker(role, "Invite somebody", "Good for one person, for 14 days.", kept ? "" : "go"),
          match.yours.length === 0 && h(
            "p",
            { class: "acts" },
            h("button", {
              type: "button",
              class: invites ? "btn" : "btn go",
              text: `Play the ${heading(role)} side`,
              onclick: (/** @type {Event} */ event) =>
                whileBusy(/** @type {HTMLButtonElement} */ (event.currentTarget), async () => {
                  await play.seat(id, role, "me");
                  location.hash = to("match", id, { as: role });
                }, (error) => fill(problem, trouble(error))),
            }),
          ),
          problem,
        );
      });
    },

    /** Looking on needs no account: a link for everybody. @param {Position} match @param {Me} me */
    onlookers(match, me) {
      if (me.mode !== "public" || !(match.owner || match.yours.length)) return null;
      const place = h("div");
      return h(
        "section",
        { class: "onlooking" },
        h("h3", { text: "Looking on" }),
        h("p", {
          class: "small muted",
          text: match.private
            ? "Whoever has the link may look on, without an account, and sees what everybody may see."
            : "Anybody may look on; send them the address of this page.",
        }),
        match.private && linkMaker("spectator", "A link to look on", "For as many as you like.", "small"),
        match.private && match.owner && h("button", {
          type: "button",
          class: "btn small quiet",
          text: "Withdraw all links to look on",
          onclick: (/** @type {Event} */ event) =>
            whileBusy(/** @type {HTMLButtonElement} */ (event.currentTarget), async () => {
              await people.withdrawLinks(id, "spectator");
              links.delete("spectator");
              await refresh();
              fill(place, note("legal", "Withdrawn: no link lets anybody look on now."));
            }, (problem) => fill(place, trouble(problem))),
        }),
        place,
      );
    },
  };
}
