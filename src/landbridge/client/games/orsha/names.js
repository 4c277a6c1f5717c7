/** Lines of the record and their pieces as players call them: by the group, its place in the record, the date. */

import { capital } from "../../shell/words.js";
import { dateName } from "./drafts.js";

/** @typedef {import("./types.d.ts").Campaign} Campaign */

const LINE = /\b([GR])-(2[34][ap]m)-(OoB|FPP|[A-Z]\d+\.\d+)(\/\w+)?/g;

/** The line of the record that a piece came with. @param {string} id */
export const lineOf = (id) => id.slice(0, id.lastIndexOf("/"));

/** Where a line stands in the record: "I1.1, 23 AM". @param {string} line */
export const lineMark = (line) =>
  line.replace(
    LINE,
    (_, _side, date, entry, piece = "") =>
      entry === "OoB" ? `initial force${piece.replace("/", " ")}` : `${entry}${piece}, ${dateName(date)}`,
  );

/**
 * The name of a line: "Rifle Co. I".
 * @param {string} line
 * @param {{ lines: { [line: string]: string } }} book
 */
export const lineName = (line, book) => capital(book.lines[line] ?? lineMark(line));

/** A part of the initial order of battle is written so in the record. */
const INITIAL = "initial order of battle";

/**
 * A line as a heading: the group by its name, and what the record says of it besides.
 * @param {string} line
 * @param {{ lines: { [line: string]: string } }} book
 */
export function lineHeading(line, book) {
  const [, , entry = ""] = /^([GR])-\w+-(.+)$/.exec(line) ?? [];
  const [group] = entry.split(".");
  const named = (/** @type {string} */ one) => {
    const [first, name, ...rest] = (book.lines[one] ?? "").split(", ");
    return first === group && name ? { name, rest } : null;
  };
  const own = named(line);
  const known = own ?? Object.keys(book.lines).map(named).find(Boolean);
  const note = own ? own.rest.join(", ") : known ? INITIAL : "";
  return {
    name: known?.name ?? lineName(line, book),
    note: [lineMark(line), note].filter(Boolean).join(" · "),
  };
}

/**
 * A piece by its counter and its place in the record: "4-6-7, I1.1/3, 23 AM".
 * @param {{ id: string, name: string }} one
 */
export const pieceName = (one) => `${one.name}, ${lineMark(one.id)}`;

/** A text in which lines and pieces have their names. @param {string} text @param {Campaign} view */
export const withNames = (text, view) =>
  text.replace(LINE, (id) => {
    const line = id.includes("/") ? lineOf(id) : id;
    const name = view.german.lines[line] ?? view.russian.lines[line];
    return name ? `${capital(name)} (${lineMark(id)})` : lineMark(id);
  });
