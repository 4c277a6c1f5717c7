/** The places of a match page, empty: what is asked, the guide, the board, log and more, the tabs. */

import { fill, h } from "../../shell/dom.js";
import { panes } from "./panes.js";

/** @param {import("../types.d.ts").Board} board */
export function matchFrame(board) {
  const main = h("main", {
    id: "main",
    class: "match",
    tabindex: "-1",
    "data-plan": board.plan,
    "data-wings": board.wings ? "" : null,
    "data-pane": "now",
    "data-side": "log",
  });
  const [title, strip] = [h("h1"), h("div", { class: "turn-strip" })];
  const under = h("span", { class: "small muted" });
  const lamp = h("span", { class: "lamp small", role: "status" });
  const coach = h("section", { class: "card coach noprint", "aria-label": "Coach", hidden: true });
  const now = h("section", { class: "card now-pane", "aria-label": "What is asked" });
  const playback = h("section", {
    class: "card now-pane playback-pane",
    "aria-label": "What happened",
    hidden: true,
  });
  const score = h("div", { class: "score-place" });
  const guide = h("section", {
    class: "card guide",
    "aria-label": board.guide?.title ?? "",
    hidden: !board.guide,
  });
  const map = h("section", { class: "board-place", "aria-label": board.title });
  const [log, beside, people, more] = ["log", "beside", "people", "more"].map((name) =>
    h("div", { class: `panel ${name}-panel` })
  );
  const time = h("div", { class: "timeline noprint" });
  const sideTabs = h("div", {
    class: "tabs side-tabs noprint",
    role: "group",
    "aria-label": "Beside the board",
  });
  const grid = h(
    "div",
    { class: "match-grid" },
    coach,
    now,
    playback,
    guide,
    map,
    h(
      "aside",
      { class: "card side-pane", "aria-label": "Log and more" },
      sideTabs,
      time,
      log,
      beside,
      people,
      more,
    ),
  );
  const foot = h("nav", { class: "match-tabs", "aria-label": "Parts of the match" });
  const { draw, ...parts } = panes(main, sideTabs, foot, board);
  return {
    main,
    strip,
    lamp,
    /** Where each part is drawn. */
    places: { coach, now, playback, score, guide, board: map, log, beside, people, more, time },
    /** Draw the tabs. */
    drawTabs: draw,
    ...parts,
    /**
     * What the match is called, and in which mode one looks at it.
     * @param {import("../../api.d.ts").Position} match
     * @param {boolean} live
     */
    entitle(match, live) {
      const [name, scenario] = [match.name || match.title, match.scenario_title ?? match.scenario];
      title.textContent = name;
      fill(
        under,
        scenario === name ? null : scenario,
        match.mode === "referee" &&
          [" ", h("span", { class: "pill plan", text: "Referee: warns, never forbids" })],
        match.watching && [" ", h("span", { class: "pill", text: "you look on" })],
      );
      main.classList.toggle("past", !live);
      main.classList.toggle("ended", match.over);
    },
    /** Put everything into the page, where something else stood there. */
    settle() {
      if (grid.parentElement === main) return;
      fill(
        main,
        h(
          "div",
          { class: "match-head" },
          h("div", { class: "match-title" }, title, under, strip, h("span", { class: "grow" }), lamp),
          score,
        ),
        grid,
        foot,
      );
    },
  };
}
