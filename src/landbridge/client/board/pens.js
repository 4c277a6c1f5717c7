/** What everything that draws on a canvas needs: a pen, and the colours and fonts of the page. */

/** @param {HTMLCanvasElement} canvas */
export const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @type {Map<string, string>} */
const inks = new Map();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => inks.clear());

/** A colour or font of the page by its name. @param {string} name */
export function ink(name) {
  let found = inks.get(name);
  if (found === undefined) {
    found = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    inks.set(name, found);
  }
  return found;
}
