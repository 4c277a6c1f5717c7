/** The page: where one is, the rule at the side, and a few keys. */

import { ApiError } from "./api.js";
import { reportFailures, watchOver } from "./busy.js";
import { fill, h } from "./dom.js";
import { failedPage } from "./failed-page.js";
import { trouble } from "./parts.js";
import { here, to } from "./route.js";

/** @typedef {import("./types.d.ts").Route} Route */
/**
 * A page: how it is shown, what is to be done when another takes its place, and keys of its own.
 * @typedef {{
 *   show: (frame: HTMLElement, route: Route) => void | Promise<void>,
 *   close?: () => void,
 *   key?: (event: KeyboardEvent) => boolean,
 * }} Page
 */

/**
 * The pages; what one is made of is fetched when it is first shown.
 * @type {{ [tab in Route["tab"]]: () => Promise<Page> }}
 */
const PAGES = {
  home: async () => {
    const { closeHome, showHome } = await import("../pages/home/home.js");
    return { show: showHome, close: closeHome };
  },
  new: async () => ({ show: (await import("../pages/home/new-match.js")).showSetup }),
  box: async () => ({ show: (await import("../pages/box/box.js")).showBox }),
  match: async () => {
    const { closeMatch, matchKey, showMatch } = await import("../match/match.js");
    return { show: showMatch, close: closeMatch, key: matchKey };
  },
  join: async () => ({ show: (await import("../pages/join/join.js")).showJoin }),
  account: async () => ({ show: (await import("../pages/account/account.js")).showAccount }),
  reset: async () => ({ show: (await import("../pages/account/reset.js")).showReset }),
  report: async () => ({ show: (await import("../pages/account/reporting.js")).showReport }),
  moderation: async () => ({ show: (await import("../pages/account/moderation.js")).showModeration }),
  ask: async () => ({ show: (await import("../pages/ask/ask.js")).showAsk }),
  charts: async () => ({ show: (await import("../pages/charts/charts.js")).showCharts }),
  rules: async () => ({ show: (await import("../pages/rules/rules.js")).showRules }),
};
const rulePanel = async () => await import("../pages/rules/rule-panel.js");

/**
 * Have a part of the page; a server that was renewed meanwhile no longer has the old one.
 * @template T
 * @param {() => Promise<T>} part
 */
async function fetched(part) {
  try {
    return await part();
  } catch (problem) {
    console.error(problem);
    throw new ApiError("A part of the page could not be fetched. Load the page anew.");
  }
}

/** Pages that stand under another's name in the menu. @type {{ [tab: string]: string }} */
const UNDER = {
  new: "home",
  box: "home",
  match: "home",
  join: "home",
  account: "home",
  reset: "home",
  report: "home",
  moderation: "home",
};

/** Milliseconds for which the page before may stay. */
const PATIENCE = 150;

const frame = /** @type {HTMLElement} */ (document.getElementById("frame"));
const side = /** @type {HTMLElement} */ (document.getElementById("side"));

/** @type {HTMLElement | null} */
let opener = null;
let tab = "";
/** @type {Page | null} */
let page = null;

/** One drawing after the other, each of where one is by then. */
let drawing = Promise.resolve();
const show = () => (drawing = drawing.then(draw));

async function draw() {
  const route = here();
  for (const link of document.querySelectorAll("[data-tab]")) {
    if (/** @type {HTMLElement} */ (link).dataset.tab === (UNDER[route.tab] ?? route.tab)) {
      link.setAttribute("aria-current", "page");
    } else link.removeAttribute("aria-current");
  }
  document.body.dataset.tab = route.tab;
  if (tab !== route.tab) {
    closeSide(false);
    window.scrollTo(0, 0);
    page?.close?.();
    page = null;
  }
  const stopWaiting = tab === route.tab ? () => {} : waiting();
  tab = route.tab;
  try {
    page = await fetched(PAGES[route.tab]);
    await page.show(frame, route);
  } catch (problem) {
    fill(frame, await failedPage(problem, show));
    if (!(problem instanceof ApiError)) console.error(problem);
  } finally {
    stopWaiting();
  }
  if (route.tab === "rules") {
    if (route.name) await openSide(route.name);
    else await emptySide();
  }
}

/** What was shown before goes away, where the next page lets one wait. */
function waiting() {
  const before = frame.firstElementChild;
  const timer = setTimeout(() => {
    if (frame.firstElementChild === before) {
      fill(
        frame,
        h(
          "main",
          { id: "main", tabindex: "-1", class: "one-moment" },
          h("p", { class: "muted", role: "status", text: "One moment…" }),
        ),
      );
    }
  }, PATIENCE);
  return () => clearTimeout(timer);
}

// The rule at the side

/** @param {string} id */
async function openSide(id) {
  const already = side.dataset.rule === id && !side.hidden;
  side.hidden = false;
  side.dataset.rule = id;
  document.body.classList.add("side-open");
  if (already) return;
  const { showRule } = await fetched(rulePanel);
  await showRule(side, id, () => closeSide(true));
  side.scrollTop = 0;
  if (opener) side.querySelector("h2")?.focus();
}

async function emptySide() {
  delete side.dataset.rule;
  side.hidden = false;
  document.body.classList.remove("side-open");
  const { showNoRule } = await fetched(rulePanel);
  showNoRule(side);
}

/** @param {boolean} back whether to go back to where it was opened */
function closeSide(back) {
  const route = here();
  document.body.classList.remove("side-open");
  delete side.dataset.rule;
  side.hidden = true;
  if (back && route.tab === "rules") history.replaceState(null, "", to("rules", "", route.given));
  if (back && route.tab === "rules") show();
  if (back) opener?.isConnected && opener.focus();
  opener = null;
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[data-rule], a[data-row]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!side.contains(link)) opener = link;
  if (document.body.dataset.tab === "rules" || !link.dataset.rule) return;
  event.preventDefault();
  watchOver(openSide(link.dataset.rule));
});

document.addEventListener("keydown", (event) => {
  const typing = /** @type {HTMLElement} */ (event.target).closest(
    "input:not([type=radio], [type=checkbox]), select, textarea",
  );
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && document.body.classList.contains("side-open")) return closeSide(true);
  if (page?.key?.(event)) return event.preventDefault();
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    const field = /** @type {HTMLElement | null} */ (document.querySelector(".find"));
    if (!field) return;
    event.preventDefault();
    field.focus();
  }
});

document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main")?.focus();
});

/** What failed and was shown nowhere else stands over the page until it is closed. */
const alarm = h("div", { class: "alarm noprint", role: "alert" });
document.body.append(alarm);
reportFailures((problem) => {
  if (!(problem instanceof ApiError)) console.error(problem);
  fill(
    alarm,
    trouble(
      problem instanceof ApiError
        ? problem
        : new ApiError("Something in the page failed. Try it again, or load the page anew."),
    ),
    h("button", { type: "button", class: "btn small", text: "Close", onclick: () => fill(alarm) }),
  );
});

addEventListener("hashchange", () => {
  fill(alarm);
  show();
});
show();
