/**
 * What was said no to, in a note: the rule, what would be allowed, what others did meanwhile, and what can
 * be done about it.
 */

import { h } from "../../shell/dom.js";
import { chips, die, note } from "../../shell/parts.js";
import { capital, heading, plural, sentence } from "../../shell/words.js";

/** Events that came between and are shown. */
const SHOWN = 4;

/**
 * @param {import("../../shell/api.js").ApiError} refusal
 * @param {import("../../api.d.ts").EventView[]} news what others have done meanwhile
 * @param {{
 *   remedy: HTMLElement | null,
 *   again: (() => void) | null,
 *   declare: (() => void) | null,
 *   close: () => void,
 * }} ways
 */
export function refusalNote(refusal, news, { remedy, again, declare, close }) {
  const closing = h("button", { type: "button", class: "btn small quiet", text: "Close", onclick: close });
  if (refusal.stale) {
    return h(
      "div",
      { role: "alert", class: "problem overtaken" },
      note(
        "warn",
        "The position has changed",
        "Somebody was faster: your action was not done. This is the position now.",
        news.slice(-SHOWN).map((event) => h("span", { class: "and" }, sentence(event.text))),
      ),
      h(
        "div",
        { class: "acts" },
        again && h("button", { type: "button", class: "btn go", text: "Send it again", onclick: again }),
        closing,
      ),
    );
  }
  const lost = !refusal.status || refusal.status >= 500;
  return h(
    "div",
    { role: "alert", class: "problem" },
    reasons(refusal, Boolean(remedy)),
    h(
      "div",
      { class: "acts" },
      remedy,
      lost && again && h("button", { type: "button", class: "btn", text: "Send it again", onclick: again }),
      declare && refusal.declarable &&
        h("button", { type: "button", class: "btn", text: "Declare it all the same", onclick: declare }),
      closing,
    ),
  );
}

/**
 * @param {import("../../shell/api.js").ApiError} refusal
 * @param {boolean} mended whether a button does what is legal
 */
function reasons(refusal, mended) {
  const reason = refusal.refused || refusal.message;
  const rows = refusal.violations.filter((one) => one.row);
  if (rows.length) return note("refused", `Refused: ${reason}`, rowViolations(rows));
  const kind = refusal.status === 409 || refusal.refused ? "refused" : "warn";
  return note(
    kind,
    kind === "refused" ? `Refused: ${reason}` : capital(reason),
    refusal.legal && !mended && `${capital(refusal.legal.replace(/^legal: /, "Legal: "))}. `,
    chips(refusal.rules),
    refusal.violations.slice(1).map((one) =>
      h("span", { class: "and" }, capital(one.text), chips(one.rules))
    ),
  );
}

/**
 * What is wrong with each row of an action that has many.
 * @param {import("../../api.d.ts").Violation[]} rows
 * @param {(row: number) => string} [named]
 */
export const rowViolations = (rows, named = () => "") =>
  rows.map((one) =>
    h(
      "span",
      { class: "and row-violation" },
      `Row ${one.row}${named(one.row)}: ${one.text}${one.remedy ? `; ${one.remedy}` : ""} `,
      chips(one.rules),
    )
  );

/**
 * Somebody asks to take actions back.
 * @param {import("../types.d.ts").Scene} scene
 * @param {(agree: boolean) => void} rollback
 */
export function rollbackNote(scene, rollback) {
  const wanted = scene.match.rollback;
  if (!wanted) return null;
  const mine = wanted.waiting.filter((role) => scene.match.yours.includes(role));
  // What the other side did in secret is not counted.
  const text = wanted.actions
    ? `${heading(wanted.asked_by)} asks to take back ${
      plural(wanted.actions, "action")
    }, from action ${wanted.before} on.`
    : `${heading(wanted.asked_by)} asks to take back what they did since action ${
      wanted.before - 1
    }; you saw nothing of it.`;
  const luck = scene.log.actions.filter((action) => action.number >= wanted.before).flatMap((action) =>
    action.dice ?? []
  );
  return h(
    "div",
    { class: "rollback" },
    note(
      "warn",
      "A rollback is asked for",
      text,
      luck.length > 0 &&
        h(
          "span",
          { class: "luck" },
          ` The luck of ${plural(luck.length, "roll")} goes with them: `,
          luck.slice(0, 8).map((faces) => h("span", { class: "dice" }, faces.map(die))),
        ),
      mine.length ? "" : ` Waiting for ${wanted.waiting.map(heading).join(", ")}.`,
    ),
    h(
      "div",
      { class: "acts" },
      mine.length > 0 && h("button", {
        type: "button",
        class: "btn go",
        text: "Agree",
        onclick: () => rollback(true),
      }),
      h("button", {
        type: "button",
        class: "btn",
        text: mine.length ? "Refuse" : "Take the request back",
        onclick: () => rollback(false),
      }),
    ),
  );
}
