/** A report of a battle that is filled in and not yet entered: its pieces, as a file and as rows to enter. */

import { textOf } from "../../../match/deciding/slots.js";

/** @typedef {import("../types.d.ts").Piece} Piece */
/** @typedef {import("../types.d.ts").RowRead} RowRead */
/** @typedef {{ ended: string, states: string, becomes: string, more: string }} Entry */

const ON_MAP = ["squad", "crew", "leader", "armor_leader", "sw", "gun", "cupola", "vehicle"];
const USED = ["oba", "counter_battery", "bombardment", "aircraft"];
const COLUMNS = ["what", "name", "ended", "states", "becomes", "more", "note"];
const BLANK = { ended: "", states: "", becomes: "", more: "" };

/** Whether one has to say where a piece ended. @param {Piece} one */
export const mustEnd = (one) => ON_MAP.includes(one.kind);

/** A cell of a file of commas. @param {string} text */
const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {string} side */
export function reportDraft(side) {
  /** By the name of the piece. @type {Map<string, Entry>} */
  const entries = new Map();
  const now = {
    /** Rows of a file on counters that the battle made. @type {RowRead[]} */
    made: [],
    /** Those counters, before they are on the roster. @type {{ id: string, name: string, kind: string }[]} */
    grown: [],
  };

  /**
   * Every piece that has to be reported, and the counters that the battle made.
   * @param {any} book what one knows of the side
   * @returns {Piece[]}
   */
  function due(book) {
    if (!book) return [];
    const own = Object.values(book.pieces).filter((/** @type {any} */ one) =>
      (ON_MAP.includes(one.kind) && ["map", "offmap", undefined].includes(one.standing)) ||
      (USED.includes(one.kind) && ["offmap", undefined].includes(one.standing))
    );
    const appeared = Object.entries(book.appeared).map(([id, one]) => ({
      id,
      side,
      kind: /** @type {any} */ (one).kind === "half" ? "squad" : /** @type {any} */ (one).kind,
      name: /** @type {any} */ (one).name,
    }));
    const coming = now.grown.filter((one) => !(one.id in book.appeared)).map((one) => ({ ...one, side }));
    return /** @type {Piece[]} */ ([...own, ...appeared, ...coming]);
  }

  /** The draft as a form. */
  const csv = () =>
    [
      COLUMNS.join(","),
      ...now.made.map(({ row }) => ["appeared", row.name, "", "", row.becomes, "", ""].map(cell).join(",")),
      ...[...entries].map(([name, one]) =>
        ["ended", name, one.ended, one.states, one.becomes, one.more, ""].map(cell).join(",")
      ),
    ].join("\n");
  /**
   * What is filled in, as it stands in the form from top to bottom.
   * @returns {[string, Entry][]}
   */
  const filled = (/** @type {any} */ book) =>
    due(book).flatMap(({ id }) => {
      const one = entries.get(id);
      return one?.ended ? [/** @type {[string, Entry]} */ ([id, one])] : [];
    });
  /**
   * The draft as rows of a report, each with the piece it is about.
   * @returns {{ name: string, text: string }[]}
   */
  const rows = (/** @type {any} */ book) => [
    ...now.made.map((one) => ({ name: one.row.name, text: one.do })),
    ...filled(book).map(([name, one]) => ({
      name,
      text: textOf(
        [
          "ended",
          name,
          one.ended,
          ...one.states.split(" "),
          one.becomes && `as=${one.becomes}`,
          ...one.more.split(" "),
        ].filter(Boolean),
      ),
    })),
  ];

  return {
    now,
    due,
    csv,
    rows,
    /** @param {string} name @returns {Entry} */
    get: (name) => ({ ...BLANK, ...entries.get(name) }),
    /** @param {string} name @param {Partial<Entry>} change */
    set(name, change) {
      const next = { ...BLANK, ...entries.get(name), ...change };
      if (Object.values(next).some(Boolean)) entries.set(name, next);
      else entries.delete(name);
    },
    /** As it stands in a file, filled in or not. @param {string} name @param {Entry} entry */
    put: (name, entry) => entries.set(name, entry),
    size: () => entries.size + now.made.length,
    clear() {
      entries.clear();
      [now.made, now.grown] = [[], []];
    },
  };
}
