/** The part of the API that people play with: who one is, matches, actions, taking back. */

import { get } from "./api.js";

/** @typedef {import("../api.d.ts").Me} Me */
/** @typedef {import("../api.d.ts").Summary} Summary */
/** @typedef {import("../api.d.ts").Position} Position */
/** @typedef {import("../api.d.ts").ChangeResult} ChangeResult */
/** @typedef {import("../api.d.ts").Leaves} Leaves */
/** @typedef {import("../api.d.ts").NotifySettings} NotifySettings */
/** @typedef {import("../api.d.ts").MatchNotifySettings} MatchNotifySettings */
/** @typedef {import("./types.d.ts").Version} Version */
/** @typedef {import("../api.d.ts").ShownPosition} ShownPosition */
/** @typedef {import("../api.d.ts").Changes} Changes */

/** Milliseconds for what repeats a whole match. */
const LONG = 300_000;

/** @type {Promise<Me> | null} */
let known = null;

/** Who is asking, and how the server runs. @returns {Promise<Me>} */
export function me() {
  known ??= get("/api/me").catch((problem) => {
    known = null;
    throw problem;
  });
  return known;
}

/** Ask again who one is. */
export function forgetMe() {
  known = null;
}

/**
 * Change something on the server.
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [method]
 * @param {number} [patience]
 * @returns {Promise<any>}
 */
export async function send(path, body = {}, method = "POST", patience = undefined) {
  const { csrf } = await me();
  /** @type {{ [name: string]: string }} */
  const headers = { "Content-Type": "application/json" };
  if (csrf) headers["X-CSRF-Token"] = csrf;
  return get(
    path,
    { method, headers, body: typeof body === "string" ? body : JSON.stringify(body) },
    patience,
  );
}

/** @param {string} id @param {string} [rest] */
const of = (id, rest = "") => `/api/matches/${encodeURIComponent(id)}${rest}`;

/** @param {string} role @param {{ [name: string]: string | number | string[] | undefined }} [more] */
function seen(role, more = {}) {
  const query = new URLSearchParams();
  if (role) query.set("as", role);
  for (const [name, value] of Object.entries(more)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) query.append(name, String(one));
    }
  }
  const text = String(query);
  return text ? `?${text}` : "";
}

// People

/**
 * @param {"login" | "register"} how
 * @param {{ name: string, password: string, email?: string }} who
 * @returns {Promise<Me>}
 */
export async function enter(how, who) {
  const found = await send(`/api/${how}`, who);
  known = Promise.resolve(found);
  return found;
}

export async function leave() {
  await send("/api/logout");
  known = null;
}

/** @param {string} old @param {string} fresh @returns {Promise<Me>} */
export async function newPassword(old, fresh) {
  const found = await send("/api/password", { old, new: fresh });
  known = Promise.resolve(found);
  return found;
}

/** @returns {Promise<NotifySettings>} */
export const notifySettings = () => get("/api/me/notify");

/** @param {import("../api.d.ts").NotifyChange} change @returns {Promise<NotifySettings>} */
export const changeNotifySettings = (change) => send("/api/me/notify", change);

/** How one likes to play, in all matches. @returns {Promise<import("../api.d.ts").Preferences>} */
export const preferences = () => get("/api/me/preferences");

/** @param {import("../api.d.ts").Preferences} wanted @returns {Promise<import("../api.d.ts").Preferences>} */
export const changePreferences = (wanted) => send("/api/me/preferences", wanted);

/**
 * The same for one match; null is as for all others.
 * @param {string} id
 * @returns {Promise<MatchNotifySettings>}
 */
export const matchNotifySettings = (id) => get(of(id, "/notify"));

/** @param {string} id @param {MatchNotifySettings} change */
export const changeMatchNotifySettings = (id, change) => send(of(id, "/notify"), change);

/** @returns {Promise<Leaves>} */
export const leaves = () => get("/api/me/leave");

/** @param {string} first empty: from now on @param {string} last @returns {Promise<Leaves>} */
export const takeLeave = (first, last) => send("/api/me/leave", { from: first, until: last });

/** @returns {Promise<Leaves>} */
export const endLeave = () => send("/api/me/leave", {}, "DELETE");

// Matches

/** @returns {Promise<Summary[]>} */
export const matches = () => get("/api/matches");

/** @param {import("../api.d.ts").NewMatch} wanted @returns {Promise<Summary>} */
export const begin = (wanted) => send("/api/matches", wanted);

/**
 * What has changed since one last looked; without a word on what is shown, everything.
 * @param {string} id
 * @param {ShownPosition} shown
 * @param {number} [patience]
 * @returns {Promise<Changes>}
 */
export const changes = (id, { as, version, basis }, patience) =>
  get(of(id, `/changes${seen(as ?? "", { version: version ?? undefined, basis })}`), {}, patience);

/** A match as one's own role sees it. @param {string} id @returns {Promise<Position>} */
export const position = (id) => get(of(id));

/**
 * @param {string} id
 * @param {import("../api.d.ts").ActionRequest} action
 * @returns {Promise<import("../api.d.ts").ActionResult>}
 */
export const act = (id, action) => send(of(id, "/actions"), action);

/**
 * The next thing to say.
 * @param {string} id
 * @param {string} role
 * @param {string} verb
 * @param {string[]} said
 * @returns {Promise<import("../api.d.ts").Slot | null>}
 */
export const next = async (id, role, verb, said) =>
  (await get(of(id, `/complete${seen(role, { verb, said })}`))).slot;

/**
 * Whether actions in a row could be done, and what stands against it.
 * @param {string} id
 * @param {string} role
 * @param {string[]} actions
 * @returns {Promise<import("../api.d.ts").CheckResult>}
 */
export const check = (id, role, [first, ...then]) => send(of(id, "/check"), { do: first, then, as: role });

/**
 * Why nothing can be done with these now, as far as the game says it.
 * @param {string} id
 * @param {string} role
 * @param {string[]} words
 * @returns {Promise<{ [word: string]: import("../api.d.ts").Violation }>}
 */
export const whyNot = async (id, role, words) =>
  (await get(of(id, `/why${seen(role, { word: words })}`))).reasons;

/**
 * The exact odds of the last of these actions in a row, if dice decide it.
 * @param {string} id
 * @param {string} role
 * @param {string[]} actions
 * @returns {Promise<import("../api.d.ts").Odds | null>}
 */
export const forecast = async (id, role, actions) =>
  (await get(of(id, `/odds${seen(role, { do: actions })}`))).odds;

/**
 * What a game works out for a role's view: its charts, and what is to be said of `asked`, by name.
 * @param {string} id
 * @param {string} role
 * @param {number | null} at after how many actions; null is now
 * @param {{ [name: string]: string[] }} asked
 * @returns {Promise<any>}
 */
export const drafts = async (id, role, at, asked) =>
  (await send(of(id, "/drafts"), { as: role || undefined, at, asked })).drafts;

/**
 * @param {string} id
 * @param {string} role
 * @param {Version} [version]
 * @param {ShownPosition} [shown]
 * @returns {Promise<ChangeResult>}
 */
export const undo = (id, role, version, shown) =>
  send(of(id, "/undo"), { as: role || undefined, version, shown });

/**
 * @param {string} id
 * @param {string} role
 * @param {number} before
 * @param {ShownPosition} [shown]
 * @returns {Promise<ChangeResult>}
 */
export const rollBack = (id, role, before, shown) =>
  send(of(id, "/rollback"), { as: role || undefined, before, shown });

/** @param {string} id @param {boolean} agree @param {string} role @param {ShownPosition} [shown] */
export const answerRollback = (id, agree, role, shown) =>
  send(of(id, "/rollback/answer"), { agree, as: role || undefined, shown });

/** Give the match up. @param {string} id @param {string} role @param {ShownPosition} [shown] */
export const resign = (id, role, shown) => send(of(id, "/resign"), { as: role || undefined, shown });

/** @param {string} id @param {string} role @param {ShownPosition} [shown] */
export const offerDraw = (id, role, shown) => send(of(id, "/draw"), { as: role || undefined, shown });

/** @param {string} id @param {boolean} agree @param {string} role @param {ShownPosition} [shown] */
export const answerDraw = (id, agree, role, shown) =>
  send(of(id, "/draw/answer"), { agree, as: role || undefined, shown });

/**
 * End a match whose other side is out of time.
 * @param {string} id
 * @param {string} role
 * @param {"win" | "draw" | "close"} result
 * @param {ShownPosition} [shown]
 */
export const claim = (id, role, result, shown) =>
  send(of(id, "/claim"), { result, as: role || undefined, shown });

/**
 * The position after so many actions.
 * @param {string} id
 * @param {number} number
 * @param {string} role
 * @returns {Promise<{ view: any, board?: any, summary: string[] }>}
 */
export const then = (id, number, role) => get(of(id, `/at/${number}${seen(role)}`));

/**
 * A sandbox after so many actions, as the role counts them.
 * @param {string} id
 * @param {number} at
 * @param {string} name
 * @param {string} role
 * @returns {Promise<Summary>}
 */
export const branch = (id, at, name, role) => send(of(id, "/branch"), { at, name, as: role || undefined });

/** @param {string} id */
export const exportAddress = (id) => of(id, "/export");

/** @param {string} text @returns {Promise<Summary>} */
export const bringIn = (text) => send("/api/matches/import", text, "POST", LONG);

/**
 * @param {string} id
 * @returns {Promise<{ ok: boolean, findings: string[], proved: string[], unproved: string[] }>}
 */
export const verify = (id) => get(of(id, "/verify"), {}, LONG);

/** @param {string} id @param {string} role @returns {Promise<string[]>} */
export async function sheets(id, role) {
  const found = await get(of(id, `/sheets${seen(role)}`));
  return Array.isArray(found) ? found : found.sheets;
}

/** @param {string} id @param {string} name @param {string} role */
export const sheetAddress = (id, name, role) => of(id, `/sheets/${encodeURIComponent(name)}${seen(role)}`);

/** @param {string} id @returns {Promise<{ text: string }>} */
export const notes = (id) => get(of(id, "/notes"));

/** @param {string} id @param {string} text */
export const keepNotes = (id, text) => send(of(id, "/notes"), { text });

/** @param {string} id @param {string} role @param {string} to */
export const seat = (id, role, to) => send(of(id, "/seats"), { role, to });

/** @param {string} id */
export const remove = (id) => send(of(id), {}, "DELETE");
