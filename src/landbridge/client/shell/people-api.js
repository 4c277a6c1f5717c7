/** The part of the API about those who play together: invitations, chat, the next match, the story. */

import { get } from "./api.js";
import { send } from "./match-api.js";

/** @typedef {import("../api.d.ts").Chat} Chat */
/** @typedef {import("../api.d.ts").Summary} Summary */

/** @param {string} id @param {string} rest */
const of = (id, rest) => `/api/matches/${encodeURIComponent(id)}/${rest}`;

/** A link to a seat, or to look on. @param {string} id @param {string} role */
export async function invite(id, role) {
  const { link } = await send(of(id, "invite"), { role });
  return new URL(link, location.origin).href;
}

/** Let the links to a role lead nowhere. @param {string} id @param {string} role */
export const withdrawLinks = (id, role) => send(of(id, "invite/withdraw"), { role });

/** What an invitation is to. @param {string} token @returns {Promise<import("../api.d.ts").InvitationView>} */
export const invitation = (token) => get(`/api/invitations/${encodeURIComponent(token)}`);

/** @param {string} token @returns {Promise<Summary>} */
export const join = (token) => send("/api/join", { token });

/** @param {string} id @returns {Promise<Chat>} */
export const readChat = (id) => get(of(id, "chat"));

/** @param {string} id @param {string} text @returns {Promise<Chat>} */
export const writeChat = (id, text) => send(of(id, "chat"), { text });

/** @param {string} id */
export const chatFile = (id) => of(id, "chat/export");

/** The next match of the same people. @param {string} id @param {import("../api.d.ts").NewRematch} wanted
 * @returns {Promise<Summary>} */
export const rematch = (id, wanted) => send(of(id, "rematch"), wanted);

/** How a match went. @param {string} id @param {string} role
 * @returns {Promise<import("../api.d.ts").Story | null>} */
export const story = (id, role) => get(of(id, `story${role ? `?as=${encodeURIComponent(role)}` : ""}`));
