/** What is being played back: the step in words, its battle, and the controls. */

import { h, icon } from "../../shell/dom.js";
import { chips } from "../../shell/parts.js";
import { sentence } from "../../shell/words.js";
import { battleStory, battleUpTo } from "./battle-story.js";
import { keepPlaybackSettings, PACE, playbackSettings } from "./settings.js";
import { battleEvent, endsBattle } from "./steps.js";

/** @typedef {import("../../api.d.ts").EventView} EventView */
/** @typedef {import("./player.js").stepPlayer} stepPlayer */

/** So many sentences of a step are told; more are counted. */
const TOLD = 4;

/**
 * @param {ReturnType<stepPlayer>} player
 * @param {{
 *   events: EventView[],
 *   headings: Set<string>,
 *   board: import("../types.d.ts").PlaybackBoard,
 *   skip: () => void,
 *   redraw: () => void,
 * }} options `events`: the whole log; `headings`: events that head a part of it
 */
export function playerPanel(player, { events, headings, board, skip, redraw }) {
  const [steps, index, step] = [player.steps(), player.index(), player.current()];
  const battle = step && battleEvent(step);
  const [playing, waits] = [player.playing(), Boolean(step && endsBattle(step) && !player.playing())];
  return [
    h(
      "div",
      { class: "playback-head" },
      h("h2", { tabindex: "-1", text: headingOf(events, headings, step?.events[0]) }),
      h("span", { class: "small muted", text: `${Math.max(0, index + 1)} of ${steps.length}` }),
    ),
    h("progress", {
      max: steps.length,
      value: index + 1,
      "aria-label": "Steps shown",
    }),
    h(
      "div",
      { class: "acts playback-acts", role: "group", "aria-label": "Playback" },
      act("Step back", "back", index <= 0, () => player.step(-1)),
      h(
        "button",
        {
          type: "button",
          class: "btn go",
          "data-confirm": "",
          "data-act": "play",
          onclick: () => (playing ? player.pause() : player.play()),
        },
        icon(playing ? "pause" : "play", 15),
        playing ? "Pause" : waits ? "Go on" : "Play",
      ),
      act("Step on", "next", false, () => player.step(1)),
      h("button", {
        type: "button",
        class: "btn small",
        "data-act": "battle",
        text: "Next battle",
        onclick: player.nextBattle,
      }),
      h("button", {
        type: "button",
        class: "btn small",
        "data-act": "skip",
        title: "Skip it (Esc)",
        text: "Skip",
        onclick: skip,
      }),
    ),
    h(
      "div",
      { class: "playback-step" },
      step && !battle && told(step.events),
      battle && [
        battleStory(battleUpTo(events, battle), board),
        told((step?.events ?? []).filter((event) => !event.picture?.battle)),
      ],
    ),
    wishes(redraw),
  ];
}

/** @param {string} name @param {string} sign @param {boolean} disabled @param {() => void} onclick */
const act = (name, sign, disabled, onclick) =>
  h(
    "button",
    {
      type: "button",
      class: "btn small",
      "data-act": sign,
      "aria-label": name,
      title: name,
      disabled,
      onclick,
    },
    icon(sign, 15),
  );

/** @param {EventView[]} events */
const told = (events) => [
  events.slice(0, TOLD).map((event) => h("p", {}, sentence(event.text), chips(event.rules.slice(0, 2)))),
  events.length > TOLD && h("p", { class: "small muted", text: `and ${events.length - TOLD} more` }),
];

/**
 * The heading of the log under which an event stands.
 * @param {EventView[]} events
 * @param {Set<string>} headings
 * @param {EventView} [event]
 */
function headingOf(events, headings, event) {
  const upTo = event ? events.indexOf(event) : events.length - 1;
  const head = events.slice(0, upTo + 1).findLast((one) => headings.has(one.id));
  return head ? sentence(head.text).replace(/\.$/, "") : "What happened";
}

/** How fast, and whether it waits at battles. @param {() => void} redraw */
function wishes(redraw) {
  const { speed, stops, auto } = playbackSettings();
  const tick = (
    /** @type {string} */ text,
    /** @type {boolean} */ checked,
    /** @type {(on: boolean) => void} */ change,
  ) => {
    const box = h("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
    return h("label", { class: "small" }, box, ` ${text}`);
  };
  return h(
    "div",
    { class: "playback-wishes" },
    h(
      "div",
      { class: "tabs", role: "group", "aria-label": "Speed" },
      Object.keys(PACE).map((one) =>
        h("button", {
          type: "button",
          "data-act": one,
          "aria-pressed": String(one === speed),
          text: one === "slow" ? "Slow" : one === "fast" ? "Fast" : "Normal",
          onclick: () => {
            keepPlaybackSettings({ speed: /** @type {import("./settings.js").Speed} */ (one) });
            redraw();
          },
        })
      ),
    ),
    tick("Wait after each battle", stops, (on) => keepPlaybackSettings({ stops: on })),
    tick("Play turns by itself", auto, (on) => keepPlaybackSettings({ auto: on })),
  );
}
