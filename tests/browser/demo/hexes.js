// A map of an invented country, as large as the largest: 8,520 hexes and 3,000 counters.
import { hexBoard } from "/board/hexes/board.js";

const [WIDE, HIGH, COUNTERS] = [120, 71, 3000];
const STEP = Math.sqrt(3) / 2;
let seed = 7;
const chance = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 4294967296) * n);
};
const name = (c, r) => `${c + 1}.${String(r + 1).padStart(2, "0")}`;
const wave = (c, r, a, b, d) =>
  Math.sin(c / a + d) + Math.cos(r / b - d) + Math.sin((c + r) / (a + b) + d * 2);
const kind = (c, r) => {
  if (wave(c, r, 7, 5, 1) > 1.75) return "heavy";
  if (wave(c, r, 7, 5, 1) > 1.0) return "light";
  if (wave(c, r, 9, 6, 4) > 2.1) return "swamp";
  if (wave(c, r, 6, 8, 8) > 2.0) return "hills";
  return chance(9) ? "open" : "light";
};
const hexes = [];
for (let c = 0; c < WIDE; c++) {
  for (let r = 0; r < HIGH; r++) {
    hexes.push({ id: name(c, r), x: c * STEP, y: r + (c % 2 ? 0.5 : 0), terrain: kind(c, r) });
  }
}

// A river runs between what lies above a line and what lies below it.
const sides = [];
const known = new Set(hexes.map((hex) => hex.id));
for (const [row, grade] of [[14, "minor"], [30, "major"], [52, "minor"]]) {
  const above = (c, r) => r + (c % 2 ? 0.5 : 0) < row + 4 * Math.sin(c / 9);
  for (let c = 0; c < WIDE; c++) {
    for (let r = 0; r < HIGH; r++) {
      for (const [dc, dr] of [[0, 1], [1, c % 2 ? 0 : -1], [1, c % 2 ? 1 : 0]]) {
        if (known.has(name(c + dc, r + dr)) && above(c, r) !== above(c + dc, r + dr)) {
          sides.push({ a: name(c, r), b: name(c + dc, r + dr), kind: grade });
        }
      }
    }
  }
}
const ways = [
  {
    kind: "double_rail",
    hexes: Array.from({ length: WIDE }, (_, c) => name(c, 35 + Math.round(3 * Math.sin(c / 13)))),
  },
  { kind: "rail", hexes: Array.from({ length: HIGH }, (_, r) => name(60, r)) },
  {
    kind: "primary",
    hexes: Array.from({ length: WIDE }, (_, c) => name(c, 38 + Math.round(3 * Math.sin(c / 13)))),
  },
  { kind: "road", hexes: Array.from({ length: HIGH }, (_, r) => name(30, r)) },
];
const towns = Array.from({ length: 150 }, (_, at) => ({
  name: ["Orlino", "Berezno", "Lipki", "Zaslavl", "Krasnoye", "Dubrovo", "Staroye", "Malinovka"][at % 8] +
    (at > 7 ? ` ${Math.floor(at / 8)}` : ""),
  kind: at % 19 === 0 ? "major" : at % 5 === 0 ? "minor" : "village",
  hex: name(chance(WIDE), chance(HIGH)),
}));

const SYMBOLS = [
  "infantry",
  "infantry",
  "infantry",
  "armor",
  "mech",
  "artillery",
  "cavalry",
  "anti_tank",
  "motorised",
  "hq",
  "recon",
  "engineer",
];
const units = Array.from({ length: COUNTERS }, (_, at) => {
  const side = at % 2 ? "axis" : "soviet";
  const symbol = SYMBOLS[chance(SYMBOLS.length)];
  const c = side === "soviet" ? 62 + chance(56) : 2 + chance(58);
  const size = symbol === "armor" || symbol === "mech" ? "X" : "XX";
  return {
    id: `u${at}`,
    side,
    symbol,
    at: name(c, chance(HIGH)),
    number: String(1 + chance(320)),
    formation: chance(3) ? "" : `${1 + chance(9)}.Tk`,
    size,
    category: symbol === "armor" ? "armor" : symbol === "mech" ? "mech" : "other",
    strength: 1 + chance(20),
    rating: chance(6),
    move: 2 + chance(7),
    mobility: symbol === "armor" || symbol === "mech" ? "track" : symbol === "motorised" ? "truck" : "leg",
    mode: ["", "", "", "move", "reserve"][chance(5)] || undefined,
    dg: chance(14) === 0,
    unsupplied: chance(25) === 0,
  };
});

const picked = [];
const board = hexBoard({
  map: {
    hexes,
    sides,
    ways,
    towns,
    lakes: [{ x: 30, y: 20, wide: 1.6, high: 0.7, turn: 20 }],
    labels: [{ text: "Berezina", x: 45, y: 31, turn: -8, size: 22 }],
  },
  label: "An invented country",
  mine: "soviet",
  scale: Number(new URLSearchParams(location.search).get("s") ?? 44),
  pick: (hex, unit) => picked.push([hex, unit]),
});
document.getElementById("main").append(board.box);
board.units(units);

const { x, y } = board.sheet.view;

/** Begin again on the same board, where it began, at this scale. */
function begin(scale) {
  const { box, sheet } = board;
  const [wide, high] = [sheet.canvas.clientWidth, sheet.canvas.clientHeight];
  sheet.go(x + wide / scale / 2, y + high / scale / 2, scale);
  for (const words of box.querySelectorAll("details")) words.open = false;
  board.overlay({});
  board.fan("");
  board.units(units);
  picked.length = 0;
}

/** Pan for so many frames and say how long each took. */
async function measure(frames, dx, dy) {
  const { sheet } = board;
  const gaps = [];
  sheet.times.length = 0;
  let last = await new Promise(requestAnimationFrame);
  for (let at = 0; at < frames; at++) {
    sheet.pan(at % 240 < 120 ? dx : -dx, at % 160 < 80 ? dy : -dy);
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
  }
  const sorted = (list) => [...list].sort((a, b) => a - b);
  const of = (list, share) =>
    Math.round(10 * sorted(list)[Math.min(list.length - 1, Math.floor(list.length * share))]) / 10;
  const drawn = [...sheet.times];
  return {
    frames,
    scale: Math.round(sheet.view.scale),
    gap_median: of(gaps, 0.5),
    gap_p95: of(gaps, 0.95),
    gap_max: of(gaps, 1),
    draw_median: of(drawn, 0.5),
    draw_p95: of(drawn, 0.95),
    hertz: Math.round((1000 * gaps.length) / gaps.reduce((a, b) => a + b, 0)),
  };
}

/** Count the tiles that are made from now on: `tiles()` says how many. */
function countTiles() {
  const make = Document.prototype.createElement;
  const made = [];
  window.tiles = () => made.filter((canvas) => canvas.width === 256 && canvas.height === 256).length;
  document.createElement = (/** @type {string} */ tag, ...more) => {
    const element = make.call(document, tag, ...more);
    if (tag === "canvas") made.push(element);
    return element;
  };
}

Object.assign(window, { board, units, picked, begin, measure, countTiles, hexes: hexes.length, name });
