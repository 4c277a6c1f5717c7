/** What the owner's box says, asked in the middle of a match. */

import { boxQuestion } from "../pages/box/box-question.js";
import { answersIn, answerWords, boxQuestions, keptAnswers } from "../shell/box-api.js";
import { fill, h } from "../shell/dom.js";
import { trouble } from "../shell/parts.js";
import { to } from "../shell/route.js";
import { plural } from "../shell/words.js";
import { openWords } from "./deciding/slots.js";

/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {import("../api.d.ts").Offer} Offer */

/** What is being answered, so that drawing anew takes nothing away. @type {Map<string, any>} */
const drafts = new Map();

/** Answers that this device keeps and the match has not. @param {Scene} scene */
function newAnswers(scene) {
  const given = answersIn(scene.view);
  return Object.fromEntries(
    Object.entries(keptAnswers(scene.match.game)).filter(([key]) => !(key in given)),
  );
}

/** @param {Offer} offer @param {Scene} scene @param {string} who */
function boxControl(offer, scene, who) {
  const game = scene.match.game;
  const all = h("a", {
    class: "small",
    href: to("box", game, { match: scene.match.id }),
    text: "All questions to the box",
  });
  if (offer.aside) return h("div", { class: "offer own-control" }, all);
  const key = openWords(offer.slots[0])[0].split("=")[0];
  const draft = `${scene.match.id} ${key}`;
  const place = h("div", {}, h("p", { class: "small muted", text: "One moment…" }));
  const problem = h("p", { class: "small wrong", role: "status" });
  const go = h("button", {
    type: "button",
    class: "btn go",
    "data-confirm": "",
    disabled: !drafts.has(draft),
    text: "So says the box",
    onclick: () =>
      scene.act(["box", ...answerWords({ [key]: drafts.get(draft) })], who, {
        done: () => drafts.delete(draft),
      }),
  });
  const more = newAnswers(scene);
  const give = key in more && h("button", {
    type: "button",
    class: "btn",
    text: `Give ${plural(Object.keys(more).length, "answer")} kept on this device`,
    onclick: () => scene.act(["box", ...answerWords(more)], who),
  });
  boxQuestions(game).then((asked) => {
    const question = asked.find((one) => one.key === key);
    if (!question) return;
    fill(
      place,
      boxQuestion(question, drafts.get(draft), (said, why) => {
        if (said !== null) drafts.set(draft, said);
        problem.textContent = why;
        go.disabled = said === null;
      }),
    );
  }, (error) => fill(place, trouble(error)));
  return h(
    "div",
    { class: "offer own-control box-control" },
    place,
    problem,
    h("div", { class: "acts" }, go, give, all),
  );
}

/** @type {NonNullable<import("./types.d.ts").Board["controls"]>} */
export const boxControls = { box: boxControl };

/**
 * A view whose agenda begins with what the question to the box holds up: boards draw that.
 * @param {any} view
 */
export const withoutBoxStep = (view) =>
  view?.agenda?.[0]?.type === "AskBox" ? { ...view, agenda: view.agenda.slice(1) } : view;
