/** Small helpers for building the page: elements, icons, lists that are walked with the arrow keys. */

import { watchOver } from "./busy.js";

/** @typedef {import("./types.d.ts").Child} Child */
/** @typedef {{ [name: string]: any }} Props */

/**
 * An element. `on...` are listeners, whose failures are shown where they do not show them themselves;
 * `text` its text, everything else attributes; false and null
 * leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), (event) => watchOver(value(event)));
    else if (name === "text") made.textContent = String(value);
    else if (name === "value" || name === "checked") /** @type {any} */ (made)[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  add(made, children);
  return made;
}

/**
 * Append children, leaving out what is nothing.
 * @param {Node} parent
 * @param {Child[]} children
 */
export function add(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false) {
      parent.appendChild(document.createTextNode(String(child)));
    }
  }
}

/**
 * Replace everything inside an element.
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
}

/**
 * A sign from the page's own set.
 * @param {string} name
 * @param {number} [size]
 */
export function icon(name, size = 18) {
  const space = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(space, "svg");
  made.setAttribute("class", "icon");
  made.setAttribute("width", String(size));
  made.setAttribute("height", String(size));
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#i-${name}`);
  made.appendChild(use);
  return made;
}

let last = 0;

/** An id that no other element has. */
export const fresh = () => `x${++last}`;

/**
 * One stop for the Tab key; the arrow keys, Home and End walk inside. Gives a function to call
 * when the list has changed.
 * @param {HTMLElement} box
 * @param {string} selector
 */
export function walk(box, selector) {
  const items = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(selector)]);
  const mark = (/** @type {HTMLElement | undefined} */ chosen) => {
    for (const item of items()) item.tabIndex = item === chosen ? 0 : -1;
  };
  const renew = () => mark(items().find((item) => item.hasAttribute("aria-current")) ?? items()[0]);
  renew();
  box.addEventListener("focusin", (event) => {
    const item = /** @type {HTMLElement} */ (event.target).closest(selector);
    if (item) mark(/** @type {HTMLElement} */ (item));
  });
  box.addEventListener("keydown", (event) => {
    const list = items();
    const at = list.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = /** @type {{ [key: string]: number }} */ ({
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: list.length - 1,
    });
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    list[Math.max(0, Math.min(list.length - 1, to))].focus();
  });
  return renew;
}

/**
 * Say something to those who listen instead of looking.
 * @param {string} text
 */
export function announce(text) {
  const place = document.getElementById("announcement");
  if (place) place.textContent = text;
}

/**
 * Run a function a moment after the last call.
 * @param {() => void} act
 * @param {number} pause
 */
export function later(act, pause) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, pause);
  };
}

/** Whether the page is as narrow as a phone. */
export const narrow = () => matchMedia("(max-width: 760px)").matches;
