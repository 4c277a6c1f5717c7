/**
 * The result form after a battle: every piece of the roster a row, filled in by hand or from a file, each
 * fault named at its row.
 */

import { rowViolations } from "../../match/deciding/refusal.js";
import { textOf } from "../../match/deciding/slots.js";
import { announce, fill, h, icon, later } from "../../shell/dom.js";
import { chips, note, retry, trouble } from "../../shell/parts.js";
import { heading, plural, said } from "../../shell/words.js";
import { draftsOf } from "./drafts.js";
import { lineOf } from "./roster.js";

/** @typedef {import("../../match/types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Piece} Piece */
/** @typedef {import("./types.d.ts").Drafts} Drafts */
/** @typedef {import("./types.d.ts").RowRead} RowRead */
/** @typedef {{ ended: string, states: string, becomes: string, more: string }} Entry */

const ON_MAP = ["squad", "crew", "leader", "armor_leader", "sw", "gun", "cupola", "vehicle"];
const USED = ["oba", "counter_battery", "bombardment", "aircraft"];
const COLUMNS = ["what", "name", "ended", "states", "becomes", "more", "note"];
const WHERE = ["offmap", "eliminated", "exited", "recalled", "used"];
const MMC = ["broken", "disrupted", "encircled", "fanatic", "berserk", "shortage"];
const WEAPON = ["malfunctioned", "disabled", "low_ammo", "shortage", "captured"];
/** What can be said of a piece, by its kind. @type {{ [kind: string]: string[] }} */
const STATES = {
  squad: [...MMC, "hidden", "concealed", "prisoner"],
  crew: [...MMC, "hidden", "concealed", "prisoner"],
  leader: [...MMC, "wounded", "heroic", "hidden", "concealed", "prisoner"],
  armor_leader: ["wounded"],
  sw: WEAPON,
  gun: [...WEAPON, "hidden", "concealed"],
  cupola: ["malfunctioned", "disabled", "low_ammo", "encircled", "hidden"],
  vehicle: [
    "immobilized",
    "abandoned",
    "malfunctioned",
    "disabled",
    "bogged",
    "mired",
    "shock",
    "uk",
    "recall",
    "roller_damaged",
    "captured",
    "concealed",
    "hidden",
  ],
};

/** Bow, coaxial, anti-aircraft and rear machine guns as a counter prints them. */
const MG = /^(?:optional )?(-|\d+)\/(-|\d+)(?:\/(-|\d+\*?))?(?: R(\d+))?$/;

/**
 * What can be said of a piece; of a vehicle also of each machine gun, and of an MA only if it has one.
 * @param {Piece} one
 * @param {Drafts | null} drafts
 */
function statesOf(one, drafts) {
  const states = STATES[one.kind] ?? [];
  if (one.kind !== "vehicle") return states;
  const values = drafts?.counters[one.name] ?? {};
  const printed = MG.exec(String(values.mg ?? "")) ?? [];
  const guns = ["bmg", "cmg", "aamg", "rmg"].filter((_, place) => (printed[place + 1] ?? "-") !== "-");
  return [
    ...states.filter((word) => values.ma || !["malfunctioned", "disabled"].includes(word)),
    ...guns.flatMap((gun) => [`${gun}_malfunctioned`, `${gun}_disabled`]),
  ];
}

/** A cell of a file of commas. @param {string} text */
const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {string} side */
export function formPanel(side) {
  /** What is filled in and not yet entered. @type {Map<string, Entry>} */
  const draft = new Map();
  /**
   * What is wrong with rows, by the name of their piece.
   * @type {Map<string, { problem: string, legal: string, rules: string[] }>}
   */
  let problems = new Map();
  /** Rows of a file on counters that the battle made. @type {RowRead[]} */
  let made = [];
  /** Those counters, before they are on the roster. @type {{ id: string, name: string, kind: string }[]} */
  let grown = [];
  /** Rows of a file for when both sides have filed. @type {string[]} */
  let facts = [];
  /** Rows of a file that fit no piece. @type {RowRead[]} */
  let strangers = [];
  /** @type {import("../../shell/types.d.ts").Child} */
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
    h("datalist", { id: `of-where-${side}` }, WHERE.map((word) => h("option", { value: word }))),
  );

  /** @returns {Piece[]} */
  function due() {
    const book = scene?.view[side];
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
    const coming = grown.filter((one) => !(one.id in book.appeared)).map((one) => ({ ...one, side }));
    return /** @type {Piece[]} */ ([...own, ...appeared, ...coming]);
  }

  /** The draft as a form. */
  const csv = () =>
    [
      COLUMNS.join(","),
      ...made.map(({ row }) => ["appeared", row.name, "", "", row.becomes, "", ""].map(cell).join(",")),
      ...[...draft].map(([name, one]) =>
        ["ended", name, one.ended, one.states, one.becomes, one.more, ""].map(cell).join(",")
      ),
    ].join("\n");
  /** What is filled in, as it stands in the form from top to bottom. @returns {[string, Entry][]} */
  const filled = () =>
    due().flatMap(({ id }) => {
      const one = draft.get(id);
      return one?.ended ? [/** @type {[string, Entry]} */ ([id, one])] : [];
    });
  /**
   * The draft as rows of a report, each with the piece it is about.
   * @returns {{ name: string, text: string }[]}
   */
  const rows = () => [
    ...made.map((one) => ({ name: one.row.name, text: one.do })),
    ...filled().map(([name, one]) => ({
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

  const check = later(async () => {
    if (!scene) return;
    const turn = ++round;
    try {
      const found = (await draftsOf(scene, { side: [side], form: [csv()] })).form;
      if (turn !== round || !found) return;
      problems = new Map(found.rows.filter((row) => row.problem).map((row) => [row.row.name, row]));
      grown = found.made;
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
    const next = { ended: "", states: "", becomes: "", more: "", ...draft.get(name), ...change };
    if (Object.values(next).some(Boolean)) draft.set(name, next);
    else draft.delete(name);
    strangers = strangers.filter((row) => row.row.name !== name);
    problems.delete(name);
    whole = null;
    drawTop();
    check();
  }

  /** The fault of a row, at the row. @param {HTMLElement} row */
  function mark(row) {
    const name = row.dataset.piece ?? "";
    const wrong = problems.get(name);
    row.classList.toggle("wrong", Boolean(wrong));
    row.classList.toggle("ready", !wrong && Boolean(draft.get(name)?.ended));
    const place = /** @type {HTMLElement} */ (row.querySelector(".of-problem"));
    fill(
      place,
      wrong &&
        h(
          "span",
          { class: "ob-stop" },
          icon("no", 13),
          h("span", {}, wrong.problem, wrong.legal ? `; ${wrong.legal}` : "", chips(wrong.rules)),
        ),
    );
  }

  const markAll = () => {
    for (const row of list.querySelectorAll("[data-piece]")) mark(/** @type {HTMLElement} */ (row));
  };

  function drawTop() {
    if (!scene) return;
    const ready = rows().length;
    const reported = Object.keys(scene.view[side].report).length;
    const offer = scene.live ? scene.offered("file") : undefined;
    const missing =
      due().filter((one) => ON_MAP.includes(one.kind) && !scene?.view[side].report[one.id]).length;
    const file = h("input", {
      type: "file",
      id: `of-file-${side}`,
      class: "sr",
      accept: ".csv,.json,text/csv,application/json",
      onchange: upload,
    });
    fill(
      top,
      h(
        "header",
        {},
        h("h2", { text: `${heading(side)} result form` }),
        h("span", { class: "chips" }, chips(["OTO-8.618-1"])),
        h("span", { class: "grow" }),
        h("span", {
          class: `pill ${missing ? "warn" : "legal"}`,
          text: missing
            ? `${missing} of ${missing + reported} still to be said`
            : "every piece is accounted for",
        }),
      ),
      h(
        "div",
        { class: "acts of-acts" },
        h("button", {
          type: "button",
          class: "btn go",
          "data-form": "enter",
          "aria-busy": busy && "true",
          disabled: !ready || busy || !scene.live,
          text: ready ? `Enter ${plural(ready, "row")}` : "Enter rows",
          onclick: enter,
        }),
        h(
          "button",
          {
            type: "button",
            class: "btn",
            "data-form": "template",
            disabled: !drafts?.templates[side],
            onclick: download,
          },
          icon("down", 14),
          "Template",
        ),
        file,
        h("label", { class: "btn", for: file.id }, icon("up", 14), "Fill from a file"),
        offer &&
          h("button", {
            type: "button",
            class: missing ? "btn" : "btn go",
            "data-form": "file",
            text: offer.label,
            onclick: () => scene?.act(["file"], side),
          }),
        h(
          "label",
          { class: "check of-open" },
          h("input", {
            type: "checkbox",
            checked: onlyOpen,
            onchange: (/** @type {Event} */ event) => {
              onlyOpen = /** @type {HTMLInputElement} */ (event.target).checked;
              drawList();
            },
          }),
          "only what is still open",
        ),
        draft.size + made.length > 0 &&
          h("button", {
            type: "button",
            class: "btn quiet",
            text: "Clear what is not entered",
            onclick: () => {
              strangers = [];
              clear();
            },
          }),
      ),
    );
  }

  function drawTold() {
    fill(
      status,
      whole,
      strangers.map((row) =>
        note(
          "refused",
          `Row ${row.number}, ${row.row.name || row.row.what}: ${row.problem}`,
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
    /** @type {Map<string, Piece[]>} */
    const lines = new Map();
    for (const one of due()) {
      if (!onlyOpen || !report[one.id]) {
        lines.set(lineOf(one.id), [...(lines.get(lineOf(one.id)) ?? []), one]);
      }
    }
    fill(
      list,
      [...lines].map(([line, members]) =>
        h(
          "section",
          {},
          h(
            "h3",
            {},
            h("span", { class: "mono", text: line }),
            h("span", { class: "small muted", text: scene?.view[side].lines[line] ?? "" }),
            h("span", { class: "grow" }),
            h(
              "label",
              { class: "small of-all" },
              "All to ",
              h("input", {
                class: "field small",
                type: "text",
                list: `of-where-${side}`,
                placeholder: "hex",
                "aria-label": `All of ${line} ended at`,
                autocomplete: "off",
                onchange: (/** @type {Event} */ event) =>
                  all(members, /** @type {HTMLInputElement} */ (event.target).value.trim()),
              }),
            ),
          ),
          h("div", { class: "of-rows" }, members.map(line1)),
        )
      ),
      !lines.size &&
        h("p", {
          class: "muted pad",
          text: due().length ? "Every piece is accounted for." : "There is nothing to report yet.",
        }),
    );
    markAll();
  }

  /** @param {Piece[]} members @param {string} where */
  function all(members, where) {
    for (const one of members) {
      if (!scene?.view[side].report[one.id]) {
        draft.set(one.id, { states: "", becomes: "", more: "", ...draft.get(one.id), ended: where });
      }
    }
    drawAll();
    check();
  }

  /** @param {Piece} one */
  function line1(one) {
    const entry = draft.get(one.id) ?? { ended: "", states: "", becomes: "", more: "" };
    const was = scene?.view[side].report[one.id];
    const states = statesOf(one, drafts);
    const has = new Set(entry.states.split(" ").filter(Boolean));
    const flip = (/** @type {string} */ word) => {
      if (has.has(word)) has.delete(word);
      else has.add(word);
      set(one.id, { states: [...has].join(" ") });
    };
    return h(
      "div",
      {
        class: was ? "of-row said" : "of-row",
        "data-piece": one.id,
        role: "group",
        "aria-label": `${one.id} ${one.name}`,
      },
      h("span", { class: "mono faint of-id", text: one.id.slice(one.id.lastIndexOf("/")) }),
      h(
        "span",
        { class: "of-name" },
        h("b", { text: one.name }),
        " ",
        h("span", { class: "small faint", text: one.hex ? `from ${one.hex}` : said(one.kind) }),
        was &&
          h(
            "span",
            { class: "pill legal" },
            icon("ok", 11),
            [was.hex || said(was.standing), ...(was.states ?? []).map(said), was.name ? `as ${was.name}` : ""]
              .filter(Boolean).join(" "),
          ),
      ),
      h("input", {
        class: "field small of-where",
        type: "text",
        list: `of-where-${side}`,
        value: entry.ended,
        placeholder: "ended",
        "aria-label": `${one.id} ended at`,
        autocomplete: "off",
        spellcheck: "false",
        oninput: (/** @type {Event} */ event) =>
          set(one.id, { ended: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
      }),
      h(
        "details",
        { class: "of-more" },
        h(
          "summary",
          { class: "small" },
          [...has].map(said).join(", ") || "how",
          entry.becomes && ` as ${entry.becomes}`,
        ),
        h(
          "div",
          { class: "of-states" },
          states.map((word) =>
            h(
              "label",
              { class: "small" },
              h("input", {
                type: "checkbox",
                checked: has.has(word),
                onchange: () => flip(word),
              }),
              said(word),
            )
          ),
          h(
            "label",
            { class: "small" },
            "now ",
            h("input", {
              class: "field small",
              type: "text",
              value: entry.becomes,
              placeholder: "4-4-7",
              "aria-label": `${one.id} became`,
              onchange: (/** @type {Event} */ event) =>
                set(one.id, { becomes: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
            }),
          ),
          h(
            "label",
            { class: "small" },
            "more ",
            h("input", {
              class: "field small",
              type: "text",
              value: entry.more,
              placeholder: one.kind === "armor_leader" ? "aboard=…" : "by=… dr=7 in=trench",
              "aria-label": `More of ${one.id}`,
              onchange: (/** @type {Event} */ event) =>
                set(one.id, { more: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
            }),
          ),
        ),
      ),
      h("div", { class: "of-problem small" }),
    );
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
   * What keeps a report from being entered: each fault at its row, and all of them by number.
   * @param {import("../../shell/api.js").ApiError} problem
   * @param {{ name: string, text: string }[]} sent
   */
  function showFaults(problem, sent) {
    const violations = problem.violations.filter((one) => one.row);
    whole = violations.length
      ? note(
        "refused",
        `Refused: ${problem.refused}`,
        rowViolations(violations, (row) => (sent[row - 1].name ? `, ${sent[row - 1].name}` : "")),
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
    [problems, made, grown, whole] = [new Map(), [], [], null];
    drawAll();
  }

  function enter() {
    const sent = rows();
    return say(sent, () => {
      clear();
      announce(`${plural(sent.length, "row")} entered.`);
    });
  }

  function download() {
    const text = drafts?.templates[side] ?? "";
    const link = h("a", {
      href: URL.createObjectURL(new Blob([text], { type: "text/csv" })),
      download: `result-form-${side}-${scene?.view.date ?? ""}.csv`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** @param {Event} event */
  async function upload(event) {
    const chosen = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!chosen || !scene) return;
    try {
      const found = (await draftsOf(scene, { side: [side], form: [await chosen.text()] })).form;
      if (!found) return;
      whole = found.problem ? note("warn", `${chosen.name} cannot be read`, found.problem) : null;
      const known = new Set([...due(), ...found.made].map((one) => one.id));
      strangers = found.rows.filter((row) =>
        (row.later || !known.has(row.row.name) || row.row.what !== "ended") && row.problem
      );
      facts = found.rows.filter((row) => row.later && !row.known && !row.problem).map((row) => row.do);
      made = found.rows.filter((row) => row.row.what === "appeared" && !row.problem);
      grown = found.made;
      for (const { row } of found.rows) {
        if (row.what === "ended" && known.has(row.name)) {
          draft.set(row.name, { ended: row.ended, states: row.states, becomes: row.becomes, more: row.more });
        }
      }
      problems = new Map(found.rows.filter((row) => row.problem).map((row) => [row.row.name, row]));
      announce(`${plural(found.rows.length, "row")} read, ${plural(problems.size, "fault")}.`);
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
