/** A page kept in step with its match: what is new is fetched or taken from an answer, and drawn. */

import { announce } from "../../shell/dom.js";
import * as play from "../../shell/match-api.js";
import { to } from "../../shell/route.js";
import { takeChanges } from "./changes.js";

/** @typedef {import("../../api.d.ts").Changes} Changes */
/** @typedef {import("../../api.d.ts").EventView} EventView */
/** @typedef {import("../../api.d.ts").ShownPosition} ShownPosition */
/** @typedef {import("../types.d.ts").SeenPosition} SeenPosition */

/**
 * @param {string} id
 * @param {import("../types.d.ts").MatchOnPage} known what is brought up to date
 * @param {{
 *   busy: () => boolean,
 *   know: (version: import("../../shell/types.d.ts").Version) => void,
 *   fetchSoon: () => void,
 *   chat: () => void,
 *   takenBack: (since: number) => void,
 *   play: (before: SeenPosition & { at: number, summary: string[] } | null) => Promise<boolean>,
 *   news: (events: EventView[]) => void,
 *   draw: () => void,
 * }} page `busy`: whether something is being done here; `takenBack`: what came after so many actions is no
 * longer true; `play`: what has happened since a position is played back, and whether it is
 */
export function followMatch(id, known, page) {
  let round = 0;
  /**
   * What was heard while something was being done here.
   * @type {import("../../shell/types.d.ts").Version | null}
   */
  let missed = null;

  /** What is shown, so that an answer can say what has changed. @returns {ShownPosition} */
  const shown = () => ({
    as: known.role || undefined,
    version: known.log.version || undefined,
    basis: known.basis || undefined,
  });

  /** @param {import("../../shell/live.js").News} news */
  function heard(news) {
    if (news.gone) {
      announce("The match was deleted.");
      location.hash = to("home");
    } else if (news.chat) page.chat();
    else if (page.busy()) missed = news.version;
    else if (!known.cover && news.version !== known.match.version) refresh().catch(page.fetchSoon);
  }

  /** Look for what was heard while something was being done. */
  function catchUp() {
    if (missed !== null && missed !== known.match.version) refresh().catch(page.fetchSoon);
    missed = null;
  }

  /**
   * Fetch what is new, and draw it.
   * @param {number} [patience]
   * @returns {Promise<EventView[]>} what has happened since
   */
  async function refresh(patience) {
    if (known.cover) return [];
    const [turn, before] = [++round, shown()];
    const found = await play.changes(id, before, patience);
    return turn === round ? take(found, before) : [];
  }

  /**
   * Bring the page up to date by what the server says, and draw it.
   * @param {Changes} found
   * @param {ShownPosition} asked what was shown when it was asked for
   * @returns {Promise<EventView[]>} what has happened since
   */
  async function take(found, asked) {
    if (known.cover) return [];
    const next = takeChanges(known, found, asked);
    if (!next) return refresh();
    const nameOf = (/** @type {EventView} */ event) => `${event.number} ${event.id} ${event.text}`;
    const seen = new Set(known.log.events.map(nameOf));
    const news = next.log.events.filter((event) => !seen.has(nameOf(event)));
    const { version: before, actions: at, view, board, summary } = known.match;
    if (found.log.since < known.match.actions) page.takenBack(found.log.since);
    Object.assign(known, next);
    page.know(known.match.version);
    if (!known.role) known.role = known.match.role;
    if (known.past && known.past.at >= known.match.actions) known.past = null;
    const playing = await page.play(asked.version ? { at, view, board, summary } : null).catch(() => false);
    if (!playing && asked.version && before !== known.match.version && !page.busy() && news.length) {
      page.news(news);
      announce(news.map((event) => event.text).join(" "));
    }
    page.draw();
    return news;
  }

  return {
    shown,
    heard,
    catchUp,
    refresh,
    take,
    /** A look that is under way is of an earlier position: its answer is not taken. */
    forgetLooks: () => {
      round++;
    },
  };
}
