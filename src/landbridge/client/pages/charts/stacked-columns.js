/** Stacked columns over a calendar as SVG: pointed at with the mouse, a finger or the arrow keys. */

const SPACE = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, LEFT, FOOT, TOP] = [13, 180, 40, 28, 10];

/** @param {string} tag @param {{ [name: string]: string | number }} props @param {string} [text] */
function s(tag, props, text) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * @param {{
 *   label: string,
 *   kinds: string[],
 *   most: number,
 *   low?: boolean,
 *   columns: { name: string, group: string, parts: { kind: string, value: number }[] }[],
 *   scale: (value: number) => string,
 *   point: (at: number) => string,
 * }} options `point` is called with the column that is looked at, and says it in words
 */
export function stacked({ label, kinds, most, columns, scale, point, low = false }) {
  const high = low ? 54 : HIGH;
  const step = columns.length > 55 ? WIDE : WIDE + 4;
  const wide = LEFT + columns.length * step + 8;
  const svg = s("svg", {
    class: "plot",
    viewBox: `0 0 ${wide} ${TOP + high + FOOT}`,
    width: wide,
    height: TOP + high + FOOT,
    role: "application",
    tabindex: 0,
    "aria-label": `${label}. Arrow keys walk from turn to turn.`,
  });
  const defs = s("defs", {});
  kinds.forEach((kind, at) => defs.append(pattern(kind, at)));
  svg.append(defs);
  for (const part of low ? [] : [0, 0.25, 0.5, 0.75, 1]) {
    const y = TOP + high * (1 - part);
    svg.append(
      s("line", { class: "rule-line", x1: LEFT - 4, x2: wide, y1: y, y2: y }),
      s("text", { class: "axis-label", x: LEFT - 8, y: y + 4, "text-anchor": "end" }, scale(most * part)),
    );
  }
  let group = "";
  const bars = columns.map((column, at) => {
    const x = LEFT + at * step;
    let y = TOP + high;
    const bar = s("g", { class: "col", "data-at": at });
    for (const { kind, value } of column.parts) {
      if (!value) continue;
      const tall = (value / most) * high;
      y -= tall;
      bar.append(
        s("rect", { class: `k-${kind}`, x: x + 0.5, y, width: step - 1.5, height: Math.max(0.5, tall) }),
        s("rect", {
          class: "texture",
          fill: `url(#p-${kind})`,
          x: x + 0.5,
          y,
          width: step - 1.5,
          height: Math.max(0.5, tall),
        }),
      );
    }
    bar.append(s("rect", { class: "hit", x, y: TOP, width: step, height: high }));
    svg.append(bar);
    if (column.group !== group) {
      group = column.group;
      svg.append(s("line", { class: "month-line", x1: x, x2: x, y1: TOP, y2: TOP + high + 8 }));
      const room = columns.slice(at).findIndex((one) => one.group !== group);
      if (room < 0 || room > 2) {
        svg.append(s("text", { class: "axis-label", x: x + 2, y: TOP + high + 20 }, group));
      }
    }
    return bar;
  });
  let now = 0;
  const show = (/** @type {number} */ at) => {
    now = Math.max(0, Math.min(columns.length - 1, at));
    bars.forEach((bar, place) => bar.classList.toggle("now", place === now));
    svg.setAttribute("aria-valuetext", point(now));
  };
  const under = (/** @type {Event} */ event) => {
    const bar = /** @type {Element} */ (event.target).closest(".col");
    if (bar) show(Number(bar.getAttribute("data-at")));
  };
  svg.addEventListener("pointerover", under);
  svg.addEventListener("click", under);
  svg.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event).key;
    const to = /** @type {{ [key: string]: number }} */ ({
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      Home: 0,
      End: columns.length - 1,
    })[key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
    bars[now].scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  if (bars.length) bars[0].classList.add("now");
  return svg;
}

/** A texture of its own for every kind: colour is never alone. @param {string} kind @param {number} at */
function pattern(kind, at) {
  const made = s("pattern", {
    id: `p-${kind}`,
    width: 6,
    height: 6,
    patternUnits: "userSpaceOnUse",
    patternTransform: at === 1 ? "rotate(45)" : at === 3 ? "rotate(-45)" : "",
  });
  if (at === 1 || at === 3) made.append(s("line", { class: "tx", x1: 0, x2: 0, y1: 0, y2: 6 }));
  if (at === 2) made.append(s("circle", { class: "tx-dot", cx: 3, cy: 3, r: 1 }));
  return made;
}
