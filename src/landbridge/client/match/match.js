/**
 * A match: what is asked, the board, the log and all that can be done around them, kept in step with the
 * server.
 */

import { boardFor } from "../games/boards.js";
import { ApiError, games } from "../shell/api.js";
import { announce, fill, h, later } from "../shell/dom.js";
import { watch, whenLive } from "../shell/live.js";
import * as play from "../shell/match-api.js";
import { trouble } from "../shell/parts.js";
import { keep, to } from "../shell/route.js";
import { brief, heading } from "../shell/words.js";
import { boxControls, withoutBoxStep } from "./box-controls.js";
import { decidePanel } from "./deciding/panel.js";
import { endingActs, endingNotes } from "./endings.js";
import { keyHelp } from "./key-help.js";
import { logPanel, nameThrowers } from "./log.js";
import { matchBar } from "./match-bar.js";
import { sideMark } from "./match-status.js";
import { morePanel } from "./more.js";
import { panes } from "./panes.js";
import { nameWords } from "./deciding/slots.js";
import { emptyLog, takeChanges } from "./sync/changes.js";
import { sendingTo } from "./sync/sending.js";
import { timeline } from "./timeline.js";

/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {import("../api.d.ts").Position} Position */

/** @type {ReturnType<typeof openMatch> | null} */
let page = null;

/**
 * @param {HTMLElement} frame
 * @param {import("../shell/types.d.ts").Route} route
 */
export async function showMatch(frame, route) {
  const as = String(route.given.as ?? "");
  if (page && page.id === route.name && page.main.isConnected) {
    if (as !== page.role() || page.covered()) await page.turnTo(as);
    else await page.refresh();
    if (route.given.at) page.goTo(Number(route.given.at));
    return;
  }
  closeMatch();
  frame.removeAttribute("data-chosen");
  const known = await games();
  const found = await play.changes(route.name, { as });
  const first = /** @type {Position} */ (found.position);
  const board = await boardFor(first.game, first.view);
  await board.ready?.();
  page = openMatch(frame, first, known.find((one) => one.name === first.game), as, board);
  await page.start(found);
  if (route.given.at && !page.covered()) page.goTo(Number(route.given.at));
}

/** Stop watching; the page shows something else. */
export function closeMatch() {
  page?.close();
  page = null;
}

/** Whether keys of the match are meant. */
export const matchKey = (/** @type {KeyboardEvent} */ event) => page?.key(event) ?? false;

/**
 * @param {HTMLElement} frame
 * @param {Position} first
 * @param {import("../api.d.ts").GameEntry | undefined} game
 * @param {string} wanted
 * @param {import("./types.d.ts").Board} board
 */
function openMatch(frame, first, game, wanted, board) {
  const { id } = first;
  let match = first;
  let role = "";
  let log = emptyLog();
  /** What the server calls the position that is shown. */
  let basis = "";
  /**
   * The position that is looked at, where it is not the present one.
   * @type {{ at: number, view: any, board?: any, summary: string[] } | null}
   */
  let past = null;
  /** A role whose secrets are covered until its player is there. */
  let cover = "";
  let [round, drawing] = [0, false];
  /**
   * What was heard while something was being done here.
   * @type {import("../shell/types.d.ts").Version | null}
   */
  let missed = null;
  /** @type {() => void} */
  let unwatch = () => {};
  nameWords(board.word);
  nameThrowers((event, roll) => board.thrower?.(event, roll, log) ?? "");
  const wish = `landbridge.typing.${id}`;

  // The page

  const main = h("main", {
    id: "main",
    class: "match",
    tabindex: "-1",
    "data-plan": board.plan,
    "data-pane": "now",
    "data-side": "log",
  });
  const [title, strip] = [h("h1"), h("div", { class: "turn-strip" })];
  const under = h("span", { class: "small muted" });
  const lamp = h("span", { class: "lamp small", role: "status" });
  const nowPlace = h("section", { class: "card now-pane", "aria-label": "What is asked" });
  const guidePlace = h("section", {
    class: "card guide",
    "aria-label": board.guide?.title ?? "",
    hidden: !board.guide,
  });
  const boardPlace = h("section", { class: "board-place", "aria-label": board.title });
  const [logPlace, besidePlace, morePlace] = ["log", "beside", "more"].map((name) =>
    h("div", { class: `panel ${name}-panel` })
  );
  const timePlace = h("div", { class: "timeline noprint" });
  const sideTabs = h("div", {
    class: "tabs side-tabs noprint",
    role: "group",
    "aria-label": "Beside the board",
  });
  const grid = h(
    "div",
    { class: "match-grid" },
    nowPlace,
    guidePlace,
    boardPlace,
    h(
      "aside",
      { class: "card side-pane", "aria-label": "Log and more" },
      sideTabs,
      timePlace,
      logPlace,
      besidePlace,
      morePlace,
    ),
  );
  const foot = h("nav", { class: "match-tabs", "aria-label": "Parts of the match" });
  const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
  const parts = panes(main, sideTabs, foot, board);
  const { show } = parts;

  const ends = endingActs(
    id,
    () => (role === "referee" ? "" : role),
    (act, said) => sending.attempt("end", (_, shown) => act(shown), said),
  );
  const decide = decidePanel(nowPlace, {
    perform: (pending) => sending.act(pending),
    notes: () => endingNotes(match, ends),
    controls: { ...boxControls, ...board.controls },
    help: board.help,
    rollback: (agree) =>
      sending.attempt(
        "answer",
        (_, shown) => play.answerRollback(id, agree, role === "referee" ? "" : role, shown),
      ),
    typing: () => localStorage.getItem(wish) === "yes",
    setTyping: (typing) => localStorage.setItem(wish, typing ? "yes" : "no"),
    formed: () => {
      if (!drawing && !cover) board.main(boardPlace, scene());
    },
  });
  const story = logPanel(logPlace, { go: goTo, headings: board.headings });
  const time = timeline(timePlace, { go: goTo, branch, rollBack });
  const more = morePanel(morePlace, {
    refresh,
    branch,
    ends,
    gone: () => {
      location.hash = to("home");
    },
  });
  const stopLamp = whenLive((live) => {
    lamp.classList.toggle("on", live);
    fill(lamp, h("i", { "aria-hidden": "true" }), live ? "live" : "reconnecting…");
  });

  /** @returns {Scene} */
  const scene = () => ({
    match,
    game,
    log,
    view: withoutBoxStep(past?.view ?? match.view),
    board: past ? past.board : match.board,
    summary: past?.summary ?? match.summary,
    at: past?.at ?? match.actions,
    live: !past,
    form: past ? null : decide.form(),
    say: decide.say,
    drop: decide.drop,
    act: (words, who, how) => decide.run({ words, who, ...how }),
    open: (verb, said, stay) => {
      if (!stay) show("now");
      decide.open(verb, said);
    },
    show,
    offered: (verb) => match.decisions.flatMap((one) => one.offers).find((offer) => offer.verb === verb),
  });

  function draw() {
    if (cover) return drawCover();
    drawing = true;
    const now = scene();
    if (grid.parentElement !== main) {
      fill(
        main,
        h("div", { class: "match-title" }, title, under, strip, h("span", { class: "grow" }), lamp),
        grid,
        foot,
      );
    }
    title.textContent = match.name || match.title;
    document.title = `${match.decisions.length && match.may_act !== false ? "Your move: " : ""}${
      match.name || match.title
    } · Landbridge`;
    const scenario = match.scenario_title ?? match.scenario;
    fill(
      under,
      scenario === title.textContent ? null : scenario,
      match.mode === "referee" &&
        [" ", h("span", { class: "pill plan", text: "Referee: warns, never forbids" })],
      match.watching && [" ", h("span", { class: "pill", text: "you look on" })],
    );
    main.classList.toggle("past", !now.live);
    matchBar(bar, now, board.head?.(now), {
      turnTo: (next) => turnTo(next, true),
      undo,
      more: () => show("more"),
    });
    fill(strip, board.strip?.(now));
    decide.draw(now);
    handOver();
    board.guide?.draw(guidePlace, now);
    board.main(boardPlace, scene());
    board.beside?.draw(besidePlace, now);
    story.draw(now);
    time.draw(now);
    more.draw(now);
    parts.draw();
    drawing = false;
  }

  // Secrets: whoever is not at the screen sees nothing of another role

  /** @param {unknown} [problem] */
  function drawCover(problem) {
    fill(bar);
    document.title = "Hand over · Landbridge";
    fill(
      main,
      h(
        "section",
        { class: "cover" },
        h("h1", {}, "Hand over to ", sideMark(cover)),
        h("p", {
          class: "lead",
          text: `Nothing is shown until the ${heading(cover)} player is at the screen.`,
        }),
        h(
          "p",
          { class: "acts" },
          h("button", {
            type: "button",
            class: "btn go large",
            "data-confirm": "",
            text: `I am the ${heading(cover)} player`,
            onclick: uncover,
          }),
          h("a", { class: "btn", href: to("home"), text: "All matches" }),
        ),
        problem ? trouble(problem) : null,
      ),
    );
    for (const place of [guidePlace, boardPlace, besidePlace, logPlace, nowPlace]) {
      place.dataset.stale = "yes";
    }
    /** @type {HTMLElement | null} */ (main.querySelector("button"))?.focus();
  }

  async function uncover() {
    const next = cover;
    try {
      await turnTo(next);
    } catch (problem) {
      // Nothing of the other role may be seen: the cover stays, and the button with it.
      cover = next;
      drawCover(problem);
    }
  }

  /** In a hot seat the next player takes over. */
  function handOver() {
    const others = match.to_decide.filter((one) => one !== role && match.yours.includes(one));
    if (past || match.over || role === "referee" || match.decisions.length || !others.length) return;
    nowPlace.querySelector(".waiting")?.append(
      h(
        "p",
        { class: "acts" },
        others.map((one) =>
          h("button", {
            type: "button",
            class: "btn go",
            "data-confirm": "",
            "data-verb": "hand over",
            text: `Hand over to the ${heading(one)} player`,
            onclick: () => turnTo(one, true),
          })
        ),
      ),
    );
  }

  /**
   * Look as another role.
   * @param {string} next
   * @param {boolean} [covered]
   * @param {import("../api.d.ts").Changes} [found] where it has been fetched already
   */
  async function turnTo(next, covered = false, found = undefined) {
    if (covered && !board.open && next !== "referee" && match.yours.length > 1) {
      cover = next;
      role = "";
      [log, basis] = [emptyLog(), ""];
      keep(to("match", id, { as: next }));
      return drawCover();
    }
    const before = { role, past, log, basis };
    cover = "";
    role = next;
    past = null;
    [log, basis] = [emptyLog(), ""];
    decide.clear();
    keep(to("match", id, next ? { as: next } : {}));
    unwatch();
    try {
      if (found) await take(found, {});
      else await refresh();
    } catch (problem) {
      ({ role, past, log, basis } = before);
      throw problem;
    } finally {
      unwatch = watch(id, role, () => match.version, heard);
    }
  }

  // Keeping in step

  /** @param {import("../shell/live.js").News} news */
  function heard(news) {
    if (news.gone) {
      announce("The match was deleted.");
      location.hash = to("home");
    } else if (sending.busy()) missed = news.version;
    else if (!cover && news.version !== match.version) refresh().catch(sending.fetchSoon);
  }

  /** What is shown, so that an answer can say what has changed. @returns {import("../api.d.ts").Shown} */
  const shown = () => ({
    as: role || undefined,
    version: log.version || undefined,
    basis: basis || undefined,
  });

  /**
   * Fetch what is new, and draw it.
   * @param {number} [patience]
   * @returns {Promise<import("../api.d.ts").EventView[]>} what has happened since
   */
  async function refresh(patience) {
    if (cover) return [];
    const [turn, before] = [++round, shown()];
    const found = await play.changes(id, before, patience);
    return turn === round ? take(found, before) : [];
  }

  /**
   * Bring the page up to date by what the server says, and draw it.
   * @param {import("../api.d.ts").Changes} found
   * @param {import("../api.d.ts").Shown} asked what was shown when it was asked for
   * @returns {Promise<import("../api.d.ts").EventView[]>} what has happened since
   */
  async function take(found, asked) {
    if (cover) return [];
    const known = takeChanges({ match, log, basis }, found, asked);
    if (!known) return refresh();
    const seen = new Set(log.events.map((event) => `${event.number} ${event.id} ${event.text}`));
    const news = known.log.events.filter((event) => !seen.has(`${event.number} ${event.id} ${event.text}`));
    const before = match.version;
    ({ match, log, basis } = known);
    sending.know(match.version);
    if (!role) role = match.role;
    if (past && past.at >= match.actions) past = null;
    if (asked.version && before !== match.version && !sending.busy() && news.length) {
      decide.news(news);
      announce(news.map((event) => event.text).join(" "));
    }
    draw();
    return news;
  }

  // Acting

  const sending = sendingTo(id, {
    refresh,
    shown,
    take,
    seen: () => JSON.stringify([match.view, match.decisions]),
    last: () => log.actions[log.actions.length - 1],
    events: (number) => log.events.filter((event) => event.number === number),
    // A look that is under way is of the position before.
    done: (events, pending) => {
      round++;
      decide.done(events, pending);
    },
    refuse: decide.refuse,
    need: decide.need,
    settle: decide.settle,
    busy(busy) {
      if (busy) return main.setAttribute("aria-busy", "true");
      main.removeAttribute("aria-busy");
      if (missed !== null && missed !== match.version) refresh().catch(sending.fetchSoon);
      missed = null;
    },
  });

  function undo() {
    if (match.undoable !== true || past) return;
    const last = log.actions[log.actions.length - 1];
    sending.attempt(
      "undo",
      (version, shown) => play.undo(id, role === "referee" ? "" : role, version, shown),
      last?.do ? `Taken back: ${brief(last.do)}` : "Taken back.",
    );
  }

  /** @param {number} before */
  function rollBack(before) {
    past = null;
    sending.attempt(
      "rollback",
      (_, shown) => play.rollBack(id, role === "referee" ? "" : role, before, shown),
      "The rollback was asked for.",
    );
    show("now");
  }

  /** @param {number} at */
  async function branch(at) {
    try {
      const made = await play.branch(
        id,
        at,
        `Sandbox of ${match.name || match.title}, after action ${at}`,
        role,
      );
      location.hash = to("match", made.id, role ? { as: role } : {});
    } catch (problem) {
      decide.refuse(/** @type {ApiError} */ (problem), null);
      show("now");
    }
  }

  // Time

  /** @type {Map<string, Promise<{ view: any, board?: any, summary: string[] }>>} */
  const positions = new Map();
  let wantedAt = 0;
  const fetchPast = later(async () => {
    const at = wantedAt;
    const name = `${role} ${at} ${match.version}`;
    if (!positions.has(name)) positions.set(name, play.then(id, at, role));
    try {
      const found =
        await /** @type {Promise<{ view: any, board?: any, summary: string[] }>} */ (positions.get(name));
      if (wantedAt !== at || cover) return;
      past = { at, ...found };
      draw();
      announce(`The position after action ${at}.`);
    } catch (problem) {
      positions.delete(name);
      decide.refuse(/** @type {ApiError} */ (problem), null);
    }
  }, 60);

  /** @param {number} number */
  function goTo(number) {
    wantedAt = Math.max(0, Math.min(match.actions, number));
    if (wantedAt === match.actions) {
      past = null;
      draw();
    } else fetchPast();
  }

  // Keys

  /** @param {KeyboardEvent} event @returns {boolean} */
  function key(event) {
    if (event.key === "Escape") {
      if (past) {
        goTo(match.actions);
        return true;
      }
      return decide.back() || (board.back?.(boardPlace) ?? false);
    }
    const typing = /** @type {HTMLElement} */ (event.target).closest("input, select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (cover) return false;
    if (decide.key(event)) return true;
    switch (event.key.toLowerCase()) {
      case "u":
        undo();
        return true;
      case "n":
        show("now");
        decide.nextOffer();
        return true;
      case "l":
        show("log");
        story.focus();
        return true;
      case "?":
        keyHelp();
        return true;
      case "m":
        show("board"); /** @type {HTMLElement | null} */
        (boardPlace.querySelector("canvas[tabindex]"))?.focus();
        return true;
      case "enter":
        return /** @type {HTMLElement} */ (event.target).closest("button, a, summary, canvas")
          ? false
          : decide.confirm();
      default:
        return false;
    }
  }

  return {
    id,
    main,
    key,
    refresh,
    turnTo,
    goTo,
    role: () => role,
    covered: () => Boolean(cover),
    /** @param {import("../api.d.ts").Changes} found what was fetched already */
    async start(found) {
      fill(frame, main);
      const seats = match.yours;
      const hot = !wanted && !board.open && match.mode !== "referee" && seats.length > 1;
      if (hot && !match.over) {
        return turnTo(match.to_decide.find((one) => seats.includes(one)) ?? seats[0], true);
      }
      try {
        await turnTo(wanted || match.role, false, found);
      } catch (problem) {
        fill(main, h("h1", { text: match.name || match.title }), trouble(problem));
      }
    },
    close() {
      unwatch();
      sending.close();
      stopLamp();
      board.close?.(boardPlace);
      nameWords();
      nameThrowers();
      fill(bar);
      round++;
    },
  };
}
