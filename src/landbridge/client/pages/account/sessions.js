/** The devices on which one is signed in, and signing them out. */

import * as api from "../../shell/account-api.js";
import { announce, fill, h } from "../../shell/dom.js";
import { note, trouble } from "../../shell/parts.js";
import { capital, plural } from "../../shell/words.js";
import { when } from "./account-parts.js";

/** @param {import("../../api.d.ts").SessionInfo[]} first */
export function sessionList(first) {
  const list = h("ul", { class: "sessions" });
  const result = h("div", { role: "status" });
  const others = h("button", {
    type: "button",
    class: "btn",
    text: "Sign out everywhere else",
    onclick: () =>
      attempt(async () => {
        const { ended } = await api.endOtherSessions();
        return `${plural(ended, "other device")} signed out.`;
      }),
  });

  /** @param {() => Promise<string>} act */
  async function attempt(act) {
    try {
      const text = await act();
      draw(await api.sessions());
      fill(result, note("legal", text));
    } catch (problem) {
      fill(result, trouble(problem));
    }
  }

  /** @param {import("../../api.d.ts").SessionInfo[]} found */
  function draw(found) {
    fill(
      list,
      found.map((one) => {
        const device = capital(one.device);
        return h(
          "li",
          {},
          h(
            "div",
            {},
            h("b", { text: device }),
            one.current && h("span", { class: "here", text: "this device" }),
            h("p", {
              class: "small muted",
              text: [
                one.network && `from ${one.network}`,
                `since ${when(one.begun)}`,
                `last used ${when(one.seen)}`,
              ].filter(Boolean).join(" · "),
            }),
          ),
          !one.current &&
            h("button", {
              type: "button",
              class: "btn small",
              "aria-label": `Sign out ${device}, last used ${when(one.seen)}`,
              text: "Sign out",
              onclick: () =>
                attempt(async () => {
                  await api.endSession(one.id);
                  announce(`${device} is signed out.`);
                  return `${device} is signed out.`;
                }),
            }),
        );
      }),
    );
    others.hidden = found.length < 2;
  }

  draw(first);
  return h(
    "section",
    { class: "card pad inputs", "aria-label": "Where you are signed in" },
    h("h2", { text: "Where you are signed in" }),
    list,
    result,
    h("p", { class: "acts" }, others),
  );
}
