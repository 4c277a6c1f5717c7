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
import { boxControls, withoutBoxStep } from "./box-controls.js";
import { coachPanel } from "./coach/coach.js";
import { DARK } from "./coach/lights.js";
import { decidePanel } from "./deciding/panel.js";
import { endingActs, endingNotes } from "./ending/endings.js";
import { matchFrame } from "./frame.js";
import { drawCover, handOverButtons } from "./handing-over.js";
import { gestureWords, lastGesture } from "./hands/gestures.js";
import { matchKeys } from "./keyboard/keys.js";
import { logPanel, nameThrowers } from "./log.js";
import { countUnread, matchBar } from "./match-bar.js";
import { morePanel } from "./more.js";
import { battleStory, battleUpTo } from "./playback/battle-story.js";
import { playback } from "./playback/playback.js";
import { scoreButton } from "./playback/score-bar.js";
import { earlierPositions } from "./sync/positions.js";
import { peoplePanel } from "./people/people-panel.js";
import { sandboxNote } from "./match-status.js";
import { nameWords } from "./deciding/slots.js";
import { emptyLog, takeChanges } from "./sync/changes.js";
import { sendingTo } from "./sync/sending.js";
import { timeline } from "./playback/timeline.js";
import { turnNotice } from "./people/turn-notice.js";

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
 * @param {HTMLElement} place
 * @param {Position} first
 * @param {import("../api.d.ts").GameEntry | undefined} game
 * @param {string} wanted
 * @param {import("./types.d.ts").Board} board
 */
function openMatch(place, first, game, wanted, board) {
  const { id } = first;
  let match = first;
  let role = "";
  let log = emptyLog();
  /** What the server calls the position that is shown. */
  let basis = "";
  /**
   * The position that is looked at, where it is not the present one.
   * @type {import("./types.d.ts").EarlierPosition | null}
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

  const frame = matchFrame(board);
  const { main, places, show } = frame;
  const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
  const noticeTurn = turnNotice();
  const asRole = () => (role === "referee" ? "" : role);

  const ends = endingActs(
    id,
    asRole,
    (act, said) => sending.attempt("end", (_, shown) => act(shown), said),
  );
  const decide = decidePanel(places.now, {
    perform: (pending) => sending.act(pending),
    notes: () => [sandboxNote(match), people.notes(), endingNotes(match, ends)],
    controls: { ...boxControls, ...board.controls },
    foremost: board.foremost,
    help: board.help,
    takes: (word) => board.takes?.(places.board, word) ?? false,
    rollback: (agree) =>
      sending.attempt(
        "answer",
        (_, shown) => play.answerRollback(id, agree, asRole(), shown),
      ),
    typing: () => localStorage.getItem(wish) === "yes",
    setTyping: (typing) => localStorage.setItem(wish, typing ? "yes" : "no"),
    formed: () => {
      if (drawing || cover) return;
      if (decide.form()) replay.goOn();
      coach.draw(scene());
      board.main(places.board, scene());
    },
  });
  const story = logPanel(places.log, { go: goTo, headings: board.headings });
  const positions = earlierPositions(id);
  const replay = playback(places.playback, {
    board,
    position: (at) => positions.get(at, role),
    look(found) {
      past = found;
      draw();
    },
    changed: draw,
    goOn: () =>
      /** @type {HTMLElement | null} */ (places.now.querySelector("h2"))?.focus({ preventScroll: true }),
  });
  const time = timeline(places.time, {
    go: goTo,
    branch,
    rollBack,
    play: board.playback && replay.playFrom,
  });
  const people = peoplePanel(places.people, id, {
    refresh,
    seen: () => frame.inSight("people") && !document.hidden,
    known: () => {
      if (!drawing && !cover && role) draw();
    },
    changed: () => {
      frame.count(people.unread());
      countUnread(bar, people.unread());
    },
  });
  frame.whenShown((name) => {
    if (name === "people") people.look();
    if (name === "more") more.look();
  });
  const more = morePanel(places.more, {
    branch,
    ends,
    gone: () => {
      location.hash = to("home");
    },
  });
  const stopLamp = whenLive((live) => {
    frame.lamp.classList.toggle("on", live);
    fill(frame.lamp, h("i", { "aria-hidden": "true" }), live ? "live" : "reconnecting…");
  });

  const coach = coachPanel(places.coach, main, id, {
    changed: draw,
    shows: (word) => board.shows?.(places.board, word) ?? false,
    find(words) {
      const found = board.find?.(places.board, words) ?? false;
      if (found) show("board");
      return found;
    },
  });

  /** @returns {Scene} */
  const scene = () => {
    const now = bareScene();
    return { ...now, lights: coach.lights(now) };
  };

  /** @returns {Scene} */
  const bareScene = () => ({
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
      return decide.open(verb, said);
    },
    show,
    traces: replay.traces(),
    story: (event) => (board.playback ? battleStory(battleUpTo(log.events, event), board.playback) : null),
    lights: DARK,
    offered: (verb) => match.decisions.flatMap((one) => one.offers).find((offer) => offer.verb === verb),
  });

  function draw() {
    if (cover) return coverUp();
    drawing = true;
    const now = scene();
    frame.settle();
    nameMatch(now);
    matchBar(bar, now, board.head?.(now), {
      turnTo: (next) => turnTo(next, true),
      undo,
      show,
      unread: people.unread(),
    });
    fill(frame.strip, board.strip?.(now));
    fill(places.score, scoreButton(board.playback?.score?.(now) ?? [], role, replay.toggleSituation));
    coach.draw(now);
    people.draw(now);
    decide.draw(now);
    replay.draw();
    main.toggleAttribute("data-playing", replay.open());
    handOver();
    board.guide?.draw(places.guide, now);
    board.main(places.board, scene());
    board.beside?.draw(places.beside, now);
    story.draw(now);
    time.draw(now);
    more.draw(now);
    frame.drawTabs();
    drawing = false;
  }

  /** What it is called, and in which mode one looks at it. @param {Scene} now */
  function nameMatch(now) {
    const [name, scenario] = [match.name || match.title, match.scenario_title ?? match.scenario];
    frame.title.textContent = name;
    noticeTurn(match);
    fill(
      frame.under,
      scenario === name ? null : scenario,
      match.mode === "referee" &&
        [" ", h("span", { class: "pill plan", text: "Referee: warns, never forbids" })],
      match.watching && [" ", h("span", { class: "pill", text: "you look on" })],
    );
    main.classList.toggle("past", !now.live);
    main.classList.toggle("ended", match.over);
  }

  // Secrets: whoever is not at the screen sees nothing of another role

  /** @param {unknown} [problem] */
  function coverUp(problem) {
    fill(bar);
    drawCover(main, cover, uncover, problem);
    for (const place of [places.coach, places.guide, places.board, places.beside, places.log, places.now]) {
      place.dataset.stale = "yes";
    }
  }

  async function uncover() {
    const next = cover;
    try {
      await turnTo(next);
    } catch (problem) {
      // Nothing of the other role may be seen: the cover stays, and the button with it.
      cover = next;
      coverUp(problem);
    }
  }

  /** In a hot seat the next player takes over. */
  function handOver() {
    const others = match.to_decide.filter((one) => one !== role && match.yours.includes(one));
    if (past || match.over || role === "referee" || match.decisions.length || !others.length) return;
    places.now.querySelector(".waiting")?.append(handOverButtons(others, (one) => turnTo(one, true)));
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
      return coverUp();
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
    } else if (news.chat) people.heard();
    else if (sending.busy()) missed = news.version;
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
    const { version: before, ...shownBefore } = match;
    if (found.log.since < match.actions) positions.forget(found.log.since);
    ({ match, log, basis } = known);
    sending.know(match.version);
    if (!role) role = match.role;
    if (past && past.at >= match.actions) past = null;
    const { actions: at, view, board: drawn, summary } = shownBefore;
    const playing = await replay.follow(
      { match, log, role },
      asked.version ? { at, view, board: drawn, summary } : null,
    ).catch(() => false);
    if (!playing && asked.version && before !== match.version && !sending.busy() && news.length) {
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
    const gesture = lastGesture(log.actions);
    sending.attempt(
      "undo",
      (version, shown) => play.undo(id, asRole(), version, shown),
      gesture.length && gesture[0].do ? `Taken back: ${gestureWords(log, gesture)}` : "Taken back.",
    );
  }

  /** @param {number} before */
  function rollBack(before) {
    past = null;
    sending.attempt(
      "rollback",
      (_, shown) => play.rollBack(id, asRole(), before, shown),
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

  let wantedAt = 0;
  const fetchPast = later(async () => {
    const at = wantedAt;
    try {
      const found = await positions.get(at, role);
      if (wantedAt !== at || cover) return;
      past = found;
      draw();
      announce(`The position after action ${at}.`);
    } catch (problem) {
      decide.refuse(/** @type {ApiError} */ (problem), null);
    }
  }, 60);

  /** @param {number} number */
  function goTo(number) {
    replay.leave();
    wantedAt = Math.max(0, Math.min(match.actions, number));
    if (wantedAt === match.actions) {
      past = null;
      draw();
    } else fetchPast();
  }

  // Keys

  const key = matchKeys({
    back() {
      if (replay.back()) return true;
      if (!past) return decide.back() || (board.back?.(places.board) ?? false);
      goTo(match.actions);
      return true;
    },
    covered: () => Boolean(cover),
    dice: decide.key,
    confirm: () => replay.confirm() || decide.confirm(),
    keys: {
      u: undo,
      p: replay.toggle,
      ",": () => replay.step(-1),
      ".": () => replay.step(1),
      n(event) {
        if (board.next?.(places.board, event.shiftKey ? -1 : 1)) return;
        show("now");
        decide.nextOffer();
      },
      l() {
        show("log");
        story.focus();
      },
      m() {
        show("board");
        /** @type {HTMLElement | null} */ (places.board.querySelector("canvas[tabindex]"))?.focus();
      },
    },
  });

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
      fill(place, main);
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
      replay.stop();
      stopLamp();
      coach.close();
      board.close?.(places.board);
      nameWords();
      nameThrowers();
      fill(bar);
      round++;
    },
  };
}
