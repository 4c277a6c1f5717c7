/** A strip of country between the Dvina and the Dnepr for pictures: it decides nothing. */

import { gridOf } from "../../board/hexes/grid.js";
import { penOf } from "../../board/pens.js";
import { groundOf } from "../../board/hexes/terrain.js";

const [FIRST, TOP] = [32, 57];
const TERRAIN = [
  "llllhlllolhollllslooollllllwwlhlhohooooooohlwwlohholwlhloooowwwwwwwwwllloooooollwloohhhhh",
  "llllllllollolollwlllolwllollwllloooolooooolllooollollohooooollwwwwwlllwlloooooollooollhhh",
  "looololhollloooollollllloollwwwwlwlllooooolwlooollolooooooooooolwwwlllwloooollloooollwhhh",
  "oooooollloooooolwlollloooohlllwwwwlllloooolhhooollhloooloooosoolwwloolllooolwwllollollwlw",
  "ooooooollloooooolllllooloohlwlwwwwwwlwlooolhlhoooooooolwwhoooooollooooloooollllolhlwoolol",
  "ooooooollollllooolwwlooollhwwlwwwwwwlllwwlllllhloooooowlwlooooloooooooooolloooololwlooooo",
  "ooooooolooollllooolwlooolowllhwwwwlwwlwwlwwwsswlooolooooooohooloooooooolllllooooolwlloooo",
  "ooooollwwoollllooolwlooooooohhwwwwwwlllwlwwwslolollwloooooohhoooooooooollwllllooolwlllooo",
  "oooollwwlooolwwoooowloooooolhhsswwwwlllllllwwwllwwlwlooooooooooooooooollwwwwwoooolwlwwloo",
  "oooolllllloollllooollhooooloohsswhwooolwlolwwwwwwhlwwwoooloooooooloooollwlwloooloolllollo",
  "ooollllwwwlwllolooowlhooooooooslhooooooolloowwwwloolwllllwlloolooooooollllloooolllolooooo",
  "ohollowwwlwlllooooohlooooooooolloosoooollloolwwwooollllollwllhhhoooololloloooollwlooohooo",
  "lllolollwooooooooohhoolooooooollolsooollloooolwwloowlloooloolohoololllolwllllllolooohoooo",
  "lloolloooooooooooohohhlooooooolwwloloooooolllloooolwwwloooooooooolllwlwwlwloolooooloooooo",
  "loolooooooooooooooolhhooololoolllllwlloooooloooohoolwwhooooooooolllooolwwwloolooolowoooho",
  "ollllwloolllooooooowloooowllllloolwwwllloooooooloooollwwlloloooollooollllllllllwwwlwooooo",
];
const RIVERS = [
  "M82.6,58.5 82.0,58.5 81.7,58 81.1,58 80.8,57.5 80.3,57.5 80.0,58 79.4,58 79.1,57.5 78.5,57.5 " +
  "78.2,57 77.7,57 77.4,56.5 76.8,56.5 76.5,56 75.9,56 75.6,55.5 75.1,55.5 74.8,55 74.2,55 73.9,55.5 " +
  "73.3,55.5 73.0,55 72.5,55 72.2,54.5 71.6,54.5 71.3,54 70.7,54 70.4,53.5 69.9,53.5 69.6,53 69.0,53 " +
  "68.7,53.5 68.1,53.5 67.8,53 67.3,53 67.0,52.5 66.4,52.5 66.1,53 65.5,53 65.2,52.5 64.7,52.5 " +
  "64.4,53 63.8,53 63.5,53.5 62.9,53.5 62.6,54 62.1,54 61.8,54.5 62.1,55 61.8,55.5 62.1,56 61.8,56.5 " +
  "61.2,56.5 60.9,57 61.2,57.5 60.9,58 60.3,58 60.0,58.5",
  "M94.7,46.5 94.1,46.5 93.8,46 93.2,46 93.0,45.5 92.4,45.5 92.1,45 91.5,45 91.2,44.5 90.6,44.5 " +
  "90.4,45 89.8,45 89.5,44.5 88.9,44.5 88.6,45 88.0,45 87.8,44.5 87.2,44.5 86.9,45 86.3,45 86.0,44.5 " +
  "85.4,44.5 85.2,45 84.6,45 84.3,44.5 83.7,44.5 83.4,45 82.8,45 82.6,44.5 82.0,44.5 81.7,45 81.1,45 " +
  "80.8,44.5 80.3,44.5 80.0,45 79.4,45 79.1,44.5 78.5,44.5 78.2,45 77.7,45 77.4,44.5 76.8,44.5 " +
  "76.5,45 75.9,45 75.6,44.5 75.1,44.5 74.8,45 74.2,45 73.9,44.5 73.3,44.5 73.0,44 72.5,44 72.2,44.5 " +
  "71.6,44.5 71.3,44 70.7,44 70.4,44.5 69.9,44.5 69.6,44 69.0,44 68.7,43.5 68.1,43.5 67.8,43 " +
  "68.1,42.5 67.8,42 68.1,41.5 67.8,41 67.3,41",
  "m68.7,45.5 68.1,45.5 67.8,46 68.1,46.5 67.8,47 68.1,47.5 68.7,47.5 69.0,48 68.7,48.5 69.0,49 " +
  "69.6,49 69.9,49.5 69.6,50 69.9,50.5 69.6,51 69.9,51.5 69.6,52 69.0,52 68.7,52.5 69.0,53",
  "m65.2,58.5 64.7,58.5 64.4,58 63.8,58 63.5,57.5 62.9,57.5 62.6,57 62.1,57 61.8,57.5 61.2,57.5 60.9,58",
  "m75.1,58.5 74.8,58 74.2,58 73.9,57.5 74.2,57 73.9,56.5 74.2,56 73.9,55.5",
  "m77.4,48.5 77.7,48 78.2,48 78.5,48.5 79.1,48.5 79.4,49 79.1,49.5 79.4,50 79.1,50.5 79.4,51 " +
  "79.1,51.5 79.4,52 79.1,52.5 78.5,52.5 78.2,53 77.7,53 77.4,53.5 76.8,53.5 76.5,54 75.9,54 " +
  "75.6,54.5 75.1,54.5 74.8,55 74.2,55",
  "m56.0,50.5 56.6,50.5 56.9,51 57.4,51 57.7,50.5 58.3,50.5 58.6,51 59.2,51 59.5,50.5 60.0,50.5 " +
  "60.3,51 60.9,51 61.2,51.5 60.9,52 61.2,52.5 60.9,53 61.2,53.5 61.8,53.5 62.1,54 61.8,54.5 62.1,55",
  "m62.6,45 62.9,44.5 62.6,44 62.9,43.5 62.6,43 62.9,42.5 62.6,42 62.9,41.5 62.6,41",
  "m71.6,58.5 71.3,58 71.6,57.5 71.3,57 70.7,57 70.4,56.5 70.7,56 70.4,55.5 70.7,55 70.4,54.5",
  "m54.0,51 54.3,50.5 54.0,50 54.3,49.5 54.0,49 53.4,49 53.1,48.5 53.4,48 53.1,47.5 53.4,47 " +
  "53.1,46.5 53.4,46 53.1,45.5 53.4,45 53.1,44.5 53.4,44 53.1,43.5",
  "m88.6,52 88.9,51.5 88.6,51 88.9,50.5 88.6,50 88.0,50 87.8,49.5 88.0,49 87.8,48.5 88.0,48 " +
  "87.8,47.5 88.0,47 87.8,46.5 88.0,46 87.8,45.5",
  "m65.5,46 66.1,46 66.4,45.5 66.1,45 66.4,44.5 67.0,44.5 67.3,44 67.8,44 68.1,43.5 68.7,43.5",
  "m72.2,41.5 72.5,41",
  "m87.8,58.5 87.2,58.5 86.9,58 86.3,58 86.0,58.5 85.4,58.5 85.2,58 84.6,58 84.3,58.5 83.7,58.5 " +
  "83.4,58 82.8,58 82.6,58.5 82.0,58.5 81.7,58 81.1,58",
];
const WAYS = [
  "D72.57 73.57 74.56 75.56 76.55 77.55 78.54 79.54 80.53 81.53 82.52 82.51 83.52 83.51 84.50 85.50 " +
  "86.49 86.48 87.48 88.47 89.47 90.47 90.46 91.47 91.46 92.46 93.46 94.45 95.45 96.45 97.45 98.45 " +
  "99.46 99.47 100.46 100.47 101.48 102.47 103.48 104.47 105.47 106.47 107.47 108.47 109.47 110.47 " +
  "111.47 112.47 113.47 114.47 115.47 116.47",
  "D54.42 55.42 56.42 57.43 58.43 59.43 59.44 60.43 61.44 62.44 63.44 64.44 65.44 66.44 67.44 68.44 " +
  "69.44 70.44 71.44 72.44 73.44 74.44 75.44 76.44 77.44 78.44 79.44 80.44 81.44 82.44 83.44 84.44 " +
  "85.44 86.43 87.44 87.43 88.43 89.43 90.43 91.44 92.43 92.44 93.44 94.44 95.45",
  "r79.57 79.56 80.55 79.55 80.54 80.53 80.52 80.51 79.51 80.50 79.50 79.49 79.48 79.47 79.46 79.45 " +
  "79.44 79.43 78.42",
  "r79.44 78.44 77.45 76.45 75.46 75.47 74.46 74.47 73.47 73.48 72.47 72.48 71.48 71.49 70.49 69.50 " +
  "68.50 67.51 66.51",
  "r79.44 80.43 80.42 81.43 81.42",
  "r95.45 96.44 97.44 98.43 99.43 100.42 101.42",
  "r58.57 57.57 57.56 56.56 56.55 55.55 54.54 54.53 53.53 52.52 51.52 51.51 50.50 49.50 49.49 48.49 " +
  "48.48 47.48 48.47 48.46 49.46 49.45 50.44 50.43 51.43 51.42",
  "p54.42 55.42 56.42 57.43 58.43 59.43 59.44 60.43 61.44 62.44 63.44 64.44 65.44 66.44 67.44 68.44 " +
  "69.44 70.44 71.44 72.44 73.44 74.44 75.44 76.44 77.44 78.44 79.44 80.44 81.44 82.44 83.44 84.44 " +
  "85.44 86.43 87.44 87.43 88.43 89.43 90.43 91.44 92.43 92.44 93.44 94.44 95.45",
  "w79.57 79.56 80.55 79.55 80.54 80.53 80.52 80.51 80.50 80.49 79.49 80.48 79.48 80.47 79.47 79.46 " +
  "79.45 79.44 79.43 78.42 79.42",
  "w80.53 81.54 82.54 83.54 84.54 85.55 86.55 87.56 88.56 89.57 90.57",
  "w95.45 95.46 94.46 94.47 93.48 93.49 92.49 92.50 91.51 91.52 91.53 91.54 90.54 91.55 90.55 90.56 90.57",
  "w80.53 79.53 78.53 77.53 76.53 75.53 74.53 73.53 72.52 71.53 70.52 69.52 68.51 67.52 66.51",
  "w80.53 81.53 82.52 82.51 83.52 83.51 84.50 85.50 86.49 86.48 87.48 88.47 89.47 90.47 90.46 91.47 " +
  "91.46 92.46 93.46 94.45 95.45",
  "w75.57 76.57 77.57 78.57 79.57",
  "w80.53 79.54 78.54 78.55 77.55 77.56 76.56 75.57 74.57",
];
const TOWNS = [
  "Vitebsk|major|80.53",
  "Gorodok|village|79.57",
  "Surazh|village|85.55",
  "Velizh|village|90.57",
  "Beshenkovichi|village|73.53",
  "Liozno|village|85.50",
  "Rudnya|village|87.48",
  "Demidov|village|91.52",
  "Bogushevsk|village|79.49",
  "Orsha|minor|79.44",
  "Smolensk|major|95.45",
  "Obol|village|73.57",
  "Senno|village|74.49",
  "Lepel|village|66.51",
  "Chashniki|village|70.50",
  "Tolochin|village|73.44",
  "Dubrovno|village|82.44",
  "Shumilino|village|75.56",
  "Yartsevo|village|101.48",
  "Yanovichi|village|84.53",
  "Sirotino|village|75.57",
  "Borisov|minor|61.44",
  "Kardymovo|village|98.45",
  "Krasnoye|village|89.43",
  "Durovo|village|107.47",
  "Vyazma|minor|116.47",
  "Dokshitsy|village|57.54",
  "Glubokoye|village|58.57",
  "Molodechno|village|47.48",
];
const LAKES = [
  "68.41,56.05,0.34,0.16,30",
  "59.01,48.29,0.5,0.34,20",
  "79.49,48.32,0.4,0.2,30",
  "57.02,51.98,0.3,0.25,0",
];

const KINDS = { o: "open", l: "light", w: "heavy", s: "swamp", h: "hills" };
const ROADS = /** @type {const} */ ({ D: "double_rail", r: "rail", p: "primary", w: "road" });
const STEP = Math.sqrt(3) / 2;

/** @type {import("../../board/surface.js").Painter | null} */
let painter = null;

/** @returns {import("../../board/types.d.ts").HexMap} */
function mapOf() {
  const hexes = TERRAIN.flatMap((row, at) =>
    [...row].map((letter, column) => {
      const [c, r] = [FIRST + column, TOP - at];
      return {
        id: `${c}.${r}`,
        x: c * STEP,
        y: -(r + (c % 2 === 0 ? 0.5 : 0)),
        terrain: KINDS[/** @type {keyof typeof KINDS} */ (letter)],
      };
    })
  );
  const spots = (/** @type {string} */ text) =>
    text.split(" ").map((pair) => {
      const [x, v] = pair.split(",").map(Number);
      return /** @type {[number, number]} */ ([x, -v]);
    });
  return {
    hexes,
    rivers: RIVERS.map((text) => ({
      kind: text[0] === "M" ? "major" : "minor",
      points: spots(text.slice(1)),
    })),
    ways: WAYS.map((text) => ({
      kind: ROADS[/** @type {keyof typeof ROADS} */ (text[0])],
      hexes: text.slice(1).split(" "),
    })),
    towns: TOWNS.map((text) => {
      const [name, kind, hex] = text.split("|");
      return { name, kind: /** @type {import("../../board/types.d.ts").Town["kind"]} */ (kind), hex };
    }),
    lakes: LAKES.map((text) => {
      const [x, v, wide, high, turn] = text.split(",").map(Number);
      return { x, y: -v, wide, high, turn };
    }),
    labels: [{ text: "Dnepr", x: 77.6, y: -46.1, turn: 2, size: 42 }, {
      text: "Western Dvina",
      x: 63.6,
      y: -54.6,
      turn: 4,
      size: 42,
    }],
  };
}

/**
 * Paint a part of it into a canvas: its middle by column and row, and the size of a hex.
 * @param {HTMLCanvasElement} canvas @param {number} column @param {number} row @param {number} size
 */
export function paintCountry(canvas, column, row, size) {
  const map = painter ? null : mapOf();
  painter ??= map && groundOf(map, gridOf(map));
  const dots = Math.min(2, devicePixelRatio || 1);
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
  if (!wide || !high || !painter) return;
  canvas.width = wide * dots;
  canvas.height = high * dots;
  const pen = penOf(canvas);
  const [x, y] = [column * STEP - wide / size / 2, -row - high / size / 2];
  pen.setTransform(1, 0, 0, 1, -Math.round(x * size * dots), -Math.round(y * size * dots));
  painter(pen, size * dots, { left: x, top: y, right: x + wide / size, bottom: y + high / size }, dots);
}
