/** What moderators work with: open reports, accounts, and the log of everything that was done. */

import * as api from "../../shell/account-api.js";
import { whileBusy } from "../../shell/busy.js";
import { fill, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { note, trouble } from "../../shell/parts.js";
import { to } from "../../shell/route.js";
import { capital, plural } from "../../shell/words.js";
import { form, input, row, when } from "./account-parts.js";
import { REASONS } from "./reporting.js";

/** @param {string} reason */
const reasonWords = (reason) => REASONS.find(([value]) => value === reason)?.[1] ?? reason;

/** @param {HTMLElement} frame @param {import("../../shell/types.d.ts").Route} route */
export async function showModeration(frame, route) {
  frame.removeAttribute("data-chosen");
  document.title = "Moderation · Landbridge";
  const who = await play.me();
  const main = h("main", { id: "main", class: "moderation", tabindex: "-1" });
  fill(frame, main);
  if (!who.moderator) {
    fill(
      main,
      h("h1", { text: "Moderation" }),
      h("p", { text: "This page is for moderators. Whoever runs the server makes them." }),
    );
    return;
  }
  if (route.name) return showUser(main, route.name);
  const [reports, entries] = await Promise.all([api.openReports(), api.audit()]);
  fill(
    main,
    h("h1", { text: "Moderation" }),
    finder(),
    h(
      "section",
      { "aria-label": "Open reports" },
      h("h2", { text: `Open reports (${reports.length})` }),
      reports.length
        ? reports.map((one) => reportCard(one, () => showModeration(frame, route)))
        : h("p", { class: "muted", text: "Nothing is open." }),
    ),
    h(
      "section",
      { "aria-label": "Audit log" },
      h("h2", { text: "Audit log" }),
      h("p", {
        class: "small muted",
        text: "Everything that moderators and administrators did. Nothing is ever taken out of it.",
      }),
      auditTable(entries),
    ),
  );
}

function finder() {
  const name = input("text", "off");
  const field = row("An account, by its name", name);
  return h(
    "form",
    {
      class: "find-user",
      role: "search",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (name.value.trim()) location.hash = to("moderation", name.value.trim());
      },
    },
    field,
    h("button", { type: "submit", class: "btn", text: "Look it up" }),
  );
}

/**
 * @param {import("../../api.d.ts").ReportInfo} report
 * @param {() => void} [closed] what to do when it has been closed
 */
function reportCard(report, closed) {
  const answer = h("textarea", { class: "field tall", rows: 2, maxlength: 2000, required: true });
  const result = h("div", { role: "status" });
  return h(
    "article",
    { class: "card pad report", "aria-label": `Report of ${report.about}` },
    h(
      "p",
      {},
      h("b", { text: reasonWords(report.reason) }),
      ": ",
      userLink(report.about),
      h("span", { class: "muted small", text: ` reported by ${report.reporter}, ${when(report.at)}` }),
    ),
    h("p", { class: "words", text: report.text }),
    report.quoted && h("blockquote", { class: "words", text: report.quoted }),
    report.match &&
      h("p", { class: "small" }, h("a", { href: to("match", report.match), text: "The match" })),
    report.closed
      ? h(
        "p",
        { class: "small" },
        h("b", { text: "Closed" }),
        ` by ${report.closed_by}, ${when(report.closed)}: ${report.answer}`,
      )
      : closed && h(
        "form",
        {
          class: "inputs",
          onsubmit: async (/** @type {Event} */ event) => {
            event.preventDefault();
            try {
              await api.closeReport(report.id, answer.value.trim());
              closed();
            } catch (problem) {
              fill(result, trouble(problem));
            }
          },
        },
        row("What you decided", answer),
        result,
        h(
          "p",
          { class: "acts" },
          h("button", { type: "submit", class: "btn", text: "Close the report" }),
          report.message > 0 && h("button", {
            type: "button",
            class: "btn quiet",
            text: "Remove the message",
            onclick: (/** @type {Event} */ event) =>
              whileBusy(/** @type {HTMLButtonElement} */ (event.currentTarget), async () => {
                await api.removeMessage(report.id, answer.value.trim() || "reported");
                fill(result, note("legal", "The message is no longer shown."));
              }, (problem) => fill(result, trouble(problem))),
          }),
        ),
      ),
  );
}

/** @param {string} name */
const userLink = (name) =>
  name === "former player" ? h("span", { text: name }) : h("a", { href: to("moderation", name), text: name });

/** @param {import("../../api.d.ts").AuditInfo[]} entries */
function auditTable(entries) {
  if (!entries.length) return h("p", { class: "muted", text: "Nothing has been done yet." });
  return h(
    "div",
    { class: "card wide-table", tabindex: "0", role: "region", "aria-label": "Audit log, scrolls sideways" },
    h(
      "table",
      { class: "audit" },
      h(
        "thead",
        {},
        h("tr", {}, ["When", "Who", "What", "Whom", "Why"].map((text) => h("th", { scope: "col", text }))),
      ),
      h(
        "tbody",
        {},
        entries.map((one) =>
          h(
            "tr",
            {},
            h("td", { text: when(one.at) }),
            h("td", { text: one.actor }),
            h("td", { text: capital(one.act) }),
            h("td", { text: one.target }),
            h("td", { text: one.why }),
          )
        ),
      ),
    ),
  );
}

/** @param {HTMLElement} main @param {string} name */
async function showUser(main, name) {
  const back = h("p", {}, h("a", { class: "btn quiet", href: to("moderation"), text: "All reports" }));
  let user;
  try {
    user = await api.userFile(name);
  } catch (problem) {
    fill(main, h("h1", { text: "Moderation" }), trouble(problem), finder(), back);
    return;
  }
  fill(
    main,
    h("h1", { text: user.name }),
    h("p", {
      class: "muted",
      text: `Here since ${when(user.created)}${user.moderator ? ", a moderator" : ""}.`,
    }),
    user.disabled && note("warn", "This account is disabled: nobody can sign in to it."),
    !user.moderator && switchForm(user, () => showUser(main, name)),
    h(
      "section",
      { "aria-label": "Matches" },
      h("h2", { text: plural(user.matches.length, "match", "matches") }),
      h("ul", { class: "plain" }, user.matches.map(matchLine)),
    ),
    h(
      "section",
      { "aria-label": "Reports" },
      h("h2", { text: plural(user.reports.length, "report") }),
      user.reports.map((one) => reportCard(one)),
    ),
    back,
  );
}

/** @param {import("../../api.d.ts").UserFile} user @param {() => void} done */
function switchForm(user, done) {
  const why = h("textarea", { class: "field tall", rows: 2, maxlength: 2000, required: true });
  const title = user.disabled ? "Enable the account" : "Disable the account";
  return form(title, row("Why (for the audit log)", why), title, async () => {
    await api.setDisabled(user.name, !user.disabled, why.value.trim());
    done();
    return "";
  }, user.disabled ? "" : "danger");
}

/** @param {import("../../api.d.ts").UserMatch} match */
function matchLine(match) {
  const parts = [
    match.roles.join(", "),
    match.owner && "owner",
    match.over && "over",
    `begun ${when(match.begun)}`,
  ].filter(Boolean).join(" · ");
  return h(
    "li",
    {},
    match.private
      ? h("span", { text: "A private match" })
      : h("a", { href: to("match", match.id), text: match.name || capital(match.game) }),
    h("span", { class: "small muted", text: ` ${capital(match.game)} · ${parts}` }),
  );
}
