/** On a server for several people: signing in, opening an account, and taking a seat by a link. */

import { fill, fresh, h } from "./dom.js";
import { trouble } from "./parts.js";
import * as play from "./play.js";
import { to } from "./route.js";

/** @param {HTMLElement} frame @param {import("./types").Route} route */
export async function showAccount(frame, route) {
  frame.removeAttribute("data-chosen");
  document.title = "Account · Landbridge";
  const who = await play.me();
  const main = h("main", { id: "main", class: "account", tabindex: "-1" });
  fill(frame, main);
  const back = String(route.given.then ?? "");
  if (who.mode === "local") {
    fill(main, h("h1", { text: "Account" }), h("p", { text: "This server runs on your own machine for you alone: every seat is yours and nobody needs a password." }), h("p", {}, h("a", { class: "btn go", href: to("home"), text: "Matches" })));
  } else if (who.user) {
    const problem = h("div");
    fill(main, h("h1", { text: "Account" }), h("p", {}, "You are ", h("b", { text: who.user.name }), "."), problem,
      h("p", {}, h("button", { type: "button", class: "btn", text: "Sign out", onclick: () => play.leave().then(() => showAccount(frame, route), (told) => fill(problem, trouble(told))) })));
  } else fill(main, h("h1", { text: "Sign in" }), entrance(who, () => { location.hash = back ? `#${back}` : to("home"); }));
}

/** @param {import("./types").Me} who @param {() => void} done */
function entrance(who, done) {
  const problem = h("div", { role: "alert" });
  let fresher = false;
  const [name, word, mail] = [input("text", "username"), input("password", "current-password"), input("email", "email")];
  const mailRow = row("E-mail, if you want to be told when it is your turn", mail);
  mailRow.hidden = true;
  const go = h("button", { type: "submit", class: "btn go", text: "Sign in" });
  const other = h("button", { type: "button", class: "btn quiet", text: "Open an account instead", onclick: () => {
    fresher = !fresher;
    mailRow.hidden = !fresher;
    word.setAttribute("autocomplete", fresher ? "new-password" : "current-password");
    go.textContent = fresher ? "Open the account" : "Sign in";
    other.textContent = fresher ? "Sign in instead" : "Open an account instead";
  } });
  return h("form", { class: "card pad inputs", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    fill(problem);
    try {
      await play.enter(fresher ? "register" : "login", { name: name.value.trim(), password: word.value, ...(fresher && mail.value.trim() ? { email: mail.value.trim() } : {}) });
      done();
    } catch (told) {
      fill(problem, trouble(told));
    }
  } }, row("Name", name), row("Password", word), mailRow, problem, h("p", { class: "acts" }, go, who.registering !== false && other));
}

/** @param {string} type @param {string} complete */
const input = (type, complete) => h("input", { class: "field", type, autocomplete: complete, required: type !== "email" });

/** @param {string} label @param {HTMLInputElement} field */
function row(label, field) {
  field.id = fresh();
  return h("div", { class: "input" }, h("label", { for: field.id }, h("span", { class: "name", text: label })), field);
}

/** Take a seat by a link. @param {HTMLElement} frame @param {import("./types").Route} route */
export async function showJoin(frame, route) {
  frame.removeAttribute("data-chosen");
  document.title = "Join · Landbridge";
  const who = await play.me();
  const main = h("main", { id: "main", class: "account", tabindex: "-1" }, h("h1", { text: "An invitation" }));
  fill(frame, main);
  if (who.mode === "public" && !who.user) {
    main.append(h("p", { text: "Sign in or open an account first; the seat is kept for you." }), entrance(who, () => showJoin(frame, route)));
    return;
  }
  const problem = h("div", { role: "alert" });
  main.append(h("p", { text: "Somebody has kept a seat for you." }), problem,
    h("p", {}, h("button", { type: "button", class: "btn go large", text: "Take the seat", onclick: async () => {
      try {
        const match = await play.join(route.name);
        location.hash = to("match", match.id);
      } catch (told) {
        fill(problem, trouble(told));
      }
    } })));
}
