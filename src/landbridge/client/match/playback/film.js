/**
 * A film of the match: every position of it on the board as it is looked at now, recorded as a video to keep.
 */

import { fill, h } from "../../shell/dom.js";

/** @typedef {import("../types.d.ts").EarlierPosition} EarlierPosition */

/** Positions that a film has at most: of a long match only every so many actions are seen. */
const MOST = 300;
/** Milliseconds that a position is seen, and the last one. */
const [HELD, LAST] = [160, 1600];
/** Pictures in a second. */
const RATE = 25;
/** Pixels of the line under the board. */
const CAPTION = 40;
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

/** After which actions a film looks. @param {number} last */
export function framesOf(last) {
  const step = Math.max(1, Math.ceil(last / MOST));
  const found = Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
  return found.at(-1) === last ? found : [...found, last];
}

/**
 * @param {{
 *   canvas: () => HTMLCanvasElement | null,
 *   position: (at: number) => Promise<EarlierPosition>,
 *   look: (found: EarlierPosition | null) => void,
 *   last: () => number,
 *   name: () => string,
 *   caption: (found: EarlierPosition) => string,
 *   show: () => void,
 * }} match `canvas`: the board; `look`: show a position, or the present one again; `last`: the number of actions;
 *   `caption`: what stands under a position; `show`: bring the board into sight
 */
export function filmMaker(match) {
  let stopped = false;
  const state = h("p", { class: "small", role: "status" });
  const stop = h("button", {
    type: "button",
    class: "btn small",
    text: "Stop",
    hidden: true,
    onclick: () => {
      stopped = true;
    },
  });
  const start = h("button", {
    type: "button",
    class: "btn small",
    text: "Save a film",
    onclick: () => make().catch((problem) => fill(state, `The film could not be made: ${problem.message}`)),
  });

  async function make() {
    const kind = typeof MediaRecorder === "undefined"
      ? ""
      : KINDS.find((one) => MediaRecorder.isTypeSupported(one)) ?? "";
    if (!kind) {
      return fill(state, "This browser records no videos; landbridge film makes a GIF of a saved match.");
    }
    match.show();
    const board = match.canvas();
    if (!board?.width) return;
    stopped = false;
    [start.disabled, stop.hidden] = [true, false];
    try {
      const film = await record(board, kind);
      if (film) keep(film, kind);
      fill(state, film ? "The film is saved." : "No film was made.");
    } finally {
      [start.disabled, stop.hidden] = [false, true];
      match.look(null);
    }
  }

  /** @param {HTMLCanvasElement} board @param {string} kind @returns {Promise<Blob | null>} */
  async function record(board, kind) {
    const dots = Math.max(1, board.width / (board.clientWidth || board.width));
    const line = CAPTION * dots;
    const stage = document.createElement("canvas");
    // Videos have even sides.
    [stage.width, stage.height] = [board.width, board.height + line].map((side) => 2 * Math.ceil(side / 2));
    const pen = /** @type {CanvasRenderingContext2D} */ (stage.getContext("2d", { alpha: false }));
    const style = getComputedStyle(document.body);
    const recorder = new MediaRecorder(stage.captureStream(RATE), {
      mimeType: kind,
      videoBitsPerSecond: 8_000_000,
    });
    /** @type {Blob[]} */
    const parts = [];
    recorder.ondataavailable = ({ data }) => data.size && parts.push(data);
    const ended = new Promise((done) => {
      recorder.onstop = done;
    });
    /** @param {string} text */
    const picture = (text) => {
      pen.fillStyle = style.backgroundColor;
      pen.fillRect(0, 0, stage.width, stage.height);
      pen.drawImage(board, 0, 0);
      pen.fillStyle = style.color;
      pen.font = `600 ${17 * dots}px ${style.getPropertyValue("--serif")}`;
      pen.fillText(text, 14 * dots, stage.height - 13 * dots);
    };
    const frames = framesOf(match.last());
    recorder.start(1000);
    for (const [number, at] of frames.entries()) {
      if (stopped) break;
      const found = await match.position(at);
      match.look(found);
      fill(state, `Position ${number + 1} of ${frames.length}: leave this page open.`);
      await held(at === frames.at(-1) ? LAST : HELD, () => picture(match.caption(found)));
    }
    recorder.stop();
    await ended;
    return stopped ? null : new Blob(parts, { type: kind.split(";")[0] });
  }

  /** @param {Blob} film @param {string} kind */
  function keep(film, kind) {
    const address = URL.createObjectURL(film);
    const ending = kind.startsWith("video/mp4") ? "mp4" : "webm";
    h("a", { href: address, download: `${match.name()}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  return h(
    "section",
    { class: "film" },
    h("h3", { text: "A film of it" }),
    h("p", {
      class: "small muted",
      text:
        "The match from its beginning, on the part of the board that is seen now, as a video. You see what " +
        "your side may see.",
    }),
    h("div", { class: "acts" }, start, stop),
    state,
  );
}

/**
 * Do something for each picture that the screen shows in a time.
 * @param {number} milliseconds
 * @param {() => void} each
 * @returns {Promise<void>}
 */
function held(milliseconds, each) {
  const until = performance.now() + milliseconds;
  return new Promise((done) => {
    const next = () => {
      each();
      if (performance.now() < until) requestAnimationFrame(next);
      else done();
    };
    requestAnimationFrame(next);
  });
}
