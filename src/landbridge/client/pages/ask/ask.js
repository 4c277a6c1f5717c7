/** The Ask page: choose a question, fill in what is known, read the answer at once. */

import { ask, games, questions } from "../../shell/api.js";
import { announce, fill, h, icon, later } from "../../shell/dom.js";
import { finder } from "../../shell/finder.js";
import { chips, trouble } from "../../shell/parts.js";
import { asGiven, keep, to } from "../../shell/route.js";
import { heading, inWords, plural, prose, said } from "../../shell/words.js";
import { answerCard, inShort, spoken } from "./answer.js";
import { makeForm } from "./fields.js";

/** @typedef {import("../../api.d.ts").QuestionForm} QuestionForm */
/** @typedef {import("../../shell/types.d.ts").Given} Given */

/** @type {{ frame: HTMLElement, main: HTMLElement, column: ReturnType<typeof finder> } | null} */
let page = null;
/** @type {{ question: QuestionForm, form: ReturnType<typeof makeForm>, settle: () => void } | null} */
let open = null;

/**
 * @param {HTMLElement} frame
 * @param {import("../../shell/types.d.ts").Route} route
 */
export async function showAsk(frame, route) {
  const [every, documents] = await Promise.all([questions(), games()]);
  const question = every.find((one) => one.name === route.name) ??
    every.find((one) => alone(every, one, route.name));
  if (!page || page.frame.firstChild !== page.column.box) {
    const main = h("main", { id: "main", class: "ask", tabindex: "-1" });
    const column = finder({
      label: "Questions",
      placeholder: "Find: ice, supply, 1.8",
      items: every.map((one) => ({
        name: one.name,
        href: to("ask", one.name),
        title: one.title,
        chapter: one.chapter,
        game: one.game,
        words: `${one.name} ${one.title} ${one.text} ${one.chapter} ${one.rows.join(" ")}`,
        mark: diceOf(one),
      })),
      games: documents,
      game: question?.game ?? every[0]?.game ?? documents[0].name,
      current: question?.name ?? "",
      empty: (game) => [
        `No question about ${game.title} can be asked yet. Its ${
          plural(game.rows, "row")
        } can be read under `,
        h("a", { href: to("rules", "", { game: game.name }), text: "Rules" }),
        ".",
      ],
    });
    fill(frame, column.box, main);
    page = { frame, main, column };
    open = null;
  }
  frame.dataset.chosen = question || route.name ? "yes" : "no";
  document.title = question ? `${question.title} · Landbridge` : "Ask the referee · Landbridge";
  if (question?.name !== open?.question.name || !question) page.column.mark(question?.name ?? "");
  if (!question) {
    open = null;
    fill(page.main, route.name ? unknown(route.name) : welcome(every, documents));
    return;
  }
  if (open?.question !== question) {
    open = showQuestion(page.main, question, documents);
    page.main.scrollTop = 0;
    window.scrollTo(0, 0);
  }
  open.form.set(route.given);
  open.settle();
}

/**
 * Whether this is the only question that answers the row.
 * @param {QuestionForm[]} every
 * @param {QuestionForm} one
 * @param {string} row
 */
const alone = (every, one, row) =>
  Boolean(row) && one.rows.includes(row) && every.filter((other) => other.rows.includes(row)).length === 1;

/** @param {string} name */
const unknown = (name) =>
  h(
    "section",
    { class: "empty" },
    h("h1", { text: "No such question" }),
    h("p", {
      text: `Nobody can be asked “${name}”. Choose one from the list; the field above it searches names, ` +
        "words and rule numbers.",
    }),
    h("p", {}, h("a", { class: "btn go", href: to("ask"), text: "All questions" })),
  );

/** The dice that a question can take. @param {QuestionForm} question */
function diceOf(question) {
  const names = question.inputs.filter((field) => field.roll).map(({ shape: { low, high } }) =>
    low === 1 && high ? `d${high}` : low === 2 && high === 12 ? "2d6" : "dice"
  );
  return [...new Set(names)].join(" ");
}

/** @param {QuestionForm[]} every @param {import("../../api.d.ts").GameEntry[]} documents */
function welcome(every, documents) {
  const dicey = every.filter((one) => one.inputs.some((field) => field.roll));
  const first = dicey.find((one) => one.examples.length) ?? dicey[0] ?? every[0];
  const tried = dicey.filter((one) => one !== first).slice(0, 3);
  return h(
    "section",
    { class: "empty welcome" },
    h("h1", { text: "Ask the referee" }),
    h("p", {
      class: "lead",
      text: "Choose a question and fill in what you know. Type the dice from your table and you get the " +
        "result; leave them open and you get the exact odds. Every answer names its rules.",
    }),
    first &&
      h(
        "p",
        { class: "acts" },
        h("a", { class: "btn go", href: example(first), text: `Try “${first.title}”` }),
        h("a", { class: "btn", href: to("charts"), text: "Look at the charts" }),
      ),
    tried.length > 0 &&
      h(
        "p",
        { class: "small muted" },
        "Or ask about ",
        tried.map((one, at) => [at ? ", " : "", h("a", { href: example(one), text: one.title })]),
        ".",
      ),
    h(
      "ul",
      { class: "documents" },
      documents.map((game) =>
        h(
          "li",
          {},
          h("h2", { text: game.title }),
          h(
            "p",
            { class: "small" },
            heading(game.name),
            ": ",
            game.questions > 0 && `${plural(game.questions, "question")}, `,
            game.tables > 0 && `${plural(game.tables, "chart")}, `,
            h("a", { href: to("rules", "", { game: game.name }), text: plural(game.rows, "row") }),
            " of rules",
          ),
        )
      ),
    ),
  );
}

/** An address that asks a question with known inputs, its dice left open. @param {QuestionForm} question */
function example(question) {
  const given = question.examples.length ? asGiven(question.examples[0].given) : {};
  for (const field of question.inputs) if (field.roll) delete given[field.name];
  return to("ask", question.name, given);
}

/**
 * @param {HTMLElement} main
 * @param {QuestionForm} question
 * @param {import("../../api.d.ts").GameEntry[]} documents
 */
function showQuestion(main, question, documents) {
  const game = documents.find((one) => one.name === question.game);
  const card = h("section", { class: "card answer", "aria-label": "Answer" });
  const peek = h("button", {
    type: "button",
    class: "peek noprint",
    onclick: () => card.scrollIntoView({ behavior: "smooth" }),
  });
  new IntersectionObserver(([seen]) => {
    peek.hidden = seen.isIntersecting;
  }, { rootMargin: "0px 0px -150px" }).observe(card);
  let asked = 0;
  const form = makeForm(question.inputs, game?.turns ?? [], () => {
    keep(to("ask", question.name, form.given()));
    soon();
  });

  async function settle() {
    const turn = ++asked;
    const given = { ...form.given() };
    const missing = form.missing();
    form.blame("");
    fill(
      peek,
      h("b", { text: missing.length ? "Something is still needed" : "No answer" }),
      "see why",
      icon("next", 16),
    );
    if (missing.length) {
      // What was asked before is not waited for any more.
      card.removeAttribute("aria-busy");
      fill(card, waiting(question, missing));
      return;
    }
    card.setAttribute("aria-busy", "true");
    try {
      const answer = await ask(question.name, given);
      if (turn !== asked) return;
      fill(card, answerCard(question, answer, given));
      fill(peek, h("b", { text: inShort(answer) }), "see why", icon("next", 16));
      announce(spoken(answer));
    } catch (problem) {
      if (turn !== asked) return;
      const text = /** @type {Error} */ (problem).message;
      form.blame(text);
      fill(
        card,
        h("header", {}, h("h2", { text: "No answer" })),
        h("div", { class: "body" }, trouble(problem), whatNow(question)),
      );
      announce(text);
    } finally {
      if (turn === asked) card.removeAttribute("aria-busy");
    }
  }
  const soon = later(settle, 60);

  fill(
    main,
    h("a", { class: "back noprint", href: to("ask") }, icon("back", 15), "All questions"),
    h(
      "div",
      { class: "title" },
      h("h1", { text: question.title }),
      h("p", { class: "muted", text: prose(question.text) }),
      question.rows.length > 0 && question.rows.length <= 6 &&
        h("p", { class: "chips" }, chips(question.rows)),
    ),
    h(
      "div",
      { class: "pair" },
      h(
        "section",
        { class: "card form", "aria-label": "What you know" },
        h("div", { class: "body" }, form.box, examples(question)),
      ),
      card,
    ),
    peek,
  );
  return { question, form, settle };
}

/** @param {QuestionForm} question @param {import("../../api.d.ts").FormField[]} missing */
function waiting(question, missing) {
  const names = missing.map((field) => said(field.name));
  const dicey = question.inputs.some((field) => field.roll);
  return [
    h("header", {}, h("h2", { text: "Answer" })),
    h(
      "div",
      { class: "body empty" },
      h("p", {}, "Still needed: ", h("b", { text: names.join(", ") }), "."),
      h("p", {
        class: "muted",
        text: dicey
          ? "The answer comes as soon as it is filled in: exact odds first, the result once you give the dice."
          : "The answer comes as soon as it is filled in, with its reasons and rules.",
      }),
    ),
  ];
}

/** @param {QuestionForm} question */
const whatNow = (question) =>
  question.examples.length > 0 &&
  h("p", { class: "small muted" }, "An example that works: ", tryLinks(question, 1));

/** @param {QuestionForm} question */
const examples = (question) =>
  question.examples.length > 0 &&
  h("p", { class: "small muted tries noprint" }, "Try: ", tryLinks(question, 3));

/** @param {QuestionForm} question @param {number} count */
const tryLinks = (question, count) =>
  question.examples.slice(0, count).map((one, at) => [
    at ? " · " : "",
    h("a", {
      href: to("ask", question.name, asGiven(one.given)),
      title: one.note || null,
      text: brief(one.given),
    }),
  ]);

/** Inputs in a few words. @param {{ [name: string]: import("../../shell/types.d.ts").Plain }} given */
export const brief = (given) =>
  Object.entries(given)
    .map(([name, value]) => {
      const plain = typeof value === "number" || typeof value === "boolean";
      return plain ? `${said(name)} ${inWords(value).toLowerCase()}` : inWords(value);
    })
    .join(", ") || "as it is";
