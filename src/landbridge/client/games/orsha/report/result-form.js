/**
 * The result form after a battle: every piece of the roster a row, filled in by hand or from a file, each
 * violation named at its row.
 */

import { rowViolations } from "../../../match/deciding/refusal.js";
import { announce, fill, h, later } from "../../../shell/dom.js";
import { chips, note, retry, trouble } from "../../../shell/parts.js";
import { heading, plural } from "../../../shell/words.js";
import { draftsOf } from "../drafts.js";
import { lineMark, pieceName } from "../names.js";
import { mustEnd, reportDraft } from "./draft.js";
import { faultsOf, saveTemplate, sortRows } from "./form-file.js";
import { formHead } from "./form-head.js";
import { formLines, markRow } from "./form-lines.js";
import { statesOf } from "./piece-states.js";
import { reportRow, whereList } from "./row.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../types.d.ts").Piece} Piece */
/** @typedef {import("../types.d.ts").Drafts} Drafts */
/** @typedef {import("../types.d.ts").RowRead} RowRead */
/** @typedef {import("./draft.js").Entry} Entry */
/** @typedef {import("./form-lines.js").Fault} Fault */

const WHERE = ["offmap", "eliminated", "exited", "recalled", "used"];

/** @param {string} side */
export function formPanel(side) {
  const draft = reportDraft(side);
  /** What is wrong with rows, by the id of their piece. @type {Map<string, Fault>} */
  let problems = new Map();
  /** Rows of a file for when both sides have filed. @type {string[]} */
  let facts = [];
  /** Rows of a file that fit no piece. @type {RowRead[]} */
  let strangers = [];
  /** @type {import("../../../shell/types.d.ts").Child} */
  let whole = null;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Drafts | null} */
  let drafts = null;
  let [round, busy, onlyOpen] = [0, false, false];
  const list = h("div", { class: "of-list" });
  const top = h("div", { class: "of-top" });
  const status = h("div", { class: "of-status", role: "status" });
  const box = h(
    "section",
    { class: "card of", "aria-label": `${heading(side)} result form` },
    top,
    status,
    list,
    h("datalist", { id: whereList(side) }, WHERE.map((word) => h("option", { value: word }))),
  );

  /** What one knows of the side. */
  const book = () => scene?.view[side];
  const due = () => draft.due(book());
  /** A piece as players call it, by its id. @param {string} id */
  const named = (id) => {
    const one = due().find((piece) => piece.id === id);
    return one ? pieceName(one) : lineMark(id);
  };

  const check = later(async () => {
    if (!scene) return;
    const turn = ++round;
    try {
      const found = (await draftsOf(scene, { side: [side], form: [draft.csv()] })).form;
      if (turn !== round || !found) return;
      problems = faultsOf(found.rows);
      draft.now.grown = found.made;
      drawTop();
      drawTold();
      markAll();
    } catch (problem) {
      // It is checked once more when it is entered.
      if (turn === round) fill(status, retry(problem, check));
    }
  }, 220);

  /** @param {string} name @param {Partial<Entry>} change */
  function set(name, change) {
    draft.set(name, change);
    strangers = strangers.filter((row) => row.row.name !== name);
    problems.delete(name);
    whole = null;
    drawTop();
    check();
  }

  function markAll() {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-piece]"))) {
      const id = row.dataset.piece ?? "";
      markRow(row, problems.get(id), Boolean(draft.get(id).ended));
    }
  }

  function drawTop() {
    if (!scene) return;
    const report = scene.view[side].report;
    const now = {
      missing: due().filter((one) => mustEnd(one) && !report[one.id]).length,
      reported: Object.keys(report).length,
      ready: draft.rows(book()).length,
      drafted: draft.size() > 0,
      busy,
      live: scene.live,
      onlyOpen,
      template: drafts?.templates[side] ?? "",
      filing: scene.live ? scene.offered("file") : undefined,
    };
    fill(
      top,
      formHead(side, now, {
        enter,
        download: () => saveTemplate(now.template, `result-form-${side}-${scene?.view.date ?? ""}.csv`),
        upload,
        file: () => scene?.act(["file"], side),
        clear() {
          strangers = [];
          clear();
        },
        listOnlyOpen(only) {
          onlyOpen = only;
          drawList();
        },
      }),
    );
  }

  function drawTold() {
    fill(
      status,
      whole,
      strangers.map((row) =>
        note(
          "refused",
          `Row ${row.number} (${row.row.name ? named(row.row.name) : row.row.what}): ${row.problem}`,
          row.legal && `${row.legal}. `,
          chips(row.rules),
        )
      ),
      facts.length > 0 &&
        note(
          "legal",
          `${plural(facts.length, "row")} of the file on Control, marks and points`,
          "They are entered when both sides have filed.",
          scene?.offered("control") &&
            h("button", {
              type: "button",
              class: "btn small",
              text: "Enter them now",
              onclick: () =>
                say(facts.map((text) => ({ name: "", text })), () => {
                  facts = [];
                  drawTold();
                }),
            }),
        ),
    );
  }

  function drawList() {
    const report = scene?.view[side].report ?? {};
    const shown = due().filter((one) => !onlyOpen || !report[one.id]);
    fill(
      list,
      formLines(shown, book(), row, allTo),
      !shown.length &&
        h("p", {
          class: "muted pad",
          text: due().length ? "Every piece is accounted for." : "There is nothing to report yet.",
        }),
    );
    markAll();
  }

  /** @param {Piece} one */
  const row = (one) =>
    reportRow(
      one,
      draft.get(one.id),
      scene?.view[side].report[one.id],
      statesOf(one, drafts),
      (change) => set(one.id, change),
    );

  /** @param {Piece[]} members @param {string} where */
  function allTo(members, where) {
    for (const one of members) {
      if (!scene?.view[side].report[one.id]) draft.set(one.id, { ended: where });
    }
    drawAll();
    check();
  }

  function drawAll() {
    drawTop();
    drawTold();
    drawList();
  }

  // Entering

  /**
   * Enter these rows as one report: all of them, or none.
   * @param {{ name: string, text: string }[]} sent
   * @param {() => void} done
   */
  async function say(sent, done) {
    if (!scene || busy || !sent.length) return;
    busy = true;
    whole = null;
    drawTop();
    try {
      await scene.act(["report", ...sent.map((one) => one.text)], side, {
        done,
        refused: (problem) => showFaults(problem, sent),
      });
    } finally {
      busy = false;
      drawTop();
    }
  }

  /**
   * What keeps a report from being entered: each violation at its row, and all of them by number.
   * @param {import("../../../shell/api.js").ApiError} problem
   * @param {{ name: string, text: string }[]} sent
   */
  function showFaults(problem, sent) {
    const violations = problem.violations.filter((one) => one.row);
    whole = violations.length
      ? note(
        "refused",
        `Refused: ${problem.refused}`,
        rowViolations(violations, (row) => (sent[row - 1].name ? ` (${named(sent[row - 1].name)})` : "")),
      )
      : problem.stale
      ? note("warn", "The position has changed", "Nothing was entered. If it still holds, enter it again.")
      : trouble(problem);
    problems = new Map(
      violations.map((
        one,
      ) => [sent[one.row - 1].name, { problem: one.text, legal: one.remedy, rules: one.rules }]),
    );
    drawTold();
    markAll();
    status.scrollIntoView({ block: "nearest" });
    announce(
      `${problem.refused || problem.message} ${
        violations.map((one) => `Row ${one.row}: ${one.text}.`).join(" ")
      }`,
    );
    // What a referee may let pass, or what may be sent again, is asked beside the offer too.
    return violations.length > 0 && !problem.declarable;
  }

  /** Nothing waits to be entered any more. */
  function clear() {
    draft.clear();
    [problems, whole] = [new Map(), null];
    drawAll();
  }

  function enter() {
    const sent = draft.rows(book());
    return say(sent, () => {
      clear();
      announce(`${plural(sent.length, "row")} entered.`);
    });
  }

  /** @param {Event} event */
  async function upload(event) {
    const chosen = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!chosen || !scene) return;
    try {
      const found = (await draftsOf(scene, { side: [side], form: [await chosen.text()] })).form;
      if (!found) return;
      whole = found.problem ? note("warn", `${chosen.name} cannot be read`, found.problem) : null;
      const read = sortRows(found, new Set(due().map((one) => one.id)));
      [strangers, facts] = [read.strangers, read.facts];
      [draft.now.made, draft.now.grown] = [read.made, found.made];
      for (const { name, ended, states, becomes, more } of read.ended) {
        draft.put(name, { ended, states, becomes, more });
      }
      problems = faultsOf(found.rows);
      announce(`${plural(found.rows.length, "row")} read, ${plural(problems.size, "problem")}.`);
    } catch (problem) {
      whole = trouble(problem);
    }
    drawAll();
    check();
  }

  return {
    box,
    /** @param {Scene} next @param {Drafts | null} found */
    draw(next, found) {
      const active = document.activeElement;
      const typing = active instanceof HTMLElement && list.contains(active);
      const own = (/** @type {Scene | null} */ one) =>
        JSON.stringify([one?.view[side].report, one?.view[side].appeared, one?.at]);
      // What the other side does meanwhile must not take the pen out of one's hand.
      const same = own(scene) === own(next);
      [scene, drafts] = [next, found];
      if (typing && same) drawTop();
      else drawAll();
    },
  };
}
