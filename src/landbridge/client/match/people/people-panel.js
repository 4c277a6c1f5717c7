/** Those who play and those who look on: seats, links, notices, and what they say to each other. */

import { fill, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { chatPanel } from "./chat.js";
import { noticeChoice } from "./turn-notice.js";
import { invitations } from "./invitations.js";
import { seatList } from "./seats.js";

/** @typedef {import("../types.d.ts").Scene} Scene */

/**
 * @param {HTMLElement} place
 * @param {string} id
 * @param {{ refresh: () => Promise<unknown>, known: () => void, changed: () => void, seen: () => boolean }}
 *   options `known`: it is known who looks at the page; `changed`: somebody has said something
 */
export function peoplePanel(place, id, { refresh, known, changed, seen }) {
  const [seats, links, notices, talk] = [0, 0, 0, 0].map(() => h("section"));
  talk.hidden = true;
  fill(place, talk, seats, links, notices);
  const drawSeats = seatList(seats, refresh);
  const inviting = invitations(id, refresh);
  const chat = chatPanel(talk, id, { seen, changed });
  /** @type {import("../../api.d.ts").Me | null} */
  let me = null;
  /** @type {Scene | null} */
  let scene = null;
  let drawn = "";
  play.me().then((found) => {
    me = found;
    talk.hidden = me.mode !== "public";
    if (!talk.hidden) chat.refresh().catch(() => (talk.hidden = true));
    draw();
    known();
  }, () => {});

  function draw() {
    if (!me || !scene) return;
    const { match } = scene;
    const now = JSON.stringify([match.seats, match.yours, match.over, match.private, match.role]);
    if (now === drawn) return;
    const before = drawn;
    drawn = now;
    drawSeats(scene, me);
    fill(links, inviting.onlookers(match, me));
    fill(notices, noticeChoice(match));
    // Whoever has taken or left a seat, or sees the end, reads another room.
    if (before && me.mode === "public") chat.refresh().catch(() => {});
  }

  return {
    /** What stands above everything else. */
    notes: () => (me && scene ? inviting.notes(scene.match, me) : []),
    /** @param {Scene} now */
    draw(now) {
      scene = now;
      draw();
    },
    /** Something was said. */
    heard: () => chat.refresh().catch(() => {}),
    look: chat.look,
    unread: chat.unread,
  };
}
