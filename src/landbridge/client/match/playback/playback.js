/**
 * What others did is played back before anything is asked: step by step on the board, then the situation;
 * its traces stay until one acts. The slider of the match plays by the same means.
 */

import { announce, fill, h } from "../../shell/dom.js";
import { sentence } from "../../shell/words.js";
import { goOnWithBattle, lastActed, othersActed, theirTurn, turnsOf } from "./missed.js";
import { playerPanel } from "./player-panel.js";
import { stepPlayer } from "./player.js";
import { isStill, keepShown, playbackSettings, shownUpTo } from "./settings.js";
import { situationCard } from "./situation.js";
import { battleEvent, remaining, stepsOf } from "./steps.js";

/** @typedef {import("../types.d.ts").KnownMatch} KnownMatch */
/** @typedef {import("../types.d.ts").EarlierPosition} EarlierPosition */
/** @typedef {import("../types.d.ts").SeenPosition} SeenPosition */
/** @typedef {import("./steps.js").PlaybackStep} PlaybackStep */

/** So many steps leave traces, while an earlier part of a match is played. */
const TRAIL = 12;

/**
 * @param {HTMLElement} place
 * @param {{
 *   board: import("../types.d.ts").Board,
 *   position: (at: number) => Promise<EarlierPosition>,
 *   look: (found: EarlierPosition | null) => void,
 *   changed: () => void,
 *   goOn: () => void,
 * }} page `position`: the board after some actions; `look`: show that, or what is now; `changed`: draw the page
 *   again; `goOn`: what is asked can be looked at
 */
export function playback(place, { board, position, look, changed, goOn }) {
  const shows = board.playback;
  /** @type {KnownMatch | null} */
  let known = null;
  /**
   * From where the steps begin, and the position there.
   * @type {{ since: number, role: string, seen: SeenPosition } | null}
   */
  let base = null;
  /** What is in the pane. @type {"" | "steps" | "situation"} */
  let pane = "";
  /** Whether it is an earlier part of the match that is played, at somebody's wish. */
  let replay = false;
  /** Whether the situation is to come back when that is over. */
  let back = false;
  /** @type {PlaybackStep[]} */
  let steps = [];
  /** Milliseconds for the counters of the step that is shown. */
  let slides = 0;
  /** The situation card, and the position a turn ago. @type {{ card: Node, before: SeenPosition } | null} */
  let situation = null;
  let run = 0;

  const player = stepPlayer({
    async show(step, pause) {
      slides = pause;
      const reached = known && step.at >= known.match.actions ? null : position(step.at);
      if (pause) {
        changed();
        await new Promise((go) => setTimeout(go, pause));
        if (player.current() !== step) return;
      }
      const found = reached && await reached.catch(() => undefined);
      if (player.current() !== step || pane !== "steps") return;
      if (found === undefined) return close();
      slides = 0;
      look(found);
      if (!player.playing()) announce(step.events.map((event) => sentence(event.text)).join(" "));
      const next = player.steps()[player.index() + 1];
      if (next && known && next.at < known.match.actions) position(next.at).catch(() => {});
    },
    changed: () => draw(),
    ended: close,
  });

  /** Leave the steps: everything has been shown. */
  function close() {
    player.stop();
    const [again, situated] = [replay, back];
    [pane, replay, back, slides] = ["", false, false, 0];
    if (again) base = null;
    look(null);
    if (known && again) reopen(known, situated);
    else if (known) settle(known).then(() => pane || goOn());
  }

  /**
   * What was played is over: what stood here before comes back.
   * @param {KnownMatch} now
   * @param {boolean} situated
   */
  async function reopen(now, situated) {
    await follow(now, null);
    if (situated) await openSituation(now);
    else changed();
  }

  /** All is shown; where a turn has begun since, the situation comes before what is asked. @param {KnownMatch} now */
  async function settle(now) {
    const begun = turnsOf(now).at(-1) ?? 0;
    const due = base && begun > base.since && begun > shownUpTo(now.match.id, now.role) &&
      now.match.decisions.length;
    if (due) return openSituation(now);
    keepShown(now.match.id, now.role, now.match.actions);
    changed();
  }

  /** @param {KnownMatch} now */
  async function openSituation(now) {
    if (!shows) return;
    const mine = ++run;
    const turns = turnsOf(now);
    const ago = (now.match.to_decide.includes(now.role) ? turns.at(-2) : turns.at(-1)) ?? 0;
    const before = await position(ago).catch(() => now.match);
    if (mine !== run || known !== now) return;
    const turn = stepsOf(now.log.events, ago, now.match.actions, shows.units(before));
    const theirs = turn.filter((step) => step.events[0].number > theirTurn(now));
    situation = {
      before,
      card: situationCard({ role: now.role, theirs, turn, before, now: now.match }, shows),
    };
    pane = "situation";
    changed();
    draw();
    const title = /** @type {HTMLElement | null} */ (place.querySelector("h2"));
    announce(title?.textContent ?? "");
    title?.focus({ preventScroll: true });
  }

  function closeSituation() {
    if (pane !== "situation" || !known) return;
    [pane, situation] = ["", null];
    keepShown(known.match.id, known.role, known.match.actions);
    changed();
    goOn();
  }

  /** Play from a step on, when somebody looks. @param {number} index */
  function start(index) {
    [pane, situation] = ["steps", null];
    player.rewind(index);
    draw();
    if (isStill()) return player.step(1);
    if (!document.hidden) return player.play();
    document.addEventListener("visibilitychange", () => pane === "steps" && player.play(), { once: true });
  }

  /**
   * The match has gone on: play what is new of it, if others did it.
   * @param {KnownMatch} now
   * @param {EarlierPosition | null} before what was shown until now
   * @returns {Promise<boolean>} whether the page is to show what was, and not yet what is
   */
  async function follow(now, before) {
    known = now;
    const { match, log, role } = now;
    if (!shows || role === "referee" || replay) return false;
    // What was taken back has not been shown.
    if (shownUpTo(match.id, role) > match.actions) keepShown(match.id, role, match.actions);
    const mine = ++run;
    const since = match.yours.includes(role)
      ? lastActed(now)
      : base?.role === role
      ? base.since
      : match.actions;
    if (!othersActed(now, since)) {
      base = since === match.actions ? { since, role, seen: match } : null;
      steps = [];
      player.load(steps);
      return false;
    }
    if (base?.since !== since || base.role !== role) {
      const then = before?.at === since ? before : await position(since);
      if (mine !== run) return false;
      base = { since, role, seen: then };
    }
    steps = stepsOf(log.events, since, match.actions, shows.units(base.seen));
    player.load(steps);
    if (pane === "steps") return true;
    const next = steps.findIndex((step) => step.at > shownUpTo(match.id, role));
    if (next < 0 || goOnWithBattle(steps.slice(next)) || !playbackSettings().auto) {
      if (next >= 0) keepShown(match.id, role, match.actions);
      return false;
    }
    if (isStill()) {
      await settle(now);
      return false;
    }
    const from = next ? steps[next - 1].at : since;
    look(before?.at === from ? before : await position(from));
    start(next);
    return true;
  }

  function draw() {
    if (!known || !shows) return;
    const { match, log } = known;
    const focused = document.activeElement instanceof HTMLElement && place.contains(document.activeElement)
      ? document.activeElement.dataset.act
      : "";
    place.hidden = !pane;
    if (pane === "steps") {
      fill(
        place,
        playerPanel(player, {
          events: log.events,
          headings: board.headings ?? new Set(),
          board: shows,
          skip: close,
          redraw: draw,
        }),
      );
    } else if (situation) {
      fill(
        place,
        h(
          "div",
          { class: "acts playback-acts" },
          h(
            "button",
            {
              type: "button",
              class: "btn go",
              "data-confirm": "",
              "data-act": "go on",
              onclick: closeSituation,
            },
            match.decisions.length ? "Go on" : "Close",
          ),
          theirTurn(known) > 0 && h("button", {
            type: "button",
            class: "btn",
            "data-act": "again",
            text: isStill() ? "Step through it" : "Play it again",
            onclick: () => known && playFrom(theirTurn(known), "play", true),
          }),
        ),
        situation.card,
      );
    } else fill(place);
    if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-act="${focused}"]`))?.focus();
  }

  /**
   * Play the match from an earlier position on.
   * @param {number} at
   * @param {"play" | "battle"} how
   * @param {boolean} [again] whether the situation is shown again afterwards
   */
  async function playFrom(at, how, again = false) {
    if (!shows || !known) return;
    const then = await position(at);
    keepShown(known.match.id, known.role, known.match.actions);
    [replay, back] = [true, again];
    base = { since: at, role: known.role, seen: then };
    steps = stepsOf(known.log.events, at, known.match.actions, shows.units(then));
    player.load(steps);
    if (!steps.length) return close();
    [pane, situation] = ["steps", null];
    look(then);
    if (how === "play") return start(0);
    player.rewind();
    player.nextBattle();
  }

  return {
    follow,
    draw,
    /** Whether something stands where things are asked. */
    open: () => Boolean(pane),
    /**
     * What is drawn over the board.
     * @param {number} [past] the position that is looked at: what came later leaves no trace there
     * @returns {import("../../board/types.d.ts").BoardTraces}
     */
    traces(past) {
      const [at, step] = [player.index(), pane === "steps" ? player.current() : undefined];
      const moving = slides ? step?.traces.moves.filter((move) => move.how !== "attack") ?? [] : [];
      const done = past === undefined ? steps : steps.filter((one) => one.at <= past);
      const first = replay ? Math.max(0, at - TRAIL) : 0;
      return {
        stay: remaining(pane === "steps" ? steps.slice(first, Math.max(0, at)) : done),
        now: step?.traces ?? null,
        slides,
        counters: shows ? moving.map(({ units, side }) => shows.unit(units[0], side)) : [],
        battle: step && battleEvent(step)?.picture?.battle?.place || "",
        front: situation && shows ? (shows.front ?? shows.control)(situation.before) : null,
      };
    },
    playFrom,
    /** Play or wait; where nothing is shown, play the others' last turn. */
    toggle() {
      if (pane === "steps") player.playing() ? player.pause() : player.play();
      else if (known && theirTurn(known)) playFrom(theirTurn(known), "play", pane === "situation");
    },
    /** One step on or back, while steps are shown. @param {number} by */
    step: (by) => pane === "steps" && player.step(by),
    /** Show the situation, or take it away. */
    toggleSituation() {
      if (pane === "situation") closeSituation();
      else if (known && !pane) openSituation(known);
    },
    /** Whoever begins to act has seen enough. */
    goOn() {
      if (pane === "situation") closeSituation();
    },
    /** Skip what is shown; false where nothing is. */
    back() {
      if (pane === "steps") close();
      else if (pane === "situation") closeSituation();
      else return false;
      return true;
    },
    /** Press the main button; false where there is none. */
    confirm() {
      const button = /** @type {HTMLButtonElement | null} */ (place.querySelector("[data-confirm]"));
      if (pane) button?.click();
      return Boolean(pane);
    },
    /** The page shows another moment by itself. */
    leave() {
      if (pane !== "steps") return;
      player.stop();
      [pane, replay, back, slides] = ["", false, false, 0];
      draw();
    },
    stop: player.stop,
  };
}
