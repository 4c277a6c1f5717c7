/** An invitation: who invites to which game, scenario and side, before one accepts. */

import { terms } from "../../match/clock.js";
import { sideMark } from "../../match/match-status.js";
import { games } from "../../shell/api.js";
import { whileBusy } from "../../shell/busy.js";
import { fill, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { trouble } from "../../shell/parts.js";
import * as people from "../../shell/people-api.js";
import { to } from "../../shell/route.js";
import { heading, shortDate } from "../../shell/words.js";
import { entrance } from "../account/account.js";

/** @typedef {import("../../api.d.ts").InvitationView} InvitationView */

/** @param {HTMLElement} frame @param {import("../../shell/types.d.ts").Route} route */
export async function showJoin(frame, route) {
  frame.removeAttribute("data-chosen");
  document.title = "An invitation · Landbridge";
  const main = h("main", { id: "main", class: "account joining", tabindex: "-1" });
  fill(frame, main);
  /** @type {InvitationView} */
  let found;
  const [who] = await Promise.all([play.me(), games()]);
  try {
    found = await people.invitation(route.name);
  } catch (problem) {
    fill(
      main,
      h("h1", { text: "An invitation" }),
      trouble(problem),
      h("p", { text: "Ask whoever sent it for another one." }),
      h("p", { class: "acts" }, h("a", { class: "btn", href: to("home"), text: "All matches" })),
    );
    return;
  }
  const looksOn = found.role === "spectator";
  const problem = h("div", { role: "alert" });
  fill(
    main,
    h("h1", {
      text: looksOn
        ? `${found.by} lets you look on`
        : `${found.by} invites you to play the ${heading(found.role)} side`,
    }),
    facts(found),
    problem,
    looksOn || who.user
      ? h(
        "p",
        { class: "acts" },
        h("button", {
          type: "button",
          class: "btn go large",
          text: looksOn ? "Look on" : "Take the seat",
          onclick: (/** @type {Event} */ event) =>
            whileBusy(/** @type {HTMLButtonElement} */ (event.currentTarget), async () => {
              location.hash = to("match", (await people.join(route.name)).id);
            }, (error) => fill(problem, trouble(error))),
        }),
        h("a", { class: "btn quiet", href: to("home"), text: "Not now" }),
      )
      : [
        h("p", { text: "Sign in or open an account to take it; the seat is kept for you." }),
        entrance(who, () => showJoin(frame, route)),
      ],
    looksOn && !who.user &&
      h("p", { class: "small muted", text: "You need no account. You see what everybody may see." }),
  );
}

/** What it is to. @param {InvitationView} found */
function facts(found) {
  const others = Object.entries(found.seats).filter(([role]) => role !== found.role);
  return h(
    "dl",
    { class: "card pad facts" },
    fact(
      "Game",
      h("b", { text: heading(found.game) }),
      h("span", { class: "muted", text: ` ${found.title}` }),
    ),
    fact("Scenario", found.scenario_title),
    found.name !== found.scenario_title && fact("Match", found.name),
    found.role !== "spectator" && fact("Your side", sideMark(found.role)),
    fact(
      found.role === "spectator" ? "Players" : "Against",
      others.map(([role, seat], at) => [at ? ", " : "", sideMark(role), ` ${holder(seat)}`]),
    ),
    found.clock && fact("Clock", terms(found.clock)),
    fact("State", found.over ? "It is over." : found.begun ? "It has begun." : "It has not begun yet."),
    fact("Good until", shortDate(found.until.slice(0, 10))),
  );
}

/** @param {string} name @param {...import("../../shell/dom.js").Child} what */
const fact = (name, ...what) => [h("dt", { text: name }), h("dd", {}, what)];

/** Who holds a seat. @param {import("../../api.d.ts").SeatView} seat */
const holder = (seat) =>
  seat.kind === "bot"
    ? `bot ${seat.name}`
    : seat.kind === "open"
    ? "nobody yet"
    : seat.kind === "me"
    ? "you"
    : seat.name;
