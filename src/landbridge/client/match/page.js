/**
 * A match: what is asked, the board, the log and all that can be done around them, kept in step with the
 * server.
 */

import { fill, h } from "../shell/dom.js";
import { watch, whenLive } from "../shell/live.js";
import * as play from "../shell/match-api.js";
import { trouble } from "../shell/parts.js";
import { keep, to } from "../shell/route.js";
import { boxControls } from "./box-controls.js";
import { coachPanel } from "./coach/coach.js";
import { decidePanel } from "./deciding/panel.js";
import { nameWords } from "./deciding/slots.js";
import { endingActs, endingNotes } from "./ending/endings.js";
import { matchFrame } from "./frame/frame.js";
import { drawCover, handOverButtons } from "./people/handing-over.js";
import { matchKeys } from "./keyboard/keys.js";
import { logPanel, nameThrowers } from "./log.js";
import { countUnread, matchBar } from "./frame/match-bar.js";
import { result, sandboxNote } from "./match-status.js";
import { morePanel } from "./more.js";
import { peoplePanel } from "./people/people-panel.js";
import { turnNotice } from "./people/turn-notice.js";
import { filmMaker } from "./playback/film.js";
import { playback } from "./playback/playback.js";
import { scoreButton } from "./playback/score-bar.js";
import { timeline } from "./playback/timeline.js";
import { sceneOf } from "./scene.js";
import { emptyLog } from "./sync/changes.js";
import { followMatch } from "./sync/following.js";
import { lookingBack } from "./sync/looking-back.js";
import { earlierPositions } from "./sync/positions.js";
import { sendingTo } from "./sync/sending.js";
import { takingBack } from "./sync/taking-back.js";

/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {import("../api.d.ts").Position} Position */

/**
 * @param {HTMLElement} place
 * @param {Position} first
 * @param {import("../api.d.ts").GameEntry | undefined} game
 * @param {string} wanted
 * @param {import("./types.d.ts").Board} board
 */
export function openMatch(place, first, game, wanted, board) {
  const { id } = first;
  /** @type {import("./types.d.ts").MatchOnPage} */
  const known = { match: first, log: emptyLog(), role: "", basis: "", past: null, cover: "" };
  let drawing = false;
  /** @type {() => void} */
  let unwatch = () => {};
  nameWords(board.word);
  nameThrowers((event, roll) => board.thrower?.(event, roll, known.log) ?? "");
  const wish = `landbridge.typing.${id}`;

  // Keeping in step, and acting

  const asRole = () => (known.role === "referee" ? "" : known.role);
  const following = followMatch(id, known, {
    busy: () => sending.busy(),
    know: (version) => sending.know(version),
    fetchSoon: () => sending.fetchSoon(),
    chat: () => people.heard(),
    takenBack: (since) => positions.forget(since),
    play: (before) => replay.follow({ match: known.match, log: known.log, role: known.role }, before),
    news: (events) => decide.news(events),
    draw,
  });
  const { shown, refresh, take } = following;

  const sending = sendingTo(id, {
    refresh,
    shown,
    take,
    seen: () => JSON.stringify([known.match.view, known.match.decisions]),
    last: () => known.log.actions[known.log.actions.length - 1],
    events: (number) => known.log.events.filter((event) => event.number === number),
    // A look that is under way is of the position before.
    done: (events, pending) => {
      following.forgetLooks();
      decide.done(events, pending);
    },
    refuse: (problem, pending, news) => decide.refuse(problem, pending, news),
    need: (pending, need) => decide.need(pending, need),
    settle: () => decide.settle(),
    busy(busy) {
      if (busy) return main.setAttribute("aria-busy", "true");
      main.removeAttribute("aria-busy");
      following.catchUp();
    },
  });

  const { undo, rollBack, branch } = takingBack(id, known, {
    attempt: sending.attempt,
    asRole,
    refuse: (problem) => decide.refuse(problem, null),
    showAsked: () => show("now"),
  });

  // The page

  const frame = matchFrame(board);
  const { main, places, show } = frame;
  const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
  const noticeTurn = turnNotice();
  const ends = endingActs(
    id,
    asRole,
    (act, said) => sending.attempt("end", (_, shown) => act(shown), said),
  );
  const decide = decidePanel(places.now, {
    perform: (pending) => sending.act(pending),
    notes: () => [sandboxNote(known.match), people.notes(), endingNotes(known.match, ends)],
    controls: { ...boxControls, ...board.controls },
    foremost: board.foremost,
    help: board.help,
    beforehand: board.beforehand,
    takes: (word) => board.takes?.(places.board, word) ?? false,
    rollback: (agree) =>
      sending.attempt(
        "answer",
        (_, shown) => play.answerRollback(id, agree, asRole(), shown),
      ),
    typing: () => localStorage.getItem(wish) === "yes",
    setTyping: (typing) => localStorage.setItem(wish, typing ? "yes" : "no"),
    formed: () => {
      if (drawing || known.cover) return;
      if (decide.form()) replay.goOn();
      coach.draw(scene());
      board.main(places.board, scene());
    },
  });
  let boarded = false;
  const positions = earlierPositions(id);
  const goTo = lookingBack(known, {
    position: positions.get,
    leaveReplay: () => replay.leave(),
    refuse: (problem) => decide.refuse(problem, null),
    draw,
  });
  const story = logPanel(places.log, { go: goTo, headings: board.headings });
  const replay = playback(places.playback, {
    board,
    position: (at) => positions.get(at, known.role),
    look(found) {
      known.past = found;
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
    known: () => void (!drawing && !known.cover && known.role && draw()),
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
    film: board.playback && filmMaker({
      canvas: () => places.board.querySelector("canvas.surface"),
      position: (at) => positions.get(at, known.role),
      look(found) {
        known.past = found && found.at < known.match.actions ? found : null;
        draw();
      },
      last: () => known.match.actions,
      name: () => known.match.name || known.match.title,
      caption: (found) =>
        [known.match.name || known.match.title, board.playback?.when(found)].filter(Boolean).join(" · "),
      show: () => show("board"),
    }),
    gone: () => void (location.hash = to("home")),
  });
  const stopLamp = whenLive((live) => {
    frame.lamp.classList.toggle("on", live);
    fill(frame.lamp, h("i", { "aria-hidden": "true" }), live ? "live" : "reconnecting…");
  });

  const coach = coachPanel(places.coach, main, id, {
    changed: draw,
    shows: (word) => board.shows?.(places.board, word) ?? false,
    find: (words) => board.find?.(places.board, words) ?? false,
    show,
  });

  /** @returns {Scene} */
  const scene = () => {
    const now = sceneOf(known, {
      game,
      playback: board.playback,
      form: decide.form(),
      say: decide.say,
      drop: decide.drop,
      hold: decide.hold,
      act: (words, who, how) => decide.run({ words, who, ...how }),
      open: (verb, said, stay) => {
        if (!stay) show("now");
        return decide.open(verb, said);
      },
      show,
      traces: replay.traces(known.past?.at),
    });
    return { ...now, lights: coach.lights(now) };
  };

  function draw() {
    if (known.cover) return coverUp();
    drawing = true;
    const now = scene();
    frame.settle();
    noticeTurn(known.match);
    frame.entitle(known.match, now.live);
    matchBar(bar, now, board.head?.(now), {
      turnTo: (next) => turnTo(next, true),
      undo,
      show,
      unread: people.unread(),
    });
    fill(frame.strip, board.strip?.(now));
    const ended = now.live && known.match.outcome ? `At the end: ${result(known.match.outcome)}` : "";
    const tracks = board.playback?.score?.(now) ?? [];
    fill(places.score, scoreButton(tracks, known.role, replay.toggleSituation, ended));
    coach.draw(now);
    people.draw(now);
    decide.draw(now);
    replay.draw();
    main.toggleAttribute("data-playing", replay.open());
    handOver();
    board.guide?.draw(places.guide, now);
    board.main(places.board, scene());
    // Some controls are the board's, which is there only now.
    if (!boarded) decide.draw(scene());
    boarded = true;
    board.beside?.draw(places.beside, now);
    story.draw(now);
    time.draw(now);
    more.draw(now);
    frame.drawTabs();
    drawing = false;
  }

  // Secrets: whoever is not at the screen sees nothing of another role

  /** @param {unknown} [problem] */
  function coverUp(problem) {
    fill(bar);
    drawCover(main, known.cover, uncover, problem);
    for (const place of [places.coach, places.guide, places.board, places.beside, places.log, places.now]) {
      place.dataset.stale = "yes";
    }
  }

  async function uncover() {
    const next = known.cover;
    try {
      await turnTo(next);
    } catch (problem) {
      // Nothing of the other role may be seen: the cover stays, and the button with it.
      known.cover = next;
      coverUp(problem);
    }
  }

  /** In a hot seat the next player takes over. */
  function handOver() {
    const others = known.match.to_decide.filter((one) =>
      one !== known.role && known.match.yours.includes(one)
    );
    if (
      known.past || known.match.over || known.role === "referee" || known.match.decisions.length ||
      !others.length
    ) return;
    places.now.querySelector(".waiting")?.append(handOverButtons(others, (one) => turnTo(one, true)));
  }

  /**
   * Look as another role.
   * @param {string} next
   * @param {boolean} [covered]
   * @param {import("../api.d.ts").Changes} [found] where it has been fetched already
   */
  async function turnTo(next, covered = false, found = undefined) {
    if (covered && !board.open && next !== "referee" && known.match.yours.length > 1) {
      known.cover = next;
      known.role = "";
      [known.log, known.basis] = [emptyLog(), ""];
      keep(to("match", id, { as: next }));
      return coverUp();
    }
    const before = { ...known };
    known.cover = "";
    known.role = next;
    known.past = null;
    [known.log, known.basis] = [emptyLog(), ""];
    decide.clear();
    keep(to("match", id, next ? { as: next } : {}));
    unwatch();
    try {
      if (found) await take(found, {});
      else await refresh();
    } catch (problem) {
      const { role, past, log, basis } = before;
      Object.assign(known, { role, past, log, basis });
      throw problem;
    } finally {
      unwatch = watch(id, known.role, () => known.match.version, following.heard);
    }
  }

  // Keys

  const key = matchKeys({
    back() {
      if (replay.back()) return true;
      if (!known.past) return decide.back() || (board.back?.(places.board) ?? false);
      goTo(known.match.actions);
      return true;
    },
    covered: () => Boolean(known.cover),
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
    role: () => known.role,
    covered: () => Boolean(known.cover),
    /** @param {import("../api.d.ts").Changes} found what was fetched already */
    async start(found) {
      fill(place, main);
      const { match } = known;
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
      following.forgetLooks();
    },
  };
}
