/** Who sits where, and what can be done about it: take a seat, give it to a bot, report somebody. */

import { whileBusy } from "../../shell/busy.js";
import { fill, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { trouble } from "../../shell/parts.js";
import { to } from "../../shell/route.js";
import { lastDay } from "../clock.js";
import { sideMark } from "../match-status.js";

/** @typedef {import("../types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").SeatView} SeatView */
/** @typedef {import("../../api.d.ts").Me} Me */

/** Who holds a seat, in words. @param {SeatView} seat */
export function holder(seat) {
  if (seat.kind === "me") return "you";
  if (seat.kind === "open") return "nobody yet";
  if (seat.kind === "bot") return `bot ${seat.name}`;
  return `${seat.name}${seat.away ? `, on leave until ${lastDay(seat.away)}` : ""}`;
}

/**
 * @param {HTMLElement} place
 * @param {() => Promise<unknown>} refresh
 */
export function seatList(place, refresh) {
  /** What the server said no to. */
  const saying = h("div", { role: "alert" });
  const busy = (/** @type {Event} */ event, /** @type {() => Promise<unknown>} */ act) =>
    whileBusy(/** @type {HTMLButtonElement | HTMLSelectElement} */ (event.currentTarget), async () => {
      await act();
      await refresh();
    }, (problem) => fill(saying, trouble(problem)));

  /** @param {Scene} scene @param {Me} me */
  return ({ match, game }, me) => {
    fill(saying);
    fill(
      place,
      h("h3", { text: "Seats" }),
      h(
        "ul",
        { class: "seats" },
        Object.entries(match.seats).map(([role, seat]) =>
          h(
            "li",
            {},
            sideMark(role),
            h("span", { class: "muted", text: holder(seat) }),
            h(
              "span",
              { class: "acts" },
              !match.over && role !== "referee" && (seat.kind === "bot" || seat.kind === "open") &&
                button("Take it", (event) => busy(event, () => play.seat(match.id, role, "me"))),
              me.mode === "public" && me.user && seat.kind === "user" && seat.name !== "former player" &&
                h("a", {
                  class: "btn small quiet",
                  href: to("report", seat.name, { match: match.id }),
                  "aria-label": `Report ${seat.name}`,
                  text: "Report",
                }),
            ),
            !match.over && role !== "referee" && seat.kind !== "bot" && seat.kind !== "user" &&
              match.dice !== "typed" && h(
                "details",
                { class: "to-bots" },
                h("summary", { class: "small muted", text: "Let a bot play it" }),
                h(
                  "span",
                  { class: "acts" },
                  (game?.bots ?? ["random"]).map((bot) =>
                    button(
                      `Give to bot ${bot}`,
                      (event) => busy(event, () => play.seat(match.id, role, `bot:${bot}`)),
                    )
                  ),
                ),
              ),
          )
        ),
      ),
      me.mode === "public" && match.yours.length > 0 && !match.over && letters(match.id, busy),
      saying,
    );
  };
}

/** @param {string} text @param {(event: Event) => unknown} onclick */
const button = (text, onclick) => h("button", { type: "button", class: "btn small quiet", text, onclick });

/**
 * Whether a letter comes when it is one's turn in this match.
 * @param {string} id
 * @param {(event: Event, act: () => Promise<unknown>) => Promise<unknown>} busy
 */
function letters(id, busy) {
  const box = h("label", { class: "telling small" }, "Letters about this match ");
  play.matchNotifySettings(id).then(
    (now) =>
      box.append(h(
        "select",
        {
          class: "field small",
          onchange: (/** @type {Event} */ event) => {
            const { value } = /** @type {HTMLSelectElement} */ (event.target);
            const mail = value === "usual" ? null : value === "yes";
            return busy(event, () => play.changeMatchNotifySettings(id, { ...now, mail }));
          },
        },
        [["usual", "as in my account"], ["yes", "yes"], ["no", "no"]].map(([value, text]) =>
          h("option", {
            value,
            text,
            selected: value === (now.mail === null ? "usual" : now.mail ? "yes" : "no"),
          })
        ),
      )),
    () => box.remove(),
  );
  return box;
}
