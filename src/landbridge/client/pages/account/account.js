/** On a server for several people: signing in, opening an account, and taking a seat by a link. */

import * as api from "../../shell/account-api.js";
import { ApiError } from "../../shell/api.js";
import { whileBusy } from "../../shell/busy.js";
import { fill, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { note, trouble } from "../../shell/parts.js";
import { to } from "../../shell/route.js";
import { form, input, row } from "./account-parts.js";
import { goodbye, takeAlong } from "./closing.js";
import { leaveCard } from "./leave.js";
import { sessionList } from "./sessions.js";

/**
 * @param {HTMLElement} frame
 * @param {import("../../shell/types.d.ts").Route} route
 * @returns {Promise<void>}
 */
export async function showAccount(frame, route) {
  frame.removeAttribute("data-chosen");
  document.title = "Account · Landbridge";
  const who = await play.me();
  const main = h("main", { id: "main", class: "account", tabindex: "-1" });
  fill(frame, main);
  const back = String(route.given.then ?? "");
  if (who.mode === "local") {
    fill(
      main,
      h("h1", { text: "Account" }),
      h("p", {
        text:
          "This server runs on your own machine for you alone: every seat is yours and nobody needs a password.",
      }),
      h("p", {}, h("a", { class: "btn go", href: to("home"), text: "Matches" })),
    );
  } else if (who.user) {
    const problem = h("div");
    const again = () => showAccount(frame, route);
    const found = await Promise.all([play.notifySettings(), play.leaves(), api.sessions()]).catch(
      (problem) => {
        if (!(problem instanceof ApiError) || problem.status !== 403) throw problem;
      },
    );
    if (!found) {
      // Signed out from elsewhere since the page last asked who it is for.
      play.forgetMe();
      if ((await play.me()).user) {
        throw new ApiError("The server does not let you see this account.", {}, 403);
      }
      return again();
    }
    const [now, leaves, sessions] = found;
    fill(
      main,
      h("h1", { text: "Account" }),
      h("p", {}, "You are ", h("b", { text: who.user.name }), "."),
      problem,
      h(
        "p",
        { class: "acts" },
        h("button", {
          type: "button",
          class: "btn",
          text: "Sign out",
          onclick: (/** @type {Event} */ event) =>
            whileBusy(buttonOf(event), async () => {
              await play.leave();
              await again();
            }, (error) => fill(problem, trouble(error))),
        }),
        who.moderator && h("a", { class: "btn", href: to("moderation"), text: "Moderation" }),
      ),
      notices(now),
      leaveCard(leaves),
      passwords(),
      sessionList(sessions),
      takeAlong(),
      goodbye(again),
    );
  } else {fill(
      main,
      h("h1", { text: "Sign in" }),
      entrance(who, () => {
        location.hash = back ? `#${back}` : to("home");
      }),
    );}
}

/** @param {import("../../api.d.ts").Me} who @param {() => void} done */
export function entrance(who, done) {
  const problem = h("div", { role: "alert" });
  let fresher = false;
  const [name, word, mail] = [
    input("text", "username"),
    input("password", "current-password"),
    input("email", "email"),
  ];
  const mailRow = row("E-mail, if you want to be told when it is your turn", mail);
  mailRow.hidden = true;
  const go = h("button", { type: "submit", class: "btn go", text: "Sign in" });
  const other = h("button", {
    type: "button",
    class: "btn quiet",
    text: "Open an account instead",
    onclick: () => {
      fresher = !fresher;
      mailRow.hidden = !fresher;
      word.setAttribute("autocomplete", fresher ? "new-password" : "current-password");
      go.textContent = fresher ? "Open the account" : "Sign in";
      other.textContent = fresher ? "Sign in instead" : "Open an account instead";
    },
  });
  return h(
    "form",
    {
      class: "card pad inputs",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        fill(problem);
        return whileBusy(go, async () => {
          await play.enter(fresher ? "register" : "login", {
            name: name.value.trim(),
            password: word.value,
            ...(fresher && mail.value.trim() ? { email: mail.value.trim() } : {}),
          });
          done();
        }, (error) => fill(problem, trouble(error)));
      },
    },
    row("Name", name),
    row("Password", word),
    mailRow,
    problem,
    h("p", { class: "acts" }, go, who.registering !== false && other),
    who.resetting && h("p", {}, h("a", { href: to("reset"), text: "Forgot your password?" })),
  );
}

/** How one hears that it is one's turn. @param {import("../../api.d.ts").NotifySettings} now */
function notices(now) {
  const [mail, hook] = [input("email", "email"), input("url", "off")];
  [mail.value, hook.value, hook.required] = [now.email, now.webhook, false];
  hook.placeholder = "an address of your own, beginning with https";
  const letters = h("input", { type: "checkbox", checked: now.mail });
  const failures = h("div", { class: "problem" });
  showFailures(failures, now.failures);
  return form(
    "When it is your turn",
    [
      failures,
      row(
        now.email && !now.confirmed ? "E-mail (not confirmed yet: open the link in the letter)" : "E-mail",
        mail,
      ),
      h("label", { class: "input check" }, letters, h("span", { text: "Send me a letter" })),
      row("Webhook: an address that is called", hook),
    ],
    "Keep",
    async () => {
      const found = await play.changeNotifySettings({
        mail: letters.checked,
        webhook: hook.value.trim(),
        email: mail.value.trim(),
      });
      showFailures(failures, found.failures);
      return found.email && !found.confirmed ? "Kept. Letters come once the address is confirmed." : "Kept.";
    },
  );
}

/**
 * What could not be sent, and whether it is still tried.
 * @param {HTMLElement} box
 * @param {import("../../api.d.ts").SendFailure[]} failures
 */
function showFailures(box, failures) {
  fill(
    box,
    failures.map((one) =>
      note(
        one.off ? "refused" : "warn",
        one.kind === "mail" ? "The last letter did not arrive" : "The last call of your webhook failed",
        h("span", {
          class: "wrap",
          text: `${one.target} on ${new Date(one.at).toLocaleString("en-GB")}: ${one.text} `,
        }),
        one.off
          ? "Nothing more is sent there until you keep it again."
          : "What comes next is still sent there.",
      )
    ),
  );
}

function passwords() {
  const [old, fresh] = [input("password", "current-password"), input("password", "new-password")];
  return form("Password", [row("The old one", old), row("A new one", fresh)], "Change it", async () => {
    await play.newPassword(old.value, fresh.value);
    [old.value, fresh.value] = ["", ""];
    return "Changed. Every other device has been signed out.";
  });
}

/** The button that was pressed. @param {Event} event */
const buttonOf = (event) => /** @type {HTMLButtonElement} */ (event.currentTarget);
