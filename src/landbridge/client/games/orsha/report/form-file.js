/** A result form as a file: the empty form to save, and a filled one as it is read. */

import { h } from "../../../shell/dom.js";

/** @typedef {import("../types.d.ts").RowRead} RowRead */
/** @typedef {import("../types.d.ts").FormRead} FormRead */

/** Save the empty form. @param {string} text @param {string} name */
export function saveTemplate(text, name) {
  const link = h("a", {
    href: URL.createObjectURL(new Blob([text], { type: "text/csv" })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Rows with a violation, by the piece they are about. @param {RowRead[]} rows */
export const faultsOf = (rows) =>
  new Map(rows.filter((row) => row.problem).map((row) => [row.row.name, row]));

/**
 * The rows of a file by what becomes of them.
 * @param {FormRead} found
 * @param {Set<string>} due the pieces that the form has rows for
 */
export function sortRows({ rows, made }, due) {
  const known = new Set([...due, ...made.map((one) => one.id)]);
  return {
    /** Rows that fit no piece, or that cannot be entered. */
    strangers: rows.filter((row) =>
      (row.later || !known.has(row.row.name) || row.row.what !== "ended") && row.problem
    ),
    /** Rows for when both sides have filed. */
    facts: rows.filter((row) => row.later && !row.known && !row.problem).map((row) => row.do),
    /** Counters that the battle made. */
    made: rows.filter((row) => row.row.what === "appeared" && !row.problem),
    /** Where pieces ended. */
    ended: rows.filter(({ row }) => row.what === "ended" && known.has(row.name)).map(({ row }) => row),
  };
}
