/** Where one is: the part of the address after #, so that every question and chart can be linked. */

import { query } from "./api.js";

/** @typedef {import("./types.d.ts").Route} Route */
/** @typedef {import("./types.d.ts").Given} Given */

const TABS = [
  "home",
  "new",
  "box",
  "match",
  "join",
  "account",
  "reset",
  "report",
  "moderation",
  "ask",
  "charts",
  "rules",
];

/** @returns {Route} */
export function here() {
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [tab, ...rest] = path.split("/");
  /** @type {Given} */
  const given = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const known = given[name];
    given[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return {
    tab: /** @type {Route["tab"]} */ (TABS.includes(tab) ? tab : "home"),
    name: safely(rest.join("/")),
    given,
  };
}

/** @param {string} text */
function safely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * An address inside the page.
 * @param {Route["tab"]} tab
 * @param {string} [name]
 * @param {Given} [given]
 */
export function to(tab, name = "", given = {}) {
  const search = query(given);
  const path = name ? `#/${tab}/${encodeURIComponent(name)}` : tab === "home" ? "#/" : `#/${tab}`;
  return search ? `${path}?${search}` : path;
}

/**
 * Change the address without a new entry in the history and without drawing again.
 * @param {string} address
 */
export function keep(address) {
  if (location.hash !== address) history.replaceState(null, "", address);
}

/**
 * Values of a case or an answer as inputs.
 * @param {{ [name: string]: import("./types.d.ts").Plain }} values
 * @returns {Given}
 */
export function asGiven(values) {
  /** @type {Given} */
  const given = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === null || (Array.isArray(value) && !value.length)) continue;
    given[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return given;
}
