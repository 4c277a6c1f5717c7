/** Live news of matches: one socket for the page, opened again when it breaks, with a slow look meanwhile. */

/** @typedef {import("./types.d.ts").Version} Version */
/**
 * `listening`: nothing has happened, but from now on nothing is missed.
 * @typedef {{ version: Version, gone?: boolean, chat?: number, listening?: boolean }} News
 */
/** @typedef {(news: News) => void} Listener */

const FIRST = 500;
const LONGEST = 15_000;
/** Without a sign of life for so long the socket is taken for dead. */
const SILENCE = 50_000;
/** How often to look while there is no socket. */
const LOOK = 8_000;

/** @type {WebSocket | null} */
let socket = null;
let pause = FIRST;
let [retry, silence, looking] = [0, 0, 0];
/** @type {Map<string, { as: string, since: () => Version, listener: Listener }>} */
const watched = new Map();
/** @type {Set<(live: boolean) => void>} */
const states = new Set();

const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** @param {boolean} live */
function show(live) {
  for (const state of states) state(live);
  clearInterval(looking);
  // A version of -1 says: nobody knows, have a look.
  if (!live && watched.size) {
    looking = window.setInterval(() => watched.forEach(({ listener }) => listener({ version: -1 })), LOOK);
  }
}

function open() {
  clearTimeout(retry);
  if (!watched.size || socket) return;
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;
  const made = new WebSocket(address);
  socket = made;
  made.addEventListener("open", () => {
    if (socket !== made) return made.close();
    pause = FIRST;
    for (const id of watched.keys()) ask(id);
    show(true);
    alive();
  });
  made.addEventListener("message", (event) => {
    alive();
    const said = JSON.parse(event.data);
    const found = said.match && (watched.get(said.match) ?? watched.get("*"));
    if (found && !said.error) found.listener(said);
  });
  made.addEventListener("close", () => {
    if (socket !== made) return;
    socket = null;
    clearTimeout(silence);
    if (!watched.size) return;
    show(false);
    retry = window.setTimeout(open, pause * (0.75 + Math.random() / 2));
    pause = Math.min(LONGEST, pause * 2);
  });
}

function alive() {
  clearTimeout(silence);
  silence = window.setTimeout(() => socket?.close(), SILENCE);
}

/** @param {string} id */
function ask(id) {
  const wish = watched.get(id);
  if (wish && isOpen()) {
    socket?.send(JSON.stringify({ watch: id, as: wish.as || undefined, since: wish.since() }));
  }
}

/**
 * Hear when a match changes ("*": any). Gives a function that ends it.
 * @param {string} id
 * @param {string} as
 * @param {() => Version} since the version that is known
 * @param {Listener} listener
 */
export function watch(id, as, since, listener) {
  watched.set(id, { as, since, listener });
  if (socket) ask(id);
  else open();
  return () => {
    if (watched.get(id)?.listener !== listener) return;
    watched.delete(id);
    if (isOpen()) socket?.send(JSON.stringify({ unwatch: id }));
    if (watched.size) return;
    clearInterval(looking);
    clearTimeout(retry);
    // One that is still opening closes itself when it is open.
    if (isOpen()) socket?.close();
    socket = null;
  };
}

/** Hear whether news come at once. @param {(live: boolean) => void} state */
export function whenLive(state) {
  states.add(state);
  state(isOpen());
  return () => states.delete(state);
}

addEventListener("online", () => {
  pause = FIRST;
  open();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !socket) {
    pause = FIRST;
    open();
  }
});
