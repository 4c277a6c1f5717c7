/**
 * The coach of a tutorial: what just happened and what it means, what to do next and why, the goal, and what
 * has been learnt. What it says comes from the server; here it is shown, and what it names is lit.
 */

import { announce, fill, h, icon, narrow } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { to } from "../../shell/route.js";
import { sentence } from "../../shell/words.js";
import { DARK, lightsOf, markButtons } from "./lights.js";

/** @typedef {import("../types.d.ts").Scene} Scene */
/** @typedef {import("../../api.d.ts").Advice} Advice */

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} page all that may have something lit in it
 * @param {string} id of the match
 * @param {{
 *   changed: () => void,
 *   shows: (word: string) => boolean,
 *   find: (words: string[]) => boolean,
 *   show: (part: string) => void,
 * }} options `changed`: the coach was sent away or called back; `shows`: whether the board shows what a word
 *   stands for; `find`: brings one of these words into sight there, if it can; `show`: brings a part of the page
 *   into sight
 */
export function coachPanel(place, page, id, { changed, shows, find, show }) {
  const wish = `landbridge.coach.${id}`;
  let lights = DARK;
  let [heard, waiting, renewed] = ["", false, false];
  // Cards and lists come and go without a new position: what is in them is lit as well.
  const watcher = new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      markButtons(page, lights);
      bringButton();
    });
  });
  watcher.observe(page, { childList: true, subtree: true });

  /** A step that is new brings its button into sight, where there is a pane to scroll. */
  function bringButton() {
    const button = renewed && !narrow() && page.querySelector(".now-pane :is([data-coached], [data-guided])");
    if (!button) return;
    renewed = false;
    button.scrollIntoView({ block: "nearest" });
  }

  const away = () => localStorage.getItem(wish) === "away";

  /** @param {boolean} gone */
  function send(gone) {
    if (gone) localStorage.setItem(wish, "away");
    else localStorage.removeItem(wish);
    changed();
    place.querySelector("button")?.focus();
  }

  /** What is lit, if anything. @param {Scene} scene */
  const findLights = (scene) => {
    const step = scene.match.coach?.step;
    return step && scene.live && scene.match.may_act !== false && !away()
      ? lightsOf(step.lit, scene.form, shows)
      : DARK;
  };

  /** Bring what is lit into sight: a place on the board, or a button beside it. */
  function showMe() {
    const buttons =
      /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-coached], [data-guided]")]);
    const button = buttons.find((one) => one.checkVisibility());
    if (!button?.closest(".board-place") && find([...lights.words])) return show("board");
    // On a phone it may be on a part of the page that is not in sight.
    const [target = null] = button ? [button] : buttons.filter((one) => one.closest(".now-pane"));
    if (target && !button) show("now");
    target?.scrollIntoView({ block: "nearest" });
    target?.focus();
  }

  /** @param {Advice} advice @param {string} game */
  const spoken = (advice, game) => {
    const { reply, step, then } = advice;
    return [
      reply &&
      h(
        "p",
        { class: "reply small" },
        h("b", { text: sentence(reply.happened) }),
        ` ${reply.meaning}`,
        chips(reply.rules),
      ),
      step && h("h2", { text: step.title }),
      step && h("p", {}, step.text, chips(step.rules)),
      step?.why && h("p", { class: "small muted because", text: step.why }),
      then && h("h2", { text: "The tutorial is finished" }),
      then && h("p", { text: `Next comes ${then.title}: ${then.text}.` }),
      then &&
      h(
        "p",
        { class: "acts" },
        h("a", {
          class: "btn go",
          href: to("new", game, { for: "bot", scenario: then.name }),
          text: `Play ${then.title}`,
        }),
      ),
    ];
  };

  /** @param {Advice} advice */
  const lessons = (advice) =>
    h(
      "ul",
      { class: "lessons", "aria-label": "What you have learnt" },
      advice.lessons.map((one) =>
        h(
          "li",
          {
            class: one.learnt ? "learnt" : null,
            "aria-current": one.name === advice.step?.lesson ? "step" : null,
          },
          one.learnt && icon("ok", 12),
          one.title,
          one.learnt && h("span", { class: "sr", text: " (learnt)" }),
        )
      ),
    );

  return {
    lights: findLights,
    /** @param {Scene} scene */
    draw(scene) {
      const { coach, game } = scene.match;
      place.hidden = !coach || !scene.live;
      place.classList.toggle("away", away());
      lights = findLights(scene);
      if (!coach || place.hidden) return markButtons(page, lights);
      if (away()) {
        fill(
          place,
          h("button", {
            type: "button",
            class: "btn small",
            text: "Call the coach back",
            onclick: () => send(false),
          }),
        );
        return markButtons(page, lights);
      }
      const said = coach.step ? `${coach.step.title}. ${coach.step.text}` : "";
      if (said && said !== heard) {
        announce([coach.reply?.happened, coach.reply?.meaning, said].filter(Boolean).join(" "));
      }
      renewed ||= said !== heard;
      heard = said;
      fill(
        place,
        h(
          "div",
          { class: "coach-head" },
          h("b", { class: "over", text: "Coach" }),
          h("span", { class: "grow" }),
          coach.step && coach.step.lit.length > 0 &&
            h("button", { type: "button", class: "btn small", text: "Show me", onclick: showMe }),
          h("button", {
            type: "button",
            class: "btn small quiet",
            text: coach.let_go ? "Close" : "Leave the coach",
            onclick: () => send(true),
          }),
        ),
        spoken(coach, game),
        !coach.step && !coach.then &&
          h("p", {
            class: "muted",
            text: Object.values(scene.match.seats).some(({ kind }) => kind === "open")
              ? "It goes on as soon as somebody plays the other side."
              : "The other side moves. Watch what it does.",
          }),
        h("p", { class: "goal small" }, h("b", { text: "Goal: " }), coach.goal),
        lessons(coach),
      );
      markButtons(page, lights);
    },
    close: () => watcher.disconnect(),
  };
}
