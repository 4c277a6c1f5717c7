/**
 * What is sent to a match: one thing after the other, each for the position that the one before has led to.
 */

import { ApiError } from "../../shell/api.js";
import { announce } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { textOf } from "../deciding/slots.js";

/** @typedef {import("../../shell/types.d.ts").Version} Version */
/** @typedef {import("../../api.d.ts").EventView} Event */
/** @typedef {import("../deciding/panel.js").PendingAction} PendingAction */
/** @typedef {import("../../api.d.ts").ShownPosition} ShownPosition */
/** @typedef {import("../../api.d.ts").Changes} Changes */
/**
 * @typedef {{
 *   name: string,
 *   run: () => Promise<boolean>,
 *   end: (done: boolean) => void,
 *   ended: Promise<boolean>,
 * }} Waiting
 */

/** Milliseconds for the look at what became of an action whose answer was lost. */
const LOST = 10_000;
/** The first pause before the page is fetched again, and the longest. */
const [SOON, LATEST] = [1_000, 15_000];

/** The text forms of all actions of a gesture. @param {PendingAction} pending */
const textsOf = ({ words, then = [] }) => [words, ...then].map(textOf);

/**
 * The queue of a match. A version is a token: it is sent back as it came, and never compared but with
 * another for being the same.
 * @param {string} id
 * @param {{
 *   refresh: (patience?: number) => Promise<Event[]>,
 *   shown: () => ShownPosition,
 *   take: (found: Changes, asked: ShownPosition) => Promise<Event[]>,
 *   seen: () => string,
 *   last: () => { number: number, who?: string, do?: string } | undefined,
 *   events: (number: number) => Event[],
 *   done: (events: Event[], pending: PendingAction | null) => void,
 *   refuse: (problem: ApiError, pending: PendingAction | null, news: Event[]) => void,
 *   settle: () => void,
 *   need: (pending: PendingAction, need: import("../types.d.ts").Need) => void,
 *   busy: (busy: boolean) => void,
 * }} page `refresh` fetches what is new, `take` takes it from an answer, and both give it; `shown`: what an
 * answer builds on; `seen`: all that this role sees; `settle`: a fetch that had failed
 *   has come through
 */
export function sendingTo(id, page) {
  /** @type {Waiting[]} */
  const line = [];
  let busy = false;
  /** The newest version that an answer has named. @type {Version | undefined} */
  let version;
  let [closed, later, pause] = [false, 0, SOON];

  /**
   * Run this when all before it is answered; false where it did not go through, or something before it did
   * not.
   * @param {string} name the same name while it waits is the same click twice
   * @param {() => Promise<boolean>} run
   * @param {boolean} [again] whether the same is meant once more
   */
  function send(name, run, again = false) {
    const twin = again ? undefined : line.find((one) => one.name === name);
    if (twin) return twin.ended;
    /** @type {(done: boolean) => void} */
    let end = () => {};
    /** @type {Promise<boolean>} */
    const ended = new Promise((resolve) => {
      end = resolve;
    });
    line.push({ name, run, end, ended });
    if (!busy) work();
    return ended;
  }

  async function work() {
    busy = true;
    page.busy(true);
    try {
      while (line.length) {
        const now = line[0];
        const done = await now.run().catch((problem) => {
          console.error(problem);
          return false;
        });
        line.shift();
        now.end(done);
        // What was asked for behind it was meant for a position that has not come about.
        if (!done) { for (const one of line.splice(0)) one.end(false); }
      }
    } finally {
      busy = false;
      page.busy(false);
    }
  }

  /** @param {PendingAction} pending @returns {Promise<boolean>} */
  async function carryOut(pending, again = true) {
    const [[text, ...then], before, last] = [textsOf(pending), page.seen(), page.last()?.number ?? 0];
    // The page is drawn when the last of the line is done.
    const shown = line.length < 2 ? page.shown() : undefined;
    /** @type {Changes | undefined} */
    let changes;
    try {
      const done = await play.act(id, {
        do: text,
        then: then.length ? then : undefined,
        as: pending.who,
        dice: pending.dice,
        declare: pending.declare || undefined,
        version,
        shown,
      });
      ({ version, changes } = done);
      page.done(done.events, pending);
      announce(done.events.map((event) => event.text).join(" ") || "Done.");
    } catch (problem) {
      const error = problem instanceof ApiError ? problem : new ApiError(String(problem));
      if (error.need) page.need({ ...pending, dice: pending.dice ?? [] }, error.need);
      else if (error.stale) return await overtaken(error, pending, before, again);
      else {
        page.refuse(error, pending, []);
        announce(error.refused ? `Refused: ${error.refused}` : error.message);
        if (error.status === 410) await catchUp();
        else if (!error.status || error.status >= 500) {
          return await afterAll(pending, then[then.length - 1] ?? text, last);
        }
      }
      return false;
    }
    if (line.length < 2) await catchUp(changes, shown);
    return true;
  }

  /**
   * Somebody was faster. Where nothing that can be seen has changed, it is sent once more; else the player
   * is asked.
   * @param {ApiError} error
   * @param {PendingAction} pending
   * @param {string} before
   * @param {boolean} again
   */
  async function overtaken(error, pending, before, again) {
    /** @type {Event[]} */
    let news = [];
    try {
      news = await page.refresh();
    } catch (problem) {
      page.refuse(/** @type {ApiError} */ (problem), pending, []);
      fetchSoon();
      return false;
    }
    if (again && page.seen() === before) return carryOut(pending, false);
    page.refuse(error, pending, news);
    announce("The position has changed: your action was not done.");
    return false;
  }

  /**
   * The answer was lost: whether it was done all the same.
   * @param {PendingAction} pending
   * @param {string} text the last of its actions
   * @param {number} before the last action before it
   */
  async function afterAll(pending, text, before) {
    try {
      await page.refresh(LOST);
    } catch {
      fetchSoon();
      return false;
    }
    const last = page.last();
    if (!last || last.number <= before || last.who !== pending.who || last.do !== text) return false;
    page.done(page.events(last.number), pending);
    await catchUp();
    return true;
  }

  /**
   * The page is brought up to date; that it fails takes nothing back.
   * @param {Changes} [changes] what an answer said of it
   * @param {ShownPosition} [shown] what that builds on
   */
  async function catchUp(changes, shown) {
    try {
      if (changes && shown) await page.take(changes, shown);
      else await page.refresh();
    } catch {
      page.refuse(
        new ApiError("It was done, but the page could not be brought up to date. It tries again by itself."),
        null,
        [],
      );
      fetchSoon();
    }
  }

  /** Fetch the page again after a while, until it comes. */
  function fetchSoon() {
    clearTimeout(later);
    if (closed) return;
    later = window.setTimeout(async () => {
      if (busy) return fetchSoon();
      try {
        await page.refresh();
        pause = SOON;
        page.settle();
      } catch {
        pause = Math.min(LATEST, pause * 2);
        fetchSoon();
      }
    }, pause);
  }

  return {
    /** Do something, when all before it is done. @param {PendingAction} pending */
    act: (pending) =>
      send(`${pending.who} ${textsOf(pending).join(" / ")}`, () => carryOut(pending), pending.again),
    /**
     * Something that is no action, such as taking one back.
     * @param {string} name
     * @param {(
     *   version: Version | undefined,
     *   shown: ShownPosition,
     * ) => Promise<{ version?: Version, changes?: Changes } | void>} run
     * @param {string} [said]
     */
    attempt: (name, run, said = "") =>
      send(name, async () => {
        try {
          const shown = page.shown();
          const done = await run(version, shown);
          if (done?.version !== undefined) version = done.version;
          page.done([], null);
          await catchUp(done?.changes, shown);
          if (said) announce(said);
          return true;
        } catch (problem) {
          page.refuse(/** @type {ApiError} */ (problem), null, []);
          await page.refresh(LOST).catch(fetchSoon);
          return false;
        }
      }),
    /** What is shown is of this version. @param {Version} known */
    know: (known) => {
      version = known;
    },
    busy: () => busy,
    fetchSoon,
    close: () => {
      closed = true;
      clearTimeout(later);
    },
  };
}
