/** What is said beside a match: players among themselves, and those who look on among themselves. */

import { whileBusy } from "../../shell/busy.js";
import { announce, fill, h } from "../../shell/dom.js";
import { trouble } from "../../shell/parts.js";
import * as people from "../../shell/people-api.js";
import { to } from "../../shell/route.js";
import { sideMark } from "../match-status.js";

/** @typedef {import("../../api.d.ts").Chat} Chat */
/** @typedef {import("../../api.d.ts").ChatMessage} ChatMessage */

const ROOMS = { players: "Players", spectators: "Onlookers" };
const LONGEST = 500;

/**
 * @param {HTMLElement} place
 * @param {string} id
 * @param {{ seen: () => boolean, changed: () => void }} options whether it is in sight, and what to do when
 *   the count of unread messages has changed
 */
export function chatPanel(place, id, { seen, changed }) {
  /** @type {Chat | null} */
  let chat = null;
  /** The last message that was in sight, on this device. */
  const mark = `landbridge.chat.${id}`;
  const list = h("ol", { class: "chat-list", "aria-label": "Messages", tabindex: "0" });
  const why = h("p", { class: "small muted" });
  const problem = h("div", { role: "alert" });
  const field = h("textarea", {
    class: "field",
    rows: 2,
    maxlength: LONGEST,
    "aria-label": "Say something",
    placeholder: "Say something…",
  });
  const send = h("button", { type: "submit", class: "btn", text: "Send" });
  const form = h(
    "form",
    {
      class: "chat-form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        return say();
      },
    },
    field,
    send,
  );
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  const where = h("span", { class: "small muted" });
  const file = h("a", {
    class: "btn small quiet",
    href: people.chatFile(id),
    download: "",
    text: "Save to a file",
  });
  fill(
    place,
    h("div", { class: "chat-head" }, h("h3", { text: "Chat" }), where, file),
    list,
    why,
    problem,
    form,
  );

  const say = () =>
    field.value.trim() && whileBusy(send, async () => {
      const text = field.value;
      chat = await people.writeChat(id, text);
      if (field.value === text) field.value = "";
      fill(problem);
      draw(false);
      field.focus();
    }, (error) => fill(problem, trouble(error)));

  const last = () => chat?.messages.at(-1)?.number ?? 0;
  const unread = () => {
    const known = Number(localStorage.getItem(mark) ?? 0);
    return chat?.messages.filter((one) => one.number > known && !one.mine).length ?? 0;
  };

  /** @param {boolean} aloud whether to say what is new */
  function draw(aloud) {
    if (!chat) return;
    const { rooms, writes, messages } = chat;
    const known = Number(list.dataset.last ?? 0);
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 24;
    where.textContent = rooms.length > 1
      ? "everybody"
      : rooms[0] === "players"
      ? "only players read this"
      : "only those who look on read this";
    fill(
      list,
      chat.earlier && h("li", { class: "small muted", text: "Earlier messages are in the file." }),
      messages.map((one) => line(one, rooms.length > 1)),
      !messages.length && h("li", { class: "small muted", text: "Nothing has been said yet." }),
    );
    list.dataset.last = String(last());
    form.hidden = !writes;
    why.hidden = Boolean(writes);
    why.textContent = chat.why_not;
    if (atEnd || !known) list.scrollTop = list.scrollHeight;
    const news = messages.filter((one) => one.number > known && !one.mine);
    if (aloud && known && news.length) announce(news.map((one) => `${one.name}: ${one.text}`).join(". "));
    look();
  }

  /** What is in sight has been read. */
  function look() {
    if (seen() && last()) localStorage.setItem(mark, String(last()));
    changed();
  }

  /** @param {ChatMessage} one @param {boolean} rooms whether to say in which room */
  function line(one, rooms) {
    const at = new Date(one.at);
    return h(
      "li",
      { class: one.mine ? "mine" : null },
      h(
        "p",
        { class: "small muted" },
        one.role ? sideMark(one.role) : null,
        " ",
        h("b", { text: one.mine ? "You" : one.name }),
        " ",
        h("time", {
          datetime: one.at,
          text: at.toLocaleString([], { dateStyle: "short", timeStyle: "short" }),
        }),
        rooms && ` · ${ROOMS[one.room]}`,
        !one.mine && one.text && one.name && [
          " ",
          h("a", {
            class: "report-message",
            href: to("report", one.name, { match: id, message: String(one.number) }),
            "aria-label": `Report this message by ${one.name}`,
            text: "Report",
          }),
        ],
      ),
      one.text
        ? h("p", { class: "words", text: one.text })
        : h("p", { class: "muted", text: "Removed by a moderator." }),
    );
  }

  return {
    /** Fetch what was said, and show it. */
    async refresh() {
      chat = await people.readChat(id);
      draw(true);
    },
    look,
    unread,
  };
}
