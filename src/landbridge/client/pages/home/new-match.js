/** A new match: game, scenario, who sits where, whose dice, how strict, and the open points of the rules. */

import { sideMark } from "../../match/match-status.js";
import { games } from "../../shell/api.js";
import { keptAnswers } from "../../shell/box-api.js";
import { whileBusy } from "../../shell/busy.js";
import { announce, fill, fresh, h } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { gameTabs, trouble } from "../../shell/parts.js";
import { keep, to } from "../../shell/route.js";
import { heading } from "../../shell/words.js";
import { boxChoice } from "./box-choice.js";
import { cards } from "./choice-cards.js";
import { clockChoice } from "./clock-choice.js";
import { openPoints } from "./open-points.js";

/** @typedef {import("../../api.d.ts").GameEntry} GameEntry */
/**
 * @typedef {{
 *   scenario: string,
 *   seats: { [role: string]: string },
 *   dice: import("../../match/types.d.ts").DiceFrom,
 *   mode: "enforced" | "referee",
 *   options: { [name: string]: string },
 *   name: string,
 *   seed: string,
 *   secret: boolean,
 *   clock?: import("./clock-choice.js").ClockChoice,
 * }} Wish
 */

const WAYS = {
  referee: [
    "Referee our table",
    "You play on your own map with your own dice; the page asks for each roll, checks it and keeps " +
    "the books. It warns and never forbids.",
  ],
  bot: ["Against a bot", "You take one side, the program the other and throws the dice."],
  hot: ["Two at one screen", "Both sit here; the page hands over between them and hides what is secret."],
  invite: ["With somebody elsewhere", "You take one side and send a link for the other."],
};
const DICE = {
  seeded: [
    "The program throws",
    "From a seed whose hash is shown now and which is revealed at the end, so that every roll can be checked.",
  ],
  typed: ["We throw and type", "The page asks for the faces on your table."],
  either: ["Either", "Choose at each roll."],
};
const MODES = {
  enforced: ["The rules are kept", "What breaks a rule is refused, with its number."],
  referee: ["The referee may let it pass", "What breaks a rule is shown; you may declare it all the same."],
};

/** @param {HTMLElement} frame @param {import("../../shell/types.d.ts").Route} route */
export async function showSetup(frame, route) {
  frame.removeAttribute("data-chosen");
  document.title = "New match · Landbridge";
  const [known, who] = await Promise.all([games(), play.me()]);
  const game = known.find((one) => one.name === route.name) ?? known[0];
  const ways =
    /** @type {(keyof typeof WAYS)[]} */ (who.mode === "public"
      ? ["invite", "bot", "referee"]
      : ["referee", "bot", "hot"]);
  // A game that is drawn on its map is played here first of all; the ledger is for a table.
  const usual = game.tutorials.length > 0 && who.mode === "local" ? "bot" : ways[0];
  const way = ways.find((one) => one === route.given.for) ?? usual;
  fill(
    frame,
    h(
      "main",
      { id: "main", class: "setup", tabindex: "-1" },
      h("h1", { text: "New match" }),
      known.length > 1 &&
        gameTabs(known, game, (one) => to("new", one.name, route.given)),
      form(game, ways, way, who, route),
    ),
  );
}

/**
 * @param {GameEntry} game
 * @param {(keyof typeof WAYS)[]} ways
 * @param {keyof typeof WAYS} first
 * @param {import("../../api.d.ts").Me} who
 * @param {import("../../shell/types.d.ts").Route} route
 */
function form(game, ways, first, who, route) {
  const roles = game.roles ?? [];
  const bots = game.bots?.length ? game.bots : ["random"];
  /** @type {Wish} */
  const wish = {
    scenario: game.scenarios?.find((one) => one.name === route.given.scenario)?.name ?? "",
    seats: {},
    dice: "seeded",
    mode: "enforced",
    options: {},
    name: "",
    seed: "",
    secret: who.mode === "public",
  };
  const scenarioPlace = h("div", { class: "scenarios" });
  const seatsPlace = h("div", { class: "seat-rows" });
  const dicePlace = h("div");
  const modePlace = h("div");
  const problem = h("div", { role: "alert" });
  const go = h("button", { type: "submit", class: "btn go large", text: "Begin" });
  const brief = h("p", { class: "small muted" });

  /** Whether one side is a bot's, and whether the seats are those of a tutorial. */
  let [against, taught] = [false, false];

  /** @param {keyof typeof WAYS} way */
  function take(way) {
    const others = roles.slice(1);
    if (way === "referee") {
      Object.assign(wish, {
        seats: Object.fromEntries(roles.map((role) => [role, "me"])),
        dice: "typed",
        mode: "referee",
      });
    }
    if (way === "hot") {
      Object.assign(wish, {
        seats: Object.fromEntries(roles.map((role) => [role, "me"])),
        dice: "seeded",
        mode: "enforced",
      });
    }
    if (way === "bot") Object.assign(wish, { dice: "seeded", mode: "enforced" });
    if (way === "invite") {
      Object.assign(wish, {
        seats: { [roles[0]]: "me", ...Object.fromEntries(others.map((role) => [role, "open"])) },
        dice: "seeded",
        mode: "enforced",
      });
    }
    if (who.mode === "public" && way === "referee") wish.seats.referee = "me";
    against = way === "bot";
    drawScenarios();
    seatForLesson(true);
    draw();
  }

  /** Whoever plays a tutorial sits where its coach is, against its easy bot. @param {boolean} anew */
  function seatForLesson(anew) {
    if (!against) return;
    const tutorial = game.tutorials.find((one) => one.scenario === wish.scenario);
    if (!tutorial && !anew && !taught) return;
    taught = Boolean(tutorial);
    const own = tutorial?.role ?? roles[0];
    const bot = `bot:${tutorial?.opponent ?? bots[0]}`;
    wish.seats = Object.fromEntries(roles.map((role) => [role, role === own ? "me" : bot]));
  }

  /** What fits the way to play comes first; a match as in one's box is played beside its map. */
  function drawScenarios() {
    const all = game.scenarios ?? [];
    const boxed = wish.options.box === "yes";
    const atTable = boxed || wish.mode === "referee";
    const fitting = all.filter((one) => one.at_table === atTable);
    const others = all.filter((one) => one.at_table !== atTable);
    const mixed = fitting.length > 0 && others.length > 0;
    const closed = boxed && mixed ? others.map((one) => one.name) : [];
    const wanted = wish.scenario === route.given.scenario && !closed.includes(wish.scenario);
    if (!wanted && !fitting.some((one) => one.name === wish.scenario)) {
      wish.scenario = (fitting[0] ?? all[0])?.name ?? "";
    }
    const group = fresh();
    fill(
      scenarioPlace,
      [fitting, others].filter((some) => some.length).map((some) => {
        const title = some[0].at_table ? "Beside your own map" : "On the map here";
        return [
          mixed && h("h3", { text: title }),
          cards(
            mixed ? title : "Scenario",
            some.map((one) => [one.name, one.title, one.text]),
            wish.scenario,
            (value) => {
              wish.scenario = value;
              seatForLesson(false);
              draw();
            },
            closed,
            group,
          ),
        ];
      }),
    );
  }

  /** Whether one person plays several sides. */
  const alone = () => Object.values(wish.seats).filter((one) => one === "me").length > 1;

  /** Who takes a side leaves the other to whoever had this one. @param {string} role @param {string} value */
  function seat(role, value) {
    const [several, had] = [alone(), wish.seats[role]];
    wish.seats[role] = value;
    if (several || value !== "me" || had === "me") return;
    for (const other of roles) {
      if (other !== role && wish.seats[other] === "me") wish.seats[other] = had;
    }
  }

  function draw() {
    const title = game.scenarios.find((one) => one.name === wish.scenario)?.title ?? game.title;
    const sitting = roles.map((role) => `${heading(role)} ${seatWords(wish.seats[role])}`);
    fill(brief, h("b", { text: title }), `: ${sitting.join(", ")}`);
    const withBot = Object.values(wish.seats).some((seat) => seat.startsWith("bot"));
    if (withBot && wish.dice === "typed") wish.dice = "either";
    fill(
      seatsPlace,
      roles.map((role) =>
        h(
          "div",
          { class: "seat-row" },
          sideMark(role),
          cards(
            `Who plays ${heading(role)}`,
            [
              ["me", "Me"],
              ...bots.map((bot) => /** @type {[string, string]} */ ([`bot:${bot}`, `Bot: ${bot}`])),
              ["open", who.mode === "public" ? "Invite" : "Nobody yet"],
            ],
            wish.seats[role] ?? "open",
            (value) => {
              seat(role, value);
              draw();
            },
          ),
        )
      ),
      [...new Set(Object.values(wish.seats).filter((seat) => seat.startsWith("bot:")))].map((seat) => {
        const text = game.bot_texts?.[seat.slice(4)];
        return text && h("p", { class: "small muted", text: `The bot “${seat.slice(4)}” ${text}.` });
      }),
    );
    fill(
      dicePlace,
      cards(
        "Dice",
        Object.entries(DICE).map(([name, [title, text]]) => [name, title, text]),
        wish.dice,
        (value) => {
          wish.dice = /** @type {Wish["dice"]} */ (value);
          draw();
        },
        withBot ? ["typed"] : [],
      ),
      withBot &&
        h("p", { class: "small muted", text: "A bot has no table to throw on: the program throws for it." }),
    );
    fill(
      modePlace,
      cards(
        "Rules",
        Object.entries(MODES).map(([name, [title, text]]) => [name, title, text]),
        wish.mode,
        (value) => {
          wish.mode = /** @type {Wish["mode"]} */ (value);
          draw();
        },
      ),
    );
  }

  const boxPlace = boxChoice(game, wish.options, route.given.box === "yes", () => {
    drawScenarios();
    draw();
  });
  const how = cards(
    "How do you play?",
    ways.map((name) => [name, WAYS[name][0], WAYS[name][1]]),
    first,
    (value) => {
      keep(to("new", game.name, { for: value }));
      take(/** @type {keyof typeof WAYS} */ (value));
    },
  );
  take(first);

  const made = h(
    "form",
    { class: "setup-form", novalidate: true, onsubmit: submit },
    part("How do you play?", how),
    (game.scenarios?.length ?? 0) > 1 && part("Scenario", scenarioPlace),
    part("Seats", seatsPlace),
    part("Dice", dicePlace),
    part("Rules", modePlace),
    boxPlace && part("Where the documents are silent", boxPlace),
    who.mode === "public" && part(
      "Clock",
      clockChoice(bots, (choice) => {
        wish.clock = choice;
      }),
    ),
    h("section", {}, openPoints(game, wish.options)),
    part(
      "Name",
      h(
        "div",
        { class: "named" },
        h(
          "label",
          {},
          h("span", { class: "small muted", text: "A name for the list" }),
          h("input", {
            class: "field",
            type: "text",
            autocomplete: "off",
            maxlength: 80,
            placeholder: `${heading(game.name)}: Thursday group`,
            oninput: (/** @type {Event} */ event) => {
              wish.name = /** @type {HTMLInputElement} */ (event.target).value;
            },
          }),
        ),
        h(
          "label",
          {},
          h("span", { class: "small muted", text: "Seed of the dice, if you want a certain one" }),
          h("input", {
            class: "field",
            type: "text",
            autocomplete: "off",
            maxlength: 80,
            placeholder: "chosen by chance",
            oninput: (/** @type {Event} */ event) => {
              wish.seed = /** @type {HTMLInputElement} */ (event.target).value;
            },
          }),
        ),
        who.mode === "public" &&
          h(
            "label",
            { class: "input check" },
            h("input", {
              type: "checkbox",
              checked: wish.secret,
              onchange: (/** @type {Event} */ event) => {
                wish.secret = /** @type {HTMLInputElement} */ (event.target).checked;
              },
            }),
            h("span", { text: "Private: only those who sit or are invited may look" }),
          ),
      ),
    ),
    problem,
    h("div", { class: "acts begin" }, go, brief),
  );

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    fill(problem);
    await whileBusy(go, async () => {
      const begun = await play.begin({
        game: game.name,
        scenario: wish.scenario || undefined,
        options: wish.options,
        dice: wish.dice,
        mode: wish.mode,
        seats: wish.seats,
        name: wish.name.trim() || undefined,
        seed: wish.seed.trim() || undefined,
        private: who.mode === "public" ? wish.secret : undefined,
        clock: wish.clock,
        box: wish.options.box === "yes" ? keptAnswers(game.name) : undefined,
      });
      announce("The match has begun.");
      location.hash = to("match", begun.id);
    }, (error) => fill(problem, trouble(error)));
  }
  return made;
}

/** Who sits there. @param {string | undefined} seat */
const seatWords = (seat = "open") =>
  seat === "me" ? "you" : seat === "open" ? "nobody yet" : seat.replace("bot:", "bot ");

/** @param {string} title @param {import("../../shell/dom.js").Child} inside */
const part = (title, inside) => h("section", {}, h("h2", { text: title }), inside);
