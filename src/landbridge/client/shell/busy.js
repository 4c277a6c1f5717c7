/** Controls that wait for an answer: pressed once, and usable again whatever became of it. */

/** Shows what nobody else has shown. @type {(problem: unknown) => void} */
let report = (problem) => console.error(problem);

/** Where failures go that the page has no better place for. @param {(problem: unknown) => void} show */
export function reportFailures(show) {
  report = show;
}

/**
 * Await what a listener has begun: if it fails and nobody has said so, it is said.
 * @param {unknown} begun
 */
export function watchOver(begun) {
  if (begun instanceof Promise) begun.catch(report);
}

/**
 * Run something for a control that must not be pressed twice meanwhile. It is usable again when an answer,
 * an error or nothing at all has come. Gives what came of it, or nothing where it failed.
 * @template T
 * @param {HTMLButtonElement | HTMLInputElement | HTMLSelectElement} control
 * @param {() => Promise<T>} run
 * @param {(problem: unknown) => void} [failed] shows what went wrong; without it, it is shown over the page
 * @returns {Promise<T | undefined>}
 */
export async function whileBusy(control, run, failed = (problem) => report(problem)) {
  if (control.disabled) return undefined;
  const focused = document.activeElement === control;
  control.disabled = true;
  control.setAttribute("aria-busy", "true");
  try {
    return await run();
  } catch (problem) {
    failed(problem);
    return undefined;
  } finally {
    control.disabled = false;
    control.removeAttribute("aria-busy");
    if (focused && control.isConnected && document.activeElement === document.body) {
      control.focus({ preventScroll: true });
    }
  }
}
