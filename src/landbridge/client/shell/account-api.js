/** The part of the API about accounts: sessions, resets, leaving, reports and what moderators do. */

import { get } from "./api.js";
import { forgetMe, send } from "./match-api.js";

/** @typedef {import("../api.d.ts").AuditInfo} AuditInfo */
/** @typedef {import("../api.d.ts").ReportInfo} ReportInfo */
/** @typedef {import("../api.d.ts").SessionInfo} SessionInfo */
/** @typedef {import("../api.d.ts").UserFile} UserFile */

/** @returns {Promise<SessionInfo[]>} */
export const sessions = () => get("/api/me/sessions");

/** @param {string} id */
export const endSession = (id) => send(`/api/me/sessions/${encodeURIComponent(id)}`, {}, "DELETE");

/** @returns {Promise<import("../api.d.ts").SessionsEnded>} */
export const endOtherSessions = () => send("/api/me/sessions/end-others");

export const exportAddress = "/api/me/export";

/** @param {string} password @param {string} seats */
export async function deleteAccount(password, seats) {
  await send("/api/me/delete", { password, seats });
  forgetMe();
}

/** @param {string} who a name or an address */
export const askToReset = (who) => send("/api/reset", { who });

/** @param {string} token @param {string} password */
export async function finishReset(token, password) {
  await send("/api/reset/finish", { token, password });
  forgetMe();
}

/** @param {import("../api.d.ts").NewReport} report */
export const report = (report) => send("/api/reports", report);

/** @returns {Promise<ReportInfo[]>} */
export const openReports = () => get("/api/moderation/reports");

/** @param {string} id @param {string} answer */
export const closeReport = (id, answer) =>
  send(`/api/moderation/reports/${encodeURIComponent(id)}/close`, { answer });

/** @param {string} name @param {string} [rest] */
const userAddress = (name, rest = "") => `/api/moderation/users/${encodeURIComponent(name)}${rest}`;

/** @param {string} name @returns {Promise<UserFile>} */
export const userFile = (name) => get(userAddress(name));

/** @param {string} name @param {boolean} disabled @param {string} why */
export const setDisabled = (name, disabled, why) =>
  send(userAddress(name, disabled ? "/disable" : "/enable"), { why });

/** @returns {Promise<AuditInfo[]>} */
export const audit = () => get("/api/moderation/audit");

/** Take what was reported out of the chat. @param {string} id of the report @param {string} why */
export const removeMessage = (id, why) =>
  send(`/api/moderation/reports/${encodeURIComponent(id)}/remove-message`, { why });
