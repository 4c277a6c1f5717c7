/** A picture that an answer brings as SVG, drawn in a box of its own so that its styles stay with it. */

import { h } from "./dom.js";

/** @param {string} text @param {string} label */
export function picture(text, label) {
  const box = h("div", { class: "picture scroll", role: "img", "aria-label": label, tabindex: "0" });
  // The page allows no style inside a text that is read, so styles are taken out before and set by hand.
  const styles = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((found) => found[1]).join("\n");
  const bare = text.replace(/<style[^>]*>[\s\S]*?<\/style>/g, "").replace(/\sstyle=/g, " data-style=");
  const read = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  if (read.nodeName !== "svg") {
    box.textContent = text;
    return box;
  }
  const rules = new CSSStyleSheet();
  rules.replaceSync(styles);
  for (const stranger of read.querySelectorAll("script, foreignObject, image, use[href^='http']")) {
    stranger.remove();
  }
  for (const element of [read, ...read.querySelectorAll("*")]) {
    for (const name of element.getAttributeNames()) if (/^on/i.test(name)) element.removeAttribute(name);
  }
  const drawn = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(read, true)));
  for (const element of /** @type {NodeListOf<SVGElement>} */ (drawn.querySelectorAll("[data-style]"))) {
    element.style.cssText = element.dataset.style ?? "";
  }
  const room = box.attachShadow({ mode: "open" });
  room.adoptedStyleSheets = [rules];
  room.append(drawn);
  return box;
}
