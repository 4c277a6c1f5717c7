/** As in my box: everything that will be asked, as a form to fill in beforehand, for a game or a match. */

import { games } from "../../shell/api.js";
import {
  answersIn,
  boxQuestions,
  keepAnswers,
  keptAnswers,
  openPack,
  writePack,
} from "../../shell/box-api.js";
import { fill, h, later } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { gameTabs, trouble } from "../../shell/parts.js";
import { to } from "../../shell/route.js";
import { boxQuestion } from "./box-question.js";

/** @typedef {import("../../shell/box-api.js").Answers} Answers */

/** @param {HTMLElement} frame @param {import("../../shell/types.d.ts").Route} route */
export async function showBox(frame, route) {
  document.title = "As in my box · Landbridge";
  const known = (await games()).filter((one) => one.options?.some((option) => option.name === "box"));
  const game = known.find((one) => one.name === route.name) ?? known[0];
  const id = typeof route.given.match === "string" ? route.given.match : "";
  const [asked, match] = await Promise.all([boxQuestions(game.name), id ? play.position(id) : null]);
  const answers = { ...(match ? answersIn(match.view) : {}), ...keptAnswers(game.name) };
  fill(
    frame,
    h(
      "main",
      { id: "main", class: "setup box-page", tabindex: "-1" },
      h("h1", { text: "As in my box" }),
      h("p", {
        class: "muted",
        text:
          "Much of the printed game is not in the documents that we have. A match as in your box applies " +
          "only what is printed there or in the series rules, and asks you for the rest when it is needed. " +
          "Here you can answer beforehand; what you leave open is asked in the match.",
      }),
      !match && known.length > 1 &&
        gameTabs(known, game, (one) => to("box", one.name)),
      form(game.name, asked, answers, match),
    ),
  );
}

/**
 * @param {string} game
 * @param {import("../../api.d.ts").BoxQuestionView[]} asked
 * @param {Answers} answers
 * @param {import("../../api.d.ts").Position | null} match
 */
function form(game, asked, answers, match) {
  /** @type {Map<string, string>} */
  const wrong = new Map();
  const count = h("p", { class: "small", role: "status" });
  const problem = h("div", { role: "alert" });
  const list = h("div", { class: "box-list" });
  const filter = h("input", {
    class: "field",
    type: "search",
    placeholder: `Narrow ${asked.length} questions by words`,
    "aria-label": "Narrow the questions",
    autocomplete: "off",
    oninput: later(draw, 40),
  });
  const go = h("button", {
    type: "button",
    class: "btn go large",
    text: match ? "Back to the match" : "New match with these answers",
    onclick: () => {
      location.hash = match ? to("match", match.id) : to("new", game, { box: "yes" });
    },
  });

  function tell() {
    const number = asked.filter((one) => one.key in answers).length;
    count.textContent = wrong.size
      ? [...wrong.values()][0]
      : `${number} of ${asked.length} answered; kept on this device.`;
    count.classList.toggle("wrong", wrong.size > 0);
    go.disabled = wrong.size > 0;
  }

  function draw() {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = asked.filter((one) => {
      const text = `${one.title} ${one.text} ${one.key} ${one.look} ${one.rules.join(" ")}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    fill(
      list,
      shown.map((question) =>
        boxQuestion(question, answers[question.key], (said, why) => {
          if (why) wrong.set(question.key, why);
          else wrong.delete(question.key);
          if (said !== null) answers[question.key] = said;
          if (!wrong.size) keepAnswers(game, answers);
          tell();
        })
      ),
      !shown.length && h("p", { class: "small muted", text: "No question has those words." }),
    );
    tell();
  }

  /** @param {Event} event */
  async function open(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const file = field.files?.[0];
    if (!file) return;
    fill(problem);
    try {
      Object.assign(answers, await openPack(game, file.name, await file.text()));
      keepAnswers(game, answers);
      wrong.clear();
      draw();
    } catch (error) {
      fill(problem, trouble(error));
    }
    field.value = "";
  }

  async function save() {
    fill(problem);
    try {
      const pack = await writePack(game, answers);
      const address = URL.createObjectURL(new Blob([pack.text], { type: "application/toml" }));
      h("a", { href: address, download: pack.name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      fill(problem, trouble(error));
    }
  }

  draw();
  return h(
    "div",
    { class: "setup-form" },
    h(
      "div",
      { class: "acts" },
      h(
        "label",
        { class: "btn file" },
        "Open a pack",
        h("input", {
          type: "file",
          accept: ".toml",
          class: "sr",
          "aria-label": "Open a pack",
          onchange: open,
        }),
      ),
      h("button", { type: "button", class: "btn", text: "Save as a pack", onclick: save }),
    ),
    problem,
    filter,
    list,
    h("div", { class: "acts begin" }, go, count),
  );
}
